use super::{Letters, ProtocolKind, Ranks};
use engines::duration;
use search::Limits;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A program to start, read from `cmd[+PROTOCOL][\[NAME=VALUE,...\]]:PROGRAM ARGUMENTS`.
///
/// The part after the colon is split into words as a shell would split it, quotes and all, but no
/// shell sees it.
///
/// Without a protocol (`gomocup`, `gtp`, `nboard`, `uci`, `ucci` or `ugi`) it is the one that an argument
/// names, as in `edax -gtp`; else the one that the program answers to, of those in which the game
/// is played.
///
/// The options in brackets are sent to the program in the words of the protocol: `setoption` in UCI,
/// UCCI and UGI, `INFO` in Gomocup, `set` in NBoard, plain commands in GTP. An option without a value
/// is a button. These are not sent, but obeyed here:
///
/// | option | what it means |
/// |---|---|
/// | `depth` `nodes` `time` | the limits of a move, as in a searcher configuration; they override those for both players |
/// | `ranks` | `0` or `1`: how the program counts the ranks in UCI, where its answers do not tell |
/// | `letters` | `nb` (as a rule) or `he`: horse and elephant in a FEN |
///
/// ```
/// use protocols::client::{Command, ProtocolKind};
/// let command: Command = "cmd+uci[Threads=1,Hash=64,time=100ms]:'my engine' --quiet".parse()?;
/// assert_eq!(command.protocol(), Some(ProtocolKind::Uci));
/// assert_eq!(command.words(), ["my engine", "--quiet"]);
/// assert_eq!(command.options().len(), 2);
/// assert_eq!("cmd:edax -gtp".parse::<Command>()?.protocol(), Some(ProtocolKind::Gtp));
/// assert!("cmd+chess:engine".parse::<Command>().is_err());
/// # Ok::<(), protocols::client::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The limits of the program's moves; they override those for both players.
    pub limits: Limits,
    /// How it counts ranks in UCI; `None` if its answers are to show it.
    pub ranks: Option<Ranks>,
    /// How it writes horse and elephant.
    pub letters: Letters,
    protocol: Option<ProtocolKind>,
    options: Vec<(String, Option<String>)>,
    words: Vec<String>,
    text: String,
}

/// A text that names no program.
///
/// ```
/// use protocols::client::Command;
/// let refused = |text: &str| text.parse::<Command>().unwrap_err().to_string();
/// assert_eq!(refused("cmd[depth=0]:engine"), "option depth takes plies, 1 to 10000, not \"0\"");
/// assert_eq!(refused("cmd:"), "no program is named after the colon");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandError {
    /// It does not begin with `cmd`.
    #[error("{0:?} is not cmd:PROGRAM, cmd+PROTOCOL:PROGRAM or cmd[NAME=VALUE,...]:PROGRAM")]
    Form(String),
    /// There is no such protocol.
    #[error(
        "there is no protocol {0:?}; there are {known}",
        known = ProtocolKind::ALL.map(ProtocolKind::name).join(", ")
    )]
    Protocol(String),
    /// An option has no name, or does not fit into a line.
    #[error("option {0:?} is not NAME=VALUE or NAME")]
    Option(String),
    /// An option that is obeyed here does not take that value.
    #[error("option {name} takes {expected}, not {value:?}")]
    Value {
        /// The option.
        name: String,
        /// The value refused.
        value: String,
        /// What is accepted.
        expected: &'static str,
    },
    /// A quote is not closed, or the text ends in a backslash.
    #[error("{0:?} cannot be split into words: a quote is not closed")]
    Quote(String),
    /// There is no program.
    #[error("no program is named after the colon")]
    Empty,
}

