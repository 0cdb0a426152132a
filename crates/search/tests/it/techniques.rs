//! What may change a value does so as the rules of the technique say.

use crate::games::{
    Discs, Drawn, FreeTree, Gomoku, Othello, RandomTree, Threats, Tree, Way, Windows, follow,
    gomoku, small, wander,
};
use game_core::{Evaluator, Node, Position, Score, Window};
use proptest::prelude::*;
use search::{
    Algorithm, AlphaBeta, Bound, Budget, ExchangePruning, Guide, Horizon, Limits, Margin, MoveKind,
    NoisyProbCut, NullMove, Options, Proof, Reductions, Searcher, Singular, Stage, Stopped,
    minimax,
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

/// A guide to a random tree: what is noisy, urgent, to be extended or known comes from the tree's
/// own seed.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    urgent: bool,
    extends: bool,
    proves_inside: bool,
    proves_beyond: bool,
}

impl Signs {
    fn is_noisy<const ALTERNATE: bool>(pos: &RandomTree<ALTERNATE>, mv: Way) -> bool {
        pos.draw(300 + u64::from(mv.place)).is_multiple_of(3)
    }
    fn must_answer<const ALTERNATE: bool>(&self, pos: &RandomTree<ALTERNATE>) -> bool {
        self.urgent && pos.draw(400).is_multiple_of(4)
    }
    fn extra<const ALTERNATE: bool>(&self, pos: &RandomTree<ALTERNATE>) -> i32 {
        if self.extends {
            (pos.draw(401) % 5) as i32 - 2
        } else {
            0
        }
    }
    fn proof<const ALTERNATE: bool>(
        &self,
        pos: &RandomTree<ALTERNATE>,
        depth: i32,
    ) -> Option<Score> {
        let able = if depth > 0 {
            self.proves_inside
        } else {
            self.proves_beyond
        };
        (able && pos.draw(402 + u64::from(depth > 0)).is_multiple_of(6))
            .then(|| Score::eval((pos.draw(404) % 21) as i32 - 10))
    }
}

impl<const ALTERNATE: bool> Guide<RandomTree<ALTERNATE>, Drawn> for Signs {
    fn candidates(
        &mut self,
        line: &mut Node<'_, RandomTree<ALTERNATE>, Drawn>,
        stage: Stage,
        _: i32,
        moves: &mut Vec<Way>,
    ) {
        let mut all = Vec::new();
        let pos = line.pos();
        pos.generate(&mut all);
        moves.extend(
            all.into_iter()
                .filter(|&mv| Self::is_noisy(pos, mv) == (stage == Stage::Noisy)),
        );
    }
    fn horizon(&mut self, line: &mut Node<'_, RandomTree<ALTERNATE>, Drawn>, _: i32) -> Horizon {
        if self.must_answer(line.pos()) {
            Horizon::MustAnswer
        } else {
            Horizon::StandPat
        }
    }
    fn extension(
        &mut self,
        line: &mut Node<'_, RandomTree<ALTERNATE>, Drawn>,
        _: Way,
        _: i32,
    ) -> i32 {
        self.extra(line.pos())
    }
    fn prove(
        &mut self,
        line: &mut Node<'_, RandomTree<ALTERNATE>, Drawn>,
        depth: i32,
        _: Window,
        _: &mut Budget<'_>,
    ) -> Result<Option<Proof<Way>>, Stopped> {
        // Without a move, so that the root is searched all the same.
        Ok(self.proof(line.pos(), depth).map(|score| Proof {
            score,
            bound: Bound::Exact,
            best: None,
        }))
    }
}

