use crate::Options;
use game_core::Position;

/// What is known of quiet moves from other nodes: main history by side and slot, continuation
/// history by earlier moves, and the counter-move that last refuted each move.
#[derive(Clone, Debug)]
pub(crate) struct History<P: Position> {
    main: Vec<i32>,
    /// A row of slots for each side and earlier move, of the opponent's and of one's own, as many
    /// rows as fit; empty while unused.
    continuation: Vec<i16>,
    /// How many earlier moves continuation history uses.
    depth: usize,
    counter_moves: Vec<Option<P::Move>>,
}

/// The moves before a node, as its history sees them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context {
    /// The slot of the last move; none at the root.
    pub(super) last: Option<usize>,
    /// Where the continuation history of each of the earlier moves begins.
    rows: [u32; BACK.len()],
}

/// How many plies before a node the moves were made that its continuation history looks at.
const BACK: [usize; 4] = [1, 2, 4, 6];

impl<P: Position> History<P> {
    const MAX: i32 = 1 << 14;
    const KILLER: i32 = 1 << 24;
    /// At most this many counters of continuation history: 16 MiB.
    const MAX_CONTINUATION: usize = 1 << 23;

    pub(super) fn new() -> Self {
        Self {
            main: vec![0; 2 * P::SLOTS],
            continuation: Vec::new(),
            depth: 0,
            counter_moves: vec![None; 2 * P::SLOTS],
        }
    }

    /// Counters of continuation history that looks `depth` moves back.
    fn continuation_len(depth: u32) -> usize {
        // The last row stands for moves that were not made, before the root: it stays empty.
        let rows = match depth {
            0 => return 0,
            1 => 2 * P::SLOTS + 1,
            _ => 4 * P::SLOTS + 1,
        };
        rows.min(Self::MAX_CONTINUATION / P::SLOTS).max(2) * P::SLOTS
    }

    /// How many bytes a search under `options` keeps here.
    pub(super) fn bytes(options: &Options) -> usize {
        let continuation = Self::continuation_len(options.continuation) * size_of::<i16>();
        2 * P::SLOTS * (size_of::<i32>() + size_of::<Option<P::Move>>()) + continuation
    }

    /// Ages main history between searches. Continuation history stays: it depends less on the
    /// position.
    pub(super) fn age(&mut self) {
        self.main.iter_mut().for_each(|worth| *worth /= 8);
    }

    #[inline]
    fn index(pos: &P, slot: usize) -> usize {
        pos.turn().index() * P::SLOTS + slot
    }

    /// The context of a node. `earlier(n)` is the slot of the move made `n` plies before it, and whether
    /// the player to move made it, if there is one. Rows beyond the memory limit are shared.
    #[inline]
    pub(super) fn context(
        &self,
        pos: &P,
        earlier: impl Fn(usize) -> Option<(usize, bool)>,
    ) -> Context {
        let mut context = Context {
            last: earlier(1).map(|(slot, _)| slot),
            ..Context::default()
        };
        if self.depth == 0 {
            return context;
        }
        let last = self.continuation.len() / P::SLOTS - 1;
        for (row, &back) in context.rows.iter_mut().zip(&BACK).take(self.depth) {
            let at = earlier(back).map_or(last, |(slot, own)| {
                let whose = if own { 2 * P::SLOTS } else { 0 };
                let at = whose + Self::index(pos, slot);
                // Nearly always there is room, and a division is slow.
                if at < last { at } else { at % last }
            });
            *row = (at * P::SLOTS) as u32;
        }
        context
    }

    /// The rows of continuation history in that context.
    #[inline]
    fn continuation(&self, context: &Context) -> impl Iterator<Item = &[i16]> {
        let rows = context.rows.iter().take(self.depth);
        rows.map(|&row| &self.continuation[row as usize..][..P::SLOTS])
    }

    /// The sum of main and continuation history of `mv`, each from `-MAX` to `MAX`.
    #[inline]
    pub(super) fn score(&self, pos: &P, mv: P::Move, context: &Context) -> i32 {
        let slot = pos.slot(mv);
        let rows = self.continuation(context);
        let continuation: i32 = rows.map(|row| i32::from(row[slot])).sum();
        self.main[Self::index(pos, slot)] + continuation
    }

