use game_core::{Evaluator, Outcome, Score};
use othello_bitboard::{Move, Othello};
use pattern_eval::othello::{Handmade, Patterns};
use pattern_eval::{Explain, Term, Weight, Weighted};

/// One of the two evaluators of Othello.
#[derive(Clone, Debug)]
pub enum Judge {
    /// Eight terms, whose weights can be changed.
    Handmade(Handmade),
    /// Patterns, trained on games of tournaments and of self-play.
    Patterns(Patterns),
}

impl Judge {
    /// The name of the first.
    pub const HANDMADE: &'static str = "handmade";
    /// The name of the second.
    pub const PATTERNS: &'static str = "patterns";

    /// The eight terms with their default weights.
    pub fn handmade() -> Self {
        Self::Handmade(Handmade::default())
    }

    /// The patterns with the weights trained on games of tournaments and of self-play.
    pub fn patterns() -> Self {
        Self::Patterns(Patterns::default())
    }
}

impl Evaluator<Othello> for Judge {
    fn reset(&mut self, pos: &Othello) {
        if let Self::Patterns(patterns) = self {
            patterns.reset(pos);
        }
    }

    #[inline]
    fn played(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        if let Self::Patterns(patterns) = self {
            patterns.played(pos, mv, flipped);
        }
    }

    #[inline]
    fn undone(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        if let Self::Patterns(patterns) = self {
            patterns.undone(pos, mv, flipped);
        }
    }

    #[inline]
    fn evaluate(&mut self, pos: &Othello) -> Score {
        match self {
            Self::Handmade(handmade) => handmade.evaluate(pos),
            Self::Patterns(patterns) => patterns.evaluate(pos),
        }
    }

    fn terminal(&self, pos: &Othello, outcome: Outcome, ply: usize) -> Score {
        match self {
            Self::Handmade(handmade) => handmade.terminal(pos, outcome, ply),
            Self::Patterns(patterns) => patterns.terminal(pos, outcome, ply),
        }
    }
}

impl Weighted for Judge {
    const WEIGHTS: &'static [Weight] = Handmade::WEIGHTS;

    /// The eight terms with these weights: the patterns have none that could be changed by name.
    fn with_weights(self, values: &[i32]) -> Self {
        match self {
            Self::Handmade(handmade) => Self::Handmade(handmade.with_weights(values)),
            Self::Patterns(_) => Self::Handmade(Handmade::default().with_weights(values)),
        }
    }
}

impl Explain<Othello> for Judge {
    fn terms(&mut self, pos: &Othello) -> Vec<Term> {
        match self {
            Self::Handmade(handmade) => handmade.terms(pos),
            Self::Patterns(patterns) => patterns.terms(pos),
        }
    }
}
