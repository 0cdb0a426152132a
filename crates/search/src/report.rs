use crate::Bound;
use game_core::Score;
use std::{slice::from_ref, time::Duration};

/// What a search found, and what finding it cost.
///
/// ```
/// use game_core::{Notation, from_fn};
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Searcher};
/// let report = AlphaBeta::new(from_fn(Othello::margin)).think(&Othello::START, Limits::depth(4));
/// assert_eq!((report.depth, report.iterations.len(), report.pv().len()), (4, 4, 4));
/// assert!(report.roots.iter().any(|root| Some(root.mv) == report.best()));
/// // With its moves as text, for a person or a protocol.
/// let told = report.map(|moves| Othello::START.format_moves(moves));
/// assert_eq!(told.best(), report.best().map(|mv| mv.to_string()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report<M> {
    /// The best root moves, best first. Of a game already over, one line without moves; empty if
    /// the request left no move.
    pub lines: Vec<Variation<M>>,
    /// The deepest fully searched iteration, in plies; 0 if none was, 1 if a proof made searching
    /// needless.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Table occupancy by this search in permille, sampled.
    pub hashfull: u16,
    /// Positions visited by each finished iteration; the last is the one of `depth`.
    pub iterations: Vec<u64>,
    /// Every root move considered, however few of them have a line, and what was spent on it; the
    /// best first where the search compares them.
    pub roots: Vec<RootMove<M>>,
    /// What the search's parts did.
    pub stats: Stats,
    /// Where the answer comes from.
    pub source: Source,
}

/// Where an answer comes from.
///
/// ```
/// use search::{Report, Source, Variation};
/// // A book answers in place of a search, and the report says so in any notation.
/// let mut report = Report::of(Variation::unknown("f5"));
/// assert_eq!(report.source, Source::Search);
/// report.source = Source::Book;
/// let told = report.map(|moves| moves.iter().map(|mv| mv.to_uppercase()).collect());
/// assert_eq!((told.best(), told.source), (Some("F5".to_owned()), Source::Book));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Source {
    /// A search, or no thought at all.
    #[default]
    Search,
    /// An opening book: the report's depth is that of the search which the book remembers.
    Book,
}

/// A root move, and the part of a search that went into it: a move that takes most of the nodes is
/// hard to refute.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Searcher};
/// let report = AlphaBeta::new(from_fn(Othello::margin)).think(&Othello::START, Limits::depth(4));
/// assert_eq!(report.roots.len(), 4);
/// assert_eq!(report.best(), Some(report.roots[0].mv));
/// assert!(report.roots.iter().map(|root| root.nodes).sum::<u64>() <= report.nodes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Positions visited after it, in all iterations and by all threads together.
    pub nodes: u64,
}

/// A root move, its value and what is expected to follow.
///
/// ```
/// use game_core::{Notation, from_fn};
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Bound, Control, Limits, Request, Searcher};
/// let game = Othello::START;
/// let request = Request::new(&game, Limits::depth(3)).with_multi_pv(2);
/// let report = AlphaBeta::new(from_fn(Othello::margin)).search(&request, &Control::default(), &mut |_| {});
/// let [best, second] = report.lines.as_slice() else { return Err("two were asked for") };
/// assert!(best.score >= second.score && best.bound == Bound::Exact);
/// assert_eq!(game.format_moves(&best.moves).len(), 3);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Variation<M> {
    /// The moves, the root's first, each legal where it is played.
    pub moves: Vec<M>,
    /// The value for the player to move at the root. A search cut off inside an iteration may have
    /// found a better move since, and still tell the value that it knew last.
    pub score: Score,
    /// What the score says about the value: exact after a finished iteration, nothing before the
    /// first; a bound where a win was near enough to look no further, and where nothing but a bound
    /// has been found yet.
    pub bound: Bound,
}

impl<M> Variation<M> {
    /// A root move of which nothing is known yet.
    pub fn unknown(mv: M) -> Self {
        Self {
            moves: vec![mv],
            score: Score::DRAW,
            bound: Bound::None,
        }
    }

    /// Whether the game ends for certain within `depth` plies.
    pub(crate) fn ends_within(&self, depth: u32) -> bool {
        self.score
            .plies_to_end()
            .is_some_and(|plies| plies <= depth as usize)
    }
}

/// Counters of a search.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Searcher};
/// let stats = AlphaBeta::new(from_fn(Othello::margin)).think(&Othello::START, Limits::depth(5)).stats;
/// assert!(stats.table_hits > 0 && stats.table_hits < stats.table_probes);
/// // Good move ordering: most cut-offs come from the move tried first.
/// assert!(stats.first_move_rate() > Some(0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// Positions looked up in the table.
    pub table_probes: u64,
    /// Of these, positions found.
    pub table_hits: u64,
    /// Of these, positions answered by the table alone.
    pub table_cutoffs: u64,
    /// Positions left because a move was good enough, before the horizon.
    pub cutoffs: u64,
    /// Of these, by the first move tried.
    pub first_move_cutoffs: u64,
    /// Positions left because even passing was good enough.
    pub null_cutoffs: u64,
    /// Positions answered by a proof.
    pub proofs: u64,
    /// Static evaluations.
    pub evaluations: u64,
    /// Of these, known to the [score cache](crate::Options::score_cache).
    pub known_evaluations: u64,
    /// Positions visited beyond the horizon.
    pub quiescence_nodes: u64,
}

