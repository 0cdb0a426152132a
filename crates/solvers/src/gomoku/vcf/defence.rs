//! Finds the moves that stop the opponent's win by fours.

use super::{Search, Vcf};
use crate::{
    SolveLimits,
    gomoku::{
        board::{Board, Fives},
        meter::Meter,
        root::Root,
    },
};
use game_core::Position;
use gomoku_rules::{Gomoku, Point};
use std::time::Duration;
use web_time::Instant;

/// The moves of a position by whether the opponent wins by fours after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defences {
    /// The opponent's win by fours if the opponent were to move, as the line of a
    /// [`Solution`](super::super::Solution); empty if there is none, or a limit was reached.
    pub threat: Vec<Point>,
    /// The moves that leave no win, or end the game; empty if the game is over.
    pub good: Vec<Point>,
    /// The moves that are undecided because a limit was reached, or all at caro.
    pub unknown: Vec<Point>,
    /// Positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

impl Vcf {
    /// Finds the moves of the player to move that leave the opponent no win by fours. Without a
    /// threat these are all legal moves, except at renju, where a stone may make a point forbidden
    /// or free it.
    ///
    /// ```
    /// use game_core::Notation;
    /// use gomoku_rules::{Gomoku, Rule, Rules};
    /// use solvers::{SolveLimits, gomoku::Vcf};
    ///
    /// // Black threatens a straight four at e8 or i8.
    /// let pos = Gomoku::parse("X:f8g8h8 O:a1n13 turn:O", &Rules::new(15, Rule::Renju)?)?;
    /// let defences = Vcf::default().defences(&pos, &SolveLimits::default());
    /// let good: Vec<_> = defences.good.iter().map(|point| point.to_string()).collect();
    /// assert_eq!((good.join(" "), defences.unknown.len()), ("e8 i8".into(), 0));
    /// assert_eq!(defences.threat.len(), 3, "a straight four, an answer, and five");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn defences(&mut self, pos: &Gomoku, limits: &SolveLimits) -> Defences {
        let start = Instant::now();
        let mut spend = limits.spend(start);
        let mut meter = Meter::new(64, &mut spend);
        let mut moves = Vec::new();
        if pos.legal_moves(&mut moves).is_some() {
            return Defences {
                time: start.elapsed(),
                ..Defences::default()
            };
        }
        if pos.rules().rule().shuts_in() {
            return Defences {
                unknown: moves,
                time: start.elapsed(),
                ..Defences::default()
            };
        }
        let Self { memory, board } = self;
        let mut passed = pos.clone();
        passed.play(Point::NULL);
        board.follow(&passed);
        let threatened = Search::new(memory, board, &mut meter).root(Search::ENDLESS);
        let threat = if threatened == Ok(true) {
            memory.line.clone()
        } else {
            Vec::new()
        };
        board.follow(pos);
        // A line that wins after one move usually wins after most others too.
        let mut lines = vec![threat.clone()];
        let mut stopped = threatened.is_err();
        let mut good = Vec::new();
        let mut unknown = Vec::new();
        for mv in moves {
            let changed = board.play(mv);
            if board.pos().decided().is_some() {
                good.push(mv);
            } else if stopped {
                unknown.push(mv);
            } else if !lines.iter().rev().any(|line| still_wins(board, line)) {
                match Search::new(memory, board, &mut meter).root(Search::ENDLESS) {
                    Ok(true) => lines.push(memory.line.clone()),
                    Ok(false) => good.push(mv),
                    Err(_) => {
                        unknown.push(mv);
                        stopped = true;
                    }
                }
            }
            board.undo(mv, &changed);
        }
        Defences {
            threat,
            good,
            unknown,
            nodes: meter.nodes(),
            time: start.elapsed(),
        }
    }
}

/// Whether `line`, a win by fours elsewhere, wins here too, with the same answers.
fn still_wins(board: &mut Board, line: &[Point]) -> bool {
    let attacker = board.turn();
    let defender = !board.turn();
    board.fives(attacker) != Fives::None || goes_on(board, board.fives(defender), line)
}

/// Whether the rest of a line wins, if the attacker has no five yet and `must` stop the defender's.
fn goes_on(board: &mut Board, must: Fives, line: &[Point]) -> bool {
    let &[four, answer, ref rest @ ..] = line else {
        return false;
    };
    let attacker = board.turn();
    let defender = !board.turn();
    let stops = must == Fives::None || must == Fives::One(four);
    if !stops || !board.pos().is_empty(four) || !board.allows(attacker, four) {
        return false;
    }
    let changed = board.play(four);
    let wins = match board.fives_at(four, attacker) {
        Fives::None => false,
        Fives::One(five) if board.allows(defender, five) => {
            five == answer && {
                let changed = board.play(five);
                let wins = goes_on(board, board.fives_at(five, defender), rest);
                board.undo(five, &changed);
                wins
            }
        }
        Fives::One(_) | Fives::Many(_) => board.anywhere(defender).is_some(),
    };
    board.undo(four, &changed);
    wins
}
