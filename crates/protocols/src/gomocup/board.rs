use super::command::{At, Stone};
use super::refusal::Refusal;
use engines::Settings;
use game_core::{Notation, Player, Position};
use gomoku_rules::{Gomoku, Point, Rules};

/// The stones on the board, in the order of the commands, and whose turn it is.
///
/// The manager knows the rules of the match: a stone of the opponent may stand on any empty point.
#[derive(Clone, Debug)]
pub struct Board {
    position: Gomoku,
    stones: Vec<(Point, Player)>,
}

impl Board {
    pub fn new(rules: Rules) -> Self {
        Self {
            position: Gomoku::new(rules),
            stones: Vec::new(),
        }
    }

    pub fn position(&self) -> &Gomoku {
        &self.position
    }

    pub fn is_empty(&self) -> bool {
        self.stones.is_empty()
    }

    /// Why no move can follow.
    ///
    /// # Errors
    /// If the game is over.
    pub fn check_open(&self) -> Result<(), Refusal> {
        match self.position.decided() {
            Some(_) => Err(Refusal::Over(self.position.reason().unwrap_or_default())),
            None => Ok(()),
        }
    }

    /// The position as an engine reads it.
    pub fn line(&self) -> String {
        self.position.to_string()
    }

    /// The rules as an engine reads them.
    pub fn settings(&self) -> Settings {
        let rules = self.position.rules();
        vec![
            ("size".to_owned(), rules.size().to_string()),
            ("rule".to_owned(), rules.rule().to_string()),
        ]
    }

    /// The point at `at`.
    ///
    /// # Errors
    /// If there is none.
    pub fn point(&self, at: At) -> Result<Point, Refusal> {
        let small = |number| u8::try_from(number).ok();
        let point = small(at.x)
            .zip(small(at.y))
            .and_then(|(x, y)| Point::new(x, y));
        point
            .filter(|&point| self.position.rules().contains(point))
            .ok_or(Refusal::OffBoard(at))
    }

    /// Places a stone of the side to move.
    ///
    /// # Errors
    /// If the game is over, or there is no such point, or a stone on it.
    pub fn place(&mut self, at: At) -> Result<(), Refusal> {
        self.check_open()?;
        let point = self.point(at)?;
        if !self.position.is_empty(point) {
            return Err(Refusal::Occupied(at));
        }
        self.stones.push((point, self.position.turn()));
        self.position.play(point);
        Ok(())
    }

    /// Plays a legal move for the side to move.
    ///
    /// # Errors
    /// As [`place`](Self::place), and if Black may not play there.
    pub fn play(&mut self, at: At) -> Result<(), Refusal> {
        let black = self.position.turn() == Player::First;
        if let Some(kind) = self
            .point(at)
            .ok()
            .filter(|_| black)
            .and_then(|point| self.position.forbidden_at(point))
        {
            return Err(Refusal::Forbidden { at, kind });
        }
        self.place(at)
    }

    /// The index of the stone at `at`.
    ///
    /// # Errors
    /// If there is none.
    pub fn stone(&self, at: At) -> Result<usize, Refusal> {
        let point = self.point(at)?;
        self.stones
            .iter()
            .rposition(|&(other, _)| other == point)
            .ok_or(Refusal::NoStone(at))
    }

    /// Removes the stone at `at`; the side that placed it is to move.
    ///
    /// # Errors
    /// If there is none.
    pub fn take_back(&mut self, at: At) -> Result<(), Refusal> {
        let place = self.stone(at)?;
        let mut stones = self.stones.clone();
        let (_, player) = stones.remove(place);
        *self = Self::of(self.position.rules(), stones, player)?;
        Ok(())
    }

    /// The board with these stones. Black is the side with equal stones when it is to move, or one
    /// more when it is not; if the counts fit neither, the side of the first stone. With `moves`
    /// the brain is to move; else the side with fewer stones.
    ///
    /// # Errors
    /// If there is no such point, or a stone on it, or both have a five.
    pub fn set(&self, given: &[Stone], moves: bool) -> Result<Self, Refusal> {
        let own = given.iter().filter(|stone| stone.own).count();
        let black_is_own = match given.len() - own {
            others if others == own => true,
            others if others == own + 1 => false,
            others if own == others + 1 && !moves => true,
            _ => given.first().is_none_or(|stone| stone.own),
        };
        let player = |own: bool| {
            if own == black_is_own {
                Player::First
            } else {
                Player::Second
            }
        };
        let mut stones: Vec<(Point, Player)> = Vec::with_capacity(given.len());
        for stone in given {
            let point = self.point(stone.at)?;
            if stones.iter().any(|&(other, _)| other == point) {
                return Err(Refusal::Occupied(stone.at));
            }
            stones.push((point, player(stone.own)));
        }
        let turn = if moves || own * 2 <= given.len() {
            player(true)
        } else {
            player(false)
        };
        Self::of(self.position.rules(), stones, turn)
    }

    /// The same stones under other rules.
    ///
    /// # Errors
    /// If both have a five under them.
    pub fn under(&self, rules: Rules) -> Result<Self, Refusal> {
        Self::of(rules, self.stones.clone(), self.position.turn())
    }