impl Stats {
    /// The share of cut-offs that the first move tried made, 0 to 1: how good the move ordering is.
    /// `None` without one.
    pub fn first_move_rate(&self) -> Option<f64> {
        ratio(self.first_move_cutoffs, self.cutoffs)
    }

    /// The share of looked up positions that the table knew, 0 to 1. `None` if none was looked up.
    pub fn hit_rate(&self) -> Option<f64> {
        ratio(self.table_hits, self.table_probes)
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl<M: Clone> Report<M> {
    /// The move to play; `None` if there was none to consider.
    pub fn best(&self) -> Option<M> {
        self.pv().first().cloned()
    }
}

impl<M> Report<M> {
    /// The report of a search that has not begun.
    pub fn empty() -> Self {
        Self {
            lines: Vec::new(),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            iterations: Vec::new(),
            roots: Vec::new(),
            stats: Stats::default(),
            source: Source::Search,
        }
    }

    /// A report of `line` alone.
    pub fn of(line: Variation<M>) -> Self {
        Self {
            lines: vec![line],
            ..Self::empty()
        }
    }

    /// The report on a game that is over: one line without moves, and what the end is worth.
    pub fn finished(score: Score) -> Self {
        Self::of(Variation {
            moves: Vec::new(),
            score,
            bound: Bound::Exact,
        })
    }

    /// The value of the best line, or of a draw where there is none, or where nothing is known of
    /// it: [`known_score`](Self::known_score) tells the two apart.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }

    /// Whether anything is known of `line`, one of this report: it has a value or a bound, or the
    /// search, which samples and proves nothing, has looked at its move.
    pub fn is_known(&self, line: &Variation<M>) -> bool
    where
        M: PartialEq,
    {
        let looked_at = || {
            line.moves
                .first()
                .and_then(|mv| self.nodes_after(mv))
                .is_some_and(|nodes| nodes > 0)
        };
        line.bound != Bound::None || self.depth > 0 && looked_at()
    }

    /// The value of the best line, if the search has come so far: it has finished an iteration, or
    /// proved the value. A bound from a search that was cut off inside its first iteration is no
    /// value.
    pub fn known_score(&self) -> Option<Score>
    where
        M: PartialEq,
    {
        let best = self.lines.first()?;
        let is_value = best.bound == Bound::Exact || self.depth > 0;
        (is_value && self.is_known(best)).then_some(best.score)
    }

    /// The principal variation: the best line's moves.
    pub fn pv(&self) -> &[M] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }

    /// Positions visited after the root move `mv`; `None` if it was not considered.
    pub fn nodes_after(&self, mv: &M) -> Option<u64>
    where
        M: PartialEq,
    {
        self.roots
            .iter()
            .find(|root| root.mv == *mv)
            .map(|root| root.nodes)
    }

    /// Positions per second.
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The width of the uniform tree of this depth with as many leaves as the last iteration
    /// visited positions: that number's `depth`-th root. `None` before the first iteration has
    /// ended.
    pub fn branching_factor(&self) -> Option<f64> {
        let &last = self.iterations.last()?;
        (self.depth > 0).then(|| (last as f64).powf(1.0 / f64::from(self.depth)))
    }

    /// The same report with every variation rewritten, as from moves to text.
    pub fn map<N>(&self, mut rewrite: impl FnMut(&[M]) -> Vec<N>) -> Report<N> {
        let line = |v: &Variation<M>| Variation {
            moves: rewrite(&v.moves),
            score: v.score,
            bound: v.bound,
        };
        let lines = self.lines.iter().map(line).collect();
        let root = |root: &RootMove<M>| {
            Some(RootMove {
                mv: rewrite(from_ref(&root.mv)).pop()?,
                nodes: root.nodes,
            })
        };
        let roots = self.roots.iter().filter_map(root).collect();
        let Self {
            depth,
            selective_depth,
            nodes,
            time,
            hashfull,
            ref iterations,
            stats,
            source,
            ..
        } = *self;
        Report {
            lines,
            depth,
            selective_depth,
            nodes,
            time,
            hashfull,
            iterations: iterations.clone(),
            roots,
            stats,
            source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known() {
        let line = |bound| Variation {
            moves: vec![7],
            score: Score::eval(3),
            bound,
        };
        let report = |bound, depth, nodes| Report {
            lines: vec![line(bound)],
            depth,
            roots: vec![RootMove { mv: 7, nodes }],
            ..Report::empty()
        };
        let known = Some(Score::eval(3));
        for (bound, depth, nodes, is_known, score) in [
            (Bound::None, 0, 1, false, None),
            (Bound::Lower, 0, 1, true, None),
            (Bound::Upper, 0, 1, true, None),
            (Bound::Exact, 0, 1, true, known),
            (Bound::Lower, 1, 1, true, known),
            // A search that samples.
            (Bound::None, 1, 1, true, known),
            (Bound::None, 1, 0, false, None),
        ] {
            let report = report(bound, depth, nodes);
            let found = (report.is_known(&report.lines[0]), report.known_score());
            assert_eq!(found, (is_known, score), "{bound:?} {depth} {nodes}");
        }
        assert_eq!(Report::<u8>::empty().known_score(), None);
        assert_eq!(
            Report::<u8>::finished(Score::DRAW).known_score(),
            Some(Score::DRAW)
        );
    }
}
