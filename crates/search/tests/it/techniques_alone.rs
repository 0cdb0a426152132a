//! Every technique does something when it is switched alone, and what it says of its soundness is
//! so.

use crate::games::{
    Discs, Drawn, FreeTree, Gomoku, Othello, RandomTree, Threats, Tree, Windows, small, wander,
};
use game_core::{Evaluator, Node, Outcome, Player, Position, Score, zobrist};
use proptest::prelude::*;
use search::{
    Algorithm, AlphaBeta, Bound, ExchangePruning, FirstGuess, Guide, HistoryBonus, HistoryPruning,
    LatePruning, Limits, Margin, MultiCut, MultiProbCut, NoisyProbCut, NullMove, Options,
    Preselection, ProbCut, ReductionShape, Reductions, Report, Searcher, Singular, minimax,
};
use std::sync::LazyLock;

type Change = (&'static str, fn(Options) -> Options);

/// Leaves the value of a search to a fixed depth alone.
const SOUND: [Change; 13] = [
    ("table", |options| options.with_table(false)),
    ("table from depth 2 on", |options| {
        options.with_table_depth(2)
    }),
    ("enhanced cutoffs", |options| {
        options.with_enhanced_cutoffs(Some(2))
    }),
    ("killers", |options| options.with_killers(false)),
    ("history", |options| options.with_history(false)),
    ("counter-moves", |options| options.with_counter_moves(false)),
    ("continuation history", |options| {
        options.with_continuation(4)
    }),
    ("evaluation order", |options| {
        options.with_order_by_eval(Some(2))
    }),
    ("aspiration", |options| options.with_aspiration(1_000)),
    ("step", |options| options.with_step(2)),
    ("fail-hard", |options| options.with_fail_hard(true)),
    ("SSS*", |options| {
        options
            .with_algorithm(Algorithm::MtdF)
            .with_first_guess(FirstGuess::Above)
    }),
    ("DUAL*", |options| {
        options
            .with_algorithm(Algorithm::MtdF)
            .with_first_guess(FirstGuess::Below)
    }),
];

const SLACK: Option<Margin> = Some(Margin {
    depth: 3,
    per_ply: 100,
});
const PROB_CUT: ProbCut = ProbCut {
    depth: 4,
    shallow: 2,
    slope: 100,
    intercept: 0,
    sigma: 300,
    threshold: 100,
};

/// May change the value.
const UNSOUND: [Change; 26] = [
    ("table beyond the horizon", |options| {
        options.with_table_depth(0)
    }),
    ("null move", |options| {
        options.with_null_move(Some(NullMove::default()))
    }),
    ("fixed null move", |options| {
        options.with_null_move(Some(NullMove::fixed(1)))
    }),
    ("verified null move", |options| {
        options.with_null_move(Some(NullMove {
            verify: Some(3),
            ..NullMove::default()
        }))
    }),
    ("reverse futility", |options| {
        options.with_reverse_futility(SLACK)
    }),
    ("razoring", |options| options.with_razoring(SLACK)),
    ("futility", |options| options.with_futility(SLACK)),
    ("multi-cut", |options| {
        options.with_multi_cut(Some(MultiCut {
            depth: 4,
            ..MultiCut::default()
        }))
    }),
    ("multi-cut at ALL nodes", |options| {
        options.with_multi_cut(Some(MultiCut {
            depth: 4,
            all_nodes: true,
            ..MultiCut::default()
        }))
    }),
    ("ProbCut", |options| {
        options.with_prob_cuts([Some(PROB_CUT), None, None, None])
    }),
    ("multi-ProbCut", |options| {
        options.with_prob_cuts([
            Some(PROB_CUT),
            Some(ProbCut {
                depth: 3,
                shallow: 1,
                ..PROB_CUT
            }),
            None,
            None,
        ])
    }),
    ("late-move pruning", |options| {
        options.with_late_pruning(Some(LatePruning {
            moves: 3,
            per_depth_squared: 1,
            depth: 3,
        }))
    }),
    ("late-move reductions", |options| {
        options.with_late_moves(Some(Reductions::default()))
    }),
    ("logarithmic reductions", |options| {
        options.with_late_moves(Some(Reductions::logarithmic()))
    }),
    ("reductions by every term", |options| {
        options.with_late_moves(Some(Reductions {
            history: 500,
            cut_node: 100,
            not_improving: 100,
            pv: 100,
            ..Reductions::logarithmic()
        }))
    }),
    ("reductions where replies cut off", |options| {
        options.with_late_moves(Some(Reductions {
            refuted: 100,
            ..Reductions::logarithmic()
        }))
    }),
    ("reductions at the root", |options| {
        options.with_late_moves(Some(Reductions {
            root: true,
            ..Reductions::logarithmic()
        }))
    }),
    ("history pruning", |options| {
        options.with_history_pruning(Some(HistoryPruning {
            depth: 4,
            per_ply: 1,
        }))
    }),
    ("improving", |options| {
        options
            .with_improving(true)
            .with_reverse_futility(SLACK)
            .with_late_pruning(Some(LatePruning::default()))
    }),
    ("singular extension with multi-cut", |options| {
        options.with_singular(Some(Singular {
            margin: 10,
            depth: 4,
            double: 10,
            multi_cut: true,
            ..Singular::DEFAULT
        }))
    }),
    ("negative extension", |options| {
        options.with_singular(Some(Singular {
            margin: 10,
            depth: 4,
            negative: 2,
            ..Singular::DEFAULT
        }))
    }),
    ("internal iterative reduction", |options| {
        options.with_internal_reduction(Some(3))
    }),
    ("beam", |options| options.with_beam(Some(4))),
    ("preselection", |options| {
        options.with_preselection(Some(Preselection::default()))
    }),
    ("singular extension", |options| {
        options.with_singular(Some(Singular {
            margin: 10,
            ..Singular::default()
        }))
    }),
    ("single reply", |options| options.with_single_reply(true)),
];

/// What is asked of each: two positions of Othello, one of gomoku with threats to see.
fn reports(options: Options, depth: u32) -> Vec<Report<u8>> {
    let mut reports: Vec<_> = [(Othello::start(), 12, 3), (Othello::start(), 18, 8)]
        .map(|(start, plies, seed)| {
            let mut engine = AlphaBeta::new(Discs::default())
                .with_options(options)
                .with_table(small());
            engine.think(&wander(start, plies, seed), Limits::depth(depth))
        })
        .into();
    let mut engine = AlphaBeta::new(Windows::default())
        .guided_by(Threats { vcf: false })
        .with_options(options)
        .with_table(small());
    reports.push(engine.think(&wander(Gomoku::start(), 9, 1), Limits::depth(depth.min(5))));
    reports
}

/// Each technique switched alone, and what is then found out.
static ALONE: LazyLock<Vec<(String, Vec<Report<u8>>)>> = LazyLock::new(|| {
    // In the unit of Discs and Windows both, margins are points.
    let base = Options::default().with_unit(1).with_quiescence(4);
    let algorithms = Algorithm::ALL.into_iter().map(|algorithm| {
        (
            format!("algorithm {algorithm}"),
            base.with_algorithm(algorithm),
        )
    });
    let techniques = SOUND
        .into_iter()
        .chain(UNSOUND)
        .map(|(name, change)| (name.to_owned(), change(base)));
    algorithms
        .chain(techniques)
        .map(|(name, options)| (name, reports(options, 7)))
        .collect()
});

#[test]
fn each_technique_changes_the_work() {
    let mut seen = Vec::new();
    for (name, reports) in &*ALONE {
        let nodes: Vec<_> = reports.iter().map(|report| report.nodes).collect();
        assert!(
            !seen.contains(&nodes),
            "{name} does what another does, or nothing: {nodes:?}"
        );
        seen.push(nodes);
    }
}

/// A node count is a fingerprint: a change to the search that is meant to leave it alone must leave
/// these alone. One that is not puts the new counts into the file, from what this test prints, and
/// says in its commit why.
#[test]
fn the_work_is_what_it_was() {
    let mut found =
        String::from("# Nodes and score for each position, with the technique switched alone.\n");
    for (name, reports) in &*ALONE {
        let each: Vec<_> = reports
            .iter()
            .map(|report| format!("{} {}", report.nodes, report.score()))
            .collect();
        found += &format!("{name}: {}\n", each.join(", "));
    }
    for (name, reports) in &ALONE[..Algorithm::ALL.len()] {
        for report in reports {
            found += &format!("{name}: {:?}\n", report.stats);
        }
    }
    assert!(
        found.lines().eq(include_str!("node_counts.txt").lines()),
        "the search has changed:\n{found}"
    );
}

/// Not only the value: every node is the same, though some evaluations are not made again.
#[test]
fn a_score_cache_leaves_the_work_as_it_is() {
    let base = Options::default().with_unit(1).with_quiescence(4);
    for (mut cached, plain) in reports(base.with_score_cache(1), 6)
        .into_iter()
        .zip(reports(base, 6))
    {
        let known = std::mem::take(&mut cached.stats.known_evaluations);
        assert!(
            known > 0 && known < plain.stats.evaluations,
            "{known} of {}",
            plain.stats.evaluations
        );
        assert_eq!(
            (cached.nodes, cached.lines, cached.stats),
            (plain.nodes, plain.lines, plain.stats)
        );
    }
}

#[test]
fn sound_techniques_leave_the_value() {
    for depth in [3, 6] {
        let base = Options::exact(Algorithm::Aspiration)
            .with_unit(1)
            .with_extensions(false)
            .with_prove(false);
        let scores = |options| {
            reports(options, depth)
                .iter()
                .map(Report::score)
                .collect::<Vec<_>>()
        };
        let plain = scores(base);
        for (name, change) in SOUND {
            assert_eq!(scores(change(base)), plain, "{name}");
        }
    }
}

/// Checks that the `chosen` techniques leave the value of `tree` alone.
fn sound_together<const ALTERNATE: bool>(
    tree: &RandomTree<ALTERNATE>,
    chosen: [bool; SOUND.len()],
    depth: u32,
) -> Result<(), TestCaseError> {
    if tree.legal_moves(&mut Vec::new()).is_some() {
        return Ok(());
    }
    for algorithm in Algorithm::ALL {
        let mut options = Options::exact(algorithm);
        for ((_, change), _) in SOUND.into_iter().zip(chosen).filter(|(_, chosen)| *chosen) {
            options = change(options);
        }
        let mut engine = AlphaBeta::new(Drawn { range: 9 })
            .with_options(options)
            .with_table(small());
        let report = engine.think(tree, Limits::depth(depth));
        prop_assert_eq!(
            report.score(),
            minimax(tree, &mut Drawn { range: 9 }, depth),
            "{:?} {:?}",
            options,
            report,
        );
    }
    Ok(())
}

/// Checks that a forced end that is found in `tree` is one.
fn forced_ends_are_true<const ALTERNATE: bool>(
    tree: &RandomTree<ALTERNATE>,
    (slack, all_nodes, fail_hard): (i32, bool, bool),
    beam: Option<u32>,
    depth: u32,
) -> Result<(), TestCaseError> {
    if tree.legal_moves(&mut Vec::new()).is_some() {
        return Ok(());
    }
    let slack = Some(Margin {
        depth: 4,
        per_ply: slack,
    });
    for algorithm in Algorithm::ALL {
        let options = Options::exact(algorithm)
            .with_unit(1)
            .with_fail_hard(fail_hard)
            .with_reverse_futility(slack)
            .with_razoring(slack)
            .with_futility(slack)
            .with_multi_cut(Some(MultiCut {
                cuts: 2,
                moves: 3,
                reduction: 1,
                depth: 3,
                all_nodes,
            }))
            .with_prob_cuts([
                Some(ProbCut {
                    depth: 3,
                    shallow: 1,
                    ..PROB_CUT
                }),
                Some(PROB_CUT),
                None,
                None,
            ])
            .with_late_pruning(Some(LatePruning {
                depth: 3,
                moves: 1,
                per_depth_squared: 0,
            }))
            .with_late_moves(Some(Reductions {
                after: 1,
                ..Reductions::logarithmic()
            }))
            .with_internal_reduction(Some(2))
            .with_beam(beam)
            .with_continuation(1);
        let mut engine = AlphaBeta::new(Drawn { range: 9 })
            .with_options(options)
            .with_table(small());
        let report = engine.think(tree, Limits::depth(depth));
        if let Some(plies) = report.score().plies_to_end() {
            // One ply more, for minimax does not look for moves at its horizon. A sooner end
            // may have been left out.
            let truth = minimax(tree, &mut Drawn { range: 9 }, plies as u32 + 1);
            prop_assert!(
                truth.is_decisive() && (truth > Score::DRAW) == (report.score() > Score::DRAW),
                "{truth:?} {options:?} {report:?}",
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn sound_techniques_agree_with_minimax_together(
        (seed, states, width) in (any::<u64>(), 1..12u64, 1..6u8),
        chosen in any::<[bool; SOUND.len()]>(),
        depth in 1..6u32,
    ) {
        sound_together(&Tree::new(seed, states, width), chosen, depth)?;
        sound_together(&FreeTree::new(seed, states, width), chosen, depth)?;
    }

    /// Pruning guesses values, never ends of the game.
    #[test]
    fn no_forced_end_is_made_up(
        (seed, states, width) in (any::<u64>(), 1..12u64, 2..6u8),
        (slack, all_nodes, fail_hard) in (1..400, any::<bool>(), any::<bool>()),
        beam in prop::option::of(1..3u32),
        depth in 4..7u32,
    ) {
        let pruning = (slack, all_nodes, fail_hard);
        forced_ends_are_true(&Tree::new(seed, states, width), pruning, beam, depth)?;
        forced_ends_are_true(&FreeTree::new(seed, states, width), pruning, beam, depth)?;
    }
}

/// One heap: who takes the last of its counters, one or two at a time, wins. The player who faces a
/// multiple of three would rather pass.
#[derive(Clone, Copy, Debug)]
struct Heap {
    left: u8,
    turn: Player,
}

impl Position for Heap {
    type Move = u8;
    type Undo = ();
    const SLOTS: usize = 3;

    fn turn(&self) -> Player {
        self.turn
    }
    fn key(&self) -> u64 {
        zobrist::mix(u64::from(self.left) << 1 | self.turn as u64)
    }
    fn decided(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        unreachable!("an undecided heap has a counter to take")
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.left.min(2));
    }
    fn play(&mut self, mv: u8) {
        (self.left, self.turn) = (self.left - mv, !self.turn);
    }
    fn undo(&mut self, mv: u8, (): ()) {
        (self.left, self.turn) = (self.left + mv, !self.turn);
    }
    fn pack(&self, mv: u8) -> u16 {
        mv.into()
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        (1..=self.left.min(2)).find(|&mv| u16::from(mv) == bits)
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
}

/// Thinks well of having the move, and calls a game won no more than twenty points.
#[derive(Clone)]
struct Tempo;

impl Evaluator<Heap> for Tempo {
    fn evaluate(&mut self, _: &Heap) -> Score {
        Score::eval(5)
    }
    fn terminal(&self, _: &Heap, outcome: Outcome, _: usize) -> Score {
        Score::eval(if outcome == Outcome::Win { 20 } else { -20 })
    }
}

/// Passes without a thought.
#[derive(Clone)]
struct Careless;

impl Guide<Heap, Tempo> for Careless {
    fn null_move(&mut self, _: &mut Node<'_, Heap, Tempo>) -> Option<u8> {
        Some(0)
    }
}

#[test]
fn verification_sees_through_zugzwang() {
    let heap = Heap {
        left: 10,
        turn: Player::First,
    };
    let best = |null_move: Option<NullMove>| {
        let options = Options::exact(Algorithm::MtdF).with_null_move(null_move);
        let mut engine = AlphaBeta::new(Tempo)
            .guided_by(Careless)
            .with_options(options)
            .with_table(small());
        engine.think(&heap, Limits::depth(14)).score().get()
    };
    let null = NullMove::fixed(1);
    assert_eq!(best(None), 20, "nine are left to the opponent");
    assert_eq!(best(Some(null)), 5, "who is thought to pass");
    assert_eq!(
        best(Some(NullMove {
            verify: Some(3),
            ..null
        })),
        20
    );
}

#[test]
fn a_win_comes_first_by_evaluation() {
    // Whatever is played, the second player makes one of two fives.
    let pos = Gomoku::after(&[0, 38, 8, 39, 72, 40, 80, 41]);
    let rate = |order_by_eval| {
        let options = Options::exact(Algorithm::AlphaBeta)
            .with_killers(false)
            .with_history(false)
            .with_counter_moves(false)
            .with_table(false)
            .with_order_by_eval(order_by_eval);
        let report = AlphaBeta::new(Windows::default())
            .with_options(options)
            .think(&pos, Limits::depth(2));
        assert_eq!(report.score(), Score::terminal(Outcome::Loss, 2));
        report.stats.first_move_rate().expect("cut-offs")
    };
    assert_eq!((rate(Some(1)), rate(None)), (1.0, 0.0));
}

#[test]
fn steps_end_as_deep_as_they_may() {
    let depths = |step, depth| {
        let pos = wander(Othello::start(), 12, 3);
        let request = search::Request::new(&pos, Limits::depth(depth));
        let mut depths = Vec::new();
        let mut engine =
            AlphaBeta::new(Discs::default()).with_options(Options::default().with_step(step));
        engine.search(&request, &search::Control::default(), &mut |report| {
            depths.push(report.depth)
        });
        depths
    };
    assert_eq!(
        (depths(1, 3), depths(2, 6), depths(2, 5)),
        (vec![1, 2, 3], vec![2, 4, 6], vec![1, 3, 5])
    );
    assert_eq!((depths(0, 2), depths(u32::MAX, 3)), (vec![1, 2], vec![3]));
}

#[test]
fn a_single_reply_is_followed_further() {
    // One move everywhere, until the game ends.
    let tree = (0..)
        .map(|seed| Tree::new(seed, 1, 1))
        .find(|tree| perft_depth(tree) >= 12)
        .expect("a long one");
    let deep = |single_reply| {
        let options = Options::exact(Algorithm::Pvs).with_single_reply(single_reply);
        AlphaBeta::new(Drawn { range: 9 })
            .with_options(options)
            .think(&tree, Limits::depth(5))
            .selective_depth
    };
    assert_eq!(
        (deep(false), deep(true)),
        (5, 10),
        "as far as lines may grow"
    );
}

/// How long a game with no choices goes on.
fn perft_depth(tree: &Tree) -> usize {
    let mut pos = tree.clone();
    let mut moves = Vec::new();
    for plies in 0..20 {
        moves.clear();
        let adjudicated = plies > 0 && pos.adjudicate().is_some();
        if pos.decided().is_some() || adjudicated || pos.legal_moves(&mut moves).is_some() {
            return plies;
        }
        pos.play(moves[0]);
    }
    20
}

#[test]
fn the_fit_finds_what_shallow_searches_foretell() {
    let positions: Vec<_> = (0..60)
        .map(|seed| wander(Othello::start(), 4 + seed as usize % 10, seed))
        .collect();
    let mut engine = AlphaBeta::new(Discs::default()).with_options(Options::exact(Algorithm::Pvs));
    let fit = ProbCut::fit(&mut engine, &positions, (2, 4), 1).expect("a line");
    assert_eq!(
        (fit.depth, fit.shallow, fit.threshold),
        (4, 2, ProbCut::THRESHOLD)
    );
    assert!((20..200).contains(&fit.slope) && fit.sigma > 0, "{fit:?}");
    // As good as any line: no other intercept leaves less unexplained.
    let again = ProbCut::fit(&mut engine, &positions, (2, 4), 10).expect("a line");
    assert!(
        (again.sigma * 10 - fit.sigma).abs() <= 10 && again.slope == fit.slope,
        "scaled by the unit: {again:?}"
    );
    // The same depth predicts itself, and one position nothing.
    let same = ProbCut::fit(&mut engine, &positions, (2, 2), 1).expect("a line");
    assert_eq!((same.slope, same.intercept, same.sigma), (100, 0, 0));
    assert_eq!(ProbCut::fit(&mut engine, &positions[..1], (1, 2), 1), None);
    // Put to use, it saves work.
    let nodes = |prob_cuts| {
        let options = Options::exact(Algorithm::Pvs)
            .with_prob_cuts(prob_cuts)
            .with_unit(1);
        let mut engine = AlphaBeta::new(Discs::default()).with_options(options);
        positions[..20]
            .iter()
            .map(|pos| engine.think(pos, Limits::depth(6)).nodes)
            .sum::<u64>()
    };
    let with = nodes([Some(fit), None, None, None]);
    let without = nodes([None; 4]);
    assert!(with < without, "{with} nodes, {without} without");
}

/// Predicts what ProbCut would be told of any position, in the phase that its plies are in.
#[derive(Clone)]
struct Seer {
    cuts: [Option<ProbCut>; 4],
    plies: std::ops::Range<usize>,
}

impl<P: Position, E: Evaluator<P>> Guide<P, E> for Seer {
    fn prob_cut(&mut self, line: &Node<'_, P, E>, depth: i32, nth: usize) -> Option<ProbCut> {
        let cuts = self.cuts.iter().flatten().filter(|cut| cut.depth == depth);
        cuts.copied()
            .nth(nth)
            .filter(|_| self.plies.contains(&line.ply()))
    }
}

#[test]
fn forecasts_are_prob_cuts_by_phase() {
    let cuts = [
        Some(PROB_CUT),
        Some(ProbCut {
            shallow: 1,
            ..PROB_CUT
        }),
        Some(ProbCut {
            depth: 3,
            shallow: 1,
            ..PROB_CUT
        }),
        None,
    ];
    let base = Options::exact(Algorithm::Pvs).with_unit(1);
    let work = |options: Options, plies| {
        let guide = Seer { cuts, plies };
        let mut engine = AlphaBeta::new(Discs::default())
            .guided_by(guide)
            .with_options(options)
            .with_table(small());
        let report = engine.think(&wander(Othello::start(), 14, 3), Limits::depth(7));
        (report.nodes, report.score())
    };
    let multi = |gate| MultiProbCut {
        threshold: PROB_CUT.threshold,
        gate,
        depth: 1,
    };
    let open = base.with_multi_prob_cut(Some(multi(i32::MAX)));
    assert_eq!(
        work(open, 0..99),
        work(base.with_prob_cuts(cuts), 0..0),
        "asked of all, as options say it"
    );
    assert_eq!(work(open, 0..0), work(base, 0..0), "no forecast, no cut");
    let [early, late, always, never] = [0..3, 3..99, 0..99, 0..0].map(|plies| work(open, plies).0);
    assert!(
        early != late && early != always && late != always,
        "each phase has its own: {early} {late} {always}"
    );
    assert!(
        [early, late, always].into_iter().all(|nodes| nodes < never),
        "{early} {late} {always} {never}"
    );
    let gated = work(base.with_multi_prob_cut(Some(multi(-200))), 0..99).0;
    assert!(
        gated != always,
        "the evaluation keeps some from being asked for"
    );
    let deep = work(
        base.with_multi_prob_cut(Some(MultiProbCut {
            depth: 4,
            ..multi(i32::MAX)
        })),
        0..99,
    );
    assert_eq!(
        deep,
        work(base.with_prob_cuts([cuts[0], cuts[1], None, None]), 0..0),
        "not near the horizon"
    );
}

/// Knows the answer, from some depth on.
#[derive(Clone)]
struct Oracle {
    from: i32,
    answer: Option<search::Proof<u8>>,
    stops: bool,
}

impl<E: Evaluator<Othello>> Guide<Othello, E> for Oracle {
    fn finish(
        &mut self,
        _: &mut Node<'_, Othello, E>,
        depth: i32,
        deepest: i32,
        budget: &mut search::Budget<'_>,
        answer: &mut Option<search::Proof<u8>>,
    ) -> Result<(), search::Stopped> {
        assert_eq!(deepest, 6);
        if depth < self.from {
            return Ok(());
        }
        *answer = self.answer;
        if self.stops {
            budget.spend_many(u64::MAX)
        } else {
            Ok(())
        }
    }
}

#[test]
fn a_guide_may_finish_the_search() {
    let pos = wander(Othello::start(), 14, 3);
    let mut legal = Vec::new();
    pos.generate(&mut legal);
    let best = *legal.last().expect("it is not over");
    let work = |from, answer, stops, multi_pv| {
        let oracle = Oracle {
            from,
            answer,
            stops,
        };
        let mut engine = AlphaBeta::new(Discs::default())
            .guided_by(oracle)
            .with_options(Options::exact(Algorithm::Pvs).with_prove(true));
        let request = search::Request::new(&pos, Limits::depth(6).with_nodes(10_000_000))
            .with_multi_pv(multi_pv);
        engine.search(&request, &Default::default(), &mut |_| {})
    };
    let plain = work(99, None, false, 1);
    for bound in [Bound::Exact, Bound::None] {
        let answer = Some(search::Proof {
            score: Score::eval(7),
            bound,
            best: Some(best),
        });
        for stops in [false, true] {
            let report = work(4, answer, stops, 1);
            assert_eq!(
                (report.best(), report.score(), report.depth),
                (Some(best), Score::eval(7), 4),
                "{bound:?} {stops}"
            );
            assert_eq!(report.lines[0].bound, Bound::Exact, "as of any iteration");
            assert_eq!(report.iterations[..3], plain.iterations[..3]);
        }
        assert_eq!(
            work(4, answer, false, 2).depth,
            6,
            "two variations are searched"
        );
    }
    let stopped = work(4, None, true, 1);
    let three = AlphaBeta::new(Discs::default())
        .with_options(Options::exact(Algorithm::Pvs))
        .think(&pos, Limits::depth(3));
    assert_eq!(
        (stopped.depth, stopped.best(), stopped.score()),
        (3, three.best(), three.score()),
        "what was known stays"
    );
}

#[test]
fn odd_numbers_do_no_harm() {
    let pos = wander(Othello::start(), 12, 3);
    for n in [i32::MIN, -1, 0, i32::MAX] {
        let slack = Some(Margin {
            depth: n,
            per_ply: n,
        });
        let shapes = [
            ReductionShape::Steps(n),
            ReductionShape::Logarithmic { base: n, slope: n },
        ];
        for shape in shapes {
            let options = Options::default()
                .with_aspiration(n)
                .with_table_depth(n)
                .with_enhanced_cutoffs(Some(n))
                .with_order_by_eval(Some(n))
                .with_null_move(Some(NullMove {
                    depth: n,
                    reduction: n,
                    every: n,
                    verify: Some(n),
                    eval: n,
                }))
                .with_reverse_futility(slack)
                .with_razoring(slack)
                .with_futility(slack)
                .with_multi_cut(Some(MultiCut {
                    cuts: n,
                    moves: n,
                    reduction: n,
                    depth: n,
                    all_nodes: true,
                }))
                .with_prob_cuts(
                    [Some(ProbCut {
                        depth: 3,
                        shallow: 1,
                        slope: n,
                        intercept: n,
                        sigma: n,
                        threshold: n,
                    }); 4],
                )
                .with_multi_prob_cut(Some(MultiProbCut {
                    threshold: n,
                    gate: n,
                    depth: n,
                }))
                .with_late_pruning(Some(LatePruning {
                    depth: n,
                    moves: n,
                    per_depth_squared: n,
                }))
                .with_late_moves(Some(Reductions {
                    depth: n,
                    after: n,
                    shape,
                    history: n,
                    cut_node: n,
                    not_improving: n,
                    pv: n,
                    refuted: n,
                    noisy_first: n,
                    root: true,
                }))
                .with_history_pruning(Some(HistoryPruning {
                    depth: n,
                    per_ply: n,
                }))
                .with_exchange_pruning(Some(ExchangePruning {
                    depth: n,
                    per_depth_squared: n,
                }))
                .with_history_bonus(HistoryBonus {
                    linear: n,
                    square: n,
                    most: n,
                })
                .with_noisy_prob_cut(Some(NoisyProbCut {
                    depth: n,
                    margin: n,
                    reduction: n,
                }))
                .with_delta(Some(n))
                .with_internal_reduction(Some(n))
                .with_beam(Some(n as u32))
                .with_preselection(Some(Preselection {
                    plies: n as u32,
                    least: n as u32,
                }))
                .with_singular(Some(Singular {
                    margin: n,
                    depth: n,
                    double: n,
                    multi_cut: true,
                    negative: n,
                }))
                .with_unit(n.max(1));
            let cut = ProbCut {
                depth: 3,
                shallow: 1,
                slope: n,
                intercept: n,
                sigma: n,
                threshold: n,
            };
            let guide = Seer {
                cuts: [Some(cut); 4],
                plies: 0..99,
            };
            let mut engine = AlphaBeta::new(Discs::default())
                .guided_by(guide)
                .with_options(options);
            let report = engine.think(&pos, Limits::depth(6).with_nodes(20_000));
            assert!(report.best().is_some(), "{options:?}");
        }
    }
}
