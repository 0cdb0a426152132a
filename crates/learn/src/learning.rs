use crate::state::State;
use crate::{Gate, LearningError, Plan, Round, pedigree};
use arena::openings::{Openings, RandomPlies};
use arena::stats::SprtVerdict;
use arena::tournament::{
    Contestant, CustomBot, GameRecord, Log, Match, MatchError, Observer, Shard, Standing, Ticket,
    run,
};
use arena::{Bot, EngineBot};
use engines::{EngineConfig, Game, SearcherConfig, Settings, Weights};
use game_core::zobrist;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use train::data::{DataError, Reader};
use train::network::TrainingConfig;
use train::self_play::{CHUNK, EvaluatorSource, SelfPlay};
use train::{Learner, Lesson, Progress, write_whole};

/// A game that learns, round after round, with all its state in one folder.
pub struct Learning {
    learner: &'static dyn Learner,
    plan: Plan,
    state: State,
    rounds: Vec<Round>,
}

/// A step of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The games of the best network.
    Games,
    /// The training of a candidate.
    Training,
    /// The match that decides on it.
    Match,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Games => "games",
            Self::Training => "training",
            Self::Match => "match",
        })
    }
}

/// What a learning tells as it goes.
#[derive(Clone, Debug)]
pub enum Event<'e> {
    /// Games of self-play are written.
    Playing {
        /// The round, from 1.
        round: u64,
        /// How many of its games there are.
        games: u64,
        /// How many there will be.
        of: u64,
    },
    /// The training of the candidate goes on.
    Training {
        /// The round.
        round: u64,
        /// How far it is.
        progress: Progress,
    },
    /// A game of the gate match counts.
    Gate {
        /// The round.
        round: u64,
        /// The candidate's standing.
        standing: &'e Standing,
        /// How many games there are at most.
        of: u64,
    },
    /// A round is over and stands in the pedigree.
    Round(&'e Round),
}

/// Hears how a learning goes; where it breaks, the run ends at once, as if the process were killed.
type Watch<'w> = dyn FnMut(Event<'_>) -> ControlFlow<()> + Send + 'w;

/// What is kept of a training beside its network.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Learnt {
    positions: usize,
    training: f64,
    validation: f64,
    network: String,
}

impl Learning {
    /// Opens the folder of a learning, or begins one there.
    ///
    /// # Errors
    /// If the folder is that of another plan, or cannot be read or written.
    pub fn open(
        learner: &'static dyn Learner,
        plan: Plan,
        folder: &Path,
    ) -> Result<Self, LearningError> {
        let state = State::open(folder, learner.game().name(), &plan)?;
        let rounds = pedigree::read_pedigree(&state.pedigree())?;
        if let EvaluatorSource::Network(bytes) = &plan.self_play.evaluator {
            let path = state.network(0);
            write_whole(&path, bytes).map_err(LearningError::at(&path))?;
        }
        Ok(Self {
            learner,
            plan,
            state,
            rounds,
        })
    }

    /// The rounds that are over.
    pub fn pedigree(&self) -> &[Round] {
        &self.rounds
    }

    /// The file of the best network, once there is one that was accepted.
    pub fn best(&self) -> Option<PathBuf> {
        match self.parent() {
            0 => None,
            round => Some(self.state.network(round)),
        }
    }

    /// The round of the best network, or 0.
    fn parent(&self) -> u64 {
        let accepted = self.rounds.iter().rev().find(|round| round.accepted);
        accepted.map_or(0, |round| round.round)
    }

    /// Goes on until `rounds` rounds are over, on `threads` threads; `false` if `watch` ended it
    /// before. What is done so far is on disk, so the next run, in this process or another, goes on
    /// there.
    ///
    /// # Errors
    /// If the plan is none for the game, or a file of the folder cannot be read or written.
    pub fn run(
        &mut self,
        rounds: u64,
        threads: NonZeroUsize,
        watch: &mut Watch<'_>,
    ) -> Result<bool, LearningError> {
        while (self.rounds.len() as u64) < rounds {
            if !self.step(threads, watch)? {
                return Ok(self.rounds.len() as u64 >= rounds);
            }
        }
        Ok(true)
    }

