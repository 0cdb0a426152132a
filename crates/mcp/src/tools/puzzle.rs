use crate::error::ToolError;
use crate::shared::Shared;
use engines::{Game, Puzzle, Settings};
use game_core::Glyphs;
use rand::seq::IndexedRandom;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The arguments of `puzzle`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The kind of game, as `list_games` names it.
    pub game: String,
    /// The puzzle of that id. Without one it is chosen at random.
    pub id: Option<String>,
    /// One of this theme alone, as `mate`.
    pub theme: Option<String>,
    /// One about as difficult as this: 1500 is the middle, and most lie within 900 and 2100.
    pub rating: Option<u32>,
    /// Whether the answer has the solution, too.
    #[serde(default)]
    pub reveal: bool,
}

/// An exercise: a position with one move that reaches a goal.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Exercise {
    /// Its id, always the same.
    pub id: String,
    /// The kind of game.
    pub game: String,
    /// What is to be reached, by the game's word.
    pub theme: String,
    /// How difficult it is: 1500 is the middle.
    pub rating: u32,
    /// The position: `new_game` takes it as its `line`.
    pub line: String,
    /// The side to move, by its name: it has the one move that reaches the goal.
    pub to_move: String,
    /// The board in letters.
    pub board: String,
    /// The plies of the solution.
    pub plies: usize,
    /// How many of the solver's own moves in it are the only ones.
    pub only_moves: usize,
    /// Best play from there, if `reveal` asks for it.
    pub solution: Option<Vec<String>>,
}

/// `puzzle`
pub(crate) fn run(shared: &Shared, arguments: Arguments) -> Result<Exercise, ToolError> {
    let game = shared.config.games.get(&arguments.game)?;
    let puzzles = game.puzzles();
    if puzzles.is_empty() {
        let games = shared.config.games.iter();
        let with = games.filter(|game| game.facts().has_puzzles);
        return Err(ToolError::NoPuzzles {
            game: game.name(),
            with: with.map(|game| game.name()).collect(),
        });
    }
    let puzzle = chosen(game, &puzzles, &arguments)?;
    let mut session = game
        .session(&Settings::new())
        .map_err(ToolError::Settings)?;
    session.set(&puzzle.line()).map_err(ToolError::Line)?;
    Ok(Exercise {
        id: puzzle.id(),
        game: game.name().to_owned(),
        theme: puzzle.theme.clone(),
        rating: puzzle.rating,
        line: puzzle.position.clone(),
        to_move: session.state().player().to_owned(),
        board: session.diagram(Glyphs::Letters),
        plies: puzzle.solution.len(),
        only_moves: puzzle.only,
        solution: arguments.reveal.then(|| puzzle.solution.clone()),
    })
}

/// The one that `arguments` name, or one of those that they allow.
fn chosen<'a>(
    game: &dyn Game,
    puzzles: &'a [Puzzle],
    arguments: &Arguments,
) -> Result<&'a Puzzle, ToolError> {
    /// Of this many that are nearest in rating, one is chosen at random.
    const NEAREST: usize = 10;
    if let Some(id) = &arguments.id {
        let named = puzzles.iter().find(|puzzle| puzzle.id() == *id);
        return named.ok_or_else(|| ToolError::UnknownPuzzle {
            game: game.name(),
            id: id.clone(),
        });
    }
    let theme = arguments.theme.as_ref();
    let suits = |puzzle: &&Puzzle| theme.is_none_or(|theme| puzzle.theme == *theme);
    let mut suitable: Vec<_> = puzzles.iter().filter(suits).collect();
    if let Some(rating) = arguments.rating {
        suitable.sort_by_key(|puzzle| puzzle.rating.abs_diff(rating));
        suitable.truncate(NEAREST);
    }
    let unknown = || {
        let themes: BTreeSet<_> = puzzles.iter().map(|puzzle| puzzle.theme.clone()).collect();
        ToolError::UnknownTheme {
            game: game.name(),
            theme: theme.cloned().unwrap_or_default(),
            known: themes.into_iter().collect(),
        }
    };
    suitable
        .choose(&mut rand::rng())
        .copied()
        .ok_or_else(unknown)
}
