use crate::Options;
use game_core::Position;

/// Which quiet moves cut off elsewhere: a counter per side and slot, another per move of the opponent that came before,
/// and the reply to each move that last refuted it.
#[derive(Clone, Debug)]
pub(crate) struct History<P: Position> {
    worth: Vec<i32>,
    /// A row of slots for each side and last move, as many as there is room for; empty until it is wanted.
    after: Vec<i16>,
    replies: Vec<Option<P::Move>>,
}

impl<P: Position> History<P> {
    const MAX: i32 = 1 << 14;
    const KILLER: i32 = 1 << 24;
    /// The most counters after last moves: 4 MiB.
    const AFTER: usize = 1 << 21;

    pub(super) fn new() -> Self {
        Self { worth: vec![0; 2 * P::SLOTS], after: Vec::new(), replies: vec![None; 2 * P::SLOTS] }
    }

    /// Lets a new search unlearn the last one.
    pub(super) fn fade(&mut self) {
        self.worth.iter_mut().for_each(|worth| *worth /= 8);
        self.after.iter_mut().for_each(|worth| *worth /= 8);
    }

    #[inline]
    fn index(pos: &P, slot: usize) -> usize {
        pos.turn().index() * P::SLOTS + slot
    }

    /// Where the counters after a last move in slot `last` begin. Where there are too many, some share their row.
    #[inline]
    fn row(&self, pos: &P, last: usize) -> usize {
        let (row, rows) = (Self::index(pos, last), self.after.len() / P::SLOTS);
        // Nearly always there is room, and a division is dear.
        (if row < rows { row } else { row % rows }) * P::SLOTS
    }

    /// How `mv` has done, from `-MAX` to `MAX`.
    #[inline]
    pub(super) fn worth(&self, pos: &P, mv: P::Move) -> i32 {
        self.worth[Self::index(pos, pos.slot(mv))]
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
        match last.filter(|_| !self.after.is_empty()) {
            None => ranks.extend(moves.iter().map(|&mv| side[pos.slot(mv)])),
            Some(last) => {
                let row = &self.after[self.row(pos, last)..][..P::SLOTS];
                ranks.extend(moves.iter().map(|&mv| side[pos.slot(mv)] + i32::from(row[pos.slot(mv)])));
            }
        }
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
        tried: impl Iterator<Item = P::Move> + Clone,
        options: &Options,
    ) {
        let bonus = (depth * depth).min(400);
        if !self.after.is_empty() {
            let row = self.row(pos, last);
            let row = &mut self.after[row..][..P::SLOTS];
            let mut nudge = |mv: P::Move, by| {
                let worth = &mut row[pos.slot(mv)];
                *worth = Self::nudged((*worth).into(), by) as i16;
            };
            nudge(mv, bonus);
            tried.clone().for_each(|other| nudge(other, -bonus));
        }
        if options.history {
            self.nudge(Self::index(pos, pos.slot(mv)), bonus);
            tried.for_each(|other| self.nudge(Self::index(pos, pos.slot(other)), -bonus));
        }
        if options.counter_moves {
            self.replies[Self::index(pos, last)] = Some(mv);
        }
    }

    /// A counter moved towards `MAX` or `-MAX`, the slower the nearer it is.
    #[inline]
    fn nudged(worth: i32, by: i32) -> i32 {
        worth + by - worth * by.abs() / Self::MAX
    }

    #[inline]
    fn nudge(&mut self, index: usize, by: i32) {
        self.worth[index] = Self::nudged(self.worth[index], by);
    }

    /// Forgets what `options` do not use, and makes room for what they do, so that one engine's options may change between searches.
    pub(super) fn keep_only(&mut self, options: &Options) {
        if !options.history {
            self.worth.fill(0);
        }
        if !options.continuation {
            self.after = Vec::new();
        } else if self.after.is_empty() {
            self.after = vec![0; (2 * P::SLOTS).min(Self::AFTER / P::SLOTS).max(1) * P::SLOTS];
        }
        if !options.counter_moves {
            self.replies.fill(None);
        }
    }
}
