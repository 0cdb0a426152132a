//! Evaluator weights as text: each game's, in every mind.

use engines::{
    Comparison, GAMES, Game, Level, Mind, Question, Session, Settings, Spec, SpecError, TextError, Weights, game,
};
use search::{Control, Limits};

/// Positions along games played at random, the same every time.
fn positions(game: &dyn Game) -> Vec<Box<dyn Session>> {
    let (mut positions, mut random) = (Vec::new(), 1_u64);
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
        "xiangqi" => &["4k4/9/9/9/9/9/RN7/9/9/3K5 w", "3ak4/4a4/4P4/9/9/9/9/9/9/3K5 w", "3ak4/4a4/4P4/3PP4/9/9/9/9/9/3K5 b"],
        _ => &[],
    };
    for line in rare {
        let mut session = game.session(&Settings::new()).expect("the default rules");
        session.set_line(line).expect(line);
        positions.push(session);
    }
    for round in 0..40 {
        let mut session = game.session(&Settings::new()).expect("the default rules");
        for ply in 0..30 + 2 * round {
            let legal = session.legal_moves();
            if legal.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Often a move near the last ones, which lie close together in most games' lists: shapes and captures appear.
            let near = if ply % 3 == 0 { legal.len() } else { legal.len().min(9) };
            session.play(&legal[(random >> 33) as usize % near]).expect("a legal move");
            if ply % 5 == 4 {
                let mut copy = game.session(&Settings::new()).expect("the default rules");
                copy.set_line(&session.line()).expect("its own line");
                positions.push(copy);
            }
        }
    }
    if game.name() == "gomoku" {
        // What renju forbids Black counts under renju alone.
        let mut renju = game.session(&vec![("rule".to_owned(), "renju".to_owned())]).expect("a rule");
        renju.set_line("X:g8i8h7h9 O:a1c1e1g1").expect("a position");
        positions.push(renju);
    }
    positions
}

#[test]
fn every_weight_of_every_game_changes_some_evaluation() {
    for game in GAMES {
        let positions = positions(*game);
        assert!(game.weights().len() >= 5);
        for weight in game.weights() {
            let set = |value| {
                let mut weights = Weights::default();
                weights.set(weight.name, value);
                weights
            };
            let (same, other) = (set(weight.value), set(if weight.value == 0 { weight.most } else { 0 }));
            let mut changed = 0;
            for session in &positions {
                // Of the evaluator whose weights they are.
                let own = match game.evaluators() {
                    [] => session.evaluation(),
                    _ => session.evaluation_by("pvs,eval=handmade".parse::<Mind>().expect("a mind").weights()).expect("it"),
                };
                assert_eq!(session.evaluation_by(&same).expect("its default"), own, "{}", weight.name);
                changed += usize::from(session.evaluation_by(&other).expect("within bounds") != own);
            }
            assert!(changed > 0, "{}: {}", game.name(), weight.name);
        }
    }
}

#[test]
fn names_are_words_and_distinct() {
    for game in GAMES {
        for (i, weight) in game.weights().iter().enumerate() {
            let well_formed = weight.name.bytes().all(|byte| byte.is_ascii_lowercase() || b"._".contains(&byte));
            assert!(well_formed && !weight.about.is_empty(), "{}", weight.name);
            assert!(game.weights()[..i].iter().all(|other| other.name != weight.name), "{}", weight.name);
            assert!(weight.least < weight.value && weight.value < weight.most, "{}", weight.name);
        }
    }
}

#[test]
fn minds_with_weights_read_back() {
    for text in [
        "level=3,eval.mobility=600",
        "level=10,eval.a=-1,eval.b=2",
        "pvs,depth=6,eval.material.chariot=520",
        "mcts,eval.corners=400,seed=3",
    ] {
        let mind: Mind = text.parse().expect(text);
        assert_eq!(mind.to_string(), text);
        assert!(!mind.weights().is_empty());
    }
    let last: Mind = "level=1,eval.a=1,eval.b=2,eval.a=3".parse().expect("a mind");
    assert_eq!(last.to_string(), "level=1,eval.a=3,eval.b=2", "the last counts");
    let value = |name: &str, value: &str| SpecError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        expected: "a whole number",
    };
    for (text, error) in [
        ("level=3,eval.mobility=", value("eval.mobility", "")),
        ("level=3,eval.mobility=1.5", value("eval.mobility", "1.5")),
        ("pvs,eval.mobility=9999999999", value("eval.mobility", "9999999999")),
        ("level=3,eval.mobility", SpecError::NotAnOption("eval.mobility".to_owned())),
        ("level=3,", SpecError::NotAnOption(String::new())),
        ("level=3,depth=4", SpecError::OfLevel("depth".to_owned())),
        ("level=11,eval.mobility=1", SpecError::Level("11".to_owned())),
        ("pvs,evalmobility=x", SpecError::Option("evalmobility".to_owned())),
    ] {
        assert_eq!(text.parse::<Mind>().err(), Some(error), "{text:?}");
    }
}

#[test]
fn all_weights_fit_in_a_text_and_not_much_more() {
    for game in GAMES {
        let mut all = "mcts,exploration=0.7,hash=16,threads=2,time=1500ms,nodes=100000000".to_owned();
        for weight in game.weights() {
            all += &format!(",eval.{}={}", weight.name, weight.least);
        }
        let mind: Mind = all.parse().expect("short enough");
        assert!(game.check(&mind).is_ok() && mind.weights().iter().count() == game.weights().len());
    }
    for mind in ["pvs", "level=3"] {
        let long = format!("{mind}{}", ",eval.a=1".repeat(10_000));
        assert_eq!(long.parse::<Mind>().err(), Some(SpecError::Long(long.len())));
    }
}

