//! Repetition: what is true of one way to a position must not be believed on another.

use crate::games;
use crate::games::ring::{
    AFTER_Y, BACK_OR_DRAW, BY_U, BY_V, FALSE_DRAW, FALSE_WIN, Graph, LOST_AT_Y, Longest, NoReturn,
    Ring, WITHOUT_Y, WorstReturn,
};
use game_core::{Outcome, Score};
use search::{Algorithm, AlphaBeta, FirstGuess, Limits, Options, PathPolicy, Searcher};

fn score(graph: &'static Graph, repeating: Outcome, options: Options, depth: u32) -> Score {
    let mut engine = AlphaBeta::new(games::even())
        .guided_by(NoReturn {
            outcome: repeating,
            urgent: false,
        })
        .with_options(options);
    engine
        .think(&Ring::new(graph), Limits::depth(depth))
        .score()
}

#[test]
fn a_win_on_one_path_is_not_believed_on_another() {
    for algorithm in Algorithm::ALL {
        for enhanced_cutoffs in [None, Some(2)] {
            let options = Options::default()
                .with_algorithm(algorithm)
                .with_enhanced_cutoffs(enhanced_cutoffs);
            for depth in 1..=12 {
                let score = score(&FALSE_WIN, Outcome::Win, options, depth);
                assert_eq!(score, Score::DRAW, "{options:?} {depth}");
            }
        }
    }
    // A scout's full windows do not consult the table, and so are spared this one.
    for algorithm in [Algorithm::AlphaBeta, Algorithm::MtdF] {
        for path_scores in [PathPolicy::Ignore, PathPolicy::DrawsOnly] {
            let options = Options::default()
                .with_algorithm(algorithm)
                .with_path_scores(path_scores);
            let score = score(&FALSE_WIN, Outcome::Win, options, 12);
            assert!(
                score > Score::MAX_EVAL,
                "naive storing sees a win that is not there"
            );
        }
    }
}

#[test]
fn a_cutoff_by_repetition_is_not_believed_on_another_path() {
    // The value by way of U, after a search by way of V with the same table.
    let by_u = |options: Options, depth: u32| {
        let mut engine = AlphaBeta::new(games::even())
            .guided_by(NoReturn {
                outcome: Outcome::Draw,
                urgent: false,
            })
            .with_options(options);
        let by_v = engine
            .think(&Ring::along(&FALSE_DRAW, &BY_V), Limits::depth(depth))
            .score();
        assert_eq!(by_v, Score::DRAW, "{options:?}");
        engine
            .think(&Ring::along(&FALSE_DRAW, &BY_U), Limits::depth(depth))
            .score()
    };
    for algorithm in Algorithm::ALL {
        let options = Options::default().with_algorithm(algorithm);
        for depth in 3..=8 {
            for path_scores in [PathPolicy::Strict, PathPolicy::DrawsOnly] {
                for (equal_depth, enhanced_cutoffs) in [
                    (false, None),
                    (true, None),
                    (false, Some(2)),
                    (true, Some(2)),
                ] {
                    let options = options
                        .with_path_scores(path_scores)
                        .with_equal_depth(equal_depth)
                        .with_enhanced_cutoffs(enhanced_cutoffs);
                    assert_eq!(
                        by_u(options, depth),
                        Score::terminal(Outcome::Win, 3),
                        "{options:?} {depth}"
                    );
                }
            }
            let naive = by_u(options.with_path_scores(PathPolicy::Ignore), depth);
            assert_eq!(
                naive,
                Score::DRAW,
                "naive storing misses the win: {algorithm} {depth}"
            );
        }
    }
}

#[test]
fn what_quiescence_finds_on_one_path_is_not_believed_on_another() {
    for (graph, outcome) in [(&FALSE_WIN, Outcome::Win), (&FALSE_DRAW, Outcome::Draw)] {
        let read = |options: Options, depth: u32, written: bool| {
            let guide = NoReturn {
                outcome,
                urgent: true,
            };
            let mut engine = AlphaBeta::new(games::even())
                .guided_by(guide)
                .with_options(options);
            if written {
                engine.think(&Ring::along(graph, &AFTER_Y), Limits::depth(depth));
                engine.think(&Ring::along(graph, &BY_V), Limits::depth(depth));
            }
            engine
                .think(&Ring::along(graph, &WITHOUT_Y), Limits::depth(depth))
                .score()
        };
        let mut misled = 0;
        for algorithm in Algorithm::ALL {
            for depth in 1..=3 {
                let options = Options::default().with_algorithm(algorithm);
                let alone = read(options, depth, false);
                assert_eq!(
                    read(options, depth, true),
                    alone,
                    "{algorithm} {outcome:?} {depth}"
                );
                let naive = options.with_path_scores(PathPolicy::Ignore);
                misled += usize::from(read(naive, depth, true) != alone);
            }
        }
        assert!(misled > 0, "naive storing would be misled: {outcome:?}");
    }
}

#[test]
fn the_rules_end_a_game_before_the_table_is_asked_about_its_next_position() {
    let options = Options::default()
        .with_algorithm(Algorithm::MtdF)
        .with_enhanced_cutoffs(Some(2));
    // From below, so that the last thing known of Y is that it is no better than lost.
    let options = options.with_first_guess(FirstGuess::Below);
    let mut engine = AlphaBeta::new(games::even())
        .guided_by(Longest(5))
        .with_options(options);
    let at_y = engine
        .think(&Ring::along(&LOST_AT_Y, &[2]), Limits::depth(2))
        .score();
    assert_eq!(at_y, Score::terminal(Outcome::Loss, 2));
    // By a longer way the game ends at Y.
    let at_r = engine
        .think(&Ring::along(&LOST_AT_Y, &[6, 6, 0]), Limits::depth(3))
        .score();
    assert_eq!(at_r, Score::DRAW);
}

#[test]
fn the_exact_question_does_not_look_back() {
    for algorithm in Algorithm::ALL {
        for (graph, repeating) in [(&FALSE_WIN, Outcome::Win), (&FALSE_DRAW, Outcome::Draw)] {
            for depth in 1..=14 {
                let exact = Options::exact(algorithm);
                let truth = search::minimax(&Ring::new(graph), &mut games::even(), depth);
                assert_eq!(
                    score(graph, repeating, exact, depth),
                    truth,
                    "{algorithm} {depth}"
                );
            }
        }
    }
}

/// A move that leads to a forbidden cycle is no reason to leave out the others.
#[test]
fn a_beam_looks_beyond_the_worst_return() {
    for algorithm in Algorithm::ALL {
        for depth in 3..=6 {
            let options = Options::default()
                .with_algorithm(algorithm)
                .with_beam(Some(1));
            let mut engine = AlphaBeta::new(games::even())
                .guided_by(WorstReturn)
                .with_options(options);
            let score = engine
                .think(&Ring::new(&BACK_OR_DRAW), Limits::depth(depth))
                .score();
            assert_eq!(score, Score::DRAW, "{algorithm} {depth}");
        }
    }
}
