//! Scores, windows, lines and counting, on tic-tac-toe and by hand.

use crate::toy::{Fault, Marks, Toy};
use game_core::{
    Evaluator, Node, Notation, Outcome, Player, Position, Record, Score, Window, conform, divide,
    from_fn, perft,
};

#[test]
fn perft_counts_tic_tac_toe() {
    // The last: 255,168 games, 127,872 of which take all nine plies. A game that ended sooner has
    // no leaf at nine.
    let counts: Vec<_> = (0..=9)
        .map(|depth| perft(&Toy::new(Fault::None), depth))
        .collect();
    assert_eq!(
        counts,
        [
            1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872
        ]
    );
}

#[test]
fn divide_adds_up() {
    for depth in 1..=6 {
        let pos = Toy::after(Fault::None, &[4]);
        let parts = divide(&pos, depth);
        assert_eq!(
            parts.iter().map(|&(mv, _)| mv).collect::<Vec<_>>(),
            [0, 1, 2, 3, 5, 6, 7, 8]
        );
        assert_eq!(
            parts.iter().map(|(_, leaves)| leaves).sum::<u64>(),
            perft(&pos, depth)
        );
    }
    assert_eq!(divide(&Toy::new(Fault::None), 0), []);
    let over = Toy::after(Fault::None, &[0, 3, 1, 4, 2]);
    assert_eq!(
        (divide(&over, 3), perft(&over, 3), perft(&over, 0)),
        (vec![], 0, 1)
    );
}

#[test]
fn scores_are_ordered_by_outcome_then_distance() {
    use Outcome::{Draw, Loss, Win};
    let ladder = [
        -Score::INFINITE,
        Score::terminal(Loss, 0),
        Score::terminal(Loss, 1),
        Score::terminal(Loss, 120),
        Score::eval(-1_000_000),
        Score::eval(-1),
        Score::terminal(Draw, 7),
        Score::eval(1),
        Score::eval(i32::MAX),
        Score::terminal(Win, 120),
        Score::terminal(Win, 1),
        Score::terminal(Win, 0),
        Score::INFINITE,
    ];
    assert!(ladder.is_sorted_by(|a, b| a < b), "{ladder:?}");
    assert_eq!(Score::eval(i32::MIN), -Score::MAX_EVAL);
    assert_eq!(Score::MAX_EVAL.plies_to_end(), None);
    assert_eq!((Score::MAX_EVAL + 1).plies_to_end(), Some(999));
    assert_eq!(Score::terminal(Loss, 12).plies_to_end(), Some(12));
    assert_eq!(
        format!("{:?} {:?} {:?}", ladder[2], ladder[9], ladder[7]),
        "loss in 1 win in 120 +1"
    );
}

#[test]
fn a_table_keeps_distances_from_its_own_node() {
    for score in [
        Score::terminal(Outcome::Win, 9),
        Score::terminal(Outcome::Loss, 9),
        Score::eval(77),
        Score::MAX_EVAL,
        -Score::MAX_EVAL,
    ] {
        let stored = score.to_table(4);
        assert_eq!(Score::from_table(stored, 4), score);
        let nearer = Score::from_table(stored, 2);
        assert_eq!(
            nearer.plies_to_end(),
            score.plies_to_end().map(|plies| plies - 2),
            "{score:?}"
        );
        if !score.is_decisive() {
            assert_eq!(nearer, score);
        }
    }
}

#[test]
fn sums_of_scores_stay_in_range() {
    assert_eq!(Score::INFINITE + 1, Score::INFINITE);
    assert_eq!(-Score::INFINITE - 1, -Score::INFINITE);
    assert_eq!((Score::eval(5) - 8).get(), -3);
}

