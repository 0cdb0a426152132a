//! Positions to measure on: from a file, or from self-play.

use crate::{args::Positions, failure::Failure};
use arena::openings::{OpeningError, OpeningSuite, Openings, RandomPlies};
use engines::{Engine, EngineConfig, Game, SearchRequest, Session, Settings};
use game_core::GameLine;
use lab::Problem;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use search::{Control, Limits};
use std::path::Path;

/// The positions asked for, each with the moves that led there.
pub fn positions(
    game: &dyn Game,
    settings: &Settings,
    from: &Positions,
    seed: u64,
) -> Result<Vec<GameLine>, Failure> {
    match from {
        Positions::File(path) => read(path, game, settings),
        Positions::Count(count) => Play::new(game, settings, seed)?.positions(*count),
    }
}

/// The positions of a file, with their best moves where it tells them.
pub fn suite(path: &Path, game: &dyn Game, settings: &Settings) -> Result<Vec<Problem>, Failure> {
    Problem::parse_suite(&text(path)?, game, settings)
        .map_err(|error| Failure::in_file(path, error))
}

fn text(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read(path: &Path, game: &dyn Game, settings: &Settings) -> Result<Vec<GameLine>, Failure> {
    match Openings::parse(&text(path)?, game, settings) {
        Ok(Openings::Lines(lines)) => Ok(lines),
        // A file yields only lines.
        Ok(_) => Err(Failure::in_file(path, OpeningError::Empty)),
        Err(error) => Err(Failure::in_file(path, error)),
    }
}

/// Self-play by a shallow search after random openings, reproducible by seed: positions as in
/// games, with mistakes.
struct Play {
    suite: OpeningSuite,
    session: Box<dyn Session>,
    player: Box<dyn Engine>,
    rng: StdRng,
}

impl Play {
    /// Positions are spread evenly over this many plies after the opening.
    const PLIES: usize = 24;
    /// One move in this many is any of the best [`CHOICE`](Self::CHOICE), so that some positions
    /// are unbalanced.
    const SLIP: u32 = 8;
    /// See [`SLIP`](Self::SLIP).
    const CHOICE: usize = 6;
    /// Openings tried for each position; some games end too soon.
    const TRIES: usize = 20;

    fn new(game: &dyn Game, settings: &Settings, seed: u64) -> Result<Self, Failure> {
        let openings = Openings::Random(RandomPlies { plies: 6 });
        let suite = OpeningSuite::new(&openings, seed, game, settings)
            .map_err(|error| Failure::Match(Box::new(error)))?;
        let config: EngineConfig = "pvs,hash=1"
            .parse()
            .expect("it names a searcher and an option");
        let session = game.session(settings).map_err(Failure::Setting)?;
        let player = game
            .engine(settings, &config, 0)
            .map_err(Failure::Setting)?;
        Ok(Self {
            suite,
            session,
            player,
            rng: StdRng::seed_from_u64(seed),
        })
    }

    fn positions(&mut self, count: usize) -> Result<Vec<GameLine>, Failure> {
        let mut lines = Vec::with_capacity(count);
        for number in 0..count * Self::TRIES {
            let opening = self
                .suite
                .opening(number)
                .map_err(|error| Failure::Match(Box::new(error)))?;
            let plies = lines.len() * Self::PLIES / count;
            lines.extend(self.position(&opening, plies)?);
            if lines.len() == count {
                return Ok(lines);
            }
        }
        let problem = format!(
            "only {} positions were found that are not decided, not {count}",
            lines.len()
        );
        Err(Failure::Words {
            argument: "--positions",
            problem,
        })
    }

    /// The position this many plies after `opening`, unless the game is decided by then.
    fn position(&mut self, opening: &GameLine, plies: usize) -> Result<Option<GameLine>, Failure> {
        let refused = |error| Failure::Text {
            argument: "--positions",
            value: opening.to_string(),
            error,
        };
        self.session.set_line(opening).map_err(refused)?;
        for _ in 0..plies {
            let slips = self.rng.random_range(0..Self::SLIP) == 0;
            let (depth, multi_pv) = if slips { (1, Self::CHOICE) } else { (3, 1) };
            let (moves, _) = self.think(depth, multi_pv)?;
            if moves.is_empty() {
                return Ok(None);
            }
            let mv = &moves[self.rng.random_range(0..moves.len())];
            self.session.play(mv).map_err(refused)?;
        }
        let (moves, decided) = self.think(3, 1)?;
        Ok(
            (!moves.is_empty() && !decided && self.session.legal_moves().len() > 1)
                .then(|| self.session.line()),
        )
    }

    /// The best moves, and whether the score is decisive.
    fn think(&mut self, depth: u32, multi_pv: usize) -> Result<(Vec<String>, bool), Failure> {
        let line = self.session.line();
        let question = SearchRequest::new(Limits::depth(depth)).with_multi_pv(multi_pv);
        self.player.new_game();
        let report = self
            .player
            .think(&line, &question, &Control::default(), &mut |_| {});
        let report = report.map_err(|error| Failure::Text {
            argument: "--positions",
            value: line.to_string(),
            error,
        })?;
        let moves = report
            .lines
            .iter()
            .filter_map(|line| line.moves.first().cloned())
            .collect();
        Ok((moves, report.score().is_decisive()))
    }
}
