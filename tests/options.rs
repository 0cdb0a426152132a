//! Whatever numbers a search is given, it searches: every field at its extremes, with overflow
//! told.

use engines::gomoku::GomokuWiring;
use engines::othello::{OthelloGuide, OthelloWiring};
use engines::xiangqi::XiangqiWiring;
use engines::{SearcherConfig, Wiring};
use game_core::{Notation, Position};
use proptest::prelude::*;
use search::{
    Algorithm, AlphaBeta, Control, ExchangePruning, FirstGuess, HistoryBonus, HistoryPruning,
    LatePruning, Leaf, Limits, Margin, Mcts, MctsOptions, MultiCut, MultiProbCut, NoisyProbCut,
    NullMove, Options, PathPolicy, Preselection, ProbCut, ReductionShape, Reductions, Request,
    Searcher, Selection, Singular,
};

/// A number, more often than not at an edge of something.
fn number() -> impl Strategy<Value = i32> {
    const EDGES: &[i32] = &[
        i32::MIN,
        i32::MIN + 1,
        -1_000_001,
        -2,
        -1,
        0,
        1,
        2,
        3,
        127,
        128,
        1_000_001,
        i32::MAX - 1,
        i32::MAX,
    ];
    prop_oneof![3 => prop::sample::select(EDGES).boxed(), 1 => any::<i32>().boxed(), 1 => (0..20).boxed()]
}

fn count() -> impl Strategy<Value = u32> {
    number().prop_map(i32::cast_unsigned)
}

fn slack() -> impl Strategy<Value = Option<Margin>> {
    prop::option::of((number(), number()).prop_map(|(depth, per_ply)| Margin { depth, per_ply }))
}

fn prob_cut() -> impl Strategy<Value = Option<ProbCut>> {
    let numbers = (
        prop_oneof![number(), 2..6],
        prop_oneof![number(), 1..4],
        number(),
        number(),
        number(),
        number(),
    );
    prop::option::of(
        numbers.prop_map(
            |(depth, shallow, slope, intercept, sigma, threshold)| ProbCut {
                depth,
                shallow,
                slope,
                intercept,
                sigma,
                threshold,
            },
        ),
    )
}

fn null_move() -> impl Strategy<Value = Option<NullMove>> {
    let verify = prop::option::of(number());
    let numbers = (number(), number(), number(), verify, number());
    prop::option::of(
        numbers.prop_map(|(depth, reduction, every, verify, eval)| NullMove {
            depth,
            reduction,
            every,
            verify,
            eval,
        }),
    )
}

fn multi_cut() -> impl Strategy<Value = Option<MultiCut>> {
    let numbers = (number(), number(), number(), number(), any::<bool>());
    prop::option::of(
        numbers.prop_map(|(cuts, moves, reduction, depth, all_nodes)| MultiCut {
            cuts,
            moves,
            reduction,
            depth,
            all_nodes,
        }),
    )
}

fn history_bonus() -> impl Strategy<Value = HistoryBonus> {
    let numbers = (number(), number(), number());
    numbers.prop_map(|(linear, square, most)| HistoryBonus {
        linear,
        square,
        most,
    })
}

fn history_pruning() -> impl Strategy<Value = Option<HistoryPruning>> {
    let numbers = (number(), number());
    prop::option::of(numbers.prop_map(|(depth, per_ply)| HistoryPruning { depth, per_ply }))
}

fn exchange_pruning() -> impl Strategy<Value = Option<ExchangePruning>> {
    let numbers = (number(), number());
    prop::option::of(
        numbers.prop_map(|(depth, per_depth_squared)| ExchangePruning {
            depth,
            per_depth_squared,
        }),
    )
}

fn noisy_prob_cut() -> impl Strategy<Value = Option<NoisyProbCut>> {
    let numbers = (number(), number(), number());
    prop::option::of(numbers.prop_map(|(depth, margin, reduction)| NoisyProbCut {
        depth,
        margin,
        reduction,
    }))
}