#[test]
fn windows_flip_and_narrow() {
    let window = Window {
        alpha: Score::eval(-10),
        beta: Score::eval(25),
    };
    assert_eq!(
        -window,
        Window {
            alpha: Score::eval(-25),
            beta: Score::eval(10)
        }
    );
    assert_eq!(
        window.scout(),
        Window {
            alpha: Score::eval(-10),
            beta: Score::eval(-9)
        }
    );
    assert_eq!(
        Window::null(Score::eval(3)),
        Window {
            alpha: Score::eval(2),
            beta: Score::eval(3)
        }
    );
    assert_eq!(
        Window::around(Score::eval(3), 5),
        Window {
            alpha: Score::eval(-2),
            beta: Score::eval(8)
        }
    );
    assert_eq!(-Window::FULL, Window::FULL);
}

#[test]
fn a_step_takes_itself_back() {
    let mut marks = Marks::default();
    let mut line = Node::new(Toy::new(Fault::None), &mut marks);
    {
        let mut one = line.play(4);
        assert_eq!((one.ply(), one.evaluate()), (1, Score::eval(-2)));
        let mut two = one.play(0);
        assert_eq!(
            (two.ply(), two.evaluate(), two.pos().turn()),
            (2, Score::eval(1), Player::First)
        );
    }
    assert_eq!(
        (line.ply(), line.evaluate(), line.pos()),
        (0, Score::DRAW, &Toy::new(Fault::None))
    );
    assert_eq!(
        line.play(0).terminal(Outcome::Loss),
        Score::terminal(Outcome::Loss, 1)
    );
}

#[test]
fn a_look_at_what_comes_after_leaves_no_trace() {
    let mut marks = Marks::default();
    let mut line = Node::new(Toy::new(Fault::None), &mut marks);
    let seen = line.after(4, |one| {
        let below = one.after(0, |two| (two.ply(), two.evaluate(), two.pos().turn()));
        (one.ply(), one.evaluate(), below)
    });
    assert_eq!(
        seen,
        (1, Score::eval(-2), (2, Score::eval(1), Player::First))
    );
    assert_eq!(
        (line.ply(), line.evaluate(), line.pos()),
        (0, Score::DRAW, &Toy::new(Fault::None))
    );
}

#[test]
fn outcomes_turn_with_the_player() {
    for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
        for turn in Player::BOTH {
            assert_eq!(Outcome::of(outcome.winner(turn), turn), outcome);
            assert_eq!(
                outcome.winner(turn),
                (!outcome).winner(!turn),
                "the same winner, seen by the other player"
            );
        }
    }
    assert_eq!(Player::BOTH.map(Player::index), [0, 1]);
}

#[test]
fn evaluators_may_be_closures_or_boxes() {
    let pos = Toy::after(Fault::None, &[4]);
    let mut boxed: Box<dyn Evaluator<Toy>> = Box::new(Marks::default());
    boxed.reset(&pos);
    assert_eq!(boxed.evaluate(&pos), Score::eval(-2));
    assert_eq!(
        boxed.terminal(&pos, Outcome::Loss, 3),
        Score::terminal(Outcome::Loss, 3)
    );
    let mut line = Node::new(pos.clone(), &mut boxed);
    assert_eq!(
        line.play(0).evaluate(),
        Score::eval(1),
        "a box tells its evaluator of moves"
    );
    assert_eq!(line.evaluate(), Score::eval(-2), "and of those taken back");
    let mut closure = from_fn(|pos: &Toy| if pos.turn() == Player::First { 7 } else { -7 });
    assert_eq!(closure.evaluate(&pos), Score::eval(-7));
}

