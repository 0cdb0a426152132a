use super::*;
use crate::Xiangqi;
use game_core::Position;
use proptest::prelude::*;

/// General, advisor, elephant, horse, chariot, cannon, soldier.
const VALUES: [i32; 7] = [0, 200, 210, 400, 900, 450, 100];

fn board(fen: &str) -> Board {
    *fen.parse::<Xiangqi>()
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
        .board()
}

/// What `side` gains by capturing on `square`, or by leaving it: played out on boards, asked from
/// each piece's own side.
fn swap_off(board: &Board, square: Square, side: Player) -> i32 {
    let attacks = |board: &Board, side| {
        board
            .of(side)
            .filter(|&at| board.attacks(at).contains(square))
            .collect::<Vec<_>>()
    };
    let rank = |at: Square| {
        ORDER
            .iter()
            .position(|&kind| board.piece_at(at).is_some_and(|piece| piece.kind == kind))
    };
    let Some(from) = attacks(board, side)
        .into_iter()
        .min_by_key(|&at| (rank(at), at.index()))
    else {
        return 0;
    };
    let mut after = *board;
    let kind = board.piece_at(from).expect("a piece that attacks").kind;
    let captured = after
        .make(Move::new(from, square))
        .expect("something to capture");
    if kind == Kind::General && !attacks(&after, !side).is_empty() {
        return 0;
    }
    (VALUES[captured.kind.index()] - swap_off(&after, square, !side)).max(0)
}

/// What `mv` itself wins.
fn by_playing(board: &Board, mv: Move) -> i32 {
    let mut after = *board;
    let side = board.piece_at(mv.from).expect("a piece to move").player;
    let captured = after.make(mv).map_or(0, |piece| VALUES[piece.kind.index()]);
    captured - swap_off(&after, mv.to, !side)
}

#[test]
fn exchanges_by_hand() {
    for (fen, mv, expected, why) in [
        (
            "3k5/9/9/9/2n3R2/9/9/9/9/4K4 w",
            "g5c5",
            400,
            "it is not guarded",
        ),
        (
            "3k5/9/9/2p6/2n3R2/9/9/9/9/4K4 w",
            "g5c5",
            400 - 900,
            "a soldier takes back",
        ),
        (
            "3k5/9/9/2p6/2n3R2/9/9/9/2R6/4K4 w",
            "g5c5",
            400 - 900 + 100,
            "and is taken by the chariot behind the horse",
        ),
        (
            "3k5/9/9/2r6/2n3R2/9/9/2R6/2C6/4K4 w",
            "g5c5",
            400,
            "to take back would cost the chariot a chariot",
        ),
        (
            "3k5/9/9/9/2n1P1C2/9/9/9/9/4K4 w",
            "g5c5",
            400,
            "over its screen",
        ),
        (
            "3k5/9/2c6/2p6/2n1P1C2/9/9/9/9/4K4 w",
            "g5c5",
            400 - 450,
            "the soldier takes, the cannon behind it has no need to",
        ),
        (
            "3k5/9/9/9/2p6/2P6/9/2C6/9/4K4 w",
            "c4c5",
            100,
            "no piece is left",
        ),
        (
            "3k5/2c6/9/2n6/2p6/2P6/9/9/9/4K4 w",
            "c4c5",
            100 - 100,
            "the cannon takes over the horse",
        ),
        (
            "3k5/4aN3/3P5/9/9/9/9/9/9/4K4 b",
            "e8d7",
            100 - 200,
            "the horse's leg is free",
        ),
        (
            "3k1a3/5R3/9/9/9/9/9/9/9/4K4 w",
            "f8f9",
            200,
            "the general cannot reach",
        ),
        (
            "3k5/8R/9/9/9/9/9/9/9/4K4 w",
            "i8d8",
            -900,
            "the general takes an unguarded piece",
        ),
        (
            "3k5/8R/9/4N4/9/9/9/9/9/4K4 w",
            "i8d8",
            0,
            "but not what is guarded",
        ),
    ] {
        let board = board(fen);
        let mv = mv.parse().expect(mv);
        assert_eq!(
            by_playing(&board, mv),
            expected,
            "by playing: {fen} {mv}: {why}"
        );
        assert_eq!(board.exchange(mv, &VALUES), expected, "{fen} {mv}: {why}");
    }
}

#[test]
fn no_piece_wins_nothing() {
    let board = board(Xiangqi::START);
    let mv = "e5e6".parse().expect("two squares");
    assert_eq!(board.exchange(mv, &VALUES), 0);
    assert!(board.exchange_wins(mv, 0, &VALUES) && !board.exchange_wins(mv, 1, &VALUES));
}

proptest! {
    /// Every move along random games, both ways of asking.
    #[test]
    fn exchanges_are_what_playing_them_out_says(picks in prop::collection::vec(any::<prop::sample::Index>(), 0..90)) {
        let mut pos = Xiangqi::default();
        for pick in picks {
            let mut moves = Vec::new();
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            for &mv in &moves {
                let expected = by_playing(pos.board(), mv);
                prop_assert_eq!(pos.board().exchange(mv, &VALUES), expected, "{} {}", pos, mv);
                for threshold in [expected - 1, expected, expected + 1, 0] {
                    let wins = pos.board().exchange_wins(mv, threshold, &VALUES);
                    prop_assert_eq!(wins, expected >= threshold, "{} {} {}", pos, mv, threshold);
                }
            }
            pos.play(*pick.get(&moves));
        }
    }
}
