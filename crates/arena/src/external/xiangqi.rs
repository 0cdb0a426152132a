//! Moves and positions of xiangqi, as programs write them.

use super::Problem;
use crate::{Reply, Turn};

/// How a program counts the ten ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ranks {
    /// From 0 to 9, as Pikafish and all that speak UCCI.
    #[default]
    FromZero,
    /// From 1 to 10, as Fairy-Stockfish.
    FromOne,
}

/// The letters for horse and elephant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Letters {
    /// N and B, the chess pieces they resemble: what nearly all programs read.
    #[default]
    Nb,
    /// H and E.
    He,
}

impl Ranks {
    /// `mv`, written here as `h2e2`, as the program writes it.
    pub fn write(self, mv: &str) -> String {
        match self {
            Self::FromZero => mv.to_owned(),
            Self::FromOne => mv
                .chars()
                .map(|c| match c.to_digit(10) {
                    Some(rank) => (rank + 1).to_string(),
                    None => c.to_string(),
                })
                .collect(),
        }
    }

    /// A program's move as it is written here; `None` if it is none.
    pub fn read(self, mv: &str) -> Option<String> {
        let split = mv.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic())?.0;
        let square = |text: &str| {
            let mut chars = text.chars();
            let file = chars.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
            // A sign would be read too.
            let rank: u8 = chars.as_str().parse().ok().filter(|_| text.len() <= 3 && !text.contains('+'))?;
            let rank = if self == Self::FromOne { rank.checked_sub(1)? } else { rank };
            Some(format!("{file}{rank}"))
        };
        Some(square(&mv[..split])? + &square(&mv[split..])?)
    }

    /// What a move shows of how its ranks are counted: rank 0 is none of ten from 1, rank 10 none from 0.
    pub(super) fn shown_by(mv: &str) -> Option<Self> {
        let has = |rank| mv.split(|c: char| !c.is_ascii_digit()).any(|number| number == rank);
        if has("0") { Some(Self::FromZero) } else { has("10").then_some(Self::FromOne) }
    }
}

/// The line that puts `turn` before a program.
pub(super) fn position(turn: &Turn<'_>, ranks: Ranks, letters: Letters) -> String {
    let mut line = format!("position fen {}", fen(turn.start, letters));
    if !turn.moves.is_empty() {
        line += " moves";
        for mv in turn.moves {
            line.push(' ');
            line += &ranks.write(mv);
        }
    }
    line
}

/// The FEN `start` in these letters.
fn fen(start: &str, letters: Letters) -> String {
    let (placement, rest) = start.split_once(' ').unwrap_or((start, ""));
    let placement = match letters {
        Letters::Nb => placement.to_owned(),
        Letters::He => placement
            .chars()
            .map(|c| match c {
                'N' => 'H',
                'n' => 'h',
                'B' => 'E',
                'b' => 'e',
                other => other,
            })
            .collect(),
    };
    format!("{placement} {rest}")
}

/// Whether Red is to move.
pub(super) fn red_moves(turn: &Turn<'_>) -> bool {
    let black_began = turn.start.split(' ').nth(1) == Some("b");
    turn.moves.len().is_multiple_of(2) != black_began
}

/// The move after `bestmove`, or that the game is given up; none at all is an error.
pub(super) fn best_move(answer: &str, ranks: Ranks) -> Result<String, Problem> {
    let mut words = answer.split_ascii_whitespace();
    let mv = words.next().unwrap_or_default();
    if mv == Reply::RESIGN || words.any(|word| word == Reply::RESIGN) {
        return Ok(Reply::RESIGN.to_owned());
    }
    if matches!(mv, "" | "(none)" | "none" | "0000" | "a0a0") {
        return Err(Problem::NoMove(format!("bestmove {answer}")));
    }
    // What is no move at all is the referee's to judge.
    Ok(ranks.read(mv).unwrap_or_else(|| mv.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_from_either() {
        for (ours, theirs) in [("h2e2", "h3e3"), ("a9a0", "a10a1"), ("i0i9", "i1i10")] {
            assert_eq!(Ranks::FromOne.write(ours), theirs);
            assert_eq!(Ranks::FromOne.read(theirs).as_deref(), Some(ours));
            assert_eq!(Ranks::FromZero.write(ours), ours);
            assert_eq!(Ranks::FromZero.read(ours).as_deref(), Some(ours));
        }
        assert_eq!(Ranks::FromZero.read("H2E2").as_deref(), Some("h2e2"));
        for bad in ["", "h", "h2", "2h2e", "h2e", "he22", "h+2e2", "h2e999", "h2\u{1f600}e2", "\u{1f600}", "--"] {
            assert_eq!(Ranks::FromZero.read(bad), None, "{bad}");
        }
        assert_eq!(Ranks::FromOne.read("a0a1"), None);
        assert_eq!(Ranks::shown_by("a10a9"), Some(Ranks::FromOne));
        assert_eq!(Ranks::shown_by("a0a1"), Some(Ranks::FromZero));
        assert_eq!(Ranks::shown_by("a1a2"), None);
    }

    #[test]
    fn letters_of_pieces_alone() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
        assert_eq!(fen(start, Letters::Nb), start);
        let other = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b - - 0 1";
        assert_eq!(fen(start, Letters::He), other);
    }
}
