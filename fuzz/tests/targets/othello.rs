//! Othello: boards, test lines, transcripts, GGF and WTHOR.

use crate::laws;
use boyi_fuzz::{Draws, target};
use game_core::Notation;
use othello_bitboard::{Othello, ggf, obf, wthor};

const SIGNS: &str = "XOxo*-.; :+abcdefgh12345678ps[]()/\n炮";

const BOARDS: [&str; 6] = [
    "startpos",
    "---------------------------OX------XO--------------------------- X",
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- O",
    "XXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOO O",
    "XO-------------------------------------------------------------- O",
];

const MOVES: [&str; 9] = [
    "f5",
    "d6",
    "c3",
    "pass",
    "PA",
    "F5",
    "e6",
    "f5d6c3d3c4",
    "--",
];

fn samples() -> [&'static [u8]; 5] {
    [
        include_bytes!("../../../tests/data/othello/games.ggf"),
        include_bytes!("../../../tests/data/othello/WTH_1977.wtb"),
        b"f5d6c3d3c4f4f6\n",
        b"# Black: someone\n# Date: 1977\nF5 F6 E6 F4\n",
        b"---------------------------OX------XO--------------------------- X; D3:+2; C4:+2;\n",
    ]
}

#[test]
fn positions() {
    target!(10_000, 192, |bytes| {
        laws::position::<Othello>(&Draws::new(bytes).text(&BOARDS, SIGNS), &());
    });
}

#[test]
fn moves_and_lines() {
    target!(10_000, 256, |bytes| {
        let mut draws = Draws::new(bytes);
        let start = draws.text(&BOARDS, SIGNS);
        let pos = Othello::parse(&start, &()).unwrap_or(Othello::START);
        laws::mv(&pos, &draws.text(&MOVES, SIGNS));
        let line = laws::written_line::<Othello>(&mut draws, &start, &(), &MOVES, SIGNS);
        laws::line::<Othello>(&line, &());
    });
}

#[test]
fn test_lines() {
    target!(30_000, 192, |bytes| {
        const LINES: [&str; 2] = [
            "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6; A4:+0;",
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;",
        ];
        let text = Draws::new(bytes).text(&LINES, SIGNS);
        if let Ok(problem) = text.parse::<obf::Problem>() {
            assert_eq!(problem.to_string().parse(), Ok(problem), "{text:?}");
        }
    });
}

#[test]
fn ggf_games() {
    target!(20_000, 256, |bytes| {
        const GAMES: &str = include_str!("../../../tests/data/othello/games.ggf");
        let mut draws = Draws::new(bytes);
        let lines: Vec<&str> = GAMES.lines().collect();
        let text = draws.text(&lines, "()[];/.+-:0123456789ABFGMOPTW *?\n炮");
        if let Ok(game) = text.parse::<ggf::Game>() {
            assert_eq!(game.to_string().parse(), Ok(game), "{text:?}");
        }
        for (at, game) in ggf::games(&text) {
            assert!(text[at..].starts_with("(;"), "{text:?}");
            if let Err(error) = game {
                assert!(!error.to_string().is_empty(), "{text:?}");
            }
        }
    });
}

#[test]
fn wthor_files() {
    target!(15_000, 512, |bytes| {
        let mut draws = Draws::new(bytes);
        let bytes = draws.file(&samples()[1..2]);
        if let Ok(archive) = wthor::Archive::read(&bytes) {
            assert_eq!(archive.write().as_ref(), Ok(&bytes));
            archive.records().for_each(drop);
        }
        // Names are kept up to the zero that ends them.
        let sample = ["Émile", "???", "", "Murakami Takeshi"].map(str::to_owned);
        let sample = wthor::write_players(&sample).expect("names");
        let names = draws.file(&[&sample]);
        if let Ok(names) = wthor::players(&names) {
            let written = wthor::write_players(&names).expect("names that were read");
            assert_eq!(wthor::players(&written), Ok(names));
        }
        if let Ok(names) = wthor::tournaments(&names) {
            let written = wthor::write_tournaments(&names).expect("names that were read");
            assert_eq!(wthor::tournaments(&written), Ok(names));
        }
    });
}

#[test]
fn records() {
    target!(2_000, 512, |bytes| {
        laws::records::<Othello>(&Draws::new(bytes).file(&samples()), &());
    });
}
