//! Searchers and pruning techniques that a program adds to the games.

#![cfg(feature = "othello")]

use crate::plain::Plain;
use engines::{
    EngineConfig, EngineError, Game, SearchRequest, SearcherFacts, SearcherOption, SearcherParts,
    SearcherWiring, Searchers, Settings, Wired, Wiring,
};
use game_core::{Evaluator, Node, Position};
use search::{AlphaBeta, Control, Limits, NodeState, Pruned, Pruning, Report};

/// Reduces every move but the first by this many plies more.
#[derive(Clone)]
struct Hasty(i32);

impl<P: Position, E: Evaluator<P>> Pruning<P, E> for Hasty {
    fn reduce(
        &mut self,
        _: &mut Node<'_, P, E>,
        _: P::Move,
        searched: i32,
        reduction: i32,
        state: &NodeState,
    ) -> Option<i32> {
        let late = searched > 3 && state.depth > 2;
        Some(reduction + if late { self.0 } else { 0 })
    }
}

/// What this program adds to every game.
struct Added;

impl<W: Wiring> Searchers<W> for Added {
    const SEARCHERS: &'static [SearcherWiring<W>] = &[SearcherWiring {
        facts: SearcherFacts::new("hasty", "aspiration that reduces later moves further")
            .with_options(&[SearcherOption {
                name: "haste",
                about: "plies",
                value: 1,
                least: 0,
                most: 4,
                switched: "0",
            }]),
        build: |parts: SearcherParts<'_, W>| {
            let (options, haste) = (parts.search_options(), parts.option("haste"));
            let search = AlphaBeta::new(parts.evaluator)
                .guided_by(Pruned::new(parts.guide, Hasty(haste)))
                .with_options(options);
            Box::new(search)
        },
    }];
}

static GAME: Wired<Plain, Added> = Wired::NEW;

fn searched(config: &str, depth: u32) -> Report<String> {
    let config: EngineConfig = config.parse().expect(config);
    let engine = GAME.engine(&Settings::new(), &config, 0);
    let mut engine = engine.unwrap_or_else(|error| panic!("{error}"));
    let line = GAME.facts().bench.lines[0].into();
    let request = SearchRequest::new(Limits::depth(depth));
    let report = engine.think(&line, &request, &Control::default(), &mut |_| {});
    report.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_searcher_of_any_game_is_added() {
    let searchers = GAME.searchers();
    assert_eq!(searchers[..8], SearcherFacts::LIBRARY);
    assert_eq!((searchers.len(), searchers[8].name), (9, "hasty"));
    // A technique that asks for nothing changes nothing.
    let [plain, same] = ["aspiration", "hasty,haste=off"].map(|config| searched(config, 7));
    assert_eq!((same.nodes, same.lines), (plain.nodes, plain.lines));
    for hasty in ["hasty", "hasty,haste=4"] {
        assert_ne!(searched(hasty, 7).nodes, plain.nodes, "{hasty}");
    }
    // The library's options go into it as well.
    let deeper = searched("hasty,haste=0,null_move=off,late_moves=off", 6);
    let plain = searched("aspiration,null_move=off,late_moves=off", 6);
    assert_eq!(deeper.nodes, plain.nodes);
}

#[test]
fn what_is_not_there_is_refused() {
    let refused = |game: &dyn Game, config: &str| {
        let config: EngineConfig = config.parse().expect(config);
        let error = game.check(&config).expect_err("it is not there");
        let built = game.engine(&Settings::new(), &config, 0).map(drop);
        assert_eq!(
            built.map_err(|error| error.to_string()),
            Err(error.to_string())
        );
        error
    };
    let othello = engines::game("othello").expect("a game");
    let error = refused(othello, "hasty");
    assert!(matches!(error, EngineError::UnknownSearcher { .. }));
    assert_eq!(
        error.to_string(),
        "there is no searcher \"hasty\"; othello has minimax, alphabeta, aspiration, pvs, mtdf, smp, mcts, dfpn"
    );
    assert!(refused(&GAME, "slow").to_string().ends_with("dfpn, hasty"));
    for (config, told) in [
        ("hasty,haste=5", "haste=5: it may be from 0 to 4"),
        ("pvs,haste=1", "haste: othello has no such option"),
        ("hasty,radius=2", "and of its own boldness, haste"),
    ] {
        let error = refused(&GAME, config).to_string();
        assert!(error.contains(told), "{error}");
    }
    assert!(
        GAME.check(&"hasty,boldness=2,haste=2".parse().expect("a text"))
            .is_ok()
    );
    for no_name in [
        "",
        "Robot",
        "a robot",
        "7",
        "-x",
        "x y,depth=2",
        "pvs\u{fc}",
    ] {
        let error = no_name.parse::<EngineConfig>().expect_err(no_name);
        assert!(
            error.to_string().contains("no name of a searcher"),
            "{error}"
        );
    }
}

#[test]
fn its_memory_is_counted() {
    let memory = |config: &str| GAME.check(&config.parse().expect(config)).expect(config);
    assert_eq!(memory("hasty,hash=64") - memory("hasty,hash=4"), 60);
}
