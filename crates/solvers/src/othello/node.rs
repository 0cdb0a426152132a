//! One node of the search for the score: principal variation search with a table, for any
//! [`Phase`].

use super::{
    crew::{Ancestor, Crew},
    order::{Child, Children, add, find_replies, pick},
    search::{NONE, Search, Stopped, final_margin},
    selectivity::Selectivity,
    table::{Entry, Finding},
    window::Window,
};
use othello_bitboard::kernel::Kernel;

/// The way a node is searched: with the patterns while many squares are empty, by the number of
/// replies nearer to the end.
pub(super) trait Phase: Copy {
    /// Plies to search from a position with this many `empties`.
    fn depth(self, empties: u32) -> u32;

    /// The selectivity of its scores.
    fn level(self, search: &Search<'_>) -> Selectivity;

    /// Whether positions are probed and stored in the table.
    fn uses_table(self, empties: u32) -> bool;

    /// Whether the table is probed for the children before any is searched.
    fn probes_children(self, empties: u32) -> bool;

    /// The score of the position after a ranked move, one ply nearer to the end than `self`.
    fn search_child<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        child: &Child,
        window: Window,
    ) -> Result<i32, Stopped>;

    /// The score of the same board with the other side, `own`, to move, which has these `moves`.
    fn search_pass<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        own: u64,
        opp: u64,
        moves: u64,
        window: Window,
    ) -> Result<i32, Stopped>;

    /// Ranks the moves, those that the table hints at first.
    fn rank<K: Kernel>(
        self,
        search: &mut Search<'_>,
        kernel: K,
        children: &mut Children,
        empty: u64,
        ordering: Ordering,
    );

    /// Whether threads share out the moves of a position with this many `empties`.
    #[inline(always)]
    fn is_shared(self, _empties: u32) -> bool {
        false
    }

    /// Prepares the search of `child`, a move from a position with this many `empties`.
    #[inline(always)]
    fn play(self, _search: &mut Search<'_>, _empties: u32, _child: &Child) {}

    /// A bound that a shallow search makes likely enough, if it does.
    #[inline(always)]
    fn prob_cut<K: Kernel>(
        self,
        _: &mut Search<'_>,
        _: K,
        _: u64,
        _: u64,
        _: Window,
    ) -> Result<Option<i32>, Stopped> {
        Ok(None)
    }
}

/// The knowledge of a node before its moves are ranked.
#[derive(Clone, Copy)]
pub(super) struct Ordering {
    /// The moves that the table hints at, or [`Entry::NO_MOVES`].
    pub(super) hints: [u8; 2],
    pub(super) alpha: i32,
    /// Plies to search.
    pub(super) depth: u32,
}

