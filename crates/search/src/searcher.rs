use crate::{Control, Limits, Report, Request};
use game_core::Position;
use std::fmt;

/// Anything that can be asked for a move: the face that the arena, sessions and examples see.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Mcts, Minimax, Searcher};
/// let eval = || from_fn(Othello::margin);
/// let searchers: [Box<dyn Searcher<Othello>>; 3] =
///     [Box::new(Minimax::new(eval())), Box::new(AlphaBeta::new(eval())), Box::new(Mcts::new(eval()))];
/// for mut searcher in searchers {
///     let report = searcher.think(&Othello::START, Limits::depth(3).with_nodes(500));
///     let best = report.best().ok_or("there are four moves")?;
///     assert_eq!(Othello::START.check(best), Ok(best));
/// }
/// # Ok::<(), &str>(())
/// ```
pub trait Searcher<P: Position>: Send {
    /// Answers `request`, reporting every finished iteration to `progress`.
    ///
    /// Whatever the limits, and even if stopped before it began, the report holds a legal move if
    /// the request allows one.
    fn search(
        &mut self,
        request: &Request<'_, P>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move>;

    /// Forgets what was learnt from the last game.
    fn new_game(&mut self);

    /// Searches `pos` within `limits`, unwatched and not to be stopped.
    fn think(&mut self, pos: &P, limits: Limits) -> Report<P::Move> {
        self.search(&Request::new(pos, limits), &Control::default(), &mut |_| {})
    }
}

impl<P: Position> fmt::Debug for dyn Searcher<P> + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").finish_non_exhaustive()
    }
}

impl<P: Position, S: Searcher<P> + ?Sized> Searcher<P> for Box<S> {
    fn search(
        &mut self,
        request: &Request<'_, P>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        (**self).search(request, control, progress)
    }
    fn new_game(&mut self) {
        (**self).new_game();
    }
}
