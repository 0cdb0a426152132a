use super::dialect::Dialect;
use super::ranks::Ranks;
use super::refusal::Refusal;
use crate::Setup;
use engines::{Game, Level, Mind, RuleSetting, Settings, Spec};
use search::Clock;
use std::fmt;
use std::time::Duration;

/// What can be chosen by `setoption`.
#[derive(Clone)]
pub struct Options {
    game: &'static dyn Game,
    /// What thinks where no level is chosen.
    spec: Spec,
    /// What it was set up to judge by, and whether to play by a book.
    own: Mind,
    level: Option<u8>,
    /// The best moves told of.
    pub multi_pv: usize,
    /// What a move costs beside the search.
    pub overhead: Duration,
    /// How ranks are written; `None` is as the other side counts them.
    pub ranks: Option<Ranks>,
    /// UCCI's unit of time is a millisecond, and not a second.
    pub millis: bool,
    /// In UCCI, lines wait while a search is under way, and are not refused.
    pub batch: bool,
    /// The rules.
    pub settings: Settings,
}

/// What becomes of an option that has been set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing more.
    None,
    /// Another mind is to think.
    Mind,
    /// Other rules hold.
    Rules,
    /// What was learnt is to be forgotten.
    Forget,
    /// The other side knows of variants.
    Variant,
}

/// The options, by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Hash,
    Forget,
    Threads,
    MultiPv,
    Ponder,
    Level,
    Overhead,
    Ranks,
    Repetition,
    /// In plies.
    MoveLimit,
    /// In moves of both sides.
    DrawMoves,
    Variant,
    About,
    Millis,
    Batch,
}

/// What an option takes.
enum Kind {
    Button,
    Check(bool),
    Spin {
        least: u64,
        most: u64,
        default: u64,
    },
    Combo {
        values: Vec<String>,
        default: String,
    },
    /// Only to be read.
    Text(String),
}

impl Name {
    const ALL: [Self; 15] = [
        Self::Millis,
        Self::Batch,
        Self::Hash,
        Self::Forget,
        Self::Threads,
        Self::MultiPv,
        Self::Ponder,
        Self::Variant,
        Self::Level,
        Self::Overhead,
        Self::Ranks,
        Self::Repetition,
        Self::MoveLimit,
        Self::DrawMoves,
        Self::About,
    ];

    /// Its name in UCI, and in UCCI; `None` where it is not offered.
    const fn texts(self) -> (Option<&'static str>, Option<&'static str>) {
        match self {
            Self::Hash => (Some("Hash"), Some("hashsize")),
            Self::Forget => (Some("Clear Hash"), Some("newgame")),
            Self::Threads => (Some("Threads"), Some("threads")),
            Self::MultiPv => (Some("MultiPV"), Some("multipv")),
            Self::Ponder => (Some("Ponder"), Some("ponder")),
            Self::Level => (Some("Level"), Some("level")),
            Self::Overhead => (Some("Move Overhead"), Some("overhead")),
            Self::Ranks => (Some("Ranks"), Some("ranks")),
            Self::Repetition => (Some("Repetition Rule"), Some("repetition")),
            Self::MoveLimit => (Some("Move Limit"), None),
            Self::DrawMoves => (None, Some("drawmoves")),
            Self::Variant => (Some("UCI_Variant"), None),
            Self::About => (Some("UCI_EngineAbout"), None),
            Self::Millis => (None, Some("usemillisec")),
            Self::Batch => (None, Some("batch")),
        }
    }

    /// The name for an error.
    fn text(self) -> &'static str {
        let (uci, ucci) = self.texts();
        uci.or(ucci).unwrap_or_default()
    }

    /// The option of that name, in either protocol; capitals make no difference, and a space may be `_`.
    fn find(text: &str) -> Option<Self> {
        let text = text.replace('_', " ");
        let is = |name: Option<&str>| name.is_some_and(|name| name.replace('_', " ").eq_ignore_ascii_case(&text));
        Self::ALL.into_iter().find(|name| is(name.texts().0) || is(name.texts().1))
    }
}

