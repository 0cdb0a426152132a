use search::{Clock, Limits};
use std::time::Duration;

/// The time of moves, as the manager has set it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    turn: Option<Duration>,
    /// The time of a game: not set, no limit, or this.
    game: Option<Option<Duration>>,
    left: Option<Duration>,
    increment: Duration,
}

/// The part of `time` that is reserved for starting a thread, writing to a pipe, and a busy
/// machine: a tenth, from 10 to 30 ms.
fn margin(time: Duration) -> Duration {
    (time / 10).clamp(Duration::from_millis(10), Duration::from_millis(30))
}

impl Times {
    pub fn set_turn(&mut self, time: Option<Duration>) {
        self.turn = time;
    }

    pub fn set_game(&mut self, time: Option<Duration>) {
        (self.game, self.left) = (Some(time), time);
    }

    /// Sets the time left of the game; `None` is no limit.
    pub fn set_left(&mut self, time: Option<Duration>) {
        self.left = time.filter(|_| self.game != Some(None));
    }

    pub fn set_increment(&mut self, time: Duration) {
        self.increment = time;
    }

    /// Begins a game with a full clock. If the time of a game is not set, the time left stands.
    pub fn restart(&mut self) {
        self.left = self.game.unwrap_or(self.left);
    }

    /// Subtracts the `time` of a move.
    pub fn spend(&mut self, time: Duration) {
        self.left = self
            .left
            .map(|left| left.saturating_sub(time).saturating_add(self.increment));
    }

    /// The limits of the next move: the time allowed less a margin.
    pub fn limits(&self) -> Limits {
        const LEAST: Duration = Duration::from_millis(1);
        let time = self
            .turn
            .map(|turn| turn.saturating_sub(margin(turn)).max(LEAST));
        let clock = self
            .left
            .map(|left| Clock::new(left, self.increment).with_overhead(margin(left)));
        Limits {
            time,
            clock,
            ..Limits::none()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn left(times: &Times) -> Option<u64> {
        times
            .limits()
            .clock
            .map(|clock| clock.remaining.as_millis() as u64)
    }

    #[test]
    fn a_move_is_ready_before_its_time() {
        let mut times = Times::default();
        assert_eq!(times.limits(), Limits::none());
        for (turn, search) in [
            (0, 1),
            (5, 1),
            (50, 40),
            (200, 180),
            (1_000, 970),
            (30_000, 29_970),
        ] {
            times.set_turn(Some(ms(turn)));
            assert_eq!(times.limits(), Limits::time(ms(search)));
        }
        times.set_turn(None);
        assert_eq!(times.limits(), Limits::none());
        times.set_game(Some(ms(1_000)));
        let hard = times.limits().allotment().hard.expect("a clock");
        assert!(hard <= ms(225), "{hard:?}");
        times.set_left(Some(ms(0)));
        assert_eq!(times.limits().allotment().hard, Some(ms(0)));
    }

    #[test]
    fn what_is_left_of_a_game() {
        let mut times = Times::default();
        times.set_left(Some(ms(700)));
        assert_eq!(left(&times), Some(700), "told of nothing else, this counts");
        times.restart();
        assert_eq!(
            left(&times),
            Some(700),
            "and may have been told before the game"
        );
        times.set_game(Some(ms(5_000)));
        assert_eq!(left(&times), Some(5_000));
        times.spend(ms(1_500));
        assert_eq!(left(&times), Some(3_500));
        times.set_increment(ms(100));
        times.spend(ms(9_000));
        assert_eq!(left(&times), Some(100));
        times.set_left(Some(ms(40)));
        assert_eq!(left(&times), Some(40));
        times.restart();
        assert_eq!(left(&times), Some(5_000));
        times.set_game(None);
        times.set_left(Some(ms(40)));
        assert_eq!(left(&times), None, "a match without limit has none left");
        times.spend(ms(40));
        times.restart();
        assert_eq!(left(&times), None);
    }
}
