//! Many people at once: as many games as asked for, each of a human at random against an engine
//! that thinks.
//!
//!     cargo bench -p boyi-web --bench load -- --games 200 --time 60s
//!     cargo bench -p boyi-web --bench load -- --games 200 --time 60s --hostile 10
//!
//! Unless `--url` names a server, this program starts itself again as one, so that its memory can
//! be told apart. It asks loopback addresses alone, ends by itself, and fails if a human move was
//! shown too late, a level 1 answered too late, anything was lost, or in some minutes the server's
//! memory did not stop growing.

mod guest;
mod host;
mod hostile;
mod tally;

use clap::Parser;
use guest::Guest;
use host::Host;
use hostile::Hostile;
use indicatif::{ProgressBar, ProgressStyle};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::{error::Error, io, process::ExitCode, time::Duration};
use tally::{Memory, Tally};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

/// Plays many games at once against a server on this machine, and tells how soon each human move
/// was shown.
#[derive(Debug, Parser)]
struct Args {
    /// How many games at a time, each over a connection of its own
    #[arg(
        long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    games: u32,
    /// For how long, as 60s or 10m
    #[arg(long, value_name = "T", default_value = "60s", value_parser = read_duration)]
    time: Duration,
    /// How long a person thinks about a move, on average
    #[arg(long, value_name = "T", default_value = "1s", value_parser = read_duration)]
    pause: Duration,
    /// How late 95 of 100 human moves may be shown
    #[arg(long, value_name = "T", default_value = "100ms", value_parser = read_duration)]
    within: Duration,
    /// Connections beside them who take all they can get: four games of endless searches each,
    /// analyses and a laboratory, connections that never finish a request, and nonsense
    #[arg(
        long, value_name = "N", default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(0..=1_000)
    )]
    hostile: u32,
    /// How late 99 of 100 answers of a level 1 may come
    #[arg(long, value_name = "T", default_value = "2s", value_parser = read_duration)]
    answer_within: Duration,
    /// A server that runs already; its connections have addresses apart only if it has --proxied,
    /// as ws://127.0.0.1:8080/ws
    #[arg(long, value_parser = read_url)]
    url: Option<String>,
    /// Seed of the moves and pauses
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Be the server
    #[arg(long, hide = true)]
    serve: bool,
    /// What cargo says to every bench
    #[arg(long, hide = true)]
    bench: bool,
}

fn read_duration(text: &str) -> Result<Duration, String> {
    engines::duration(text).ok_or_else(|| "a time is written as 500ms, 60s or 10m".to_owned())
}

/// A WebSocket's address on this machine.
fn read_url(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("ws://")
        .and_then(|rest| rest.split('/').next())
        .unwrap_or_default();
    let address = host
        .rsplit_once(':')
        .map_or(host, |(name, _)| name)
        .trim_matches(['[', ']']);
    let loopback = address
        .parse::<IpAddr>()
        .map_or(address == "localhost", |address| address.is_loopback());
    if loopback {
        Ok(text.to_owned())
    } else {
        Err("an address of this machine is needed, as ws://127.0.0.1:8080/ws".to_owned())
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = if args.serve {
        host::serve(args.games as usize, args.hostile as usize)
            .map(|()| true)
            .map_err(Into::into)
    } else {
        run(&args)
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Plays, tells, and says whether all was well.
fn run(args: &Args) -> Result<bool, Box<dyn Error>> {
    let host = match &args.url {
        Some(url) => Host::at(url),
        None => Host::start(args.games, args.hostile)?,
    };
    println!(
        "{} games for {:?} beside {} hostile connections against {}",
        args.games, args.time, args.hostile, host.url
    );
    // One thread: what the people do must not take the server's share of the machine.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (tally, memory) = runtime.block_on(async {
        let most = args.time + Guest::PATIENCE + Duration::from_secs(30);
        timeout(most, play(args, &host))
            .await
            .map_err(|_| io::Error::other("it did not end in time"))
    })?;
    Ok(memory.broadcast() & tally.broadcast(args.within, args.answer_within))
}

/// Lets everybody play until the time is up.
async fn play(args: &Args, host: &Host) -> (Tally, Memory) {
    let tally = Arc::new(Mutex::new(Tally::default()));
    let start = Instant::now();
    let mut guests = JoinSet::new();
    let end = start + args.time;
    for number in 0..args.games {
        // They come one after another, and not all in one moment.
        let from = start + args.pause * number / args.games;
        guests.spawn(
            Guest::new(number, args.seed, args.pause, Arc::clone(&tally)).visit(
                host.url.clone(),
                from,
                end,
            ),
        );
    }
    let mut enemies = JoinSet::new();
    for number in 0..args.hostile {
        enemies.spawn(Hostile::new(number).visit(host.url.clone(), end));
    }
    enemies.spawn(hostile::ask_health(
        host.authority().to_owned(),
        Arc::clone(&tally),
        end,
    ));
    let mut memory = Memory::default();
    let bar = bar(args.time);
    for second in 0..args.time.as_secs() {
        sleep_until(start + Duration::from_secs(second)).await;
        memory.note(host.memory());
        bar.set_position(second);
        bar.set_message(tally.lock().unwrap_or_else(PoisonError::into_inner).brief());
    }
    sleep_until(end).await;
    memory.note(host.memory());
    while guests.join_next().await.is_some() {}
    enemies.shutdown().await;
    bar.finish_and_clear();
    let tally = std::mem::take(&mut *tally.lock().unwrap_or_else(PoisonError::into_inner));
    (tally, memory)
}

/// Drawn only where the error output is a terminal.
fn bar(time: Duration) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} s  {msg}");
    ProgressBar::new(time.as_secs())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
