//! One game, with a referee who trusts nobody.

use crate::{Player, Turn};
use engines::Session;
use search::{Control, Limits};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A game longer than this many plies from its opening is a draw where nobody says otherwise: [`Referee::max_plies`].
pub const MAX_PLIES: usize = 1_000;

/// The reason told for a game that grew too long.
pub const TOO_LONG: &str = "length";

/// How much longer than allowed a move may take where nobody says otherwise: what a busy machine may add. See
/// [`Referee::time_margin`].
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

/// Who sees to it that a game is played by its terms.
///
/// ```
/// use arena::{EnginePlayer, game::Referee};
/// use search::{Control, Limits};
/// let othello = engines::game("othello")?;
/// let settings = Vec::new();
/// let player = |mind: &str| -> Result<EnginePlayer, Box<dyn std::error::Error>> {
///     Ok(EnginePlayer { thinker: othello.thinker(&settings, &mind.parse()?, 1)? })
/// };
/// let (mut black, mut white) = (player("pvs")?, player("level=1")?);
/// let mut session = othello.session(&settings)?;
/// let referee = Referee::new([Limits::depth(1); 2]);
/// let played = referee.play(session.as_mut(), [&mut black, &mut white], &Control::default()).ok_or("stopped")?;
/// assert_eq!((played.fault, session.ending().is_some()), (None, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee {
    /// What a move may cost either player, the one with the first mover's side first.
    pub limits: [Limits; 2],
    /// How much longer than allowed a move may take before the game is lost on time.
    pub time_margin: Duration,
    /// A game longer than this many plies from its opening is a draw, for the reason [`TOO_LONG`].
    pub max_plies: usize,
}

impl Referee {
    /// A referee with a margin of [`TIME_MARGIN`], for games of at most [`MAX_PLIES`].
    pub fn new(limits: [Limits; 2]) -> Self {
        Self { limits, time_margin: TIME_MARGIN, max_plies: MAX_PLIES }
    }

    /// Plays from where `session` stands to the end; `players[0]` has the first mover's side, whoever is to move.
    ///
    /// Returns `None` if `control` was stopped before the end.
    pub fn play(&self, session: &mut dyn Session, players: [&mut dyn Player; 2], control: &Control) -> Option<Played> {
        let mut played = Played { winner: None, reason: String::new(), fault: None, moves: Vec::new(), nodes: [0; 2] };
        let [one, other] = players;
        let mut players = [one, other];
        let mut lost_by = None;
        for (side, player) in players.iter_mut().enumerate() {
            if let Err(problem) = guarded(|| player.new_game()) {
                lost_by = Some((side, Fault::Crash, format!("crash: {problem}")));
                break;
            }
        }
        while lost_by.is_none() {
            let turn = usize::from(!session.first_to_move());
            if let Some(ending) = session.ending() {
                played.winner = ending.winner.map(|winner| if winner == session.turn() { turn } else { 1 - turn });
                played.reason = ending.reason.to_owned();
                break;
            }
            if played.moves.len() >= self.max_plies {
                played.reason = TOO_LONG.to_owned();
                break;
            }
            let answer = self.ask(turn, &mut *players[turn], session, control);
            if control.is_stopped() {
                return None;
            }
            match answer {
                Ok((mv, nodes)) => {
                    played.moves.push(mv);
                    played.nodes[turn] += nodes;
                }
                Err((fault, reason)) => lost_by = Some((turn, fault, reason)),
            }
        }
        for (side, player) in players.iter_mut().enumerate() {
            // Whatever state a crash leaves a player in, it is not spoken to again; and the result stands whatever it does.
            if !matches!(lost_by, Some((loser, Fault::Crash, _)) if loser == side) {
                let _ = catch_unwind(AssertUnwindSafe(|| player.game_over()));
            }
        }
        if let Some((loser, fault, reason)) = lost_by {
            (played.winner, played.fault, played.reason) = (Some(1 - loser), Some(fault), reason);
        }
        Some(played)
    }

    /// Asks `player`, who has the turn, for a move and plays it; the move as the session spells it, or what was wrong.
    fn ask(
        &self,
        turn: usize,
        player: &mut dyn Player,
        session: &mut dyn Session,
        control: &Control,
    ) -> Result<(String, u64), (Fault, String)> {
        let (line, moves, limits) = (session.line(), session.moves(), self.limits[turn]);
        let start = line.split_once(" moves ").map_or(line.as_str(), |(start, _)| start);
        let patience = limits.time.map(|allowed| allowed.saturating_add(self.time_margin));
        let question = Turn { line: &line, start, moves: &moves, limits, clocks: None, patience };
        let asked = Instant::now();
        let answer = guarded(|| player.reply(&question, control));
        let taken = asked.elapsed();
        if let Some(allowed) = limits.time.filter(|_| patience.is_some_and(|patience| taken > patience)) {
            return Err((Fault::Time, format!("time: {} ms instead of {}", taken.as_millis(), allowed.as_millis())));
        }
        let reply = answer.map_err(|problem| (Fault::Crash, format!("crash: {problem}")))?;
        match session.play(&reply.mv) {
            Ok(()) => Ok((session.moves().pop().unwrap_or(reply.mv), reply.nodes)),
            Err(error) => Err((Fault::Illegal, format!("illegal move: {error}"))),
        }
    }
}

