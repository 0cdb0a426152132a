use crate::Setup;
use engines::{EngineError, Session};
use game_core::{GameLine, Player, Position as _, Record};
use othello_bitboard::{Othello, ggf};
use search::Clock;
use std::time::Duration;

/// The game on the board, and the time left.
pub struct Position {
    session: Box<dyn Session>,
    /// The clocks at the start; `None` if no time is set.
    clocks: [Option<ggf::Clock>; 2],
    /// The moves of each side, and the seconds they took.
    spent: [(u32, f64); 2],
}

impl Position {
    pub fn new(setup: &Setup) -> Result<Self, EngineError> {
        // Othello has no settings.
        let session = setup.game.session(&Vec::new())?;
        Ok(Self {
            session,
            clocks: [None; 2],
            spent: [(0, 0.0); 2],
        })
    }

    /// Sets a game.
    pub fn set(&mut self, game: &ggf::Game) {
        let record: Record<Othello> = game.clone().into();
        let moves: Vec<_> = record.moves.iter().map(|mv| mv.to_string()).collect();
        // A game in GGF is legal from beginning to end.
        if self
            .session
            .set_line(GameLine::new(record.start.to_string(), moves))
            .is_err()
        {
            return;
        }
        // A malformed clock sets no time.
        let clock = |player| {
            game.clock(player)
                .ok()
                .flatten()
                .filter(|clock| !clock.main.is_zero())
        };
        self.clocks = Player::BOTH.map(clock);
        let first = record.start.turn();
        self.spent = Player::BOTH.map(|player| {
            let moves = game.moves.len() + usize::from(player == first);
            (moves as u32 / 2, game.spent(player))
        });
    }

    /// Plays a move that took this many seconds.
    pub fn play(&mut self, mv: &str, seconds: f64) -> Result<(), EngineError> {
        let player = self.player();
        self.session.play(mv)?;
        let (moves, spent) = &mut self.spent[player.index()];
        (*moves, *spent) = (*moves + 1, *spent + seconds);
        Ok(())
    }

    fn player(&self) -> Player {
        self.session.state().turn
    }

    /// The clock of the side to move.
    pub fn clock(&self) -> Option<Clock> {
        let player = self.player();
        let clock = self.clocks[player.index()]?;
        let (moves, spent) = self.spent[player.index()];
        let given = clock.main + clock.increment.saturating_mul(moves);
        let left = |given: Duration| Duration::try_from_secs_f64(given.as_secs_f64() - spent).ok();
        // After the time has run out the extra time is left.
        let remaining = left(given)
            .or_else(|| left(given + clock.extension))
            .unwrap_or_default();
        Some(
            Clock::new(remaining, clock.increment)
                .with_overhead(Clock::OVERHEAD.min(remaining / 10)),
        )
    }

    pub fn is_over(&self) -> bool {
        self.session.state().ending.is_some()
    }

    /// The moves made.
    pub fn plies(&self) -> usize {
        self.session.state().ply
    }

    pub fn line(&self) -> GameLine {
        self.session.line()
    }

    /// The line up to its first `plies` moves.
    pub fn line_at(&self, plies: usize) -> GameLine {
        self.session.line().up_to(plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(properties: &str) -> Position {
        let mut position = Position::new(&Setup::new(engines::game("othello").expect("built in")))
            .expect("Othello");
        let start = "---------------------------O*------*O---------------------------";
        let game = format!("(;GM[Othello]BO[8 {start} *]{properties};)");
        position.set(&game.parse().unwrap_or_else(|error| panic!("{error}")));
        position
    }

    fn left(position: &Position) -> Option<f64> {
        position.clock().map(|clock| clock.remaining.as_secs_f64())
    }

    #[test]
    fn what_is_left_of_the_time() {
        assert_eq!(left(&position("")), None);
        assert_eq!(left(&position("TI[0]")), None);
        assert_eq!(left(&position("TI[soon]")), None);
        assert_eq!(left(&position("TI[01:00]")), Some(60.0));
        assert_eq!(left(&position("TI[01:00]B[F5//7]")), Some(60.0));
        assert_eq!(left(&position("TI[01:00]B[F5//7]W[D6//2.5]")), Some(53.0));
        assert_eq!(
            left(&position("TI[01:00/00:05]B[F5//7]W[D6//2.5]")),
            Some(58.0)
        );
        assert_eq!(left(&position("TB[01:00]TW[02:00]B[F5//7]")), Some(120.0));
        // Late: in the extra time, and beyond it.
        assert_eq!(
            left(&position("TI[00:10//00:30]B[F5//12]W[D6]")),
            Some(28.0)
        );
        assert_eq!(
            left(&position("TI[00:10//00:30]B[F5//1e300]W[D6]")),
            Some(0.0)
        );
        let mut position = position("TI[01:00]");
        for (mv, seconds) in [("f5", 7.0), ("d6", 2.0), ("c3", 1.0)] {
            position.play(mv, seconds).expect("legal");
        }
        assert_eq!(left(&position), Some(58.0));
        assert!(position.play("a1", 0.0).is_err());
        assert_eq!((left(&position), position.plies()), (Some(58.0), 3));
    }
}