    /// Ranks `moves`.
    #[inline(always)]
    pub(super) fn rank(
        &self,
        pos: &P,
        moves: &[P::Move],
        context: &Context,
        killers: &[Option<P::Move>; 2],
        ranks: &mut Vec<i32>,
    ) {
        let side = &self.main[Self::index(pos, 0)..][..P::SLOTS];
        ranks.clear();
        ranks.extend(moves.iter().map(|&mv| side[pos.slot(mv)]));
        for row in self.continuation(context) {
            for (&mv, rank) in moves.iter().zip(&mut *ranks) {
                *rank += i32::from(row[pos.slot(mv)]);
            }
        }
        // Three searches for one move each cost less than three comparisons a move.
        let reply = context
            .last
            .and_then(|last| self.counter_moves[Self::index(pos, last)]);
        for (worth, known) in (Self::KILLER..).zip([reply, killers[1], killers[0]]) {
            if let Some(at) = known.and_then(|known| moves.iter().position(|&mv| mv == known)) {
                ranks[at] = worth;
            }
        }
    }

    /// `mv` cut off with `depth` left, and `tried` did not.
    pub(super) fn cutoff(
        &mut self,
        pos: &P,
        mv: P::Move,
        context: &Context,
        depth: i32,
        tried: impl Iterator<Item = P::Move> + Clone,
        options: &Options,
    ) {
        let bonus = options.history_bonus.at(depth);
        let none = self.continuation.len().saturating_sub(P::SLOTS);
        let rows = context.rows.iter().take(self.depth);
        for &row in rows.filter(|&&row| row as usize != none) {
            let row = &mut self.continuation[row as usize..][..P::SLOTS];
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
        if let Some(last) = context.last
            && options.counter_moves
        {
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
        self.depth = BACK.len().min(options.continuation as usize);
        let len = Self::continuation_len(options.continuation);
        if self.continuation.len() != len {
            self.continuation = vec![0; len];
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
            .with_continuation(2)
            .with_counter_moves(false)
    }

    #[test]
    fn as_many_bytes_are_kept_as_are_told() {
        for options in [counting(), counting().with_continuation(0)] {
            let History {
                main,
                continuation,
                counter_moves,
                ..
            } = history(&options);
            let kept =
                size_of_val(&*main) + size_of_val(&*continuation) + size_of_val(&*counter_moves);
            assert_eq!(History::<Turn>::bytes(&options), kept, "{options:?}");
        }
    }

    /// After a move of the opponent's in slot `last`, and none before.
    fn after(history: &History<Turn>, pos: &Turn, last: usize) -> Context {
        history.context(pos, |back| (back == 1).then_some((last, false)))
    }

    /// A cutoff in that context.
    fn cutoff(
        history: &mut History<Turn>,
        (pos, mv, last): (&Turn, u8, usize),
        depth: i32,
        tried: &[u8],
        options: &Options,
    ) {
        let context = after(history, pos, last);
        history.cutoff(pos, mv, &context, depth, tried.iter().copied(), options);
    }

    /// Main history of `mv`.
    fn main(history: &History<Turn>, pos: &Turn, mv: u8) -> i32 {
        history.main[History::<Turn>::index(pos, mv.into())]
    }

    /// What the history thinks of [`MOVES`] after a move in slot `last`.
    fn ranks(history: &History<Turn>, pos: &Turn, last: usize) -> [i32; 5] {
        let mut ranks = vec![99];
        let context = after(history, pos, last);
        history.rank(pos, &MOVES, &context, &[None; 2], &mut ranks);
        ranks.try_into().expect("one rank a move")
    }

    #[test]
    fn what_cut_off_is_praised_and_what_did_not_is_blamed() {
        let mut history = history(&counting());
        cutoff(&mut history, (&OURS, 2, 6), 5, &[0, 4], &counting());
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
                main(&history, &OURS, 2),
                main(&history, &OURS, 4),
                main(&history, &OURS, 1)
            ),
            (25, -25, 0)
        );
        assert_eq!(
            (ranks(&history, &THEIRS, 6), main(&history, &THEIRS, 2)),
            ([0; 5], 0),
            "the other side learns nothing"
        );
        // At the root there is no last move.
        let mut root = Vec::new();
        let context = history.context(&OURS, |_| None);
        history.rank(&OURS, &MOVES, &context, &[None; 2], &mut root);
        assert_eq!(root, [-25, 0, 25, 0, -25]);
        cutoff(&mut history, (&THEIRS, 1, 6), 1_000, &[0], &counting());
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
            cutoff(&mut history, (&OURS, 2, 6), 30, &[0], &counting());
            let [low, _, high, ..] = ranks(&history, &OURS, 6);
            assert!(
                before <= high && high <= 2 * MAX && low == -high,
                "{high} after {before}, {low}"
            );
            before = high;
        }
        assert!(before > 2 * MAX - 200, "{before} of {}", 2 * MAX);
        cutoff(&mut history, (&OURS, 0, 6), 20, &[2], &counting());
        let [low, _, high, ..] = ranks(&history, &OURS, 6);
        assert!(
            high < before - 2 * 400 && low == -high,
            "what everyone trusts loses more by one failure: {high}"
        );
    }

