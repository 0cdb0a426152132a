//! What is said of moves, against what the rules say: each sentence on positions of puzzles, where it
//! is true and where it is not.

use engines::{Game, Session, game};
use game_core::{Notation, Outcome, Player, Position};
use gomoku_rules::{Gomoku, Point};
use othello_bitboard::{CORNERS, Othello, Square, squares};
use std::collections::BTreeMap;
use xiangqi_movegen::Xiangqi;

/// How often a sentence was said and was true, was said and was not, and was true and not said.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    right: usize,
    wrong: usize,
    missed: usize,
}

/// The sentences said and those that are true, by their kinds.
#[derive(Default)]
struct Tallies(BTreeMap<&'static str, Tally>);

impl Tallies {
    fn add(&mut self, kind: &'static str, said: bool, is_true: bool) {
        let tally = self.0.entry(kind).or_default();
        match (said, is_true) {
            (true, true) => tally.right += 1,
            (true, false) => tally.wrong += 1,
            (false, true) => tally.missed += 1,
            (false, false) => {}
        }
    }

    /// Every sentence was said at least that often, and that share of the time it was right.
    fn check(&self, least: usize, precision: f64) {
        for (
            kind,
            Tally {
                right,
                wrong,
                missed,
            },
        ) in &self.0
        {
            println!("{kind:<22} right {right:>6}  wrong {wrong:>4}  missed {missed:>5}");
        }
        for (kind, tally) in &self.0 {
            let Tally { right, wrong, .. } = *tally;
            let said = right + wrong;
            // There are few stalemates to be had.
            let least = if *kind == "stalemate" { 20 } else { least };
            assert!(said >= least, "{kind} {tally:?}");
            assert!(right as f64 >= precision * said as f64, "{kind} {tally:?}");
        }
    }
}

/// The positions of the game's puzzles and along their solutions.
fn positions(game: &dyn Game) -> Vec<Box<dyn Session>> {
    let puzzles = game.puzzles();
    let along = puzzles.iter().flat_map(|puzzle| {
        let plies = 0..puzzle.solution.len();
        plies.map(|plies| puzzle.line().extended(&puzzle.solution[..plies]))
    });
    let at = |line| {
        let mut session = game.session(&Vec::new()).expect("no settings");
        session.set_line(line).expect("a line");
        session
    };
    along.map(at).collect()
}

/// The kinds of what is said of a move.
fn said(session: &dyn Session, mv: &str) -> Vec<&'static str> {
    let remarks = session.remarks(mv).expect("a legal move");
    for remark in &remarks {
        for text in [&remark.text.en, &remark.text.zh] {
            assert!(!text.is_empty() && !text.contains('{'), "{remark:?}");
            assert!(
                !text.contains("the piece") && !text.contains("棋子"),
                "{remark:?}"
            );
        }
    }
    remarks.into_iter().map(|remark| remark.kind).collect()
}

fn fives(pos: &Gomoku, player: Player) -> Vec<Point> {
    let mut points = Vec::new();
    pos.winning_points(player, &mut points);
    points
}

/// The same position with the other player to move.
fn flipped<P: Notation<Rules: Default>>(pos: &P, turns: [&str; 2]) -> Option<P> {
    let text = pos.to_string();
    let [from, to] = if text.contains(turns[0]) {
        turns
    } else {
        [turns[1], turns[0]]
    };
    P::parse(&text.replacen(from, to, 1), &P::Rules::default()).ok()
}

/// The new points where a stone of `player` makes five once it has one at `point`.
fn made(pos: &Gomoku, player: Player, point: Point) -> (Gomoku, Vec<Point>) {
    let before = fives(pos, player);
    let mut after = if pos.turn() == player {
        pos.clone()
    } else {
        flipped(pos, TURNS).expect("a position")
    };
    after.play(point);
    let new = fives(&after, player)
        .into_iter()
        .filter(|five| !before.contains(five));
    let new = new.collect();
    (after, new)
}

const TURNS: [&str; 2] = ["turn:X", "turn:O"];

