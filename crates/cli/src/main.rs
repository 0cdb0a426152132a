//! The `boyi` command.

mod args;
mod commands;
mod failure;
mod output;
mod signals;
mod whole_file;

use args::{Cli, Command};
use clap::Parser;
use failure::Failure;
use std::{ffi::OsString, path::Path, process::ExitCode};

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

fn main() -> ExitCode {
    let cli = Cli::parse_from(words(std::env::args_os().collect()));
    let json = cli.json;
    let result = match cli.command {
        Command::Play(args) => commands::play::run(*args, json),
        Command::Serve(args) => commands::serve::run(&args, json),
        Command::Show(args) => commands::show::run(&args, json),
        Command::Convert(args) => commands::convert::run(&args, json),
        Command::Analyze(args) => commands::analyze::run(&args, json),
        Command::Perft(args) => commands::perft::run(&args, json),
        Command::Solve(args) => commands::solve::run(&args, json),
        Command::Book(args) => commands::book::run(&args, json),
        Command::Endgames(args) => commands::endgames::run(&args, json),
        Command::Eval(args) => commands::eval::run(&args, json),
        Command::Compare(args) => commands::compare::run(&args, json),
        Command::Ablate(args) => commands::ablate::run(&args, json),
        Command::Scale(args) => commands::scale::run(&args, json),
        Command::Fit(args) => commands::fit::run(&args, json),
        Command::Selfplay(args) => commands::selfplay::run(&args, json),
        Command::Learn(args) => commands::learn::run(&args, json),
        Command::Train(args) => commands::train::run(&args, json),
        Command::Tune(args) => commands::tune::run(&args, json),
        Command::Match(args) => commands::match_::run_match(&args, json),
        Command::Openings(args) => commands::openings::run(&args, json),
        Command::Tournament(args) => commands::tournament::run(&args, json),
        Command::Merge(args) => commands::merge::run(&args, json),
        Command::Gtp(args) => commands::protocols::gtp(&args, json),
        Command::Gomocup(args) => commands::protocols::gomocup(&args, json),
        Command::Nboard(args) => commands::protocols::nboard(&args, json),
        Command::Uci(args) => commands::protocols::uci(&args, protocols::Dialect::Uci, json),
        Command::Ucci(args) => commands::protocols::uci(&args, protocols::Dialect::Ucci, json),
        Command::Bench(args) => commands::bench::run(&args, json),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe: `boyi perft xiangqi --depth 3 --divide | head -2`.
        Err(Failure::Write(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            anstream::eprintln!("boyi: {failure}");
            ExitCode::from(failure.status())
        }
    }
}