    /// `stones` are on different points of the board.
    fn of(rules: Rules, stones: Vec<(Point, Player)>, turn: Player) -> Result<Self, Refusal> {
        let of = |player| {
            stones
                .iter()
                .filter(|stone| stone.1 == player)
                .map(|stone| stone.0)
                .collect::<Vec<_>>()
        };
        let [black, white] = Player::BOTH.map(of);
        let position =
            Gomoku::set_up(rules, &black, &white, turn).map_err(|_| Refusal::TwoWinners)?;
        Ok(Self { position, stones })
    }
}

/// Where a point is.
pub fn at(point: Point) -> At {
    At {
        x: point.col().into(),
        y: point.row().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::Rule;

    fn board(rule: Rule) -> Board {
        Board::new(Rules::new(15, rule).expect("rules"))
    }

    fn stones(text: &str) -> Vec<Stone> {
        text.split(' ').filter_map(Stone::read).collect()
    }

    fn set(text: &str, moves: bool) -> String {
        board(Rule::Renju)
            .set(&stones(text), moves)
            .expect(text)
            .line()
    }

    #[test]
    fn colours_are_told_by_numbers() {
        for (text, black_to_move, meanwhile) in [
            ("", "startpos", "startpos"),
            ("0,0,2", "X:a1 O: turn:O", "X:a1 O: turn:O"),
            ("0,0,1 1,0,2", "X:a1 O:b1 turn:X", "X:a1 O:b1 turn:X"),
            // The order does not matter.
            ("1,0,2 0,0,1", "X:a1 O:b1 turn:X", "X:a1 O:b1 turn:X"),
            (
                "1,0,1 0,0,2 2,0,2",
                "X:a1c1 O:b1 turn:O",
                "X:a1c1 O:b1 turn:O",
            ),
            // One side has one stone more, and the other is to move: the first stone matters only
            // if the brain is to move.
            (
                "1,0,2 0,0,1 2,2,1",
                "X:b1 O:a1c3 turn:O",
                "X:a1c3 O:b1 turn:O",
            ),
            // The side to move has more stones: the first stone was Black's.
            ("0,0,1", "X:a1 O: turn:X", "X:a1 O: turn:O"),
            ("0,0,2 1,0,2", "X:a1b1 O: turn:O", "X:a1b1 O: turn:O"),
        ] {
            assert_eq!(
                (set(text, true), set(text, false)),
                (black_to_move.to_owned(), meanwhile.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_set_up_is_taken_whole_or_not() {
        let board = board(Rule::Freestyle);
        let at = |x, y| At { x, y };
        assert_eq!(
            board.set(&stones("15,0,1"), true).expect_err("off"),
            Refusal::OffBoard(at(15, 0))
        );
        assert_eq!(
            board.set(&stones("3,0,1 3,0,2"), true).expect_err("two"),
            Refusal::Occupied(at(3, 0))
        );
        let five = |y, field| {
            (0..5)
                .map(|x| format!("{x},{y},{field} "))
                .collect::<String>()
        };
        let both = format!("{}{}", five(0, 1), five(1, 2));
        assert_eq!(
            board.set(&stones(&both), true).expect_err("both"),
            Refusal::TwoWinners
        );
        let won = board.set(&stones(&five(0, 2)), true).expect("one");
        assert_eq!(won.check_open(), Err(Refusal::Over("five in a row")));
        assert_eq!(
            won.clone().place(at(9, 9)),
            Err(Refusal::Over("five in a row"))
        );
    }

    #[test]
    fn stones_come_and_go() {
        let mut board = board(Rule::Freestyle);
        let at = |x, y| At { x, y };
        for x in 0..3 {
            board.place(at(x, 0)).expect("empty");
        }
        assert_eq!(board.place(at(1, 0)), Err(Refusal::Occupied(at(1, 0))));
        assert_eq!(board.place(at(1, 15)), Err(Refusal::OffBoard(at(1, 15))));
        assert_eq!(board.take_back(at(9, 9)), Err(Refusal::NoStone(at(9, 9))));
        assert_eq!(board.line(), "X:a1c1 O:b1 turn:O");
        board.take_back(at(2, 0)).expect("the last");
        assert_eq!(board.line(), "X:a1 O:b1 turn:X");
        board.take_back(at(0, 0)).expect("not the last");
        assert_eq!(board.line(), "X: O:b1 turn:X");
    }

    #[test]
    fn a_forbidden_point_is_not_played() {
        let three = "7,6,1 7,8,1 6,7,1 8,7,1 0,0,2 0,14,2 14,0,2 14,14,2";
        let mut board = board(Rule::Renju)
            .set(&stones(three), true)
            .expect("a position");
        let at = At { x: 7, y: 7 };
        assert!(matches!(board.play(at), Err(Refusal::Forbidden { .. })));
        // A claim that the opponent did is believed.
        assert_eq!(board.place(at), Ok(()));
    }

    #[test]
    fn rules_may_change() {
        let six: String = (0..6).map(|x| format!("{x},0,1 ")).collect();
        let board = board(Rule::Standard)
            .set(&stones(&six), false)
            .expect("no five");
        assert_eq!(board.check_open(), Ok(()));
        let other = board
            .under(Rules::new(15, Rule::Freestyle).expect("rules"))
            .expect("one winner");
        assert_eq!(other.check_open(), Err(Refusal::Over("five in a row")));
    }
}
