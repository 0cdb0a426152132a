//! The laws of dots and boxes, its counts by another generator, and the published results of small
//! boards, by every searcher.

use arena::BotError;
use arena::game::Referee;
use dots_and_boxes::{BoxesGuide, BoxesWiring, DotsAndBoxes, GAME, Line, Rules, Terms, TextError};
use engines::game_core::{Evaluator, Notation, Outcome, Player, Position, Score, conform, perft};
use engines::search::{
    Algorithm, AlphaBeta, Control, Dfpn, DfpnVerdict, Limits, Mcts, Options, Searcher, minimax,
};
use engines::{Answer, GameTable, Reply, Seat, Settings, Turn, Wiring};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn rules(rows: u8, columns: u8) -> Rules {
    Rules { rows, columns }
}

fn start(rows: u8, columns: u8) -> DotsAndBoxes {
    DotsAndBoxes::start(&rules(rows, columns))
}

fn position(text: &str) -> DotsAndBoxes {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_laws_hold() {
    for (pos, depth) in [
        (start(1, 1), 4),
        (start(1, 2), 5),
        (start(2, 2), 4),
        (start(4, 4), 2),
        (start(5, 5), 1),
        (position(".x.o./x...x/.o.x./....o/.x... x"), 6),
        (position(".x.o./xooox/.o.x./o...o/.x.x. o"), 3),
    ] {
        conform::position(&pos, depth).unwrap_or_else(|error| panic!("{error}"));
        let (rules, depth) = (pos.rules(), depth.min(3));
        conform::notation(&pos, &rules, depth).unwrap_or_else(|error| panic!("{error}"));
        conform::evaluator(&pos, &Terms::default(), depth.min(2))
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Another board: the lines by the dots that they join, and whose move it is.
#[derive(Clone)]
struct Paper {
    rows: u8,
    columns: u8,
    /// The drawn lines: the upper or left dot by row and column, and whether the other is below.
    lines: Vec<(u8, u8, bool)>,
    turn: Player,
    boxes: [u32; 2],
}

impl Paper {
    fn new(rows: u8, columns: u8) -> Self {
        Self {
            rows,
            columns,
            lines: Vec::new(),
            turn: Player::First,
            boxes: [0; 2],
        }
    }

    fn open(&self) -> Vec<(u8, u8, bool)> {
        let mut open = Vec::new();
        for row in 0..=self.rows {
            for column in 0..=self.columns {
                for down in [false, true] {
                    let on_paper = if down {
                        row < self.rows
                    } else {
                        column < self.columns
                    };
                    let line = (row, column, down);
                    if on_paper && !self.lines.contains(&line) {
                        open.push(line);
                    }
                }
            }
        }
        open
    }

    fn closed(&self) -> u32 {
        let mut closed = 0;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let round = [
                    (row, column, false),
                    (row + 1, column, false),
                    (row, column, true),
                    (row, column + 1, true),
                ];
                closed += u32::from(round.iter().all(|line| self.lines.contains(line)));
            }
        }
        closed
    }

    fn draw(&mut self, line: (u8, u8, bool)) {
        let before = self.closed();
        self.lines.push(line);
        let more = self.closed() - before;
        self.boxes[self.turn.index()] += more;
        if more == 0 {
            self.turn = !self.turn;
        }
    }

    /// The margin of the player to move when both play their best, by trying everything: what
    /// matters of a position is the lines.
    fn value(&self, known: &mut BTreeMap<Vec<(u8, u8, bool)>, i32>) -> i32 {
        let mut lines = self.lines.clone();
        lines.sort_unstable();
        if let Some(&value) = known.get(&lines) {
            return value;
        }
        let values = self.open().into_iter().map(|line| {
            let mut next = self.clone();
            next.draw(line);
            let gained = next.boxes[self.turn.index()] - self.boxes[self.turn.index()];
            let rest = next.value(known);
            gained as i32 + if next.turn == self.turn { rest } else { -rest }
        });
        let value = values.max().unwrap_or(0);
        known.insert(lines, value);
        value
    }
}

fn perft_on_paper(paper: &Paper, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let counts = paper.open().into_iter().map(|line| {
        let mut next = paper.clone();
        next.draw(line);
        perft_on_paper(&next, depth - 1)
    });
    counts.sum()
}

#[test]
fn perft_counts_the_orders_of_lines() {
    // Every line may be drawn at any time: of twelve lines there are twelve factorial games.
    assert_eq!(
        (1..=4)
            .map(|depth| perft(&start(2, 2), depth))
            .collect::<Vec<_>>(),
        [12, 132, 1_320, 11_880]
    );
    assert_eq!(perft(&start(1, 1), 5), 0);
    for (rows, columns, depth) in [(1, 1, 4), (1, 2, 5), (2, 3, 3)] {
        let naive = perft_on_paper(&Paper::new(rows, columns), depth);
        assert_eq!(perft(&start(rows, columns), depth), naive);
    }
}

/// Boxes more at the end, as a score.
#[derive(Clone, Copy)]
struct Margin;

impl Evaluator<DotsAndBoxes> for Margin {
    fn evaluate(&mut self, pos: &DotsAndBoxes) -> Score {
        Score::eval(pos.margin())
    }
    fn terminal(&self, pos: &DotsAndBoxes, _: Outcome, _: usize) -> Score {
        Score::eval(pos.margin())
    }
}

/// The margins of the first player on boards of rows and columns of boxes. That he has three of four
/// is published: E. Berlekamp, J. Conway and R. Guy, *Winning Ways for your Mathematical Plays*,
/// chapter 16. J. Barker and R. Korf (*Solving Dots-And-Boxes*, 2012) have come as far as four rows
/// of five, a tie.
const MARGINS: [((u8, u8), i32); 6] = [
    ((1, 1), -1),
    ((1, 2), 0),
    ((1, 3), -1),
    ((1, 4), 0),
    ((2, 2), 2),
    ((2, 3), -2),
];

#[test]
fn small_boards_have_their_published_results() {
    for ((rows, columns), margin) in MARGINS {
        let on_paper = Paper::new(rows, columns).value(&mut BTreeMap::new());
        assert_eq!(on_paper, margin, "{rows} by {columns} on paper");
        let pos = start(rows, columns);
        let lines = pos.count_moves() as u32;
        if lines <= 7 {
            assert_eq!(minimax(&pos, &mut Margin, lines), Score::eval(margin));
        }
        for algorithm in Algorithm::ALL {
            let mut search = AlphaBeta::new(Margin).with_options(Options::exact(algorithm));
            let report = search.think(&pos, Limits::depth(lines));
            assert_eq!(
                report.score(),
                Score::eval(margin),
                "{algorithm}: {rows} by {columns}"
            );
        }
    }
}

fn sign(outcome: Score) -> i32 {
    outcome.get().signum()
}

/// Whoever is ahead at the end, every searcher finds it.
#[test]
fn every_searcher_finds_the_winner() {
    for ((rows, columns), margin) in MARGINS {
        let pos = start(rows, columns);
        let mut search = AlphaBeta::new(Terms::default())
            .guided_by(BoxesGuide)
            .with_options(BoxesWiring::options(&Rules::default()).full_width());
        let report = search.think(&pos, Limits::depth(24));
        assert_eq!(
            sign(report.score()),
            margin.signum(),
            "{rows} by {columns}: {report:?}"
        );
        let mut proofs = Dfpn::new();
        for player in Player::BOTH {
            let wins = margin.signum() == if player == Player::First { 1 } else { -1 };
            let found = proofs.prove(&pos, player, Limits::none(), &Control::default());
            let verdict = if wins {
                DfpnVerdict::Proved
            } else {
                DfpnVerdict::Disproved
            };
            assert_eq!(found.verdict, verdict, "{player:?} on {rows} by {columns}");
        }
        if pos.count_moves() <= 10 {
            let report = Mcts::new(Terms::default()).think(&pos, Limits::nodes(400_000));
            assert_eq!(
                sign(report.score()),
                margin.signum(),
                "{rows} by {columns}: {report:?}"
            );
        }
    }
}

#[test]
fn who_closes_a_box_moves_again() {
    let mut pos = start(1, 2);
    let mut play = |text: &str| {
        let mv = pos
            .parse_move(text)
            .unwrap_or_else(|error| panic!("{error}"));
        pos.play(mv);
        (
            pos.turn(),
            pos.boxes(Player::First),
            pos.boxes(Player::Second),
        )
    };
    use Player::{First, Second};
    for (mv, then) in [
        ("b1", (Second, 0, 0)),
        ("b3", (First, 0, 0)),
        ("d1", (Second, 0, 0)),
        ("d3", (First, 0, 0)),
        ("a2", (Second, 0, 0)),
        // One line closes a box, and the next another.
        ("c2", (Second, 0, 1)),
        ("e2", (Second, 0, 2)),
    ] {
        assert_eq!(play(mv), then, "{mv}");
    }
    assert_eq!(pos.outcome(), Some(Outcome::Win));
    assert_eq!(pos.reason(), Some("more boxes"));
    assert_eq!(pos.to_string(), ".o.o./xoooo/.x.x. o");
}

/// Sits at a table.
struct Sitter {
    person: bool,
}

impl Seat for Sitter {
    fn is_person(&self) -> bool {
        self.person
    }
}

#[test]
fn a_table_follows_whose_turn_it_is() {
    use Player::{First, Second};
    let mut session = GAME.session(&Vec::new()).expect("the default rules");
    session
        .set_line("startpos moves a2 b3 c2 b1 d1")
        .expect("a legal line");
    assert_eq!(
        session.history().turns,
        [First, Second, First, Second, Second, First]
    );
    session.seek(3);
    let movers = session.variation(&["b1", "d1", "e2"].map(String::from));
    assert_eq!(
        movers.iter().map(|mv| mv.mover).collect::<Vec<_>>(),
        [Second, Second, First]
    );
    session.seek(5);
    let seats = [true, false].map(|person| Sitter { person });
    let mut table = GameTable::new(session, seats);
    assert_eq!(table.undo(), Ok(3), "the engine's two moves, and one's own");
    table.play("c2").expect("a line to draw");
    assert_eq!(table.engine_to_move(), Some(1));
    table.play("b1").expect("a line to draw");
    assert_eq!(table.engine_to_move(), Some(1), "it has closed a box");
}

/// Draws the first line there is; the second player offers a draw with every one.
struct Keen;

impl arena::Bot for Keen {
    fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
        let mut session = GAME.session(&small())?;
        session.set_line(turn.line)?;
        assert_eq!(turn.to_move, session.state().turn);
        let mv = session.legal_moves().swap_remove(0);
        Ok(Answer::new(match turn.to_move {
            Player::First => Reply::Move(mv),
            Player::Second => Reply::DrawOffer(mv),
        }))
    }
}

