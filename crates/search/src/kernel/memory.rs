use super::{
    MAX_PLY,
    correction::Corrections,
    eval_cache::EvalCache,
    history::{Context, History},
    picker::Stacks,
    reductions::ReductionTable,
};
use crate::Options;
use game_core::{Player, Position, Score};

/// What the kernel keeps of one ply of the current line.
#[derive(Clone, Debug)]
pub(crate) struct Frame<M> {
    /// The slot of the move being tried here, for the reply's history.
    pub(super) slot: usize,
    /// Who makes that move: kept only where turns need not alternate.
    pub(super) turn: Player,
    /// That move is a null move.
    pub(super) null: bool,
    /// The moves before this node as its history sees them, set when its moves are ranked, or with
    /// a cutoff before that.
    pub(super) context: Context,
    /// The static evaluation, where it can be trusted.
    pub(super) static_eval: Option<Score>,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<M>,
    /// The node is being searched from within itself, to verify or for ProbCut: nothing is pruned
    /// here, and no proof is asked for.
    pub(super) nested: bool,
    /// A cutoff is expected here, as it is wherever the parent expects none.
    pub(super) expected_cut: bool,
    /// How many nodes at this ply have cut off since the ply two before was entered.
    pub(super) cutoffs: u32,
    /// How many noisy moves have been put off, and how many of those have been tried since.
    pub(super) deferred: [usize; 2],
    /// The moves that a preselection here keeps.
    pub(super) preselected: Vec<(Score, M)>,
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
    pub(super) evals: EvalCache,
    pub(super) corrections: Corrections,
    pub(super) deepest: usize,
}

impl<P: Position> Memory<P> {
    pub(crate) fn new() -> Self {
        let frame = Frame {
            slot: 0,
            turn: Player::First,
            null: false,
            context: Context::default(),
            static_eval: None,
            excluded: None,
            nested: false,
            expected_cut: false,
            cutoffs: 0,
            deferred: [0; 2],
            preselected: Vec::new(),
            killers: [None; 2],
            pv: Vec::new(),
        };
        let history = History::new();
        let reductions = ReductionTable::default();
        let evals = EvalCache::default();
        Self {
            history,
            stacks: Stacks::EMPTY,
            frames: vec![frame; MAX_PLY + 2],
            reductions,
            evals,
            corrections: Corrections::default(),
            deepest: 0,
        }
    }

    /// Prepares a search under `options`, also after one that was stopped half way.
    pub(crate) fn new_search(&mut self, options: &Options) {
        self.history.age();
        self.history.configure(options);
        self.reductions.set(options.late_moves);
        self.evals.resize(options.score_cache);
        self.corrections.configure(options.correction);
        self.stacks.clear();
        self.deepest = 0;
        for frame in &mut self.frames {
            frame.null = false;
            frame.excluded = None;
            frame.nested = false;
            frame.killers = [None; 2];
            frame.static_eval = None;
        }
    }

    /// The moves before `pos`, a node at `ply`, as its history sees them.
    #[inline]
    pub(super) fn context(&self, pos: &P, ply: usize) -> Context {
        self.history.context(pos, |back| {
            let before = ply.checked_sub(back)?;
            let Frame { slot, turn, .. } = self.frames[before];
            let own = if P::TURNS_ALTERNATE {
                back % 2 == 0
            } else {
                turn == pos.turn()
            };
            Some((slot, own))
        })
    }

    /// `mv` is about to be tried in `pos`, a node at `ply`.
    #[inline]
    pub(super) fn try_move(&mut self, pos: &P, ply: usize, mv: P::Move) {
        self.frames[ply].slot = pos.slot(mv);
        self.set_turn(pos, ply);
    }

    /// A node at `ply` is entered.
    #[inline]
    pub(super) fn set_turn(&mut self, pos: &P, ply: usize) {
        if !P::TURNS_ALTERNATE {
            self.frames[ply].turn = pos.turn();
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
    /// Bytes that each search thread keeps beside the shared table: history, and where they are on,
    /// the evaluation cache and correction history. A few KiB of frames are not counted.
    pub fn bytes_per_thread<P: Position>(&self) -> usize {
        let corrections = if self.correction {
            Corrections::BYTES
        } else {
            0
        };
        History::<P>::bytes(self) + EvalCache::bytes(self.score_cache) + corrections
    }
}
