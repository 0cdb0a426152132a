/// A kind of shape: the ways it can lie on a line, and what each occurrence is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What players call it, in the plural.
    pub name: &'static str,
    /// The name of the opponent's.
    pub against: &'static str,
    /// Its forms: `1` is a stone of one's own, `0` an empty point. A stone of the opponent and the edge fit neither.
    pub forms: &'static [&'static str],
    /// The value of one occurrence. Occurrences overlap, and all of them count.
    pub value: i32,
}

/// The shapes and values of one of the projects Boyi grew out of, as they stood there.
///
/// Overlaps are part of the design: an open four counts for itself and for the two simple fours within it.
pub const SHAPES: [Shape; 6] = [
    Shape { name: "ones", against: "opponent's ones", forms: &["00100"], value: 20 },
    Shape { name: "twos", against: "opponent's twos", forms: &["01010", "001100"], value: 120 },
    Shape { name: "threes", against: "opponent's threes", forms: &["01110", "010110", "011010"], value: 720 },
    Shape { name: "fours", against: "opponent's fours", forms: &["11110", "01111", "10111", "11011", "11101"], value: 720 },
    Shape { name: "open fours", against: "opponent's open fours", forms: &["011110"], value: 4320 },
    Shape { name: "fives", against: "opponent's fives", forms: &["11111"], value: 50_000 },
];

/// Every form with the index of its shape.
pub(super) fn forms() -> impl Iterator<Item = (&'static str, usize)> {
    SHAPES.iter().enumerate().flat_map(|(index, shape)| shape.forms.iter().map(move |&form| (form, index)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_binary_and_distinct() {
        let all: Vec<_> = forms().map(|(form, _)| form).collect();
        assert_eq!(all.len(), 13);
        for (i, form) in all.iter().enumerate() {
            assert!((5..=6).contains(&form.len()) && form.bytes().all(|b| b == b'0' || b == b'1'), "{form}");
            assert!(!all[..i].contains(form), "{form}");
        }
    }

    #[test]
    fn a_shape_read_backwards_is_the_same_shape() {
        for (form, index) in forms() {
            let backwards: String = form.chars().rev().collect();
            assert!(SHAPES[index].forms.contains(&backwards.as_str()), "{form}");
        }
    }
}
