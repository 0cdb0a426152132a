//! Games of the engine against itself.

use crate::Outcome;
use engines::{Wiring, xiangqi::XiangqiGuide};
use game_core::{Notation, Outcome as End, Player, Position, Record};
use pattern_eval::xiangqi::Network;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use search::{AlphaBeta, Control, Limits, Options, Request, Searcher, TranspositionTable};
use std::sync::Arc;
use xiangqi_movegen::{Rules, Xiangqi};

/// Plies of the engine's own after which a game is a draw.
const LONGEST: usize = 240;
/// A game is over where both sides hold it for decided, by this many points, this many plies in a
/// row.
const DECIDED: (i32, usize) = (1_500, 6);
/// Moves at random, at most, with which a game leaves its line: what is never played is never found
/// to be bad.
const ASTRAY: usize = 3;

/// Prints `games` games of `nodes` positions a move, in an order of chance, for as many are played
/// at once as there are cores.
pub fn play(lines: &str, games: u64, nodes: u64, seed: u64) -> Outcome<()> {
    let lines: Vec<Record<Xiangqi>> = lines
        .lines()
        .map(|line| Xiangqi::parse_line(line, &Rules::default()))
        .collect::<Result<_, _>>()?;
    if lines.is_empty() {
        return Err("there is no line to begin a game with".into());
    }
    // To clear this many counters would take longer than such a search.
    let options = Options {
        continuation: 0,
        ..engines::xiangqi::Xiangqi::options()
    };
    let engine = || {
        let engine = AlphaBeta::new(Network::default())
            .guided_by(XiangqiGuide)
            .with_options(options);
        engine.with_table(Arc::new(TranspositionTable::with_bytes(1 << 20)))
    };
    (0..games)
        .into_par_iter()
        .for_each_init(engine, |engine, number| {
            let mut random = StdRng::seed_from_u64(seed << 32 | number);
            if let Some(start) = start(&lines, &mut random) {
                println!("{}", finish(engine, start, nodes));
            }
        });
    Ok(())
}

/// A position to begin with, and how it came about; `None` where that has ended the game.
fn start(lines: &[Record<Xiangqi>], random: &mut StdRng) -> Option<Record<Xiangqi>> {
    let mut record = lines[random.random_range(0..lines.len())].clone();
    record
        .moves
        .truncate(random.random_range(0..=record.moves.len()));
    let mut pos = record.end();
    let mut legal = Vec::new();
    for _ in 0..random.random_range(0..=ASTRAY) {
        legal.clear();
        if pos.legal_moves(&mut legal).is_some() {
            return None;
        }
        let mv = legal[random.random_range(0..legal.len())];
        pos.play(mv);
        record.moves.push(mv);
    }
    Some(record)
}

/// The game from there on, as [`train::xiangqi`] reads it.
fn finish(
    engine: &mut AlphaBeta<Xiangqi, Network, XiangqiGuide>,
    mut record: Record<Xiangqi>,
    nodes: u64,
) -> String {
    let mut pos = record.end();
    let mut legal = Vec::new();
    let mut scores = Vec::new();
    let mut result = 0;
    let mut decided = (0, 0);
    engine.new_game();
    while scores.len() < LONGEST {
        let sign = if pos.turn() == Player::First { 1 } else { -1 };
        legal.clear();
        if let Some(end) = pos
            .legal_moves(&mut legal)
            .or_else(|| pos.adjudicate().map(|verdict| verdict.outcome))
        {
            result = match end {
                End::Win => sign,
                End::Draw => 0,
                End::Loss => -sign,
            };
            break;
        }
        let report = engine.search(
            &Request::new(&pos, Limits::nodes(nodes)),
            &Control::default(),
            &mut |_| {},
        );
        let Some(mv) = report.best() else { break };
        let score = sign * report.score().get();
        let winner = if score.abs() >= DECIDED.0 {
            score.signum()
        } else {
            0
        };
        decided = if winner == decided.0 {
            (winner, decided.1 + 1)
        } else {
            (winner, 1)
        };
        if winner != 0 && decided.1 >= DECIDED.1 {
            result = winner;
            break;
        }
        scores.push(score.to_string());
        pos.play(mv);
        record.moves.push(mv);
    }
    let moves: String = record.moves.iter().map(|mv| format!(" {mv}")).collect();
    format!(
        "{result} {} moves{moves} ; {}",
        record.start,
        scores.join(" ")
    )
}
