use super::{Contestant, GameRecord};
use crate::game::{Conduct, Played, Referee};
use crate::openings::{OpeningError, OpeningSuite, Openings};
use crate::seed::Stream;
use crate::stats::Sprt;
use crate::{Bot, EngineBot, Side};
use engines::{EngineConfig, EngineError, Game, Settings};
use fnv::FnvHasher;
use protocols::client::{Program, ProgramError};
use search::{Control, Limits};
use std::hash::Hasher;
use thiserror::Error;

/// A match between A and B: everything that its games depend on.
///
/// Game `index` is a pure function of this and of `index`, as long as the players' limits are in
/// nodes or plies, not in time, and external programs are deterministic too. Other games, the
/// machine and the number of threads do not matter. Games 2k and 2k + 1 begin with opening k; A has
/// the first mover's side in the first of them.
///
/// ```
/// use arena::tournament::Match;
/// use search::Control;
/// let mut plan = Match::new(engines::game("othello")?, "pvs,depth=2".parse()?, "level=1".parse()?);
/// plan.games = 4;
/// let suite = plan.suite()?;
/// let game = plan.play(3, &suite, &Control::default())?.ok_or("not stopped")?;
/// assert_eq!(Some(game), plan.play(3, &suite, &Control::default())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    /// The game played.
    pub game: &'static dyn Game,
    /// Its rules.
    pub settings: Settings,
    /// The player from whose view results are given.
    pub a: Contestant,
    /// The opponent.
    pub b: Contestant,
    /// The limits of both players' moves, in addition to a contestant's own. A clock among them is
    /// each player's at the start of a game, such as a [`TimeControl`](crate::game::TimeControl)
    /// gives. See [`budget`](Self::budget).
    pub limits: Limits,
    /// The margin in time, the longest game, and adjudication.
    pub conduct: Conduct,
    /// The openings of games.
    pub openings: Openings,
    /// The number of games. If it is odd, the last one has no partner and belongs to no pair.
    pub games: u64,
    /// The seed of random openings and of the lower levels' mistakes.
    pub seed: u64,
    /// The sequential test that ends the match when it has decided, if any.
    pub sprt: Option<Sprt>,
}

