use pattern_eval::xiangqi::Weights;

/// How a regression goes about it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it begins, and what it is drawn back to where the games say little.
    pub start: Weights,
    /// Points for which the odds of winning grow by a factor of e.
    pub scale: f64,
    /// How much of what is learnt of a position is the game's result, 0 to 1. The rest is the
    /// chance of winning that its search saw, if one is known: that says less of what no search
    /// sees, and is not a single draw of the lot.
    pub by_result: f64,
    /// How far from its start a weight is likely to be, in points: a standard deviation.
    pub spread: f64,
    /// How far apart the bonuses of neighbouring squares are likely to be, in points.
    pub step: f64,
    /// How much material, beyond its pieces' values, is likely to be worth by what else there is,
    /// in points: each pair of kinds. The pairs are nearly multiples of each other, and without
    /// this they grow large on both sides of 0.
    pub balance: f64,
    /// How many of a game's positions tell as much as one that stood alone, for they are alike.
    pub alike: f64,
    /// Of how many games one is set aside for validation.
    pub validation_one_in: u64,
    /// Of the games that are set aside.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        let start = Weights::PLAIN;
        Self {
            start,
            scale: 450.0,
            by_result: 0.5,
            spread: 100.0,
            step: 60.0,
            balance: 15.0,
            alike: 5.0,
            validation_one_in: 8,
            seed: 1,
        }
    }
}
