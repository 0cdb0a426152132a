mod numbers;
mod search;
mod table;

use crate::{
    Bound, Budget, Control, Limits, Report, Request, RootMove, Searcher, Stopped, Variation,
};
use game_core::{Outcome, Player, Position, Score};
use search::Search;
use std::marker::PhantomData;
use table::ProofTable;
use web_time::Instant;

/// What a proof search has found out.
///
/// ```
/// use game_core::Player;
/// use othello_bitboard::Othello;
/// use search::{Control, Dfpn, DfpnVerdict, Limits};
/// // White has no disc left once Black has played on c1.
/// let game: Othello = "XO-------------------------------------------------------------- X".parse()?;
/// let mut search = Dfpn::with_bytes(1 << 16);
/// let mut asked = |game: &Othello, player, limits| search.prove(game, player, limits, &Control::default()).verdict;
/// assert_eq!(asked(&game, Player::First, Limits::none()), DfpnVerdict::Proved);
/// assert_eq!(asked(&game, Player::Second, Limits::none()), DfpnVerdict::Disproved);
/// // A hundred nodes tell nothing of a whole game.
/// assert_eq!(asked(&Othello::START, Player::First, Limits::nodes(100)), DfpnVerdict::Unknown);
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DfpnVerdict {
    /// The player asked about can force a win.
    Proved,
    /// He cannot, however he plays.
    Disproved,
    /// The limits came first, or an answer that depends on the path: a repetition, or the greatest
    /// ply.
    Unknown,
}

/// The answer of [`Dfpn::prove`].
///
/// ```
/// use game_core::{Notation, Player};
/// use othello_bitboard::Othello;
/// use search::{Control, Dfpn, Limits};
/// // White has to pass, and has no disc left once Black has played on c1.
/// let game: Othello = "XO-------------------------------------------------------------- O".parse()?;
/// let mut search = Dfpn::with_bytes(1 << 16);
/// let solution = search.prove(&game, Player::First, Limits::none(), &Control::default());
/// assert_eq!(game.format_moves(&solution.line), ["pass", "c1"]);
/// assert_eq!(solution.plies, 2);
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DfpnSolution<M> {
    /// Whether the win can be forced.
    pub verdict: DfpnVerdict,
    /// If it can, a line of it: good for the attacker, though not always the shortest, against long
    /// resistance. It breaks off where the limits came in the way of telling it.
    pub line: Vec<M>,
    /// If it can, the plies within which it is forced.
    pub plies: usize,
    /// Positions visited.
    pub nodes: u64,
}

