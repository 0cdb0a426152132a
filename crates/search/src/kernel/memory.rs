use super::{MAX_PLY, history::History, picker::Stacks};
use crate::Options;
use game_core::Position;

/// What the kernel remembers of one ply of the line.
#[derive(Clone, Debug)]
pub(crate) struct Frame<M> {
    /// The slot of the move being tried here, for the reply's history.
    pub(super) slot: usize,
    /// That move is a null move.
    pub(super) null: bool,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<M>,
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
    pub(super) deepest: usize,
}

impl<P: Position> Memory<P> {
    pub(crate) fn new() -> Self {
        let frame = Frame { slot: 0, null: false, excluded: None, killers: [None; 2], pv: Vec::new() };
        Self { history: History::new(), stacks: Stacks::EMPTY, frames: vec![frame; MAX_PLY + 2], deepest: 0 }
    }

    /// Makes ready for a search under `options`, also after one that was stopped half way.
    pub(crate) fn new_search(&mut self, options: &Options) {
        self.history.fade();
        self.history.keep_only(options);
        self.stacks.clear();
        self.deepest = 0;
        for frame in &mut self.frames {
            (frame.null, frame.excluded, frame.killers) = (false, None, [None; 2]);
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
