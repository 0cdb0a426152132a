use super::adjudication::Agreement;
use super::clock::Running;
use super::{ADJUDICATED, AGREED, Conduct, Fault, Played, RESIGNED, TOO_LONG};
use crate::{Bot, BotError};
use engines::{GameView, Reply, Session, Turn};
use game_core::{Player, Score};
use search::{Control, Limits};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use web_time::Instant;

/// Plays a game between two players and enforces its conditions.
///
/// ```
/// use arena::{EngineBot, game::Referee};
/// use search::{Control, Limits};
/// let othello = engines::game("othello")?;
/// let settings = Vec::new();
/// let player = |config: &str| -> Result<EngineBot, Box<dyn std::error::Error>> {
///     Ok(EngineBot { engine: othello.engine(&settings, &config.parse()?, 1)? })
/// };
/// let (mut black, mut white) = (player("pvs")?, player("level=1")?);
/// let mut session = othello.session(&settings)?;
/// let referee = Referee::new([Limits::depth(1); 2]);
/// let played = referee.play(session.as_mut(), [&mut black, &mut white], &Control::default()).ok_or("stopped")?;
/// assert_eq!((played.fault, session.state().ending.is_some()), (None, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee {
    /// The limits of each player's moves, the first mover's first; a clock among them is that
    /// player's at the start of the game.
    pub limits: [Limits; 2],
    /// The other conditions.
    pub conduct: Conduct,
}

/// Why a player loses, and the words for it; without a fault it is a resignation.
type Offence = (Option<Fault>, String);

impl Referee {
    /// A referee with the default [`Conduct`].
    pub fn new(limits: [Limits; 2]) -> Self {
        Self {
            limits,
            conduct: Conduct::default(),
        }
    }

    /// Plays from where `session` stands to the end; `players[0]` has the first mover's side,
    /// the player to move.
    ///
    /// Returns `None` if `control` was stopped before the end.
    pub fn play(
        &self,
        session: &mut dyn Session,
        players: [&mut dyn Bot; 2],
        control: &Control,
    ) -> Option<Played> {
        let mut table = Table {
            players,
            limits: self.limits,
            clocks: self.limits.map(|limits| limits.clock.map(Running::new)),
            conduct: self.conduct,
            agreement: Agreement::default(),
            start: session.start_view(),
            draw_offer: None,
            played: Played {
                winner: None,
                reason: String::new(),
                fault: None,
                moves: Vec::new(),
                nodes: [0; 2],
                timing: None,
            },
        };
        let offence = table.begin().err().or_else(|| table.play(session, control));
        if control.is_stopped() {
            return None;
        }
        let crashed = offence
            .as_ref()
            .filter(|(_, (fault, _))| *fault == Some(Fault::Crash))
            .map(|&(loser, _)| loser);
        table.end(crashed);
        let mut played = table.played;
        if let Some((loser, (fault, reason))) = offence {
            (played.winner, played.fault, played.reason) = (Some(1 - loser), fault, reason);
        }
        if let [Some(one), Some(other)] = &table.clocks {
            played.timing = Some([one.timing(), other.timing()]);
        }
        Some(played)
    }
}

/// A game in progress.
struct Table<'a> {
    players: [&'a mut dyn Bot; 2],
    limits: [Limits; 2],
    clocks: [Option<Running>; 2],
    conduct: Conduct,
    agreement: Agreement,
    /// The position that the line begins with.
    start: GameView,
    /// The side whose reply, the last one, offered a draw.
    draw_offer: Option<usize>,
    played: Played,
}

