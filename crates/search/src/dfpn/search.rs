use super::numbers::Numbers;
use super::table::ProofTable;
use crate::{Budget, Stopped};
use game_core::{Outcome, Player, Position, zobrist::mix};

/// A move, and what is known of where it leads, for the opponent of the player who makes it: he is
/// to move there, where turns alternate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) mv: M,
    pub(super) numbers: Numbers,
}

/// Depth-first proof-number search of one question.
pub(super) struct Search<'a, 'b, P: Position> {
    pos: P,
    /// Who is to win.
    attacker: Player,
    table: &'a mut ProofTable,
    budget: &'a mut Budget<'b>,
    /// The keys of the positions above this one.
    path: Vec<u64>,
    max_ply: usize,
    /// The moves to consider at the root.
    roots: &'a [P::Move],
    /// The roots are not all the moves there are, so that the table must not learn of the root.
    partial: bool,
    /// The children of every position on the path, and room to count moves.
    children: Vec<Child<P::Move>>,
    moves: Vec<P::Move>,
    /// Positions visited below each of the roots.
    pub(super) spent: Vec<u64>,
    pub(super) deepest: usize,
}

/// What a position's children say of it.
struct Summary {
    numbers: Numbers,
    /// The child most worth a look, and the least `delta` of the others.
    best: usize,
    second: u32,
}

impl<'a, 'b, P: Position> Search<'a, 'b, P> {
    pub(super) fn new(
        pos: P,
        attacker: Player,
        table: &'a mut ProofTable,
        budget: &'a mut Budget<'b>,
        max_ply: usize,
        roots: &'a [P::Move],
        partial: bool,
    ) -> Self {
        let path = Vec::new();
        let children = Vec::new();
        let moves = Vec::new();
        let spent = vec![0; roots.len()];
        Self {
            pos,
            attacker,
            table,
            budget,
            path,
            max_ply,
            roots,
            partial,
            children,
            moves,
            spent,
            deepest: 0,
        }
    }

    /// Settles the root, if the budget lasts.
    pub(super) fn run(&mut self) -> Result<Numbers, Stopped> {
        self.table.new_search();
        self.visit(Numbers::OPEN)
    }

    /// The root's moves as far as they are known, after a search that was stopped.
    pub(super) fn root_children(&self) -> &[Child<P::Move>] {
        &self.children[..self.roots.len().min(self.children.len())]
    }

    /// Searches until the numbers of this position exceed `limit`.
    fn visit(&mut self, limit: Numbers) -> Result<Numbers, Stopped> {
        self.budget.spend()?;
        let key = self.key();
        let at_root = self.path.is_empty();
        // The root's own answer would be of no use without its children's.
        if !at_root
            && let Some(known) = self.table.probe(key)
            && known.exceeds(limit)
        {
            return Ok(known);
        }
        let before = self.budget.nodes();
        let first = self.children.len();
        self.deepest = self.deepest.max(self.path.len());
        self.path.push(key);
        self.expand();
        let numbers = self.develop(first, limit)?;
        if !(at_root && self.partial) {
            self.table
                .store(key, numbers, self.budget.nodes() - before + 1);
        }
        if !at_root {
            self.children.truncate(first);
        }
        self.path.pop();
        Ok(numbers)
    }

    /// Searches below the position whose children begin at `first`, until its numbers exceed
    /// `limit`.
    fn develop(&mut self, first: usize, limit: Numbers) -> Result<Numbers, Stopped> {
        loop {
            let Summary {
                numbers,
                best,
                second,
            } = self.summary(first);
            if numbers.exceeds(limit) {
                return Ok(numbers);
            }
            let Child { mv, numbers: child } = self.children[first + best];
            let limit = Numbers {
                // What the others leave of this position's own limit.
                phi: if limit.delta == Numbers::INFINITE {
                    limit.delta
                } else {
                    limit.delta - (numbers.delta - child.phi)
                },
                // A quarter more than the next best, not to flit between the two (Pawlewicz and
                // Lew).
                delta: limit.phi.min(second.saturating_add(second / 4 + 1)),
                ..Numbers::OPEN
            };
            self.children[first + best].numbers = self.visit_child(best, mv, limit)?;
        }
    }

    /// [Visits](Self::visit) the position after `mv`, this position's move number `at`. `limit` and
    /// the result are proof numbers from the opponent's view, even where the same player moves again.
    fn visit_child(&mut self, at: usize, mv: P::Move, limit: Numbers) -> Result<Numbers, Stopped> {
        let opponent = !self.pos.turn();
        self.below(at, mv, |search| {
            let limit = search.seen_by(opponent, limit);
            let numbers = search.visit(limit)?;
            Ok(search.seen_by(opponent, numbers))
        })
    }

    /// The `numbers` of the player to move, as `player` sees them, or the other way round.
    fn seen_by(&self, player: Player, numbers: Numbers) -> Numbers {
        if P::TURNS_ALTERNATE {
            numbers
        } else {
            self.pos.turn().value_for(player, numbers)
        }
    }

    /// What `work` finds after `mv`, the move number `at` of this position.
    fn below<T>(&mut self, at: usize, mv: P::Move, work: impl FnOnce(&mut Self) -> T) -> T {
        let root = self.path.len() == 1;
        let before = self.budget.nodes();
        let undo = self.pos.play(mv);
        let found = work(self);
        self.pos.undo(mv, undo);
        if root {
            self.spent[at] += self.budget.nodes() - before;
        }
        found
    }

