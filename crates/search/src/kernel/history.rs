use crate::Options;
use game_core::Position;

/// Which quiet moves cut off elsewhere: a counter per side and slot, and the reply to each move that last refuted it.
#[derive(Clone, Debug)]
pub(crate) struct History<P: Position> {
    worth: Vec<i32>,
    replies: Vec<Option<P::Move>>,
}

impl<P: Position> History<P> {
    const MAX: i32 = 1 << 14;
    const KILLER: i32 = 1 << 24;

    pub(super) fn new() -> Self {
        Self { worth: vec![0; 2 * P::SLOTS], replies: vec![None; 2 * P::SLOTS] }
    }

    /// Lets a new search unlearn the last one.
    pub(super) fn fade(&mut self) {
        self.worth.iter_mut().for_each(|worth| *worth /= 8);
    }

    #[inline]
    fn index(pos: &P, slot: usize) -> usize {
        pos.turn().index() * P::SLOTS + slot
    }

    /// What each of `moves` promises, as the opponent's last move was in slot `last`.
    #[inline]
    pub(super) fn rank(
        &self,
        pos: &P,
        moves: &[P::Move],
        last: Option<usize>,
        killers: &[Option<P::Move>; 2],
        ranks: &mut Vec<i32>,
    ) {
        let side = &self.worth[Self::index(pos, 0)..][..P::SLOTS];
        ranks.clear();
        ranks.extend(moves.iter().map(|&mv| side[pos.slot(mv)]));
        // Three searches for one move each cost less than three comparisons a move.
        let reply = last.and_then(|last| self.replies[Self::index(pos, last)]);
        for (worth, known) in (Self::KILLER..).zip([reply, killers[1], killers[0]]) {
            if let Some(at) = known.and_then(|known| moves.iter().position(|&mv| mv == known)) {
                ranks[at] = worth;
            }
        }
    }

    /// `mv` cut off after the opponent's move in slot `last`, and `tried` did not.
    pub(super) fn cutoff(
        &mut self,
        pos: &P,
        mv: P::Move,
        last: usize,
        depth: i32,
        tried: impl Iterator<Item = P::Move>,
        options: &Options,
    ) {
        if options.history {
            let bonus = (depth * depth).min(400);
            self.nudge(Self::index(pos, pos.slot(mv)), bonus);
            tried.for_each(|other| self.nudge(Self::index(pos, pos.slot(other)), -bonus));
        }
        if options.counter_moves {
            self.replies[Self::index(pos, last)] = Some(mv);
        }
    }

    /// Moves a counter towards `MAX` or `-MAX`, the slower the nearer it is.
    #[inline]
    fn nudge(&mut self, index: usize, by: i32) {
        let worth = &mut self.worth[index];
        *worth += by - *worth * by.abs() / Self::MAX;
    }

    /// Forgets what `options` do not use, so that one engine's options may change between searches.
    pub(super) fn keep_only(&mut self, options: &Options) {
        if !options.history {
            self.worth.fill(0);
        }
        if !options.counter_moves {
            self.replies.fill(None);
        }
    }
}
