use engines::{EngineConfig, Game, SearcherConfig, Settings};
use search::Limits;
use std::time::Duration;

/// Which game is played, what thinks, and what a move may cost.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub game: &'static dyn Game,
    /// Its rules, as they are agreed on before anyone says otherwise.
    pub settings: Settings,
    /// What thinks.
    pub config: EngineConfig,
    /// What a move may cost, over what the protocol allows.
    pub limits: Limits,
    /// Drives the mistakes of the lower levels.
    pub seed: u64,
    /// How long a search may go on when whoever asked for it has gone, or has said so much more
    /// that no more is heard.
    pub patience: Duration,
}

impl Setup {
    /// What a move may cost when nobody says it.
    pub const DEFAULT: Limits = Limits::time(Duration::from_secs(1));

    /// `game` by its default rules, played as well as can be.
    pub fn new(game: &'static dyn Game) -> Self {
        let settings = Settings::new();
        let config = EngineConfig::Searcher(SearcherConfig::default());
        Self {
            game,
            settings,
            config,
            limits: Limits::none(),
            seed: 0,
            patience: Duration::from_secs(10),
        }
    }

    /// What a move may cost to which the protocol allows `asked`: something, in any case.
    pub(crate) fn limits(&self, asked: Limits) -> Limits {
        let limits = self.limits.and(asked);
        let endless = match &self.config {
            EngineConfig::Level { .. } => false,
            EngineConfig::Searcher(spec) => {
                limits == Limits::none() && spec.limits == Limits::none()
            }
        };
        if endless { Self::DEFAULT } else { limits }
    }
}
