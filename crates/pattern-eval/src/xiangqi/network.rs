use crate::network::shipped;
use game_core::Player;
use nnue::{Changes, FeatureSet, Features, Trained};
use std::sync::{Arc, LazyLock};
use xiangqi_movegen::{Kind, Move, Piece, Square, Xiangqi};

/// Units of the hidden layer, for each perspective.
const HIDDEN: usize = 128;

/// The trained evaluator: a small network of [pieces on squares](HalfKa), as each general sees
/// them. Its unit is about a hundredth of a soldier at home.
pub type Network = nnue::Network<HalfKa, HIDDEN>;

/// The weights of a [`Network`].
///
/// ```
/// use nnue::Trained;
/// use pattern_eval::xiangqi::{Layers, HalfKa};
///
/// let trained = HalfKa::trained();
/// let file = trained.to_bytes(&HalfKa::SET, "as shipped");
/// assert_eq!(Layers::from_bytes(&file, &HalfKa::SET)?, *trained);
/// # Ok::<(), nnue::LayersError>(())
/// ```
pub type Layers = nnue::Layers<HIDDEN>;

/// The features of the network: the pieces of either side on every square, for each square of the
/// viewer's own general (HalfKA, as in Stockfish's networks). Left and right are exchanged where
/// that general stands on the right, so that it has six squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfKa;

impl HalfKa {
    /// Units of the hidden layer, for each perspective.
    pub const HIDDEN: usize = HIDDEN;

    /// The feature set as data.
    pub const SET: FeatureSet = FeatureSet::of::<Xiangqi, Self>();

    /// The feature "`piece` on `square`" from the perspective of `viewer`, whose general stands on
    /// `general`: own pieces first, own back rank first.
    #[inline]
    pub const fn feature(viewer: Player, general: Square, piece: Piece, square: Square) -> u16 {
        let piece = match viewer {
            Player::First => piece.index(),
            Player::Second => (piece.index() + 7) % 14,
        };
        let general = Self::seen(viewer, general);
        let mut square = Self::seen(viewer, square);
        if general.file() > MIDDLE {
            square = square.mirrored();
        }
        ((Self::palace(general) * 14 + piece) * Square::COUNT + square.index()) as u16
    }

    /// `square` as `viewer` sees the board.
    const fn seen(viewer: Player, square: Square) -> Square {
        match viewer {
            Player::First => square,
            Player::Second => square.rotated(),
        }
    }

    /// The input bucket for a general on that square of its palace, seen by its own side.
    const fn palace(general: Square) -> usize {
        general.rank() as usize * 2 + (general.file() == MIDDLE) as usize
    }

    /// The output bucket of a position with this many pieces, generals counted: the first with 4
    /// and less, the last with 29 to 32.
    #[inline]
    pub const fn stage(pieces: usize) -> usize {
        let stage = pieces.saturating_sub(1) / 4;
        let last = <Self as Features<Xiangqi>>::BUCKETS - 1;
        if stage < last { stage } else { last }
    }
}

impl Features<Xiangqi> for HalfKa {
    const NAME: &'static str = "xiangqi half-KA";
    const COUNT: usize = GENERALS * 14 * Square::COUNT;
    const MAX_ACTIVE: usize = 32;
    const INPUT_BUCKETS: usize = GENERALS;
    const BUCKETS: usize = 8;
    const SCALE: i32 = 450;
    const IMAGES: usize = 2;

    /// Image 1 is the mirror image, left and right exchanged.
    fn image(feature: u16, image: usize) -> u16 {
        let (kind, square) = (feature / SQUARES, feature % SQUARES);
        // With the general beside the middle file, the mirror image has the same features.
        let middle = kind / 14 % 2 == 1;
        match Square::from_index(square.into()).filter(|_| image == 1 && middle) {
            Some(square) => kind * SQUARES + square.mirrored().index() as u16,
            None => feature,
        }
    }

    fn active(&self, pos: &Xiangqi, viewer: Player, features: &mut Vec<u16>) {
        let general = pos.board().general(viewer);
        for at in pos.board().occupied() {
            let piece = pos.piece_at(at);
            features.extend(piece.map(|piece| Self::feature(viewer, general, piece, at)));
        }
    }