#[test]
fn gomoku_names_the_shapes_that_are_there() {
    let game = game("gomoku").expect("built in");
    let mut tallies = Tallies::default();
    for (number, session) in positions(game).iter().enumerate() {
        let pos: Gomoku =
            Gomoku::parse(&session.view().position, &Default::default()).expect("a position");
        let [own, other] = [pos.turn(), !pos.turn()];
        let [own_five, five] = [own, other].map(|player| fives(&pos, player));
        for (place, mv) in session.legal_moves().iter().enumerate() {
            let point: Point = mv.parse().expect("a point");
            // A part of all moves is enough, another from position to position.
            if (place + number) % 6 != 0 && !own_five.contains(&point) {
                continue;
            }
            let said = said(session.as_ref(), mv);
            let says = |kind: &str| said.contains(&kind);
            let (after, new) = made(&pos, own, point);
            let wins = after.decided() == Some(Outcome::Loss);
            tallies.add("five", says("five"), wins);
            tallies.add("stops-five", says("stops-five"), five.contains(&point));
            let (theirs, would) = made(&pos, other, point);
            let would_win = theirs.decided() == Some(Outcome::Loss);
            let stops = says("stops-straight-four") || says("stops-double-four");
            // With a five at hand, one more four at the same point is not seen by its fives.
            let stops = stops && five.is_empty();
            let would = if five.is_empty() { would } else { Vec::new() };
            tallies.add("stops-straight-four", stops, !would_win && would.len() > 1);
            if wins || !own_five.is_empty() {
                continue;
            }
            let makes_two = says("straight-four") || says("double-four");
            tallies.add("straight-four", makes_two, new.len() > 1);
            let makes_one = says("four") || says("four-three");
            tallies.add("four", makes_one, new.len() == 1);
            tallies.add(
                "leaves-five",
                says("leaves-five"),
                !fives(&after, other).is_empty(),
            );
            if says("three") || says("four-three") || says("double-three") {
                let again = flipped(&after, TURNS).expect("a position");
                let is_open = again
                    .empty()
                    .any(|next| made(&again, own, next).1.len() > 1);
                tallies.add("three", true, is_open);
            }
            if says("leaves-straight-four") {
                let is_left = after
                    .empty()
                    .any(|next| made(&after, other, next).1.len() > 1);
                tallies.add("leaves-straight-four", true, is_left);
            }
        }
    }
    tallies.check(200, 0.99);
}

#[test]
fn othello_tells_corners_and_moves() {
    let game = game("othello").expect("built in");
    let mut tallies = Tallies::default();
    for session in positions(game) {
        let pos: Othello = session.view().position.parse().expect("a position");
        for mv in session.legal_moves() {
            let said = said(session.as_ref(), &mv);
            let says = |kind: &str| said.contains(&kind);
            let Ok(square) = mv.parse::<Square>() else {
                assert!(said.is_empty(), "{mv}");
                continue;
            };
            let bit = 1 << square.index();
            let mut after = pos;
            after.play(mv.parse().expect("a move"));
            let corners = |pos: Othello| -> u64 {
                let moves = squares(CORNERS).map(|corner| 1 << corner.index());
                moves.filter(|corner| pos.moves() & corner != 0).sum()
            };
            let could = flipped(&pos, [" X", " O"]).map_or(0, corners);
            let can = corners(after);
            tallies.add("corner", says("corner"), CORNERS & bit != 0);
            tallies.add("gives-corner", says("gives-corner"), can & !could != 0);
            tallies.add(
                "guards-corner",
                says("guards-corner"),
                could & !can & !bit != 0,
            );
            let mut replies = Vec::new();
            let over = after.legal_moves(&mut replies).is_some();
            let passes = !over && after.must_pass();
            tallies.add("pass", says("pass"), passes);
            tallies.add(
                "few-moves",
                says("few-moves"),
                !over && !passes && replies.len() <= 3,
            );
            let disc = |column: i32, row: i32| {
                let at = (0..8).contains(&column) && (0..8).contains(&row);
                let square = at.then(|| Square::at(column as u8, row as u8)).flatten();
                square.and_then(|square| pos.disc(square))
            };
            let (column, row) = (i32::from(square.column()), i32::from(square.row()));
            let between = |step: [i32; 2]| {
                [1, -1].iter().all(|way| {
                    disc(column + way * step[0], row + way * step[1]) == Some(!pos.turn())
                })
            };
            let is_wedge = ([0, 7].contains(&row) && between([1, 0]))
                || ([0, 7].contains(&column) && between([0, 1]));
            tallies.add("wedge", says("wedge"), is_wedge);
        }
    }
    tallies.check(200, 1.0);
}

/// Discs that are said to be safe for good are not turned in games from there.
#[test]
fn othello_calls_nothing_safe_that_is_turned() {
    let game = game("othello").expect("built in");
    let mut told = 0;
    for session in positions(game) {
        let pos: Othello = session.view().position.parse().expect("a position");
        for mv in session.legal_moves() {
            if !said(session.as_ref(), &mv).contains(&"stable") {
                continue;
            }
            told += 1;
            let mut after = pos;
            after.play(mv.parse().expect("a move"));
            let player = pos.turn();
            let safe = after.stable(player);
            for seed in 0..4 {
                let mut played = after;
                let mut chance = seed + 1;
                let mut moves = Vec::new();
                while played.legal_moves(&mut moves).is_none() {
                    chance = game_core::zobrist::mix(chance);
                    played.play(moves[(chance % moves.len() as u64) as usize]);
                    moves.clear();
                }
                assert_eq!(played.board(player) & safe, safe, "{pos} {mv}");
            }
        }
    }
    assert!(told >= 200, "{told}");
}

