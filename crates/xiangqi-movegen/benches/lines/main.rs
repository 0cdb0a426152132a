//! What chariots and cannons reach, three ways, on every position of five master games:
//! `cargo bench -p xiangqi-movegen`.
//!
//! The crate looks up a line's occupancy, rank and file each. The two other ways know bitboards
//! alone: subtraction, and one look into a table of all that both kinds reach, found by a magic
//! multiplication. All three must tell the same.

mod magic;
mod subtraction;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game_core::{Player, Position};
use std::hint::black_box;
use xiangqi_movegen::notation::pgn;
use xiangqi_movegen::{Bitboard, Board, Kind, Square};

/// What a chariot attacks, and what a cannon does.
#[derive(Clone, Copy, Default)]
pub struct Lines {
    /// Up to the first piece either way.
    pub slide: u128,
    /// Beyond the first piece up to the second.
    pub jump: u128,
}

impl Lines {
    /// Where a cannon goes: it captures where it attacks, and moves where a chariot would.
    #[inline(always)]
    fn cannon(self, occupied: u128) -> u128 {
        self.jump & occupied | self.slide & !occupied
    }
}

/// The chariots and cannons of a board, and where they stand.
struct Sliders {
    board: Board,
    pieces: Vec<(Player, Kind, Square)>,
}

fn sliders(board: &Board) -> Sliders {
    let kinds = [Kind::Chariot, Kind::Cannon];
    let of = |player| {
        kinds
            .into_iter()
            .flat_map(move |kind| board.pieces(player, kind).map(move |at| (player, kind, at)))
    };
    Sliders {
        board: *board,
        pieces: Player::BOTH.into_iter().flat_map(of).collect(),
    }
}

fn boards() -> Vec<Sliders> {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/xiangqi/five_games.pgn"
    ));
    let mut boards = Vec::new();
    for game in pgn::games(text) {
        let game = game.expect("the file is whole");
        let mut pos = game.record.start.clone();
        boards.push(sliders(pos.board()));
        for &mv in &game.record.moves {
            pos.play(mv);
            boards.push(sliders(pos.board()));
        }
    }
    boards
}

fn lines(c: &mut Criterion) {
    let boards = boards();
    let magics = magic::Magics::new();
    let tables = |board: &Board, player, kind, at| board.attacks_and_reaches(player, kind, at).1;
    let subtract = |board: &Board, _, kind, at| {
        let occupied = board.occupied().bits();
        Bitboard::from_bits(match kind {
            Kind::Cannon => subtraction::lines(at, occupied).cannon(occupied),
            _ => subtraction::slide(at, occupied),
        })
    };
    let multiply = |board: &Board, _, kind, at| {
        let occupied = board.occupied().bits();
        let lines = magics.lines(at, occupied);
        Bitboard::from_bits(if kind == Kind::Cannon {
            lines.cannon(occupied)
        } else {
            lines.slide
        })
    };
    for Sliders { board, pieces } in &boards {
        for &(player, kind, at) in pieces {
            let told = tables(board, player, kind, at);
            assert!(
                told == subtract(board, player, kind, at)
                    && told == multiply(board, player, kind, at),
                "{kind:?} on {at}"
            );
        }
    }
    let mut group = c.benchmark_group("chariots and cannons");
    group.throughput(Throughput::Elements(
        boards
            .iter()
            .map(|sliders| sliders.pieces.len() as u64)
            .sum(),
    ));
    measure(&mut group, "rank and file tables", &boards, tables);
    measure(&mut group, "subtraction", &boards, subtract);
    measure(&mut group, "magic multiplication", &boards, multiply);
    group.finish();
}

type Group<'a> = criterion::BenchmarkGroup<'a, criterion::measurement::WallTime>;

fn measure(
    group: &mut Group<'_>,
    name: &str,
    boards: &[Sliders],
    of: impl Fn(&Board, Player, Kind, Square) -> Bitboard,
) {
    group.bench_function(name, |b| {
        b.iter(|| {
            let mut sum = Bitboard::EMPTY;
            for Sliders { board, pieces } in black_box(boards) {
                for &(player, kind, at) in pieces {
                    sum ^= of(board, player, kind, at);
                }
            }
            sum
        });
    });
}

criterion_group!(benches, lines);
criterion_main!(benches);
