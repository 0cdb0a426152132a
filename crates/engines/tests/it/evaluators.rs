//! More than two evaluators behind one game, and none at all.

use engines::{
    Counted, EngineConfig, EngineError, EvaluatorChoice, Game, SearchRequest, Settings, Weight,
    WeightedSum, Wired, Wiring,
};
use game_core::{Player, Position, Score};
use othello_bitboard::Othello;
use pattern_eval::othello::{Handmade, Patterns};
use search::{Control, Limits, Report};

/// Counts discs alone.
#[derive(Clone, Copy, Debug, Default)]
struct Discs;

impl Counted<1> for Discs {
    type Position = Othello;

    const WEIGHTS: [Weight; 1] = [Weight::new("disc", 100, (0, 1_000), "points of a disc")];

    fn counts(pos: &Othello) -> [i32; 1] {
        let discs = |player: Player| pos.discs(player) as i32;
        [discs(pos.turn()) - discs(!pos.turn())]
    }
}

type Three = EvaluatorChoice<Patterns, EvaluatorChoice<Handmade, WeightedSum<Discs, 1>>>;

struct ThreeWays;

impl Wiring for ThreeWays {
    type Position = Othello;
    type Evaluator = Three;
    type Guide = ();

    const EVALUATORS: &'static [&'static str] = &["patterns", "terms", "discs"];
    const WEIGHTED: Option<&'static str> = Some("discs");

    fn evaluator((): &(), name: Option<&str>) -> Three {
        match name {
            Some("terms") => Three::Handmade(EvaluatorChoice::trained()),
            Some("discs") => Three::Handmade(EvaluatorChoice::handmade()),
            _ => Three::trained(),
        }
    }
}

static GAME: Wired<ThreeWays> = Wired::NEW;

fn searched(config: &str) -> Report<String> {
    let config: EngineConfig = config.parse().expect(config);
    let mut engine = GAME
        .engine(&Settings::new(), &config, 0)
        .expect("it is checked");
    let request = SearchRequest::new(Limits::depth(2));
    let line = "startpos moves f5d6c3d3c4f4".into();
    let report = engine.think(&line, &request, &Control::default(), &mut |_| {});
    report.expect("a line")
}

#[test]
fn three_evaluators_are_chosen_by_name() {
    let [default, patterns, terms, discs] = [
        "pvs",
        "pvs,eval=patterns",
        "pvs,eval=terms",
        "pvs,eval=discs",
    ]
    .map(|config| searched(config).score());
    assert_eq!(default, patterns);
    assert!(patterns != terms && terms != discs && discs != patterns);
    // After two plies somebody has so many discs more: whole ones.
    assert_eq!(discs.get() % 100, 0);
    // Changing a weight chooses the evaluator that has it.
    assert_eq!(searched("pvs,eval.disc=100").score(), discs);
    assert_eq!(searched("pvs,eval.disc=200").score().get(), 2 * discs.get());
    let refused = |config: &str| {
        GAME.check(&config.parse().expect(config))
            .expect_err(config)
    };
    assert!(
        refused("pvs,eval=luck")
            .to_string()
            .contains("patterns, terms and discs")
    );
    assert!(
        refused("pvs,eval=terms,eval.disc=3")
            .to_string()
            .contains("eval=discs has")
    );
}

/// What `config` finds in `game` after `line`.
fn found(game: &dyn Game, config: &str, line: &str) -> Report<String> {
    let config: EngineConfig = config.parse().expect(config);
    let mut engine = game
        .engine(&Settings::new(), &config, 0)
        .expect("it is checked");
    let request = SearchRequest::new(Limits::none()).with_instant(false);
    let report = engine.think(&line.into(), &request, &Control::default(), &mut |_| {});
    report.expect("a line")
}

#[test]
fn without_an_evaluator_only_the_ends_of_games_count() {
    for game in &engines::GAMES {
        for config in [
            "minimax,depth=2,eval=none",
            "alphabeta,depth=2,eval=none",
            "pvs,depth=2,eval=none",
            "mtdf,depth=2,eval=none",
            "level=3,eval=none",
        ] {
            assert!(game.check(&config.parse().expect(config)).is_ok());
            let report = found(game, config, "startpos");
            assert_eq!(
                report.score(),
                Score::DRAW,
                "{} {config}",
                game.facts().name
            );
            assert!(report.best().is_some());
        }
        let sampling = "mcts,leaf=playout,nodes=300,eval=none";
        assert_eq!(found(game, sampling, "startpos").nodes, 300);
    }
    // A four that is open at one end.
    let gomoku = engines::game("gomoku").expect("it is wired");
    let line = "startpos moves h8 a1 i8 a3 j8 a5 k8 g8";
    for searcher in ["alphabeta,depth=2", "mcts,nodes=2000"] {
        let report = found(gomoku, &format!("{searcher},eval=none"), line);
        assert_eq!(report.best().as_deref(), Some("l8"), "{searcher}");
        assert_eq!(report.score().plies_to_end(), Some(1), "{searcher}");
    }
}

#[test]
fn what_needs_an_evaluator_is_refused_without_one() {
    let othello = engines::game("othello").expect("it is wired");
    for config in [
        "pvs,eval=none,eval.mobility=600",
        "pvs,eval.mobility=600,eval=none",
    ] {
        let config: EngineConfig = config.parse().expect(config);
        let refused = |result: Result<(), EngineError>| {
            assert!(matches!(result, Err(EngineError::NoEvaluator)), "{config}");
        };
        refused(othello.check(&config).map(drop));
        refused(othello.engine(&Settings::new(), &config, 0).map(drop));
    }
    let config: EngineConfig = "pvs,eval=none".parse().expect("a configuration");
    let session = othello
        .session(&Settings::new())
        .expect("the default rules");
    let judged = session.evaluate(config.weights());
    assert!(matches!(judged, Err(EngineError::NoEvaluator)));
}
