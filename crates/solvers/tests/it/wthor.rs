//! The endgame solver on the positions of tournament games.
#![cfg(feature = "othello")]

use game_core::{Player, Position};
use othello_bitboard::{Move, Othello, Square, flips, moves, squares, wthor};
use solvers::othello::{Endgame, Goal, SolveLimits};
use std::{fs, path::PathBuf};

/// Alpha-beta that remembers nothing, and tries first what leaves the fewest replies: nothing of
/// the solver's is in it.
fn plain(own: u64, opp: u64, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let places = moves(own, opp);
    if places == 0 {
        if moves(opp, own) != 0 {
            return -plain(opp, own, -beta, -alpha, nodes);
        }
        return Othello::new(own, opp, Player::First)
            .expect("two sides")
            .final_margin();
    }
    let mut children = [(0, 0, 0); 64];
    let mut count = 0;
    for square in squares(places) {
        let flipped = flips(square, own, opp);
        let (own, opp) = (opp ^ flipped, own ^ flipped | square.bit());
        children[count] = (moves(own, opp).count_ones(), own, opp);
        count += 1;
    }
    children[..count].sort_unstable();
    let mut best = -64;
    for &(_, own, opp) in &children[..count] {
        best = best.max(-plain(own, opp, -beta, -alpha, nodes));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// What the solver says, after it is compared with plain alpha-beta; nodes of both are added up.
fn agreed(endgame: &mut Endgame, pos: &Othello, nodes: &mut [u64; 2]) -> i32 {
    let solution = endgame
        .solve(pos, Goal::Margin, &SolveLimits::default())
        .expect("there is no limit");
    nodes[0] += solution.nodes;
    assert_eq!(
        solution.score,
        plain(pos.own(), pos.opp(), -64, 64, &mut nodes[1]),
        "{pos}"
    );
    solution.score
}

/// The positions of a game, as far as it can be played.
fn positions(game: &wthor::Game) -> Vec<Othello> {
    let mut pos = Othello::START;
    let mut line = vec![pos];
    for byte in game.moves {
        let square = (byte % 10).checked_sub(1).zip((byte / 10).checked_sub(1));
        let Some(square) = square.and_then(|(column, row)| Square::at(column, row)) else {
            break;
        };
        if pos.must_pass() {
            pos.play(Move::PASS);
            line.push(pos);
        }
        if pos.moves() & square.bit() == 0 {
            break;
        }
        pos.play(square.into());
        line.push(pos);
    }
    line
}

/// The position with this many squares empty, if the game goes on from there.
fn at(game: &wthor::Game, empties: u32) -> Option<Othello> {
    positions(game)
        .into_iter()
        .find(|pos| pos.empty().count_ones() == empties && pos.outcome().is_none())
}

/// The score of `pos` if both sides play perfectly, as the game's file has it, for the side to
/// move.
fn theoretical(game: &wthor::Game, pos: &Othello) -> i32 {
    let black = 2 * i32::from(game.theoretical_score) - 64;
    if pos.turn() == Player::First {
        black
    } else {
        -black
    }
}

/// Solves the positions of a file, each with its score after a semicolon, and returns how many they
/// are, and the nodes.
fn solve_all(text: &str, endgame: &mut Endgame) -> (usize, u64) {
    let mut count = 0;
    let mut nodes = 0;
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        let (pos, score) = line.split_once("; ").expect("a position and its score");
        let pos: Othello = pos.parse().expect("a position");
        let solution = endgame
            .solve(&pos, Goal::Margin, &SolveLimits::default())
            .expect("there is no limit");
        assert_eq!(format!("{:+}", solution.score), score, "{pos}");
        count += 1;
        nodes += solution.nodes;
    }
    (count, nodes)
}

const SAMPLE: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/othello/wthor-14.obf"
));
const THEORY: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/othello/wthor-24.obf"
));
const WTH_1977: &[u8] = include_bytes!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/othello/WTH_1977.wtb"
));

