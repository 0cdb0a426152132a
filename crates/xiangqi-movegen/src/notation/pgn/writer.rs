use super::{Game, GameResult, game::OWN};
use crate::{
    Move, Xiangqi,
    notation::{
        chinese::{self, Script},
        wxf,
    },
};
use core::fmt;
use game_core::{Player, Position, Record};

/// How the moves of a PGN text are written; all of it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveStyle {
    /// `h2e2`
    #[default]
    Coordinates,
    /// `H2-E2`
    Iccs,
    /// `C2=5`
    Wxf,
    /// `炮二平五`
    Chinese(Script),
}

impl MoveStyle {
    /// The value of the tag `Format`.
    const fn format(self) -> &'static str {
        match self {
            Self::Coordinates | Self::Iccs => "ICCS",
            Self::Wxf => "WXF",
            Self::Chinese(_) => "Chinese",
        }
    }

    /// `mv`, which must be legal in `pos`.
    fn write(self, pos: &Xiangqi, mv: Move) -> String {
        match self {
            Self::Coordinates => mv.to_string(),
            Self::Iccs => format!("{}-{}", mv.from, mv.to).to_uppercase(),
            Self::Wxf => wxf::format(pos, mv),
            Self::Chinese(script) => chinese::format(pos, mv, script),
        }
    }
}

/// Writes `game`, its moves in that style.
pub(super) fn write(game: &Game, style: MoveStyle, f: &mut impl fmt::Write) -> fmt::Result {
    let record = &game.record;
    let result = game.result.map_or("*", GameResult::text);
    tag(f, "Game", "Chinese Chess")?;
    if game.tag("Event").is_none() {
        tag(f, "Event", "?")?;
    }
    for (name, value) in record.tags.iter() {
        let is_own = OWN.iter().any(|own| own.eq_ignore_ascii_case(name));
        // A name that cannot be read back would take the game with it.
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_name && !is_own {
            tag(f, name, value)?;
        }
    }
    for (name, player) in [("Red", Player::First), ("Black", Player::Second)] {
        tag(
            f,
            name,
            record.names[player.index()].as_deref().unwrap_or("?"),
        )?;
    }
    tag(f, "Result", result)?;
    tag(f, "Format", style.format())?;
    let fen = record.start.to_string();
    if fen != Xiangqi::START {
        tag(f, "FEN", &fen)?;
    }
    writeln!(f)?;
    let mut column = 0;
    for word in words(record, style).into_iter().chain([result.into()]) {
        let length = word.chars().count();
        if column == 0 {
            column = length;
        } else if column + 1 + length > 80 {
            column = length;
            writeln!(f)?;
        } else {
            column += 1 + length;
            f.write_str(" ")?;
        }
        f.write_str(&word)?;
    }
    writeln!(f)
}

/// The moves, numbered: `1. h2e2`, `h9g7`, or `1... h9g7` where Black begins or goes on after a
/// remark; and the remarks.
fn words(record: &Record<Xiangqi>, style: MoveStyle) -> Vec<String> {
    let mut pos = record.start.clone();
    let mut words = Vec::new();
    let mut interrupted = true;
    for (ply, &mv) in record.moves.iter().enumerate() {
        let number = pos.move_number();
        let text = style.write(&pos, mv);
        words.push(match pos.turn() {
            Player::First => format!("{number}. {text}"),
            Player::Second if interrupted => format!("{number}... {text}"),
            Player::Second => text,
        });
        let remark = record
            .note(ply)
            .and_then(|note| note.comment.as_deref())
            .map(str::trim);
        interrupted = remark.is_some_and(|remark| !remark.is_empty());
        if let Some(remark) = remark.filter(|_| interrupted) {
            words.push(format!("{{{}}}", remark.replace('}', ")")));
        }
        pos.play(mv);
    }
    words
}

fn tag(f: &mut impl fmt::Write, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for character in value.chars() {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            // A tag is one line.
            _ if character.is_control() => f.write_str(" ")?,
            _ => write!(f, "{character}")?,
        }
    }
    writeln!(f, "\"]")
}
