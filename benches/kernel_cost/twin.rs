//! The twin: principal variation search for Othello alone, written by hand. Its trees are those of
//! the generic kernel.

use super::table::{Bound, Entry, Table};
use boyi::core::{Evaluator, Player, Position};
use boyi::eval::othello::{Patterns, final_score};
use boyi::othello::{Move, Othello, Square, flips, moves, squares};
use boyi::search::Stats;

/// Greater than every score.
const INFINITE: i32 = 32_000;
/// The table is asked and told with at least this depth left.
pub const TABLE_DEPTH: i32 = 3;
/// The longest line.
const LONGEST: usize = 120;
const PASS: u8 = 64;
const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;

/// The node limit is reached.
struct Stopped;

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    pub nodes: u64,
    pub score: i32,
    /// The principal variation, the best move first.
    pub pv: Vec<Move>,
    pub stats: Stats,
    pub selective_depth: u32,
}

/// The searcher.
pub struct Twin {
    eval: Patterns,
    table: Table,
    /// How often a move cut off, for each side: a counter for each square and the pass.
    history: [[i32; 65]; 2],
    /// The moves of each ply's node, as rank << 32 | 64 - square, so that one comparison orders
    /// both.
    lists: Vec<[u64; 64]>,
    /// The principal variation from each ply.
    pvs: Vec<Vec<u8>>,
    nodes: u64,
    limit: u64,
    /// The other counts that a report has.
    stats: Stats,
    deepest: usize,
}

impl Twin {
    /// A searcher with a table of this many bytes, a power of two.
    pub fn new(bytes: usize) -> Self {
        Self {
            eval: Patterns::default(),
            table: Table::with_bytes(bytes),
            history: [[0; 65]; 2],
            lists: vec![[0; 64]; LONGEST],
            pvs: vec![Vec::new(); LONGEST + 1],
            nodes: 0,
            limit: 0,
            stats: Stats::default(),
            deepest: 0,
        }
    }

    /// Deeper and deeper to `depth`, in an unfinished position, visiting `limit` positions at most.
    /// For one search: nothing is forgotten in between.
    pub fn search(&mut self, pos: &Othello, depth: i32, limit: u64) -> Option<Found> {
        self.limit = limit;
        self.eval.reset(pos);
        let count = self.rank(pos, pos.moves(), 0);
        self.lists[0][..count].sort_unstable_by(|a, b| b.cmp(a));
        let mut roots: Vec<u8> = self.lists[0][..count]
            .iter()
            .map(|&pick| square_of(pick))
            .collect();
        let mut score = 0;
        let mut pv = Vec::new();
        for depth in 1..=depth {
            score = self.root(pos, &mut roots, depth, &mut pv).ok()?;
        }
        let pv = pv.into_iter().filter_map(Move::new).collect();
        Some(Found {
            nodes: self.nodes,
            score,
            pv,
            stats: self.stats,
            selective_depth: self.deepest as u32,
        })
    }

    /// One iteration: the best of `roots` comes to the front.
    fn root(
        &mut self,
        pos: &Othello,
        roots: &mut [u8],
        depth: i32,
        pv: &mut Vec<u8>,
    ) -> Result<i32, Stopped> {
        self.spend()?;
        let mut alpha = -INFINITE;
        for i in 0..roots.len() {
            let mv = roots[i];
            let value = self.child::<true>(pos, mv, depth, i, (alpha, INFINITE), 0)?;
            if value > alpha {
                alpha = value;
                roots[..=i].rotate_right(1);
                self.extend_pv(0, mv);
                pv.clone_from(&self.pvs[0]);
            }
        }
        let entry = Entry {
            score: alpha as i16,
            mv: roots[0],
            depth: depth as i8,
            bound: Bound::Exact,
        };
        if depth >= TABLE_DEPTH {
            self.table.store(pos.key(), entry);
        }
        Ok(alpha)
    }