impl Table<'_> {
    /// Announces the game to both players.
    fn begin(&mut self) -> Result<(), (usize, Offence)> {
        self.players
            .iter_mut()
            .enumerate()
            .try_for_each(|(side, player)| {
                guarded(|| player.new_game())
                    .map_err(|problem| (side, (Some(Fault::Crash), format!("crash: {problem}"))))
            })
    }

    /// Announces the end to both players, except one that has crashed.
    fn end(&mut self, crashed: Option<usize>) {
        for (side, player) in self.players.iter_mut().enumerate() {
            // A player's state after a crash is unknown, so it is not called again; the result
            // stands whatever the other does now.
            if crashed != Some(side) {
                let _ = catch_unwind(AssertUnwindSafe(|| player.game_over()));
            }
        }
    }

    /// Plays to the end or to a stop. Fails with the player and its offence, if there was one.
    fn play(&mut self, session: &mut dyn Session, control: &Control) -> Option<(usize, Offence)> {
        loop {
            let state = session.state();
            let side = state.turn.index();
            if let Some(ending) = state.ending {
                return self.over(ending.winner.map(Player::index), ending.reason);
            }
            if self.played.moves.len() >= self.conduct.max_plies {
                return self.over(None, TOO_LONG);
            }
            match self.ask(side, session, control) {
                _ if control.is_stopped() => return None,
                Err(offence) => return Some((side, offence)),
                Ok(said) => {
                    // Nobody accepts an offer of their own.
                    let accepted = said.draw_offer && self.draw_offer == Some(1 - side);
                    self.draw_offer = said.draw_offer.then_some(side);
                    let agreed = self
                        .agreement
                        .hear(&self.conduct.adjudication, side, said.score);
                    // The rules come first.
                    if let Some(winner) = agreed.filter(|_| session.state().ending.is_none()) {
                        return self.over(winner, ADJUDICATED);
                    }
                    if accepted && session.state().ending.is_none() {
                        return self.over(None, AGREED);
                    }
                }
            }
        }
    }

    fn over(&mut self, winner: Option<usize>, reason: &str) -> Option<(usize, Offence)> {
        (self.played.winner, self.played.reason) = (winner, reason.to_owned());
        None
    }

    /// Asks the player of `side` for a move and plays it. Returns what came with the move, or what
    /// was wrong.
    fn ask(
        &mut self,
        side: usize,
        session: &mut dyn Session,
        control: &Control,
    ) -> Result<Said, Offence> {
        let margin = self.conduct.time_margin;
        let line = session.line();
        let shown = [side, 1 - side].map(|side| self.clocks[side].as_ref().map(Running::clock));
        let limits = Limits {
            clock: shown[0],
            ..self.limits[side]
        };
        let left = limits.clock.map(|clock| clock.remaining);
        let allowed = limits.time.into_iter().chain(left).min();
        let turn = Turn {
            line: &line,
            to_move: session.state().turn,
            start: &self.start,
            limits,
            clocks: shown[0].zip(shown[1]).map(|(own, other)| [own, other]),
            patience: allowed.map(|allowed| allowed.saturating_add(margin)),
        };
        let asked = Instant::now();
        let answer = guarded(|| self.players[side].reply(&turn, control));
        let taken = asked.elapsed();
        let in_time = self.clocks[side]
            .as_mut()
            .map_or(Ok(()), |clock| clock.stop(taken, margin));
        let late = |allowed: Duration| {
            Err((
                Some(Fault::Time),
                format!(
                    "time: {} ms instead of {}",
                    taken.as_millis(),
                    allowed.as_millis()
                ),
            ))
        };
        if let Some(allowed) = limits
            .time
            .filter(|allowed| taken > allowed.saturating_add(margin))
        {
            return late(allowed);
        }
        if in_time.is_err() {
            return late(left.unwrap_or_default());
        }
        let crash = |problem: BotError| (Some(Fault::Crash), format!("crash: {problem}"));
        let answer = answer.map_err(crash)?;
        let said = Said {
            score: answer.score(),
            draw_offer: matches!(answer.reply, Reply::DrawOffer(_)),
        };
        let mv = match answer.reply {
            Reply::Move(mv) | Reply::DrawOffer(mv) => mv,
            Reply::Resign => return Err((None, RESIGNED.to_owned())),
            Reply::None => return Err(crash("it found no move".into())),
        };
        let mv = session
            .play(&mv)
            .map_err(|error| (Some(Fault::Illegal), format!("illegal move: {error}")))?;
        self.played.moves.push(mv);
        self.played.nodes[side] += answer.report.nodes;
        Ok(said)
    }
}

/// What came with a move.
struct Said {
    /// The player's score of the position.
    score: Option<Score>,
    draw_offer: bool,
}

/// Runs `deed`; a panic becomes an error with its message.
fn guarded<T>(deed: impl FnOnce() -> Result<T, BotError>) -> Result<T, BotError> {
    catch_unwind(AssertUnwindSafe(deed)).unwrap_or_else(|panic| Err(words(panic.as_ref()).into()))
}

/// The message of a panic.
fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it panicked")
}