impl Options {
    /// The largest table, in MiB.
    const LARGEST: u64 = 4_096;
    /// As many threads as there may be.
    const THREADS: u64 = 64;
    /// More than xiangqi has moves in any position.
    const MOVES: u64 = 128;
    /// The longest overhead, in milliseconds.
    const OVERHEAD: u64 = 5_000;
    /// Full strength, no level.
    const FULL: &str = "full";
    /// The repetition rules, here and in UCCI.
    const RULES: [(&str, &str); 3] = [("asian", "asianrule"), ("check-ban", "checkban"), ("draw-only", "alwaysdraw")];

    pub fn new(setup: &Setup) -> Self {
        let (spec, level) = match &setup.mind {
            Mind::Spec(spec) => (spec.clone(), None),
            Mind::Level { number, weights, book } => {
                let mut spec = Spec::default();
                (spec.weights, spec.book) = (weights.clone(), *book);
                (spec, Some(*number))
            }
        };
        Self {
            game: setup.game,
            spec,
            own: setup.mind.clone(),
            level,
            multi_pv: 1,
            overhead: Clock::OVERHEAD,
            ranks: None,
            millis: false,
            batch: false,
            settings: setup.settings.clone(),
        }
    }

    /// What is to think.
    pub fn mind(&self) -> Mind {
        match self.level {
            Some(number) => Mind::Level { number, weights: self.own.weights().clone(), book: self.own.book() },
            None => Mind::Spec(self.spec.clone()),
        }
    }

    /// What UCCI's times are counted in.
    pub fn unit(&self) -> Duration {
        if self.millis { Duration::from_millis(1) } else { Duration::from_secs(1) }
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
    /// If there is none in UCI, or it does not take the value. UCCI has programs pass over options that they do not know.
    pub fn set(&mut self, name: &str, value: Option<&str>, dialect: Dialect) -> Result<Effect, Refusal> {
        let Some(name) = Name::find(name) else {
            return match dialect {
                Dialect::Uci => Err(Refusal::Option(search::game_core::clip(name))),
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
                self.spec.hash = if mib == 0 { Spec::HASH } else { mib as usize };
                Effect::Mind
            }
            (Name::Threads, Chosen::Number(threads)) => {
                self.spec.threads = threads.max(1) as usize;
                Effect::Mind
            }
            (Name::MultiPv, Chosen::Number(count)) => {
                self.multi_pv = count as usize;
                Effect::None
            }
            (Name::Level, Chosen::Word(level)) => {
                self.level = level.parse().ok();
                Effect::Mind
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
                let ours = Self::RULES.iter().find(|(_, ucci)| *ucci == rule).map_or(rule.as_str(), |(ours, _)| ours);
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
            // Whether there is pondering is said by `go`.
            _ => Effect::None,
        })
    }

    fn agree(&mut self, name: &str, value: String) -> Effect {
        self.settings.retain(|(other, _)| other != name);
        self.settings.push((name.to_owned(), value));
        Effect::Rules
    }

    fn agree_limit(&mut self, plies: u64) -> Effect {
        self.agree("move-limit", if plies == 0 { "none".to_owned() } else { plies.to_string() })
    }

    /// What holds of the rules.
    fn agreed(&self, name: &str) -> &str {
        let set = self.settings.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
        let own = || self.rule(name).map(|rule| rule.default);
        set.or_else(own).unwrap_or_default()
    }

    fn rule(&self, name: &str) -> Option<&'static RuleSetting> {
        self.game.rules().iter().find(|rule| rule.name == name)
    }

