use super::{Space, Trial, TuningError};
use crate::game::Conduct;
use crate::openings::{OpeningSuite, Openings};
use crate::parallel;
use crate::seed::Stream;
use crate::tournament::{Contestant, GameRecord, Match, MatchError};
use engines::{EngineConfig, Game, Settings};
use search::{Control, Limits};
use std::num::NonZeroUsize;

/// Tries points by games: every two players meet twice from each opening of the round, once on
/// either side.
///
/// A game counts by its margin where the game has one, as Othello's discs
/// ([`Ending::margin`](engines::Ending::margin)), else 1 for a win and 0 for a draw; one player's
/// gain is the other's loss. The openings are the same for all pairs of a round, and different in
/// the next.
#[derive(Clone)]
pub struct Games {
    /// The game played.
    pub game: &'static dyn Game,
    /// Its rules.
    pub settings: Settings,
    /// The configuration of the players, without the numbers tuned.
    pub config: EngineConfig,
    /// The numbers of a point.
    pub space: Space,
    /// The limits of a move, in addition to the engine configuration's own; without either,
    /// [`LIMITS`](Self::LIMITS).
    pub limits: Limits,
    /// The longest game, and how else games are conducted.
    pub conduct: Conduct,
    /// The openings: random plies, found anew for each round, or lines, taken one after another.
    pub openings: Openings,
    /// The number of openings of a round: each player has this many games against each other one on
    /// the first mover's side.
    pub games: usize,
    /// The seed of random openings and of the lower levels' mistakes.
    pub seed: u64,
    /// The number of games at a time; the result does not depend on it.
    pub threads: NonZeroUsize,
}

impl Games {
    /// The limits of a move by default.
    pub const LIMITS: Limits = Limits::nodes(1_000);

    /// The openings of a round by default, as in the predecessor.
    pub const GAMES: usize = 6;

    /// [`GAMES`](Self::GAMES) games under the default rules, from random openings, with seed 1, one
    /// after another.
    pub fn new(game: &'static dyn Game, config: EngineConfig, space: Space) -> Self {
        let settings = Settings::new();
        let limits = Limits::none();
        let conduct = Conduct::default();
        let openings = Openings::default();
        let threads = NonZeroUsize::MIN;
        Self {
            game,
            settings,
            config,
            space,
            limits,
            conduct,
            openings,
            games: Self::GAMES,
            seed: 1,
            threads,
        }
    }

    /// The configuration with the numbers of `point`.
    ///
    /// # Errors
    /// If the game takes no such configuration.
    pub fn config_at(&self, point: &[f64]) -> Result<EngineConfig, TuningError> {
        let text = format!("{},{}", self.config, self.space.config(point));
        let refused = |problem: String| TuningError::Config {
            config: text.clone(),
            problem,
        };
        let config: EngineConfig = text
            .parse()
            .map_err(|error: engines::ConfigError| refused(error.to_string()))?;
        self.game
            .check(&config)
            .map_err(|error| refused(error.to_string()))?;
        Ok(config)
    }

    /// The limits of a move: as [`Match::budget`], except for the default.
    pub fn budget(&self) -> Limits {
        let (own, is_level) = match &self.config {
            EngineConfig::Searcher(config) => (config.limits, false),
            EngineConfig::Level { .. } => (Limits::none(), true),
        };
        let both = own.and(self.limits);
        if both == Limits::none() && !is_level {
            Self::LIMITS
        } else {
            both
        }
    }

    /// The first mover's margin in `game`.
    fn margin(&self, game: &GameRecord) -> Result<i64, TuningError> {
        if game.fault.is_some() {
            return Err(TuningError::Fault {
                opening: game.opening.clone(),
                reason: game.reason.clone(),
            });
        }
        let mut session = self
            .game
            .session(&self.settings)
            .map_err(MatchError::Setting)?;
        let replayed = session.set_line(&game.opening).and_then(|()| {
            game.moves
                .split(' ')
                .try_for_each(|mv| session.play(mv).map(drop))
        });
        let by_result = match game.winner {
            Some(winner) if winner == game.first => 1,
            Some(_) => -1,
            None => 0,
        };
        // The moves were just played, so they can be replayed.
        Ok(session
            .state()
            .ending
            .and_then(|ending| ending.margin)
            .filter(|_| replayed.is_ok())
            .map_or(by_result, i64::from))
    }
}

impl Games {
    /// The number of games of a round.
    pub(super) fn count(&self, players: usize) -> u64 {
        (ordered_pairs(players).count() * self.games) as u64
    }

    /// The scores of as many `players`, from the margins of all games of a round in order.
    pub(super) fn points(&self, players: usize, margins: &[i64]) -> Vec<f64> {
        let mut scores = vec![0_i64; players];
        for ([i, j], margins) in ordered_pairs(players).zip(margins.chunks(self.games)) {
            let margin: i64 = margins.iter().sum();
            scores[i] += margin;
            scores[j] -= margin;
        }
        scores.into_iter().map(|score| score as f64).collect()
    }

    /// The first mover's margins in the games of these `numbers` of a round.
    pub(super) fn margins(
        &self,
        round: u64,
        players: &[Vec<f64>],
        numbers: &[u64],
        control: &Control,
        played: &mut dyn FnMut(),
    ) -> Result<Option<Vec<i64>>, TuningError> {
        let configs = players
            .iter()
            .map(|point| self.config_at(point).map(Contestant::from))
            .collect::<Result<Vec<_>, _>>()?;
        let seed = Stream::new(self.seed, round).next();
        let suite = OpeningSuite::new(&self.openings, seed, self.game, &self.settings)
            .map_err(MatchError::from)?;
        let plan = |[i, j]: [usize; 2]| Match {
            settings: self.settings.clone(),
            limits: self.budget(),
            conduct: self.conduct,
            seed,
            ..Match::new(self.game, configs[i].clone(), configs[j].clone())
        };
        let plans: Vec<Match> = ordered_pairs(players.len()).map(plan).collect();
        // Random openings are found anew for each round; lines go on where the last round ended.
        let first = if matches!(self.openings, Openings::Lines(_)) {
            round * self.games as u64
        } else {
            0
        };
        let play = |at: usize| {
            let index = numbers[at] as usize;
            let opening = first + (index % self.games) as u64;
            // Of a pair of games, that in which A has the first mover's side.
            let game = plans[index / self.games].play(2 * opening, &suite, control)?;
            game.map(|game| self.margin(&game)).transpose()
        };
        parallel::map(numbers.len(), self.threads, control, play, played)
    }
}

impl Trial for Games {
    fn scores(
        &self,
        round: u64,
        players: &[Vec<f64>],
        control: &Control,
        played: &mut dyn FnMut(),
    ) -> Result<Option<(Vec<f64>, u64)>, TuningError> {
        let games = self.count(players.len());
        let numbers: Vec<u64> = (0..games).collect();
        let margins = self.margins(round, players, &numbers, control, played)?;
        Ok(margins.map(|margins| (self.points(players.len(), &margins), games)))
    }

    fn games(&self, players: usize) -> u64 {
        self.count(players)
    }

    fn words(&self) -> String {
        let Self {
            game,
            settings,
            config,
            space,
            limits: _,
            conduct,
            openings,
            games,
            seed,
            threads: _,
        } = self;
        let game = game.name();
        let budget = self.budget();
        format!(
            "{game} {settings:?} {config} {space:?} {budget:?} {conduct:?} {openings:?} {games} {seed}"
        )
    }
}

/// Every ordered pair of players.
fn ordered_pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |i| (0..count).filter(move |&j| j != i).map(move |j| [i, j]))
}