    /// The table knows a position by who attacks, too.
    fn key(&self) -> u64 {
        mix(self.pos.key() ^ self.attacker.index() as u64)
    }

    /// Appends the children of an undecided position that has moves.
    fn expand(&mut self) {
        let start = self.moves.len();
        if self.path.len() == 1 {
            self.moves.extend_from_slice(self.roots);
        } else {
            self.pos.legal_moves(&mut self.moves);
        }
        for at in start..self.moves.len() {
            let mv = self.moves[at];
            let numbers = self.child(mv);
            self.children.push(Child { mv, numbers });
        }
        self.moves.truncate(start);
    }

    /// What is known of the position after `mv`.
    fn child(&mut self, mv: P::Move) -> Numbers {
        let opponent = !self.pos.turn();
        let undo = self.pos.play(mv);
        let numbers = self.appraise();
        let numbers = self.seen_by(opponent, numbers);
        self.pos.undo(mv, undo);
        numbers
    }

    fn appraise(&mut self) -> Numbers {
        if let Some(outcome) = self.pos.decided() {
            return self.ended(outcome);
        }
        let key = self.key();
        let denied = Numbers {
            tainted: true,
            ..Numbers::settled(self.pos.turn() != self.attacker)
        };
        if self.path.contains(&key) {
            return denied;
        }
        match self.pos.adjudicate() {
            Some(verdict) if verdict.reach == 0 => return self.ended(verdict.outcome),
            Some(_) => return denied,
            None => {}
        }
        if let Some(known) = self.table.probe(key) {
            return known;
        }
        let start = self.moves.len();
        let stuck = self.pos.legal_moves(&mut self.moves);
        let count = self.moves.len() - start;
        self.moves.truncate(start);
        match stuck {
            Some(outcome) => self.ended(outcome),
            None if self.path.len() >= self.max_ply => denied,
            None => Numbers::fresh(count),
        }
    }

    /// The goal of the player to move is to win if he attacks, else not to lose.
    fn ended(&self, outcome: Outcome) -> Numbers {
        let attacks = self.pos.turn() == self.attacker;
        Numbers::settled(if attacks {
            outcome == Outcome::Win
        } else {
            outcome != Outcome::Loss
        })
    }

    /// The player to move reaches his goal by one child that denies the opponent's, and is denied
    /// it by all.
    fn summary(&self, first: usize) -> Summary {
        let attacks = self.pos.turn() == self.attacker;
        let mut phi = Numbers::INFINITE;
        let mut second = Numbers::INFINITE;
        let mut best = 0;
        let mut delta = 0u32;
        for (at, Child { numbers, .. }) in self.children[first..].iter().enumerate() {
            delta = delta.saturating_add(numbers.phi);
            if numbers.delta < phi {
                (second, phi, best) = (phi, numbers.delta, at);
            } else {
                second = second.min(numbers.delta);
            }
        }
        // However large a sum, it is not infinite unless a part of it is.
        let closed = self.children[first..]
            .iter()
            .any(|child| child.numbers.phi == Numbers::INFINITE);
        delta = if closed {
            Numbers::INFINITE
        } else {
            delta.min(Numbers::INFINITE - 1)
        };
        let settled = self.children[first..].iter().map(|child| child.numbers);
        let (tainted, plies) = if phi == 0 {
            let good = settled.filter(|numbers| numbers.delta == 0);
            (
                !attacks && good.clone().all(|numbers| numbers.tainted),
                good.map(|numbers| numbers.plies).min(),
            )
        } else if delta == 0 {
            (
                attacks && settled.clone().any(|numbers| numbers.tainted),
                settled.map(|numbers| numbers.plies).max(),
            )
        } else {
            (false, None)
        };
        let plies = plies.map_or(0, |plies| plies.saturating_add(1));
        Summary {
            numbers: Numbers {
                phi,
                delta,
                tainted,
                plies,
            },
            best,
            second,
        }
    }

    /// Appends the line of a proved win: the attacker's shortest known way, against the longest
    /// resistance known.
    ///
    /// What the table has forgotten is proved again, while the budget lasts.
    pub(super) fn line(&mut self, moves: &mut Vec<P::Move>) -> Result<(), Stopped> {
        self.budget.spend()?;
        let first = self.children.len();
        let key = self.key();
        self.path.push(key);
        self.expand();
        let attacks = self.pos.turn() == self.attacker;
        let won = |numbers: Numbers| {
            if attacks {
                numbers.delta == 0
            } else {
                numbers.phi == 0
            }
        };
        if attacks
            && !self.children[first..]
                .iter()
                .any(|child| won(child.numbers))
        {
            self.develop(first, Numbers::OPEN)?;
        }
        for at in first..self.children.len() {
            let Child { mv, numbers } = self.children[at];
            if !attacks && numbers.reached().is_none() {
                self.children[at].numbers = self.visit_child(at - first, mv, Numbers::OPEN)?;
            }
        }
        let good = self.children[first..]
            .iter()
            .enumerate()
            .filter(|(_, child)| won(child.numbers));
        let best = if attacks {
            good.min_by_key(|(_, child)| child.numbers.plies)
        } else {
            good.max_by_key(|(_, child)| child.numbers.plies)
        };
        let Some((at, &Child { mv, numbers })) = best else {
            return Ok(());
        };
        self.children.truncate(first);
        moves.push(mv);
        if numbers.plies > 0 {
            self.below(at, mv, |search| search.line(moves))?;
        }
        self.path.pop();
        Ok(())
    }
}
