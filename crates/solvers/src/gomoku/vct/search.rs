//! Depth-first proof-number search for a win by threats.

use super::{
    Memory,
    numbers::Numbers,
    threats::{Threat, threat, vain},
};
use crate::gomoku::{
    board::{Board, Fives},
    meter::{Meter, Stopped},
    root::Root,
    vcf,
};
use crate::table::Table;
use game_core::{Player, Position, zobrist::mix};
use gomoku_rules::{Gomoku, Point};

/// A move, and the known numbers after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    mv: Point,
    numbers: Numbers,
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// One good threat is enough.
    Attacker,
    /// One good answer is enough.
    Defender,
}

/// A search of one position.
pub(super) struct Search<'a, 'b> {
    board: Board,
    attacker: Player,
    table: &'a mut Table<Numbers>,
    fours: &'a mut vcf::Memory,
    children: &'a mut Vec<Child>,
    answers: &'a mut Vec<Point>,
    pub(super) line: &'a mut Vec<Point>,
    meter: &'a mut Meter<'b>,
}

/// The numbers of a position from its children.
struct Summary {
    numbers: Numbers,
    /// The best child, and the number of the next best.
    best: usize,
    second: u32,
}

impl Root for Search<'_, '_> {
    const ENDLESS: u16 = u16::MAX;

    fn below(plies: usize) -> impl Iterator<Item = u16> {
        (1..plies as u16).step_by(2)
    }

    /// Whether the attacker, who is to move, wins within `plies`; if so, `line` has the win.
    fn root(&mut self, plies: u16) -> Result<bool, Stopped> {
        self.line.clear();
        self.children.clear();
        self.answers.clear();
        // The search for fours handles fives that exist already.
        if let Fives::One(_) | Fives::Many(_) = self.board.fives(self.attacker) {
            let found = self.by_fours(plies)?;
            self.line.clone_from(&self.fours.line);
            return Ok(found);
        }
        let must = match self.board.fives(!self.attacker) {
            Fives::None => None,
            Fives::One(must) => Some(must),
            Fives::Many(_) => return Ok(false),
        };
        if self.attack(must, plies, Numbers::OPEN)?.proof > 0 {
            return Ok(false);
        }
        // It is proved, but without time to extract the line it counts as unknown.
        self.tell_attack(must, plies)?;
        Ok(true)
    }

    fn line(&mut self) -> &mut Vec<Point> {
        self.line
    }
}

impl<'a, 'b> Search<'a, 'b> {
    /// The nodes of the search for fours at each position: most need fewer, and the search for
    /// threats finds the other wins.
    const FOURS: u64 = 100;

    pub(super) fn new(memory: &'a mut Memory, pos: &Gomoku, meter: &'a mut Meter<'b>) -> Self {
        let Memory {
            table,
            fours,
            children,
            answers,
            line,
        } = memory;
        let board = Board::new(pos);
        let attacker = pos.turn();
        Self {
            board,
            attacker,
            table,
            fours,
            children,
            answers,
            line,
            meter,
        }
    }

    /// Searches a position with the attacker to move until its numbers exceed `limit`. The attacker
    /// has no five, and must play on `must` if there is such a point.
    fn attack(
        &mut self,
        must: Option<Point>,
        plies: u16,
        limit: Numbers,
    ) -> Result<Numbers, Stopped> {
        self.meter.count()?;
        let key = self.key(plies);
        let before = self.meter.nodes();
        let first = self.children.len();
        let mut numbers = Numbers::NONE;
        // The attacker's last two moves are a four and the five.
        if plies >= 3 {
            // A known position had no win by fours.
            let known = self.table.probe(key);
            if let Some(known) = known.filter(|known| known.exceeds(limit)) {
                return Ok(known);
            }
            if known.is_none() && self.by_fours(plies)? {
                numbers = Numbers::win(self.fours.line.len() as u32);
            } else {
                self.expand_attack(must, plies);
                numbers = self.develop(Side::Attacker, first, plies, limit)?;
            }
        }
        self.children.truncate(first);
        self.table
            .store(key, numbers, self.meter.nodes() - before + 1);
        Ok(numbers)
    }

    /// Searches a position with the defender to move, after `last`, until its numbers exceed
    /// `limit`.
    fn defend(&mut self, last: Point, plies: u16, limit: Numbers) -> Result<Numbers, Stopped> {
        self.meter.count()?;
        let key = self.key(plies);
        let before = self.meter.nodes();
        let first = self.children.len();
        self.expand_defence(last, plies);
        let numbers = self.develop(Side::Defender, first, plies, limit)?;
        self.children.truncate(first);
        self.table
            .store(key, numbers, self.meter.nodes() - before + 1);
        Ok(numbers)
    }

