use crate::{Ending, Game, Session};
use game_core::Glyphs;
#[cfg(feature = "schemars")]
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What there is to see of a game in progress, in names and texts: for programs that are told of it
/// as JSON, as agents are. `P` is what is told of a player.
///
/// ```
/// use engines::Observation;
/// let othello = engines::game("othello")?;
/// let mut session = othello.session(&Default::default())?;
/// session.set_line("startpos moves f5")?;
/// let seen = Observation::of(othello, &*session);
/// assert_eq!((seen.players, seen.to_move), (["black", "white"].map(String::from), Some("white".into())));
/// assert_eq!((seen.ply, seen.legal_moves, seen.last_move), (1, 3, Some("f5".into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(JsonSchema))]
pub struct Observation<P = String> {
    /// The kind of game.
    pub game: String,
    /// Every setting of the rules.
    pub settings: BTreeMap<String, String>,
    /// The two sides, the first mover first.
    pub players: [P; 2],
    /// The moves played.
    pub ply: usize,
    /// The side to move, by its name; null once the game is over.
    pub to_move: Option<String>,
    /// How many moves are legal; none once the game is over.
    pub legal_moves: usize,
    /// The last move.
    pub last_move: Option<String>,
    /// How the game ended, if it did.
    pub outcome: Option<ObservedOutcome>,
    /// The start and every move since: a game from this line comes to this position.
    pub line: String,
    /// The position alone, in the game's notation.
    pub position: String,
    /// The board in letters.
    pub board: String,
}

/// How a game ended.
///
/// ```
/// use engines::Observation;
/// let othello = engines::game("othello")?;
/// let mut session = othello.session(&Vec::new())?;
/// session.set_line(format!("{}OO X", "X".repeat(62)))?;
/// let outcome = Observation::of(othello, &*session).outcome.ok_or("it is over")?;
/// assert_eq!(serde_json::to_value(&outcome)?["winner"], "black");
/// assert_eq!(outcome.margin, Some(60));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Outcome"))]
pub struct ObservedOutcome {
    /// The side that won; null in a draw.
    pub winner: Option<String>,
    /// Why, in a few words.
    pub reason: String,
    /// The first mover's margin of victory, negative if lost, in a game with margins.
    pub margin: Option<i32>,
}

impl Observation {
    /// What there is to see of `session`, a game of `game`.
    pub fn of(game: &dyn Game, session: &dyn Session) -> Self {
        Self::ended(game, session, session.state().ending)
    }

    /// The same of a game that may have ended otherwise than on the board: by a resignation.
    pub fn ended(game: &dyn Game, session: &dyn Session, ending: Option<Ending>) -> Self {
        let state = session.state();
        let view = session.view();
        let line = session.line();
        let rules = game.facts().rules.iter();
        let defaults = rules.map(|setting| (setting.name.to_owned(), setting.default.to_owned()));
        let given = session.settings().iter().cloned();
        let goes_on = ending.is_none();
        Self {
            game: game.name().to_owned(),
            settings: defaults.chain(given).collect(),
            players: state.players.map(str::to_owned),
            ply: state.ply,
            to_move: goes_on.then(|| state.player().to_owned()),
            legal_moves: if goes_on { view.legal.len() } else { 0 },
            last_move: line.moves.last().cloned(),
            outcome: ending.map(|ending| ObservedOutcome {
                winner: ending.winner_name(state.players).map(str::to_owned),
                reason: ending.reason.to_owned(),
                margin: ending.margin,
            }),
            line: line.to_string(),
            position: view.position,
            board: session.diagram(Glyphs::Letters),
        }
    }

    /// The same with more told of the players, the first mover first.
    pub fn with_players<P>(self, players: [P; 2]) -> Observation<P> {
        Observation {
            players,
            game: self.game,
            settings: self.settings,
            ply: self.ply,
            to_move: self.to_move,
            legal_moves: self.legal_moves,
            last_move: self.last_move,
            outcome: self.outcome,
            line: self.line,
            position: self.position,
            board: self.board,
        }
    }
}