#[test]
fn lines_of_text_read_a_position_and_moves() {
    let read = |text| Toy::parse_line(text, &Fault::None);
    let record = read("startpos moves 4 0 8").expect("three legal moves");
    assert_eq!(
        (record.moves.as_slice(), record.end()),
        (&[4, 0, 8][..], Toy::after(Fault::None, &[4, 0, 8]))
    );
    assert_eq!(
        read("  ----X---- O  ").expect("a position").end(),
        Toy::after(Fault::None, &[4])
    );
    assert_eq!(
        read("----X---- O moves 1"),
        Ok(Record::new(Toy::after(Fault::None, &[4]), vec![1]))
    );
    for bad in [
        "",
        "moves 1",
        "startpos moves 1 1",
        "startpos moves x",
        "startpos 4",
        "----X---- Z",
    ] {
        assert_eq!(read(bad), Err(crate::toy::Unread), "{bad:?}");
    }
}

/// One heap, where one to three counters are offered and an odd number of them may be taken: all
/// that `Position` must be told, so that the rest is as it comes.
#[derive(Clone, Debug, PartialEq)]
struct Odd {
    left: u8,
    turn: Player,
}

impl Position for Odd {
    type Move = u8;
    type Undo = ();
    const SLOTS: usize = 4;
    const LAZY_LEGALITY: bool = true;

    fn turn(&self) -> Player {
        self.turn
    }
    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | self.turn as u64
    }
    fn decided(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        unreachable!("one is odd")
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.left.min(3));
    }
    fn is_legal(&self, mv: u8) -> bool {
        mv % 2 == 1
    }
    fn play(&mut self, mv: u8) {
        *self = Self {
            left: self.left - mv,
            turn: !self.turn,
        };
    }
    fn undo(&mut self, mv: u8, (): ()) {
        *self = Self {
            left: self.left + mv,
            turn: !self.turn,
        };
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
}

#[test]
fn what_a_game_need_not_say_follows_from_what_it_says() {
    let pos = Odd {
        left: 5,
        turn: Player::First,
    };
    conform::position(&pos, 5).expect("the laws hold");
    let mut moves = vec![2];
    assert_eq!(
        (pos.legal_moves(&mut moves), moves),
        (None, vec![2, 1, 3]),
        "the illegal one is left out, no other"
    );
    assert_eq!(
        (pos.count_moves(), pos.outcome(), pos.adjudicate()),
        (2, None, None)
    );
    assert_eq!(Odd { left: 0, ..pos }.outcome(), Some(Outcome::Loss));
}

/// One heap: take a counter, or two and go on. Whoever takes the last one wins.
#[derive(Clone, Debug, PartialEq)]
struct GoesOn {
    left: u8,
    turn: Player,
}

impl Position for GoesOn {
    type Move = u8;
    type Undo = Self;
    const SLOTS: usize = 3;
    const TURNS_ALTERNATE: bool = false;

    fn turn(&self) -> Player {
        self.turn
    }
    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | self.turn as u64
    }
    fn decided(&self) -> Option<Outcome> {
        // The turn passes with the last counter, too.
        (self.left == 0).then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        unreachable!("an undecided heap has a counter to take")
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.left.min(2));
    }
    fn play(&mut self, mv: u8) -> Self {
        let before = self.clone();
        self.left -= mv;
        if mv == 1 || self.left == 0 {
            self.turn = !self.turn;
        }
        before
    }
    fn undo(&mut self, _: u8, before: Self) {
        *self = before;
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
}

#[test]
fn a_value_changes_its_sign_with_the_turn() {
    let pos = GoesOn {
        left: 5,
        turn: Player::First,
    };
    conform::position(&pos, 5).expect("the laws hold");
    let mut even = from_fn(|_: &GoesOn| 0);
    let mut node = Node::new(pos, &mut even);
    let ahead = Score::eval(7);
    let window = Window::around(ahead, 2);
    node.after(2, |again| {
        assert!(!again.turn_passed());
        assert_eq!(again.negamax(ahead), ahead);
        assert_eq!(again.negamax(window), window);
        let passed = again.play(1);
        assert!(passed.turn_passed());
        assert_eq!(passed.negamax(ahead), -ahead);
        assert_eq!(passed.negamax(window), -window);
        drop(passed);
        assert!(!again.turn_passed(), "it is the last move again");
    });
}
