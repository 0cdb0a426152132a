//! What the engines keep in memory. Alone in its binary, so that no other test's allocations are
//! counted.

use boyi::engines::{EngineConfig, SearchRequest, SearcherConfig, game};
use boyi::othello::Othello;
use boyi::search::{Control, Limits};
use boyi::solvers::othello::{Endgame, Goal};
use cache_lines::mapped_bytes;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::{Mutex, PoisonError};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One measures at a time, for allocations are counted together.
static ALONE: Mutex<()> = Mutex::new(());

/// Counts the memory allocated after [`begin`](Self::begin).
struct Measure {
    region: Region<'static, System>,
    mapped: usize,
}

impl Measure {
    fn begin() -> Self {
        Self {
            region: Region::new(ALLOCATOR),
            mapped: mapped_bytes(),
        }
    }

    /// The bytes of it that have not been freed.
    fn kept(&self) -> usize {
        let change = self.region.change();
        change.bytes_allocated + mapped_bytes() - change.bytes_deallocated - self.mapped
    }
}

/// One empty square.
const LAST: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- X";

/// Positions of a game: one to search from, and others where its solvers take part.
const LINES: [(&str, &[&str]); 3] = [
    // Threats everywhere.
    (
        "gomoku",
        &[
            "startpos moves h8",
            "startpos moves h8 i9 g9 i7 i8 g8 h10 f8 h7 h9 f10 e11 j7",
        ],
    ),
    // The first move; where one solver finishes the game; where another plays out the leaves; and
    // the end.
    (
        "othello",
        &[
            "startpos",
            "--XXXX----XXXX--OOOOOOO-OOOXOXXXOOXXXXXOOXXXXX----XXX-----XXXX-- O",
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXXOXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- O",
            LAST,
        ],
    ),
    // An ending whose tables are read, and one without.
    (
        "xiangqi",
        &[
            "startpos",
            "4k4/9/9/9/9/9/9/9/R8/3K5 w",
            "3ak4/4a4/4b4/9/2r6/9/4P4/4B4/4A4/1RBK1A3 w",
        ],
    ),
];

/// Plays and solves with the engine of `words`, and says how many bytes are kept then, and how many
/// the game accounts for.
fn kept_by(name: &str, words: &str, nodes: u64) -> [usize; 2] {
    let built_in = game(name).expect("built in");
    let (_, lines) = LINES
        .into_iter()
        .find(|&(game, _)| game == name)
        .expect("a row");
    let config: EngineConfig = words.parse().expect("a configuration");
    let measure = Measure::begin();
    let mut engine = built_in.engine(&Vec::new(), &config, 0).expect("an engine");
    for line in lines {
        let question = SearchRequest::new(Limits::nodes(nodes).with_depth(60)).with_instant(false);
        engine
            .think(&(*line).into(), &question, &Control::default(), &mut |_| {})
            .expect("a position");
    }
    let memory = built_in.check(&config).expect("a configuration");
    [measure.kept(), memory << 20]
}

/// A searcher of any kind, with anything that makes it larger.
fn any_searcher(rng: &mut StdRng, name: &str) -> String {
    let family = SearcherConfig::ALL[rng.random_range(0..SearcherConfig::ALL.len())];
    let mut words = format!("{family},hash={}", rng.random_range(1..=8));
    if !matches!(family, "minimax" | "dfpn") {
        words += &format!(",threads={}", rng.random_range(1..=4));
    }
    if !matches!(family, "minimax" | "dfpn" | "mcts") {
        let switch = |on: bool| if on { "on" } else { "off" };
        let [table, late_moves, correction] =
            [0.9, 0.5, 0.5].map(|often| switch(rng.random_bool(often)));
        let continuation = rng.random_range(0..=4);
        words += &format!(",correction={correction}");
        words += &format!(",continuation={continuation},table={table},late_moves={late_moves}");
        words += &format!(",score_cache={}", [0, 1, 3, 8][rng.random_range(0..4)]);
    }
    let weights = game(name).expect("built in").facts().weights;
    if rng.random_bool(0.3) && !weights.is_empty() {
        words += &format!(
            ",eval.{}=7",
            weights[rng.random_range(0..weights.len())].name
        );
    }
    words
}

/// No configuration keeps more than it counts.
#[test]
fn no_searcher_keeps_more_than_it_is_counted_as() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut rng = StdRng::seed_from_u64(1);
    for (name, _) in LINES {
        // What all share is built first.
        kept_by(name, "aspiration", 300_000);
        for _ in 0..60 {
            let words = any_searcher(&mut rng, name);
            let [kept, account] = kept_by(name, &words, 3_000);
            assert!(kept <= account, "{name} {words}: {kept} of {account}");
        }
    }
}

#[test]
fn what_plays_and_what_solves_fit_into_a_hundred_megabytes() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, _) in LINES {
        let measure = Measure::begin();
        let [_, account] = kept_by(name, "aspiration", 300_000);
        // Weights, patterns, books and endings, which all share.
        let shared = measure.kept();
        println!("{name}: {shared} bytes shared");
        assert!(shared + account < 100_000_000, "{name}");
        let strongest = game(name).expect("built in").facts().strongest();
        for words in [
            "aspiration",
            "aspiration,hash=32",
            "smp,threads=3",
            "level=5",
            "level=9",
            &format!("level={strongest}"),
        ] {
            let [kept, account] = kept_by(name, words, 300_000);
            println!("{name} {words}: {kept} bytes kept, {account} accounted for");
            // What a server counts on: the tables, which are no larger than said and not much
            // smaller, and little beside them.
            assert!(
                kept <= account && kept + (4 << 20) > account / 3 * 2,
                "{name} {words}: {kept} of {account}"
            );
        }
    }

    let measure = Measure::begin();
    let mut endgame = Endgame::default();
    let late: Othello = LAST.parse().expect("a position");
    assert_eq!(
        endgame
            .solve(&late, Goal::Margin, &Default::default())
            .map(|solution| solution.score),
        Ok(64)
    );
    let kept = measure.kept();
    println!(
        "the solver alone: {kept} bytes, {} of them its table",
        endgame.bytes()
    );
    assert!(
        kept >= endgame.bytes() && kept < 100_000_000,
        "{kept} bytes"
    );
}
