use super::{MAX_PLY, history::History, picker::Stacks, reduction::ReductionTable, scores::Scores};
use crate::Options;
use game_core::{Position, Score};

/// What the kernel remembers of one ply of the line.
#[derive(Clone, Debug)]
pub(crate) struct Frame<M> {
    /// The slot of the move being tried here, for the reply's history.
    pub(super) slot: usize,
    /// That move is a null move.
    pub(super) null: bool,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<M>,
    /// The node is being searched by itself, to confirm or foretell: nothing is pruned here, and no
    /// proof asked for.
    pub(super) nested: bool,
    /// A cutoff is expected here, as it is wherever the parent expects none.
    pub(super) cut: bool,
    /// The moves that a preselection here keeps.
    pub(super) kept: Vec<(Score, M)>,
    pub(super) killers: [Option<M>; 2],
    /// The principal variation from here: a row of the triangle.
    pub(super) pv: Vec<M>,
}

/// Everything a search allocates, kept between searches.
#[derive(Clone, Debug)]
pub(crate) struct Memory<P: Position> {
    pub(super) history: History<P>,
    pub(super) stacks: Stacks<P::Move>,
    pub(super) frames: Vec<Frame<P::Move>>,
    pub(super) reductions: ReductionTable,
    pub(super) scores: Scores,
    pub(super) deepest: usize,
}

impl<P: Position> Memory<P> {
    pub(crate) fn new() -> Self {
        let frame = Frame {
            slot: 0,
            null: false,
            excluded: None,
            nested: false,
            cut: false,
            kept: Vec::new(),
            killers: [None; 2],
            pv: Vec::new(),
        };
        let history = History::new();
        let reductions = ReductionTable::default();
        let scores = Scores::default();
        Self {
            history,
            stacks: Stacks::EMPTY,
            frames: vec![frame; MAX_PLY + 2],
            reductions,
            scores,
            deepest: 0,
        }
    }

    /// Makes ready for a search under `options`, also after one that was stopped half way.
    pub(crate) fn new_search(&mut self, options: &Options) {
        self.history.fade();
        self.history.keep_only(options);
        self.reductions.follow(options.late_moves);
        self.scores.resize(options.score_cache);
        self.stacks.clear();
        self.deepest = 0;
        for frame in &mut self.frames {
            (frame.null, frame.excluded, frame.nested, frame.killers) =
                (false, None, false, [None; 2]);
        }
    }

    /// The row at `ply` becomes `mv` and the row below.
    #[inline]
    pub(super) fn update_pv(&mut self, ply: usize, mv: P::Move) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let row = &mut above[ply].pv;
        row.clear();
        row.push(mv);
        row.extend_from_slice(&below[0].pv);
    }
}

impl Options {
    /// How many bytes each thread of a search of that game comes to keep beside the shared table:
    /// counters of history, and the cache of scores where there is one. A few KiB of the line's own
    /// are not counted.
    pub fn bytes_a_thread<P: Position>(&self) -> usize {
        History::<P>::bytes(self) + Scores::bytes(self.score_cache)
    }
}
