//! Checks, mates, exchanges and forks of xiangqi.

use super::{Said, Tallies, flipped, positions};
use engines::{Game, Session, game};
use game_core::{Notation, Outcome, Player, Position};
use pattern_eval::xiangqi::piece_value;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use xiangqi_movegen::{Kind, Move, Piece, Square, Xiangqi};

/// The positions of mates and of best moves, and of five games between masters, where pieces are
/// exchanged.
fn of_others(game: &dyn Game) -> Vec<Box<dyn Session>> {
    let mates = include_str!("../../../../../tests/data/xiangqi/mates.txt").lines();
    let suite = include_str!("../../../../../tests/data/xiangqi/suite.txt").lines();
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
    let records = include_str!("../../../../../tests/data/xiangqi/five_games.pgn");
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

#[test]
fn xiangqi_tells_checks_and_what_hangs() {
    let game = game("xiangqi").expect("built in");
    let mut tallies = Tallies::default();
    for session in positions(game).into_iter().chain(of_others(game)) {
        let pos =
            Xiangqi::parse(&session.view().position, &Default::default()).expect("a position");
        for mv in session.legal_moves() {
            let said = Said::of(session.as_ref(), &mv);
            let says = |kind| said.says(kind);
            let mv: Move = mv.parse().expect("a move");
            let (after, end) = played(&pos, mv);
            tally_end(&mut tallies, &said, end);
            if end.is_some() {
                continue;
            }
            let checks = is_check(&after);
            tallies.add("check", says("check") || says("double-check"), checks);
            if let Some(mating) = said.after("mates in ") {
                let moves: Option<usize> = mating
                    .split(' ')
                    .next()
                    .and_then(|moves| moves.parse().ok());
                let further = moves.expect("a number") - 1;
                tallies.add("mates-in", true, is_mated(&after, further));
            }
            tally_capture(&mut tallies, &said, &pos, mv);
            let by_this = |other: &Move| other.from == mv.to;
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
    tally_few_pieces(game, &mut tallies);
    tallies.check(200, 0.97);
}

/// Mates with a name, stalemates, double checks and even exchanges are rare in games: they are looked
/// for where a few pieces stand at random.
fn tally_few_pieces(game: &dyn Game, tallies: &mut Tallies) {
    let mut session = game.session(&Vec::new()).expect("no settings");
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..PLACEMENTS {
        let Some(pos) = few_pieces(&mut rng) else {
            continue;
        };
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        // A part of the captures is enough.
        let is_sampled = rng.random_ratio(1, 8);
        session.set_line(pos.to_string()).expect("a position");
        for mv in moves {
            let (after, end) = played(&pos, mv);
            let checkers = if end.is_some() { 0 } else { checkers(&after) };
            let is_capture = is_sampled && pos.piece_at(mv.to).is_some();
            if end.is_none() && checkers < 2 && !is_capture {
                continue;
            }
            let said = Said::of(session.as_ref(), &mv.to_string());
            tally_end(tallies, &said, end);
            if end.is_none() {
                tallies.add("double-check", said.says("double-check"), checkers > 1);
                tally_capture(tallies, &said, &pos, mv);
            } else if let Some(pattern) = said.after("mates by the ") {
                tallies.add(pattern, true, is_pattern(&after, pattern));
            }
        }
    }
}

/// How many placements are tried.
const PLACEMENTS: u64 = 200_000;

/// Two or three pieces of Red's near Black's general, which has lost everything, or has some of its
/// guards and two more pieces; Red is to move. `None` if the position cannot be, or is over.
fn few_pieces(rng: &mut StdRng) -> Option<Xiangqi> {
    let mut board = [[None; 9]; 10];
    let mut put = |rank: usize, file: usize, letter: char| board[9 - rank][file] = Some(letter);
    // Most mates are by chariots, so there are fewer of those; horses mate from nearby.
    let attackers = ["CC", "CC", "NC", "NR", "NR", "NR", "NR", "RR"];
    for letter in attackers.choose(rng)?.chars() {
        let (ranks, files) = if letter == 'N' {
            (6..9, 2..7)
        } else {
            (4..9, 0..9)
        };
        put(rng.random_range(ranks), rng.random_range(files), letter);
    }
    if !rng.random_ratio(1, 16) {
        let letter = *['R', 'N', 'C', 'P'].choose(rng)?;
        put(rng.random_range(5..10), rng.random_range(0..9), letter);
        for (rank, file, letter) in [(9, 3, 'a'), (9, 5, 'a'), (9, 6, 'b'), (8, 4, 'a')] {
            if rng.random_bool(0.5) {
                put(rank, file, letter);
            }
        }
        for _ in 0..2 {
            let letter = *['r', 'n', 'c', 'p'].choose(rng)?;
            put(rng.random_range(0..7), rng.random_range(0..9), letter);
        }
    }
    put(rng.random_range(0..2), rng.random_range(3..6), 'K');
    put(
        *[9, 9, 9, 8, 7].choose(rng)?,
        *[4, 4, 3, 5].choose(rng)?,
        'k',
    );
    let rank = |files: &[Option<char>; 9]| {
        let text = |file: &Option<char>| file.map_or("1".to_owned(), String::from);
        files.iter().map(text).collect::<String>()
    };
    let ranks: Vec<_> = board.iter().map(rank).collect();
    let pos = Xiangqi::parse(&format!("{} w", ranks.join("/")), &Default::default()).ok()?;
    pos.legal_moves(&mut Vec::new()).is_none().then_some(pos)
}

/// How a move ends the game at once.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Mate,
    Stalemate,
}

fn played(pos: &Xiangqi, mv: Move) -> (Xiangqi, Option<End>) {
    let mut after = pos.clone();
    after.play(mv);
    let stuck = after.legal_moves(&mut Vec::new()) == Some(Outcome::Loss);
    let end = stuck.then(|| {
        if is_check(&after) {
            End::Mate
        } else {
            End::Stalemate
        }
    });
    (after, end)
}

/// Whether the player who has just moved gives check: with the move to make once more, it could take
/// the general, and such a position cannot be read.
fn is_check(after: &Xiangqi) -> bool {
    flipped(after, [" w", " b"]).is_none()
}

fn tally_end(tallies: &mut Tallies, said: &Said, end: Option<End>) {
    for (kind, what) in [("mate", End::Mate), ("stalemate", End::Stalemate)] {
        tallies.add(kind, said.says(kind), end == Some(what));
    }
}

/// What is said of a capture, against what captures on its square bring.
fn tally_capture(tallies: &mut Tallies, said: &Said, pos: &Xiangqi, mv: Move) {
    let kinds = ["wins-piece", "gains", "exchange", "sacrifice"];
    let taken = pos.piece_at(mv.to);
    let is_told = kinds.iter().any(|kind| said.says(kind));
    tallies.add("capture", is_told, taken.is_some());
    let Some(taken) = taken else { return };
    let (gain, worth) = (capture_gain(pos, mv), worth(taken));
    let is_true = [gain >= worth, 0 < gain && gain < worth, gain == 0, gain < 0];
    for (kind, is_true) in kinds.into_iter().zip(is_true) {
        tallies.add(kind, said.says(kind), is_true);
    }
}

/// Whether this piece stands on this square of the board.
fn is(pos: &Xiangqi, square: Option<Square>, player: Player, kind: Kind) -> bool {
    square.and_then(|square| pos.piece_at(square)) == Some(Piece::new(player, kind))
}

/// One rank forward, as `player` sees the board.
fn forward(player: Player) -> i8 {
    if player == Player::First { 1 } else { -1 }
}

/// How many pieces give check to the player to move, by how each kind moves.
fn checkers(pos: &Xiangqi) -> usize {
    let (general, looks) = looks(pos);
    let attacks = |square, kind| is(pos, square, !pos.turn(), kind);
    let along = looks.iter().map(|look| {
        let [first, second] = [0, 1].map(|place| look.get(place).copied());
        usize::from(attacks(first, Kind::Chariot)) + usize::from(attacks(second, Kind::Cannon))
    });
    let soldiers = [(1, 0), (-1, 0), (0, forward(pos.turn()))]
        .map(|(files, ranks)| attacks(general.offset(files, ranks), Kind::Soldier));
    // What blocks a horse is beside it, on the way to the general.
    let horses = [(1, 2), (2, 1)].into_iter().flat_map(|(files, ranks)| {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(along_files, along_ranks)| {
            let horse = general.offset(along_files * files, along_ranks * ranks);
            let leg = general.offset(along_files, along_ranks);
            attacks(horse, Kind::Horse) && leg.is_some_and(|leg| pos.piece_at(leg).is_none())
        })
    });
    let others = soldiers.into_iter().chain(horses);
    along.sum::<usize>() + others.filter(|&checks| checks).count()
}

/// The general of the player to move and, each way along its file and rank, the first two pieces.
fn looks(pos: &Xiangqi) -> (Square, [Vec<Square>; 4]) {
    let is_general = |square: &Square| is(pos, Some(*square), pos.turn(), Kind::General);
    let general = Square::all().find(is_general).expect("a general");
    let ways = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let looks = ways.map(|(files, ranks)| {
        let steps = (1..10).map_while(|step| general.offset(step * files, step * ranks));
        let pieces = steps.filter(|&square| pos.piece_at(square).is_some());
        pieces.take(2).collect()
    });
    (general, looks)
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
    let loser = pos.turn();
    let is = |square, player, kind| is(pos, Some(square), player, kind);
    let (general, looks) = looks(pos);
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
            let square = general.offset(files, forward(loser) * ranks);
            square.is_some_and(|square| is(square, !loser, Kind::Horse))
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
fn worth(piece: Piece) -> i32 {
    piece_value(piece.kind)
}

/// The legal captures.
fn captures(pos: &Xiangqi) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.retain(|mv| pos.piece_at(mv.to).is_some());
    moves
}

/// The most that the player to move gains by captures on one square, each of which is legal.
fn square_gain(pos: &Xiangqi, square: Square) -> i32 {
    let here = captures(pos).into_iter().filter(|mv| mv.to == square);
    here.map(|mv| capture_gain(pos, mv)).fold(0, i32::max)
}

/// What a capture gains by captures on its square.
fn capture_gain(pos: &Xiangqi, mv: Move) -> i32 {
    let mut after = pos.clone();
    after.play(mv);
    pos.piece_at(mv.to).map_or(0, worth) - square_gain(&after, mv.to)
}

/// What the player to move has more than the other.
fn material(pos: &Xiangqi) -> i32 {
    let pieces = Square::all().filter_map(|square| pos.piece_at(square));
    let of = |piece: Piece| {
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
