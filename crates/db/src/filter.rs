use crate::outcome::sign;
use game_core::Outcome;
use rusqlite::types::Value;

/// Which games count. By default all of them do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only games of a player whose name contains this, in any case of ASCII letters.
    pub player: Option<String>,
    /// Only games played in this year or later.
    pub since: Option<i32>,
    /// Only games played in this year or before.
    pub until: Option<i32>,
    /// Only games that ended like this for the first mover.
    pub outcome: Option<Outcome>,
}

impl Filter {
    /// Whether every game counts.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The conditions on `games`, and their parameters in order; the first is `?2`.
    pub(crate) fn conditions(&self) -> (String, Vec<Value>) {
        let mut text = String::new();
        let mut values = Vec::new();
        let mut add = |condition: &str, value: Value| {
            values.push(value);
            let place = format!("?{}", values.len() + 1);
            text.push_str(" AND ");
            text.push_str(&condition.replace('?', &place));
        };
        if let Some(player) = &self.player {
            // Not LIKE: a name may contain its wildcards.
            let name = player.to_ascii_lowercase();
            add(
                "(instr(lower(games.first), ?) > 0 OR instr(lower(games.second), ?) > 0)",
                name.into(),
            );
        }
        if let Some(since) = self.since {
            add("games.year >= ?", since.into());
        }
        if let Some(until) = self.until {
            add("games.year <= ?", until.into());
        }
        if let Some(outcome) = self.outcome {
            add("games.outcome = ?", sign(outcome).into());
        }
        (text, values)
    }
}
