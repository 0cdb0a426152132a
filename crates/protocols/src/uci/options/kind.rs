use std::fmt;

/// The values that an option takes.
pub enum Kind {
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
    /// A text for people; setting it has no effect.
    Text(String),
}

/// A value that an option takes.
pub enum Chosen {
    Nothing,
    Switch(bool),
    Number(u64),
    Word(String),
}

impl Kind {
    /// The value in `text`, if the option takes it.
    pub fn read(&self, text: &str) -> Option<Chosen> {
        match self {
            Self::Button | Self::Text(_) => Some(Chosen::Nothing),
            Self::Check(_) => match text {
                "true" | "on" => Some(Chosen::Switch(true)),
                "false" | "off" => Some(Chosen::Switch(false)),
                _ => None,
            },
            Self::Spin { least, most, .. } => {
                // `parse` alone would take a sign.
                let number = text
                    .parse()
                    .ok()
                    .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
                number
                    .filter(|number| (least..=most).contains(&number))
                    .map(Chosen::Number)
            }
            Self::Combo { values, .. } => values
                .iter()
                .find(|value| value.eq_ignore_ascii_case(text))
                .cloned()
                .map(Chosen::Word),
        }
    }

    /// The values it takes, for an error.
    pub fn wanted(&self) -> String {
        match self {
            Self::Button | Self::Text(_) => "no value".to_owned(),
            Self::Check(_) => "true or false".to_owned(),
            Self::Spin { least, most, .. } => format!("a number from {least} to {most}"),
            Self::Combo { values, .. } => values.join(", "),
        }
    }
}

/// The form that both protocols read: the default comes last, as UCCI demands.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Button => f.write_str("type button"),
            Self::Check(default) => write!(f, "type check default {default}"),
            Self::Spin {
                least,
                most,
                default,
            } => write!(f, "type spin min {least} max {most} default {default}"),
            Self::Combo { values, default } => {
                f.write_str("type combo")?;
                values
                    .iter()
                    .try_for_each(|value| write!(f, " var {value}"))?;
                write!(f, " default {default}")
            }
            Self::Text(default) => write!(f, "type string default {default}"),
        }
    }
}