    /// Searches below the position whose children begin at `first`, until its numbers exceed
    /// `limit`.
    fn develop(
        &mut self,
        side: Side,
        first: usize,
        plies: u16,
        limit: Numbers,
    ) -> Result<Numbers, Stopped> {
        loop {
            let Summary {
                numbers,
                best,
                second,
            } = self.summary(side, first);
            if numbers.exceeds(limit) {
                return Ok(numbers);
            }
            let Child { mv, numbers: child } = self.children[first + best];
            // The rest of this position's limit, but at most a quarter more than the next best
            // child, so as not to switch between the two too often (Pawlewicz and Lew, Improving
            // depth-first PN-search, 2007).
            let rest = |limit: u32, sum: u32, own: u32| {
                if limit == Numbers::INFINITE {
                    limit
                } else {
                    limit - (sum - own)
                }
            };
            let next = second.saturating_add(second / 4 + 1);
            let limit = match side {
                Side::Attacker => Numbers {
                    proof: limit.proof.min(next),
                    disproof: rest(limit.disproof, numbers.disproof, child.disproof),
                    plies: 0,
                },
                Side::Defender => Numbers {
                    proof: rest(limit.proof, numbers.proof, child.proof),
                    disproof: limit.disproof.min(next),
                    plies: 0,
                },
            };
            self.children[first + best].numbers = self.below(side, mv, plies, limit)?;
        }
    }

    /// Searches the position after `mv`.
    fn below(
        &mut self,
        side: Side,
        mv: Point,
        plies: u16,
        limit: Numbers,
    ) -> Result<Numbers, Stopped> {
        let changed = self.board.play(mv);
        let found = match side {
            Side::Attacker => self.defend(mv, less(plies), limit),
            Side::Defender => {
                let must = match self.board.fives_at(mv, !self.attacker) {
                    Fives::One(must) => Some(must),
                    _ => None,
                };
                self.attack(must, less(plies), limit)
            }
        };
        self.board.undo(mv, &changed);
        found
    }

    /// Results depend on the plies left and on which player attacks.
    fn key(&self, plies: u16) -> u64 {
        mix(self.board.pos().key() ^ (u64::from(plies) << 1 | self.attacker.index() as u64))
    }

    /// Whether a short search finds a win by fours alone.
    fn by_fours(&mut self, plies: u16) -> Result<bool, Stopped> {
        let mut used = 0;
        let mut stopped = false;
        let outer = &mut *self.meter;
        let mut spend = |nodes| {
            used += nodes;
            stopped = outer.count_many(nodes).is_err();
            !stopped && used < Self::FOURS
        };
        let mut meter = Meter::new(8, &mut spend);
        let fours = if plies == Self::ENDLESS {
            vcf::Search::ENDLESS
        } else {
            plies / 2
        };
        let found = vcf::Search::new(self.fours, &mut self.board, &mut meter).root(fours);
        let _ = meter.pay();
        match found {
            Ok(found) => Ok(found),
            Err(_) if stopped => Err(Stopped),
            Err(_) => Ok(false),
        }
    }

    /// Appends the attacker's threats.
    fn expand_attack(&mut self, must: Option<Point>, plies: u16) {
        let first = self.children.len();
        let children = &mut *self.children;
        let mut push = |mv| {
            if !children[first..].iter().any(|child| child.mv == mv) {
                children.push(Child {
                    mv,
                    numbers: Numbers::NONE,
                });
            }
        };
        match must {
            Some(must) => push(must),
            None => {
                self.board
                    .each_four(self.attacker, u128::MAX, |_, point, _| push(point));
                self.board.each_three(self.attacker, push);
            }
        }
        let mut kept = first;
        for at in first..self.children.len() {
            let mv = self.children[at].mv;
            if let Some(numbers) = self.appraise_threat(mv, less(plies)) {
                self.children[kept] = Child { mv, numbers };
                kept += 1;
            }
        }
        self.children.truncate(kept);
    }

    /// The numbers after `mv`, with this many plies left, if it is a threat.
    fn appraise_threat(&mut self, mv: Point, plies: u16) -> Option<Numbers> {
        if !self.board.allows(self.attacker, mv) {
            return None;
        }
        let start = self.answers.len();
        let changed = self.board.play(mv);
        let numbers = match threat(&mut self.board, self.attacker, mv, self.answers) {
            Threat::None => None,
            Threat::Lost(lost) if lost <= plies.into() => Some(Numbers::win(lost)),
            Threat::Three if Threat::LOST > plies.into() => Some(Numbers::NONE),
            Threat::Lost(_) => Some(Numbers::NONE),
            Threat::Four | Threat::Three => {
                let count = self.answers.len() - start;
                Some(
                    self.table
                        .probe(self.key(plies))
                        .unwrap_or(Numbers::fresh(count)),
                )
            }
        };
        self.board.undo(mv, &changed);
        self.answers.truncate(start);
        numbers
    }

