use super::Layers;
use game_core::Player;
use xiangqi_movegen::{Move, Piece, Square, Xiangqi};

type Hidden = [i16; Layers::HIDDEN];

/// The hidden units before the activation, from both perspectives, and the PSQT: updated move by
/// move.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    /// The hidden units, by perspective.
    pub(super) hidden: [Hidden; 2],
    /// The PSQT, Red's less Black's.
    pub(super) psqt: i32,
    pub(super) pieces: usize,
}

impl Accumulator {
    /// Of an empty board.
    pub(super) fn empty(layers: &Layers) -> Self {
        Self {
            hidden: [layers.biases; 2],
            psqt: 0,
            pieces: 0,
        }
    }

    pub(super) fn of(pos: &Xiangqi, layers: &Layers) -> Self {
        let mut accumulators = Self::empty(layers);
        for at in pos.board().occupied() {
            if let Some(piece) = pos.piece_at(at) {
                accumulators.add(piece, at, layers);
            }
        }
        accumulators
    }

    fn add(&mut self, piece: Piece, square: Square, layers: &Layers) {
        for viewer in Player::BOTH {
            let row = &layers.inputs[Layers::input(viewer, piece, square)];
            self.hidden[viewer.index()]
                .iter_mut()
                .zip(row)
                .for_each(|(sum, number)| *sum += number);
        }
        self.psqt += psqt(layers, piece, square);
        self.pieces += 1;
    }

    /// After `piece` has made `mv`.
    #[inline]
    pub(super) fn after(
        &self,
        piece: Piece,
        mv: Move,
        captured: Option<Piece>,
        layers: &Layers,
    ) -> Self {
        let mut next = self.clone();
        for viewer in Player::BOTH {
            let row = |piece, square| &layers.inputs[Layers::input(viewer, piece, square)];
            let gone = row(piece, mv.from);
            let come = row(piece, mv.to);
            let units = next.hidden[viewer.index()]
                .iter_mut()
                .zip(gone.iter().zip(come));
            match captured {
                None => units.for_each(|(sum, (gone, come))| *sum += come - gone),
                Some(captured) => units
                    .zip(row(captured, mv.to))
                    .for_each(|((sum, (gone, come)), captured)| *sum += come - gone - captured),
            }
        }
        next.psqt += psqt(layers, piece, mv.to) - psqt(layers, piece, mv.from);
        if let Some(captured) = captured {
            next.psqt -= psqt(layers, captured, mv.to);
            next.pieces -= 1;
        }
        next
    }

    /// Before `piece` made `mv`.
    pub(super) fn before(
        &self,
        piece: Piece,
        mv: Move,
        captured: Option<Piece>,
        layers: &Layers,
    ) -> Self {
        let mut before = self.after(piece, Move::new(mv.to, mv.from), None, layers);
        if let Some(captured) = captured {
            before.add(captured, mv.to, layers);
        }
        before
    }
}

/// The PSQT of `piece` on `square`, negative for Black.
#[inline]
fn psqt(layers: &Layers, piece: Piece, square: Square) -> i32 {
    let psqt = i32::from(layers.psqt[Layers::input(piece.player, piece, square)]);
    if piece.player == Player::First {
        psqt
    } else {
        -psqt
    }
}
