//! Searchers beyond the fixed-depth ones, in the games themselves.

use engines::{EngineConfig, GAMES, SearchRequest, SearcherConfig, Settings, game};
use game_core::Score;
use search::{Bound, Control, Limits, Report};

fn ask(name: &str, config: &str, line: &str, limits: Limits) -> Report<String> {
    let config = EngineConfig::Searcher(
        config
            .parse()
            .unwrap_or_else(|error| panic!("{config}: {error}")),
    );
    let mut engine = game(name)
        .expect("a game")
        .engine(&Settings::default(), &config, 0)
        .expect("default rules");
    engine
        .think(
            &line.into(),
            &SearchRequest::new(limits),
            &Control::default(),
            &mut |_| {},
        )
        .expect("a line")
}

#[test]
fn every_searcher_plays_every_game() {
    for game in &GAMES {
        for name in SearcherConfig::ALL {
            assert_eq!(SearcherConfig::named(name).expect(name).name(), name);
            let report = ask(game.name(), name, "startpos", Limits::nodes(2_000));
            let mut session = game.session(&Settings::default()).expect("default rules");
            let best = report
                .best()
                .unwrap_or_else(|| panic!("{name} has no move in {}", game.name()));
            session
                .play(&best)
                .unwrap_or_else(|error| panic!("{name} in {}: {error}", game.name()));
            // A depth alone ends every search.
            assert!(
                ask(game.name(), name, "startpos", Limits::depth(1))
                    .best()
                    .is_some()
            );
        }
    }
}

#[test]
fn options_are_read_and_refused() {
    let read = |text: &str| text.parse::<SearcherConfig>();
    let config =
        read("mcts,exploration=0.7,seed=9,selection=ucb1,leaf=playout,hash=8").expect("a spec");
    let options = config.mcts_options(120);
    let grown = read("mcts,expand=4,first_play=0.3,proofs=off").expect("a spec");
    let grown = grown.mcts_options(120);
    assert_eq!(
        (grown.expand, grown.first_play, grown.proofs),
        (4, 0.3, false)
    );
    assert_eq!(
        (
            options.exploration,
            options.seed,
            options.unit,
            options.bytes
        ),
        (0.7, 9, 120, 8 << 20)
    );
    assert_eq!(
        (options.selection, options.leaf),
        (search::Selection::Ucb1, search::Leaf::Playout)
    );
    assert_eq!(
        (
            read("smp").expect("a spec").threads,
            read("smp,threads=4").expect("a spec").threads
        ),
        (2, 4)
    );
    for bad in [
        "mcts,exploration=-1",
        "mcts,exploration=NaN",
        "mcts,seed=x",
        "mcts,expand=0",
        "mcts,first_play=2.5",
        "mcts,proofs=maybe",
        "mcts,leaf=both",
        "mcts,selection=best",
        "UCT",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
    assert!(
        SearcherConfig::ALL
            .iter()
            .all(|name| read("No body").unwrap_err().to_string().contains(name))
    );
}

#[test]
fn a_seed_repeats_a_sample() {
    let ask = |seed| {
        ask(
            "othello",
            &format!("mcts,leaf=playout,seed={seed}"),
            "startpos",
            Limits::nodes(1_000),
        )
    };
    assert_eq!(ask(1).lines, ask(1).lines);
    assert_ne!(ask(1).lines, ask(2).lines);
}

/// Proof-number search proves the short mates of the collection, within the plies that they take.
#[test]
fn short_mates_are_proved() {
    let mates = include_str!("../../../../tests/data/xiangqi/mates.txt");
    let mut proved = 0;
    let mut asked = 0;
    for record in mates.lines().filter(|record| !record.starts_with('#')) {
        let (fen, moves) = record
            .split_once(';')
            .expect("a position and a number of moves");
        let moves: u32 = moves.trim().parse().expect("a number of moves");
        if moves > 2 || asked >= 24 {
            continue;
        }
        asked += 1;
        let plies = 2 * moves - 1;
        let report = ask(
            "xiangqi",
            "dfpn",
            fen.trim(),
            Limits::depth(plies).with_nodes(200_000),
        );
        let line = &report.lines[0];
        if line.bound == Bound::Lower {
            assert!(
                line.score > Score::MAX_EVAL && line.score.plies_to_end() <= Some(plies as usize),
                "{record}: {report:?}"
            );
            proved += 1;
        }
    }
    assert!(asked >= 10 && proved == asked, "{proved} of {asked}");
}
