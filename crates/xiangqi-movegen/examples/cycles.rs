//! Random repetitions to compare rules on: `FEN ; moves`, one a line.
//!
//! Boards of two to five pieces a side, and a cycle of 4 to 12 plies without a capture that is gone
//! round until a position is there for the third time. With `attacking`, most moves make or end an
//! attack, or give check: few random cycles are anything but draws.
//!
//!     cargo run --release -p xiangqi-movegen --example cycles -- COUNT SEED attacking

use game_core::{Notation, Position};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use std::{env, iter};
use xiangqi_movegen::{Move, Rules, Square, Xiangqi};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let count = args.first().map_or(Ok(10), |count| count.parse())?;
    let seed = args.get(1).map_or(Ok(1), |seed| seed.parse())?;
    let attacking = args.get(2).is_some_and(|word| word == "attacking");
    let mut rng = StdRng::seed_from_u64(seed);
    for (start, moves) in iter::from_fn(|| Some(repetition(&mut rng, attacking))).take(count) {
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        println!("{start} ; {}", words.join(" "));
    }
    Ok(())
}

/// A position, and moves that end with the third occurrence of one.
fn repetition(rng: &mut StdRng, attacking: bool) -> (Xiangqi, Vec<Move>) {
    loop {
        let Ok(start) = Xiangqi::parse(&few_pieces(rng), &Rules::default()) else {
            continue;
        };
        if start.outcome().is_some() {
            continue;
        }
        for _ in 0..100 {
            let plies = 2 * rng.random_range(2..=6);
            let found =
                cycle(&start, plies, attacking, rng).and_then(|cycle| gone_round(&start, &cycle));
            if let Some(moves) = found {
                return (start, moves);
            }
        }
    }
}

/// The FEN of two to five pieces a side, most of them where such pieces may stand.
fn few_pieces(rng: &mut StdRng) -> String {
    let mut board = [['1'; 9]; 10];
    for black in [false, true] {
        let others = rng.random_range(1..=4);
        let kinds: Vec<char> = (0..others)
            .filter_map(|_| "ABNRCP".chars().nth(rng.random_range(0..6)))
            .collect();
        for kind in iter::once('K').chain(kinds) {
            let files = if matches!(kind, 'K' | 'A') {
                3..=5
            } else {
                0..=8
            };
            // Counted from the side's own back rank.
            let ranks = match kind {
                'K' | 'A' => 0..=2,
                'B' => 0..=4,
                'P' => 3..=9,
                _ => 0..=9,
            };
            let file = rng.random_range(files);
            let rank = rng.random_range(ranks);
            let (row, letter) = if black {
                (rank, kind.to_ascii_lowercase())
            } else {
                (9 - rank, kind)
            };
            board[row][file] = letter;
        }
    }
    let turn = if rng.random() { 'w' } else { 'b' };
    format!(
        "{} {turn}",
        board.map(|row| row.iter().collect::<String>()).join("/")
    )
}

/// Random moves without a capture, `plies` of them, that bring each piece back to where it was.
fn cycle(start: &Xiangqi, plies: usize, attacking: bool, rng: &mut StdRng) -> Option<Vec<Move>> {
    let mut pos = start.clone();
    // Each side's pieces that are not where they were: from where, and where.
    let mut away: [Vec<(Square, Square)>; 2] = Default::default();
    let mut path = Vec::new();
    for ply in 0..plies {
        let away = &mut away[ply % 2];
        let left = (plies - ply - 1) / 2;
        let mut moves = Vec::new();
        pos.generate_quiets(&mut moves);
        moves.retain(|&mv| pos.is_legal(mv) && gone(away, mv).len() <= left);
        if attacking && rng.random_ratio(2, 3) {
            let sharp: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| changes_attacks(&pos, mv))
                .collect();
            moves = if sharp.is_empty() { moves } else { sharp };
        }
        let mv = *moves.choose(rng)?;
        *away = gone(away, mv);
        pos.play(mv);
        path.push(mv);
    }
    Some(path)
}

/// Which pieces are away after one of them, or another, has made `mv`.
fn gone(away: &[(Square, Square)], mv: Move) -> Vec<(Square, Square)> {
    let home = away
        .iter()
        .find(|&&(_, at)| at == mv.from)
        .map_or(mv.from, |&(home, _)| home);
    let others = away.iter().copied().filter(|&(_, at)| at != mv.from);
    others
        .chain((home != mv.to).then_some((home, mv.to)))
        .collect()
}

/// Whether `mv` gives check, or leaves its side with other captures than before.
fn changes_attacks(pos: &Xiangqi, mv: Move) -> bool {
    let captures = |pos: &Xiangqi| {
        let mut captures = Vec::new();
        pos.generate_captures(&mut captures);
        captures
    };
    let mut after = pos.clone();
    after.play(mv);
    if after.in_check() {
        return true;
    }
    after.play(Move::NULL);
    let after = captures(&after);
    !after.is_empty() && after != captures(pos)
}

/// `cycle` and once more, up to the third occurrence of a position, if every move is legal.
fn gone_round(start: &Xiangqi, cycle: &[Move]) -> Option<Vec<Move>> {
    let mut pos = start.clone();
    let mut moves = Vec::new();
    for &mv in cycle.iter().chain(cycle) {
        // A check may have made it illegal.
        pos.unpack(pos.pack(mv)).filter(|&mv| pos.is_legal(mv))?;
        pos.play(mv);
        moves.push(mv);
        if pos.occurrences() == 3 {
            return Some(moves);
        }
    }
    None
}
