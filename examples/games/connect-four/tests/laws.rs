//! The laws of connect four, and its published count.

use connect_four::{BadText, ConnectFour, Rules};
use engines::game_core::{Notation, Position, conform, perft};

#[test]
fn the_rules_keep_the_laws() {
    conform::position(&ConnectFour::START, 5).expect("the laws of positions");
    conform::notation(&ConnectFour::START, &Rules::default(), 3).expect("the laws of notation");
    // The published count.
    assert_eq!(perft(&ConnectFour::START, 7), 823_536);
    let mut pos = ConnectFour::START;
    for _ in 0..6 {
        pos.play(3);
    }
    let full = pos.parse_move("d");
    assert!(matches!(full, Err(BadText::Move(_))));
}