/// The value that a search with these signs should have, without any pruning. `furthest` is where
/// lines stop growing.
fn definition<const ALTERNATE: bool>(
    pos: &RandomTree<ALTERNATE>,
    eval: &mut Drawn,
    signs: &Signs,
    ply: i32,
    depth: i32,
    furthest: i32,
    quiescence: i32,
) -> Score {
    let at = ply as usize;
    if ply > 0 {
        let verdict = || {
            pos.adjudicate()
                .filter(|verdict| verdict.reach == 0)
                .map(|verdict| verdict.outcome)
        };
        if let Some(outcome) = pos.decided().or_else(verdict) {
            return eval.terminal(pos, outcome, at);
        }
        if let Some(score) = signs.proof(pos, depth) {
            return score;
        }
    }
    let mut best = -Score::INFINITE;
    let mut moves = Vec::new();
    if depth <= 0 {
        let must_answer = signs.must_answer(pos);
        if depth == -quiescence || !must_answer {
            best = eval.evaluate(pos);
        }
        if depth == -quiescence {
            return best;
        }
        pos.generate(&mut moves);
        moves.retain(|&mv| pos.is_legal(mv) && (must_answer || Signs::is_noisy(pos, mv)));
        if moves.is_empty() && must_answer {
            return eval.terminal(pos, pos.stuck(), at);
        }
    } else if let Some(outcome) = pos.legal_moves(&mut moves) {
        return eval.terminal(pos, outcome, at);
    }
    for mv in moves {
        let mut child = pos.clone();
        child.play(mv);
        let extra = if depth > 0 {
            signs
                .extra(&child)
                .clamp(0, furthest - (ply + 1) - (depth - 1))
        } else {
            0
        };
        let score = definition(
            &child,
            eval,
            signs,
            ply + 1,
            depth - 1 + extra,
            furthest,
            quiescence,
        );
        best = best.max(child.turn().value_for(pos.turn(), score));
    }
    best
}