impl Search<'_> {
    /// The score, and the index of a move that achieves it where it is above `alpha`; a pass has
    /// [`Entry::NO_MOVE`]. Its `moves` are found if they are not known.
    #[inline(always)]
    pub(super) fn node<K: Kernel, P: Phase>(
        &mut self,
        kernel: K,
        own: u64,
        opp: u64,
        phase: P,
        mut window: Window,
        moves: Option<u64>,
    ) -> Result<(i32, u8), Stopped> {
        let empty = !(own | opp);
        let empties = empty.count_ones();
        let depth = phase.depth(empties);
        let level = phase.level(self);
        let uses_table = phase.uses_table(empties);

        // 1. SolveLimits.
        self.go_on()?;
        let before = self.nodes;
        self.nodes += 1;

        // 2. Stable discs may bound the score.
        if let Some(bound) = self.bound_by_stability(own, opp, window.alpha) {
            return Ok((bound, Entry::NO_MOVE));
        }

        // 3. The table may know the score, or narrow the window.
        let mut hints = Entry::NO_MOVES;
        if uses_table && let Some(entry) = self.tables.probe(own, opp) {
            hints = entry.best;
            let [lower, upper] = entry.bounds(depth, level);
            if lower >= window.beta || lower == upper {
                return Ok((lower, hints[0]));
            }
            if upper <= window.alpha {
                return Ok((upper, hints[0]));
            }
            window.alpha = window.alpha.max(lower - 1);
            window.beta = window.beta.min(upper + 1);
        }

        // 4. Without a move: the end, or a pass.
        let moves = moves.unwrap_or_else(|| kernel.moves(own, opp));
        if moves == 0 {
            let replies = kernel.moves(opp, own);
            if replies == 0 {
                return Ok((final_margin(own, opp), Entry::NO_MOVE));
            }
            let score = phase.search_pass(self, kernel, opp, own, replies, window.turned())?;
            return Ok((-score, Entry::NO_MOVE));
        }

        // 5. ProbCut.
        if window.is_null()
            && let Some(bound) = phase.prob_cut(self, kernel, own, opp, window)?
        {
            return Ok((bound, Entry::NO_MOVE));
        }

        // 6. Enhanced transposition cutoff (Plaat et al., 1996): a child in the table may do. The
        // replies are found while the entries are on their way from memory.
        let mut children = Children::new();
        add(kernel, &mut children, own, opp, moves);
        let probes_children = phase.probes_children(empties) && window.is_null();
        if probes_children {
            for child in &children {
                self.tables.prefetch(child.own, child.opp);
            }
        }
        find_replies(kernel, &mut children);
        if probes_children {
            for child in &children {
                if let Some(entry) = self.tables.probe(child.own, child.opp) {
                    let lower = -entry.bounds(depth - 1, level)[1];
                    if lower >= window.beta {
                        let best = child.square.index() as u8;
                        let finding = Finding {
                            lower,
                            upper: 64,
                            best,
                            depth,
                            level,
                            nodes: self.nodes - before,
                        };
                        self.tables.store(own, opp, finding);
                        return Ok((lower, best));
                    }
                }
            }
        }

        // 7. Among threads: positions above may be settled, and this one may come to be.
        let crew = self.crew.filter(|_| phase.is_shared(empties));
        if crew.is_some() {
            if self.ancestors.iter().any(|it| self.settled(it).is_some()) {
                return Err(Stopped);
            }
            self.ancestors.push(Ancestor {
                own,
                opp,
                depth,
                window,
            });
        }

        // 8. The moves in order: the first with the window, later ones with a null window first.
        let ordering = Ordering {
            hints,
            alpha: window.alpha,
            depth,
        };
        phase.rank(self, kernel, &mut children, empty, ordering);
        let tried = self.moves_of(kernel, phase, crew, &mut children, empties, window);
        if crew.is_some()
            && let Some(position) = self.ancestors.pop()
            && tried.is_err()
            && let Some(settled) = self.settled(&position)
        {
            return Ok(settled);
        }
        let (best, square) = tried?;

        // 9. The result is stored.
        if uses_table {
            let finding = Finding {
                lower: if best > window.alpha { best } else { -64 },
                upper: if best < window.beta { best } else { 64 },
                best: square,
                depth,
                level,
                nodes: self.nodes - before,
            };
            self.tables.store(own, opp, finding);
        }
        Ok((best, square))
    }

    /// The score of the best of the moves, and its index where it is above `alpha`.
    #[inline(always)]
    fn moves_of<K: Kernel, P: Phase>(
        &mut self,
        kernel: K,
        phase: P,
        crew: Option<&Crew>,
        children: &mut Children,
        empties: u32,
        window: Window,
    ) -> Result<(i32, u8), Stopped> {
        let mut best = NONE;
        let mut square = Entry::NO_MOVE;
        let mut alpha = window.alpha;
        for i in 0..children.len() {
            let mut child = pick(children, i);
            if let Some(crew) = crew {
                // What another thread is at comes last; the first move of all is not put off.
                while i > 0 && child.rank > i32::MIN && crew.is_busy(child.own, child.opp) {
                    children[i].rank = i32::MIN;
                    child = pick(children, i);
                }
                crew.set_busy(child.own, child.opp, true);
            }
            phase.play(self, empties, &child);
            let score = self.score_of(kernel, phase, &child, window, alpha, best == NONE);
            if let Some(crew) = crew {
                crew.set_busy(child.own, child.opp, false);
            }
            let score = score?;
            if score > best {
                best = score;
                square = child.square.index() as u8;
                alpha = alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok((best, square))
    }

    /// The score of a move, the first or a later one, where `alpha` is what earlier ones have.
    #[inline(always)]
    fn score_of<K: Kernel, P: Phase>(
        &mut self,
        kernel: K,
        phase: P,
        child: &Child,
        window: Window,
        alpha: i32,
        first: bool,
    ) -> Result<i32, Stopped> {
        let mut score = NONE;
        if !first && !window.is_null() {
            let scout = Window::null(-alpha - 1);
            score = -phase.search_child(self, kernel, child, scout)?;
        }
        if first || window.is_null() || score > alpha && score < window.beta {
            let open = Window { alpha, ..window }.turned();
            score = -phase.search_child(self, kernel, child, open)?;
        }
        Ok(score)
    }
}
