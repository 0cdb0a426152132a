//! What the wired engine does where repetition decides.

use engines::{
    Wiring,
    xiangqi::{XiangqiGuide, XiangqiWiring},
};
use game_core::{Evaluator, Node, Notation, Outcome, Position, Score};
use search::{
    Algorithm, AlphaBeta, Control, Guide, Limits, Options, PathPolicy, PathScore, Request,
    Searcher, Stage,
};
use std::{fs, path::Path};
use xiangqi_movegen::{Move, Rules, Xiangqi};

/// The referees' cases of repetition: a position, and moves that bring a position back twice.
fn cases() -> Vec<(Xiangqi, Vec<Move>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = [
        "../../tests/data/xiangqi/repetition.txt",
        "../xiangqi-movegen/tests/data/repetition.txt",
    ];
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(root.join(file)).expect("a data file");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split(';');
            let mut field = || fields.next().expect("a field").trim();
            let start = field().parse().expect("a position");
            let moves = field()
                .split_whitespace()
                .map(|word| word.parse().expect("a move"));
            cases.push((start, moves.collect()));
        }
    }
    cases
}

/// `pos` as if the game began with it.
fn fresh(pos: &Xiangqi) -> Xiangqi {
    pos.to_string().parse().expect("a position")
}

/// Plays `moves` until a position after the first move comes back; the plies since it was there.
fn first_return(pos: &mut Xiangqi, moves: &[Move]) -> Option<usize> {
    moves.iter().enumerate().find_map(|(ply, &mv)| {
        pos.play(mv);
        pos.last_occurrence().filter(|&back| back <= ply)
    })
}

/// What the rules say, for the player to move in `pos`, when its last `plies` plies are gone round
/// twice.
fn gone_round_twice(pos: &Xiangqi, plies: usize) -> Outcome {
    let mut cycle: Vec<Move> = pos.moves_back().take(plies).collect();
    cycle.reverse();
    let mut pos = fresh(pos);
    cycle.iter().chain(&cycle).for_each(|&mv| {
        assert_eq!(pos.outcome(), None);
        pos.play(mv);
    });
    pos.outcome().expect("a third occurrence")
}

fn engine()
-> AlphaBeta<Xiangqi, <XiangqiWiring as Wiring>::Evaluator, <XiangqiWiring as Wiring>::Guide> {
    AlphaBeta::new(XiangqiWiring::evaluator(&Rules::default(), None))
        .guided_by(XiangqiGuide)
        .with_options(XiangqiWiring::options(&Rules::default()))
}