/// Checks searches of `tree` to `depth`, and `quiescence` plies beyond, by the definition.
fn signs_mean_what_they_say<const ALTERNATE: bool>(
    tree: &RandomTree<ALTERNATE>,
    signs: Signs,
    quiescence: u32,
    depth: u32,
) -> Result<(), TestCaseError> {
    if tree.legal_moves(&mut Vec::new()).is_some() {
        return Ok(());
    }
    // Searched alone at each depth: how far a line may grow belongs to the iteration, so with
    // extensions no table.
    let value = |depth: i32| {
        let mut eval = Drawn { range: 9 };
        definition(
            tree,
            &mut eval,
            &signs,
            0,
            depth,
            2 * depth,
            quiescence as i32,
        )
    };
    for algorithm in Algorithm::ALL {
        let options = Options::exact(algorithm)
            .with_quiescence(quiescence)
            .with_extensions(true)
            .with_prove(true)
            .with_table(!signs.extends);
        let mut engine = AlphaBeta::new(Drawn { range: 9 })
            .guided_by(signs)
            .with_options(options)
            .with_table(small());
        let report = engine.think(tree, Limits::depth(depth));
        prop_assert_eq!(
            report.score(),
            value(report.depth as i32),
            "{:?} {:?}",
            options,
            report,
        );
        // Switched off, none of it matters.
        let options = Options::exact(algorithm);
        let mut engine = AlphaBeta::new(Drawn { range: 9 })
            .guided_by(signs)
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn quiescence_proofs_and_extensions_mean_what_they_say(
        (seed, states, width) in (any::<u64>(), 1..12u64, 1..5u8),
        [urgent, extends, proves_inside, proves_beyond] in any::<[bool; 4]>(),
        quiescence in 0..5u32,
        depth in 1..5u32,
    ) {
        let signs = Signs { urgent, extends, proves_inside, proves_beyond };
        let tree = Tree::new(seed, states, width);
        signs_mean_what_they_say(&tree, signs, quiescence, depth)?;
        let tree = FreeTree::new(seed, states, width);
        signs_mean_what_they_say(&tree, signs, quiescence, depth)?;
    }
}

/// Asks for more than it can get.
#[derive(Clone)]
struct Greedy;

impl<P: Position, E: Evaluator<P>> Guide<P, E> for Greedy {
    fn extension(&mut self, _: &mut Node<'_, P, E>, _: P::Move, _: i32) -> i32 {
        100
    }
}

#[test]
fn extensions_at_most_double_a_line() {
    let pos = wander(Othello::start(), 26, 1);
    for algorithm in Algorithm::ALL {
        let run = |extensions, depth| {
            let options = Options::default()
                .with_extensions(extensions)
                .with_quiescence(0);
            let options = options.with_algorithm(algorithm);
            AlphaBeta::new(Discs::default())
                .guided_by(Greedy)
                .with_options(options)
                .think(&pos, Limits::depth(depth))
        };
        for depth in 1..=3 {
            assert_eq!(run(true, depth).selective_depth, 2 * depth, "{algorithm}");
            assert_eq!(run(false, depth).selective_depth, depth, "{algorithm}");
        }
    }
}

/// Extends nothing, and keeps the largest reduction of a move of the root that it hears of.
#[derive(Clone, Default)]
struct Hears(Arc<AtomicUsize>);

impl<P: Position, E: Evaluator<P>> Guide<P, E> for Hears {
    fn extension(&mut self, line: &mut Node<'_, P, E>, _: P::Move, reduction: i32) -> i32 {
        if line.ply() == 1 {
            self.0.fetch_max(reduction as usize, Relaxed);
        }
        0
    }
}

#[test]
fn a_guide_hears_of_the_reductions_at_the_root() {
    let pos = wander(Othello::start(), 20, 1);
    for root in [false, true] {
        let hears = Hears::default();
        AlphaBeta::new(Discs::default())
            .guided_by(hears.clone())
            .with_options(Options::default().with_late_moves(Some(Reductions {
                root,
                ..Reductions::logarithmic()
            })))
            .think(&pos, Limits::depth(6));
        assert_eq!(hears.0.load(Relaxed) > 0, root);
    }
}

/// An evaluator that sees every move, null moves too, and minds how they follow one another.
#[derive(Clone, Default)]
struct Watch {
    line: Vec<u8>,
    nulls: Arc<AtomicUsize>,
}

impl Evaluator<Gomoku> for Watch {
    fn reset(&mut self, _: &Gomoku) {
        self.line.clear();
    }
    fn played(&mut self, _: &Gomoku, mv: u8, (): &()) {
        if mv == gomoku::NULL {
            assert!(
                self.line.last().is_some_and(|&last| last != gomoku::NULL),
                "after {:?}",
                self.line
            );
            self.nulls.fetch_add(1, Relaxed);
        }
        self.line.push(mv);
    }
    fn undone(&mut self, _: &Gomoku, _: u8, (): &()) {
        self.line.pop();
    }
    fn evaluate(&mut self, pos: &Gomoku) -> Score {
        Score::eval((pos.key() % 41) as i32 - 20)
    }
}

/// Offers the null move, or not, and few others, to get far.
#[derive(Clone)]
struct Passing(bool);

impl<E: Evaluator<Gomoku>> Guide<Gomoku, E> for Passing {
    fn candidates(
        &mut self,
        line: &mut Node<'_, Gomoku, E>,
        stage: Stage,
        _: i32,
        moves: &mut Vec<u8>,
    ) {
        if stage == Stage::Quiet {
            // Every other square, so that no five comes in between.
            let mut all = Vec::new();
            line.pos().generate(&mut all);
            moves.extend(all.into_iter().filter(|mv| mv % 2 == 0).take(5));
        }
    }
    fn null_move(&mut self, line: &mut Node<'_, Gomoku, E>) -> Option<u8> {
        assert!(line.ply() > 0, "never at the root");
        self.0.then_some(gomoku::NULL)
    }
}

#[test]
fn null_moves_keep_to_their_exceptions() {
    let pos = wander(Gomoku::start(), 12, 4);
    let work = |guide: Passing, null_move: bool, depth| {
        let eval = Watch::default();
        let nulls = eval.nulls.clone();
        let options = Options::default().with_null_move(null_move.then(NullMove::default));
        let report = AlphaBeta::new(eval)
            .guided_by(guide)
            .with_options(options)
            .think(&pos, Limits::depth(depth));
        assert_eq!(
            follow(&pos, report.pv()).turn() == pos.turn(),
            report.pv().len().is_multiple_of(2)
        );
        (nulls.load(Relaxed), report.stats.null_cutoffs, report.nodes)
    };
    let (tried, cut, nodes) = work(Passing(true), true, 11);
    assert!(
        tried > 500 && cut > 0 && cut <= tried as u64,
        "{tried} tried, {cut} cut"
    );
    let (none, uncut, more) = work(Passing(false), true, 11);
    assert_eq!(
        (none, uncut),
        (0, 0),
        "where the guide fears zugzwang there is none"
    );
    assert_ne!(nodes, more);
    assert_eq!(
        work(Passing(true), false, 11),
        (0, 0, more),
        "nor where the option is off"
    );
    assert_eq!(work(Passing(true), true, 3).0, 0, "nor near the horizon");
}

/// At one ply calls every move quiet, or extends it; elsewhere every move is forced.
#[derive(Clone)]
struct OnePly {
    ply: usize,
    quiet: bool,
    extends: bool,
}

impl<P: Position, E: Evaluator<P>> Guide<P, E> for OnePly {
    fn kind(&mut self, line: &mut Node<'_, P, E>, _: P::Move) -> MoveKind {
        if self.quiet && line.ply() == self.ply {
            MoveKind::Quiet
        } else {
            MoveKind::Forced
        }
    }
    fn extension(&mut self, child: &mut Node<'_, P, E>, _: P::Move, _: i32) -> i32 {
        (self.extends && child.ply() == self.ply + 1).into()
    }
}

#[test]
fn late_moves_are_reduced_if_quiet_and_not_extended() {
    let pos = wander(Othello::start(), 10, 1);
    let cases = [
        (true, false, true),
        (false, false, false),
        (true, true, false),
    ];
    for (ply, (quiet, extends, reduced)) in [0, 1]
        .into_iter()
        .flat_map(|ply| cases.map(|case| (ply, case)))
    {
        let nodes = |late_moves| {
            let options = Options::default().with_late_moves(late_moves);
            let engine = AlphaBeta::new(Discs::default()).guided_by(OnePly {
                ply,
                quiet,
                extends,
            });
            engine
                .with_options(options)
                .think(&pos, Limits::depth(6))
                .nodes
        };
        assert_eq!(
            nodes(Some(Reductions {
                root: true,
                ..Reductions::default()
            })) != nodes(None),
            reduced,
            "ply {ply}, quiet {quiet}, extended {extends}"
        );
    }
}

/// The singular extension by that margin.
fn by(margin: i32) -> Option<Singular> {
    Some(Singular {
        margin,
        ..Singular::default()
    })
}

#[test]
fn a_move_without_rivals_is_followed_further() {
    let pos = wander(Othello::start(), 10, 1);
    let deepest = |singular| {
        let options = Options::exact(Algorithm::AlphaBeta).with_singular(singular);
        AlphaBeta::new(Discs::default())
            .with_options(options)
            .think(&pos, Limits::depth(8))
            .selective_depth
    };
    assert_eq!(deepest(None), 8);
    // Nothing is better than all its rivals by more than every evaluation.
    assert_eq!(deepest(by(i32::MAX)), 8);
    assert!((9..=16).contains(&deepest(by(100))), "{}", deepest(by(100)));
}

/// First to move has three in a row twice over, each stopped at one end: 40 41 42 and 13 23 33 meet
/// at 43.
fn two_threes() -> Gomoku {
    let pos = Gomoku::after(&[41, 40, 42, 3, 44, 88, 13, 77, 23, 68, 33, 5]);
    assert!(pos.outcome().is_none());
    pos
}

#[test]
fn selective_searches_find_the_same_win() {
    let pos = two_threes();
    let threats = || AlphaBeta::new(Windows::default()).guided_by(Threats { vcf: false });
    let plain = threats().think(&pos, Limits::depth(7));
    for algorithm in Algorithm::ALL {
        let options = Options::default()
            .with_algorithm(algorithm)
            .with_null_move(Some(NullMove::default()))
            .with_late_moves(Some(Reductions::default()))
            .with_singular(by(50));
        let mut engine = threats().with_options(options);
        let report = engine.think(&pos, Limits::depth(7));
        assert_eq!(
            (report.best(), report.score()),
            (plain.best(), plain.score()),
            "{algorithm}"
        );
        let quiet = engine.think(&wander(Gomoku::start(), 9, 1), Limits::depth(6));
        assert!(quiet.best().is_some() && quiet.depth == 6);
    }
}

#[test]
fn reductions_lose_nothing_past_the_end_of_the_game() {
    for (algorithm, seed) in Algorithm::ALL.into_iter().zip(0..) {
        let options = Options::default()
            .with_algorithm(algorithm)
            .with_late_moves(Some(Reductions::default()))
            .with_singular(by(50));
        let pos = wander(Othello::start(), 25, seed);
        let exact = minimax(&pos, &mut Discs::default(), 12);
        let report = AlphaBeta::new(Discs::default())
            .with_options(options)
            .think(&pos, Limits::depth(24));
        assert_eq!(report.score(), exact, "{report:?}");
    }
}

#[test]
fn a_proof_is_played_and_shown() {
    let pos = two_threes();
    let mut prover = AlphaBeta::new(Windows::default()).guided_by(Threats { vcf: true });
    let mut plain = AlphaBeta::new(Windows::default()).guided_by(Threats { vcf: false });
    let proof = prover.think(&pos, Limits::depth(9));
    let search = plain.think(&pos, Limits::depth(9));
    assert!(
        search.score().plies_to_end() <= proof.score().plies_to_end()
            && search.score() > Score::DRAW,
        "{search:?}"
    );
    assert_eq!(
        (proof.depth, proof.best()),
        (1, search.best()),
        "at once, and the same move"
    );
    assert!(proof.nodes < search.nodes);
    assert_eq!(
        proof.score().plies_to_end(),
        Some(proof.pv().len()),
        "{proof:?}"
    );
    assert!(
        follow(&pos, proof.pv()).decided().is_some(),
        "the whole way to five: {proof:?}"
    );
    // At the horizon a proof sees the threat that the evaluator does not, so the defender answers
    // it.
    let mut defended = Gomoku::after(&[41, 40, 42, 3, 44, 88, 13, 77, 23, 68, 33]);
    defended.play(
        prover
            .think(&defended, Limits::depth(1))
            .best()
            .expect("a defence"),
    );
    assert!(
        !prover
            .think(&defended, Limits::depth(1))
            .score()
            .is_decisive(),
        "{defended:?}"
    );
    // And where none is allowed, none is looked for.
    let options = Options::default().with_prove(false);
    assert_eq!(
        prover
            .with_options(options)
            .think(&pos, Limits::depth(2))
            .stats
            .proofs,
        0
    );
}

/// Knows a value at the root, and the move that has it: the last one.
#[derive(Clone)]
struct Knows(Score, Bound);

impl Guide<Othello, Discs> for Knows {
    fn prove(
        &mut self,
        line: &mut Node<'_, Othello, Discs>,
        _: i32,
        _: Window,
        _: &mut Budget<'_>,
    ) -> Result<Option<Proof<u8>>, Stopped> {
        let mut moves = Vec::new();
        line.pos().legal_moves(&mut moves);
        let best = moves.last().copied();
        Ok((line.ply() == 0).then_some(Proof {
            score: self.0,
            bound: self.1,
            best,
        }))
    }
}

#[test]
fn a_value_or_a_win_that_is_known_at_the_root_needs_no_search() {
    let pos = wander(Othello::start(), 8, 1);
    let win = Score::terminal(game_core::Outcome::Win, 9);
    for (score, bound, known) in [
        (Score::eval(5), Bound::Exact, true),
        (-win, Bound::Exact, true),
        (win, Bound::Lower, true),
        (Score::eval(5), Bound::Lower, false),
        (Score::MAX_EVAL, Bound::Lower, false),
        (win, Bound::Upper, false),
        (-win, Bound::Upper, false),
    ] {
        let report = AlphaBeta::new(Discs::default())
            .guided_by(Knows(score, bound))
            .think(&pos, Limits::depth(3));
        assert_eq!(report.depth, if known { 1 } else { 3 }, "{score} {bound:?}");
        assert!(
            !known || report.score() == score && report.nodes == 0,
            "{report:?}"
        );
    }
}

/// Tells noisy moves by the tree's seed, what each gains, and which lose by exchange.
#[derive(Clone)]
struct Appraiser {
    gain: Option<i32>,
    /// The least margin asked about.
    least_margin: Arc<AtomicUsize>,
}

impl Appraiser {
    fn new(gain: Option<i32>) -> Self {
        let least_margin = Arc::new(AtomicUsize::new(usize::MAX));
        Self { gain, least_margin }
    }

    /// Nodes and scores of searches to depth 6 of some trees.
    fn work(&self, options: Options) -> Vec<(u64, Score)> {
        let options = options.with_unit(1).with_quiescence(4);
        (0..12)
            .map(|seed| {
                let mut engine = AlphaBeta::new(Drawn { range: 9 })
                    .guided_by(self.clone())
                    .with_options(options)
                    .with_table(small());
                let report = engine.think(&Tree::new(seed, 1 << 40, 12), Limits::depth(6));
                (report.nodes, report.score())
            })
            .collect()
    }
}

impl Guide<Tree, Drawn> for Appraiser {
    fn candidates(
        &mut self,
        node: &mut Node<'_, Tree, Drawn>,
        stage: Stage,
        depth: i32,
        moves: &mut Vec<Way>,
    ) {
        Signs::default().candidates(node, stage, depth, moves);
    }
    fn kind(&mut self, node: &mut Node<'_, Tree, Drawn>, mv: Way) -> MoveKind {
        if Signs::is_noisy(node.pos(), mv) {
            MoveKind::Noisy
        } else {
            MoveKind::Quiet
        }
    }
    fn gain(&mut self, _: &mut Node<'_, Tree, Drawn>, _: Way) -> Option<i32> {
        self.gain
    }
    fn exchange_loses(&mut self, node: &mut Node<'_, Tree, Drawn>, mv: Way, margin: i32) -> bool {
        assert!(
            !Signs::is_noisy(node.pos(), mv),
            "only quiet moves are left out"
        );
        self.least_margin.fetch_min(margin as usize, Relaxed);
        node.pos().draw(500 + u64::from(mv.place)).is_multiple_of(2)
    }
}

fn nodes(work: &[(u64, Score)]) -> u64 {
    work.iter().map(|(nodes, _)| nodes).sum()
}

#[test]
fn moves_that_lose_by_exchange_are_left_out() {
    let guide = Appraiser::new(None);
    let plain = guide.work(Options::default());
    assert_eq!(guide.least_margin.load(Relaxed), usize::MAX, "nobody asks");
    let pruned = guide.work(
        Options::default().with_exchange_pruning(Some(ExchangePruning {
            depth: 3,
            per_depth_squared: 700,
        })),
    );
    assert_eq!(guide.least_margin.load(Relaxed), 7, "one ply left");
    assert!(nodes(&pruned) < nodes(&plain));
    let none = guide.work(
        Options::default().with_exchange_pruning(Some(ExchangePruning {
            depth: 0,
            per_depth_squared: 0,
        })),
    );
    assert_eq!(none, plain, "no depth is that small");
}

#[test]
fn late_moves_are_reduced_more_after_a_noisy_move_of_the_table() {
    let work = |noisy_first| {
        let late_moves = Some(Reductions {
            depth: 2,
            after: 1,
            noisy_first,
            ..Reductions::logarithmic()
        });
        let options = Options::default().with_late_moves(late_moves);
        nodes(&Appraiser::new(None).work(options))
    };
    assert!(work(200) < work(0));
}

#[test]
fn noisy_moves_that_gain_too_little_are_left_out_beyond_the_horizon() {
    let with = |gain, delta| Appraiser::new(gain).work(Options::default().with_delta(delta));
    let plain = with(Some(0), None);
    assert!(nodes(&with(Some(0), Some(100))) < nodes(&plain));
    assert_eq!(with(None, Some(100)), plain, "there is no telling");
    assert_eq!(with(Some(100), Some(100)), plain, "they gain enough");
    assert_eq!(
        with(Some(0), Some(10_000)),
        plain,
        "the margin is too great"
    );
}

#[test]
fn a_noisy_move_far_beyond_the_window_ends_a_node() {
    let with = |cut| Appraiser::new(None).work(Options::default().with_noisy_prob_cut(cut));
    let cut = |margin, depth| {
        Some(NoisyProbCut {
            depth,
            margin,
            reduction: 1,
        })
    };
    let scores = |work: &[(u64, Score)]| work.iter().map(|&(_, score)| score).collect::<Vec<_>>();
    let plain = with(None);
    assert_ne!(with(cut(100, 3)), plain);
    let far = with(cut(100_000, 3));
    assert_eq!(scores(&far), scores(&plain), "nothing is so far beyond");
    assert_eq!(
        with(cut(100, 7)),
        plain,
        "there is never so much depth left"
    );
}

/// Tells four structures apart.
#[derive(Clone)]
struct Structures;

impl Guide<Othello, Discs> for Structures {
    fn structure(&mut self, node: &mut Node<'_, Othello, Discs>) -> u64 {
        node.pos().key() % 4
    }
}

#[test]
fn what_searches_say_of_a_structure_corrects_its_evaluation() {
    let work = |correction| {
        let options = Options::default()
            .with_unit(4)
            .with_quiescence(0)
            .with_correction(correction)
            .with_reverse_futility(Some(Margin::default()));
        let run = |seed| {
            let mut engine = AlphaBeta::new(Discs::default())
                .guided_by(Structures)
                .with_options(options)
                .with_table(small());
            let report = engine.think(&wander(Othello::start(), 20, seed), Limits::depth(6));
            (report.nodes, report.score())
        };
        (0..6).map(run).collect::<Vec<_>>()
    };
    assert_ne!(work(true), work(false));
    assert_eq!(work(true), work(true));
}