    /// The number of the round that is under way.
    pub fn round(&self) -> u64 {
        self.rounds.len() as u64 + 1
    }

    /// Its next step: the first that is not done.
    ///
    /// # Errors
    /// If the best network cannot be read, or was changed.
    pub fn next_step(&self) -> Result<Step, LearningError> {
        let round = self.round();
        if self.state.network(round).exists() {
            return Ok(Step::Match);
        }
        let plan = self.games(round, Shard::WHOLE)?;
        let there = games_in(&self.state.games(round), &plan.origin());
        Ok(match there < plan.games {
            true => Step::Games,
            false => Step::Training,
        })
    }

    /// Does the next step, of which a part may be done; `false` if `watch` ended it.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn step(
        &mut self,
        threads: NonZeroUsize,
        watch: &mut Watch<'_>,
    ) -> Result<bool, LearningError> {
        let number = self.round();
        match self.next_step()? {
            Step::Games => self.play(number, Shard::WHOLE, threads, watch),
            Step::Training => self.train(number, threads, watch),
            Step::Match => {
                let learnt = self.learnt(number)?;
                let Some(standing) = self.gate(number, Shard::WHOLE, threads, watch)? else {
                    return Ok(false);
                };
                self.rounds.push(self.decided(learnt, &standing));
                pedigree::write_pedigree(&self.state.pedigree(), &self.rounds)?;
                let last = self.rounds.last();
                Ok(last.is_none_or(|round| watch(Event::Round(round)).is_continue()))
            }
        }
    }

    /// Plays a part of the next step, its games or its match, and nothing else; `false` if `watch`
    /// ended it. The part is written to the file of the whole step, so every part needs its own
    /// folder with the pedigree, the best network and, for a match, the candidate.
    ///
    /// The games' parts, each without its header, follow each other to the file of the whole; of
    /// the match's parts the lines in any order are the log of the whole. A training has no parts:
    /// there is nothing to play then.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn share(
        &self,
        shard: Shard,
        threads: NonZeroUsize,
        watch: &mut Watch<'_>,
    ) -> Result<bool, LearningError> {
        let round = self.round();
        match self.next_step()? {
            Step::Games => self.play(round, shard, threads, watch),
            Step::Training => Ok(true),
            Step::Match => Ok(self.gate(round, shard, threads, watch)?.is_some()),
        }
    }

    /// The round that ends with this match.
    fn decided(&self, learnt: Learnt, standing: &Standing) -> Round {
        let number = self.round();
        let games = standing.games;
        let gate = [games.wins, games.draws, games.losses];
        let accepted = match self.plan.gate.sprt {
            Some(_) => standing.verdict() == Some(SprtVerdict::Elo1),
            None => games.wins > games.losses,
        };
        let elo = Round::elo_of(gate);
        let rating = self.rounds.last().map_or(0.0, |round| round.rating);
        let error = standing.estimate().map(|estimate| estimate.elo_error);
        Round {
            round: number,
            parent: self.parent(),
            games: number * self.plan.self_play.games,
            positions: learnt.positions,
            training: learnt.training,
            validation: learnt.validation,
            network: learnt.network,
            gate,
            elo_error: error.filter(|error| error.is_finite()),
            elo,
            accepted,
            rating: if accepted { rating + elo } else { rating },
        }
    }

    /// The seed of one of a round's steps.
    fn seed(&self, round: u64, step: u64) -> u64 {
        zobrist::mix(zobrist::mix(self.plan.self_play.seed) ^ (round << 2 | step))
    }

    /// A shard of the games of a round, as a plan.
    fn games(&self, round: u64, shard: Shard) -> Result<SelfPlay, LearningError> {
        let evaluator = match self.best() {
            Some(path) => EvaluatorSource::Network(self.read_network(&path)?),
            None => self.plan.self_play.evaluator.clone(),
        };
        let of = self.plan.self_play.games;
        let chunks = shard.range(of.div_ceil(CHUNK));
        let [first, end] = [chunks.start, chunks.end].map(|chunk| of.min(chunk * CHUNK));
        Ok(SelfPlay {
            evaluator,
            seed: self.seed(round, 0),
            first,
            games: end - first,
            ..self.plan.self_play.clone()
        })
    }

    /// Plays a shard of the games of a round; `false` if `watch` ended them.
    fn play(
        &self,
        round: u64,
        shard: Shard,
        threads: NonZeroUsize,
        watch: &mut Watch<'_>,
    ) -> Result<bool, LearningError> {
        let plan = self.games(round, shard)?;
        let of = self.plan.self_play.games;
        let mut goes_on = true;
        let mut listen = |games| {
            let heard = watch(Event::Playing { round, games, of });
            goes_on = heard.is_continue();
            heard
        };
        self.learner
            .self_play(&plan, &self.state.games(round), threads, &mut listen)?;
        Ok(goes_on)
    }

    /// A network of the folder, as its round wrote it.
    fn read_network(&self, path: &Path) -> Result<Vec<u8>, LearningError> {
        let bytes = fs::read(path).map_err(LearningError::at(path))?;
        let known = self
            .rounds
            .iter()
            .any(|round| round.network == name(&bytes));
        if known {
            Ok(bytes)
        } else {
            let path = path.to_owned();
            Err(LearningError::Changed { path })
        }
    }

    /// What is kept of the training of a round's candidate, which is whole.
    fn learnt(&self, round: u64) -> Result<Learnt, LearningError> {
        let [network, losses] = [self.state.network(round), self.state.losses(round)];
        let text = fs::read(&losses).map_err(LearningError::at(&losses))?;
        let learnt: Learnt =
            serde_json::from_slice(&text).map_err(|_| LearningError::Changed { path: losses })?;
        let bytes = fs::read(&network).map_err(LearningError::at(&network))?;
        match name(&bytes) == learnt.network {
            true => Ok(learnt),
            false => Err(LearningError::Changed { path: network }),
        }
    }

    /// Trains the candidate of a round; `false` if `watch` ended it.
    fn train(
        &self,
        round: u64,
        threads: NonZeroUsize,
        watch: &mut Watch<'_>,
    ) -> Result<bool, LearningError> {
        let [network, losses] = [self.state.network(round), self.state.losses(round)];
        let first = round.saturating_sub(self.plan.window.max(1)) + 1;
        let from = match self.best().filter(|_| self.plan.goes_on) {
            Some(best) => Some(self.read_network(&best)?),
            None => None,
        };
        let checkpoint = self.state.checkpoint(round);
        let lesson = Lesson {
            // The latest first: of equal positions those count.
            data: (first..=round)
                .rev()
                .map(|round| self.state.games(round))
                .collect(),
            from,
            config: TrainingConfig {
                seed: self.seed(round, 1),
                ..self.plan.training.clone()
            },
            unique: self.plan.unique,
            checkpoint: Some(checkpoint.clone()),
        };
        let mut listen = |progress| watch(Event::Training { round, progress });
        let Some(trained) = self.learner.train(&lesson, threads, &mut listen)? else {
            return Ok(false);
        };
        let learnt = Learnt {
            positions: trained.positions,
            training: trained.losses.training,
            validation: trained.losses.validation,
            network: name(&trained.network),
        };
        let text = serde_json::to_vec(&learnt)
            .map_err(|error| LearningError::at(&losses)(error.into()))?;
        write_whole(&losses, &text).map_err(LearningError::at(&losses))?;
        // The network is written last: where it is, the training is over.
        write_whole(&network, &trained.network).map_err(LearningError::at(&network))?;
        // A kill may have come between: then it stays, and does no harm.
        fs::remove_file(&checkpoint).unwrap_or_default();
        Ok(true)
    }

    /// A shard of the match of a round's candidate against the best; `None` if `watch` ended it.
    fn gate(
        &self,
        round: u64,
        shard: Shard,
        threads: NonZeroUsize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Standing>, LearningError> {
        let candidate = self.contestant(Some(&self.state.network(round)))?;
        let plan = self.gate_match(round, candidate, self.contestant(self.best().as_deref())?);
        let path = self.state.log(round);
        let opened = Log::open(&path, &plan, shard);
        let (log, known) = opened.map_err(|error| LearningError::Log {
            path: path.clone(),
            error: Box::new(error),
        })?;
        let mut gate = GateWatch {
            round,
            of: plan.games,
            ticket: Ticket::of(&plan),
            log,
            watch,
            played: BTreeSet::new(),
            is_ended: false,
        };
        match run(&plan, shard, threads, known, &mut gate) {
            Ok(standing) => Ok(Some(standing)),
            Err(MatchError::Observer(_)) if gate.is_ended => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The match itself.
    fn gate_match(&self, round: u64, a: Contestant, b: Contestant) -> Match {
        let Gate {
            limits,
            games,
            sprt,
            opening_plies: plies,
            hash: _,
        } = self.plan.gate.clone();
        Match {
            settings: self.plan.self_play.settings.clone(),
            limits,
            openings: Openings::Random(RandomPlies { plies }),
            games,
            seed: self.seed(round, 2),
            sprt,
            ..Match::new(self.learner.game(), a, b)
        }
    }

    /// The default searcher with the network in a file, or with the evaluator that the plan begins
    /// with.
    fn contestant(&self, network: Option<&Path>) -> Result<Contestant, LearningError> {
        let mut config = SearcherConfig::default();
        config.hash = self.plan.gate.hash;
        let begin = self.state.network(0);
        let network = match (network, &self.plan.self_play.evaluator) {
            (None, EvaluatorSource::Own) => None,
            (None, EvaluatorSource::Named(name)) => {
                config.weights.choose(name);
                None
            }
            (None, EvaluatorSource::Network(_)) => Some(begin.as_path()),
            (network, _) => network,
        };
        let Some(path) = network else {
            let config = EngineConfig::Searcher(config);
            self.learner.game().check(&config)?;
            return Ok(config.into());
        };
        let bytes = fs::read(path).map_err(LearningError::at(path))?;
        // By what is in its file: a log says nothing of where the folder lies, and goes on elsewhere.
        let called = format!("{config},{}={}", Weights::NETWORK, name(&bytes));
        config.weights.set_network(path);
        let config = EngineConfig::Searcher(config);
        self.learner.game().check(&config)?;
        let make = move |game: &'static dyn Game, settings: &Settings, seed| {
            let engine = game.engine(settings, &config, seed)?;
            Ok(Box::new(EngineBot { engine }) as Box<dyn Bot>)
        };
        Ok(CustomBot::new(&called, make).into())
    }
}

/// How many games of that origin are in a data file: none if it cannot be read. The error is
/// reported by the step that reads the file next.
fn games_in(path: &Path, origin: &str) -> u64 {
    let count = || {
        let mut reader = Reader::open(path)?;
        let mut games = 0;
        if reader.header().origin != origin {
            return Ok(games);
        }
        while let Some(chunk) = reader.next_chunk()? {
            games += chunk.len() as u64;
        }
        Ok::<_, DataError>(games)
    };
    count().unwrap_or(0)
}

/// What a network is called in the pedigree.
fn name(network: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(network))
}

/// Logs the games of a gate match and tells of them.
struct GateWatch<'g, 'w> {
    round: u64,
    of: u64,
    ticket: Ticket,
    log: Log,
    watch: &'g mut Watch<'w>,
    /// The games that this run played; those of earlier runs were told of then.
    played: BTreeSet<u64>,
    is_ended: bool,
}

impl Observer for GateWatch<'_, '_> {
    fn finished(&mut self, game: &GameRecord) -> io::Result<()> {
        self.played.insert(game.index);
        self.log.write(&self.ticket, game)
    }

    fn counted(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()> {
        if !self.played.contains(&game.index) {
            return Ok(());
        }
        let event = Event::Gate {
            round: self.round,
            standing,
            of: self.of,
        };
        if (self.watch)(event).is_break() {
            self.is_ended = true;
            return Err(io::Error::other("ended"));
        }
        Ok(())
    }
}
