#![doc = include_str!("../README.md")]

mod connect_four;
mod contest;
mod engines;
mod othello;
mod table;
mod techniques;

use clap::Parser;
use contest::Contest;
use std::io;
use std::num::NonZeroUsize;

/// Search fixed positions to a fixed depth with Boyi and with `minimax`, by turns; a table of times
/// and nodes.
#[derive(Parser)]
struct Args {
    /// Samples of each configuration
    #[arg(long, default_value = "11")]
    rounds: NonZeroUsize,
    /// Threads of each parallel configuration
    #[arg(long, default_value = "2")]
    threads: NonZeroUsize,
    /// Only the contests and configurations whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Instead, what the kernel's techniques are worth to connect four, with this many nodes a move
    #[arg(long)]
    techniques: Option<u64>,
    /// Compare random games, tree searches and alpha-beta of generic libraries instead, each for this
    /// many CPU seconds
    #[arg(long, value_name = "SECONDS")]
    engines: Option<f64>,
    /// Measure this one of their rows alone
    #[arg(long, requires = "engines", hide = true)]
    row: Option<usize>,
}

fn main() -> io::Result<()> {
    let Args {
        rounds,
        threads,
        only,
        techniques,
        engines,
        row,
    } = Args::parse();
    if let Some(nodes) = techniques {
        techniques::print(14, nodes);
        return Ok(());
    }
    if let Some(seconds) = engines {
        return match row {
            Some(number) => engines::measure_alone(number, seconds),
            None => engines::print(seconds),
        };
    }
    let othello = Contest {
        name: "Othello",
        start: othello::Board::START,
        eval: othello::SquareWorth,
        depth: 12,
    };
    let four = Contest {
        name: "connect four",
        start: connect_four::Board::START,
        eval: connect_four::OpenFours,
        depth: 14,
    };
    for threads in [NonZeroUsize::MIN, threads] {
        print!(
            "{}",
            table::table(&othello.run(rounds.get(), threads, &only))
        );
        print!("{}", table::table(&four.run(rounds.get(), threads, &only)));
    }
    Ok(())
}
