//! Moves and positions of xiangqi, as programs write them.

use crate::client::{Problem, Ranks};
use engines::{Reply, Turn};

/// The letters for horse and elephant.
///
/// ```
/// use protocols::client::{Command, Letters};
/// let letters = |text: &str| text.parse::<Command>().map(|command| command.letters);
/// assert_eq!(letters("cmd+uci:engine")?, Letters::Nb);
/// assert_eq!(letters("cmd+uci[letters=he]:engine")?, Letters::He);
/// # Ok::<(), protocols::client::CommandError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Letters {
    /// N and B, after the chess pieces they resemble; nearly all programs read these.
    #[default]
    Nb,
    /// H and E.
    He,
}

/// The `position` line for `turn`.
pub(super) fn position(turn: &Turn<'_>, ranks: Ranks, letters: Letters) -> String {
    let mut line = format!("position fen {}", fen(&turn.line.start, letters));
    if !turn.line.moves.is_empty() {
        line += " moves";
        for mv in &turn.line.moves {
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

/// Reads what follows `bestmove`; a missing move is an error.
pub(super) fn best_move(answer: &str, ranks: Ranks) -> Result<Reply, Problem> {
    let mut words = answer.split_ascii_whitespace();
    let mv = words.next().unwrap_or_default();
    let says = |wanted| answer.split_ascii_whitespace().any(|word| word == wanted);
    if says("resign") {
        return Ok(Reply::Resign);
    }
    if matches!(mv, "" | "(none)" | "none" | "0000" | "a0a0") {
        return Err(Problem::NoMove(format!("bestmove {answer}")));
    }
    // The referee judges a text that is no move.
    let mv = ranks.read(mv).unwrap_or_else(|| mv.to_owned());
    Ok(if says("draw") {
        Reply::DrawOffer(mv)
    } else {
        Reply::Move(mv)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_moves() {
        let read = |text| best_move(text, Ranks::FromZero).ok();
        let mv = || "h2e2".to_owned();
        assert_eq!(read("h2e2 ponder h7e7"), Some(Reply::Move(mv())));
        assert_eq!(read("h2e2 draw"), Some(Reply::DrawOffer(mv())));
        assert_eq!(read("h2e2 resign"), Some(Reply::Resign));
        assert_eq!(read("resign"), Some(Reply::Resign));
        for none in ["", "(none)", "0000", "a0a0 draw"] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn letters_of_pieces_alone() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
        assert_eq!(fen(start, Letters::Nb), start);
        let other = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b - - 0 1";
        assert_eq!(fen(start, Letters::He), other);
    }
}