    /// A null move changes nothing, whatever stands on the square it names.
    #[inline]
    fn changed(&self, pos: &Xiangqi, mv: Move, captured: &Option<Piece>, changes: &mut Changes) {
        let Some(piece) = pos.piece_at(mv.to).filter(|_| !mv.is_null()) else {
            return;
        };
        for viewer in Player::BOTH {
            if piece == Piece::new(viewer, Kind::General) {
                changes.refresh(viewer);
                continue;
            }
            let general = pos.board().general(viewer);
            changes.add(viewer, Self::feature(viewer, general, piece, mv.to));
            changes.remove(viewer, Self::feature(viewer, general, piece, mv.from));
            if let Some(captured) = *captured {
                changes.remove(viewer, Self::feature(viewer, general, captured, mv.to));
            }
        }
    }

    #[inline]
    fn input_bucket(&self, pos: &Xiangqi, viewer: Player) -> usize {
        Self::palace(Self::seen(viewer, pos.board().general(viewer)))
    }

    #[inline]
    fn bucket(&self, pos: &Xiangqi) -> usize {
        Self::stage(pos.board().occupied().len())
    }
}

/// How many squares a general can stand on, mirror images counted once.
const GENERALS: usize = 6;

/// The file in the middle of the palace.
const MIDDLE: u8 = 4;

const SQUARES: u16 = Square::COUNT as u16;

