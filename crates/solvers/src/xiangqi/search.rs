//! Depth-first search for a mate within a number of moves.

use super::{known::Known, solution::Attack};
use crate::{
    meter::{Meter, Stopped},
    table::Table,
};
use game_core::{Position, zobrist::mix};
use xiangqi_movegen::{Kind, Move, Xiangqi};

/// The state kept from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) table: Table<Known>,
    /// The untried moves of the positions on the path.
    moves: Vec<Ranked>,
    /// A buffer for generated moves.
    plain: Vec<Move>,
    /// How often a piece's move to a square has mated, or stopped a mate.
    history: Vec<i32>,
}

/// A move, and how soon to try it.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    rank: i32,
    mv: Move,
}

impl Memory {
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let moves = Vec::new();
        let plain = Vec::new();
        Self {
            table: Table::with_bytes(bytes),
            moves,
            plain,
            history: vec![0; Xiangqi::SLOTS],
        }
    }

    pub(super) fn forget(&mut self) {
        self.table.forget();
        self.history.fill(0);
    }
}

/// The state at the start of a visit.
struct Visit {
    key: u64,
    known: Known,
    moves: u8,
    /// The index of its first move.
    first: usize,
    /// Positions visited before.
    before: u64,
    /// Whether a line had been cut before.
    cut: bool,
}

/// A search of one position.
///
/// Its results do not depend on the path. Repetition within the tree can be ignored: a shortest
/// mate comes nearer with every move, so it never repeats a position. Only a position that the game
/// has seen twice before the root would end it at once, and counts as a refutation; so does every
/// position at the move limit.
pub(super) struct Search<'a, 'b> {
    pub(super) pos: Xiangqi,
    pub(super) attack: Attack,
    memory: &'a mut Memory,
    /// The positions that must not occur again.
    spent: Vec<u64>,
    /// The move limit, if it can be reached within the moves of the search.
    limit: Option<u16>,
    /// Whether a line has been cut for lack of moves since this was reset.
    cut: bool,
    meter: &'a mut Meter<'b>,
}

impl<'a, 'b> Search<'a, 'b> {
    /// The most moves of a search.
    pub(super) const MOST: u8 = 100;
    /// More than history and captures add.
    const CHECK: i32 = 1 << 28;
    const CAPTURE: i32 = 1 << 24;
    const HISTORY: i32 = 1 << 22;