/// A match that cannot be played.
///
/// ```
/// use arena::tournament::{Match, MatchError, Shard, run};
/// let mut plan = Match::new(engines::game("othello")?, "level=1".parse()?, "pvs,eval=mine".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// let error = run(&plan, Shard::WHOLE, 1.try_into()?, Default::default(), &mut ()).unwrap_err();
/// assert!(matches!(error, MatchError::Setting(_)));
/// assert_eq!(error.to_string(), "eval=mine: othello has no such evaluator; it has patterns and handmade");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The game has no such rule setting, or not with that value.
    #[error("{0}")]
    Setting(EngineError),
    /// There is no opening for a game.
    #[error("openings: {0}")]
    Opening(#[from] OpeningError),
    /// A program cannot be started, or plays another game.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The observer failed.
    #[error("{0}")]
    Observer(#[from] std::io::Error),
}

impl Match {
    /// The limits of a move if neither the match nor the configuration sets any.
    pub const DEFAULT_LIMITS: Limits = Limits::nodes(10_000);

    /// The games of a match by default.
    pub const GAMES: u64 = 100;

    /// [`GAMES`](Self::GAMES) games under the default rules, from random openings, with seed 1.
    pub fn new(game: &'static dyn Game, a: Contestant, b: Contestant) -> Self {
        let settings = Settings::new();
        let limits = Limits::none();
        let openings = Openings::default();
        let conduct = Conduct::default();
        Self {
            game,
            settings,
            a,
            b,
            limits,
            conduct,
            openings,
            games: Self::GAMES,
            seed: 1,
            sprt: None,
        }
    }

    /// The contestant of `side`.
    pub fn contestant(&self, side: Side) -> &Contestant {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    /// The limits of `contestant`'s moves in this match, besides those of a level: the smaller of
    /// the match's limits and its own; without either, [`DEFAULT_LIMITS`](Self::DEFAULT_LIMITS) or
    /// [`Program::LIMITS`].
    pub fn budget(&self, contestant: &Contestant) -> Limits {
        let (own, default) = match contestant {
            Contestant::Engine(EngineConfig::Level { .. }) => (Limits::none(), Limits::none()),
            Contestant::Engine(EngineConfig::Searcher(config)) => {
                (config.limits, Self::DEFAULT_LIMITS)
            }
            Contestant::Program(command) => (command.limits, Program::LIMITS),
            Contestant::Custom(_) => (Limits::none(), Self::DEFAULT_LIMITS),
        };
        let both = own.and(self.limits);
        if both == Limits::none() {
            default
        } else {
            both
        }
    }

    /// A unique name of this match: 16 hexadecimal digits, a hash of everything that its result
    /// depends on, including this library's version.
    pub fn id(&self) -> String {
        let Self {
            game,
            settings,
            a,
            b,
            limits: _,
            conduct,
            openings,
            games,
            seed,
            sprt,
        } = self;
        let budgets = [a, b].map(|contestant| self.budget(contestant));
        let words = format!(
            "{} {} {settings:?} {a} {b} {budgets:?} {conduct:?} {openings:?} {games} {seed} {sprt:?}",
            env!("CARGO_PKG_VERSION"),
            game.name(),
        );
        let mut hash = FnvHasher::default();
        hash.write(words.as_bytes());
        format!("{:016x}", hash.finish())
    }

    /// The openings.
    ///
    /// # Errors
    /// If the game has no such setting, or there is no opening at all.
    pub fn suite(&self) -> Result<OpeningSuite, OpeningError> {
        OpeningSuite::new(&self.openings, self.seed, self.game, &self.settings)
    }

    /// Plays game `index` with fresh players; `None` if `control` was stopped before its end.
    /// `suite` is this match's own.
    ///
    /// # Errors
    /// If there is no such opening, the game has no such setting, or a program cannot be started.
    /// One that fails later loses.
    pub fn play(
        &self,
        index: u64,
        suite: &OpeningSuite,
        control: &Control,
    ) -> Result<Option<GameRecord>, MatchError> {
        let pair = index / 2;
        let opening = suite.opening(pair as usize)?;
        let mut session = self
            .game
            .session(&self.settings)
            .map_err(MatchError::Setting)?;
        let refused = |error| OpeningError::Line {
            line: pair as usize + 1,
            text: opening.to_string(),
            error,
        };
        session.set_line(&opening).map_err(refused)?;
        let first = Side::first_in(index);
        // Seeds belong to the sides of the board, so exchanging A and B changes nothing.
        let mut seeds = Stream::new(!self.seed, pair);
        let mut one = self.player(first, seeds.next(), control)?;
        let mut other = self.player(!first, seeds.next(), control)?;
        let limits = [first, !first].map(|side| self.budget(self.contestant(side)));
        let referee = Referee {
            limits,
            conduct: self.conduct,
        };
        let players: [&mut dyn Bot; 2] = [one.as_mut(), other.as_mut()];
        let played = referee.play(session.as_mut(), players, control);
        Ok(played.map(|played| record(index, opening.to_string(), played)))
    }

    /// A fresh player for `side` in one game.
    fn player(&self, side: Side, seed: u64, control: &Control) -> Result<Box<dyn Bot>, MatchError> {
        Ok(match self.contestant(side) {
            Contestant::Engine(config) => {
                let engine = self
                    .game
                    .engine(&self.settings, config, seed)
                    .map_err(MatchError::Setting)?;
                Box::new(EngineBot { engine })
            }
            Contestant::Program(command) => {
                Box::new(Program::start(command, self.game, &self.settings, control)?)
            }
            Contestant::Custom(player) => player.make(self.game, &self.settings, seed),
        })
    }
}

/// `played` as game `index`, by A and B instead of by sides.
fn record(index: u64, opening: String, played: Played) -> GameRecord {
    let first = Side::first_in(index);
    let Played {
        winner,
        reason,
        fault,
        moves,
        mut nodes,
        mut timing,
    } = played;
    if first == Side::B {
        nodes.swap(0, 1);
        timing.iter_mut().for_each(|sides| sides.swap(0, 1));
    }
    let winner = winner.map(|side| if side == 0 { first } else { !first });
    GameRecord {
        index,
        first,
        winner,
        reason,
        fault,
        opening,
        moves: moves.join(" "),
        nodes,
        timing,
    }
}
