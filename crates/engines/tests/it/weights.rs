//! Evaluator weights as text: each game's, in every configuration.

#![cfg(all(feature = "gomoku", feature = "othello", feature = "xiangqi"))]

use engines::{
    ConfigError, EngineConfig, EngineError, GAMES, Game, Level, SearchRequest, SearcherConfig,
    Session, Settings, Weights, game,
};
use search::{Control, Limits};

/// Positions along games played at random, the same every time.
fn positions(game: &dyn Game) -> Vec<Box<dyn Session>> {
    let mut positions = Vec::new();
    let mut random = 1_u64;
    // What chance seldom brings.
    let rare: &[&str] = match game.name() {
        "gomoku" => &[
            "X:h8i8j6j7 O:a15o1c3d12 turn:X",
            "X:h8i8j6j7 O:a15o1c3d12 turn:O",
            "X:h8i8j8k6k7 O:g8a1a15o1 turn:X",
            "X:h8i8j8k6k7 O:g8a1a15o1 turn:O",
            "X:h8i8j8k7 O:g8a1a15 turn:X",
            "X:h8i8j8k7 O:g8a1a15 turn:O",
        ],
        "xiangqi" => &[
            "4k4/9/9/9/9/9/RN7/9/9/3K5 w",
            "3ak4/4a4/4P4/9/9/9/9/9/9/3K5 w",
            "3ak4/4a4/4P4/3PP4/9/9/9/9/9/3K5 b",
        ],
        _ => &[],
    };
    for line in rare {
        let mut session = game.session(&Settings::new()).expect("the default rules");
        session.set_line(*line).expect(line);
        positions.push(session);
    }
    for round in 0..40 {
        let mut session = game.session(&Settings::new()).expect("the default rules");
        for ply in 0..30 + 2 * round {
            let legal = session.legal_moves();
            if legal.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            // Often a move near the last ones, which lie close together in most games' lists:
            // shapes and captures appear.
            let near = if ply % 3 == 0 {
                legal.len()
            } else {
                legal.len().min(9)
            };
            session
                .play(&legal[(random >> 33) as usize % near])
                .expect("a legal move");
            if ply % 5 == 4 {
                let mut copy = game.session(&Settings::new()).expect("the default rules");
                copy.set_line(session.line()).expect("its own line");
                positions.push(copy);
            }
        }
    }
    if game.name() == "gomoku" {
        // What renju forbids Black counts under renju alone.
        let mut renju = game
            .session(&vec![("rule".to_owned(), "renju".to_owned())])
            .expect("a rule");
        renju.set_line("X:g8i8h7h9 O:a1c1e1g1").expect("a position");
        positions.push(renju);
    }
    positions
}

#[test]
fn every_weight_of_every_game_changes_some_evaluation() {
    for game in &GAMES {
        // By the evaluator whose weights they are.
        let handmade: EngineConfig = "pvs,eval=handmade".parse().expect("a configuration");
        let positions = positions(game).into_iter().map(|session| {
            let own = match game.facts().evaluators {
                [] => session.evaluation(),
                _ => session.evaluate(handmade.weights()).expect("it"),
            };
            (session, own)
        });
        let positions: Vec<_> = positions.collect();
        assert!(game.facts().weights.len() >= 5);
        for weight in game.facts().weights {
            let set = |value| {
                let mut weights = Weights::default();
                weights.set(weight.name, value);
                weights
            };
            let same = set(weight.value);
            let other = set(if weight.value == 0 { weight.most } else { 0 });
            for (session, own) in &positions {
                let unchanged = session.evaluate(&same).expect("its default");
                assert_eq!(unchanged, *own, "{}", weight.name);
            }
            let changed = positions
                .iter()
                .any(|(session, own)| session.evaluate(&other).expect("within bounds") != *own);
            assert!(changed, "{}: {}", game.name(), weight.name);
        }
    }
}

#[test]
fn names_are_words_and_distinct() {
    for game in &GAMES {
        for (i, weight) in game.facts().weights.iter().enumerate() {
            let well_formed = weight
                .name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || b"._".contains(&byte));
            assert!(well_formed && !weight.about.is_empty(), "{}", weight.name);
            assert!(
                game.facts().weights[..i]
                    .iter()
                    .all(|other| other.name != weight.name),
                "{}",
                weight.name
            );
            assert!(
                weight.least < weight.value && weight.value < weight.most,
                "{}",
                weight.name
            );
        }
    }
}

