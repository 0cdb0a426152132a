use crate::Reductions;

/// How far late moves are reduced, by depth and move number: [`Reductions`] worked out once.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReductionTable {
    of: Option<Reductions>,
    plies: Vec<u8>,
}

impl ReductionTable {
    /// Deeper, or later, is treated alike.
    const DEPTHS: usize = 64;
    const MOVES: usize = 128;

    /// Works out what `options` say, unless that has been done.
    pub(super) fn follow(&mut self, options: Option<Reductions>) {
        if self.of == options {
            return;
        }
        (self.of, self.plies) = (options, Vec::new());
        if let Some(options) = options {
            let cell = |i: usize| options.plies((i / Self::MOVES) as i32, (i % Self::MOVES) as i32).clamp(0, 63) as u8;
            self.plies.extend((0..Self::DEPTHS * Self::MOVES).map(cell));
        }
    }

    /// Plies with `depth` left after `searched` other moves; 0 without options.
    #[inline]
    pub(super) fn plies(&self, depth: i32, searched: i32) -> i32 {
        let (depth, searched) = ((depth as usize).min(Self::DEPTHS - 1), (searched as usize).min(Self::MOVES - 1));
        self.plies.get(depth * Self::MOVES + searched).map_or(0, |&plies| plies.into())
    }
}