#[test]
fn games_refuse_weights_that_they_do_not_have() {
    let othello = game("othello").expect("built in");
    let mut asked = 0;
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
        ("pvs,eval.corners=100001", "eval.corners=100001: it may be from -100000 to 100000"),
        ("pvs,eval.corners=5,eval.mobility=-2147483648", "eval.mobility=-2147483648: it may be from -100000 to 100000"),
    ] {
        let mind: Mind = text.parse().expect(text);
        let told = |refused: Result<(), TextError>| refused.expect_err(text).to_string();
        assert_eq!(told(othello.check(&mind)), error);
        assert_eq!(told(othello.thinker(&Settings::new(), &mind, 0).map(|_| ())), error);
        let session = othello.session(&Settings::new()).expect("the default rules");
        assert_eq!(told(session.evaluation_by(mind.weights()).map(|_| ())), error);
        if let Mind::Spec(spec) = mind {
            // Nobody is asked before all are found good.
            let searchers = vec![Spec::default(), spec];
            let comparison = Comparison { line: "startpos".to_owned(), searchers, limits: Limits::depth(1), full: true };
            let compared = othello.compare(&Settings::new(), &comparison, &Control::default(), &mut |_| asked += 1);
            assert_eq!(told(compared), error);
        }
    }
    assert_eq!(asked, 0);
}

#[test]
fn evaluators_are_chosen_by_their_names() {
    let (othello, gomoku) = (game("othello").expect("built in"), game("gomoku").expect("built in"));
    let known = othello.evaluators();
    assert!(known.contains(&"handmade") && known.contains(&"patterns") && gomoku.evaluators().is_empty());
    let mut session = othello.session(&Settings::new()).expect("the default rules");
    session.set_line("startpos moves f5d6c3d3c4").expect("a line");
    let judged = |mind: &str| {
        let mind: Mind = mind.parse().expect(mind);
        assert!(othello.check(&mind).is_ok(), "{mind}");
        session.evaluation_by(mind.weights()).expect("good weights")
    };
    for name in known {
        let text = format!("level=3,eval={name}");
        let mind: Mind = text.parse().expect("a mind");
        assert_eq!((mind.to_string(), mind.weights().chosen()), (text, Some(*name)));
    }
    assert_eq!(judged(&format!("pvs,eval={}", known[0])), session.evaluation(), "the first is the game's own");
    assert_ne!(judged("pvs,eval=patterns"), judged("pvs,eval=handmade"));
    assert_eq!(judged("pvs,eval.corners=70,eval=handmade"), judged("pvs,eval.corners=70"), "the weights are its own");
    for (game, text, error) in [
        (othello, "pvs,eval=luck", format!("eval=luck: othello has no such evaluator; it has {}", known.join(" and "))),
        (gomoku, "level=2,eval=handmade", "eval=handmade: gomoku has no such evaluator; it has one alone".to_owned()),
        (
            othello,
            "pvs,eval=patterns,eval.edges=5",
            "eval=patterns: it has no weights to change; eval=handmade has".to_owned(),
        ),
    ] {
        let mind: Mind = text.parse().expect(text);
        assert_eq!(game.check(&mind).expect_err(text).to_string(), error);
        assert!(game.thinker(&Settings::new(), &mind, 0).is_err(), "{text}");
    }
}

#[test]
fn minds_play_by_their_weights() {
    for (name, weights) in [
        ("gomoku", "eval.two=0,eval.open_two=-2000,eval.open_one=-2000"),
        ("othello", "eval.mobility=-100000"),
        ("xiangqi", "eval.placement=0,eval.mobility.chariot=1000"),
    ] {
        let game = game(name).expect("built in");
        let score = |mind: &str| {
            let mut thinker = game.thinker(&Settings::new(), &mind.parse().expect(mind), 1).expect("good weights");
            let line = match name {
                "gomoku" => "startpos moves h8i9h10a1",
                "othello" => "startpos moves f5f6e6f4e3",
                _ => "startpos moves h2e2 h9g7",
            };
            let question = Question::new(Limits::depth(2));
            let report = thinker.think(line, &question, &Control::default(), &mut |_| {}).expect("a line");
            (report.best().expect("a move"), report.score())
        };
        for mind in ["level=7", "pvs", "minimax", "mcts,nodes=200,seed=1", "smp"] {
            assert_ne!(score(mind).1, score(&format!("{mind},{weights}")).1, "{name} {mind}");
        }
    }
}

#[test]
fn levels_take_the_table_they_need() {
    for game in GAMES {
        let sizes: Vec<_> = (Level::MIN..=Level::MAX).map(|number| game.level(number).hash()).collect();
        assert!(sizes.is_sorted() && sizes[0] == 1 && sizes[4] <= 2 && sizes[9] == Spec::HASH, "{}: {sizes:?}", game.name());
    }
    for (nodes, mib) in [(0, 1), (65_536, 1), (65_537, 2), (262_145, 8), (1_048_576, 16), (u64::MAX, 16)] {
        assert_eq!(Level::new(1, nodes, 0).hash(), mib, "{nodes}");
    }
}
