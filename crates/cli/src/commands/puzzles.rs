//! `boyi puzzles`: lists a game's puzzles, finds more, or checks them.

use crate::args::{self, CheckPuzzles, FindPuzzles, LimitArgs, PuzzleWork, check, threads_or_all};
use crate::commands::games;
use crate::{failure::Failure, output, whole_file::WholeFile};
use engines::{EngineConfig, EngineError, Puzzle, PuzzleError, Settings};
use game_core::GameLine;
use lab::{Judgement, PuzzleCheck, find_puzzles, select_puzzles};
use rayon::{ThreadPool, prelude::*};
use search::Limits;
use serde_json::{Map, json};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use thiserror::Error;

/// `boyi puzzles`
pub fn run(args: &args::Puzzles, json: bool) -> Result<(), Failure> {
    match &args.work {
        None => list(args, json),
        Some(PuzzleWork::Find(find)) => self::find(args, find, json),
        Some(PuzzleWork::Check(check)) => self::check_all(args, check, json),
    }
}

/// A file that does not hold puzzles.
#[derive(Debug, Error)]
#[error("line {line}: {error}")]
struct NoPuzzle {
    line: usize,
    error: PuzzleError,
}

/// A game that ships no puzzles.
#[derive(Debug, Error)]
#[error("the game is shipped without puzzles; --file takes others, and `find` makes some")]
struct NoPuzzles;

/// A theme that no puzzle has.
#[derive(Debug, Error)]
#[error("there is no theme {theme:?}; there are {known}", known = known.join(", "))]
struct NoTheme {
    theme: String,
    known: Vec<String>,
}

/// Those of the file, or of the game.
fn puzzles(args: &args::Puzzles) -> Result<Vec<Puzzle>, Failure> {
    let Some(path) = &args.file else {
        let puzzles = args.game.game.puzzles();
        return if puzzles.is_empty() {
            Err(Failure::Match(Box::new(NoPuzzles)))
        } else {
            Ok(puzzles)
        };
    };
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.clone(),
        error,
    })?;
    Puzzle::parse_all(&String::from_utf8_lossy(&bytes))
        .map_err(|(line, error)| Failure::in_file(path, NoPuzzle { line, error }))
}

/// The puzzles by their themes.
fn by_theme(puzzles: &[Puzzle]) -> BTreeMap<&str, Vec<&Puzzle>> {
    let mut themes: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for puzzle in puzzles {
        themes.entry(&*puzzle.theme).or_default().push(puzzle);
    }
    themes
}

fn list(args: &args::Puzzles, json: bool) -> Result<(), Failure> {
    let puzzles = puzzles(args)?;
    let mut themes = by_theme(&puzzles);
    match args.theme.as_deref() {
        None | Some("all") => {}
        Some(theme) if themes.contains_key(theme) => themes.retain(|name, _| *name == theme),
        Some(theme) => {
            return Err(Failure::Match(Box::new(NoTheme {
                theme: theme.to_owned(),
                known: themes.into_keys().map(str::to_owned).collect(),
            })));
        }
    }
    if args.theme.is_some() {
        for puzzle in themes.into_values().flatten() {
            if json {
                output::object(&object(puzzle))?;
            } else {
                output::line(puzzle.to_string())?;
            }
        }
        return Ok(());
    }
    summary(&puzzles, json)
}

fn object(puzzle: &Puzzle) -> serde_json::Value {
    json!({
        "id": puzzle.id(), "position": puzzle.position, "theme": puzzle.theme, "solution": puzzle.solution,
        "only": puzzle.only, "nodes": puzzle.nodes, "rating": puzzle.rating,
    })
}

/// A line for each theme: how many, of which ratings, and how many moves the longest takes.
fn summary(puzzles: &[Puzzle], json: bool) -> Result<(), Failure> {
    if !json {
        output::line("theme      puzzles  ratings    longest")?;
    }
    for (theme, group) in by_theme(puzzles) {
        let ratings = || group.iter().map(|puzzle| puzzle.rating);
        let (least, most) = (ratings().min(), ratings().max());
        let (least, most) = (least.unwrap_or_default(), most.unwrap_or_default());
        let longest = group.iter().map(|puzzle| puzzle.solution.len()).max();
        let longest = longest.unwrap_or_default();
        if json {
            output::object(&json!({
                "theme": theme, "puzzles": group.len(), "least_rating": least, "most_rating": most, "longest": longest,
            }))?;
        } else {
            let count = group.len();
            output::line(format!(
                "{theme:<10} {count:>7}  {least:>4}-{most:<4}  {longest:>3} plies"
            ))?;
        }
    }
    Ok(())
}

