use game_core::{Evaluator, Score};
use pattern_eval::xiangqi::{Handmade, Network};
use pattern_eval::{Explain, Term, Weight, Weighted};
use xiangqi_movegen::{Move, Piece, Xiangqi};

/// One of the two evaluators of xiangqi.
#[derive(Clone, Debug)]
pub enum Judge {
    /// Counted terms, whose weights can be changed.
    Handmade(Handmade),
    /// A network, trained on games of the engine against itself.
    Network(Network),
}

impl Judge {
    /// The name of the first.
    pub const HANDMADE: &'static str = "handmade";
    /// The name of the second.
    pub const NETWORK: &'static str = "network";

    /// The terms with their default weights.
    pub fn handmade() -> Self {
        Self::Handmade(Handmade::default())
    }

    /// The network as it was trained.
    pub fn network() -> Self {
        Self::Network(Network::default())
    }
}

impl Evaluator<Xiangqi> for Judge {
    fn reset(&mut self, pos: &Xiangqi) {
        match self {
            Self::Handmade(handmade) => handmade.reset(pos),
            Self::Network(network) => network.reset(pos),
        }
    }

    #[inline]
    fn played(&mut self, pos: &Xiangqi, mv: Move, captured: &Option<Piece>) {
        match self {
            Self::Handmade(handmade) => handmade.played(pos, mv, captured),
            Self::Network(network) => network.played(pos, mv, captured),
        }
    }

    #[inline]
    fn undone(&mut self, pos: &Xiangqi, mv: Move, captured: &Option<Piece>) {
        match self {
            Self::Handmade(handmade) => handmade.undone(pos, mv, captured),
            Self::Network(network) => network.undone(pos, mv, captured),
        }
    }

    #[inline]
    fn evaluate(&mut self, pos: &Xiangqi) -> Score {
        match self {
            Self::Handmade(handmade) => handmade.evaluate(pos),
            Self::Network(network) => network.evaluate(pos),
        }
    }
}

impl Weighted for Judge {
    const WEIGHTS: &'static [Weight] = Handmade::WEIGHTS;

    /// The terms with these weights: the network has none that could be changed by name.
    fn with_weights(self, values: &[i32]) -> Self {
        match self {
            Self::Handmade(handmade) => Self::Handmade(handmade.with_weights(values)),
            Self::Network(_) => Self::Handmade(Handmade::default().with_weights(values)),
        }
    }
}

impl Explain<Xiangqi> for Judge {
    fn terms(&mut self, pos: &Xiangqi) -> Vec<Term> {
        match self {
            Self::Handmade(handmade) => handmade.terms(pos),
            Self::Network(network) => network.terms(pos),
        }
    }
}
