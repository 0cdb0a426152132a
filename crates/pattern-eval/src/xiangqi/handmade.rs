use super::Weights;
use crate::{Explain, Term};
use game_core::{Evaluator, Player, Position, Score};
use std::sync::Arc;
use xiangqi_movegen::{Bitboard, Board, Kind, Move, Piece, Square, Xiangqi};

/// The evaluator described in [the module](super).
///
/// It keeps material and placement up to date from move to move and counts the rest anew. Clones share their weights.
#[derive(Clone, Debug)]
pub struct Handmade {
    tables: Arc<Tables>,
    /// Material and placement, Red's less Black's.
    standing: i32,
}

#[derive(Debug)]
struct Tables {
    weights: Weights,
    /// Value and bonus of each piece on each square, negative for Black.
    worth: [[i32; Square::COUNT]; 14],
}

/// What the pieces do, each pair by player.
struct Activity {
    mobility: [i32; 2],
    attacked: [Bitboard; 2],
}

impl Handmade {
    /// The evaluator with these weights.
    pub fn new(weights: Weights) -> Self {
        let mut worth = [[0; Square::COUNT]; 14];
        for piece in Player::BOTH.into_iter().flat_map(|player| Kind::ALL.map(|kind| Piece::new(player, kind))) {
            for square in Square::all() {
                let value = weights.material[piece.kind.index()] + weights.bonus(piece, square);
                worth[piece.index()][square.index()] = for_red(value, piece.player);
            }
        }
        Self { tables: Arc::new(Tables { weights, worth }), standing: 0 }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.tables.weights
    }

    #[inline]
    fn worth(&self, piece: Piece, square: Square) -> i32 {
        self.tables.worth[piece.index()][square.index()]
    }

    /// How `standing` changes by `mv`, which has just been played.
    #[inline]
    fn change(&self, pos: &Xiangqi, mv: Move, captured: Option<Piece>) -> i32 {
        // A null move leaves everything as it is, whatever stands on the square it names.
        let Some(piece) = pos.piece_at(mv.to).filter(|_| !mv.is_null()) else { return 0 };
        let lost = captured.map_or(0, |captured| self.worth(captured, mv.to));
        self.worth(piece, mv.to) - self.worth(piece, mv.from) - lost
    }

    #[inline]
    fn activity(&self, board: &Board) -> Activity {
        let mut activity = Activity { mobility: [0; 2], attacked: [Bitboard::EMPTY; 2] };
        for player in Player::BOTH {
            let own = board.of(player);
            for kind in Kind::ALL {
                let weight = self.tables.weights.mobility[kind.index()];
                for from in own & board.kind(kind) {
                    let attacks = board.attacks(from);
                    // Only a cannon moves elsewhere than it attacks.
                    let reaches = if kind == Kind::Cannon { board.reaches(from) } else { attacks };
                    activity.attacked[player.index()] |= attacks;
                    activity.mobility[player.index()] += weight * (reaches & !own).len() as i32;
                }
            }
        }
        activity
    }

    /// Mobility, threats and protection, each Red's less Black's.
    #[inline]
    fn activities(&self, pos: &Xiangqi) -> [i32; 3] {
        let (board, weights) = (pos.board(), &self.tables.weights);
        let Activity { mobility, attacked } = self.activity(board);
        let (mut threats, mut protection) = (0, 0);
        for player in Player::BOTH {
            let protected = board.of(player) & attacked[player.index()];
            let loose = board.of(player) & attacked[(!player).index()] & !protected;
            let amounts = if pos.turn() == player { &weights.threatened } else { &weights.hanging };
            threats -= for_red(sum(board, loose, amounts), player);
            protection += for_red(sum(board, protected, &weights.protected), player);
        }
        [mobility[0] - mobility[1], threats, protection]
    }
}

/// The amounts of the pieces on `squares`.
#[inline]
fn sum(board: &Board, squares: Bitboard, amounts: &[i32; 7]) -> i32 {
    squares.filter_map(|at| Some(amounts[board.piece_at(at)?.kind.index()])).sum()
}

/// `value` for `player`, as Red sees it; and the other way about.
#[inline]
fn for_red(value: i32, player: Player) -> i32 {
    match player {
        Player::First => value,
        Player::Second => -value,
    }
}

impl Default for Handmade {
    fn default() -> Self {
        Self::new(Weights::DEFAULT)
    }
}

impl Evaluator<Xiangqi> for Handmade {
    fn reset(&mut self, pos: &Xiangqi) {
        self.standing = pos.board().occupied().filter_map(|at| Some(self.worth(pos.piece_at(at)?, at))).sum();
    }

    #[inline]
    fn played(&mut self, pos: &Xiangqi, mv: Move, &captured: &Option<Piece>) {
        self.standing += self.change(pos, mv, captured);
    }

    #[inline]
    fn undone(&mut self, pos: &Xiangqi, mv: Move, &captured: &Option<Piece>) {
        self.standing -= self.change(pos, mv, captured);
    }

    #[inline]
    fn evaluate(&mut self, pos: &Xiangqi) -> Score {
        let [mobility, threats, protection] = self.activities(pos);
        Score::eval(for_red(self.standing + mobility + threats + protection, pos.turn()))
    }
}

impl Explain<Xiangqi> for Handmade {
    fn terms(&mut self, pos: &Xiangqi) -> Vec<Term> {
        let placed = |at| {
            let piece = pos.piece_at(at)?;
            Some(for_red(self.weights().bonus(piece, at), piece.player))
        };
        let placement: i32 = pos.board().occupied().filter_map(placed).sum();
        let [mobility, threats, protection] = self.activities(pos);
        let terms = [
            ("material", self.standing - placement),
            ("placement", placement),
            ("mobility", mobility),
            ("threats", threats),
            ("protection", protection),
        ];
        terms.map(|(name, value)| Term { name, value: for_red(value, pos.turn()).into() }).to_vec()
    }
}
