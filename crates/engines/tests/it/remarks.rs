//! What is said of moves, against what the rules say: each sentence on positions of puzzles, where it
//! is true and where it is not.

use engines::{Game, Session, game};
use game_core::{Notation, Outcome, Player, Position};
use gomoku_rules::{Gomoku, Point};
use othello_bitboard::{CORNERS, Othello, Square, squares};
use pattern_eval::xiangqi::piece_value;
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
            // There are few stalemates, exchanges and named mates to be had.
            let least = match *kind {
                "stalemate" => 20,
                "exchange" | "gains" | "mate-by-pattern" => 3 * least / 4,
                _ => least,
            };
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

/// The positions of mates and of best moves, and of five games between masters, where pieces are exchanged.
fn of_others(game: &dyn Game) -> Vec<Box<dyn Session>> {
    let mates = include_str!("../../../../tests/data/xiangqi/mates.txt").lines();
    let suite = include_str!("../../../../tests/data/xiangqi/suite.txt").lines();
    let texts = mates.chain(suite).filter(|line| !line.starts_with('#'));
    let at = |text: &str| {
        let mut session = game.session(&Vec::new()).expect("no settings");
        let (fen, _) = text
            .split_once(';')
            .expect("a position and what is known of it");
        session.set_line(fen.trim()).expect("a position");
        session
    };
    let mut positions: Vec<_> = texts.map(at).collect();
    let records = include_str!("../../../../tests/data/xiangqi/five_games.pgn");
    let starts: Vec<_> = records.match_indices("[Event").map(|(at, _)| at).collect();
    let ends = starts[1..].iter().copied().chain([records.len()]);
    for (start, end) in starts.iter().zip(ends) {
        let mut session = game.session(&Vec::new()).expect("no settings");
        session.load(&records[*start..end]).expect("a record");
        let line = session.line();
        for plies in 0..line.moves.len() {
            let mut line = line.clone();
            line.moves.truncate(plies);
            let mut session = game.session(&Vec::new()).expect("no settings");
            session.set_line(line).expect("a line");
            positions.push(session);
        }
    }
    positions
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

/// What is said of a move, in English.
fn texts(session: &dyn Session, mv: &str) -> Vec<String> {
    let remarks = session.remarks(mv).expect("a legal move");
    let text = |remark: engines::Remark| remark.text.en.into_owned();
    remarks.into_iter().map(text).collect()
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
            for text in texts(session.as_ref(), mv) {
                let Some(threat) = text.strip_prefix("threatens ") else {
                    continue;
                };
                let (_, point) = threat.split_once(" at ").expect("a point");
                let point: Point = point.parse().expect("a point");
                let again = flipped(&after, TURNS).expect("a position");
                let (next, fours) = made(&again, own, point);
                // With the four answered, the three is still there.
                let is_open_three = |five: Point| {
                    let mut answered = next.clone();
                    answered.play(five);
                    answered
                        .empty()
                        .any(|third| made(&answered, own, third).1.len() > 1)
                };
                if threat.starts_with("two fours") {
                    tallies.add("threatens-double-four", true, fours.len() > 1);
                } else {
                    let is_true = matches!(fours[..], [five] if is_open_three(five));
                    tallies.add("threatens-four-three", true, is_true);
                }
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
            let told = texts(session.as_ref(), &mv);
            for corner in squares(CORNERS) {
                let soon = told.contains(&format!("gives up the corner {corner} in three moves"));
                let is_given = gives_soon(&pos, mv.parse().expect("a move"), corner);
                tallies.add("gives-corner-soon", soon, is_given);
            }
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

/// Whether `mv` lets the opponent force `corner` in three plies, and another move would not; neither
/// before nor at once.
fn gives_soon(pos: &Othello, mv: othello_bitboard::Move, corner: Square) -> bool {
    let player = pos.turn();
    let forced = |mv, plies| {
        let mut after = *pos;
        after.play(mv);
        takes(&after, !player, corner, plies)
    };
    let could = flipped(pos, [" X", " O"]).is_some_and(|pos| takes(&pos, !player, corner, 1));
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    !could && !forced(mv, 1) && forced(mv, 3) && moves.into_iter().any(|other| !forced(other, 3))
}

/// Whether `player` can force a disc of its own on `corner` within `plies`.
fn takes(pos: &Othello, player: Player, corner: Square, plies: u32) -> bool {
    let mut moves = Vec::new();
    if plies == 0 || pos.legal_moves(&mut moves).is_some() {
        return false;
    }
    let mut after = moves.into_iter().map(|mv| {
        let mut after = *pos;
        after.play(mv);
        let is_taken = pos.turn() == player && mv == corner.into();
        is_taken || (plies > 1 && takes(&after, player, corner, plies - 1))
    });
    if pos.turn() == player {
        after.any(|taken| taken)
    } else {
        after.all(|taken| taken)
    }
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
    for session in positions(game).into_iter().chain(of_others(game)) {
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
            let told = texts(session.as_ref(), &mv);
            let pattern = told
                .iter()
                .find_map(|text| text.strip_prefix("mates by the "));
            if let Some(pattern) = pattern {
                tallies.add("mate-by-pattern", true, is_pattern(&after, pattern));
            }
            if stuck {
                continue;
            }
            tallies.add("check", says("check") || says("double-check"), checks);
            let mating = told.iter().find_map(|text| text.strip_prefix("mates in "));
            if let Some(mating) = mating {
                let moves: Option<usize> = mating
                    .split(' ')
                    .next()
                    .and_then(|moves| moves.parse().ok());
                let further = moves.expect("a number") - 1;
                tallies.add("mates-in", true, is_mated(&after, further));
            }
            let taken = pos.piece_at(played.to);
            let told = ["wins-piece", "gains", "exchange", "sacrifice"];
            let is_told = told.iter().any(|kind| says(kind));
            tallies.add("capture", is_told, taken.is_some());
            if let Some(taken) = taken {
                let gain = worth(taken) - square_gain(&after, played.to);
                tallies.add("wins-piece", says("wins-piece"), gain >= worth(taken));
                tallies.add("gains", says("gains"), 0 < gain && gain < worth(taken));
                tallies.add("exchange", says("exchange"), gain == 0);
                tallies.add("sacrifice", says("sacrifice"), gain < 0);
            }
            let by_this = |other: &xiangqi_movegen::Move| other.from == played.to;
            if says("fork") {
                let targets = flipped(&after, [" w", " b"]).map_or(0, |again| {
                    let won = captures(&again).into_iter().filter(by_this);
                    won.filter(|&other| capture_gain(&again, other) > 0).count()
                });
                // Of a check nothing but the answer shows what it wins.
                tallies.add("fork", true, checks || targets > 1);
            }
            if says("wins-by-fork") {
                let forked = material_search(&after, -10_000, 10_000, 3);
                tallies.add("wins-by-fork", true, forked < material(&after));
            }
            let loses = |pos: &Xiangqi| {
                captures(pos).into_iter().any(|mv| {
                    let taken = pos.piece_at(mv.to);
                    taken.is_some_and(|piece| capture_gain(pos, mv) >= worth(piece))
                })
            };
            if says("loses") {
                tallies.add("loses", true, loses(&after));
            }
            if says("saves") {
                let was_lost = flipped(&pos, [" w", " b"]).is_some_and(|other| {
                    let mut replies = captures(&other).into_iter();
                    replies.any(|reply| capture_gain(&other, reply) > 0)
                });
                tallies.add("saves", true, was_lost && !loses(&after));
            }
        }
    }
    tallies.check(200, 0.97);
}

/// Whether the player to move is mated within this many moves, whatever it does, by checks alone.
fn is_mated(pos: &Xiangqi, moves: usize) -> bool {
    let mut answers = Vec::new();
    if let Some(outcome) = pos.legal_moves(&mut answers) {
        return outcome == Outcome::Loss;
    }
    answers.into_iter().all(|answer| {
        let mut answered = pos.clone();
        answered.play(answer);
        let mut attacks = Vec::new();
        if moves == 0 || answered.legal_moves(&mut attacks).is_some() {
            return false;
        }
        attacks
            .into_iter()
            .filter(|&mv| answered.gives_check(mv))
            .any(|mv| {
                let mut after = answered.clone();
                after.play(mv);
                is_mated(&after, moves - 1)
            })
    })
}

/// Whether the mated general sees this pattern when it looks along its file and rank, and around.
fn is_pattern(pos: &Xiangqi, pattern: &str) -> bool {
    use xiangqi_movegen::{Kind, Square};
    let loser = pos.turn();
    let is = |square: Square, player: Player, kind| {
        let piece = pos.piece_at(square);
        piece.is_some_and(|piece| (piece.player, piece.kind) == (player, kind))
    };
    let found = Square::all().find(|&square| is(square, loser, Kind::General));
    let general = found.expect("a general");
    let ways = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let looks = ways.map(|(files, ranks)| {
        let steps = (1..10).map_while(|step| general.offset(step * files, step * ranks));
        steps
            .filter(|&square| pos.piece_at(square).is_some())
            .take(2)
            .collect::<Vec<_>>()
    });
    let over = |player, kind, apart: Option<u8>| {
        looks.iter().any(|look| {
            let [screen, cannon] = look[..] else {
                return false;
            };
            let distance =
                screen.file().abs_diff(general.file()) + screen.rank().abs_diff(general.rank());
            is(cannon, !loser, Kind::Cannon)
                && is(screen, player, kind)
                && apart.is_none_or(|apart| apart == distance)
        })
    };
    let horse_on = |places: [(i8, i8); 4]| {
        places.into_iter().any(|(files, ranks)| {
            let forward = if loser == Player::First {
                ranks
            } else {
                -ranks
            };
            general
                .offset(files, forward)
                .is_some_and(|square| is(square, !loser, Kind::Horse))
        })
    };
    match pattern {
        "double cannon" => over(!loser, Kind::Cannon, None),
        "cannon behind the horse" => over(!loser, Kind::Horse, Some(2)),
        "smothering cannon" => over(loser, Kind::Advisor, None),
        "two chariots" => {
            let chariots = Square::all()
                .filter(|&square| is(square, !loser, Kind::Chariot))
                .collect::<Vec<_>>();
            let on = |apart: u8| {
                let files = chariots
                    .iter()
                    .any(|other| other.file().abs_diff(general.file()) == apart);
                let ranks = chariots
                    .iter()
                    .any(|other| other.rank().abs_diff(general.rank()) == apart);
                [files, ranks]
            };
            let (here, beside) = (on(0), on(1));
            chariots.len() > 1 && (0..2).any(|line| here[line] && beside[line])
        }
        "crouching horse" => horse_on([(-2, 1), (2, 1), (-2, -1), (2, -1)]),
        "palace-corner horse" => horse_on([(-1, 2), (1, 2), (-2, 1), (2, 1)]),
        _ => false,
    }
}

/// What a piece is worth in exchanges.
fn worth(piece: xiangqi_movegen::Piece) -> i32 {
    piece_value(piece.kind)
}

/// The legal captures.
fn captures(pos: &Xiangqi) -> Vec<xiangqi_movegen::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.retain(|mv| pos.piece_at(mv.to).is_some());
    moves
}

/// The most that the player to move gains by captures on one square, each of which is legal.
fn square_gain(pos: &Xiangqi, square: xiangqi_movegen::Square) -> i32 {
    let here = captures(pos).into_iter().filter(|mv| mv.to == square);
    here.map(|mv| capture_gain(pos, mv)).fold(0, i32::max)
}

/// What a capture gains by captures on its square.
fn capture_gain(pos: &Xiangqi, mv: xiangqi_movegen::Move) -> i32 {
    let mut after = pos.clone();
    after.play(mv);
    pos.piece_at(mv.to).map_or(0, worth) - square_gain(&after, mv.to)
}

/// What the player to move has more than the other.
fn material(pos: &Xiangqi) -> i32 {
    let pieces = xiangqi_movegen::Square::all().filter_map(|square| pos.piece_at(square));
    let of = |piece: xiangqi_movegen::Piece| {
        if piece.player == pos.turn() {
            worth(piece)
        } else {
            -worth(piece)
        }
    };
    pieces.map(of).sum()
}

/// Alpha-beta over material: this many plies, then captures.
fn material_search(pos: &Xiangqi, mut alpha: i32, beta: i32, plies: u32) -> i32 {
    let mut moves = Vec::new();
    if let Some(outcome) = pos.legal_moves(&mut moves) {
        return if outcome == Outcome::Loss { -9_000 } else { 0 };
    }
    let quiet = plies == 0 && !pos.in_check();
    if quiet {
        let stand = material(pos);
        if stand >= beta {
            return stand;
        }
        alpha = alpha.max(stand);
        moves.retain(|mv| pos.piece_at(mv.to).is_some());
    }
    moves.sort_by_key(|mv| -pos.piece_at(mv.to).map_or(0, worth));
    let mut best = if quiet { alpha } else { -10_000 };
    for mv in moves {
        let mut after = pos.clone();
        after.play(mv);
        let value = -material_search(&after, -beta, -alpha.max(best), plies.saturating_sub(1));
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
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
        (
            "xiangqi",
            "3k5/R8/9/9/9/8p/9/9/9/1R3K3 w",
            "b0b9",
            "mates by the two chariots",
        ),
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
