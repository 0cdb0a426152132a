//! Gomoku: set-ups, points, lines and Piskvork records.

use crate::laws;
use boyi_fuzz::{Draws, target};
use game_core::Notation;
use gomoku_rules::{Gomoku, Rule, Rules};

const SIGNS: &str = "XOxo:turnstapo abchoprt0123456789,\u{feff}é";

const SET_UPS: [&str; 8] = [
    "startpos",
    "X:h8i9 O:g7 turn:X",
    "X: O: turn:O",
    "O:a1 b2,c3 X:h8,i9,j10,k11 turn:O",
    "x:d1f1h1 o:a3b5 turn:white",
    "X:f8g8h6h7 O:a1b4m3n12 turn:X",
    "X:a1b1c1d1e1 O:a2b2c2d2 turn:O",
    "X:h8 O:h9 TURN:black",
];

const MOVES: [&str; 9] = [
    "h8",
    "i9",
    "a1",
    "t20",
    "o15",
    "H8",
    "h8 ",
    "e1",
    "h8i9h10g9",
];

const FILES: [&str; 4] = [
    "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,120\nhomo-1\nhomo-2\n-1\n",
    "Piskvorky 15x15, 11:11, 1\n8,8,1500\n9,9,800\n10,9,33\nalpha.zip\nbeta.zip\n15\nfinal\n",
    "Piskvorky 20x20, 0:0, 0\n1,1,0\n-1\nset-up X:h8 O:i9j10 turn:X\n",
    "Piskvorky 5x5\n1,1,0\n2,2,0\n\nPiskvorky 6x6, 0:0, 0\n6,6,0\n-1\n",
];

fn rules(draws: &mut Draws) -> Rules {
    let size = draws.of(&[15, 5, 20, 9]);
    let rule = draws.of(&Rule::ALL);
    Rules::new(size, rule).expect("a size")
}

#[test]
fn positions() {
    target!(400, 128, |bytes| {
        let mut draws = Draws::new(bytes);
        let rules = rules(&mut draws);
        laws::position::<Gomoku>(&draws.text(&SET_UPS, SIGNS), &rules);
    });
}

#[test]
fn moves_and_lines() {
    target!(600, 256, |bytes| {
        let mut draws = Draws::new(bytes);
        let rules = rules(&mut draws);
        let start = draws.text(&SET_UPS, SIGNS);
        let pos = Gomoku::parse(&start, &rules).unwrap_or_else(|_| Gomoku::new(rules));
        laws::mv(&pos, &draws.text(&MOVES, SIGNS));
        let line = laws::written_line::<Gomoku>(&mut draws, &start, &rules, &MOVES, SIGNS);
        laws::line::<Gomoku>(&line, &rules);
    });
}

#[test]
fn records() {
    target!(20_000, 256, |bytes| {
        let mut draws = Draws::new(bytes);
        let rules = rules(&mut draws);
        let text = draws.text(&FILES, "Piskvory x:,-0123456789\n\r\u{feff}é");
        laws::records::<Gomoku>(text.as_bytes(), &rules);
    });
}