    /// Visits one position.
    #[inline]
    fn spend(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// The value of `pos` to `depth`: exact inside the window, else a bound. Without `PV` the
    /// window is null.
    fn node<const PV: bool>(
        &mut self,
        pos: &Othello,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.spend()?;
        if depth == 0 {
            self.deepest = self.deepest.max(ply);
        }
        if pos.own() == 0 || pos.opp() == 0 || pos.empty() == 0 {
            return Ok(final_score(pos.final_margin()).get());
        }
        if depth == 0 {
            self.stats.evaluations += 1;
            return Ok(self.eval.evaluate(pos).get());
        }

        let mut key = 0;
        let mut entry = None;
        if depth >= TABLE_DEPTH {
            key = pos.key();
            entry = self.table.probe(key);
            self.stats.table_probes += 1;
            self.stats.table_hits += u64::from(entry.is_some());
        }
        if let Some(Entry {
            score,
            depth: stored,
            bound,
            ..
        }) = entry
            && !PV
            && i32::from(stored) >= depth
        {
            let score = i32::from(score);
            let answers = match bound {
                Bound::Upper => score <= alpha,
                Bound::Lower => score >= beta,
                Bound::Exact => true,
            };
            if answers {
                self.stats.table_cutoffs += 1;
                return Ok(score);
            }
        }

        let places = pos.moves();
        if places == 0 && pos.opponent_moves() == 0 {
            return Ok(final_score(pos.final_margin()).get());
        }
        let legal = |mv: u8| {
            if mv == PASS {
                places == 0
            } else {
                places >> mv & 1 != 0
            }
        };
        let first = entry.map(|entry| entry.mv).filter(|&mv| legal(mv));

        let asked = alpha;
        let mut best = -INFINITE;
        let mut best_move = PASS;
        let mut searched = 0;
        // The table's move is searched before the others are ranked.
        let mut listed = 0;
        let mut next = 0;
        loop {
            let mv = match first {
                Some(first) if searched == 0 => first,
                _ => {
                    if listed == 0 {
                        listed = self.rank(pos, places, ply);
                    }
                    if next == listed {
                        break;
                    }
                    let mv = self.pick(ply, next, listed);
                    next += 1;
                    if Some(mv) == first {
                        continue;
                    }
                    mv
                }
            };
            let value = self.child::<PV>(pos, mv, depth, searched, (alpha, beta), ply)?;
            searched += 1;
            if value > best {
                (best, best_move) = (value, mv);
                if value > alpha {
                    alpha = value;
                    if PV {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        self.stats.cutoffs += 1;
                        self.stats.first_move_cutoffs += u64::from(searched == 1);
                        self.learn(pos.turn(), mv, depth, ply, next);
                        break;
                    }
                }
            }
        }

        if depth >= TABLE_DEPTH {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best <= asked => Bound::Upper,
                _ => Bound::Exact,
            };
            let mv = if best <= asked {
                first.unwrap_or(best_move)
            } else {
                best_move
            };
            self.table.store(
                key,
                Entry {
                    score: best as i16,
                    mv,
                    depth: depth as i8,
                    bound,
                },
            );
        }
        Ok(best)
    }

    /// The value for `pos`, its window given, of `mv` after `searched` others.
    #[inline(always)]
    fn child<const PV: bool>(
        &mut self,
        pos: &Othello,
        mv: u8,
        depth: i32,
        searched: usize,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<i32, Stopped> {
        let Some(played) = Move::new(mv) else {
            return Err(Stopped);
        };
        let mut child = *pos;
        let flipped = child.play(played);
        self.eval.played(&child, played, &flipped);
        if PV {
            self.pvs[ply + 1].clear();
        }
        let mut value = alpha + 1;
        if PV && searched > 0 {
            value = -self.node::<false>(&child, depth - 1, (-alpha - 1, -alpha), ply + 1)?;
        }
        if !PV || value > alpha && value < beta {
            value = -self.node::<PV>(&child, depth - 1, (-beta, -alpha), ply + 1)?;
        }
        self.eval.undone(&child, played, &flipped);
        Ok(value)
    }

    /// Lists the moves to `places`, or the pass, by history and by the replies they leave.
    fn rank(&mut self, pos: &Othello, places: u64, ply: usize) -> usize {
        let history = &self.history[pos.turn().index()];
        let list = &mut self.lists[ply];
        if places == 0 {
            list[0] = pick_of(0, PASS);
            return 1;
        }
        let mut count = 0;
        for square in squares(places) {
            let rank = history[square.index()] + promise(pos, square);
            list[count & 63] = pick_of(rank, square.index() as u8);
            count += 1;
        }
        count
    }

    /// The best of the moves from `next` on.
    fn pick(&mut self, ply: usize, next: usize, listed: usize) -> u8 {
        if let Some((best, rest)) = self.lists[ply][next..listed].split_first_mut() {
            for pick in rest {
                (*best, *pick) = ((*best).max(*pick), (*best).min(*pick));
            }
        }
        square_of(self.lists[ply][next])
    }

    /// `mv` cut off, and what was listed before it, of `next` moves picked, did not.
    fn learn(&mut self, turn: Player, mv: u8, depth: i32, ply: usize, next: usize) {
        let history = &mut self.history[turn.index()];
        let bonus = (depth * depth).min(400);
        let mut nudge = |mv: u8, by: i32| {
            let worth = &mut history[usize::from(mv)];
            *worth += by - *worth * bonus / (1 << 14);
        };
        nudge(mv, bonus);
        for &pick in &self.lists[ply][..next.saturating_sub(1)] {
            nudge(square_of(pick), -bonus);
        }
    }

    fn extend_pv(&mut self, ply: usize, mv: u8) {
        let (above, below) = self.pvs.split_at_mut(ply + 1);
        let row = &mut above[ply];
        row.clear();
        row.push(mv);
        row.extend_from_slice(&below[0]);
    }
}

fn pick_of(rank: i32, mv: u8) -> u64 {
    u64::from(rank as u32 ^ 1 << 31) << 32 | u64::from(PASS - mv)
}

fn square_of(pick: u64) -> u8 {
    PASS - pick as u8
}

/// What a move promises: the fewer replies it leaves, the better, and corners before all.
#[inline]
pub fn promise(pos: &Othello, square: Square) -> i32 {
    let flipped = flips(square, pos.own(), pos.opp());
    let replies = moves(pos.opp() ^ flipped, pos.own() ^ flipped | square.bit());
    let count = replies.count_ones() + (replies & CORNERS).count_ones();
    let corner = if square.bit() & CORNERS != 0 { 4 } else { 0 };
    (corner - count as i32) << 10
}