fn singular() -> impl Strategy<Value = Option<Singular>> {
    let numbers = (number(), number(), number(), any::<bool>(), number());
    prop::option::of(
        numbers.prop_map(|(margin, depth, double, multi_cut, negative)| Singular {
            margin,
            depth,
            double,
            multi_cut,
            negative,
        }),
    )
}

fn reductions() -> impl Strategy<Value = Option<Reductions>> {
    let steps = number().prop_map(ReductionShape::Steps);
    let logarithmic =
        (number(), number()).prop_map(|(base, slope)| ReductionShape::Logarithmic { base, slope });
    let numbers = (
        number(),
        number(),
        prop_oneof![steps, logarithmic],
        prop::array::uniform6(number()),
        any::<bool>(),
    );
    prop::option::of(numbers.prop_map(|(depth, after, shape, terms, root)| {
        let [history, cut_node, not_improving, pv, refuted, noisy_first] = terms;
        Reductions {
            depth,
            after,
            shape,
            history,
            cut_node,
            not_improving,
            pv,
            refuted,
            noisy_first,
            root,
        }
    }))
}

/// The fields that are numbers by themselves.
fn plain() -> impl Strategy<Value = Options> {
    let few = prop_oneof![0..5u32, any::<u32>()];
    let first = (number(), number(), count(), number(), 0..3u32, count(), few);
    let second = prop::array::uniform5(prop::option::of(number()));
    let switches = prop::array::uniform13(any::<bool>());
    let choices = (
        prop::sample::select(&Algorithm::ALL[..]),
        prop::sample::select(&[FirstGuess::Last, FirstGuess::Above, FirstGuess::Below][..]),
        prop::sample::select(
            &[
                PathPolicy::Strict,
                PathPolicy::DrawsOnly,
                PathPolicy::Ignore,
                PathPolicy::BoardOnly,
            ][..],
        ),
        prop::option::of(count()),
    );
    (first, second, switches, choices).prop_map(|(first, second, switches, choices)| {
        let (unit, aspiration, step, table_depth, score_cache, quiescence, continuation) = first;
        let [
            enhanced_cutoffs,
            order_by_eval,
            internal_reduction,
            delta,
            _,
        ] = second;
        let (algorithm, first_guess, path_scores, beam) = choices;
        let [
            fail_hard,
            table,
            killers,
            history,
            improving,
            counter_moves,
            single_reply,
            extensions,
            prove,
            equal_depth,
            correction,
            ..,
        ] = switches;
        Options::default()
            .with_algorithm(algorithm)
            .with_unit(unit)
            .with_aspiration(aspiration)
            .with_first_guess(first_guess)
            .with_step(step)
            .with_fail_hard(fail_hard)
            .with_table(table)
            .with_table_depth(table_depth)
            .with_score_cache(score_cache)
            .with_enhanced_cutoffs(enhanced_cutoffs)
            .with_killers(killers)
            .with_history(history)
            .with_continuation(continuation)
            .with_counter_moves(counter_moves)
            .with_order_by_eval(order_by_eval)
            .with_internal_reduction(internal_reduction)
            .with_beam(beam)
            .with_delta(delta)
            .with_improving(improving)
            .with_correction(correction)
            .with_single_reply(single_reply)
            .with_extensions(extensions)
            .with_quiescence(quiescence)
            .with_prove(prove)
            .with_equal_depth(equal_depth)
            .with_path_scores(path_scores)
    })
}

