use crate::Options;
use game_core::Position;

/// Which quiet moves cut off elsewhere: main history by side and slot, continuation history by the
/// opponent's last move, and the counter-move that last refuted each move.
#[derive(Clone, Debug)]
pub(crate) struct History<P: Position> {
    main: Vec<i32>,
    /// A row of slots for each side and last move, as many rows as fit; empty while unused.
    continuation: Vec<i16>,
    counter_moves: Vec<Option<P::Move>>,
}

impl<P: Position> History<P> {
    const MAX: i32 = 1 << 14;
    const KILLER: i32 = 1 << 24;
    /// At most this many counters of continuation history: 4 MiB.
    const MAX_CONTINUATION: usize = 1 << 21;

    pub(super) fn new() -> Self {
        Self {
            main: vec![0; 2 * P::SLOTS],
            continuation: Vec::new(),
            counter_moves: vec![None; 2 * P::SLOTS],
        }
    }

    /// Counters of continuation history, where it is used.
    fn continuation_len() -> usize {
        (2 * P::SLOTS).min(Self::MAX_CONTINUATION / P::SLOTS).max(1) * P::SLOTS
    }

    /// How many bytes a search under `options` keeps here.
    pub(super) fn bytes(options: &Options) -> usize {
        let after = if options.continuation {
            Self::continuation_len() * size_of::<i16>()
        } else {
            0
        };
        2 * P::SLOTS * (size_of::<i32>() + size_of::<Option<P::Move>>()) + after
    }

    /// Ages what earlier searches learnt.
    pub(super) fn age(&mut self) {
        self.main.iter_mut().for_each(|worth| *worth /= 8);
        self.continuation.iter_mut().for_each(|worth| *worth /= 8);
    }

    #[inline]
    fn index(pos: &P, slot: usize) -> usize {
        pos.turn().index() * P::SLOTS + slot
    }

    /// Where the continuation history of a last move in slot `last` begins. Where there are too
    /// many rows, some are shared.
    #[inline]
    fn row(&self, pos: &P, last: usize) -> usize {
        let row = Self::index(pos, last);
        let rows = self.continuation.len() / P::SLOTS;
        // Nearly always there is room, and a division is slow.
        (if row < rows { row } else { row % rows }) * P::SLOTS
    }

    /// Main history of `mv`, from `-MAX` to `MAX`.
    #[inline]
    pub(super) fn main(&self, pos: &P, mv: P::Move) -> i32 {
        self.main[Self::index(pos, pos.slot(mv))]
    }

    /// Ranks `moves` in answer to the opponent's last move, in slot `last`.
    #[inline(always)]
    pub(super) fn rank(
        &self,
        pos: &P,
        moves: &[P::Move],
        last: Option<usize>,
        killers: &[Option<P::Move>; 2],
        ranks: &mut Vec<i32>,
    ) {
        let side = &self.main[Self::index(pos, 0)..][..P::SLOTS];
        ranks.clear();
        match last.filter(|_| !self.continuation.is_empty()) {
            None => ranks.extend(moves.iter().map(|&mv| side[pos.slot(mv)])),
            Some(last) => {
                let row = &self.continuation[self.row(pos, last)..][..P::SLOTS];
                ranks.extend(
                    moves
                        .iter()
                        .map(|&mv| side[pos.slot(mv)] + i32::from(row[pos.slot(mv)])),
                );
            }
        }
        // Three searches for one move each cost less than three comparisons a move.
        let reply = last.and_then(|last| self.counter_moves[Self::index(pos, last)]);
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
        if !self.continuation.is_empty() {
            let row = self.row(pos, last);
            let row = &mut self.continuation[row..][..P::SLOTS];
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
            self.counter_moves[Self::index(pos, last)] = Some(mv);
        }
    }

    /// A counter moved towards `MAX` or `-MAX`, the slower the nearer it is.
    #[inline]
    fn nudged(worth: i32, by: i32) -> i32 {
        worth + by - worth * by.abs() / Self::MAX
    }

