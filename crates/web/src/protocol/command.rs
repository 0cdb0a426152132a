use super::{ApiError, player::PlayerArgs};
use engines::{EngineConfig, SearcherConfig, SwapChoice};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error},
};
use serde_json::{Map, Value};
use serde_path_to_error::Segment;
use std::{collections::BTreeMap, fmt::Display, str::FromStr};

macro_rules! commands {
    ($($name:literal => $command:ident $(($args:ty))?,)*) => {
        /// What a client may ask for.
        #[derive(Clone, Debug)]
        pub(crate) enum Command {
            $($command $(($args))?,)*
        }

        impl Command {
            /// Every command's name.
            pub const NAMES: &[&str] = &[$($name),*];

            fn named(name: &str, args: Map<String, Value>) -> Result<Self, ApiError> {
                match name {
                    $($name => commands!(@read args $command $(($args))?),)*
                    _ => {
                        Err(ApiError::new("do", format!("there are {}, and no command {name:?}", Self::NAMES.join(", "))))
                    }
                }
            }
        }
    };
    (@read $map:ident $command:ident) => { arguments::<Nothing>($map).map(|Nothing {}| Self::$command) };
    (@read $map:ident $command:ident ($args:ty)) => { arguments($map).map(Self::$command) };
}

commands! {
    "open" => Open(Open),
    "join" => Join(Join),
    "play" => Play(Play),
    "undo" => Undo,
    "redo" => Redo,
    "seek" => Seek(Seek),
    "players" => Players(Players),
    "choose" => Choose(Choose),
    "resign" => Resign(Resign),
    "restart" => Restart(Restart),
    "hint" => Hint(Hint),
    "go" => Go(Go),
    "stop" => Stop(Stop),
    "pause" => Pause,
    "continue" => Continue,
    "analyze" => Analyze(Analyze),
    "lab" => Lab(Lab),
    "review" => Review,
    "import" => Import(Import),
    "export" => Export,
    "evaluate" => Evaluate(Evaluate),
    "explore" => Explore,
    "rules" => Rules(OfGame),
    "puzzles" => Puzzles(OfGame),
    "puzzle" => Puzzle(OnePuzzle),
    "ping" => Ping,
}

impl Command {
    /// The command that `args`, a message without its number, describe.
    pub fn read(mut args: Map<String, Value>) -> Result<Self, ApiError> {
        let Some(Value::String(name)) = args.shift_remove("do") else {
            return Err(ApiError::new(
                "do",
                format!("a command's name is needed: {}", Self::NAMES.join(", ")),
            ));
        };
        Self::named(&name, args)
    }
}

/// The arguments, or the path of the one that is wrong.
fn arguments<T: DeserializeOwned>(args: Map<String, Value>) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(Value::Object(args)).map_err(|error| {
        let segment = |segment: &Segment| match segment {
            Segment::Seq { index } => Some(index.to_string()),
            Segment::Map { key } => Some(key.clone()),
            Segment::Enum { .. } | Segment::Unknown => None,
        };
        let mut path: Vec<_> = error.path().iter().filter_map(segment).collect();
        let message = error.inner().to_string();
        // A field that is not there, or should not be, is not yet in the path.
        if let Some(name) = message
            .strip_prefix("missing field `")
            .and_then(|rest| rest.strip_suffix('`'))
        {
            path.push(name.to_owned());
        } else if let Some((name, _)) = message
            .strip_prefix("unknown field `")
            .and_then(|rest| rest.split_once("`, "))
            && path.last().is_none_or(|last| last != name)
        {
            path.push(name.to_owned());
        }
        // An unknown field may have an empty name.
        let field = match path.join(".") {
            path if path.is_empty() => "message".to_owned(),
            path => path,
        };
        ApiError::new(field, message)
    })
}

/// A value read from its text.
fn from_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// A [`FromStr`] value where a message has a text.
#[derive(Clone, Debug)]
pub(crate) struct Named<T>(pub T);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_text(deserializer).map(Self)
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// The name of one of [`Config::games`](crate::Config::games).
    pub game: String,
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    pub line: Option<String>,
    pub record: Option<String>,
    pub players: Option<[PlayerArgs; 2]>,
    /// The name of one of [`GameFacts::swaps`](engines::GameFacts::swaps) that the game begins
    /// with.
    pub swap: Option<String>,
    #[serde(default)]
    pub paused: bool,
    /// The seed of the lower levels' mistakes; random if not given.
    pub seed: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfGame {
    /// The name of one of [`Config::games`](crate::Config::games).
    pub game: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnePuzzle {
    /// The name of one of [`Config::games`](crate::Config::games).
    pub game: String,
    /// The puzzle's id.
    pub puzzle: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    pub room: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    #[serde(rename = "move")]
    pub text: String,
    pub ply: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seek {
    pub ply: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Players {
    pub players: [PlayerArgs; 2],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choose {
    pub choice: Choice,
}

/// A choice in an opening that shares the sides.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Choice {
    First,
    Second,
    More,
}

impl From<Choice> for SwapChoice {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::First => Self::First,
            Choice::Second => Self::Second,
            Choice::More => Self::More,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    pub player: Seat,
}

/// Which player: 0 moves first.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct Seat(pub usize);

impl TryFrom<u64> for Seat {
    type Error = &'static str;

    fn try_from(number: u64) -> Result<Self, Self::Error> {
        if number < 2 {
            Ok(Self(number as usize))
        } else {
            Err("a player is 0, who moves first, or 1")
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Restart {
    #[serde(default)]
    pub swap: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    pub engine: Option<Named<EngineConfig>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Go {
    pub engine: Option<Named<EngineConfig>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    #[serde(default)]
    pub what: What,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum What {
    #[default]
    Search,
    Lab,
    Review,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Analyze {
    pub on: bool,
    pub lines: Option<usize>,
    pub engine: Option<Named<EngineConfig>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lab {
    pub searchers: Vec<Named<SearcherConfig>>,
    pub limits: LabLimits,
    #[serde(default)]
    pub full: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LabLimits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time_ms: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Import {
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Evaluate {
    pub engine: Option<Named<EngineConfig>>,
}
