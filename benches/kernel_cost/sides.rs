//! The sides of the comparison, asked the same question.

use super::twin::{Found, TABLE_DEPTH, Twin, promise};
use boyi::core::{Evaluator, Node, Notation};
use boyi::eval::othello::Patterns;
use boyi::othello::{Move, Othello};
use boyi::search::{
    Algorithm, AlphaBeta, Guide, Limits, Options, PathPolicy, Report, Searcher, TranspositionTable,
};
use std::sync::Arc;

/// Orders moves as the twin does.
#[derive(Clone)]
pub struct FastestFirst;

impl<E: Evaluator<Othello>> Guide<Othello, E> for FastestFirst {
    #[inline]
    fn rank(&mut self, line: &mut Node<'_, Othello, E>, moves: &[Move], ranks: &mut [i32]) {
        for (mv, rank) in moves.iter().zip(ranks) {
            *rank += mv.square().map_or(0, |square| promise(line.pos(), square));
        }
    }
}

/// The options of the generic kernel under which it does what the twin does.
pub fn options() -> Options {
    Options::default()
        .with_algorithm(Algorithm::Pvs)
        .with_table_depth(TABLE_DEPTH)
        .with_killers(false)
        .with_counter_moves(false)
        .with_extensions(false)
        .with_quiescence(0)
        .with_prove(false)
        .with_path_scores(PathPolicy::Ignore)
}

/// An opening, two early middle games and a late one.
pub fn positions() -> Vec<Othello> {
    let lines = [
        "startpos",
        "startpos moves f5d6c3d3c4f4c5b3c2",
        "startpos moves f5f6e6f4e3d6c4f3g4d3",
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXXOXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- O",
    ];
    lines
        .iter()
        .map(|line| Othello::parse_line(line, &()).expect("a legal line").end())
        .collect()
}

/// A search by the generic kernel with a table of this many bytes, and nothing known before.
pub fn kernel(pos: &Othello, depth: i32, bytes: usize) -> Found {
    let mut engine = AlphaBeta::new(Patterns::default())
        .guided_by(FastestFirst)
        .with_options(options())
        .with_table(Arc::new(TranspositionTable::with_bytes(bytes)));
    found(engine.think(pos, Limits::depth(depth as u32)))
}

/// The same search by the twin.
pub fn twin(pos: &Othello, depth: i32, bytes: usize) -> Found {
    Twin::new(bytes)
        .search(pos, depth, u64::MAX)
        .expect("there is no limit")
}

/// What `report` says that the twin says too.
pub fn found(report: Report<Move>) -> Found {
    Found {
        nodes: report.nodes,
        score: report.score().get(),
        pv: report.pv().to_vec(),
        stats: report.stats,
        selective_depth: report.selective_depth,
    }
}