/// The rules of a row of three boxes.
fn small() -> Settings {
    [("rows", "1"), ("columns", "3")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

#[test]
fn nobody_accepts_an_offer_of_their_own() {
    let mut session = GAME.session(&small()).expect("a board");
    let referee = Referee::new([Limits::none(); 2]);
    let players: [&mut dyn arena::Bot; 2] = [&mut Keen, &mut Keen];
    let played = referee.play(session.as_mut(), players, &Control::default());
    let played = played.expect("not stopped");
    // Three boxes one after another, each with an offer.
    assert_eq!(
        (played.winner, played.reason.as_str()),
        (Some(1), "more boxes")
    );
}

#[test]
fn bad_texts_are_refused() {
    for text in [
        "",
        "x",
        "... x",
        "x../..././... x",
        ".x./x.o/... z",
        ".x./x.o/...",
        ".x./xo/... x",
        // A box with an owner and without its lines, and the other way round.
        ".x./xoo/... x",
        ".x./x.o/.x. x",
        "../../.. x",
        "x../.../... x",
        ".a./.../... x",
        "............./............. x",
    ] {
        let refused = text.parse::<DotsAndBoxes>();
        assert!(
            matches!(refused, Err(TextError::Position { .. })),
            "{text:?}: {refused:?}"
        );
    }
    let pos = start(2, 2);
    for text in [
        "", "a1", "b2", "b0", "b", "b6", "f1", "f2", "b1 ", "bb1", "b+1", "é1",
    ] {
        assert_eq!(pos.parse_move(text), Err(TextError::Move(text.to_owned())));
    }
    assert_eq!(
        pos.parse_move("B1")
            .map(|mv| pos.format_move(mv))
            .as_deref(),
        Ok("b1")
    );
}

fn positions() -> impl Strategy<Value = DotsAndBoxes> {
    let size = (1..=5u8, 1..=5u8);
    (size, 0..60usize, any::<u64>()).prop_map(|((rows, columns), plies, seed)| {
        let mut pos = start(rows, columns);
        let mut seed = seed;
        for _ in 0..plies {
            let mut moves: Vec<Line> = Vec::new();
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            seed = engines::game_core::zobrist::mix(seed);
            pos.play(moves[(seed % moves.len() as u64) as usize]);
        }
        pos
    })
}

proptest! {
    #[test]
    fn the_laws_hold_anywhere(pos in positions()) {
        prop_assert_eq!(conform::position(&pos, 1), Ok(()));
        prop_assert_eq!(conform::notation(&pos, &pos.rules(), 1), Ok(()));
    }

    #[test]
    fn a_majority_is_proved(pos in positions()) {
        // What the guide proves is what every end has.
        let exact = |prove| {
            let options = Options::exact(Algorithm::AlphaBeta)
.with_prove(prove);
            let mut search = AlphaBeta::new(Terms::default()).guided_by(BoxesGuide).with_options(options);
            sign(search.think(&pos, Limits::depth(60)).score())
        };
        if pos.decided().is_none() && pos.count_moves() <= 9 {
            prop_assert_eq!(exact(true), exact(false));
        }
    }
}
