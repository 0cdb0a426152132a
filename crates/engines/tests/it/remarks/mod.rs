//! What is said of moves, against what the rules say: each sentence on positions where it is true and
//! where it is not.

mod gomoku;
mod othello;
mod xiangqi;

use engines::{Game, Remark, Session, game};
use game_core::Notation;
use std::collections::BTreeMap;

/// How often a sentence was said and was true, was said and was not, and was true and not said.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    right: usize,
    wrong: usize,
    missed: usize,
}

/// The sentences said and those that are true, by their kinds.
#[derive(Default)]
struct Tallies(BTreeMap<String, Tally>);

impl Tallies {
    fn add(&mut self, kind: &str, said: bool, is_true: bool) {
        let tally = self.0.entry(kind.to_owned()).or_default();
        match (said, is_true) {
            (true, true) => tally.right += 1,
            (true, false) => tally.wrong += 1,
            (false, true) => tally.missed += 1,
            (false, false) => {}
        }
    }

    /// Every sentence was said at least that often, and that share of the time it was right.
    fn check(&self, least: usize, precision: f64) {
        for (
            kind,
            Tally {
                right,
                wrong,
                missed,
            },
        ) in &self.0
        {
            println!("{kind:<22} right {right:>6}  wrong {wrong:>4}  missed {missed:>5}");
        }
        for (kind, tally) in &self.0 {
            let Tally { right, wrong, .. } = *tally;
            let said = right + wrong;
            assert!(said >= least, "{kind} {tally:?}");
            assert!(right as f64 >= precision * said as f64, "{kind} {tally:?}");
        }
    }
}

/// The positions of the game's puzzles and along their solutions.
fn positions(game: &dyn Game) -> Vec<Box<dyn Session>> {
    let puzzles = game.puzzles();
    let along = puzzles.iter().flat_map(|puzzle| {
        let plies = 0..puzzle.solution.len();
        plies.map(|plies| puzzle.line().extended(&puzzle.solution[..plies]))
    });
    let at = |line| {
        let mut session = game.session(&Vec::new()).expect("no settings");
        session.set_line(line).expect("a line");
        session
    };
    along.map(at).collect()
}

/// What is said of a move.
struct Said(Vec<Remark>);

impl Said {
    fn of(session: &dyn Session, mv: &str) -> Self {
        let remarks = session.remarks(mv).expect("a legal move");
        for remark in &remarks {
            for text in [&remark.text.en, &remark.text.zh] {
                assert!(!text.is_empty() && !text.contains('{'), "{remark:?}");
                assert!(
                    !text.contains("the piece") && !text.contains("棋子"),
                    "{remark:?}"
                );
            }
        }
        Self(remarks)
    }

    fn says(&self, kind: &str) -> bool {
        self.0.iter().any(|remark| remark.kind == kind)
    }

    /// The sentences in English.
    fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|remark| remark.text.en.as_ref())
    }

    /// The rest of the first sentence that begins with `start`.
    fn after(&self, start: &str) -> Option<&str> {
        self.texts().find_map(|text| text.strip_prefix(start))
    }
}

/// The same position with the other player to move.
fn flipped<P: Notation<Rules: Default>>(pos: &P, turns: [&str; 2]) -> Option<P> {
    let text = pos.to_string();
    let [from, to] = if text.contains(turns[0]) {
        turns
    } else {
        [turns[1], turns[0]]
    };
    P::parse(&text.replacen(from, to, 1), &P::Rules::default()).ok()
}

/// Sentences in full, on positions by hand, and others that are not said there.
#[test]
fn sentences_are_said_where_they_are_true() {
    let texts = |name: &str, line: &str, mv: &str| {
        let game = game(name).expect("built in");
        let mut session = game.session(&Vec::new()).expect("no settings");
        session.set_line(line).expect("a line");
        let said = Said::of(session.as_ref(), mv);
        said.texts().collect::<Vec<_>>().join("; ")
    };
    for (name, line, mv, expected) in [
        (
            "gomoku",
            "X:f8g8h8i8 O:a1b1c1d1 turn:X",
            "e8",
            "makes five in a row",
        ),
        (
            "gomoku",
            "X:f8g8h8i8 O:e8a1b3c5 turn:O",
            "j8",
            "blocks a four",
        ),
        (
            "gomoku",
            "X:f8g8h8 O:a1b3 turn:O",
            "e8",
            "blocks an open three",
        ),
        (
            "gomoku",
            "X:f8g8h8 O:a1b3 turn:O",
            "o15",
            "leaves a straight four or two fours at e8",
        ),
        (
            "gomoku",
            "X:f8g8h8 O:a1b3d5 turn:X",
            "i8",
            "makes a straight four",
        ),
        ("gomoku", "X:h8 O:i9 turn:X", "h9", ""),
        (
            "xiangqi",
            "startpos moves h2e2 h7e7",
            "e2e6",
            "gives check; wins the soldier",
        ),
        // What takes the cannon is not told to be lost a second time.
        (
            "xiangqi",
            "startpos moves h2e2 h9g7 h0g2 i9h9",
            "e2e6",
            "gives the cannon for the soldier",
        ),
        // The horse attacks a chariot on either side.
        (
            "xiangqi",
            "3k5/9/9/9/1r3r3/9/9/2N6/9/4K4 w",
            "c2d4",
            "forks the chariot and the chariot",
        ),
        (
            "xiangqi",
            "3k5/9/9/9/4r4/9/9/9/4R4/5K3 b",
            "e5a5",
            "saves the chariot",
        ),
        (
            "xiangqi",
            "3k5/R8/9/9/9/8p/9/9/9/1R3K3 w",
            "b0b9",
            "mates by the two chariots",
        ),
        (
            "xiangqi",
            "3k5/9/9/9/4r4/9/9/9/4R4/5K3 b",
            "d9d8",
            "leaves the chariot on e5 to be won",
        ),
        ("othello", "startpos", "f5", "leaves the opponent 3 moves"),
    ] {
        assert_eq!(texts(name, line, mv), expected, "{line} {mv}");
    }
    let gomoku = game("gomoku").expect("built in");
    let caro = gomoku
        .session(&vec![("rule".to_owned(), "caro".to_owned())])
        .expect("a rule");
    assert!(caro.remarks("h8").expect("a move").is_empty());
    assert!(caro.remarks("z9").is_err());
}
