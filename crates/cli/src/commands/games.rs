use crate::{failure::Failure, output};
use arena::Side;
use arena::tournament::{GameRecord, LineError, read_line};
use books::build::Played;
use db::record_files;
use engines::{Books, EngineError, Game};
use game_core::{GameLine, Outcome};
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Paths without games.
#[derive(Debug, Error)]
#[error("there is no game there that can be read")]
struct NoGames;

/// The first `plies` moves of the games in the files at `paths`. Games that cannot be read are
/// reported and left out.
pub fn read(
    paths: &[PathBuf],
    game: &dyn Game,
    books: &dyn Books,
    plies: usize,
) -> Result<Vec<Played<String>>, Failure> {
    let reader = Reader { game, books, plies };
    let mut games = Vec::new();
    for path in paths {
        for file in record_files(path).map_err(|error| Failure::File {
            path: path.clone(),
            error,
        })? {
            let bytes = fs::read(&file).map_err(|error| Failure::File {
                path: file.clone(),
                error,
            })?;
            for played in reader.file(&bytes) {
                match played {
                    Ok(played) => games.push(played),
                    Err(problem) => output::warning(&format!("{}: {problem}", file.display())),
                }
            }
        }
    }
    if games.is_empty() {
        return Err(Failure::in_file(
            paths.first().map_or(Path::new(""), PathBuf::as_path),
            NoGames,
        ));
    }
    Ok(games)
}

/// Reads a file of games in any known format.
struct Reader<'a> {
    game: &'a dyn Game,
    books: &'a dyn Books,
    plies: usize,
}

/// Why a line of a log is refused.
#[derive(Debug, Error)]
enum LogProblem {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Text(#[from] EngineError),
    #[error("a game of {0}")]
    OtherGame(String),
}

impl Reader<'_> {
    /// A log that `boyi match` keeps, a list of openings as it takes one, or games in a format of
    /// the game's own.
    fn file(&self, bytes: &[u8]) -> Vec<Result<Played<String>, String>> {
        let text = String::from_utf8_lossy(bytes);
        let lines = || {
            text.lines()
                .map(|line| line.split([';', '#']).next().unwrap_or_default().trim())
        };
        let numbered = || (1..).zip(lines()).filter(|(_, line)| !line.is_empty());
        match numbered().next() {
            Some((_, first)) if first.starts_with('{') => {
                let games = bytes
                    .split(|&byte| byte == b'\n')
                    .map(|line| self.log_line(line).transpose());
                (1..)
                    .zip(games)
                    .filter_map(|(number, game)| Some(at("line", number, game?)))
                    .collect()
            }
            Some((_, first)) if first.starts_with("startpos moves") => {
                let opening = |line: &str| self.books.game(&line.into(), self.plies);
                numbered()
                    .map(|(number, line)| at("line", number, opening(line)))
                    .collect()
            }
            _ => {
                let games = self.books.games(bytes, self.plies);
                (1..)
                    .zip(games)
                    .map(|(number, game)| at("game", number, game))
                    .collect()
            }
        }
    }

    /// The game in a line of a log; `None` if it has none.
    fn log_line(&self, line: &[u8]) -> Result<Option<Played<String>>, LogProblem> {
        let Some((ticket, record)) = read_line(line)? else {
            return Ok(None);
        };
        if ticket.game != self.game.name() {
            return Err(LogProblem::OtherGame(ticket.game));
        }
        let GameRecord {
            opening,
            moves,
            winner,
            first,
            ..
        } = record;
        let mut line = GameLine::from(opening);
        line.moves
            .extend(moves.split_whitespace().map(str::to_owned));
        let played = self.books.game(&line, self.plies)?;
        let of_first = |side: Side| {
            if side == first {
                Outcome::Win
            } else {
                Outcome::Loss
            }
        };
        Ok(Some(Played {
            outcome: Some(winner.map_or(Outcome::Draw, of_first)),
            ..played
        }))
    }
}

/// Adds the place to an error.
fn at<T, E: Display>(unit: &str, number: usize, read: Result<T, E>) -> Result<T, String> {
    read.map_err(|error| format!("{unit} {number}: {error}"))
}
