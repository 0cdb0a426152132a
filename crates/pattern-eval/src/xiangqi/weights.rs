use super::counts::{GROUPS, Rows};
use super::tuned;
use game_core::Player;
use xiangqi_movegen::{Kind, Piece, Square};

/// A bonus for each square as Red sees the board: row 0 is Black's back rank, column 0 Red's left
/// file.
pub type Bonus = [[i16; 9]; 10];

/// A number for each two kinds of pieces, by [`Kind::index`].
pub type Pairs<const N: usize = 7> = [[i16; N]; N];

/// What [`Handmade`](super::Handmade) counts for how much, in hundredths of a soldier at home.
///
/// Arrays are by [`Kind::index`]: general, advisor, elephant, horse, chariot, cannon, soldier. Any
/// numbers up to some thousands will do; the evaluation is cut off where finished games begin. To
/// change some:
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
    /// For each two pieces of one side, by their kinds; only the lower triangle counts, without the
    /// general.
    pub together: Pairs,
    /// For each piece of one side and each of a kind before it of the other's; the same triangle
    /// without its diagonal.
    pub against: Pairs,
    /// For what a side's material lacks, by [`Lack::index`](super::Lack::index).
    pub lack: [i32; 7],
    /// A piece's bonus for its square while all attackers are on the board, mirrored for Black.
    /// With fewer of them (a chariot counts twice) it is in between this and [`bare`](Self::bare).
    pub placement: [Bonus; 7],
    /// The same with no attacker left.
    pub bare: [Bonus; 7],
    /// For each square that a piece reaches and its own side does not hold.
    pub mobility: [i32; 7],
    /// Against a piece that is attacked and not protected while its own side is to move.
    pub threatened: [i32; 7],
    /// The same while the other side is to move.
    pub hanging: [i32; 7],
    /// For a piece that its own side protects.
    pub protected: [i32; 7],
    /// For each point of the other palace that a piece attacks.
    pub palace: [i32; 7],
    /// For what endangers the other general, by [`Danger::index`](super::Danger::index).
    pub danger: [i32; 8],
    /// For two soldiers side by side across the river.
    pub linked_soldiers: i32,
    /// For being to move.
    pub tempo: i32,
}

impl Weights {
    /// The default weights.
    pub const DEFAULT: Self = tuned::WEIGHTS;

    /// Pieces and nothing else, valued as beginners learn it: where a fit begins.
    pub const PLAIN: Self = Self {
        material: MATERIAL,
        together: [[0; 7]; 7],
        against: [[0; 7]; 7],
        lack: [0; 7],
        placement: [[[0; 9]; 10]; 7],
        bare: [[[0; 9]; 10]; 7],
        mobility: [0; 7],
        threatened: [0; 7],
        hanging: [0; 7],
        protected: [0; 7],
        palace: [0; 7],
        danger: [0; 8],
        linked_soldiers: 0,
        tempo: 0,
    };

    /// The same with `percent` hundredths of every bonus for a square, rounded towards nothing; at
    /// most some thousand.
    #[must_use]
    pub fn with_placement(mut self, percent: i32) -> Self {
        for table in [&mut self.placement, &mut self.bare] {
            table
                .as_flattened_mut()
                .iter_mut()
                .for_each(|row| scale(row, percent));
        }
        self
    }

    /// The same with `percent` hundredths of what pieces are worth [together](Self::together) and
    /// [against](Self::against) others, rounded towards nothing; at most some thousand.
    #[must_use]
    pub fn with_balance(mut self, percent: i32) -> Self {
        for table in [&mut self.together, &mut self.against] {
            table.iter_mut().for_each(|row| scale(row, percent));
        }
        self
    }

    /// The bonuses of `piece` on `square`: with all attackers on the board, and with none.
    pub const fn bonuses(&self, piece: Piece, square: Square) -> [i32; 2] {
        let row = match piece.player {
            Player::First => Square::RANKS - 1 - square.rank(),
            Player::Second => square.rank(),
        } as usize;
        let kind = piece.kind.index();
        let file = square.file() as usize;
        [
            self.placement[kind][row][file] as i32,
            self.bare[kind][row][file] as i32,
        ]
    }

    /// What [`Counts`](super::counts::Counts) are multiplied by.
    pub(super) fn rows(&self) -> Rows {
        let Self {
            mobility,
            threatened,
            hanging,
            protected,
            palace,
            danger,
            lack,
            linked_soldiers,
            ..
        } = self;
        let mut rows = Rows::default();
        let groups: [&[i32]; GROUPS] = [
            mobility,
            threatened,
            hanging,
            protected,
            palace,
            danger,
            lack,
            std::slice::from_ref(linked_soldiers),
        ];
        for (row, weights) in rows.iter_mut().zip(groups) {
            for (place, &weight) in row.iter_mut().zip(weights) {
                *place = weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
        }
        rows
    }
}

/// Leaves of each number `percent` hundredths, as far as there is room.
fn scale(numbers: &mut [i16], percent: i32) {
    for number in numbers {
        *number =
            (i32::from(*number) * percent / 100).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The round value of a piece, from 100 for a soldier to 10,000 for a general: what move ordering
/// and exchanges compare.
pub const fn piece_value(kind: Kind) -> i32 {
    MATERIAL[kind.index()]
}

const MATERIAL: [i32; 7] = [10_000, 200, 200, 400, 900, 450, 100];

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