/// What `deed` returns, or the words of its panic.
fn guarded<T>(deed: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(deed)).unwrap_or_else(|panic| Err(words(panic.as_ref()).to_owned()))
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

    const FREE: Referee = Referee { limits: [Limits::none(); 2], time_margin: TIME_MARGIN, max_plies: MAX_PLIES };

    type Deed = fn() -> Result<Reply, String>;

    /// Plays the first legal move, until it does something else.
    struct Puppet {
        game: &'static dyn engines::Game,
        asked: usize,
        from: usize,
        does: Deed,
    }

    impl Player for Puppet {
        fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Reply, String> {
            self.asked += 1;
            if self.asked > self.from {
                return (self.does)();
            }
            let mut session = self.game.session(&Vec::new()).map_err(|error| error.to_string())?;
            session.set_line(turn.line).map_err(|error| error.to_string())?;
            Ok(Reply { nodes: 3, ..Reply::new(session.legal_moves().swap_remove(0)) })
        }
    }

    fn puppet(game: &'static dyn engines::Game, from: usize, does: Deed) -> Puppet {
        Puppet { game, asked: 0, from, does }
    }

    fn good(game: &'static dyn engines::Game) -> Puppet {
        puppet(game, usize::MAX, || Err(String::new()))
    }

    fn named(mv: &str) -> Result<Reply, String> {
        Ok(Reply::new(mv))
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
                let played = FREE.play(session.as_mut(), players, &Control::default()).expect("not stopped");
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
        let mut black = puppet(othello, 0, slow);
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let referee = Referee::new([Limits::time(Duration::from_millis(10)), Limits::none()]);
        let played = referee.play(session.as_mut(), [&mut black, &mut white], &Control::default()).expect("not stopped");
        assert_eq!((played.winner, played.fault), (Some(1), Some(Fault::Time)));
        // The same without a limit is no fault.
        let mut black = puppet(othello, 0, slow);
        let mut white = puppet(othello, 0, || Err("enough".to_owned()));
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let played = FREE.play(session.as_mut(), [&mut black, &mut white], &Control::default()).expect("not stopped");
        assert_eq!((played.winner, played.fault, played.moves), (Some(0), Some(Fault::Crash), vec!["f5".to_owned()]));
    }

    #[test]
    fn the_rules_say_who_won() {
        for game in engines::GAMES.iter().copied() {
            let mut session = game.session(&Vec::new()).expect("no settings");
            let played =
                FREE.play(session.as_mut(), [&mut good(game), &mut good(game)], &Control::default()).expect("an end");
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
        let referee = Referee { max_plies: 10, ..FREE };
        let played = referee.play(session.as_mut(), players, &Control::default()).expect("not stopped");
        assert_eq!((played.winner, played.fault, played.reason.as_str()), (None, None, TOO_LONG));
        assert_eq!((played.moves.len(), session.moves().len()), (10, 10));
    }

    /// What a player is told, and when.
    #[derive(Default)]
    struct Witness {
        told: Vec<String>,
        refuses: bool,
    }

    impl Player for Witness {
        fn new_game(&mut self) -> Result<(), String> {
            self.told.push("new".to_owned());
            if self.refuses { Err("no such board".to_owned()) } else { Ok(()) }
        }

        fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Reply, String> {
            assert_eq!(turn.line, format!("{} moves {}", turn.start, turn.moves.join(" ")));
            self.told.push(turn.moves.join(" "));
            Ok(Reply::new(if turn.moves.len() == 2 { "c3" } else { "a1" }))
        }

        fn game_over(&mut self) {
            self.told.push("over".to_owned());
        }
    }

    #[test]
    fn players_are_told_what_happens() {
        let othello = engines::game("othello").expect("built in");
        let begin = || {
            let mut session = othello.session(&Vec::new()).expect("no settings");
            session.set_line("startpos moves f5d6").expect("legal");
            session
        };
        let (mut black, mut white) = (Witness::default(), Witness::default());
        let played = FREE.play(begin().as_mut(), [&mut black, &mut white], &Control::default()).expect("not stopped");
        assert_eq!((played.winner, played.fault, played.moves), (Some(0), Some(Fault::Illegal), vec!["c3".to_owned()]));
        assert_eq!(black.told, ["new", "f5 d6", "over"]);
        assert_eq!(white.told, ["new", "f5 d6 c3", "over"]);
        let (mut black, mut white) = (Witness::default(), Witness { refuses: true, ..Witness::default() });
        let played = FREE.play(begin().as_mut(), [&mut black, &mut white], &Control::default()).expect("not stopped");
        assert_eq!((played.winner, played.fault, played.moves), (Some(0), Some(Fault::Crash), Vec::new()));
        assert_eq!(played.reason, "crash: no such board");
        assert_eq!(
            (black.told.as_slice(), white.told.as_slice()),
            (&["new", "over"].map(str::to_owned)[..], &["new".to_owned()][..])
        );
    }

    #[test]
    fn a_stop_leaves_no_result() {
        let othello = engines::game("othello").expect("built in");
        let control = Control::default();
        control.stop();
        let mut session = othello.session(&Vec::new()).expect("no settings");
        assert_eq!(FREE.play(session.as_mut(), [&mut good(othello), &mut good(othello)], &control), None);
    }
}