#[test]
fn minds_with_weights_read_back() {
    for text in [
        "level=3,eval.mobility=600",
        "level=16,eval.a=-1,eval.b=2",
        "pvs,depth=6,eval.material.chariot=520",
        "mcts,eval.corners=400,seed=3",
    ] {
        let config: EngineConfig = text.parse().expect(text);
        assert_eq!(config.to_string(), text);
        assert!(!config.weights().is_empty());
    }
    let last: EngineConfig = "level=1,eval.a=1,eval.b=2,eval.a=3"
        .parse()
        .expect("a configuration");
    assert_eq!(
        last.to_string(),
        "level=1,eval.a=3,eval.b=2",
        "the last counts"
    );
    let value = |name: &str, value: &str| ConfigError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        expected: "a whole number",
    };
    let too_high = (Level::MAX + 1).to_string();
    for (text, error) in [
        ("level=3,eval.mobility=", value("eval.mobility", "")),
        ("level=3,eval.mobility=1.5", value("eval.mobility", "1.5")),
        (
            "pvs,eval.mobility=9999999999",
            value("eval.mobility", "9999999999"),
        ),
        (
            "level=3,eval.mobility",
            ConfigError::NotAnOption("eval.mobility".to_owned()),
        ),
        ("level=3,", ConfigError::NotAnOption(String::new())),
        ("level=3,depth=4", ConfigError::OfLevel("depth".to_owned())),
        (
            &format!("level={too_high},eval.mobility=1"),
            ConfigError::Level(too_high),
        ),
        (
            "pvs,evalmobility=x",
            ConfigError::Option("evalmobility".to_owned()),
        ),
    ] {
        assert_eq!(text.parse::<EngineConfig>().err(), Some(error), "{text:?}");
    }
}

#[test]
fn all_weights_fit_in_a_text_and_not_much_more() {
    for game in &GAMES {
        let mut all =
            "mcts,exploration=0.7,hash=16,threads=2,time=1500ms,nodes=100000000".to_owned();
        for weight in game.facts().weights {
            all += &format!(",eval.{}={}", weight.name, weight.least);
        }
        let config: EngineConfig = all.parse().expect("short enough");
        assert!(
            game.check(&config).is_ok()
                && config.weights().iter().count() == game.facts().weights.len()
        );
    }
    for config in ["pvs", "level=3"] {
        let long = format!("{config}{}", ",eval.a=1".repeat(10_000));
        assert_eq!(
            long.parse::<EngineConfig>().err(),
            Some(ConfigError::Long(long.len()))
        );
    }
}

#[test]
fn games_refuse_weights_that_they_do_not_have() {
    let othello = game("othello").expect("built in");
    for (text, error) in [
        (
            "level=3,eval.luck=1",
            "eval.luck: othello's evaluator has no such weight; it has squares, corners, corner_neighbours, \
                                 discs, mobility, frontier, edges, half_stable",
        ),
        (
            "pvs,eval.=1",
            "eval.: othello's evaluator has no such weight; it has squares, corners, corner_neighbours, discs, \
                         mobility, frontier, edges, half_stable",
        ),
        (
            "pvs,eval.corners=100001",
            "eval.corners=100001: it may be from -100000 to 100000",
        ),
        (
            "pvs,eval.corners=5,eval.mobility=-2147483648",
            "eval.mobility=-2147483648: it may be from -100000 to 100000",
        ),
    ] {
        let config: EngineConfig = text.parse().expect(text);
        let told = |refused: Result<usize, EngineError>| refused.expect_err(text).to_string();
        assert_eq!(told(othello.check(&config)), error);
        assert_eq!(
            told(othello.engine(&Settings::new(), &config, 0).map(|_| 0)),
            error
        );
        let session = othello
            .session(&Settings::new())
            .expect("the default rules");
        assert_eq!(told(session.evaluate(config.weights()).map(|_| 0)), error);
    }
}

