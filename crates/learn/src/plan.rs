use arena::stats::Sprt;
use search::Limits;
use std::fmt;
use train::network::TrainingConfig;
use train::self_play::SelfPlay;

/// How a game learns: all that the pedigree depends on but the number of rounds.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The games of a round. Its evaluator plays until a network is accepted, and its seed is that
    /// of the whole plan.
    pub self_play: SelfPlay,
    /// The training of a candidate.
    pub training: TrainingConfig,
    /// How many rounds' games a candidate learns from: those of this round and the last ones.
    pub window: u64,
    /// Whether a position counts once among these games, the first time.
    pub unique: bool,
    /// Whether a candidate goes on from the best network; otherwise it starts from random weights.
    pub goes_on: bool,
    /// The match that decides on a candidate.
    pub gate: Gate,
}

impl Default for Plan {
    /// Rounds of 1,000 games, candidates that learn from four of them from random weights.
    fn default() -> Self {
        Self {
            self_play: SelfPlay::default(),
            training: TrainingConfig::default(),
            window: 4,
            unique: true,
            goes_on: false,
            gate: Gate::default(),
        }
    }
}

/// All of the plan, a line each; the network that it begins with by its checksum.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            self_play,
            training,
            window,
            unique,
            goes_on,
            gate,
        } = self;
        writeln!(f, "rules {:?}", self_play.settings)?;
        writeln!(f, "{} games of {}", self_play.games, self_play.origin())?;
        writeln!(f, "{training:?}")?;
        writeln!(f, "window {window}, unique {unique}, goes on {goes_on}")?;
        writeln!(f, "{gate:?}")
    }
}

/// The match of a candidate against the best network so far, or at first against the evaluator
/// that the plan begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// What a move may cost; with a limit in time the pedigree does not repeat.
    pub limits: Limits,
    /// How many games, two from each opening with sides swapped; with a test, the most that are played.
    pub games: u64,
    /// The test that a candidate passes by its first hypothesis; without one it passes by more than
    /// half of the points.
    pub sprt: Option<Sprt>,
    /// Random plies of the openings.
    pub opening_plies: u32,
    /// The size of either player's table in MiB.
    pub hash: usize,
}

impl Default for Gate {
    /// 200 games of 1,000 nodes a move.
    fn default() -> Self {
        Self {
            limits: Limits::nodes(1_000),
            games: 200,
            sprt: None,
            opening_plies: 6,
            hash: 1,
        }
    }
}