    #[test]
    fn a_new_search_remembers_an_eighth_of_main_history_alone() {
        let mut history = history(&counting());
        cutoff(&mut history, (&OURS, 2, 6), 8, &[0], &counting());
        history.age();
        assert_eq!(ranks(&history, &OURS, 6), [-72, 0, 72, 0, 0]);
    }

    #[test]
    fn moves_are_ranked_by_ones_own_last_move_too() {
        let mut history = history(&counting());
        let context = |history: &History<Turn>, own| {
            history.context(&OURS, |back| (back == 2).then_some((own, true)))
        };
        let context_of_cutoff = context(&history, 5);
        let none = [].into_iter();
        history.cutoff(&OURS, 2, &context_of_cutoff, 5, none, &counting());
        assert_eq!(history.score(&OURS, 2, &context(&history, 5)), 25 + 25);
        assert_eq!(history.score(&OURS, 2, &context(&history, 6)), 25);
        let answer = after(&history, &OURS, 5);
        assert_eq!(
            history.score(&OURS, 2, &answer),
            25,
            "the opponent's is another"
        );
        history.configure(&counting().with_continuation(1));
        assert_eq!(history.score(&OURS, 2, &context(&history, 5)), 25);
    }

    #[test]
    fn killers_and_the_reply_come_before_all_history() {
        let options = counting().with_counter_moves(true);
        let mut history = history(&options);
        for _ in 0..1_000 {
            cutoff(&mut history, (&OURS, 2, 6), 30, &[], &options);
        }
        cutoff(&mut history, (&OURS, 1, 6), 1, &[], &options);
        let order = |history: &History<Turn>, pos: &Turn, last: Option<usize>, killers| {
            let mut ranks = Vec::new();
            let context = history.context(pos, |back| {
                let last = last.filter(|_| back == 1)?;
                Some((last, false))
            });
            history.rank(pos, &MOVES, &context, &killers, &mut ranks);
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
            .with_continuation(0)
            .with_counter_moves(false);
        let mut learnt = history(&options);
        cutoff(&mut learnt, (&OURS, 2, 6), 5, &[0], &options);
        assert_ne!(ranks(&learnt, &OURS, 6), [0; 5]);
        learnt.configure(&options);
        assert_eq!(ranks(&learnt, &OURS, 6)[0], -50, "what is wanted stays");
        learnt.configure(&off);
        assert_eq!(ranks(&learnt, &OURS, 6), [0; 5]);
        let mut idle = history(&off);
        cutoff(&mut idle, (&OURS, 2, 6), 5, &[0], &off);
        assert_eq!((ranks(&idle, &OURS, 6), main(&idle, &OURS, 2)), ([0; 5], 0));
    }
}
