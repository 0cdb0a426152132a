//! A fourth game taught: connect four plays itself, trains a network round after round, and the
//! network then plays a match at equal time against the evaluator made by hand.
//!
//!     cargo run --release -p boyi-connect-four --example learn -- [DIR] [ROUNDS] [GAMES] [MATCH]
//!
//! `DIR` keeps what was learnt; the same command goes on there. Each of `ROUNDS` rounds plays
//! `GAMES` games; the match has `MATCH` games of 10 ms a move.

use arena::openings::{Openings, RandomPlies};
use arena::tournament::{Match, Shard, run};
use connect_four::{ConnectFour, ConnectFourWiring, HIDDEN, LEARNER, Rules};
use engines::game_core::conform;
use engines::search::Limits;
use engines::{EngineConfig, SearcherConfig, read_network};
use learn::{Event, Gate, Learning, Plan};
use std::collections::BTreeMap;
use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use train::network::TrainingConfig;
use train::self_play::SelfPlay;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().map(PathBuf::from);
    let rounds: u64 = words.next().map_or(Ok(8), |word| word.parse())?;
    let games: u64 = words.next().map_or(Ok(16_000), |word| word.parse())?;
    let match_games: u64 = words.next().map_or(Ok(400), |word| word.parse())?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);

    conform::position(&ConnectFour::START, 5)?;
    conform::notation(&ConnectFour::START, &Rules::default(), 3)?;

    let temporary = tempfile::tempdir()?;
    let folder = folder.unwrap_or_else(|| temporary.path().to_owned());
    let mut learning = Learning::open(LEARNER, plan(games), &folder)?;
    println!("round   games  positions  validation  gate         rating");
    learning.run(rounds, threads, &mut |event| {
        if let Event::Round(round) = event {
            let [wins, draws, losses] = round.gate;
            println!(
                "{:5} {:7} {:10} {:11.4}  {:12} {:+6.0}",
                round.round,
                round.games,
                round.positions,
                round.validation,
                format!("{wins}-{draws}-{losses}"),
                round.rating
            );
        }
        ControlFlow::Continue(())
    })?;

    let Some(best) = learning.best() else {
        println!("no network beat the evaluator made by hand");
        return Ok(());
    };
    // What moves change is what the positions differ in.
    let eval = read_network::<ConnectFourWiring, { HIDDEN }>(&std::fs::read(&best)?)?;
    conform::evaluator(&ConnectFour::START, &eval, 5)?;

    let handmade = SearcherConfig::default();
    let mut network = handmade.clone();
    network.weights.set_network(&best);
    let [a, b] = [network, handmade].map(EngineConfig::Searcher);
    let plan = Match {
        limits: Limits::time(Duration::from_millis(10)),
        openings: Openings::Random(RandomPlies { plies: 6 }),
        games: match_games,
        seed: 2,
        ..Match::new(LEARNER.game(), a.into(), b.into())
    };
    let standing = run(
        &plan,
        Shard::WHOLE,
        NonZeroUsize::MIN,
        BTreeMap::new(),
        &mut (),
    )?;
    let games = standing.games;
    print!(
        "10 ms a move: the network against the evaluator made by hand, {}-{}-{}",
        games.wins, games.draws, games.losses
    );
    match standing.estimate() {
        Some(estimate) => println!(", Elo {estimate}"),
        None => println!(),
    }
    Ok(())
}

fn plan(games: u64) -> Plan {
    Plan {
        self_play: SelfPlay {
            games,
            nodes: 500,
            random_plies: 2..=10,
            ..SelfPlay::default()
        },
        training: TrainingConfig {
            epochs: 12,
            batch: 1 << 12,
            by_result: 0.3,
            ..TrainingConfig::default()
        },
        gate: Gate {
            limits: Limits::nodes(1_000),
            games: 200,
            ..Gate::default()
        },
        ..Plan::default()
    }
}
