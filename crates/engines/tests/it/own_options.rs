//! Options that one game's searchers take and others do not.

#![cfg(feature = "gomoku")]

use engines::{
    EngineConfig, EngineError, GAMES, Game, SearchRequest, SearcherConfig, Settings, game,
};
use search::{Control, Limits, Report};

/// `searcher` at `depth` on `line`, asked about the moves of `only` if there are any.
fn think(game: &dyn Game, searcher: &str, line: &str, depth: u32, only: &[&str]) -> Report<String> {
    let config: EngineConfig = searcher.parse().expect(searcher);
    let mut engine = game.engine(&Settings::new(), &config, 1).expect(searcher);
    let only = only.iter().map(|mv| (*mv).to_owned()).collect();
    let question = SearchRequest::new(Limits::depth(depth))
        .with_instant(false)
        .with_only(only);
    engine
        .think(&line.into(), &question, &Control::default(), &mut |_| {})
        .expect(line)
}

const CASES: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/gomoku/vcf.txt"
));

/// Black's e8 makes a four, which is answered at d8, and an open three; with White to move, and
/// with Black.
const THREATENED: &str = "X:f8g8h8e6e7 O:i8a1b4m3 turn:O";
const WON: &str = "X:f8g8h8e6e7 O:i8a1b4m3n12 turn:X";

#[test]
fn every_option_changes_some_search() {
    for game in GAMES.iter().filter(|game| !game.facts().options.is_empty()) {
        let nodes = |option: String| -> Vec<u64> {
            let searcher = format!("aspiration,hash=1{option}");
            // Deep enough for what is done with plies left, and few enough for that.
            positions()[..8]
                .iter()
                .map(|line| think(game, &searcher, line, 7, &[]).nodes)
                .collect()
        };
        let own = nodes(String::new());
        for option in game.facts().options {
            let name = option.name;
            let value = option.value;
            let switched = option.switched;
            assert!(option.takes(value) && !option.about.is_empty(), "{name}");
            assert!(
                switched
                    .parse()
                    .is_ok_and(|other| option.takes(other) && other != value),
                "{name}={switched}"
            );
            assert_eq!(nodes(format!(",{name}={value}")), own, "{name}={value}");
            assert_ne!(
                nodes(format!(",{name}={switched}")),
                own,
                "{name}={switched}"
            );
        }
    }
}

/// Positions of gomoku's with a win by fours, and those before them.
fn positions() -> Vec<String> {
    let cases = CASES.lines().filter(|line| line.contains("| free |"));
    let moves = cases.map(|line| line.split(" | ").nth(3).expect("moves"));
    let before = |moves: &str| {
        moves
            .rfind(|c: char| c.is_ascii_alphabetic())
            .expect("a move")
    };
    let both = moves.flat_map(|moves| [moves, &moves[..before(moves)]]);
    both.map(|moves| format!("startpos moves {moves}"))
        .collect()
}

#[test]
fn the_radius_is_how_far_from_a_stone_moves_are_looked_at() {
    let gomoku = game("gomoku").expect("built in");
    let moves = |searcher: &str| {
        think(gomoku, searcher, "X:h8h9 O:i8i9 turn:X", 1, &[])
            .roots
            .len()
    };
    let looked_at = [1, 2, 3, 4].map(|radius| moves(&format!("pvs,radius={radius}")));
    // Rectangles of two by two and a frame of this many points, less the stones.
    assert_eq!(looked_at, [12, 32, 60, 96]);
    assert_eq!(moves("pvs,radius=1,radius=3"), 60);
    assert_eq!(moves("smp,radius=1"), 12);
}

#[test]
fn moves_that_leave_the_opponent_a_win_by_fours_are_refused_at_once() {
    let gomoku = game("gomoku").expect("built in");
    let score = |searcher: &str| think(gomoku, searcher, THREATENED, 1, &["a15"]).score();
    assert_eq!(score("pvs,vcf_horizon=0").plies_to_end(), Some(6));
    assert!(!score("pvs,vcf_horizon=0,vcf_defence=0").is_decisive());
    // By weights that no training changes.
    let best = think(gomoku, "pvs,eval=handmade", THREATENED, 1, &[]);
    assert!(
        !best.score().is_decisive()
            && ["d8", "e8", "e9"].contains(&best.best().expect("a move").as_str()),
        "{best:?}"
    );
}

#[test]
fn at_the_horizon_a_win_by_fours_is_seen_only_if_it_is_looked_for() {
    let gomoku = game("gomoku").expect("built in");
    let score = |searcher: &str| think(gomoku, searcher, THREATENED, 1, &["a15"]).score();
    assert!(!score("pvs,vcf_defence=0,vcf_horizon=0").is_decisive());
    assert_eq!(score("pvs,vcf_defence=0").plies_to_end(), Some(6));
}