    fn kind(&self, name: Name, dialect: Dialect) -> Kind {
        let spin = |least, most, default| Kind::Spin { least, most, default };
        let combo = |values: &[&str], default: &str| Kind::Combo {
            values: values.iter().map(|&value| value.to_owned()).collect(),
            default: default.to_owned(),
        };
        let limit = || self.agreed("move-limit").parse().unwrap_or(0);
        let most = self.rule("move-limit").and_then(|rule| rule.range).map_or(0, |(_, most)| u64::from(most));
        // In UCCI 0 leaves it to the program.
        let least = u64::from(dialect == Dialect::Uci);
        match name {
            Name::Hash => spin(least, Self::LARGEST, self.spec.hash as u64),
            Name::Forget => Kind::Button,
            Name::Threads => spin(least, Self::THREADS, self.spec.threads as u64),
            Name::MultiPv => spin(1, Self::MOVES, self.multi_pv as u64),
            Name::Ponder => Kind::Check(false),
            Name::Level => {
                let levels = (Level::MIN..=Level::MAX).map(|level| level.to_string());
                let values = std::iter::once(Self::FULL.to_owned()).chain(levels).collect();
                Kind::Combo { values, default: self.level.map_or(Self::FULL.to_owned(), |level| level.to_string()) }
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
                let name = |(ours, ucci): (&'static str, &'static str)| if dialect == Dialect::Uci { ours } else { ucci };
                let rule = self.agreed("rule");
                let rule = Self::RULES.into_iter().find(|(ours, _)| *ours == rule).map_or(rule, name);
                combo(&Self::RULES.map(name), rule)
            }
            Name::MoveLimit => spin(0, most, limit()),
            Name::DrawMoves => spin(0, most / 2, limit() / 2),
            Name::Variant => combo(&[self.game.name()], self.game.name()),
            Name::About => Kind::Text(format!("Boyi {}, {}", env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_REPOSITORY"))),
            Name::Millis => Kind::Check(self.millis),
            Name::Batch => Kind::Check(self.batch),
        }
    }
}

/// A value that an option takes.
enum Chosen {
    Nothing,
    Switch(bool),
    Number(u64),
    Word(String),
}

impl Kind {
    fn read(&self, text: &str) -> Option<Chosen> {
        match self {
            Self::Button | Self::Text(_) => Some(Chosen::Nothing),
            Self::Check(_) => match text {
                "true" | "on" => Some(Chosen::Switch(true)),
                "false" | "off" => Some(Chosen::Switch(false)),
                _ => None,
            },
            Self::Spin { least, most, .. } => {
                // `parse` alone would take a sign.
                let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
                number.filter(|number| (least..=most).contains(&number)).map(Chosen::Number)
            }
            Self::Combo { values, .. } => {
                values.iter().find(|value| value.eq_ignore_ascii_case(text)).cloned().map(Chosen::Word)
            }
        }
    }

    fn wanted(&self) -> String {
        match self {
            Self::Button | Self::Text(_) => "no value".to_owned(),
            Self::Check(_) => "true or false".to_owned(),
            Self::Spin { least, most, .. } => format!("a number from {least} to {most}"),
            Self::Combo { values, .. } => values.join(", "),
        }
    }
}

/// As both protocols write it, the default last, as UCCI has it.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Button => f.write_str("type button"),
            Self::Check(default) => write!(f, "type check default {default}"),
            Self::Spin { least, most, default } => write!(f, "type spin min {least} max {most} default {default}"),
            Self::Combo { values, default } => {
                f.write_str("type combo")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))?;
                write!(f, " default {default}")
            }
            Self::Text(default) => write!(f, "type string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(mind: &str) -> Options {
        let game = engines::game("xiangqi").expect("built in");
        Options::new(&Setup { mind: mind.parse().expect("a mind"), ..Setup::new(game) })
    }

    #[test]
    fn what_is_set_is_offered_and_holds() {
        let mut options = options("pvs,hash=2");
        for (name, value, effect, offer) in [
            ("Hash", "8", Effect::Mind, "option name Hash type spin min 1 max 4096 default 8"),
            ("threads", "2", Effect::Mind, "option name Threads type spin min 1 max 64 default 2"),
            ("MULTIPV", "5", Effect::None, "option name MultiPV type spin min 1 max 128 default 5"),
            ("Move_Overhead", "70", Effect::None, "option name Move Overhead type spin min 0 max 5000 default 70"),
            ("Ranks", "1-10", Effect::None, "option name Ranks type combo var auto var 0-9 var 1-10 default 1-10"),
            (
                "repetition",
                "Draw-Only",
                Effect::Rules,
                "option name Repetition Rule type combo var asian var check-ban var draw-only default draw-only",
            ),
            ("move limit", "0", Effect::Rules, "option name Move Limit type spin min 0 max 65535 default 0"),
            ("Move Limit", "100", Effect::Rules, "option name Move Limit type spin min 0 max 65535 default 100"),
            ("UCI_Variant", "xiangqi", Effect::Variant, "option name UCI_Variant type combo var xiangqi default xiangqi"),
            ("Clear Hash", "", Effect::Forget, "option name Clear Hash type button"),
            ("Ponder", "true", Effect::None, "option name Ponder type check default false"),
        ] {
            assert_eq!(options.set(name, Some(value), Dialect::Uci).expect("taken"), effect, "{name}");
            assert!(options.offers(Dialect::Uci).any(|line| line == offer), "{name}: {:?}", kinds(&options));
        }
        assert_eq!(options.mind().to_string(), "pvs,hash=2");
        let Mind::Spec(spec) = options.mind() else { panic!("no level") };
        assert_eq!((spec.hash, spec.threads), (8, 2));
        let settings = [("rule", "draw-only"), ("move-limit", "100")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(options.settings, settings);
        assert_eq!(options.set("Level", Some("3"), Dialect::Uci).expect("taken"), Effect::Mind);
        assert_eq!(options.mind().to_string(), "level=3");
        options.set("Level", Some("full"), Dialect::Uci).expect("taken");
        assert!(matches!(options.mind(), Mind::Spec(spec) if spec.hash == 8));
    }

    fn kinds(options: &Options) -> Vec<String> {
        options.offers(Dialect::Uci).collect()
    }

    #[test]
    fn ucci_has_names_and_units_of_its_own() {
        let mut options = options("level=4");
        assert_eq!(options.unit(), Duration::from_secs(1));
        for (name, value, offer) in [
            ("usemillisec", "true", "option usemillisec type check default true"),
            ("batch", "on", "option batch type check default true"),
            ("hashsize", "32", "option hashsize type spin min 0 max 4096 default 32"),
            ("hashsize", "0", "option hashsize type spin min 0 max 4096 default 16"),
            (
                "repetition",
                "checkban",
                "option repetition type combo var asianrule var checkban var alwaysdraw default checkban",
            ),
            ("drawmoves", "50", "option drawmoves type spin min 0 max 32767 default 50"),
        ] {
            options.set(name, Some(value), Dialect::Ucci).expect("taken");
            let offers: Vec<_> = options.offers(Dialect::Ucci).collect();
            assert!(offers.iter().any(|line| line == offer), "{name}: {offers:?}");
        }
        assert_eq!(options.unit(), Duration::from_millis(1));
        assert_eq!(options.agreed("move-limit"), "100");
        assert_eq!(options.agreed("rule"), "check-ban");
        assert_eq!(options.mind().to_string(), "level=4");
        assert!(options.offers(Dialect::Ucci).all(|line| line.split(' ').nth(2) == Some("type")), "one word is a name");
        // Boards send what they have, whatever is offered.
        assert_eq!(options.set("style", Some("risky"), Dialect::Ucci).expect("passed over"), Effect::None);
    }

    #[test]
    fn what_is_not_taken_changes_nothing() {
        let mut options = options("pvs,hash=2");
        let before = kinds(&options);
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("+8")),
            ("Hash", Some("4097")),
            ("Hash", None),
            ("Threads", Some("65")),
            ("MultiPV", Some("0")),
            ("UCI_Variant", Some("chess")),
            ("Level", Some("11")),
            ("Ranks", Some("2-11")),
            ("Ponder", Some("maybe")),
            ("Move Limit", Some("65536")),
            ("Repetition Rule", Some("none")),
            ("Skill Level", Some("20")),
            ("", None),
        ] {
            assert!(options.set(name, value, Dialect::Uci).is_err(), "{name} {value:?}");
        }
        assert!(options.set("hashsize", Some("x"), Dialect::Ucci).is_err());
        assert_eq!(kinds(&options), before);
    }
}
