//! The commands of a manager to a brain.

use super::info::Info;
use super::refusal::Refusal;
use std::fmt;

/// A line that is a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Start(u64),
    RectStart(u64, u64),
    Restart,
    Begin,
    Turn(At),
    Play(At),
    TakeBack(At),
    /// Stones follow, each in a line, or in this one, which then holds `rest`.
    Stones {
        kind: Stones,
        rest: String,
    },
    /// The end of the stones.
    Done,
    Info(Info),
    About,
    Stop,
    ShowInfo,
    ShowForbid,
    NBest(usize),
    End,
}

/// The purpose of a list of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stones {
    /// A position in which to move.
    Board,
    /// A position.
    YxBoard,
    /// The stones of a swap2 opening, black and white in turn.
    Swap2Board,
}

/// A column and a row, both from 0, on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub x: u32,
    pub y: u32,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A line of a `BOARD`: a stone of the brain or of its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    pub at: At,
    pub own: bool,
}

impl Stones {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::YxBoard => "YXBOARD",
            Self::Swap2Board => "SWAP2BOARD",
        }
    }
}

impl Command {
    /// The command in `line`, its word in either case; `None` if there is nothing in it.
    pub fn read(line: &str) -> Result<Option<Self>, Refusal> {
        let text = line.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let word = word.to_ascii_uppercase();
        let rest = rest.trim();
        let wanted = |wanted| Refusal::argument(&word, wanted, rest);
        let at = || At::read(rest).ok_or_else(|| wanted("a column and a row, as 7,7"));
        let alone = |command| {
            if rest.is_empty() {
                Ok(command)
            } else {
                Err(wanted("nothing after it"))
            }
        };
        let stones = |kind| Self::Stones {
            kind,
            rest: rest.to_owned(),
        };
        Ok(Some(match word.as_str() {
            "" => return Ok(None),
            "START" => Self::Start(number(rest).ok_or_else(|| wanted("a size, as 15"))?),
            "RECTSTART" => {
                let sides = rest
                    .split_once(',')
                    .and_then(|(x, y)| Some((number(x.trim())?, number(y.trim())?)));
                let (width, height) =
                    sides.ok_or_else(|| wanted("a width and a height, as 15,15"))?;
                Self::RectStart(width, height)
            }
            "RESTART" => alone(Self::Restart)?,
            "BEGIN" => alone(Self::Begin)?,
            "TURN" => Self::Turn(at()?),
            "PLAY" => Self::Play(at()?),
            "TAKEBACK" => Self::TakeBack(at()?),
            "BOARD" => stones(Stones::Board),
            "YXBOARD" => stones(Stones::YxBoard),
            "SWAP2BOARD" => stones(Stones::Swap2Board),
            "DONE" => alone(Self::Done)?,
            "INFO" => Self::Info(Info::read(rest)?),
            "ABOUT" => alone(Self::About)?,
            "YXSTOP" | "STOP" => alone(Self::Stop)?,
            "YXSHOWINFO" => alone(Self::ShowInfo)?,
            "YXSHOWFORBID" => alone(Self::ShowForbid)?,
            "YXNBEST" => {
                let count = number(rest)
                    .filter(|&count| count > 0)
                    .ok_or_else(|| wanted("a number of moves"))?;
                Self::NBest(usize::try_from(count).unwrap_or(usize::MAX))
            }
            "END" => alone(Self::End)?,
            _ => return Err(Refusal::unknown(text)),
        }))
    }
}

impl At {
    /// `7,7`; spaces are allowed.
    pub fn read(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Some(Self {
            x: small(x)?,
            y: small(y)?,
        })
    }
}

impl Stone {
    /// `7,7,1` for an own stone, `7,7,2` for the opponent's. `None` for anything else, also
    /// `7,7,3`, which is only for games that go on after five.
    pub fn read(text: &str) -> Option<Self> {
        let (at, field) = text.rsplit_once(',')?;
        let own = match small(field)? {
            1 => true,
            2 => false,
            _ => return None,
        };
        Some(Self {
            at: At::read(at)?,
            own,
        })
    }
}

/// A whole number, digits only.
pub fn number(text: &str) -> Option<u64> {
    text.parse()
        .ok()
        .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn small(text: &str) -> Option<u32> {
    number(text.trim())?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_either_case() {
        let read = |line: &str| Command::read(line).expect(line).expect(line);
        let at = At { x: 10, y: 3 };
        for (line, want) in [
            ("START 20\r", Command::Start(20)),
            ("rectstart 15 , 16", Command::RectStart(15, 16)),
            ("Turn\t10,3", Command::Turn(at)),
            (" PLAY 10, 3 ", Command::Play(at)),
            ("takeback 010,03", Command::TakeBack(at)),
            ("DONE", Command::Done),
            ("yxnbest 3", Command::NBest(3)),
            ("stop", Command::Stop),
            (
                "SWAP2BOARD",
                Command::Stones {
                    kind: Stones::Swap2Board,
                    rest: String::new(),
                },
            ),
            (
                "YXBOARD 7,7,1 DONE",
                Command::Stones {
                    kind: Stones::YxBoard,
                    rest: "7,7,1 DONE".to_owned(),
                },
            ),
        ] {
            assert_eq!(read(line), want, "{line:?}");
        }
        for line in ["", "  \r", "\t"] {
            assert_eq!(Command::read(line).expect("nothing"), None);
        }
    }

    #[test]
    fn what_is_none() {
        for line in ["7,7,1", "STARTX 15", "炮 2", "\0", "SUGGEST 7,7"] {
            assert!(
                matches!(Command::read(line), Err(Refusal::Unknown(_))),
                "{line:?}"
            );
        }
        for line in [
            "START",
            "START x",
            "START -5",
            "START +5",
            "START 1.5",
            "START 99999999999999999999",
            "RECTSTART 15",
            "TURN",
            "TURN 7",
            "TURN 7,",
            "TURN ,7",
            "TURN 7,7,7",
            "TURN a,b",
            "TURN -1,7",
            "TURN 7;7",
            "TURN 99999999999,7",
            "PLAY h8",
            "TAKEBACK",
            "YXNBEST",
            "YXNBEST 0",
            "YXNBEST x",
            "BEGIN nonsense",
            "RESTART 15",
            "DONE x",
            "ABOUT you",
            "STOP it",
            "YXSTOP 1",
            "YXSHOWINFO 1",
            "YXSHOWFORBID 7,7",
            "END x",
        ] {
            assert!(
                matches!(Command::read(line), Err(Refusal::Argument { .. })),
                "{line:?}"
            );
        }
    }

    #[test]
    fn stones() {
        let stone = |x, y, own| {
            Some(Stone {
                at: At { x, y },
                own,
            })
        };
        assert_eq!(Stone::read("7,8,1"), stone(7, 8, true));
        assert_eq!(Stone::read(" 0 , 19 , 2 "), stone(0, 19, false));
        assert_eq!(Stone::read("07,8,02"), stone(7, 8, false));
        for line in [
            "7,7", "7,7,0", "7,7,3", "7,7,1,1", "7,7,", ",,1", "7 7 1", "DONE",
        ] {
            assert_eq!(Stone::read(line), None, "{line}");
        }
    }
}
