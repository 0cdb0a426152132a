use crate::Reductions;

/// Late-move reductions by depth and move number, in hundredths of a ply: [`Reductions`] tabulated
/// once.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReductionTable {
    of: Option<Reductions>,
    hundredths: Vec<i16>,
}

impl ReductionTable {
    /// Deeper, or later, is treated alike.
    const DEPTHS: usize = 64;
    const MOVES: usize = 128;

    /// Tabulates `options`, unless that has been done.
    pub(super) fn set(&mut self, options: Option<Reductions>) {
        if self.of == options {
            return;
        }
        self.of = options;
        self.hundredths = Vec::new();
        if let Some(options) = options {
            let cell = |i: usize| {
                options
                    .hundredths((i / Self::MOVES) as i32, (i % Self::MOVES) as i32)
                    .clamp(0, 6_399) as i16
            };
            self.hundredths
                .extend((0..Self::DEPTHS * Self::MOVES).map(cell));
        }
    }

    /// Hundredths of a ply with `depth` left after `searched` other moves; 0 without options.
    #[inline]
    pub(super) fn hundredths(&self, depth: i32, searched: i32) -> i32 {
        let depth = (depth as usize).min(Self::DEPTHS - 1);
        let searched = (searched as usize).min(Self::MOVES - 1);
        self.hundredths
            .get(depth * Self::MOVES + searched)
            .map_or(0, |&hundredths| hundredths.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_options_say() {
        let mut table = ReductionTable::default();
        assert_eq!(table.hundredths(9, 9), 0, "without options");
        for options in [Reductions::default(), Reductions::logarithmic()] {
            table.set(Some(options));
            for (depth, searched) in
                (0..80).flat_map(|depth| (0..150).map(move |searched| (depth, searched)))
            {
                // Beyond the table's edges, what is said there.
                let said = options.hundredths(depth.min(63), searched.min(127));
                assert_eq!(
                    table.hundredths(depth, searched),
                    said,
                    "{options:?} {depth} {searched}"
                );
            }
        }
        table.set(None);
        assert_eq!(table.hundredths(9, 9), 0, "no longer");
    }
}