fn options() -> impl Strategy<Value = Options> {
    let pruning = (
        null_move(),
        slack(),
        slack(),
        slack(),
        multi_cut(),
        prop::array::uniform4(prob_cut()),
    );
    let multi = (number(), number(), number()).prop_map(|(threshold, gate, depth)| MultiProbCut {
        threshold,
        gate,
        depth,
    });
    let late =
        (number(), number(), number()).prop_map(|(depth, moves, per_depth_squared)| LatePruning {
            depth,
            moves,
            per_depth_squared,
        });
    let kept = (count(), count()).prop_map(|(plies, least)| Preselection { plies, least });
    let selection = (
        prop::option::of(multi),
        prop::option::of(late),
        reductions(),
        prop::option::of(kept),
        singular(),
        history_pruning(),
        exchange_pruning(),
        noisy_prob_cut(),
        history_bonus(),
    );
    (plain(), pruning, selection).prop_map(|(plain, pruning, selection)| {
        let (null_move, reverse_futility, razoring, futility, multi_cut, prob_cuts) = pruning;
        let (multi_prob_cut, late_pruning, late_moves, preselection, singular, ..) = selection;
        let (.., history_pruning, exchange_pruning, noisy_prob_cut, history_bonus) = selection;
        plain
            .with_null_move(null_move)
            .with_reverse_futility(reverse_futility)
            .with_razoring(razoring)
            .with_futility(futility)
            .with_multi_cut(multi_cut)
            .with_prob_cuts(prob_cuts)
            .with_multi_prob_cut(multi_prob_cut)
            .with_late_pruning(late_pruning)
            .with_late_moves(late_moves)
            .with_preselection(preselection)
            .with_singular(singular)
            .with_history_pruning(history_pruning)
            .with_exchange_pruning(exchange_pruning)
            .with_noisy_prob_cut(noisy_prob_cut)
            .with_history_bonus(history_bonus)
    })
}

fn limits() -> impl Strategy<Value = Limits> {
    let deep = prop::option::of(prop_oneof![Just(0), Just(1), Just(5), Just(u32::MAX)]);
    let mate = prop::option::weighted(0.2, prop_oneof![Just(0), Just(1), Just(3), Just(u32::MAX)]);
    (deep, mate).prop_map(|(depth, mate)| Limits {
        depth,
        mate,
        ..Limits::nodes(400)
    })
}

fn searches<W: Wiring>(options: Options, limits: Limits, multi_pv: usize)
where
    W::Position: Notation<Rules: Default>,
{
    let rules = Default::default();
    let pos = W::Position::parse("startpos", &rules).expect("every game knows it");
    let mut engine = AlphaBeta::new(W::evaluator(&rules, None))
        .guided_by(W::Guide::default())
        .with_options(options);
    let request = Request::new(&pos, limits).with_multi_pv(multi_pv);
    let report = engine.search(&request, &Control::default(), &mut |_| {});
    assert!(
        report.best().is_some_and(|mv| pos.is_legal(mv)),
        "{options:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_options_are_searched(
        options in options(),
        limits in limits(),
        multi_pv in prop_oneof![Just(0), Just(1), Just(1), Just(usize::MAX)],
    ) {
        searches::<GomokuWiring>(options, limits, multi_pv);
        searches::<OthelloWiring>(options, limits, multi_pv);
        searches::<XiangqiWiring>(options, limits, multi_pv);
        let once = options.in_range();
        prop_assert_eq!(once.in_range(), once);
    }

    #[test]
    fn any_options_of_monte_carlo_tree_search_are_searched(
        exploration in prop_oneof![any::<f32>(), Just(f32::NAN), Just(f32::INFINITY), Just(-1.0), Just(f32::MAX)],
        unit in number(),
        seed in any::<u64>(),
        bytes in prop_oneof![Just(0usize), Just(1), 0..1usize << 20],
        selection in prop::sample::select(&[Selection::Ucb1, Selection::Puct][..]),
        leaf in prop::sample::select(&[Leaf::Evaluator, Leaf::Playout][..]),
        first_play in prop_oneof![any::<f32>(), Just(f32::NAN), Just(-1.0), 0.0..2.0f32],
        expand in prop_oneof![any::<u32>(), 0..9u32],
        proofs in any::<bool>(),
    ) {
        let options =
            MctsOptions::default().with_selection(selection).with_exploration(exploration).with_leaf(leaf)
                .with_first_play(first_play).with_expand(expand).with_proofs(proofs).with_unit(unit).with_seed(seed)
                .with_bytes(bytes);
        let pos = othello_bitboard::Othello::START;
        let mut search = Mcts::new(OthelloWiring::evaluator(&(), None))
            .guided_by(OthelloGuide::default())
            .with_options(options);
        let report = search.think(&pos, Limits::nodes(60));
        prop_assert!(report.best().is_some(), "{:?}", options);
    }

    /// What a spec says is refused, or is what it says: nothing is quietly taken for something
    /// else.
    #[test]
    fn numbers_of_a_spec_are_refused_or_meant(
        name in prop::sample::select(&["null_move", "futility", "multi_cut", "prob_cut", "multi_prob_cut", "late_pruning",
            "late_moves", "late_log", "beam", "preselection", "singular", "aspiration", "unit", "quiescence", "continuation",
            "history_bonus", "history_pruning", "exchange_pruning", "noisy_prob_cut", "delta"][..]),
        numbers in prop::collection::vec(number(), 1..4),
    ) {
        let value = numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(":");
        if let Ok(config) = format!("pvs,{name}={value},nodes=100").parse::<SearcherConfig>() {
            let options = config.options(Options::default());
            prop_assert_eq!(options.in_range(), options, "{}={}", name, value);
            searches::<XiangqiWiring>(options, config.limits, 1);
        }
    }
}

