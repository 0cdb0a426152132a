use super::{show, write};
use crate::{args, failure::Failure};
use engines::opening_book::build::{Ledger, Plan, Played};
use engines::{Building, Game, Session};
use game_core::{Outcome, Player};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::{self, OpenOptions};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Paths without games.
#[derive(Debug, Error)]
#[error("there is no sound game there")]
struct NoGames;

/// A record that begins elsewhere.
#[derive(Debug, Error)]
#[error("the game does not begin at the initial position")]
struct OtherStart;

/// `boyi book GAME build`
pub fn run(args: &args::Book, build: &args::Build, json: bool) -> Result<(), Failure> {
    let game = args.game.game();
    args::check_searcher(game, &build.searcher)?;
    let session = args.game.session()?;
    let games = games(&build.games, session, build.plies)?;
    // Opened before the work begins, so that it is not in vain.
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&build.out);
    file.map_err(|error| Failure::File { path: build.out.clone(), error })?;
    let threads = build.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let plan = Plan {
        plies: build.plies,
        min_games: build.min_games,
        depth: build.depth,
        deviations: build.deviations,
        margin: build.margin as i32 * game.points_a_unit() / 100,
        threads,
    };
    let settings = args.game.settings();
    let ledger = ledger(build, game, &settings)?;
    let building = Building { games, plan, searcher: build.searcher.clone() };
    let bar = bar();
    let book = game.build_book(&settings, &building, &ledger, &|progress| {
        bar.set_length(progress.expected as u64);
        bar.set_position(progress.searched as u64);
        bar.set_message(format!("{} positions", progress.positions));
    });
    bar.finish_and_clear();
    let unwritten = |error| Failure::File { path: build.resume.clone().unwrap_or_default(), error };
    let book = book.map_err(Failure::Setting)?.map_err(unwritten)?;
    let size = write(&build.out, &book)?;
    Ok(show::written(&book, &build.out, size, json)?)
}

/// The ledger that the work is written to, with what is already in it.
fn ledger(build: &args::Build, game: &dyn Game, settings: &engines::Settings) -> Result<Ledger<'static>, Failure> {
    let rules: Vec<_> = settings.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    let title = format!("boyi book {}{} {}", game.name(), rules.concat(), build.searcher);
    let Some(path) = &build.resume else { return Ok(Ledger::new(&title)) };
    let failed = |error| Failure::File { path: path.clone(), error };
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(error)),
    };
    let ledger = Ledger::read(&title, &text).map_err(|error| Failure::in_file(path, error))?;
    let file = OpenOptions::new().append(true).create(true).open(path).map_err(failed)?;
    // A line cut short is written anew.
    file.set_len(text.rfind('\n').map_or(0, |end| end as u64 + 1)).map_err(failed)?;
    Ok(ledger.with_writer(file))
}

/// The sound games in `paths`.
fn games(paths: &[PathBuf], mut session: Box<dyn Session>, plies: usize) -> Result<Vec<Played<String>>, Failure> {
    let (start, mut games) = (session.position(), Vec::new());
    for path in paths {
        for file in files(path).map_err(|error| Failure::File { path: path.clone(), error })? {
            let wthor = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"));
            if wthor {
                games.extend(archive(&file, plies)?);
            } else {
                games.push(record(&file, session.as_mut(), &start, plies)?);
            }
        }
    }
    if games.is_empty() {
        return Err(Failure::in_file(paths.first().map_or(Path::new(""), PathBuf::as_path), NoGames));
    }
    Ok(games)
}

/// The file itself, or the files in the directory by their names: the WTHOR files, where there are any.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    let mut files: Vec<_> = entries.into_iter().filter(|path| path.is_file()).collect();
    files.sort();
    let is_wthor = |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"));
    if files.iter().any(is_wthor) {
        files.retain(is_wthor);
    }
    Ok(files)
}

/// The game in a record, which begins at `start`.
fn record(path: &Path, session: &mut dyn Session, start: &str, plies: usize) -> Result<Played<String>, Failure> {
    args::load(session, path)?;
    if session.start() != start {
        return Err(Failure::in_file(path, OtherStart));
    }
    let (ending, mut moves) = (session.ending(), session.moves());
    moves.truncate(plies);
    session.seek(0);
    // From the initial position the first player moves first.
    let winner = |name| if name == session.turn() { Player::First } else { Player::Second };
    let outcome = ending.map(|ending| Outcome::of(ending.winner.map(winner), Player::First));
    Ok(Played { moves, outcome })
}

/// The sound games of a WTHOR file.
#[cfg(feature = "othello")]
fn archive(path: &Path, plies: usize) -> Result<Vec<Played<String>>, Failure> {
    use game_core::{Position, Record};
    use othello_bitboard::{Othello, wthor::Archive};
    let bytes = fs::read(path).map_err(|error| Failure::File { path: path.to_owned(), error })?;
    let archive = Archive::read(&bytes).map_err(|error| Failure::in_file(path, error))?;
    let played = |record: Record<Othello>| {
        let end = record.end();
        let outcome = end.outcome().map(|outcome| Outcome::of(outcome.winner(end.turn()), Player::First));
        Played { moves: record.moves.iter().take(plies).map(|mv| mv.to_string()).collect(), outcome }
    };
    Ok(archive.games.iter().filter_map(|game| game.replay().ok()).map(played).collect())
}

#[cfg(not(feature = "othello"))]
fn archive(path: &Path, _: usize) -> Result<Vec<Played<String>>, Failure> {
    Err(Failure::in_file(path, NoGames))
}

/// A bar on the error output, drawn only where that is a terminal.
fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {percent} %  {msg}  {elapsed} of about {duration}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