#[test]
fn what_is_looked_for_at_the_root_needs_no_search() {
    let gomoku = game("gomoku").expect("built in");
    let report = think(gomoku, "pvs", WON, 1, &[]);
    assert!(
        report.score().plies_to_end() == Some(5) && report.nodes < 50,
        "{report:?}"
    );
    let without = think(gomoku, "pvs,vcf_root=0", WON, 1, &[]);
    assert!(without.nodes > 50, "{without:?}");
}

#[test]
fn games_refuse_options_that_they_do_not_have() {
    for (name, text, error) in [
        (
            "othello",
            "pvs,radius=3",
            "radius: othello has no such option",
        ),
        (
            "xiangqi",
            "mcts,depth=3,vcf=1",
            "vcf: xiangqi has no such option",
        ),
        ("gomoku", "pvs,radius=0", "radius=0: it may be from 1 to 4"),
        (
            "gomoku",
            "pvs,radius=2,radius=5",
            "radius=5: it may be from 1 to 4",
        ),
        (
            "gomoku",
            "smp,vcf_horizon=-1",
            "vcf_horizon=-1: it may be from 0 to 10000000",
        ),
    ] {
        let game = game(name).expect("built in");
        let config: EngineConfig = text.parse().expect(text);
        assert_eq!(config.to_string(), text);
        let told = |refused: Result<usize, EngineError>| refused.expect_err(text).to_string();
        let refusal = told(game.check(&config));
        assert!(refusal.starts_with(error), "{refusal}");
        assert_eq!(
            told(game.engine(&Settings::new(), &config, 0).map(|_| 0)),
            refusal
        );
    }
    for (text, error) in [
        (
            "pvs,radius=far",
            "there is no option \"radius\"; there are ",
        ),
        ("pvs,radius", "option \"radius\" is not name=value"),
        ("level=3,radius=3", "option \"radius\" is not a level's"),
    ] {
        let refused = text.parse::<EngineConfig>().expect_err(text).to_string();
        assert!(refused.starts_with(error), "{refused}");
    }
    let refused = "pvs,radios=three"
        .parse::<EngineConfig>()
        .expect_err("a typing error")
        .to_string();
    assert!(
        refused.ends_with(", and those of one game, which take whole numbers"),
        "{refused}"
    );
}

#[test]
fn an_ablation_switches_them_too() {
    let changes = |name: &str, config: &str| -> Vec<(String, bool)> {
        let game = game(name).expect("built in");
        let own = |option: &str| {
            game.facts()
                .options
                .iter()
                .any(|known| known.name == option)
        };
        let config: SearcherConfig = config.parse().expect(config);
        let base = game.options(&Vec::new()).expect("the default rules");
        let changes = config.changes(base, game.facts().options);
        changes
            .iter()
            .filter(|change| own(change.option))
            .map(|change| (change.config.to_string(), change.off))
            .collect()
    };
    let row = |text: &str, off| (text.to_owned(), off);
    let all = [
        row("pvs,radius=3", false),
        row("pvs,vcf_root=0", true),
        row("pvs,vcf_defence=0", true),
        row("pvs,vcf=0", true),
        row("pvs,vcf_depth=1", false),
        row("pvs,vcf_horizon=0", true),
    ];
    assert_eq!(changes("gomoku", "pvs"), all);
    assert_eq!(
        changes("gomoku", "pvs,radius=3,vcf=0").len(),
        4,
        "what is so already is not switched"
    );
    assert!(changes("othello", "pvs").is_empty() && changes("gomoku", "mcts").is_empty());
}

#[test]
#[cfg(feature = "othello")]
fn an_option_of_a_game_that_is_not_built_in_is_read() {
    use crate::plain::{BOLDNESS, Plain};
    let game: &dyn Game = &engines::Wired::<Plain>::NEW;
    assert_eq!(format!("{game:?}"), "othello");
    let report = think(game, "pvs,boldness=7", "startpos", 1, &[]);
    assert!(report.best().is_some());
    assert_eq!(BOLDNESS.get(), 7);
    think(game, "pvs", "startpos", 1, &[]);
    assert_eq!(BOLDNESS.get(), 5, "unless it is said");
    for (text, error) in [
        ("pvs,boldness=10", "boldness=10: it may be from 0 to 9"),
        (
            "pvs,modesty=1",
            "modesty: othello has no such option; there are bare, book,",
        ),
        (
            "pvs,hahs=16",
            "hahs: othello has no such option; there are bare, book,",
        ),
    ] {
        let config: EngineConfig = text.parse().expect(text);
        let refusal = game.check(&config).expect_err(text).to_string();
        assert!(refusal.starts_with(error), "{refusal}");
    }
    assert!(
        "pvs,boldness=much".parse::<SearcherConfig>().is_err()
            && "pvs,Boldness=7".parse::<SearcherConfig>().is_err()
    );
}
