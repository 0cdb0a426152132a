use game_core::Player;
use xiangqi_movegen::{Kind, Piece, Square};

/// A bonus for each square as Red sees the board: row 0 is Black's back rank, column 0 Red's left file.
pub type Bonus = [[i16; 9]; 10];

/// What [`Handmade`](super::Handmade) counts for how much, in hundredths of a soldier at home.
///
/// Arrays are by [`Kind::index`]: general, advisor, elephant, horse, chariot, cannon, soldier. Any numbers up to some
/// thousands will do; the evaluation is cut off where finished games begin. To change some:
///
/// ```
/// use pattern_eval::xiangqi::{Handmade, Weights};
/// use xiangqi_movegen::Kind;
/// let mut weights = Weights::DEFAULT;
/// weights.mobility[Kind::Chariot.index()] = 8;
/// let eval = Handmade::new(weights);
/// # assert_eq!(eval.weights().mobility[4], 8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A piece's value.
    pub material: [i32; 7],
    /// A piece's bonus for its square, mirrored for Black; from the teaching program for cannons, horses and soldiers.
    pub placement: [Bonus; 7],
    /// For each square that a piece reaches and its own side does not hold.
    pub mobility: [i32; 7],
    /// Against a piece that is attacked and not protected while its own side is to move: by default a twentieth of its
    /// value. By hand.
    pub threatened: [i32; 7],
    /// The same while the other side is to move: by default a fifth of its value. By hand.
    pub hanging: [i32; 7],
    /// For a piece that its own side protects: by default a hundredth of its value. By hand.
    pub protected: [i32; 7],
}

impl Weights {
    /// The default weights.
    pub const DEFAULT: Self = Self {
        material: MATERIAL,
        placement: [NOWHERE, NOWHERE, NOWHERE, HORSE, NOWHERE, CANNON, SOLDIER],
        mobility: [0, 1, 1, 12, 6, 6, 15],
        threatened: fraction_of_value(20),
        hanging: fraction_of_value(5),
        protected: fraction_of_value(100),
    };

    /// The same with `percent` hundredths of every bonus for a square, rounded towards nothing; at most some thousand.
    #[must_use]
    pub fn with_placement(mut self, percent: i32) -> Self {
        for bonus in self.placement.as_flattened_mut().as_flattened_mut() {
            *bonus = (i32::from(*bonus) * percent / 100).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
        self
    }

    /// The bonus of `piece` on `square`.
    pub const fn bonus(&self, piece: Piece, square: Square) -> i32 {
        let row = match piece.player {
            Player::First => Square::RANKS - 1 - square.rank(),
            Player::Second => square.rank(),
        };
        self.placement[piece.kind.index()][row as usize][square.file() as usize] as i32
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The default value of a piece, from 100 for a soldier to 10,000 for a general: what move ordering compares.
pub const fn piece_value(kind: Kind) -> i32 {
    MATERIAL[kind.index()]
}

const MATERIAL: [i32; 7] = [10_000, 250, 250, 350, 500, 350, 100];

/// A fraction of each piece's value; none for the general, whose dangers the search sees.
const fn fraction_of_value(divisor: i32) -> [i32; 7] {
    let mut amounts = MATERIAL;
    let mut i = 0;
    while i < amounts.len() {
        amounts[i] = if i == Kind::General.index() { 0 } else { amounts[i] / divisor };
        i += 1;
    }
    amounts
}

const NOWHERE: Bonus = [[0; 9]; 10];

#[rustfmt::skip]
const CANNON: Bonus = [
    [50, 50, 0,  0,  0,  0, 0, 50, 50],
    [ 0,  0, 0,  0,  0,  0, 0,  0,  0],
    [ 0,  0, 0, 10,  0, 10, 0,  0,  0],
    [ 0,  0, 0,  0,  0,  0, 0,  0,  0],
    [ 0,  0, 0,  0,  0,  0, 0,  0,  0],
    [ 0, 10, 0,  0,  0,  0, 0, 10,  0],
    [ 0,  0, 0,  0,  0,  0, 0,  0,  0],
    [10,  0, 0, 10, 50, 10, 0,  0, 10],
    [ 0,  0, 0,  0,  0,  0, 0,  0,  0],
    [ 0,  0, 0,  0,  0,  0, 0,  0,  0],
];

#[rustfmt::skip]
const HORSE: Bonus = [
    [0, 0,   0,   0,    0,   0,   0, 0, 0],
    [0, 0, 100,   0,    0,   0, 100, 0, 0],
    [0, 0,   0, 100,    0, 100,   0, 0, 0],
    [0, 0,   0,   0,    0,   0,   0, 0, 0],
    [0, 0,   0,   0,    0,   0,   0, 0, 0],
    [0, 0,  10,   0,    0,   0,  10, 0, 0],
    [0, 0,   0,   0,    0,   0,   0, 0, 0],
    [0, 0,  10,   0,    0,   0,  10, 0, 0],
    [0, 0,   0,   0, -100,   0,   0, 0, 0],
    [0, 0,   0,   0,    0,   0,   0, 0, 0],
];

#[rustfmt::skip]
const SOLDIER: Bonus = [
    [ 0,  0,   0,   0,   0,   0,   0,  0,  0],
    [90, 90, 110, 120, 120, 120, 110, 90, 90],
    [90, 90, 110, 120, 120, 120, 110, 90, 90],
    [70, 90, 110, 120, 120, 120, 110, 90, 70],
    [70, 70,  70,  70,  70,  70,  70, 70, 70],
    [ 0,  0,   0,   0,   0,   0,   0,  0,  0],
    [ 0,  0,   0,   0,   0,   0,   0,  0,  0],
    [ 0,  0,   0,   0,   0,   0,   0,  0,  0],
    [ 0,  0,   0,   0,   0,   0,   0,  0,  0],
    [ 0,  0,   0,   0,   0,   0,   0,  0,  0],
];

// The arrays are written in this order.
const _: () = {
    use Kind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Soldier};
    let order = [General, Advisor, Elephant, Horse, Chariot, Cannon, Soldier];
    let mut i = 0;
    while i < order.len() {
        assert!(order[i].index() == i);
        i += 1;
    }
};
