//! One game, with a referee who trusts nobody.

use crate::Player;
use engines::Session;
use search::Control;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A game longer than this many plies from its opening is a draw, for the reason [`TOO_LONG`]; no other game is
/// adjudicated.
pub const MAX_PLIES: usize = 1_000;

/// The reason told for a game of [`MAX_PLIES`].
pub const TOO_LONG: &str = "length";

/// How much longer than allowed a move may take before the game is lost on time: what a busy machine may add.
pub const TIME_MARGIN: Duration = Duration::from_millis(100);

/// What a player did that loses a game whatever the board says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It panicked, or gave no answer.
    Crash,
    /// It named a move that is not legal.
    Illegal,
    /// It thought for longer than allowed.
    Time,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The winner: 0 had the first mover's side, 1 the other; `None` is a draw.
    pub winner: Option<usize>,
    /// Why the game ended, in a few words.
    pub reason: String,
    /// What the loser did wrong, if the game was lost that way.
    pub fault: Option<Fault>,
    /// The moves played from the opening.
    pub moves: Vec<String>,
    /// Positions visited by either player.
    pub nodes: [u64; 2],
}

/// Plays from where `session` stands to the end; `players[0]` has the first mover's side, whoever is to move.
///
/// Returns `None` if `control` was stopped before the end.
///
/// ```
/// use arena::{EnginePlayer, game};
/// use search::{Control, Limits};
/// let othello = engines::game("othello")?;
/// let settings = Vec::new();
/// let player = |mind: &str| -> Result<EnginePlayer, Box<dyn std::error::Error>> {
///     Ok(EnginePlayer { thinker: othello.thinker(&settings, &mind.parse()?, 1)?, limits: Limits::depth(1) })
/// };
/// let (mut black, mut white) = (player("pvs")?, player("level=1")?);
/// let mut session = othello.session(&settings)?;
/// let played = game::play(session.as_mut(), [&mut black, &mut white], &Control::default()).ok_or("stopped")?;
/// assert_eq!((played.fault, session.ending().is_some()), (None, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play(session: &mut dyn Session, players: [&mut dyn Player; 2], control: &Control) -> Option<Played> {
    play_up_to(MAX_PLIES, session, players, control)
}

fn play_up_to(most: usize, session: &mut dyn Session, players: [&mut dyn Player; 2], control: &Control) -> Option<Played> {
    let mut played = Played { winner: None, reason: String::new(), fault: None, moves: Vec::new(), nodes: [0; 2] };
    loop {
        let turn = usize::from(!session.first_to_move());
        if let Some(ending) = session.ending() {
            played.winner = ending.winner.map(|winner| if winner == session.turn() { turn } else { 1 - turn });
            played.reason = ending.reason.to_owned();
            return Some(played);
        }
        if played.moves.len() >= most {
            played.reason = TOO_LONG.to_owned();
            return Some(played);
        }
        let answer = ask(&mut *players[turn], session, control);
        if control.is_stopped() {
            return None;
        }
        match answer {
            Ok((mv, nodes)) => {
                played.moves.push(mv);
                played.nodes[turn] += nodes;
            }
            Err((fault, reason)) => {
                played.winner = Some(1 - turn);
                (played.fault, played.reason) = (Some(fault), reason);
                return Some(played);
            }
        }
    }
}