/// Depth-first proof-number search: whether a player can force a win, without an evaluator.
///
/// Df-pn (Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002) always
/// turns to the leaf that most needs proving, in the order of a depth-first search and in bounded
/// memory; with the 1 + ε trick (Pawlewicz and Lew, *Improving depth-first PN-search*, 2007), and a
/// position's moves counted as the first guess of its disproof number. Good at long forced lines in
/// narrow trees, and at nothing else.
///
/// It asks no guide and no evaluator: a proof must hold against every reply, so that no move may be
/// left out, and the numbers themselves choose the order. By how much a game is won it does not
/// say.
///
/// Everything but a win, a draw too, disproves. A position that repeats one on the path, and a
/// verdict of the rules that looks back along it, are taken for no win. So a proof is sound, and
/// never leads back; a disproof that rests on such a position is [`Unknown`](DfpnVerdict::Unknown), for
/// by another path it might not hold (the graph-history interaction problem). One table serves one
/// game under one set of rules.
///
/// As a [`Searcher`] it asks whether the player to move wins, and if not, whether the opponent
/// does: the score is that of a win, loss or draw where it finds out, with what it has shown as its
/// bound, and says nothing where it does not. It tells one line, however many are asked for, since
/// it does not compare them. A depth limits the length of the lines; so does a number of plies to
/// win within, under which it does not ask about the opponent.
///
/// ```
/// use game_core::{Outcome, Player, Position};
/// use search::{Control, Dfpn, Limits, DfpnVerdict};
/// # #[derive(Clone)]
/// # struct Heap(u8);
/// # impl Position for Heap {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     const SLOTS: usize = 4;
/// #     fn turn(&self) -> Player { if self.0 % 2 == 0 { Player::First } else { Player::Second } }
/// #     fn key(&self) -> u64 { self.0.into() }
/// #     fn decided(&self) -> Option<Outcome> { (self.0 / 2 == 0).then_some(Outcome::Loss) }
/// #     fn stuck(&self) -> Outcome { Outcome::Loss }
/// #     fn generate(&self, moves: &mut Vec<u8>) { moves.extend(1..=(self.0 / 2).min(3)) }
/// #     fn play(&mut self, mv: u8) { self.0 = (self.0 - 2 * mv) ^ 1 }
/// #     fn undo(&mut self, mv: u8, (): ()) { self.0 = (self.0 ^ 1) + 2 * mv }
/// #     fn slot(&self, mv: u8) -> usize { mv.into() }
/// # }
/// // Take one to three counters of thirteen; whoever takes the last one wins.
/// let heap = Heap(2 * 13);
/// let mut search = Dfpn::new();
/// let solution = search.prove(&heap, Player::First, Limits::none(), &Control::default());
/// assert_eq!((solution.verdict, solution.line.first()), (DfpnVerdict::Proved, Some(&1)));
/// let solution = search.prove(&heap, Player::Second, Limits::none(), &Control::default());
/// assert_eq!(solution.verdict, DfpnVerdict::Disproved);
/// ```
#[derive(Clone, Debug)]
pub struct Dfpn<P> {
    table: ProofTable,
    game: PhantomData<fn(P)>,
}

impl<P> Default for Dfpn<P> {
    fn default() -> Self {
        Self::with_bytes(16 << 20)
    }
}

impl<P> Dfpn<P> {
    /// The name it goes by beside [`Algorithm::name`](crate::Algorithm::name).
    pub const NAME: &'static str = "dfpn";

    /// A search with a table of 16 MiB, to [`MAX_PLY`](crate::MAX_PLY) plies.
    pub fn new() -> Self {
        Self::default()
    }

    /// A search with a table of at most `bytes`, but room for four positions.
    pub fn with_bytes(bytes: usize) -> Self {
        Self {
            table: ProofTable::with_bytes(bytes),
            game: PhantomData,
        }
    }
}

impl<P: Position> Dfpn<P> {
    /// Whether `winner` can force a win from `pos`.
    pub fn prove(
        &mut self,
        pos: &P,
        winner: Player,
        limits: Limits,
        control: &Control,
    ) -> DfpnSolution<P::Move> {
        let mut budget = Budget::new(&limits, control);
        let mut moves = Vec::new();
        if let Some(outcome) = pos.legal_moves(&mut moves) {
            let won = outcome.winner(pos.turn()) == Some(winner);
            let verdict = if won {
                DfpnVerdict::Proved
            } else {
                DfpnVerdict::Disproved
            };
            return DfpnSolution {
                verdict,
                line: Vec::new(),
                plies: 0,
                nodes: 0,
            };
        }
        self.settle(
            &Request::new(pos, limits),
            &moves,
            false,
            winner,
            &mut budget,
        )
        .solution
    }