/// A pool of as many threads.
fn pool(threads: Option<NonZeroUsize>) -> Result<ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads_or_all(threads).get())
        .build()
        .map_err(|error| Failure::Match(Box::new(error)))
}

fn find(args: &args::Puzzles, find: &FindPuzzles, json: bool) -> Result<(), Failure> {
    let game = args.game.game;
    let settings = args.game.session()?.settings().clone();
    let books = game.books(&settings).map_err(Failure::Setting)?;
    let out = WholeFile::open(&find.out)?;
    let games = games::read(&find.games, game, &*books, usize::MAX)?;
    let games: Vec<_> = games
        .into_iter()
        .map(|played| GameLine::new("startpos", played.moves))
        .collect();
    let bar = output::bar_of_games(games.len() as u64, 0);
    let pool = pool(find.threads)?;
    let found = pool.install(|| {
        find_puzzles(game, &settings, &games, &|done| {
            bar.set_position(done as u64)
        })
    });
    bar.finish_and_clear();
    let mut found = found.map_err(Failure::Setting)?;
    if let Some(searcher) = &find.searcher {
        check(game, searcher)?;
        // Some more than are needed.
        found = select_puzzles(found, find.count + find.count / 4);
        let judged = judge(args, &settings, searcher, find.limits, &pool, &found)?;
        let mut is_sound = judged
            .into_iter()
            .map(|judged| !judged.contains(&Judgement::Other));
        found.retain(|_| is_sound.next() == Some(true));
    }
    let chosen = select_puzzles(found, find.count);
    let lines: Vec<_> = chosen.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    out.write(lines.concat().as_bytes())?;
    summary(&chosen, json)
}

/// What a search says about the only moves of each puzzle.
fn judge(
    args: &args::Puzzles,
    settings: &Settings,
    searcher: &EngineConfig,
    limits: LimitArgs,
    pool: &ThreadPool,
    puzzles: &[Puzzle],
) -> Result<Vec<Vec<Judgement>>, Failure> {
    let game = args.game.game;
    let plan = PuzzleCheck {
        searcher: searcher.clone(),
        limits: limits.or(Limits::nodes(1_000_000)),
    };
    let bar = output::bar(puzzles.len() as u64, "puzzles");
    let judge = |puzzle: &Puzzle| {
        let checked = plan.check(game, settings, puzzle)?;
        bar.inc(1);
        let judgements = checked.iter().map(|checked| checked.judgement(game));
        Ok(judgements.collect())
    };
    let judged: Result<_, EngineError> = pool.install(|| puzzles.par_iter().map(judge).collect());
    bar.finish_and_clear();
    judged.map_err(Failure::Setting)
}

fn check_all(args: &args::Puzzles, asked: &CheckPuzzles, json: bool) -> Result<(), Failure> {
    check(args.game.game, &asked.searcher)?;
    let settings = args.game.session()?.settings().clone();
    let puzzles = puzzles(args)?;
    let pool = pool(asked.threads)?;
    let judged = judge(
        args,
        &settings,
        &asked.searcher,
        asked.limits,
        &pool,
        &puzzles,
    )?;
    let mut themes: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for (puzzle, judgements) in puzzles.iter().zip(judged) {
        for &judgement in &judgements {
            themes.entry(&puzzle.theme).or_default()[judgement as usize] += 1;
        }
        if judgements.contains(&Judgement::Other) && !json {
            output::line(puzzle.to_string())?;
        }
    }
    if !json {
        output::line("theme       proved    best  unclear   other   moves")?;
    }
    for (theme, counts) in themes {
        if json {
            let mut object = Map::new();
            object.insert("theme".to_owned(), theme.into());
            let named = Judgement::ALL.map(|judgement| judgement.name().to_owned());
            object.extend(named.into_iter().zip(counts.map(Into::into)));
            output::object(&object.into())?;
        } else {
            let [proved, best, unclear, other] = counts;
            let moves: usize = counts.iter().sum();
            output::line(format!(
                "{theme:<10} {proved:>7} {best:>7}  {unclear:>7} {other:>7} {moves:>7}"
            ))?;
        }
    }
    Ok(())
}