impl Command {
    /// Whether `text` is meant to be a command, not a searcher configuration.
    pub fn is_meant_by(text: &str) -> bool {
        text.strip_prefix("cmd")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '+', '[']))
    }

    /// The protocol, if the text names one.
    pub fn protocol(&self) -> Option<ProtocolKind> {
        self.protocol
    }

    /// The program and its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The options to send.
    pub fn options(&self) -> &[(String, Option<String>)] {
        &self.options
    }

    fn set(&mut self, name: &str, value: &str) -> Result<bool, CommandError> {
        let bad = |expected| CommandError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            expected,
        };
        let positive = || value.parse().ok().filter(|&number: &u64| number > 0);
        match name {
            "depth" => {
                let depth = positive()
                    .filter(|&depth| depth <= 10_000)
                    .ok_or_else(|| bad("plies, 1 to 10000"))?;
                self.limits.depth = Some(depth as u32);
            }
            "nodes" => {
                self.limits.nodes = Some(positive().ok_or_else(|| bad("a number of nodes"))?)
            }
            "time" => {
                self.limits.time =
                    Some(duration(value).ok_or_else(|| bad("a time as 500ms or 2s"))?)
            }
            "ranks" => {
                self.ranks = Some(match value {
                    "0" => Ranks::FromZero,
                    "1" => Ranks::FromOne,
                    _ => return Err(bad("0 or 1, the number of the first rank")),
                });
            }
            "letters" => {
                self.letters = match value {
                    "nb" => Letters::Nb,
                    "he" => Letters::He,
                    _ => return Err(bad("nb or he")),
                };
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let form = || CommandError::Form(text.to_owned());
        let rest = text.strip_prefix("cmd").ok_or_else(form)?;
        let (protocol, rest) = match rest.strip_prefix('+') {
            None => (None, rest),
            Some(rest) => {
                let (name, rest) = rest.split_at(rest.find(['[', ':']).ok_or_else(form)?);
                (Some(name.parse().map_err(CommandError::Protocol)?), rest)
            }
        };
        let (options, program) = match rest.strip_prefix('[') {
            None => ("", rest.strip_prefix(':').ok_or_else(form)?),
            Some(rest) => rest.split_once("]:").ok_or_else(form)?,
        };
        let words = shlex::split(program).ok_or_else(|| CommandError::Quote(program.to_owned()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandError::Empty);
        }
        let named = |word: &String| word.trim_start_matches(['-', '/']).parse().ok();
        let protocol = protocol.or_else(|| words.iter().skip(1).find_map(named));
        let limits = Limits::none();
        let letters = Letters::default();
        let text = text.to_owned();
        let mut command = Self {
            limits,
            ranks: None,
            letters,
            protocol,
            options: Vec::new(),
            words,
            text,
        };
        for option in options.split(',').filter(|_| !options.is_empty()) {
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value)),
                None => (option.trim(), None),
            };
            if name.is_empty() || option.contains(|c: char| c.is_control()) {
                return Err(CommandError::Option(option.to_owned()));
            }
            if !command.set(name, value.unwrap_or_default())? {
                command
                    .options
                    .push((name.to_owned(), value.map(str::to_owned)));
            }
        }
        Ok(command)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_say() {
        let command = |text: &str| -> Command {
            text.parse()
                .unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        assert_eq!(
            command("cmd:pbrain-foo --flag").words(),
            ["pbrain-foo", "--flag"]
        );
        assert_eq!(
            command("cmd: 'a b' c\\ d \"e:]:f\"").words(),
            ["a b", "c d", "e:]:f"]
        );
        assert_eq!(command("cmd:x").protocol(), None);
        for protocol in ProtocolKind::ALL {
            assert_eq!(
                command(&format!("cmd+{protocol}:x -gtp")).protocol(),
                Some(protocol)
            );
            assert_eq!(
                command(&format!("cmd:x y --{protocol}")).protocol(),
                Some(protocol)
            );
            assert_eq!(
                command(&format!("cmd:boyi {protocol}")).protocol(),
                Some(protocol)
            );
            assert_eq!(command(&format!("cmd:{protocol}")).protocol(), None);
        }
        let full = command(
            "cmd+uci[ Hash =64,Clear Hash,UCI_Variant=xiangqi,A=b=c,depth=3,time=2s,ranks=1,letters=he]:x",
        );
        let some = |text: &str| Some(text.to_owned());
        let sent = [
            ("Hash", some("64")),
            ("Clear Hash", None),
            ("UCI_Variant", some("xiangqi")),
            ("A", some("b=c")),
        ];
        assert_eq!(
            full.options(),
            sent.map(|(name, value)| (name.to_owned(), value))
        );
        assert_eq!(
            full.limits,
            Limits::depth(3).with_time(std::time::Duration::from_secs(2))
        );
        assert_eq!(
            (full.ranks, full.letters),
            (Some(Ranks::FromOne), Letters::He)
        );
        assert!(command("cmd[]:x").options().is_empty());
        for text in ["cmd:x", "cmd+gtp[a=b]:x 'y z'", "cmd[time=1s]:x"] {
            assert_eq!(command(text).to_string(), text);
        }
    }

    #[test]
    fn what_commands_do_not_say() {
        type Check = fn(&CommandError) -> bool;
        let form: Check = |error| matches!(error, CommandError::Form(_));
        let option: Check = |error| matches!(error, CommandError::Option(_));
        let value: Check = |error| matches!(error, CommandError::Value { .. });
        let empty: Check = |error| matches!(error, CommandError::Empty);
        let protocol: Check = |error| matches!(error, CommandError::Protocol(_));
        let quote: Check = |error| matches!(error, CommandError::Quote(_));
        for (text, wrong) in [
            ("", form),
            ("cmd", form),
            ("cm:x", form),
            ("cmd x", form),
            ("cmd+gtp", form),
            ("cmd[a=b:x", form),
            ("cmd[a=b] :x", form),
            ("cmd\u{1f600}:x", form),
            ("cmd+:x", protocol),
            ("cmd+chess:x", protocol),
            ("cmd+GTP:x", protocol),
            ("cmd:", empty),
            ("cmd:  ", empty),
            ("cmd:''", empty),
            ("cmd:'x", quote),
            ("cmd:x \"y", quote),
            ("cmd:x\\", quote),
            ("cmd[=1]:x", option),
            ("cmd[a=1,,b]:x", option),
            ("cmd[a=1\nquit]:x", option),
            ("cmd[depth=0]:x", value),
            ("cmd[depth]:x", value),
            ("cmd[depth=99999999999999999999]:x", value),
            ("cmd[nodes=-1]:x", value),
            ("cmd[time=1]:x", value),
            ("cmd[ranks=10]:x", value),
            ("cmd[letters=hb]:x", value),
        ] {
            let error = text.parse::<Command>().expect_err(text);
            assert!(wrong(&error), "{text:?}: {error}");
        }
    }
}