    #[inline]
    fn nudge(&mut self, index: usize, by: i32) {
        self.main[index] = Self::nudged(self.main[index], by);
    }

    /// Clears what `options` do not use, and allocates what they do: options may change between
    /// searches.
    pub(super) fn configure(&mut self, options: &Options) {
        if !options.history {
            self.main.fill(0);
        }
        if !options.continuation {
            self.continuation = Vec::new();
        } else if self.continuation.is_empty() {
            self.continuation = vec![0; Self::continuation_len()];
        }
        if !options.counter_moves {
            self.counter_moves.fill(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Outcome, Player};

    /// A position of which only the turn and the slots matter.
    #[derive(Clone)]
    struct Turn(Player);

    impl Position for Turn {
        type Move = u8;
        type Undo = ();
        const SLOTS: usize = 8;

        fn turn(&self) -> Player {
            self.0
        }
        fn slot(&self, mv: u8) -> usize {
            mv.into()
        }
        fn key(&self) -> u64 {
            0
        }
        fn decided(&self) -> Option<Outcome> {
            None
        }
        fn stuck(&self) -> Outcome {
            Outcome::Draw
        }
        fn generate(&self, _: &mut Vec<u8>) {}
        fn play(&mut self, _: u8) {}
        fn undo(&mut self, _: u8, (): ()) {}
        fn pack(mv: u8) -> u16 {
            mv.into()
        }
        fn unpack(&self, _: u16) -> Option<u8> {
            None
        }
    }

    const OURS: Turn = Turn(Player::First);
    const THEIRS: Turn = Turn(Player::Second);
    const MOVES: [u8; 5] = [0, 1, 2, 3, 4];
    const MAX: i32 = History::<Turn>::MAX;

    fn history(options: &Options) -> History<Turn> {
        let mut history = History::new();
        history.configure(options);
        history
    }

    /// Every counter at work but the replies.
    fn counting() -> Options {
        Options::default()
            .with_continuation(true)
            .with_counter_moves(false)
    }

    #[test]
    fn as_many_bytes_are_kept_as_are_told() {
        for options in [counting(), counting().with_continuation(false)] {
            let History {
                main,
                continuation,
                counter_moves,
            } = history(&options);
            let kept =
                size_of_val(&*main) + size_of_val(&*continuation) + size_of_val(&*counter_moves);
            assert_eq!(History::<Turn>::bytes(&options), kept, "{options:?}");
        }
    }

    /// What the history thinks of [`MOVES`] after a move in slot `last`.
    fn ranks(history: &History<Turn>, pos: &Turn, last: usize) -> [i32; 5] {
        let mut ranks = vec![99];
        history.rank(pos, &MOVES, Some(last), &[None; 2], &mut ranks);
        ranks.try_into().expect("one rank a move")
    }

    #[test]
    fn what_cut_off_is_praised_and_what_did_not_is_blamed() {
        let mut history = history(&counting());
        history.cutoff(&OURS, 2, 6, 5, [0, 4].into_iter(), &counting());
        // Twice the square of the depth: for the move itself, and for the move as an answer to the
        // last one.
        assert_eq!(ranks(&history, &OURS, 6), [-50, 0, 50, 0, -50]);
        assert_eq!(
            ranks(&history, &OURS, 7),
            [-25, 0, 25, 0, -25],
            "no answer to any other"
        );
        assert_eq!(
            (
                history.main(&OURS, 2),
                history.main(&OURS, 4),
                history.main(&OURS, 1)
            ),
            (25, -25, 0)
        );
        assert_eq!(
            (ranks(&history, &THEIRS, 6), history.main(&THEIRS, 2)),
            ([0; 5], 0),
            "the other side learns nothing"
        );
        // At the root there is no last move.
        let mut root = Vec::new();
        history.rank(&OURS, &MOVES, None, &[None; 2], &mut root);
        assert_eq!(root, [-25, 0, 25, 0, -25]);
        history.cutoff(&THEIRS, 1, 6, 1_000, [0].into_iter(), &counting());
        assert_eq!(
            ranks(&history, &THEIRS, 6),
            [-800, 800, 0, 0, 0],
            "one cutoff says only so much, however deep"
        );
        assert_eq!(ranks(&history, &OURS, 6), [-50, 0, 50, 0, -50]);
    }

    #[test]
    fn counters_approach_their_bounds_and_turn_back_sooner() {
        let mut history = history(&counting());
        let mut before = 0;
        for _ in 0..1_000 {
            history.cutoff(&OURS, 2, 6, 30, [0].into_iter(), &counting());
            let [low, _, high, ..] = ranks(&history, &OURS, 6);
            assert!(
                before <= high && high <= 2 * MAX && low == -high,
                "{high} after {before}, {low}"
            );
            before = high;
        }
        assert!(before > 2 * MAX - 200, "{before} of {}", 2 * MAX);
        history.cutoff(&OURS, 0, 6, 20, [2].into_iter(), &counting());
        let [low, _, high, ..] = ranks(&history, &OURS, 6);
        assert!(
            high < before - 2 * 400 && low == -high,
            "what everyone trusts loses more by one failure: {high}"
        );
    }

    #[test]
    fn a_new_search_remembers_an_eighth() {
        let mut history = history(&counting());
        history.cutoff(&OURS, 2, 6, 8, [0].into_iter(), &counting());
        history.age();
        assert_eq!(ranks(&history, &OURS, 6), [-16, 0, 16, 0, 0]);
    }

    #[test]
    fn killers_and_the_reply_come_before_all_history() {
        let options = counting().with_counter_moves(true);
        let mut history = history(&options);
        for _ in 0..1_000 {
            history.cutoff(&OURS, 2, 6, 30, [].into_iter(), &options);
        }
        history.cutoff(&OURS, 1, 6, 1, [].into_iter(), &options);
        let order = |history: &History<Turn>, pos: &Turn, last, killers| {
            let mut ranks = Vec::new();
            history.rank(pos, &MOVES, last, &killers, &mut ranks);
            let mut order = MOVES;
            order.sort_by_key(|&mv| std::cmp::Reverse(ranks[usize::from(mv)]));
            order
        };
        assert_eq!(
            order(&history, &OURS, Some(6), [Some(4), Some(3)]),
            [4, 3, 1, 2, 0]
        );
        assert_eq!(
            order(&history, &OURS, Some(6), [Some(4), None]),
            [4, 1, 2, 0, 3]
        );
        assert_eq!(
            order(&history, &OURS, Some(5), [None, Some(3)]),
            [3, 2, 1, 0, 4],
            "no reply to another move"
        );
        assert_eq!(
            order(&history, &OURS, Some(6), [Some(1), Some(7)]),
            [1, 2, 0, 3, 4],
            "one that is not there is no move"
        );
        assert_eq!(
            order(&history, &THEIRS, Some(6), [None, None]),
            MOVES,
            "nor to the other side's"
        );
        assert_eq!(order(&history, &OURS, None, [None, None]), [2, 1, 0, 3, 4]);
    }

    #[test]
    fn what_is_switched_off_is_neither_learnt_nor_kept() {
        let options = counting().with_counter_moves(true);
        let off = options
            .with_history(false)
            .with_continuation(false)
            .with_counter_moves(false);
        let mut learnt = history(&options);
        learnt.cutoff(&OURS, 2, 6, 5, [0].into_iter(), &options);
        assert_ne!(ranks(&learnt, &OURS, 6), [0; 5]);
        learnt.configure(&options);
        assert_eq!(ranks(&learnt, &OURS, 6)[0], -50, "what is wanted stays");
        learnt.configure(&off);
        assert_eq!(ranks(&learnt, &OURS, 6), [0; 5]);
        let mut idle = history(&off);
        idle.cutoff(&OURS, 2, 6, 5, [0].into_iter(), &off);
        assert_eq!((ranks(&idle, &OURS, 6), idle.main(&OURS, 2)), ([0; 5], 0));
    }
}
