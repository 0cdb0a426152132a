use super::kind::{Client, detect};
use super::process::Process;
use super::talk::Talk;
use super::{Command, Problem, ProgramError, ProtocolKind};
use engines::{Answer, Game, Session, Settings, Turn};
use search::{Control, Limits};
use std::time::Duration;

/// An external program that plays, in its own protocol. Dropping this ends it.
///
/// ```
/// use protocols::client::Program;
/// use search::{Control, Limits};
/// let (gomoku, control) = (engines::game("gomoku")?, Control::default());
/// let missing = "cmd:/no/such/program".parse()?;
/// assert!(Program::start(&missing, gomoku, &Vec::new(), &control).is_err());
/// // A program that ends before the first line loses by a crash.
/// # #[cfg(unix)] {
/// let mut program = Program::start(&"cmd:true".parse()?, gomoku, &Vec::new(), &control)?;
/// assert!(program.start_game().is_err_and(|error| error.to_string().contains("ended")));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Program {
    pub(super) command: Command,
    game: &'static dyn Game,
    settings: Settings,
    /// The control of requests that bring none.
    control: Control,
    /// Knows the rules: a forced pass is played without asking.
    pub(super) session: Box<dyn Session>,
    client: Option<Box<dyn Client>>,
    protocol: Option<ProtocolKind>,
    /// `None` after a failure; the next game starts the program again.
    talk: Option<Talk>,
    /// Whether the program knows the game under way.
    pub(super) ready: bool,
}

impl Program {
    /// The limits of a move by default: not all protocols know nodes, and without limits some
    /// programs search forever.
    pub const LIMITS: Limits = Limits::time(Duration::from_secs(1));
    /// How long a program may take to start, or to get ready for a game.
    pub const GREETING: Duration = Duration::from_secs(20);
    /// How long to wait for a move without a time limit.
    pub const THINKING: Duration = Duration::from_secs(600);
    /// How long a program may take to end by itself.
    pub const FAREWELL: Duration = Duration::from_millis(200);

    /// Starts the program of `command` for games under `settings`; a stop by `control` ends every
    /// wait for it.
    ///
    /// # Errors
    /// If it cannot be started, or does not speak a protocol in which the game is played.
    pub fn start(
        command: &Command,
        game: &'static dyn Game,
        settings: &Settings,
        control: &Control,
    ) -> Result<Self, ProgramError> {
        let wrong = |problem| ProgramError {
            program: command.to_string(),
            problem: Box::new(problem),
        };
        let no_game = |_| wrong(Problem::Game { game: game.name() });
        let session = game.session(settings).map_err(no_game)?;
        if let Some(protocol) = command
            .protocol()
            .filter(|protocol| !protocol.plays(game.name()))
        {
            return Err(wrong(Problem::Protocol {
                protocol,
                game: game.name(),
            }));
        }
        let process =
            Process::start(command.words()).map_err(|error| wrong(Problem::Start(error)))?;
        let talk = Some(Talk::new(process, control.clone()));
        let command = command.clone();
        let settings = settings.clone();
        let control = control.clone();
        Ok(Self {
            protocol: command.protocol(),
            command,
            game,
            settings,
            control,
            session,
            client: None,
            talk,
            ready: false,
        })
    }

    /// The protocol spoken, as soon as it is known.
    pub fn protocol(&self) -> Option<ProtocolKind> {
        self.protocol
    }

    /// Announces a new game.
    ///
    /// # Errors
    /// If the program is not ready within [`GREETING`](Self::GREETING). It is started again for the
    /// next game.
    pub fn start_game(&mut self) -> Result<(), ProgramError> {
        let result = self.get_ready();
        self.judge(result)
    }

    /// Asks for a move; a game must have been [started](Self::start_game). A stop by `control` ends
    /// the wait for it.
    ///
    /// # Errors
    /// If it does not answer in time, or not by the protocol. It is started again for the next
    /// game.
    pub fn ask(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Answer, ProgramError> {
        let result = self.try_ask(turn, control, false);
        self.judge(result)
    }

    /// Greets the program if necessary, and announces a new game.
    pub(super) fn get_ready(&mut self) -> Result<(), Problem> {
        let talk = match &mut self.talk {
            Some(talk) => talk,
            None => {
                self.client = None;
                let process = Process::start(self.command.words()).map_err(Problem::Start)?;
                self.talk.insert(Talk::new(process, self.control.clone()))
            }
        };
        talk.ask_under(&self.control, Self::GREETING);
        let client = match &mut self.client {
            Some(client) => client,
            None => {
                let game = self.game.name();
                let session = self.game.session(&self.settings);
                let session = session.map_err(|_| Problem::Game { game })?;
                let protocol = match self.protocol {
                    Some(protocol) => protocol,
                    None => *self.protocol.insert(detect(game, talk)?),
                };
                let client = protocol.client(&self.command, self.game, &self.settings, session);
                let client = self.client.insert(client);
                client.greet(talk)?;
                client
            }
        };
        client.new_game(talk)?;
        self.ready = true;
        Ok(())
    }

    /// The program's move. A stop by `control` ends the wait for it or, if the program may be
    /// hurried and the protocol has a word for that, makes it answer at once.
    pub(super) fn try_ask(
        &mut self,
        turn: &Turn<'_>,
        control: &Control,
        may_hurry: bool,
    ) -> Result<Answer, Problem> {
        if let Some(forced) = self.forced(turn) {
            return Ok(Answer::of_move(forced));
        }
        let (Some(client), Some(talk)) = (&mut self.client, &mut self.talk) else {
            return Err(Problem::Stopped);
        };
        let limits = if turn.limits == Limits::none() {
            Self::LIMITS
        } else {
            turn.limits
        };
        // A little longer than the time after which the game is lost, so that the referee decides
        // it.
        let patience = turn.patience.map_or(Self::THINKING, |patience| {
            patience + Duration::from_millis(5)
        });
        talk.ask_under(control, patience);
        if let Some(word) = client.hurry().filter(|_| may_hurry) {
            talk.hurry_with(word);
        }
        client.reply(talk, &Turn { limits, ..*turn })
    }

    /// The pass, if it is the only move: programs differ in whether they expect to be asked.
    fn forced(&mut self, turn: &Turn<'_>) -> Option<String> {
        if !matches!(
            self.protocol,
            Some(ProtocolKind::Gtp | ProtocolKind::NBoard)
        ) {
            return None;
        }
        self.session.set_line(turn.line).ok()?;
        let moves = self.session.legal_moves();
        (moves == ["pass"]).then(|| "pass".to_owned())
    }

    /// After a failure the program's state is unknown: it is killed at once.
    pub(super) fn judge<T>(&mut self, result: Result<T, Problem>) -> Result<T, ProgramError> {
        result.map_err(|problem| {
            (self.talk, self.ready) = (None, false);
            ProgramError {
                program: self.command.to_string(),
                problem: Box::new(problem),
            }
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let (Some(talk), Some(client)) = (self.talk.take(), &self.client) {
            talk.end(client.farewell(), Self::FAREWELL);
        }
    }
}
