use super::go::Go;
use super::refusal::Refusal;

/// The command in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Hello(Greeting),
    IsReady,
    /// UCI's `debug` and `register`: accepted, without effect.
    Nothing,
    NewGame,
    Position(PositionText),
    /// Moves not to play in the position.
    Ban(Vec<String>),
    Go(Box<Go>),
    Stop,
    PonderHit {
        draw: bool,
    },
    Set {
        name: String,
        value: Option<String>,
    },
    /// Asks for the last search's result at a position.
    Probe(PositionText),
    /// The board, for people.
    Show,
    Quit,
}

/// The word that chooses the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    Uci,
    Ucci,
    /// The dialect of UCI that leaves out the word `position` and counts ranks from 0; `uci`
    /// follows.
    Cyclone,
}

/// A position as text, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// `startpos`, or a FEN.
    pub start: String,
    pub moves: Vec<String>,
}

impl PositionText {
    fn read(word: &'static str, words: &[&str]) -> Result<Self, Refusal> {
        let end = words
            .iter()
            .position(|&word| word == "moves")
            .unwrap_or(words.len());
        let (start, moves) = words.split_at(end);
        let start = match start {
            ["startpos"] => "startpos".to_owned(),
            ["fen", fen @ ..] if !fen.is_empty() => fen.join(" "),
            other => {
                return Err(Refusal::argument(
                    word,
                    "startpos, or fen and a FEN",
                    &other.join(" "),
                ));
            }
        };
        Ok(Self {
            start,
            moves: moves.iter().skip(1).map(|&mv| mv.to_owned()).collect(),
        })
    }
}

impl Command {
    /// The command in `line`; `None` if the line is empty.
    ///
    /// # Errors
    /// If it is not a command, or a malformed one.
    pub fn read(line: &str) -> Result<Option<Self>, Refusal> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else {
            return Ok(None);
        };
        let alone = |name: &'static str, command: Self| match rest {
            [] => Ok(command),
            _ => Err(Refusal::argument(name, "nothing", &rest.join(" "))),
        };
        let command = match word {
            "uci" => alone("uci", Self::Hello(Greeting::Uci))?,
            "ucci" => alone("ucci", Self::Hello(Greeting::Ucci))?,
            "ucicyclone" => alone("ucicyclone", Self::Hello(Greeting::Cyclone))?,
            "isready" => alone("isready", Self::IsReady)?,
            "ucinewgame" | "uccinewgame" => alone("ucinewgame", Self::NewGame)?,
            "stop" => alone("stop", Self::Stop)?,
            "d" => alone("d", Self::Show)?,
            "quit" => alone("quit", Self::Quit)?,
            "debug" if matches!(rest, ["on" | "off"]) => Self::Nothing,
            "debug" => return Err(Refusal::argument("debug", "on or off", &rest.join(" "))),
            "register" => Self::Nothing,
            "ponderhit" => match rest {
                [] => Self::PonderHit { draw: false },
                ["draw"] => Self::PonderHit { draw: true },
                _ => {
                    return Err(Refusal::argument(
                        "ponderhit",
                        "nothing, or draw",
                        &rest.join(" "),
                    ));
                }
            },
            "position" => Self::Position(PositionText::read("position", rest)?),
            "startpos" | "fen" => Self::Position(PositionText::read("position", &words)?),
            "probe" => Self::Probe(PositionText::read("probe", rest)?),
            "banmoves" if rest.is_empty() => {
                return Err(Refusal::argument("banmoves", "moves", ""));
            }
            "banmoves" => Self::Ban(rest.iter().map(|&mv| mv.to_owned()).collect()),
            "go" => Self::Go(Box::new(Go::read(rest)?)),
            "setoption" => Self::set(rest)?,
            _ => return Err(Refusal::unknown(line.trim())),
        };
        Ok(Some(command))
    }

    /// `name Clear Hash`, `name Hash value 64`; or, in UCCI, `newgame`, `hashsize 64`.
    fn set(words: &[&str]) -> Result<Self, Refusal> {
        let (name, value) = match words {
            ["name", rest @ ..] => {
                let end = rest
                    .iter()
                    .position(|&word| word == "value")
                    .unwrap_or(rest.len());
                (
                    rest[..end].join(" "),
                    rest.get(end + 1..).map(|value| value.join(" ")),
                )
            }
            [name, value @ ..] => (
                (*name).to_owned(),
                (!value.is_empty()).then(|| value.join(" ")),
            ),
            [] => (String::new(), None),
        };
        if name.is_empty() {
            return Err(Refusal::argument(
                "setoption",
                "an option",
                &words.join(" "),
            ));
        }
        Ok(Self::Set { name, value })
    }

    /// Its word, for the message that it has to wait.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Hello(Greeting::Uci) => "uci",
            Self::Hello(Greeting::Ucci) => "ucci",
            Self::Hello(Greeting::Cyclone) => "ucicyclone",
            Self::IsReady => "isready",
            Self::Nothing => "debug",
            Self::NewGame => "ucinewgame",
            Self::Position(_) => "position",
            Self::Ban(_) => "banmoves",
            Self::Go(_) => "go",
            Self::Stop => "stop",
            Self::PonderHit { .. } => "ponderhit",
            Self::Set { .. } => "setoption",
            Self::Probe(_) => "probe",
            Self::Show => "d",
            Self::Quit => "quit",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        Command::read(line)
            .unwrap_or_else(|refusal| panic!("{line}: {refusal}"))
            .expect("a command")
    }

    #[test]
    fn options_in_either() {
        for (line, name, value) in [
            ("setoption name Hash value 64", "Hash", Some("64")),
            ("setoption name Clear Hash", "Clear Hash", None),
            (
                "setoption\tname  Move  Overhead value   1 2 ",
                "Move Overhead",
                Some("1 2"),
            ),
            ("setoption name Hash value", "Hash", Some("")),
            ("setoption hashsize 64", "hashsize", Some("64")),
            ("setoption newgame", "newgame", None),
            ("setoption bookfiles a b.dat", "bookfiles", Some("a b.dat")),
        ] {
            let value = value.map(str::to_owned);
            assert_eq!(
                read(line),
                Command::Set {
                    name: name.to_owned(),
                    value
                },
                "{line}"
            );
        }
    }

    #[test]
    fn positions_in_either() {
        let position = |start: &str, moves: &[&str]| {
            let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
            Command::Position(PositionText {
                start: start.to_owned(),
                moves,
            })
        };
        for (line, command) in [
            ("position startpos", position("startpos", &[])),
            ("position startpos moves", position("startpos", &[])),
            (
                "position startpos moves h2e2 h9g7",
                position("startpos", &["h2e2", "h9g7"]),
            ),
            (
                "position fen 4k4/9 w moves a0a1",
                position("4k4/9 w", &["a0a1"]),
            ),
            ("startpos moves h2e2", position("startpos", &["h2e2"])),
            ("fen 4k4/9 w - - 0 1", position("4k4/9 w - - 0 1", &[])),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
    }

    #[test]
    fn what_makes_no_sense() {
        assert_eq!(Command::read(" \t\r").expect("nothing"), None);
        for line in [
            "UCI",
            "uci x",
            "stop now",
            "quit 1",
            "debug",
            "debug maybe",
            "ponderhit x",
            "position",
            "position fen",
            "position fen moves h2e2",
            "position moves h2e2",
            "position startpos h2e2",
            "probe",
            "banmoves",
            "setoption",
            "setoption name",
            "setoption name value 3",
            "go depth x",
            "joho debug on",
        ] {
            assert!(Command::read(line).is_err(), "{line}");
        }
    }
}
