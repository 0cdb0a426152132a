use gomoku_rules::{MAX_SIZE, Point};

/// A set of points: a word of bits for each row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointSet {
    pub(super) rows: [u32; MAX_SIZE as usize],
}

impl PointSet {
    /// The points whose bits `row` gives for each row's number, `a` the lowest.
    #[inline]
    pub fn of_rows(row: impl FnMut(usize) -> u32) -> Self {
        Self {
            rows: std::array::from_fn(row),
        }
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().fold(0, |all, row| all | row) == 0
    }

    /// Whether `point` is in it; [`Point::NULL`] never is.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.rows
            .get(usize::from(point.row()))
            .is_some_and(|row| row >> point.col() & 1 == 1)
    }

    /// The points, in board order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        (0..).zip(self.rows).flat_map(|(row, bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                let col = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Point::new(col as u8, row)
            })
        })
    }

    /// The intersection with `other`.
    #[inline]
    pub fn and(self, other: &Self) -> Self {
        Self {
            rows: std::array::from_fn(|row| self.rows[row] & other.rows[row]),
        }
    }

    /// The union with `other`.
    #[inline]
    pub fn or(self, other: &Self) -> Self {
        Self {
            rows: std::array::from_fn(|row| self.rows[row] | other.rows[row]),
        }
    }

    /// The difference to `other`.
    #[inline]
    pub fn without(self, other: &Self) -> Self {
        Self {
            rows: std::array::from_fn(|row| self.rows[row] & !other.rows[row]),
        }
    }

    /// Adds a point of the largest board.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.rows[usize::from(point.row())] |= 1 << point.col();
    }

    /// Puts a cell in, or takes it out.
    #[inline]
    pub(super) fn toggle(&mut self, cell: usize) {
        self.rows[cell >> 5] ^= 1 << (cell & 31);
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::default();
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn points() -> impl Strategy<Value = BTreeSet<Point>> {
        prop::collection::btree_set(
            (0..MAX_SIZE, 0..MAX_SIZE)
                .prop_filter_map("a point", |(col, row)| Point::new(col, row)),
            0..30,
        )
    }

    proptest! {
        #[test]
        fn a_set_of_points_is_a_set(a in points(), b in points()) {
            let [x, y] = [&a, &b].map(|points| points.iter().copied().collect::<PointSet>());
            prop_assert!(x.iter().eq(a.iter().copied()));
            prop_assert!(x.and(&y).iter().eq(a.intersection(&b).copied()));
            prop_assert!(x.or(&y).iter().eq(a.union(&b).copied()));
            prop_assert!(x.without(&y).iter().eq(a.difference(&b).copied()));
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert!(b.iter().all(|&point| x.contains(point) == a.contains(&point)));
            prop_assert!(!x.contains(Point::NULL));
        }
    }
}
