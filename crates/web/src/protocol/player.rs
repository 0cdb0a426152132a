use super::{Fault, Named};
use crate::Config;
use engines::{Game, Level, Mind, Spec};
use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};

/// Who plays one of the sides.
#[derive(Clone, Debug)]
pub(crate) enum Player {
    /// Somebody at a page.
    Human,
    /// This machine.
    Engine(Box<Mind>),
}

/// The same, as a message has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerArgs {
    kind: Kind,
    mind: Option<Named<Mind>>,
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
        [Self::Human, Self::Engine(Box::new(Mind::level(Level::DEFAULT)))]
    }

    /// The players that `args` describe, if `game` and `config` allow them what they ask for.
    pub fn pair(args: [PlayerArgs; 2], game: &dyn Game, config: &Config) -> Result<[Self; 2], Fault> {
        let [first, second] = args;
        let read = |args, path| Self::read(args, path, game, config);
        Ok([read(first, "players.0")?, read(second, "players.1")?])
    }

    fn read(PlayerArgs { kind, mind }: PlayerArgs, path: &str, game: &dyn Game, config: &Config) -> Result<Self, Fault> {
        let field = format!("{path}.mind");
        match (kind, mind) {
            (Kind::Human, None) => Ok(Self::Human),
            (Kind::Human, Some(_)) => Err(Fault::new(field, "a human has a mind of its own")),
            (Kind::Engine, Some(Named(mind))) => check(&field, mind, game, config).map(|mind| Self::Engine(Box::new(mind))),
            (Kind::Engine, None) => Err(Fault::new(field, "an engine needs a mind, as level=5")),
        }
    }

    /// Whether somebody at a page plays.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// What thinks, if an engine plays.
    pub fn mind(&self) -> Option<&Mind> {
        match self {
            Self::Human => None,
            Self::Engine(mind) => Some(mind),
        }
    }

    /// The name in records.
    pub fn name(&self) -> String {
        self.mind().map_or("human".to_owned(), Mind::to_string)
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Human => map.serialize_entry("kind", "human")?,
            Self::Engine(mind) => {
                map.serialize_entry("kind", "engine")?;
                map.serialize_entry("mind", &mind.to_string())?;
            }
        }
        map.end()
    }
}

/// `mind`, if `game` knows its weights and it asks for no more than `config` allows.
pub(crate) fn check(field: &str, mind: Mind, game: &dyn Game, config: &Config) -> Result<Mind, Fault> {
    game.check(&mind).map_err(|error| Fault::new(field, error))?;
    match &mind {
        Mind::Spec(Spec { hash, .. }) if *hash > config.hash => {
            Err(Fault::new(field, format!("hash={hash} is more than the {} MiB that this server allows", config.hash)))
        }
        Mind::Spec(Spec { threads, .. }) if *threads > config.threads => {
            let most = config.threads;
            Err(Fault::new(field, format!("{threads} threads are more than the {most} that this server allows")))
        }
        mind if game.memory(mind) > config.engine_memory() => {
            let (wanted, most) = (game.memory(mind), config.engine_memory());
            Err(Fault::new(field, format!("it would take {wanted} MiB, and this server allows an engine {most}")))
        }
        Mind::Level { .. } | Mind::Spec(_) => Ok(mind),
    }
}
