use super::{ApiError, Named};
use crate::Config;
use engines::{EngineConfig, Game, Level, Seat};
use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};

/// Who plays one of the sides.
#[derive(Clone, Debug)]
pub(crate) enum Player {
    /// A person at a page.
    Human,
    /// An engine of this server.
    Engine(Box<EngineConfig>),
}

/// A player as a message describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerArgs {
    kind: Kind,
    engine: Option<Named<EngineConfig>>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Human,
    Engine,
}

impl Player {
    /// A human against an engine of the default level.
    pub fn default_pair() -> [Self; 2] {
        [
            Self::Human,
            Self::Engine(Box::new(EngineConfig::level(Level::DEFAULT))),
        ]
    }

    /// The players that `args` describe, if `game` and `config` allow them.
    pub fn pair(
        args: [PlayerArgs; 2],
        game: &dyn Game,
        config: &Config,
    ) -> Result<[Self; 2], ApiError> {
        let [first, second] = args;
        let read = |args, path| Self::read(args, path, game, config);
        Ok([read(first, "players.0")?, read(second, "players.1")?])
    }

    fn read(
        PlayerArgs { kind, engine }: PlayerArgs,
        path: &str,
        game: &dyn Game,
        config: &Config,
    ) -> Result<Self, ApiError> {
        let field = format!("{path}.engine");
        match (kind, engine) {
            (Kind::Human, None) => Ok(Self::Human),
            (Kind::Human, Some(_)) => Err(ApiError::new(field, "a human has no engine")),
            (Kind::Engine, Some(Named(engine))) => {
                check(&field, engine, game, config).map(|engine| Self::Engine(Box::new(engine)))
            }
            (Kind::Engine, None) => Err(ApiError::new(
                field,
                "an engine needs a configuration, as level=5",
            )),
        }
    }

    /// The engine configuration, if an engine plays.
    pub fn engine(&self) -> Option<&EngineConfig> {
        match self {
            Self::Human => None,
            Self::Engine(engine) => Some(engine),
        }
    }

    /// The name in records.
    pub fn name(&self) -> String {
        self.engine()
            .map_or("human".to_owned(), EngineConfig::to_string)
    }
}

impl Seat for Player {
    fn is_person(&self) -> bool {
        matches!(self, Self::Human)
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Human => map.serialize_entry("kind", "human")?,
            Self::Engine(engine) => {
                map.serialize_entry("kind", "engine")?;
                map.serialize_entry("engine", &engine.to_string())?;
            }
        }
        map.end()
    }
}

/// Checks that `game` takes an engine configuration, that it names no file, and that it asks for no
/// more than `config` allows.
pub(crate) fn check(
    field: &str,
    engine: EngineConfig,
    game: &dyn Game,
    config: &Config,
) -> Result<EngineConfig, ApiError> {
    let checked = config.allowance().check(game, &engine);
    checked.map_err(|error| ApiError::new(field, error))?;
    Ok(engine)
}
