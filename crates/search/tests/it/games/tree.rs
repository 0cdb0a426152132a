//! A random game: its width, endings, illegal moves and values come from a seed, and so does whose
//! turn it is, if turns need not alternate. Its few states a ply transpose often.
use super::mix;
use game_core::{Adjudication, Evaluator, Outcome, Player, Position, Score};

#[derive(Clone, Debug, PartialEq)]
pub struct RandomTree<const ALTERNATE: bool> {
    pub seed: u64,
    /// States a ply: the fewer, the more transpositions.
    pub states: u64,
    /// The most moves a state has.
    pub width: u8,
    /// Different keys there are, where it matters that they collide.
    pub keys: u64,
    pub ply: u64,
    pub state: u64,
}

/// A random game of turns.
pub type Tree = RandomTree<true>;

/// A random game in which a player may be to move again.
pub type FreeTree = RandomTree<false>;

impl<const ALTERNATE: bool> RandomTree<ALTERNATE> {
    pub fn new(seed: u64, states: u64, width: u8) -> Self {
        Self {
            seed,
            states,
            width,
            keys: u64::MAX,
            ply: 0,
            state: 0,
        }
    }
    /// A number that depends on the state alone, another for each `salt`.
    pub fn draw(&self, salt: u64) -> u64 {
        mix(mix(self.seed, self.ply << 32 | self.state), salt)
    }
    fn outcome_by(&self, salt: u64) -> Outcome {
        [Outcome::Win, Outcome::Draw, Outcome::Loss][(self.draw(salt) % 3) as usize]
    }
    fn way(&self, place: u8) -> Way {
        let route = self.draw(600 + u64::from(place));
        Way { place, route }
    }
    fn offered(&self) -> u8 {
        (self.draw(1) % (u64::from(self.width) + 1)) as u8
    }
}

/// A move of more than sixteen bits, its place and a number drawn for it, which a table keeps by the
/// place alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Way {
    pub place: u8,
    route: u64,
}

impl<const ALTERNATE: bool> Position for RandomTree<ALTERNATE> {
    type Move = Way;
    type Undo = u64;
    const SLOTS: usize = 16;
    const LAZY_LEGALITY: bool = true;
    const TURNS_ALTERNATE: bool = ALTERNATE;

    fn turn(&self) -> Player {
        let turn = if ALTERNATE { self.ply } else { self.draw(8) };
        if turn.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }
    fn key(&self) -> u64 {
        self.draw(0) % self.keys
    }
    fn decided(&self) -> Option<Outcome> {
        (self.ply > 0 && self.draw(2).is_multiple_of(9)).then(|| self.outcome_by(3))
    }
    fn stuck(&self) -> Outcome {
        self.outcome_by(4)
    }
    fn adjudicate(&self) -> Option<Adjudication> {
        let stuck = !(0..self.offered()).any(|place| self.is_legal(self.way(place)));
        let reach = match self.draw(5) % 12 {
            0 => 0,
            n @ 1..=2 => n as usize,
            _ => return None,
        };
        (!stuck).then(|| Adjudication {
            outcome: self.outcome_by(6),
            reach,
        })
    }
    fn generate(&self, moves: &mut Vec<Way>) {
        moves.extend((0..self.offered()).map(|place| self.way(place)));
    }
    fn is_legal(&self, mv: Way) -> bool {
        !self.draw(100 + u64::from(mv.place)).is_multiple_of(7)
    }
    fn play(&mut self, mv: Way) -> u64 {
        assert!(
            mv.place < self.offered() && mv == self.way(mv.place) && self.is_legal(mv),
            "{mv:?} is no move in {self:?}"
        );
        let next = self.draw(200 + u64::from(mv.place)) % self.states;
        self.ply += 1;
        std::mem::replace(&mut self.state, next)
    }
    fn undo(&mut self, _: Way, state: u64) {
        self.ply -= 1;
        self.state = state;
    }
    fn slot(&self, mv: Way) -> usize {
        mv.place.into()
    }
}

/// A value drawn for each state, within `range` of even.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub range: u64,
}

impl<const ALTERNATE: bool> Evaluator<RandomTree<ALTERNATE>> for Drawn {
    fn evaluate(&mut self, pos: &RandomTree<ALTERNATE>) -> Score {
        Score::eval((pos.draw(7) % (2 * self.range + 1)) as i32 - self.range as i32)
    }
}