    pub(super) fn new(memory: &'a mut Memory, pos: &Xiangqi, meter: &'a mut Meter<'b>) -> Self {
        let mut keys: Vec<u64> = pos.repeatable_keys().collect();
        keys.sort_unstable();
        let spent = keys
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        Self {
            pos: pos.clone(),
            attack: Attack::Any,
            memory,
            spent,
            limit: None,
            cut: false,
            meter,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Whether the player to move mates within `moves`, from 1 to [`MOST`](Self::MOST).
    pub(super) fn root(&mut self, attack: Attack, moves: u8) -> Result<bool, Stopped> {
        self.attack = attack;
        self.memory.moves.clear();
        self.memory.plain.clear();
        let limit = self
            .pos
            .rules()
            .move_limit
            .and_then(|limit| u16::try_from(limit).ok());
        let reach = self
            .pos
            .halfmove_clock()
            .saturating_add(2 * u16::from(moves));
        self.limit = limit.filter(|&limit| reach >= limit);
        self.cut = false;
        self.attack(moves)
    }

    /// Whether [`root`](Self::root) could find a mate with more moves.
    pub(super) fn is_cut(&self) -> bool {
        self.cut
    }

    /// Whether the attacker, who is to move, mates within `moves`.
    pub(super) fn attack(&mut self, moves: u8) -> Result<bool, Stopped> {
        self.meter.count()?;
        if moves <= 1 {
            let mate = self
                .pos
                .mate_in_one()
                .filter(|&mv| self.attack == Attack::Any || self.pos.gives_check(mv));
            self.cut |= mate.is_none();
            return Ok(mate.is_some());
        }
        let key = self.key();
        let known = self.memory.table.probe(key).unwrap_or(Known::NOTHING);
        if let Some(mates) = self.answered(known, moves) {
            return Ok(mates);
        }
        let visit = self.open(key, known, moves);
        self.rank_attacks(known.mv);
        let mut found = None;
        while let Some(mv) = self.next(visit.first) {
            if self.after(mv, |search| search.defend(moves - 1))? {
                found = Some(mv);
                break;
            }
        }
        self.close(visit, found.is_some(), found);
        Ok(found.is_some())
    }

    /// Whether the defender, who is to move, is mated now or within `moves` more attacker's moves.
    pub(super) fn defend(&mut self, moves: u8) -> Result<bool, Stopped> {
        self.meter.count()?;
        if moves == 0 || self.is_drawn() {
            return Ok(!self.pos.has_legal_move());
        }
        let key = self.key();
        let known = self.memory.table.probe(key).unwrap_or(Known::NOTHING);
        if let Some(mates) = self.answered(known, moves) {
            return Ok(mates);
        }
        let visit = self.open(key, known, moves);
        self.rank_defences(known.mv);
        let mut refutation = None;
        while let Some(mv) = self.next(visit.first) {
            if !self.after(mv, |search| Ok(!search.is_drawn() && search.attack(moves)?))? {
                refutation = Some(mv);
                break;
            }
        }
        self.close(visit, refutation.is_none(), refutation);
        Ok(refutation.is_none())
    }

    /// The result of `work` after `mv`.
    pub(super) fn after<T>(&mut self, mv: Move, work: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.pos.play(mv);
        let found = work(self);
        self.pos.undo(mv, undo);
        found
    }

    /// Whether the known bounds decide if there is a mate within `moves`.
    fn answered(&mut self, known: Known, moves: u8) -> Option<bool> {
        if known.mate <= moves {
            Some(true)
        } else if known.none >= moves {
            self.cut |= known.none < Known::ENDLESS;
            Some(false)
        } else {
            None
        }
    }

    fn open(&mut self, key: u64, known: Known, moves: u8) -> Visit {
        let first = self.memory.moves.len();
        let before = self.meter.nodes();
        let cut = std::mem::take(&mut self.cut);
        Visit {
            key,
            known,
            moves,
            first,
            before,
            cut,
        }
    }

    /// Stores the result of a position, achieved by `mv`.
    fn close(&mut self, visit: Visit, mates: bool, mv: Option<Move>) {
        let Visit {
            key,
            known,
            moves,
            first,
            before,
            cut,
        } = visit;
        self.memory.moves.truncate(first);
        if let Some(mv) = mv {
            let credit = &mut self.memory.history[self.pos.slot(mv)];
            *credit = (*credit + i32::from(moves) * i32::from(moves)).min(Self::HISTORY - 1);
        }
        let mv = mv.map_or(known.mv, |mv| self.pos.pack(mv));
        let known = match mates {
            true => Known {
                mate: moves,
                mv,
                ..known
            },
            false => Known {
                none: if self.cut { moves } else { Known::ENDLESS },
                mv,
                ..known
            },
        };
        self.memory
            .table
            .store(key, known, self.meter.nodes() - before + 1);
        self.cut = cut || !mates && self.cut;
    }

    /// The key includes the kind of attack and, near the move limit, the count.
    fn key(&self) -> u64 {
        let attack = mix(self.pos.key() ^ self.attack as u64);
        match self.limit {
            None => attack,
            Some(_) => {
                let [red, black] = self.pos.checks_since_capture();
                let plies = self.pos.halfmove_clock();
                mix(attack ^ (u64::from(red) << 32 | u64::from(black) << 16 | u64::from(plies)))
            }
        }
    }

    /// Whether the rules end the game here other than by mate, with either side to move.
    fn is_drawn(&self) -> bool {
        !self.spent.is_empty() && self.spent.contains(&self.pos.key())
            || self
                .limit
                .is_some_and(|limit| self.pos.halfmove_clock() >= limit)
            || self
                .pos
                .adjudicate()
                .is_some_and(|verdict| verdict.reach == 0)
    }

    /// Takes the most promising of the moves from `first` on.
    fn next(&mut self, first: usize) -> Option<Move> {
        let moves = &mut self.memory.moves;
        let best = (first..moves.len()).max_by_key(|&at| moves[at].rank)?;
        Some(moves.swap_remove(best).mv)
    }

    /// Appends the attacker's moves: what mated before, then checks, those with the fewest answers
    /// first.
    fn rank_attacks(&mut self, before: u16) {
        let start = self.memory.plain.len();
        self.pos.legal_moves(&mut self.memory.plain);
        for at in start..self.memory.plain.len() {
            let mv = self.memory.plain[at];
            let checks = self.pos.gives_check(mv);
            if !checks && self.attack == Attack::Checks {
                continue;
            }
            let mut rank = self.worth(mv);
            if self.pos.pack(mv) == before {
                rank = i32::MAX;
            } else if checks {
                rank += Self::CHECK
                    - 8 * Self::CAPTURE / 100
                        * self.after(mv, |search| search.pos.count_moves()) as i32;
            }
            self.memory.moves.push(Ranked { rank, mv });
        }
        self.memory.plain.truncate(start);
    }

    /// Appends the defender's moves: what stopped a mate before, then captures.
    fn rank_defences(&mut self, before: u16) {
        let start = self.memory.plain.len();
        self.pos.legal_moves(&mut self.memory.plain);
        for at in start..self.memory.plain.len() {
            let mv = self.memory.plain[at];
            let rank = if self.pos.pack(mv) == before {
                i32::MAX
            } else {
                self.worth(mv)
            };
            self.memory.moves.push(Ranked { rank, mv });
        }
        self.memory.plain.truncate(start);
    }

    /// Captures first, of the strongest piece; then by history.
    fn worth(&self, mv: Move) -> i32 {
        let captured = match self.pos.piece_at(mv.to).map(|piece| piece.kind) {
            None => 0,
            Some(Kind::Chariot) => 4,
            Some(Kind::Cannon | Kind::Horse) => 3,
            Some(_) => 2,
        };
        captured * Self::CAPTURE / 4 + self.memory.history[self.pos.slot(mv)]
    }
}