#[test]
fn evaluators_are_chosen_by_their_names() {
    let othello = game("othello").expect("built in");
    let gomoku = game("gomoku").expect("built in");
    let known = othello.facts().evaluators;
    assert!(known.contains(&"handmade") && known.contains(&"patterns"));
    assert_eq!(gomoku.facts().evaluators, ["network", "handmade"]);
    let mut session = othello
        .session(&Settings::new())
        .expect("the default rules");
    session
        .set_line("startpos moves f5d6c3d3c4")
        .expect("a line");
    let judged = |config: &str| {
        let config: EngineConfig = config.parse().expect(config);
        assert!(othello.check(&config).is_ok(), "{config}");
        session.evaluate(config.weights()).expect("good weights")
    };
    for name in known {
        let text = format!("level=3,eval={name}");
        let config: EngineConfig = text.parse().expect("a configuration");
        assert_eq!(
            (config.to_string(), config.weights().chosen()),
            (text, Some(*name))
        );
    }
    assert_eq!(
        judged(&format!("pvs,eval={}", known[0])),
        session.evaluation(),
        "the first is the game's own"
    );
    assert_ne!(judged("pvs,eval=patterns"), judged("pvs,eval=handmade"));
    assert_eq!(
        judged("pvs,eval.corners=70,eval=handmade"),
        judged("pvs,eval.corners=70"),
        "the weights are its own"
    );
    for (game, text, error) in [
        (
            othello,
            "pvs,eval=luck",
            format!(
                "eval=luck: othello has no such evaluator; it has {}",
                known.join(" and ")
            ),
        ),
        (
            gomoku,
            "level=2,eval=patterns",
            "eval=patterns: gomoku has no such evaluator; it has network and handmade".to_owned(),
        ),
        (
            othello,
            "pvs,eval=patterns,eval.edges=5",
            "eval=patterns: it has no weights to change; eval=handmade has".to_owned(),
        ),
    ] {
        let config: EngineConfig = text.parse().expect(text);
        assert_eq!(game.check(&config).expect_err(text).to_string(), error);
        assert!(game.engine(&Settings::new(), &config, 0).is_err(), "{text}");
    }
}

#[test]
fn minds_play_by_their_weights() {
    for (name, weights) in [
        (
            "gomoku",
            "eval.two=0,eval.open_two=-2000,eval.open_one=-2000",
        ),
        ("othello", "eval.mobility=-100000"),
        ("xiangqi", "eval.placement=0,eval.mobility.chariot=1000"),
    ] {
        let game = game(name).expect("built in");
        let score = |config: &str| {
            let mut engine = game
                .engine(&Settings::new(), &config.parse().expect(config), 1)
                .expect("good weights");
            let line = match name {
                "gomoku" => "startpos moves h8i9h10a1",
                "othello" => "startpos moves f5f6e6f4e3",
                _ => "startpos moves h2e2 h9g7",
            };
            let question = SearchRequest::new(Limits::depth(2));
            let report = engine
                .think(&line.into(), &question, &Control::default(), &mut |_| {})
                .expect("a line");
            (report.best().expect("a move"), report.score())
        };
        for config in ["level=7", "pvs", "minimax", "mcts,nodes=200,seed=1", "smp"] {
            assert_ne!(
                score(config).1,
                score(&format!("{config},{weights}")).1,
                "{name} {config}"
            );
        }
    }
}

#[test]
fn levels_take_the_table_they_need() {
    for game in &GAMES {
        let sizes: Vec<_> = (Level::MIN..=game.facts().strongest())
            .map(|number| game.facts().level(number).hash())
            .collect();
        assert!(
            sizes.is_sorted()
                && sizes[0] == 1
                && sizes[4] <= 2
                && sizes.last() == Some(&SearcherConfig::HASH),
            "{}: {sizes:?}",
            game.name()
        );
    }
    for (nodes, mib) in [
        (0, 1),
        (65_536, 1),
        (65_537, 2),
        (262_145, 8),
        (1_048_576, 16),
        (u64::MAX, 16),
    ] {
        assert_eq!(Level::new(1, nodes).hash(), mib, "{nodes}");
    }
}