    fn settle(
        &mut self,
        request: &Request<'_, P>,
        roots: &[P::Move],
        partial: bool,
        winner: Player,
        budget: &mut Budget<'_>,
    ) -> Settled<P::Move> {
        let max_ply = request.limits.longest();
        let pos = request.pos.clone();
        let attacks = pos.turn() == winner;
        let before = budget.nodes();
        let mut search = Search::new(
            pos,
            winner,
            &mut self.table,
            budget,
            max_ply,
            roots,
            partial,
        );
        let found = search.run();
        let deepest = search.deepest;
        // The move most likely to win, or to hold out.
        let likely = search
            .root_children()
            .iter()
            .min_by_key(|child| child.numbers.delta)
            .map(|child| child.mv);
        let mut line = Vec::new();
        let mut plies = 0;
        let verdict = match found {
            Ok(numbers) if numbers.reached() == Some(attacks) => {
                plies = numbers.plies.into();
                // If there is no time to tell it, it is proved all the same.
                search.line(&mut line).unwrap_or_default();
                DfpnVerdict::Proved
            }
            Ok(numbers) if !numbers.tainted => DfpnVerdict::Disproved,
            Ok(_) | Err(Stopped) => DfpnVerdict::Unknown,
        };
        let spent = search.spent;
        let nodes = budget.nodes() - before;
        Settled {
            solution: DfpnSolution {
                verdict,
                line,
                plies,
                nodes,
            },
            likely,
            deepest,
            spent,
        }
    }
}

/// A solution, and what a searcher wants to know besides.
struct Settled<M> {
    solution: DfpnSolution<M>,
    likely: Option<M>,
    deepest: usize,
    /// Positions visited below each root move.
    spent: Vec<u64>,
}

impl<P: Position> Searcher<P> for Dfpn<P> {
    fn search(
        &mut self,
        request: &Request<'_, P>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let start = Instant::now();
        let mut budget = Budget::new(&request.limits, control);
        let mut report = Report::empty();
        let mut moves = Vec::new();
        if let Some(outcome) = request.pos.legal_moves(&mut moves) {
            return Report::finished(Score::terminal(outcome, 0));
        }
        let all = moves.len();
        moves.retain(|mv| request.allows(mv));
        let Some(&first) = moves.first() else {
            return report;
        };
        let partial = moves.len() < all;
        let turn = request.pos.turn();
        let mut answer = Variation::unknown(first);

        let attack = self.settle(request, &moves, partial, turn, &mut budget);
        report.selective_depth = attack.deepest as u32;
        report.roots = moves
            .iter()
            .zip(attack.spent)
            .map(|(&mv, nodes)| RootMove { mv, nodes })
            .collect();
        if let Some(mv) = attack.likely {
            answer.moves = vec![mv];
        }
        match attack.solution.verdict {
            DfpnVerdict::Proved => {
                let score = Score::terminal(Outcome::Win, attack.solution.plies);
                let moves = if attack.solution.line.is_empty() {
                    answer.moves
                } else {
                    attack.solution.line
                };
                answer = Variation {
                    moves,
                    score,
                    bound: Bound::Lower,
                };
            }
            DfpnVerdict::Disproved if request.limits.mate.is_some() => answer.bound = Bound::Upper,
            DfpnVerdict::Disproved => {
                answer.bound = Bound::Upper;
                let defence = self.settle(request, &moves, partial, !turn, &mut budget);
                report.selective_depth = report.selective_depth.max(defence.deepest as u32);
                report
                    .roots
                    .iter_mut()
                    .zip(defence.spent)
                    .for_each(|(root, nodes)| root.nodes += nodes);
                if let Some(mv) = defence.likely {
                    answer.moves = vec![mv];
                }
                match defence.solution.verdict {
                    DfpnVerdict::Proved => {
                        answer.score = Score::terminal(Outcome::Loss, defence.solution.plies);
                        answer.moves = if defence.solution.line.is_empty() {
                            answer.moves
                        } else {
                            defence.solution.line
                        };
                    }
                    DfpnVerdict::Disproved => answer.bound = Bound::Exact,
                    DfpnVerdict::Unknown => {}
                }
            }
            DfpnVerdict::Unknown => {}
        }
        report.depth = u32::from(answer.bound != Bound::None);
        report.lines = vec![answer];
        (report.nodes, report.time, report.hashfull) =
            (budget.nodes(), start.elapsed(), self.table.hashfull());
        progress(&report);
        report
    }

    fn new_game(&mut self) {
        self.table.clear();
    }
}
