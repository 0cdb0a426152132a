mod kind;
mod name;
#[cfg(test)]
mod tests;

use super::dialect::Dialect;
use super::refusal::Refusal;
use crate::Setup;
use engines::{EngineConfig, Game, Level, RuleSetting, SearcherConfig, Settings};
use kind::{Chosen, Kind};
use name::Name;
use search::Clock;
use std::time::Duration;
use xiangqi_movegen::notation::Ranks;

/// The options of `setoption`.
#[derive(Clone)]
pub struct Options {
    game: &'static dyn Game,
    /// The searcher if no level is chosen.
    spec: SearcherConfig,
    /// The evaluator and the book of the setup.
    own: EngineConfig,
    level: Option<u8>,
    /// The number of best moves to report.
    pub multi_pv: usize,
    /// The time of a move outside the search.
    pub overhead: Duration,
    /// How ranks are written; `None` follows the other side.
    pub ranks: Option<Ranks>,
    /// Whether UCCI's unit of time is a millisecond, not a second.
    pub millis: bool,
    /// Whether UCCI's lines wait during a search instead of being refused.
    pub batch: bool,
    /// The rules.
    pub settings: Settings,
}

/// The effect of setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing more.
    None,
    /// The engine configuration changes.
    Config,
    /// The rules change.
    Rules,
    /// The engine's tables are cleared.
    Forget,
    /// The other side knows of variants.
    Variant,
}

impl Options {
    /// The largest table, in MiB.
    const LARGEST: u64 = 4_096;
    /// The most threads.
    const THREADS: u64 = 64;
    /// More moves than any xiangqi position has.
    const MOVES: u64 = 128;
    /// The longest overhead, in milliseconds.
    const OVERHEAD: u64 = 5_000;
    /// Full strength, no level.
    const FULL: &str = "full";
    /// The repetition rules, here and in UCCI.
    const RULES: [(&str, &str); 3] = [
        ("asian", "asianrule"),
        ("check-ban", "checkban"),
        ("draw-only", "alwaysdraw"),
    ];

    pub fn new(setup: &Setup) -> Self {
        let (spec, level) = match &setup.config {
            EngineConfig::Searcher(spec) => (spec.clone(), None),
            EngineConfig::Level {
                number,
                weights,
                book,
            } => {
                let mut spec = SearcherConfig::default();
                (spec.weights, spec.book) = (weights.clone(), *book);
                (spec, Some(*number))
            }
        };
        Self {
            game: setup.game,
            spec,
            own: setup.config.clone(),
            level,
            multi_pv: 1,
            overhead: Clock::OVERHEAD,
            ranks: None,
            millis: false,
            batch: false,
            settings: setup.settings.clone(),
        }
    }

    /// The engine configuration.
    pub fn config(&self) -> EngineConfig {
        match self.level {
            Some(number) => EngineConfig::Level {
                number,
                weights: self.own.weights().clone(),
                book: self.own.book(),
            },
            None => EngineConfig::Searcher(self.spec.clone()),
        }
    }

    /// The unit of UCCI's times.
    pub fn unit(&self) -> Duration {
        if self.millis {
            Duration::from_millis(1)
        } else {
            Duration::from_secs(1)
        }
    }

    /// The lines that offer the options.
    pub fn offers(&self, dialect: Dialect) -> impl Iterator<Item = String> {
        Name::ALL.into_iter().filter_map(move |name| {
            let (uci, ucci) = name.texts();
            let kind = self.kind(name, dialect);
            Some(match dialect {
                Dialect::Uci => format!("option name {} {kind}", uci?),
                Dialect::Ucci => format!("option {} {kind}", ucci?),
            })
        })
    }

