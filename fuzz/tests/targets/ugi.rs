//! The server of UGI: what is asked has one answer of the right form, and only a position that is
//! taken changes the board.

use crate::common::{Talk, setup};
use crate::gtp::line;
use boyi_fuzz::{Draws, target};

const LINES: [&str; 11] = [
    "position startpos moves f5 d6",
    "position fen -------------------X-------XX------XO--------------------------- O moves c3",
    "query gameover",
    "query p1turn",
    "query result",
    "setoption name hash value 2",
    "uginewgame",
    "go depth 1 p1time 100 p2inc 5",
    "go nodes 10",
    "stop",
    "ugi",
];

#[test]
fn conversations() {
    target!(100, 4_096, converse);
}

fn converse(bytes: &[u8]) {
    let mut draws = Draws::new(bytes);
    let mut talk = Talk::ugi(&setup("othello", "pvs,depth=1,hash=1"));
    let (mut asked, mut found) = (0, 0);
    while !draws.is_over() {
        let line = line(&mut draws, &LINES);
        let shown = String::from_utf8_lossy(&line).into_owned();
        let words: Vec<_> = shown.split_whitespace().collect();
        // These end the conversation, or need a word that ends them.
        if words.contains(&"quit") || words.contains(&"infinite") {
            continue;
        }
        talk.say_bytes(&line);
        talk.say("\nisready");
        let answers = talk.until("readyok");
        // `isready` may be answered before moves are found.
        asked += usize::from(words.first() == Some(&"go"));
        let moves = answers.iter().filter(|line| line.starts_with("bestmove"));
        found += moves.count();
        assert!(found <= asked, "{shown:?}: {answers:?}");
        let known = [
            "id ",
            "option ",
            "ugiok",
            "readyok",
            "response ",
            "info ",
            "bestmove ",
        ];
        let is_known = |line: &String| known.iter().any(|word| line.starts_with(word));
        assert!(answers.iter().all(is_known), "{shown:?}: {answers:?}");
    }
    talk.say("stop");
    talk.say("position startpos");
    talk.say("query p1turn");
    talk.until("response true");
    talk.hang_up();
}
