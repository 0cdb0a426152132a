//! A fourth game from scratch: connect four, checked against the laws and played by every searcher.
//!
//!     cargo run --release --example first_game

use boyi::core::{Outcome, Player, Position, conform, from_fn, perft, zobrist};
use boyi::search::{Algorithm, AlphaBeta, Limits, Options, Searcher, minimax};

/// Seven columns of seven bits, the lowest first; the seventh of each stays empty, so that no line
/// wraps.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ConnectFour {
    own: u64,
    opp: u64,
    turn: Player,
}

const COLUMN: u64 = 0b111_111;

/// Whether `discs` hold four in a row, in one of the four directions.
fn four(discs: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl ConnectFour {
    const START: Self = Self {
        own: 0,
        opp: 0,
        turn: Player::First,
    };

    /// The lowest empty square of `column`, or nothing where it is full.
    fn landing(&self, column: u8) -> u64 {
        let filled = (self.own | self.opp) >> (7 * column) & COLUMN;
        ((filled + 1) & COLUMN) << (7 * column)
    }
}

impl Position for ConnectFour {
    type Move = u8;
    type Undo = Self;
    const SLOTS: usize = 7;

    fn turn(&self) -> Player {
        self.turn
    }
    fn key(&self) -> u64 {
        zobrist::mix(self.own ^ zobrist::mix(self.opp << 1 | self.turn as u64))
    }
    fn decided(&self) -> Option<Outcome> {
        four(self.opp).then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        // From the centre outwards: a good order is worth more than a fast search.
        moves.extend(
            [3, 2, 4, 1, 5, 0, 6]
                .into_iter()
                .filter(|&column| self.landing(column) != 0),
        );
    }
    fn play(&mut self, column: u8) -> Self {
        let before = *self;
        *self = Self {
            own: self.opp,
            opp: self.own | self.landing(column),
            turn: !self.turn,
        };
        before
    }
    fn undo(&mut self, _: u8, before: Self) {
        *self = before;
    }
    fn slot(&self, column: u8) -> usize {
        column.into()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    conform::position(&ConnectFour::START, 5)?;
    assert_eq!(
        perft(&ConnectFour::START, 7),
        823_536,
        "the published count"
    );

    // Three in a row with both ends open, and White to move: lost, whatever White does.
    let mut pos = ConnectFour::START;
    for column in [3, 3, 2, 2, 4] {
        pos.play(column);
    }
    let mut eval = from_fn(|_: &ConnectFour| 0);
    println!("minimax     {:?}", minimax(&pos, &mut eval, 7));
    for algorithm in Algorithm::ALL {
        let mut engine =
            AlphaBeta::new(from_fn(|_: &ConnectFour| 0)).with_options(Options::exact(algorithm));
        let report = engine.think(&pos, Limits::depth(7));
        let score = report.score();
        let pv = report.pv();
        println!(
            "{algorithm:<11} {score:?}, {} nodes, columns {pv:?}",
            report.nodes
        );
        assert_eq!(score, minimax(&pos, &mut eval, 7));
    }
    Ok(())
}