impl Trained<HIDDEN> for HalfKa {
    /// As trained on games of the engine against itself; unpacked when first asked for.
    fn trained() -> Arc<Layers> {
        static TRAINED: LazyLock<Arc<Layers>> = LazyLock::new(|| {
            let file = include_bytes!("../../data/xiangqi.network");
            shipped(file, &HalfKa::SET)
        });
        TRAINED.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Explain;
    use crate::xiangqi::tests::{POSITIONS, changed, pos};
    use game_core::{Evaluator, Position, conform};

    fn value_by(mut eval: Network, pos: &Xiangqi) -> i32 {
        eval.reset(pos);
        eval.evaluate(pos).get()
    }

    /// Every weight as great as it may be, the outputs of either sign.
    fn loud(sign: i16) -> Network {
        let mut layers = Layers::zero(&HalfKa::SET);
        let input = HalfKa::SET.max_input();
        layers.psqt.fill(sign * i16::MAX);
        layers.inputs.as_flattened_mut().fill(input);
        layers.biases.fill(input);
        let outputs = layers.outputs.as_flattened_mut().as_flattened_mut();
        outputs.fill(sign * Layers::MAX_OUTPUT);
        layers.tempo.fill(sign * i16::MAX);
        Network::new(HalfKa, Arc::new(layers))
    }

    #[test]
    fn the_evaluator_keeps_its_laws() {
        for fen in POSITIONS {
            for eval in [Network::default(), loud(1), loud(-1)] {
                conform::evaluator(&pos(fen), &eval, 2).unwrap();
            }
        }
    }

    #[test]
    fn both_sides_see_the_same() {
        for fen in POSITIONS {
            let pos = pos(fen);
            // A half turn, which is what the other player sees.
            let turned = changed(&pos, !pos.turn(), |at, piece| {
                (at.rotated(), Piece::new(!piece.player, piece.kind))
            });
            assert_eq!(
                value_by(Network::default(), &pos),
                value_by(Network::default(), &turned),
                "{fen}"
            );
        }
    }

    #[test]
    fn an_image_is_what_a_mirror_shows() {
        let sorted = |pos: &Xiangqi, viewer, image| {
            let mut features = Vec::new();
            HalfKa.active(pos, viewer, &mut features);
            let image_of = |feature: &mut u16| {
                *feature = <HalfKa as Features<Xiangqi>>::image(*feature, image);
            };
            features.iter_mut().for_each(image_of);
            features.sort_unstable();
            features
        };
        for fen in POSITIONS {
            let pos = pos(fen);
            let mirrored = changed(&pos, pos.turn(), |at, piece| (at.mirrored(), piece));
            for viewer in Player::BOTH {
                assert_eq!(
                    sorted(&pos, viewer, 1),
                    sorted(&mirrored, viewer, 0),
                    "{fen}"
                );
                assert_eq!(
                    sorted(&pos, viewer, 0),
                    sorted(&mirrored, viewer, 1),
                    "{fen}"
                );
            }
        }
    }

    #[test]
    fn terms_add_up() {
        for fen in POSITIONS {
            let pos = pos(fen);
            let mut eval = Network::default();
            eval.reset(&pos);
            let sum: f64 = eval.terms(&pos).iter().map(|term| term.value).sum();
            assert_eq!(sum, f64::from(eval.evaluate(&pos).get()), "{fen}");
        }
    }

    #[test]
    fn features_are_what_the_viewer_sees() {
        let at = |text: &str| text.parse::<Square>().expect(text);
        let red = Piece::new(Player::First, Kind::Horse);
        let black = Piece::new(Player::Second, Kind::Horse);
        let feature = |viewer, general, piece, square| {
            let feature = HalfKa::feature(viewer, at(general), piece, at(square));
            let (bucket, feature) = (feature / (14 * 90), feature % (14 * 90));
            (bucket, feature / 90, feature % 90)
        };
        assert_eq!(feature(Player::First, "e0", red, "b0"), (1, 3, 1));
        let own = feature(Player::Second, "e9", black, "h9");
        assert_eq!(own, (1, 3, 1), "his own, from his left");
        assert_eq!(feature(Player::First, "e0", black, "b0"), (1, 10, 1));
        assert_eq!(feature(Player::First, "d2", black, "b0"), (4, 10, 1));
        let mirrored = feature(Player::First, "f2", black, "h0");
        assert_eq!(mirrored, (4, 10, 1), "left and right exchanged");
        assert_eq!([1, 4, 5, 28, 29, 32].map(HalfKa::stage), [0, 0, 1, 6, 7, 7]);
    }

    #[test]
    fn moves_from_before_the_reset_are_taken_back() {
        for (mv, reply) in [("h2e2", "h9g7"), ("h2h9", "i9h9"), ("h2e2", "none")] {
            let mut pos = Xiangqi::default();
            let mv: Move = mv.parse().expect(mv);
            let before = value_by(Network::default(), &pos);
            let undo = pos.play(mv);
            let after = value_by(Network::default(), &pos);
            let mut eval = Network::default();
            let reply = if reply == "none" {
                Move::NULL
            } else {
                reply.parse().expect(reply)
            };
            let second = pos.play(reply);
            eval.reset(&pos);
            for (mv, undo, value) in [(reply, second, after), (mv, undo, before)] {
                eval.undone(&pos, mv, &undo);
                pos.undo(mv, undo);
                assert_eq!(eval.evaluate(&pos).get(), value, "{mv}");
            }
            let undo = pos.play(mv);
            eval.played(&pos, mv, &undo);
            assert_eq!(eval.evaluate(&pos).get(), after, "{mv} once more");
        }
    }

    #[test]
    fn a_null_move_changes_the_turn_alone() {
        let mut pos = pos(POSITIONS[1]);
        let mut eval = Network::default();
        eval.reset(&pos);
        let before = eval.evaluate(&pos);
        let undo = pos.play(Move::NULL);
        eval.played(&pos, Move::NULL, &undo);
        assert_eq!(
            eval.evaluate(&pos).get(),
            value_by(Network::default(), &pos)
        );
        eval.undone(&pos, Move::NULL, &undo);
        pos.undo(Move::NULL, undo);
        assert_eq!(eval.evaluate(&pos), before);
    }

    #[test]
    fn what_wins_is_worth_more() {
        let value = |fen: &str| value_by(Network::default(), &pos(fen));
        let start = value(Xiangqi::START);
        assert!((-50..150).contains(&start), "{start}");
        // A horse up, and a chariot down.
        let horse_up = value("r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        assert!(horse_up > start + 200);
        let chariot_down = value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w");
        assert!(chariot_down < start - 400);
    }
}
