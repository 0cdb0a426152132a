//! Options as they are written in an expression.

/// One method a field of options: every field can be set in an expression, and its method points to
/// what it means. A literal would break with the next option.
macro_rules! builders {
    ($options:ident $($with:ident => $field:ident: $type:ty;)*) => {
        impl $options {
            $(
                #[doc = concat!("The same options with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]
                #[must_use]
                pub const fn $with(self, $field: $type) -> Self {
                    Self { $field, ..self }
                }
            )*
        }
    };
}

pub(crate) use builders;
