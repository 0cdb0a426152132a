use engines::{ConfigError, EngineError, NotAllowed, TableError, UnknownGame};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use thiserror::Error;

/// Why a call is refused: the argument that is wrong, what is wrong with it, and what would be
/// accepted. A refused call has changed nothing, unless it says so.
#[derive(Debug, Error)]
pub(crate) enum ToolError {
    /// The arguments do not fit the schema.
    #[error("{0}")]
    Arguments(String),
    #[error("game: {0}")]
    UnknownGame(#[from] UnknownGame),
    #[error("game_id: there is no game {id:?}; {open}", open = listed("open are", open))]
    UnknownId { id: String, open: Vec<String> },
    #[error("there are {most} games, as many as this server keeps; close_game ends one")]
    TooManyGames { most: usize },
    #[error("settings: {0}")]
    Settings(#[source] EngineError),
    #[error("line: {0}")]
    Line(#[source] EngineError),
    #[error("record: {0}")]
    Record(#[source] EngineError),
    #[error("record: a game begins with a line or a record, not both")]
    LineAndRecord,
    #[error("a game may be {most} plies long here")]
    TooLong { most: usize },
    #[error(
        "plays: there is no player {name:?}; there are {} and {}", players[0], players[1]
    )]
    UnknownPlayer {
        name: String,
        players: [&'static str; 2],
    },
    #[error("level: {level}: {game} has the levels 1 to {most}")]
    UnknownLevel {
        game: &'static str,
        level: u8,
        most: u8,
    },
    #[error("searcher: {0}")]
    Searcher(#[from] ConfigError),
    #[error("searcher: {0}")]
    NotAllowed(#[from] NotAllowed),
    #[error("searcher: {0} finds one line only")]
    OneLine(String),
    #[error("searcher: an engine is a level or a searcher, not both")]
    LevelAndSearcher,
    #[error("{field}: {value}: from {least} to {most} is accepted here")]
    OutOfRange {
        field: &'static str,
        value: u64,
        least: u64,
        most: u64,
    },
    #[error("move: {error}; {legal}", legal = listed("legal are", legal))]
    IllegalMove {
        error: EngineError,
        legal: Vec<String>,
    },
    #[error("the game is over ({0}); undo takes moves back, new_game begins another")]
    Over(&'static str),
    #[error("it is the turn of {player}, played by {engine}: opponent_move asks for its move")]
    OpponentsTurn {
        player: &'static str,
        engine: String,
    },
    #[error("{played} is played, but there is no reply: {error}; opponent_move asks for it again")]
    NoReply {
        played: String,
        #[source]
        error: Box<ToolError>,
    },
    #[error("{0}")]
    Table(#[source] TableError),
    #[error("move: no move is played yet; name a legal one, and what it would do is explained")]
    NothingToExplain,
    #[error("game: {game} has no solver; {with}", with = listed("one is in", with))]
    NoSolver {
        game: &'static str,
        with: Vec<&'static str>,
    },
    #[error("game: {game} has no puzzles; {with}", with = listed("there are some in", with))]
    NoPuzzles {
        game: &'static str,
        with: Vec<&'static str>,
    },
    #[error("id: {game} has no puzzle {id:?}; without an id there is one at random")]
    UnknownPuzzle { game: &'static str, id: String },
    #[error(
        "theme: {game} has no puzzles of {theme:?}; {known}", known = listed("there are", known)
    )]
    UnknownTheme {
        game: &'static str,
        theme: String,
        known: Vec<String>,
    },
    #[error("the solver does not take this position: {0}")]
    Unsolvable(#[source] EngineError),
    /// A search failed.
    #[error("the search failed: {0}")]
    Search(#[source] EngineError),
    #[error("the search found no move in its time; a longer one may")]
    NoMove,
    #[error("the game changed while the engine was thinking; its move is not played")]
    Changed,
    #[error("the call was cancelled")]
    Cancelled,
    #[error("the call broke off; this is a defect of the program")]
    Panicked,
}

impl From<TableError> for ToolError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Over(reason) => Self::Over(reason),
            error => Self::Table(error),
        }
    }
}

impl IntoCallToolResult for ToolError {
    /// A result that is an error, which a model may read, and not an error of the protocol, which
    /// clients hide.
    fn into_call_tool_result(self) -> Result<CallToolResponse, rmcp::ErrorData> {
        let text = shortened(self.to_string());
        Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into())
    }
}

/// The first of `names` after `heading`, and how many there are.
fn listed(heading: &str, names: &[impl AsRef<str>]) -> String {
    const MOST: usize = 40;
    if names.is_empty() {
        return format!("{heading} none");
    }
    let shown: Vec<_> = names.iter().take(MOST).map(AsRef::as_ref).collect();
    let rest = if names.len() > MOST {
        format!(" and others, {} in all", names.len())
    } else {
        String::new()
    };
    format!("{heading} {}{rest}", shown.join(", "))
}

/// Clips a text, so that a client's own long text is not sent back.
fn shortened(mut text: String) -> String {
    const MOST: usize = 1000;
    if let Some((end, _)) = text.char_indices().nth(MOST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_cut_and_counted() {
        let names: Vec<_> = (0..50).map(|number| number.to_string()).collect();
        let text = listed("legal are", &names);
        assert!(text.starts_with("legal are 0, 1, ") && text.ends_with("39 and others, 50 in all"));
        assert_eq!(listed("open are", &names[..2]), "open are 0, 1");
        assert_eq!(listed("open are", &[""; 0]), "open are none");
    }

    #[test]
    fn a_clients_own_text_comes_back_short() {
        let error = ToolError::Arguments("長".repeat(5000));
        let result = error.into_call_tool_result().expect("a result");
        let CallToolResponse::Complete(result) = result else {
            panic!("{result:?}");
        };
        assert_eq!(result.is_error, Some(true));
        let text = result.content[0].as_text().expect("text");
        assert_eq!(text.text.chars().count(), 1001);
    }
}