#[test]
fn a_negative_step_of_the_null_move_is_refused() {
    let refused = "pvs,null_move=0:-1"
        .parse::<SearcherConfig>()
        .expect_err("no plies")
        .to_string();
    assert!(
        refused.contains("null_move") && refused.contains("range"),
        "{refused}"
    );
}

/// The guide's page of options, from their table.
fn page() -> String {
    use search::{OPTIONS, OptionKind};
    let mut page = "# Search options

The options of the alpha-beta searchers, as text: `pvs,null_move=off,futility=4:200`. Every row is from
`search::OPTIONS`; a technique marked *study* is used by none of the three games. What each is worth is on the page of
[results](../results/search-techniques.md). Numbers with a span can be [tuned](tuning-weights.md#search-options) within it, several of one
option as `late_pruning.moves`.

| option | values | what it does | source | span |
|---|---|---|---|---|
"
    .to_owned();
    for row in OPTIONS {
        let values = match row.kind {
            OptionKind::Switch => "on, off".to_owned(),
            OptionKind::Number { expected, .. } | OptionKind::Choice { expected, .. } => {
                expected.to_owned()
            }
            OptionKind::Numbers(parts) => {
                let numbers: Vec<_> = parts
                    .iter()
                    .map(|part| format!("{} {}", part.about, part.default))
                    .collect();
                format!("off, on, or {}", numbers.join(" : "))
            }
        };
        let span = |name: &str, span: Option<[i32; 2]>| {
            span.map(|[least, most]| format!("{name}{least} to {most}"))
        };
        let spans: Vec<String> = match row.kind {
            OptionKind::Number { span: own, .. } => span("", own).into_iter().collect(),
            OptionKind::Numbers([part]) => span("", part.span).into_iter().collect(),
            OptionKind::Numbers(parts) => parts
                .iter()
                .filter_map(|part| span(&format!("`{}` ", part.name), part.span))
                .collect(),
            OptionKind::Switch | OptionKind::Choice { .. } => Vec::new(),
        };
        let study = if row.study { " *Study.*" } else { "" };
        page += &format!(
            "| `{}` | {values} | {}{study} | {} | {} |\n",
            row.name,
            row.about,
            row.source,
            spans.join(", ")
        );
    }
    page
}

/// `BOYI_WRITE=1 cargo test --test options` writes the page anew.
#[test]
fn the_guide_lists_the_options_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide/search-options.md");
    if std::env::var_os("BOYI_WRITE").is_some() {
        std::fs::write(path, page()).expect("the page is written");
    }
    let written = std::fs::read_to_string(path).expect("the page");
    assert_eq!(written, page(), "run with BOYI_WRITE=1");
}
