#![doc = include_str!("../README.md")]

mod app;
mod args;
mod commands;
mod failure;
mod output;
mod signals;
mod whole_file;

pub use app::App;
pub use {engines, train};

use args::{Cli, Command};
use engines::Games;
use failure::Failure;
use protocols::Dialect;
use std::{ffi::OsString, path::Path, process::ExitCode};

/// Does what the command line of the process asks for, with these games, and returns its exit
/// status: [`App::main`] of an [`App`] that knows the games alone.
pub fn main_with(games: &Games) -> ExitCode {
    App::new(games).main()
}

/// The arguments of the command line. Some boards start programs without arguments: a program
/// called `pbrain-NAME` speaks Piskvork's protocol, and `NAME-uci` and `NAME-ucci` speak UCI and
/// UCCI.
fn words(mut given: Vec<OsString>) -> Vec<OsString> {
    let name = given
        .first()
        .and_then(|path| Path::new(path).file_stem()?.to_str())
        .map(str::to_ascii_lowercase);
    let protocol = match name.as_deref() {
        Some(name) if name.starts_with("pbrain-") => Some("gomocup"),
        Some(name) if name.ends_with("-uci") => Some("uci"),
        Some(name) if name.ends_with("-ucci") => Some("ucci"),
        _ => None,
    };
    if given.len() == 1 {
        given.extend(protocol.map(OsString::from));
    }
    given
}

/// Does what the command line says.
fn run(app: &App, line: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = Cli::parse_for(app, words(line.into_iter().collect()));
    let json = cli.json;
    let result = match cli.command {
        Command::Play(args) => commands::play::run(*args, app, json),
        Command::Serve(args) => commands::serve::run(&args, app, json),
        Command::Show(args) => commands::show::run(&args, json),
        Command::Convert(args) => commands::convert::run(&args, app, json),
        Command::Analyze(args) => commands::analyze::run(&args, json),
        Command::Perft(args) => commands::perft::run(&args, json),
        Command::Solve(args) => commands::solve::run(&args, json),
        Command::Puzzles(args) => commands::puzzles::run(&args, json),
        Command::Db(args) => commands::db::run(&args, json),
        Command::Book(args) => commands::book::run(&args, json),
        Command::Endgames(args) => commands::endgames::run(&args, app, json),
        Command::Eval(args) => commands::eval::run(&args, json),
        Command::Compare(args) => commands::compare::run(&args, json),
        Command::Ablate(args) => commands::ablate::run(&args, json),
        Command::Scale(args) => commands::scale::run(&args, json),
        Command::Fit(args) => commands::fit::run(&args, json),
        Command::Selfplay(args) => commands::selfplay::run(&args, app, json),
        Command::Learn(args) => commands::learn::run(&args, app, json),
        Command::Train(args) => commands::train::run(&args, app, json),
        Command::Tune(args) => commands::tune::run(&args, json),
        Command::Match(args) => commands::match_::run_match(&args, json),
        Command::Openings(args) => commands::openings::run(&args, json),
        Command::Tournament(args) => commands::tournament::run(&args, json),
        Command::Merge(args) => commands::merge::run(&args, json),
        Command::Gtp(args) => commands::protocols::gtp(&args, json),
        Command::Gomocup(args) => commands::protocols::gomocup(&args, app, json),
        Command::Nboard(args) => commands::protocols::nboard(&args, app, json),
        Command::Uci(args) => commands::protocols::uci(&args, app, Dialect::Uci, json),
        Command::Ucci(args) => commands::protocols::uci(&args, app, Dialect::Ucci, json),
        Command::Ugi(args) => commands::protocols::ugi(&args, json),
        Command::Mcp(args) => commands::mcp::run(&args, app, json),
        Command::Bench(args) => commands::bench::run(&args, app, json),
        Command::Generate(args) => commands::generate::run(&args, app),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe: `boyi perft GAME --depth 3 --divide | head -2`.
        Err(Failure::Write(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            anstream::eprintln!("boyi: {failure}");
            ExitCode::from(failure.status())
        }
    }
}
