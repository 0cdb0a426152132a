use super::{show, write};
use crate::{args, commands::games, failure::Failure, output, whole_file::WholeFile};
use books::build::{Ledger, Plan};
use engines::{Books, Building, Game};
use std::fs::{self, OpenOptions};
use std::io;
use std::num::NonZeroUsize;

/// `boyi book GAME build`
pub fn run(args: &args::Book, build: &args::Build, json: bool) -> Result<(), Failure> {
    let game = args.game.game;
    args::check_searcher(game, &build.searcher)?;
    args.game.session()?;
    let settings = args.game.settings();
    let books = game.books(&settings).map_err(Failure::Setting)?;
    let ledger = ledger(build, game, &settings, &*books)?;
    let out = WholeFile::open(&build.out)?;
    let games = games::read(&build.games, game, &*books, build.plies)?;
    let threads = build
        .threads
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    let plan = Plan {
        plies: build.plies,
        min_games: build.min_games,
        depth: build.depth,
        deeper: build.deeper,
        given: build.given,
        deviations: build.deviations,
        margin: build.margin as i32 * game.facts().points_per_unit / 100,
        threads,
        ..Plan::default()
    };
    let building = Building {
        games,
        plan,
        searcher: build.searcher.clone(),
    };
    let bar = output::bar(1, "searches");
    let book = books.build(&building, &ledger, &|progress| {
        bar.set_length(progress.expected as u64);
        bar.set_position(progress.searched as u64);
        bar.set_message(format!("{} positions", progress.positions));
    });
    bar.finish_and_clear();
    let unwritten = |error| Failure::File {
        path: build.resume.clone().unwrap_or_default(),
        error,
    };
    let book = book.map_err(Failure::Setting)?.map_err(unwritten)?;
    let size = write(out, &book)?;
    Ok(show::written(&book, &build.out, size, json)?)
}

/// The ledger of the build, with its earlier results.
fn ledger(
    build: &args::Build,
    game: &dyn Game,
    settings: &engines::Settings,
    books: &dyn Books,
) -> Result<Ledger<'static>, Failure> {
    let rules: Vec<_> = settings
        .iter()
        .map(|(name, value)| format!(" {name}={value}"))
        .collect();
    let judge = books
        .evaluator_fingerprint(&build.searcher.weights)
        .map_err(Failure::Setting)?;
    let release = env!("CARGO_PKG_VERSION");
    let title = format!(
        "boyi {release} book {}{} {}, evaluator {judge:016x}",
        game.name(),
        rules.concat(),
        build.searcher
    );
    let Some(path) = &build.resume else {
        return Ok(Ledger::new(&title));
    };
    let failed = |error| Failure::File {
        path: path.clone(),
        error,
    };
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(error)),
    };
    let ledger = Ledger::read(&title, &text).map_err(|error| Failure::in_file(path, error))?;
    let file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(failed)?;
    // A torn line is cut off.
    file.set_len(text.rfind('\n').map_or(0, |end| end as u64 + 1))
        .map_err(failed)?;
    Ok(ledger.with_writer(file))
}
