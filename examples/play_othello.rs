//! Two judges of Othello play each other: one of your own, written as a closure, against the eight
//! terms.
//!
//!     cargo run --release --example play_othello

use boyi::core::{Notation, Player, Position, from_fn};
use boyi::eval::othello::Handmade;
use boyi::othello::Othello;
use boyi::search::{AlphaBeta, Limits, Searcher};

fn main() {
    // Black counts moves and corners, and nothing else.
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let mobility = from_fn(|pos: &Othello| {
        let moves = pos.moves().count_ones() as i32 - pos.opponent_moves().count_ones() as i32;
        let corners =
            (pos.own() & CORNERS).count_ones() as i32 - (pos.opp() & CORNERS).count_ones() as i32;
        moves + 10 * corners
    });
    let mut players: [Box<dyn Searcher<Othello>>; 2] = [
        Box::new(AlphaBeta::new(mobility)),
        Box::new(AlphaBeta::new(Handmade::default())),
    ];

    let mut pos = Othello::START;
    let mut moves = String::new();
    while pos.outcome().is_none() {
        let report = players[pos.turn().index()].think(&pos, Limits::depth(4));
        let mv = report.best().expect("an undecided game has a move");
        moves += &pos.format_move(mv);
        pos.play(mv);
    }
    println!("{}", pos.diagram(None, Default::default()));
    println!("{moves}");
    let [black, white] = Player::BOTH.map(|player| pos.discs(player));
    println!(
        "mobility {black}, eight terms {white}: {}",
        pos.reason().unwrap_or_default()
    );
}
