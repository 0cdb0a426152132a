//! The suites of positions: each best move is legal, and those that are proved can be proved again.

use game_core::{GameLine, Notation, Player, Position};
use gomoku_rules::{Gomoku, Rules as GomokuRules};
use lab::Problem;
use othello_bitboard::Othello;
use solvers::{SolveLimits, gomoku, othello, xiangqi};
use std::path::Path;
use xiangqi_movegen::{Rules as XiangqiRules, Xiangqi};

fn suite(game: &str) -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(game)
        .join("suite.txt");
    let text = std::fs::read_to_string(&path).expect("a suite");
    let game = engines::game(game).expect("built in");
    Problem::parse_suite(&text, game, &Default::default()).expect("a suite of the game")
}

fn end<P: Notation>(line: &GameLine, rules: &P::Rules) -> P {
    P::read_line(line, rules).expect("a line").end()
}

#[test]
fn every_suite_has_positions_that_differ() {
    for game in ["gomoku", "othello", "xiangqi"] {
        let problems = suite(game);
        assert_eq!(problems.len(), 200, "{game}");
        for (number, problem) in problems.iter().enumerate() {
            let Problem { best, id, line, .. } = problem;
            assert!(best.len() == 1 && !id.is_empty(), "{game}: {line}");
            let seen = problems[..number].iter().any(|other| other.line == *line);
            assert!(!seen, "{game}: {line} is there twice");
        }
    }
}

/// The first few, as a solver costs something.
#[test]
fn what_is_proved_can_be_proved_again() {
    let limits = SolveLimits::default();
    let mut mate = xiangqi::Mate::default();
    for problem in &suite("xiangqi")[..8] {
        let pos: Xiangqi = end(&problem.line, &XiangqiRules::default());
        let solution = mate.solve(&pos, xiangqi::Attack::Any, 4, &limits);
        assert_eq!(solution.verdict, xiangqi::Verdict::Mate, "{}", problem.line);
        let first = solution.line.first().map(|&mv| pos.format_move(mv));
        assert_eq!(first.as_ref(), problem.best.first(), "{}", problem.line);
    }
    let mut threats = gomoku::Vct::default();
    for problem in &suite("gomoku")[..8] {
        let pos: Gomoku = end(&problem.line, &GomokuRules::default());
        let solution = threats.solve(&pos, gomoku::Goal::Any, &limits);
        assert_eq!(solution.verdict, gomoku::Verdict::Win, "{}", problem.line);
    }
    let mut endgame = othello::Endgame::default();
    for problem in &suite("othello")[..2] {
        let mut pos: Othello = end(&problem.line, &());
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        let mut scores = Vec::new();
        for mv in moves {
            let undo = pos.play(mv);
            let solution = endgame.solve(&pos, othello::Goal::Margin, &limits);
            pos.undo(mv, undo);
            scores.push((-solution.expect("no limit").score, pos.format_move(mv)));
        }
        scores.sort();
        let [.., (second, _), (first, best)] = scores.as_slice() else {
            panic!("{}: one move", problem.line)
        };
        assert!(
            first > second && *best == problem.best[0],
            "{}",
            problem.line
        );
        assert!(
            Player::BOTH
                .map(|player| pos.discs(player))
                .iter()
                .sum::<u32>()
                == 46
        );
    }
}