/// Asks `player` for a move and plays it; the move as the session spells it, or what was wrong.
fn ask(player: &mut dyn Player, session: &mut dyn Session, control: &Control) -> Result<(String, u64), (Fault, String)> {
    let (line, start) = (session.line(), Instant::now());
    // Whatever state a panic leaves the player in, it is not asked again.
    let answer = catch_unwind(AssertUnwindSafe(|| player.reply(&line, control)));
    let (taken, allowed) = (start.elapsed(), player.time_limit());
    let reply = match answer {
        Ok(Ok(reply)) => reply,
        Ok(Err(problem)) => return Err((Fault::Crash, format!("crash: {problem}"))),
        Err(panic) => return Err((Fault::Crash, format!("crash: {}", words(panic.as_ref())))),
    };
    if let Some(allowed) = allowed.filter(|&allowed| taken > allowed + TIME_MARGIN) {
        return Err((Fault::Time, format!("time: {} ms instead of {}", taken.as_millis(), allowed.as_millis())));
    }
    match session.play(&reply.mv) {
        Ok(()) => Ok((session.moves().pop().unwrap_or(reply.mv), reply.nodes)),
        Err(error) => Err((Fault::Illegal, format!("illegal move: {error}"))),
    }
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it panicked")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;

    type Deed = fn() -> Result<Reply, String>;

    /// Plays the first legal move, until it does something else.
    struct Puppet {
        game: &'static dyn engines::Game,
        asked: usize,
        from: usize,
        does: Deed,
        limit: Option<Duration>,
    }

    impl Player for Puppet {
        fn reply(&mut self, line: &str, _: &Control) -> Result<Reply, String> {
            self.asked += 1;
            if self.asked > self.from {
                return (self.does)();
            }
            let mut session = self.game.session(&Vec::new()).map_err(|error| error.to_string())?;
            session.set_line(line).map_err(|error| error.to_string())?;
            Ok(Reply { mv: session.legal_moves().swap_remove(0), nodes: 3 })
        }

        fn time_limit(&self) -> Option<Duration> {
            self.limit
        }
    }

    fn puppet(game: &'static dyn engines::Game, from: usize, does: Deed) -> Puppet {
        Puppet { game, asked: 0, from, does, limit: None }
    }

    fn good(game: &'static dyn engines::Game) -> Puppet {
        puppet(game, usize::MAX, || Err(String::new()))
    }

    fn named(mv: &str) -> Result<Reply, String> {
        Ok(Reply { mv: mv.to_owned(), nodes: 0 })
    }

    #[test]
    fn faults_lose_and_are_told_apart() {
        let othello = engines::game("othello").expect("built in");
        let cases: [(Deed, Fault, &str); 5] = [
            (|| panic!("out of {}", "ideas"), Fault::Crash, "crash: out of ideas"),
            (|| Err("gone".to_owned()), Fault::Crash, "crash: gone"),
            (|| named("d4"), Fault::Illegal, "illegal move: "),
            (|| named("no move at all, \u{1f600}"), Fault::Illegal, "illegal move: "),
            (|| named(""), Fault::Illegal, "illegal move: "),
        ];
        for (does, fault, reason) in cases {
            for bad in 0..2 {
                let (mut one, mut other) = (good(othello), puppet(othello, 2, does));
                let mut players: [&mut dyn Player; 2] = [&mut one, &mut other];
                players.rotate_left(1 - bad);
                let mut session = othello.session(&Vec::new()).expect("no settings");
                let played = play(session.as_mut(), players, &Control::default()).expect("not stopped");
                assert_eq!((played.winner, played.fault), (Some(1 - bad), Some(fault)), "{reason}");
                assert!(played.reason.starts_with(reason), "{}", played.reason);
                assert_eq!(played.moves.len(), 4 + bad);
                assert_eq!(played.nodes[1 - bad], 6 + 3 * bad as u64);
            }
        }
    }

    #[test]
    fn slow_answers_lose_on_time() {
        let othello = engines::game("othello").expect("built in");
        let slow: Deed = || {
            std::thread::sleep(TIME_MARGIN + Duration::from_millis(30));
            named("f5")
        };
        let mut white = good(othello);
        let mut black = Puppet { limit: Some(Duration::from_millis(10)), ..puppet(othello, 0, slow) };
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let played = play(session.as_mut(), [&mut black, &mut white], &Control::default()).expect("not stopped");
        assert_eq!((played.winner, played.fault), (Some(1), Some(Fault::Time)));
        // The same without a limit is no fault.
        let mut black = puppet(othello, 0, slow);
        let mut white = puppet(othello, 0, || Err("enough".to_owned()));
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let played = play(session.as_mut(), [&mut black, &mut white], &Control::default()).expect("not stopped");
        assert_eq!((played.winner, played.fault, played.moves), (Some(0), Some(Fault::Crash), vec!["f5".to_owned()]));
    }

    #[test]
    fn the_rules_say_who_won() {
        for game in engines::GAMES.iter().copied() {
            let mut session = game.session(&Vec::new()).expect("no settings");
            let played = play(session.as_mut(), [&mut good(game), &mut good(game)], &Control::default()).expect("an end");
            assert_eq!(played.fault, None);
            let winner = session.ending().and_then(|ending| ending.winner);
            assert_eq!(played.winner.map(|side| game.player_names()[side]), winner, "{}", game.name());
            assert_eq!(played.moves, session.moves());
        }
    }

    #[test]
    fn a_game_without_end_is_a_draw() {
        let othello = engines::game("othello").expect("built in");
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let players: [&mut dyn Player; 2] = [&mut good(othello), &mut good(othello)];
        let played = play_up_to(10, session.as_mut(), players, &Control::default()).expect("not stopped");
        assert_eq!((played.winner, played.fault, played.reason.as_str()), (None, None, TOO_LONG));
        assert_eq!((played.moves.len(), session.moves().len()), (10, 10));
    }

    #[test]
    fn a_stop_leaves_no_result() {
        let othello = engines::game("othello").expect("built in");
        let control = Control::default();
        control.stop();
        let mut session = othello.session(&Vec::new()).expect("no settings");
        assert_eq!(play(session.as_mut(), [&mut good(othello), &mut good(othello)], &control), None);
    }
}
