use crate::Reductions;

/// Late-move reductions by depth and move number: [`Reductions`] tabulated once.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReductionTable {
    of: Option<Reductions>,
    plies: Vec<u8>,
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
        self.plies = Vec::new();
        if let Some(options) = options {
            let cell = |i: usize| {
                options
                    .plies((i / Self::MOVES) as i32, (i % Self::MOVES) as i32)
                    .clamp(0, 63) as u8
            };
            self.plies.extend((0..Self::DEPTHS * Self::MOVES).map(cell));
        }
    }

    /// Plies with `depth` left after `searched` other moves; 0 without options.
    #[inline]
    pub(super) fn plies(&self, depth: i32, searched: i32) -> i32 {
        let depth = (depth as usize).min(Self::DEPTHS - 1);
        let searched = (searched as usize).min(Self::MOVES - 1);
        self.plies
            .get(depth * Self::MOVES + searched)
            .map_or(0, |&plies| plies.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_options_say() {
        let mut table = ReductionTable::default();
        assert_eq!(table.plies(9, 9), 0, "without options");
        for options in [Reductions::default(), Reductions::logarithmic()] {
            table.set(Some(options));
            for (depth, searched) in
                (0..80).flat_map(|depth| (0..150).map(move |searched| (depth, searched)))
            {
                // Beyond the table's edges, what is said there.
                let said = options.plies(depth.min(63), searched.min(127));
                assert_eq!(
                    table.plies(depth, searched),
                    said,
                    "{options:?} {depth} {searched}"
                );
            }
        }
        table.set(None);
        assert_eq!(table.plies(9, 9), 0, "no longer");
    }
}