#[test]
fn xiangqi_tells_checks_and_what_hangs() {
    let game = game("xiangqi").expect("built in");
    let mut tallies = Tallies::default();
    for session in positions(game) {
        let pos =
            Xiangqi::parse(&session.view().position, &Default::default()).expect("a position");
        for mv in session.legal_moves() {
            let said = said(session.as_ref(), &mv);
            let says = |kind: &str| said.contains(&kind);
            let played: xiangqi_movegen::Move = mv.parse().expect("a move");
            let mut after = pos.clone();
            after.play(played);
            let mut replies = Vec::new();
            let stuck = after.legal_moves(&mut replies) == Some(Outcome::Loss);
            // A position in which the general could be taken cannot be read.
            let checks = flipped(&after, [" w", " b"]).is_none();
            tallies.add("mate", says("mate"), stuck && checks);
            tallies.add("stalemate", says("stalemate"), stuck && !checks);
            if stuck {
                continue;
            }
            tallies.add("check", says("check") || says("double-check"), checks);
            let takes = pos.piece_at(played.to).is_some();
            let told = ["wins-piece", "gains", "exchange", "sacrifice"];
            tallies.add("capture", told.iter().any(|kind| says(kind)), takes);
            let retakes = replies.iter().any(|reply| reply.to == played.to);
            if takes && !retakes {
                tallies.add("wins-piece", says("wins-piece"), true);
            }
        }
    }
    tallies.check(200, 1.0);
}

/// Sentences in full, on positions by hand, and others that are not said there.
#[test]
fn sentences_are_said_where_they_are_true() {
    let texts = |name: &str, line: &str, mv: &str| {
        let game = game(name).expect("built in");
        let mut session = game.session(&Vec::new()).expect("no settings");
        session.set_line(line).expect("a line");
        let remarks = session.remarks(mv).expect("a move");
        remarks
            .into_iter()
            .map(|remark| remark.text.en.into_owned())
            .collect::<Vec<_>>()
            .join("; ")
    };
    for (name, line, mv, expected) in [
        (
            "gomoku",
            "X:f8g8h8i8 O:a1b1c1d1 turn:X",
            "e8",
            "makes five in a row",
        ),
        (
            "gomoku",
            "X:f8g8h8i8 O:e8a1b3c5 turn:O",
            "j8",
            "blocks a four",
        ),
        (
            "gomoku",
            "X:f8g8h8 O:a1b3 turn:O",
            "e8",
            "blocks an open three",
        ),
        (
            "gomoku",
            "X:f8g8h8 O:a1b3 turn:O",
            "o15",
            "leaves a straight four or two fours at e8",
        ),
        (
            "gomoku",
            "X:f8g8h8 O:a1b3d5 turn:X",
            "i8",
            "makes a straight four",
        ),
        ("gomoku", "X:h8 O:i9 turn:X", "h9", ""),
        (
            "xiangqi",
            "startpos moves h2e2 h7e7",
            "e2e6",
            "gives check; wins the soldier",
        ),
        // The horse attacks a chariot on either side.
        (
            "xiangqi",
            "3k5/9/9/9/1r3r3/9/9/2N6/9/4K4 w",
            "c2d4",
            "forks the chariot and the chariot",
        ),
        (
            "xiangqi",
            "3k5/9/9/9/4r4/9/9/9/4R4/5K3 b",
            "e5a5",
            "saves the chariot",
        ),
        ("xiangqi", "3k5/R8/9/9/9/8p/9/9/9/1R3K3 w", "b0b9", "mates"),
        (
            "xiangqi",
            "3k5/9/9/9/4r4/9/9/9/4R4/5K3 b",
            "d9d8",
            "leaves the chariot on e5 to be won",
        ),
        ("othello", "startpos", "f5", "leaves the opponent 3 moves"),
    ] {
        assert_eq!(texts(name, line, mv), expected, "{line} {mv}");
    }
    let gomoku = game("gomoku").expect("built in");
    let caro = gomoku
        .session(&vec![("rule".to_owned(), "caro".to_owned())])
        .expect("a rule");
    assert!(caro.remarks("h8").expect("a move").is_empty());
    assert!(caro.remarks("z9").is_err());
}
