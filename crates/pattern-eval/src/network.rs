//! What every game's network can say of its values.

use crate::{Explain, Term, Weighted};
use game_core::Position;
use nnue::{Features, Network};

impl<F, const HIDDEN: usize> Weighted for Network<F, HIDDEN> {}

impl<P: Position, F: Features<P>, const HIDDEN: usize> Explain<P> for Network<F, HIDDEN> {
    fn terms(&mut self, pos: &P) -> Vec<Term> {
        let (hidden, psqt) = self.parts(pos);
        let term = |name, value: i32| Term {
            name,
            value: value.into(),
        };
        vec![term("placement", psqt), term("network", hidden)]
    }
}
