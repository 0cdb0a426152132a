//! The evaluation as a product of two vectors, for a regression: weights, and what a position
//! counts.

use super::balance::{Material, pairs};
use super::counts::{Counts, GROUPS, MEMBERS, for_red};
use super::standing::{FULL, phase};
use super::{Bonus, Weights};
use game_core::{Player, Position};
use xiangqi_movegen::{Kind, Piece, Square, Xiangqi};

/// One number of a position's vector that is not 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// Its place.
    pub at: u16,
    /// How often it counts, Red's less Black's.
    pub times: f32,
}

const KINDS: usize = 7;
/// Squares up to a mirror's.
const SQUARES: usize = 10 * 5;
const PLACEMENT: usize = KINDS;
const BARE: usize = PLACEMENT + KINDS * SQUARES;
const ROWS: usize = BARE + KINDS * SQUARES;
const TEMPO: usize = ROWS + GROUPS * MEMBERS;
const TOGETHER: usize = TEMPO + 1;
/// A square of kinds by kinds, of which the lower triangle is of use.
const AGAINST: usize = TOGETHER + KINDS * KINDS;

/// The place of a piece's square, counted from its table's.
fn place(piece: Piece, square: Square) -> usize {
    let row = match piece.player {
        Player::First => Square::RANKS - 1 - square.rank(),
        Player::Second => square.rank(),
    };
    cell(piece.kind.index(), row.into(), square.file().into())
}

fn cell(kind: usize, row: usize, file: usize) -> usize {
    kind * SQUARES + row * 5 + file.min(8 - file)
}

/// Whether a soldier ever stands there: beyond the river anywhere, before it on its own file.
fn soldiers_reach(row: usize, file: usize) -> bool {
    row < 5 || row < 7 && file.is_multiple_of(2)
}

impl Weights {
    /// The length of [`to_vector`](Self::to_vector).
    pub const DIMENSIONS: usize = AGAINST + KINDS * KINDS;

    /// Where in [`to_vector`](Self::to_vector) the pairs of pieces begin, which are its last.
    pub const BALANCE: usize = TOGETHER;

    /// The weights in a row: material, squares in both phases, the rest, pairs. Squares that mirror
    /// each other share a place, and some places are of nothing.
    pub fn to_vector(&self) -> Vec<f64> {
        let mut vector = vec![0.0; Self::DIMENSIONS];
        for kind in 0..KINDS {
            vector[kind] = self.material[kind].into();
            for (row, file) in (0..10).flat_map(|row| (0..5).map(move |file| (row, file))) {
                vector[PLACEMENT + cell(kind, row, file)] = self.placement[kind][row][file].into();
                vector[BARE + cell(kind, row, file)] = self.bare[kind][row][file].into();
            }
        }
        for (place, weight) in vector[ROWS..].iter_mut().zip(self.rows().as_flattened()) {
            *place = (*weight).into();
        }
        vector[TEMPO] = self.tempo.into();
        for (from, table) in [(TOGETHER, &self.together), (AGAINST, &self.against)] {
            for (place, &weight) in vector[from..].iter_mut().zip(table.as_flattened()) {
                *place = weight.into();
            }
        }
        vector
    }

    /// The weights of a vector, rounded. `None` if it has another length than
    /// [`DIMENSIONS`](Self::DIMENSIONS).
    ///
    /// ```
    /// use pattern_eval::xiangqi::Weights;
    /// assert_eq!(Weights::from_vector(&Weights::DEFAULT.to_vector()), Some(Weights::DEFAULT));
    /// ```
    pub fn from_vector(vector: &[f64]) -> Option<Self> {
        let rounded = |at: usize| vector[at].round() as i32;
        if vector.len() != Self::DIMENSIONS {
            return None;
        }
        let table = |from: usize| -> [Bonus; KINDS] {
            std::array::from_fn(|kind| {
                std::array::from_fn(|row| {
                    std::array::from_fn(|file| rounded(from + cell(kind, row, file)) as i16)
                })
            })
        };
        fn row<const N: usize>(group: usize, rounded: impl Fn(usize) -> i32) -> [i32; N] {
            std::array::from_fn(|member| rounded(ROWS + group * MEMBERS + member))
        }
        let square = |from: usize| {
            std::array::from_fn(|kind| {
                std::array::from_fn(|other| rounded(from + kind * KINDS + other) as i16)
            })
        };
        Some(Self {
            material: std::array::from_fn(rounded),
            together: square(TOGETHER),
            against: square(AGAINST),
            placement: table(PLACEMENT),
            bare: table(BARE),
            mobility: row(0, rounded),
            threatened: row(1, rounded),
            hanging: row(2, rounded),
            protected: row(3, rounded),
            palace: row(4, rounded),
            danger: row(5, rounded),
            lack: row(6, rounded),
            linked_soldiers: rounded(ROWS + 7 * MEMBERS),
            tempo: rounded(TEMPO),
        })
    }

    /// Pairs of places in [`to_vector`](Self::to_vector) whose weights are likely to be alike, and
    /// how far apart they are: 1 for neighbouring squares of one table, and 2 for a square in both
    /// phases. Advisors, elephants and generals have too few squares.
    pub fn neighbours() -> Vec<([u16; 2], u8)> {
        let mut pairs = Vec::new();
        for kind in [Kind::Horse, Kind::Chariot, Kind::Cannon, Kind::Soldier] {
            let reached = |row, file| kind != Kind::Soldier || soldiers_reach(row, file);
            for (row, file) in (0..10).flat_map(|row| (0..5).map(move |file| (row, file))) {
                if !reached(row, file) {
                    continue;
                }
                let at = cell(kind.index(), row, file);
                let mut near = |from: usize, to: usize, steps| {
                    pairs.push(([from, to].map(|at| at as u16), steps))
                };
                for (row, file) in [(row, file + 1), (row + 1, file)] {
                    if row < 10 && file < 5 && reached(row, file) {
                        let other = cell(kind.index(), row, file);
                        near(PLACEMENT + at, PLACEMENT + other, 1);
                        near(BARE + at, BARE + other, 1);
                    }
                }
                near(PLACEMENT + at, BARE + at, 2);
            }
        }
        pairs
    }

    /// What `pos` counts: times the weights it is the evaluation as Red sees it, but for rounding.
    pub fn features(pos: &Xiangqi) -> Vec<Feature> {
        let board = pos.board();
        let mut features = Vec::new();
        let mut add = |at: usize, times: f32| {
            if times != 0.0 {
                features.push(Feature {
                    at: at as u16,
                    times,
                });
            }
        };
        let full = phase(board) as f32 / FULL as f32;
        let mut material = [0; KINDS];
        for at in board.occupied() {
            let Some(piece) = board.piece_at(at) else {
                continue;
            };
            let sign = for_red(1, piece.player);
            material[piece.kind.index()] += sign;
            add(PLACEMENT + place(piece, at), sign as f32 * full);
            add(BARE + place(piece, at), sign as f32 * (1.0 - full));
        }
        for kind in Kind::ALL {
            add(kind.index(), material[kind.index()] as f32);
        }
        let men = Material::of(board);
        for (i, &times) in Counts::of(pos, &men).0.as_flattened().iter().enumerate() {
            add(ROWS + i, times.into());
        }
        add(TEMPO, for_red(1, pos.turn()) as f32);
        for (kind, other) in pairs() {
            add(
                TOGETHER + kind * KINDS + other,
                men.together(kind, other) as f32,
            );
            add(
                AGAINST + kind * KINDS + other,
                men.against(kind, other) as f32,
            );
        }
        features
    }
}
