//! Positions to test with, and the rules of movement once more, slowly and without tables.
// Each test binary uses its own part of this.

use game_core::{Player, Position};
use proptest::prelude::*;
use xiangqi_movegen::{Kind, Move, Piece, Square, Xiangqi};

/// Crowded and empty boards, checks by every piece, pins of every kind, generals about to face each
/// other.
pub const FENS: [&str; 16] = [
    Xiangqi::START,
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "3k5/4a4/4b4/p1p3p1p/2P1P4/3n2P1P/9/4B4/9/3K1A3 b - - 0 1",
    "3akab2/9/2n3n2/p7p/2p6/4C1P2/P1P5P/2N1B1N2/6c2/2BAKA3 b - - 0 1",
    "3akab2/9/2n1b1n2/p7p/2p6/4C1P2/P1P5P/2N1B1N2/6c2/2BAKA3 b - - 0 1",
    "3k1a3/9/3Rb4/9/9/9/9/3C5/4A4/4KA3 b - - 0 1",
    "1N2P1N2/9/3k5/9/7RP/6C2/9/8B/4K4/6B2 b - - 0 1",
    "2bC5/9/b3ka3/C8/9/3r5/2c6/B8/3K1n3/6B2 w - - 0 1",
    "4k4/9/9/9/9/9/9/4C4/9/3K5 w - - 119 60",
];

/// A position some random moves after one of [`FENS`], the moves kept as its history.
pub fn walked() -> impl Strategy<Value = Xiangqi> {
    (
        0..FENS.len(),
        prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    )
        .prop_map(|(start, choices)| {
            let mut pos: Xiangqi = FENS[start].parse().expect("a position");
            for choice in choices {
                let mut moves = Vec::new();
                if pos.legal_moves(&mut moves).is_some() {
                    break;
                }
                pos.play(*choice.get(&moves));
            }
            pos
        })
}

/// Any pieces on any squares where they can stand.
pub fn scattered() -> impl Strategy<Value = Xiangqi> {
    let pieces = prop::collection::vec((0..14_usize, any::<prop::sample::Index>()), 2..24);
    (pieces, any::<[prop::sample::Index; 2]>(), any::<bool>()).prop_filter_map(
        "a general could be captured",
        |(pieces, generals, red)| {
            let mut board = [None; Square::COUNT];
            let mut left = Player::BOTH.map(|_| Kind::ALL.map(Kind::most));
            let generals = Player::BOTH
                .into_iter()
                .zip(generals)
                .map(|(player, at)| (Piece::new(player, Kind::General), at));
            let others = pieces
                .into_iter()
                .map(|(i, at)| (Piece::new(Player::BOTH[i / 7], Kind::ALL[i % 7]), at));
            for (piece, at) in generals.chain(others) {
                let square = *at.get(&piece.home().collect::<Vec<_>>());
                let left = &mut left[piece.player.index()][piece.kind.index()];
                if *left > 0 && board[square.index()].is_none() {
                    *left -= 1;
                    board[square.index()] = Some(piece);
                }
            }
            fen(&board, red).parse().ok()
        },
    )
}

fn fen(board: &Mailbox, red: bool) -> String {
    let row = |rank: u8| -> String {
        let sign = |file| board[Square::new(file, rank).index()].map_or('1', Piece::letter);
        (0..Square::FILES).map(sign).collect()
    };
    let rows: Vec<String> = (0..Square::RANKS).rev().map(row).collect();
    format!("{} {}", rows.join("/"), if red { 'w' } else { 'b' })
}

/// The pieces by square.
pub type Mailbox = [Option<Piece>; Square::COUNT];

/// The pieces of `pos`.
pub fn mailbox(pos: &Xiangqi) -> Mailbox {
    core::array::from_fn(|i| pos.piece_at(Square::from_index(i).expect("a square")))
}

/// The board after `mv`.
pub fn after(board: &Mailbox, mv: Move) -> Mailbox {
    let mut board = *board;
    board[mv.to.index()] = board[mv.from.index()].take();
    board
}

/// Every move of `player`'s pieces, whether or not it exposes the general.
pub fn moves(board: &Mailbox, player: Player) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in Square::all() {
        let Some(piece) = board[from.index()].filter(|piece| piece.player == player) else {
            continue;
        };
        let free_or_enemy =
            |to: Square| board[to.index()].is_none_or(|other| other.player != player);
        moves.extend(
            reached(board, piece, from)
                .into_iter()
                .filter(|&to| free_or_enemy(to))
                .map(|to| Move::new(from, to)),
        );
    }
    moves
}

/// Whether `player`'s general could be captured, or faces the other.
pub fn is_attacked(board: &Mailbox, player: Player) -> bool {
    let is_general =
        |square: &Square, of| board[square.index()] == Some(Piece::new(of, Kind::General));
    let general = Square::all()
        .find(|square| is_general(square, player))
        .expect("a general");
    let other = Square::all()
        .find(|square| is_general(square, !player))
        .expect("a general");
    let low = general.rank().min(other.rank());
    let high = general.rank().max(other.rank());
    let facing = general.file() == other.file()
        && (low + 1..high).all(|rank| board[Square::new(general.file(), rank).index()].is_none());
    facing || moves(board, !player).iter().any(|mv| mv.to == general)
}

/// What `piece` reaches from `from`: free squares, and captures of either side's pieces.
fn reached(board: &Mailbox, piece: Piece, from: Square) -> Vec<Square> {
    const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let free =
        |square: Option<Square>| square.is_some_and(|square| board[square.index()].is_none());
    let home = piece.home();
    let step = |(files, ranks)| from.offset(files, ranks).filter(|&to| home.contains(to));
    match piece.kind {
        Kind::General => STRAIGHT.into_iter().filter_map(step).collect(),
        Kind::Advisor => DIAGONAL.into_iter().filter_map(step).collect(),
        Kind::Elephant => {
            let eye_free = |&(files, ranks): &(i8, i8)| free(from.offset(files, ranks));
            DIAGONAL
                .into_iter()
                .filter(eye_free)
                .filter_map(|(files, ranks)| step((2 * files, 2 * ranks)))
                .collect()
        }
        Kind::Horse => {
            let mut found = Vec::new();
            for (files, ranks) in STRAIGHT
                .into_iter()
                .filter(|&(files, ranks)| free(from.offset(files, ranks)))
            {
                for side in [-1, 1] {
                    found.extend(from.offset(2 * files + side * ranks, 2 * ranks + side * files));
                }
            }
            found
        }
        Kind::Chariot | Kind::Cannon => {
            let mut found = Vec::new();
            for (files, ranks) in STRAIGHT {
                let mut met = 0;
                let mut at = from;
                while let Some(next) = at.offset(files, ranks) {
                    at = next;
                    let empty = board[at.index()].is_none();
                    met += i32::from(!empty);
                    match (piece.kind, met, empty) {
                        (_, 0, _) | (Kind::Chariot, 1, false) | (Kind::Cannon, 2, false) => {
                            found.push(at)
                        }
                        _ => {}
                    }
                }
            }
            found
        }
        Kind::Soldier => {
            let forward = if piece.player == Player::First { 1 } else { -1 };
            let crossed = if piece.player == Player::First {
                from.rank() > 4
            } else {
                from.rank() < 5
            };
            let steps = if crossed {
                &[(0, forward), (1, 0), (-1, 0)][..]
            } else {
                &[(0, forward)]
            };
            steps
                .iter()
                .filter_map(|&(files, ranks)| from.offset(files, ranks))
                .collect()
        }
    }
}