/// The verdict on the end of `moves`, below the root of `line`, when the search gets there.
fn verdict<E: Evaluator<Xiangqi>>(line: &mut Node<'_, Xiangqi, E>, moves: &[Move]) -> Option<Score>
where
    <XiangqiWiring as Wiring>::Guide: Guide<Xiangqi, E>,
{
    match moves.split_first() {
        Some((&mv, rest)) => line.after(mv, |line| verdict(line, rest)),
        None => XiangqiGuide.path_verdict(line).map(|verdict| verdict.score),
    }
}

#[test]
fn a_first_return_is_worth_what_its_cycle_would_be_judged_as() {
    let mut evaluator = XiangqiWiring::evaluator(&Rules::default(), None);
    let mut counts = [0; 3];
    for (start, moves) in cases() {
        let mut end = start.clone();
        let Some(back) = first_return(&mut end, &moves) else {
            continue;
        };
        let played = end.moves_back().len();
        let mut line = Node::new(start.clone(), &mut evaluator);
        let (at, expected) = match gone_round_twice(&end, back) {
            Outcome::Win => (0, Score::MAX_EVAL),
            Outcome::Draw => (1, Score::DRAW),
            Outcome::Loss => (2, -Score::MAX_EVAL),
        };
        assert_eq!(
            verdict(&mut line, &moves[..played]),
            Some(expected),
            "{start}: {moves:?}"
        );
        assert_eq!(
            verdict(&mut line, &moves[..played - 1]),
            None,
            "{start}: {moves:?}"
        );
        counts[at] += 1;
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// What a search does of which every line goes along one of the cases.
#[derive(Clone)]
struct Along<'a>(&'a [Move], XiangqiGuide);

impl<E: Evaluator<Xiangqi>> Guide<Xiangqi, E> for Along<'_> {
    fn candidates(
        &mut self,
        line: &mut Node<'_, Xiangqi, E>,
        stage: Stage,
        _depth: i32,
        moves: &mut Vec<Move>,
    ) {
        if stage == Stage::Quiet {
            line.pos().generate(moves);
            moves.retain(|mv| self.0.contains(mv));
        }
    }

    fn path_verdict(&mut self, line: &mut Node<'_, Xiangqi, E>) -> Option<PathScore> {
        self.1.path_verdict(line)
    }

    fn path_matters(&mut self, line: &mut Node<'_, Xiangqi, E>) -> bool {
        self.1.path_matters(line)
    }
}

/// Where there is nothing but the cycle, every algorithm comes to its verdict, and to no mate.
#[test]
fn a_search_that_can_only_repeat_is_worth_what_the_cycle_would_be_judged_as() {
    let mut counts = [0; 3];
    for (start, moves) in cases() {
        let mut end = start.clone();
        let Some(back) = first_return(&mut end, &moves) else {
            continue;
        };
        let plies = end.moves_back().len();
        let mut evaluator = XiangqiWiring::evaluator(&Rules::default(), None);
        let mut along = Along(&moves, XiangqiGuide);
        if !only_line(
            &mut Node::new(start.clone(), &mut evaluator),
            &mut along,
            plies,
        ) {
            continue;
        }
        let outcome = gone_round_twice(&end, back);
        let (at, expected) = match if plies % 2 == 0 { outcome } else { !outcome } {
            Outcome::Win => (0, Score::MAX_EVAL),
            Outcome::Draw => (1, Score::DRAW),
            Outcome::Loss => (2, -Score::MAX_EVAL),
        };
        for algorithm in Algorithm::ALL {
            let options = Options::default().with_algorithm(algorithm);
            let mut engine = AlphaBeta::new(evaluator.clone())
                .guided_by(along.clone())
                .with_options(options);
            for depth in plies + 1..plies + 4 {
                let score = engine.think(&start, Limits::depth(depth as u32)).score();
                assert_eq!(
                    score, expected,
                    "{algorithm}, depth {depth}, {start}: {moves:?}"
                );
            }
        }
        counts[at] += 1;
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Whether there is but one move to choose from for this many plies.
fn only_line<E: Evaluator<Xiangqi>>(
    line: &mut Node<'_, Xiangqi, E>,
    along: &mut Along<'_>,
    plies: usize,
) -> bool {
    let mut moves = Vec::new();
    along.candidates(line, Stage::Quiet, 1, &mut moves);
    moves.retain(|&mv| line.pos().is_legal(mv));
    moves.len() == 1
        && (plies == 1 || line.after(moves[0], |line| only_line(line, along, plies - 1)))
}

/// The searches of all cases by all that the engine has: the mates that they find are there,
/// however a return is judged.
#[test]
fn no_verdict_on_a_return_makes_a_false_mate() {
    let board_only =
        XiangqiWiring::options(&Rules::default()).with_path_scores(PathPolicy::BoardOnly);
    let mut mates = 0;
    for (start, _) in cases() {
        let found = engine().think(&start, Limits::nodes(5_000));
        if found.score().is_decisive() {
            let proved = engine()
                .with_options(board_only)
                .think(&start, Limits::nodes(200_000))
                .score();
            let agrees =
                proved.is_decisive() && (proved > Score::DRAW) == (found.score() > Score::DRAW);
            assert!(agrees, "{start}: {:?}, then {proved}", found.lines);
            mates += 1;
        }
    }
    assert!(mates > 50, "{mates}");
}

/// From a game that was lost so: by the third time the general's flight comes back, Red has given
/// check too often. What earlier searches left in the table says that the check draws, for none of
/// them saw it come back a third time.
#[test]
fn what_the_table_remembers_does_not_hide_a_third_occurrence() {
    let start = "C3k1b2/1R7/3ab3n/9/2r1c1p2/8p/9/8B/9/3AKAB2 w - - 0 70";
    let moves = ["b8b9", "e9e8", "b9b8", "e8e9", "b8b9", "e9e8"];
    let fatal: Move = "b9b8".parse().expect("a move");
    let rules = Rules::default();
    let mut engine = engine();
    for played in [0, 2, 4, 6] {
        let line = format!("{start} moves {}", moves[..played].join(" "));
        let record = Xiangqi::parse_line(&line, &rules).expect("a line");
        let report = engine.search(
            &Request::new(&record.end(), Limits::nodes(100_000)),
            &Control::default(),
            &mut |_| {},
        );
        let best = report.best().expect("a move");
        assert!(
            played < 6 || best != fatal,
            "{line}: {best} {:?}",
            report.score()
        );
    }
}

#[test]
fn a_position_is_quiet_where_nothing_is_to_be_won() {
    let quiet = |fen: &str| <XiangqiWiring as Wiring>::is_quiet(&fen.parse().expect(fen));
    assert!(quiet(Xiangqi::START), "to take the horse costs the cannon");
    assert!(
        !quiet("3k5/9/9/9/2n3R2/9/9/9/9/4K4 w"),
        "the horse is loose"
    );
    assert!(
        quiet("3k5/9/9/9/2n3R2/9/9/9/9/4K4 b"),
        "Black's move saves it"
    );
    assert!(!quiet("3k5/9/9/9/9/9/9/9/9/3RK4 b"), "check");
}