    /// Appends the defender's answers to a threat, if it has any.
    fn expand_defence(&mut self, last: Point, plies: u16) {
        let start = self.answers.len();
        threat(&mut self.board, self.attacker, last, self.answers);
        for at in start..self.answers.len() {
            let mv = self.answers[at];
            let changed = self.board.play(mv);
            let numbers = match self.board.fives_at(mv, !self.attacker) {
                Fives::Many(_) => Numbers::NONE,
                _ => self
                    .table
                    .probe(self.key(less(plies)))
                    .unwrap_or(Numbers::fresh(1)),
            };
            self.board.undo(mv, &changed);
            self.children.push(Child { mv, numbers });
        }
        self.answers.truncate(start);
    }

    /// The numbers from the children from `first` on: the side to move needs one of them, the other
    /// all.
    fn summary(&self, side: Side, first: usize) -> Summary {
        let split = |numbers: Numbers| match side {
            Side::Attacker => (numbers.proof, numbers.disproof),
            Side::Defender => (numbers.disproof, numbers.proof),
        };
        let mut least = Numbers::INFINITE;
        let mut second = Numbers::INFINITE;
        let mut best = 0;
        let mut sum = 0_u32;
        let mut closed = false;
        for (at, Child { numbers, .. }) in self.children[first..].iter().enumerate() {
            let (one, all) = split(*numbers);
            closed |= all == Numbers::INFINITE;
            sum = sum.saturating_add(all);
            if one < least {
                (second, least, best) = (least, one, at);
            } else {
                second = second.min(one);
            }
        }
        // A sum is infinite only if a part of it is.
        let sum = if closed {
            Numbers::INFINITE
        } else {
            sum.min(Numbers::INFINITE - 1)
        };
        let won = self.children[first..]
            .iter()
            .filter(|child| child.numbers.proof == 0)
            .map(|child| child.numbers.plies);
        let numbers = match side {
            Side::Attacker => Numbers {
                proof: least,
                disproof: sum,
                plies: won.min().map_or(0, |plies| plies + 1),
            },
            Side::Defender => Numbers {
                proof: sum,
                disproof: least,
                plies: won.max().map_or(0, |plies| plies + 1),
            },
        };
        Summary {
            numbers,
            best,
            second,
        }
    }

    /// Appends the line of a proved win. Entries lost from the table are proved again.
    fn tell_attack(&mut self, must: Option<Point>, plies: u16) -> Result<(), Stopped> {
        if self.by_fours(plies)? {
            self.line.extend_from_slice(&self.fours.line);
            return Ok(());
        }
        let first = self.children.len();
        self.expand_attack(must, plies);
        if self.children[first..]
            .iter()
            .all(|child| child.numbers.proof > 0)
        {
            self.develop(Side::Attacker, first, plies, Numbers::OPEN)?;
        }
        let won = self.children[first..]
            .iter()
            .filter(|child| child.numbers.proof == 0);
        let best = won
            .min_by_key(|child| child.numbers.plies)
            .map(|child| child.mv);
        self.children.truncate(first);
        let Some(mv) = best else {
            unreachable!("a threat keeps the win that is proved")
        };
        self.line.push(mv);
        let changed = self.board.play(mv);
        let told = self.tell_defence(mv, less(plies));
        self.board.undo(mv, &changed);
        told
    }

    /// Appends the line from an answer to the threat at `last`, the longest known resistance; for a
    /// shortest win, one that lasts all its plies.
    fn tell_defence(&mut self, last: Point, plies: u16) -> Result<(), Stopped> {
        let first = self.children.len();
        self.expand_defence(last, plies);
        let mut best: Option<Child> = None;
        for at in first..self.children.len() {
            let Child { mv, .. } = self.children[at];
            let numbers = self.below(Side::Defender, mv, plies, Numbers::OPEN)?;
            let sooner = plies != Self::ENDLESS
                && self
                    .below(Side::Defender, mv, plies - 2, Numbers::OPEN)?
                    .proof
                    == 0;
            if !sooner && best.is_none_or(|best| best.numbers.plies < numbers.plies) {
                best = Some(Child { mv, numbers });
            }
        }
        let answered = self.children.len() > first;
        self.children.truncate(first);
        let answer = match best {
            Some(child) => child.mv,
            None if answered => {
                unreachable!("an answer holds out for all the plies of a shortest win")
            }
            None => match vain(&self.board, self.attacker, last) {
                Some((answer, Some(five))) => {
                    self.line.extend([answer, five]);
                    return Ok(());
                }
                Some((answer, None)) => answer,
                None => unreachable!("there is an answer, for the win is proved"),
            },
        };
        self.line.push(answer);
        let changed = self.board.play(answer);
        let must = match self.board.fives_at(answer, !self.attacker) {
            Fives::One(must) => Some(must),
            _ => None,
        };
        let told = self.tell_attack(must, less(plies));
        self.board.undo(answer, &changed);
        told
    }
}

/// One ply less.
fn less(plies: u16) -> u16 {
    if plies == Search::ENDLESS {
        plies
    } else {
        plies.saturating_sub(1)
    }
}
