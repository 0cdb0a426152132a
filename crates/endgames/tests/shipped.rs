//! The tables that come with the crate.

use endgames::{Endgames, Material, TableValue};
use game_core::{Outcome, Player, Position};
use xiangqi_movegen::{Board, Xiangqi};

fn probe(fen: &str) -> TableValue {
    let pos: Xiangqi = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Endgames::shared()
        .probe(pos.board(), pos.turn())
        .unwrap_or_else(|| panic!("{fen}: there is no table"))
}

#[test]
fn every_table_unpacks_and_all_are_a_few_megabytes() {
    let tables = Endgames::shared();
    assert_eq!(tables.check(), Ok(()));
    let bytes = tables.to_bytes().len();
    assert!(
        tables.materials().len() >= 27 && bytes < 5_000_000,
        "{} tables, {bytes} bytes",
        tables.materials().len()
    );
    // Every capture leads to a table, or to a position that neither side can win.
    for material in tables.materials() {
        assert!(
            material
                .after_a_capture()
                .iter()
                .all(|after| tables.materials().any(|known| known == after)),
            "{material}"
        );
    }
}

/// What every book of endgames tells.
#[test]
fn known_endings() {
    for (fen, outcome) in [
        // A horse wins against one advisor, and not against two or against an elephant that stands
        // well.
        ("3ak4/9/9/9/9/9/9/4N4/9/4K4 w", Outcome::Win),
        ("3ak4/4a4/9/9/9/9/9/4N4/9/4K4 w", Outcome::Draw),
        ("4k1b2/9/9/9/9/9/9/4N4/9/4K4 w", Outcome::Draw),
        // A soldier wins against a bare general from high up, and not from the last rank.
        ("4k4/9/9/9/4P4/9/9/9/9/3K5 w", Outcome::Win),
        ("2P1k4/9/9/9/9/9/9/9/9/3K5 w", Outcome::Draw),
        // A cannon needs a screen of its side.
        ("4k4/9/9/9/9/9/9/9/4A4/4KC3 w", Outcome::Win),
        // A chariot wins against either pair of guards alone.
        ("3aka3/9/9/9/9/9/9/9/9/3K4R w", Outcome::Win),
        ("2b1k1b2/9/9/9/9/9/9/9/9/3K4R w", Outcome::Win),
    ] {
        assert_eq!(probe(fen).outcome, outcome, "{fen}");
    }
    // The general goes to e8, and the chariot follows it there.
    assert_eq!(
        probe("4k4/9/9/9/9/9/9/9/R8/3K5 w"),
        TableValue {
            outcome: Outcome::Win,
            plies: 3
        }
    );
    assert_eq!(
        probe("R3k4/9/9/9/9/9/9/9/9/3K5 b"),
        TableValue {
            outcome: Outcome::Loss,
            plies: 4
        }
    );
}

#[test]
fn colours_and_mirrors_are_worth_the_same() {
    let mut random = 1_u64;
    for material in ["KRKAABB", "KNKA", "KPKAB", "KRKBB"] {
        let material: Material = material.parse().expect(material);
        for _ in 0..300 {
            let (board, mirror, other) = boards(&material, &mut random);
            for turn in Player::BOTH {
                if board.checkers(!turn).is_empty() {
                    let ending = Endgames::shared().probe(&board, turn);
                    assert!(ending.is_some());
                    assert_eq!(
                        Endgames::shared().probe(&mirror, turn),
                        ending,
                        "{material} {board:?}"
                    );
                    assert_eq!(
                        Endgames::shared().probe(&other, !turn),
                        ending,
                        "{material} {board:?}"
                    );
                }
            }
        }
    }
}

/// A board of that material at random, its mirror, and itself with the colours exchanged.
fn boards(material: &Material, random: &mut u64) -> (Board, Board, Board) {
    use xiangqi_movegen::{Kind, Piece};
    let [mut board, mut mirror, mut other] = [Board::EMPTY; 3];
    let mut player = Player::Second;
    for letter in material.to_string().chars() {
        let kind = Kind::from_letter(letter).expect("a piece");
        if kind == Kind::General {
            player = !player;
        }
        let piece = Piece::new(player, kind);
        let free: Vec<_> = (piece.home() & !board.occupied()).collect();
        *random = game_core::zobrist::mix(*random);
        let square = free[(*random % free.len() as u64) as usize];
        board.put(square, piece);
        mirror.put(square.mirrored(), piece);
        other.put(square.rotated(), Piece::new(!player, kind));
    }
    (board, mirror, other)
}

#[test]
fn what_has_no_table_has_no_ending() {
    for fen in ["4k4/4r4/9/9/9/9/9/9/9/3KR4 w", Xiangqi::START] {
        let pos: Xiangqi = fen.parse().expect(fen);
        assert_eq!(
            Endgames::shared().probe(pos.board(), pos.turn()),
            None,
            "{fen}"
        );
        assert!(
            !Endgames::shared().knows(pos.board())
                && Endgames::shared().best(pos.board(), pos.turn()).is_none()
        );
    }
    // Neither side can win: a draw without a table.
    assert_eq!(probe("3ak4/9/9/9/9/9/9/9/9/3K5 w"), TableValue::DRAW);
}
