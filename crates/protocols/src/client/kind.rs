use super::talk::Talk;
use super::{Command, Problem};
use crate::gomocup::GomocupClient;
use crate::gtp::GtpClient;
use crate::nboard::NBoardClient;
use crate::uci::{UcciClient, UciClient};
use crate::ugi::UgiClient;
use crate::{Gomocup, NBoard, Uci};
use engines::{Answer, Game, Session, Settings, Turn};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A protocol that programs speak.
///
/// ```
/// use protocols::client::ProtocolKind;
/// assert_eq!("ucci".parse(), Ok(ProtocolKind::Ucci));
/// // Those in which Othello is played: its own, and those of every game.
/// let plays = |kind: &ProtocolKind| kind.game().is_none_or(|game| game == "othello");
/// let of_othello = ProtocolKind::ALL.into_iter().filter(plays).map(ProtocolKind::name);
/// assert!(of_othello.eq(["gtp", "nboard", "ugi"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProtocolKind {
    /// Gomoku, as the manager Piskvork of the Gomocup tournaments speaks it.
    Gomocup,
    /// Version 2 of the Go Text Protocol, for every game.
    Gtp,
    /// Othello, as the board NBoard speaks it.
    NBoard,
    /// Xiangqi, in the Universal Chess Interface.
    Uci,
    /// Xiangqi, in the Universal Chinese Chess Protocol.
    Ucci,
    /// The Universal Game Interface, for every game.
    Ugi,
}

impl ProtocolKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Gomocup,
        Self::Gtp,
        Self::NBoard,
        Self::Uci,
        Self::Ucci,
        Self::Ugi,
    ];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gomocup => "gomocup",
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
            Self::Uci => "uci",
            Self::Ucci => "ucci",
            Self::Ugi => "ugi",
        }
    }

    /// The name of the one game that it is for; `None` if it is for every game.
    pub const fn game(self) -> Option<&'static str> {
        match self {
            Self::Gomocup => Some(Gomocup::GAME),
            Self::Gtp | Self::Ugi => None,
            Self::NBoard => Some(NBoard::GAME),
            Self::Uci | Self::Ucci => Some(Uci::GAME),
        }
    }

    /// Whether that game is played in it.
    pub(super) fn plays(self, game: &str) -> bool {
        self.game().is_none_or(|only| only == game)
    }

    /// The protocols in which that game is played, those of this game alone at the front.
    fn of(game: &str) -> Vec<Self> {
        let mut kinds: Vec<Self> = Self::ALL
            .into_iter()
            .filter(|kind| kind.plays(game))
            .collect();
        kinds.sort_by_key(|kind| kind.game().is_none());
        kinds
    }

    /// The client of this protocol with the options of `command`, for `game` under `settings`,
    /// which begins where `session` stands.
    pub(super) fn client(
        self,
        command: &Command,
        game: &dyn Game,
        settings: &Settings,
        session: Box<dyn Session>,
    ) -> Box<dyn Client> {
        match self {
            Self::Gomocup => Box::new(GomocupClient::new(command, settings)),
            Self::Gtp => Box::new(GtpClient::new(command, game, session)),
            Self::NBoard => Box::new(NBoardClient::new(command)),
            Self::Uci => Box::new(UciClient::new(command)),
            Self::Ucci => Box::new(UcciClient::new(command)),
            Self::Ugi => Box::new(UgiClient::new(command, settings, &*session)),
        }
    }
}

impl fmt::Display for ProtocolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ProtocolKind {
    /// The unknown name.
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| name.to_owned())
    }
}

/// The client side of a protocol.
pub(crate) trait Client: Send {
    /// Opens the conversation and sends the options.
    fn greet(&mut self, talk: &mut Talk) -> Result<(), Problem>;

    /// Says that another game begins.
    fn new_game(&mut self, talk: &mut Talk) -> Result<(), Problem>;

    /// Asks for a move.
    fn reply(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<Answer, Problem>;

    /// The word that ends the program.
    fn farewell(&self) -> &'static str;

    /// The word that makes it move at once.
    fn hurry(&self) -> Option<&'static str> {
        None
    }
}

/// Detects which of the protocols for `game` the program speaks: it is greeted in the first and, if
/// it does not answer, in the second.
pub(super) fn detect(game: &'static str, talk: &mut Talk) -> Result<ProtocolKind, Problem> {
    match ProtocolKind::of(game)[..] {
        [ProtocolKind::NBoard, ProtocolKind::Gtp, ..] => {
            // A GTP program complains about both.
            let heard = |line: &str| match line {
                "pong 1" => Some(ProtocolKind::NBoard),
                _ => line.starts_with(['=', '?']).then_some(ProtocolKind::Gtp),
            };
            talk.say("nboard 2")?;
            talk.say("ping 1")?;
            let first = talk.until("pong, or an answer in GTP", heard)?;
            let second = if first == ProtocolKind::Gtp {
                talk.until_or(Duration::from_millis(500), heard)?
            } else {
                None
            };
            Ok(second.unwrap_or(first))
        }
        [ProtocolKind::Uci, ProtocolKind::Ucci, ..] => {
            /// A UCCI program ignores lines that are not UCCI.
            const PATIENCE: Duration = Duration::from_secs(2);
            let heard = |line: &str| match line {
                "uciok" => Some(ProtocolKind::Uci),
                "ucciok" => Some(ProtocolKind::Ucci),
                _ => None,
            };
            talk.say("uci")?;
            if let Some(kind) = talk.until_or(PATIENCE, heard)? {
                return Ok(kind);
            }
            talk.say("ucci")?;
            match talk.until("uciok or ucciok", heard)? {
                // The program is slow to start: it may understand both greetings, and then speaks
                // the last one.
                ProtocolKind::Uci => {
                    Ok(talk.until_or(PATIENCE, heard)?.unwrap_or(ProtocolKind::Uci))
                }
                other => Ok(other),
            }
        }
        [ProtocolKind::Gtp, ProtocolKind::Ugi] => {
            talk.say("ugi")?;
            // A GTP program complains.
            talk.until("ugiok, or an answer in GTP", |line| match line {
                "ugiok" => Some(ProtocolKind::Ugi),
                _ => line.starts_with(['=', '?']).then_some(ProtocolKind::Gtp),
            })
        }
        [first, ..] => Ok(first),
        [] => Err(Problem::Game { game }),
    }
}
