//! More than two evaluators behind one game.

use engines::{
    Counted, EngineConfig, EvaluatorChoice, Game, SearchRequest, Settings, Weight, WeightedSum,
    Wired, Wiring,
};
use game_core::{Player, Position};
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