/// The archives in the directory that `BOYI_WTHOR` names, of the years that `want` names.
fn archives(want: impl Fn(u16) -> bool) -> Vec<wthor::Archive> {
    let dir = std::env::var("BOYI_WTHOR").expect("BOYI_WTHOR names a directory of .wtb files");
    let files = fs::read_dir(dir)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|ext| ext == "wtb"))
        .collect();
    files.sort();
    let read = |path: &PathBuf| {
        wthor::Archive::read(&fs::read(path).expect("a file")).expect("an archive")
    };
    files
        .iter()
        .map(read)
        .filter(|archive| want(archive.header.year))
        .collect()
}

/// The scores in the file are plain alpha-beta's, by the long test below.
#[test]
fn fourteen_empty_squares_of_tournament_games() {
    assert_eq!(solve_all(SAMPLE, &mut Endgame::with_bytes(1 << 20)).0, 100);
}

#[test]
fn the_ends_of_the_games_of_1977() {
    let mut endgame = Endgame::with_bytes(1 << 20);
    let mut nodes = [0; 2];
    for game in &wthor::Archive::read(WTH_1977).expect("an archive").games {
        for empties in 1..=10 {
            if let Some(pos) = at(game, empties) {
                agreed(&mut endgame, &pos, &mut nodes);
            }
        }
    }
    assert!(nodes.iter().all(|&nodes| nodes > 1_000), "{nodes:?}");
}

#[test]
#[ignore = "minutes: twenty positions with 24 empty squares"]
fn the_theoretical_scores() {
    let (count, nodes) = solve_all(THEORY, &mut Endgame::default());
    println!("{count} positions, {nodes} nodes");
    assert_eq!(count, 20);
}

#[test]
#[ignore = "needs the whole database, a directory named by BOYI_WTHOR; minutes"]
fn a_thousand_positions_with_fourteen_empty_squares() {
    let mut endgame = Endgame::default();
    let mut nodes = [0; 2];
    let mut count = 0;
    for archive in archives(|year| (2021..=2025).contains(&year)) {
        // Two hundred of each year, from first to last.
        let sound = archive.games.iter().filter(|game| game.replay().is_ok());
        let ends: Vec<_> = sound.filter_map(|game| at(game, 14)).collect();
        for i in 0..200 {
            let pos = ends[i * ends.len() / 200];
            let score = agreed(&mut endgame, &pos, &mut nodes);
            println!("{pos}; {score:+}");
            count += 1;
        }
    }
    println!(
        "{count} positions, {} nodes, plain alpha-beta {}",
        nodes[0], nodes[1]
    );
    assert_eq!(count, 1_000);
}

#[test]
#[ignore = "needs the whole database, a directory named by BOYI_WTHOR; minutes"]
fn every_game_however_broken_ends_without_a_panic() {
    let mut endgame = Endgame::with_bytes(1 << 20);
    let mut nodes = [0; 2];
    let mut sound = 0;
    let mut broken = 0;
    let mut solved = 0;
    for archive in archives(|_| true) {
        for game in &archive.games {
            *if game.replay().is_ok() {
                &mut sound
            } else {
                &mut broken
            } += 1;
            if let Some(pos) = at(game, 8) {
                agreed(&mut endgame, &pos, &mut nodes);
                solved += 1;
            }
        }
    }
    println!(
        "{sound} sound, {broken} broken, {solved} solved, {} nodes, plain alpha-beta {}",
        nodes[0], nodes[1]
    );
    assert_eq!((sound, broken), (137_548 - 413, 413));
}

/// Prints the files of the tests above.
#[test]
#[ignore = "needs the whole database, a directory named by BOYI_WTHOR"]
fn samples() {
    for archive in archives(|year| (2021..=2025).contains(&year)) {
        let games: Vec<_> = archive
            .games
            .iter()
            .filter(|game| game.replay().is_ok())
            .collect();
        for i in 0..4 {
            let game = games[i * games.len() / 4];
            if let Some(pos) = at(game, archive.header.depth.into()) {
                println!("{pos}; {:+}", theoretical(game, &pos));
            }
        }
    }
}
