#![doc = include_str!("../README.md")]

mod connect_four;
mod contest;
mod othello;
mod table;
mod techniques;

use clap::Parser;
use contest::Contest;
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
}

fn main() {
    let Args {
        rounds,
        threads,
        only,
        techniques,
    } = Args::parse();
    if let Some(nodes) = techniques {
        return techniques::print(14, nodes);
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
}