    /// Sets the option of that name.
    ///
    /// # Errors
    /// If there is none in UCI, or it does not take the value. In UCCI unknown options are ignored.
    pub fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        dialect: Dialect,
    ) -> Result<Effect, Refusal> {
        let Some(name) = Name::find(name) else {
            return match dialect {
                Dialect::Uci => Err(Refusal::Option(game_core::clip(name))),
                Dialect::Ucci => Ok(Effect::None),
            };
        };
        let kind = self.kind(name, dialect);
        let value = value.unwrap_or_default();
        let refused = || Refusal::value(name.text(), kind.wanted(), value);
        let chosen = kind.read(value).ok_or_else(refused)?;
        Ok(match (name, chosen) {
            (Name::Forget, _) => Effect::Forget,
            (Name::Hash, Chosen::Number(mib)) => {
                self.spec.hash = if mib == 0 {
                    SearcherConfig::HASH
                } else {
                    mib as usize
                };
                Effect::Config
            }
            (Name::Threads, Chosen::Number(threads)) => {
                self.spec.threads = threads.max(1) as usize;
                Effect::Config
            }
            (Name::MultiPv, Chosen::Number(count)) => {
                self.multi_pv = count as usize;
                Effect::None
            }
            (Name::Level, Chosen::Word(level)) => {
                self.level = level.parse().ok();
                Effect::Config
            }
            (Name::Overhead, Chosen::Number(millis)) => {
                self.overhead = Duration::from_millis(millis);
                Effect::None
            }
            (Name::Ranks, Chosen::Word(ranks)) => {
                self.ranks = match ranks.as_str() {
                    "0-9" => Some(Ranks::FromZero),
                    "1-10" => Some(Ranks::FromOne),
                    _ => None,
                };
                Effect::None
            }
            (Name::Repetition, Chosen::Word(rule)) => {
                let ours = Self::RULES
                    .iter()
                    .find(|(_, ucci)| *ucci == rule)
                    .map_or(rule.as_str(), |(ours, _)| ours);
                self.agree("rule", ours.to_owned())
            }
            (Name::MoveLimit, Chosen::Number(plies)) => self.agree_limit(plies),
            (Name::DrawMoves, Chosen::Number(moves)) => self.agree_limit(2 * moves),
            (Name::Variant, _) => Effect::Variant,
            (Name::Millis, Chosen::Switch(on)) => {
                self.millis = on;
                Effect::None
            }
            (Name::Batch, Chosen::Switch(on)) => {
                self.batch = on;
                Effect::None
            }
            // `go` says whether to ponder.
            _ => Effect::None,
        })
    }

    fn agree(&mut self, name: &str, value: String) -> Effect {
        self.settings.retain(|(other, _)| other != name);
        self.settings.push((name.to_owned(), value));
        Effect::Rules
    }

    fn agree_limit(&mut self, plies: u64) -> Effect {
        self.agree(
            "move-limit",
            if plies == 0 {
                "none".to_owned()
            } else {
                plies.to_string()
            },
        )
    }

    /// The value of a rule setting.
    fn agreed(&self, name: &str) -> &str {
        let set = self
            .settings
            .iter()
            .rev()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str());
        let own = || self.rule(name).map(|rule| rule.default);
        set.or_else(own).unwrap_or_default()
    }

    fn rule(&self, name: &str) -> Option<&'static RuleSetting> {
        self.game
            .facts()
            .rules
            .iter()
            .find(|rule| rule.name == name)
    }

    fn kind(&self, name: Name, dialect: Dialect) -> Kind {
        let spin = |least, most, default| Kind::Spin {
            least,
            most,
            default,
        };
        let combo = |values: &[&str], default: &str| Kind::Combo {
            values: values.iter().map(|&value| value.to_owned()).collect(),
            default: default.to_owned(),
        };
        let limit = || self.agreed("move-limit").parse().unwrap_or(0);
        let most = self
            .rule("move-limit")
            .and_then(|rule| rule.range)
            .map_or(0, |(_, most)| u64::from(most));
        // In UCCI 0 means the program's default.
        let least = u64::from(dialect == Dialect::Uci);
        match name {
            Name::Hash => spin(least, Self::LARGEST, self.spec.hash as u64),
            Name::Forget => Kind::Button,
            Name::Threads => spin(least, Self::THREADS, self.spec.threads as u64),
            Name::MultiPv => spin(1, Self::MOVES, self.multi_pv as u64),
            Name::Ponder => Kind::Check(false),
            Name::Level => {
                let strongest = self.game.facts().strongest();
                let levels = (Level::MIN..=strongest).map(|level| level.to_string());
                let values = std::iter::once(Self::FULL.to_owned())
                    .chain(levels)
                    .collect();
                Kind::Combo {
                    values,
                    default: self
                        .level
                        .map_or(Self::FULL.to_owned(), |level| level.to_string()),
                }
            }
            Name::Overhead => spin(0, Self::OVERHEAD, self.overhead.as_millis() as u64),
            Name::Ranks => combo(
                &["auto", "0-9", "1-10"],
                match self.ranks {
                    None => "auto",
                    Some(Ranks::FromZero) => "0-9",
                    Some(Ranks::FromOne) => "1-10",
                },
            ),
            Name::Repetition => {
                let name = |(ours, ucci): (&'static str, &'static str)| {
                    if dialect == Dialect::Uci { ours } else { ucci }
                };
                let rule = self.agreed("rule");
                let rule = Self::RULES
                    .into_iter()
                    .find(|(ours, _)| *ours == rule)
                    .map_or(rule, name);
                combo(&Self::RULES.map(name), rule)
            }
            Name::MoveLimit => spin(0, most, limit()),
            Name::DrawMoves => spin(0, most / 2, limit() / 2),
            Name::Variant => combo(&[self.game.name()], self.game.name()),
            Name::About => Kind::Text(format!(
                "Boyi {}, {}",
                env!("CARGO_PKG_VERSION"),
                env!("CARGO_PKG_REPOSITORY")
            )),
            Name::Millis => Kind::Check(self.millis),
            Name::Batch => Kind::Check(self.batch),
        }
    }
}
