#![doc = include_str!("../README.md")]

mod allowance;
mod background;
mod batch;
mod board_svg;
mod book;
mod config;
mod endgame_tables;
mod engine;
mod error;
mod evaluation;
mod evaluator_choice;
mod facts;
mod game;
mod game_table;
mod games;
#[cfg(feature = "gomoku")]
pub mod gomoku;
mod indexer;
mod level;
mod mistakes;
mod networked;
mod observation;
#[cfg(feature = "othello")]
pub mod othello;
mod phase;
mod puzzles;
mod records;
mod remark;
mod reply;
mod rule;
mod score;
mod searchers;
mod session;
mod solver;
mod swap;
mod view;
mod weights;
mod wiring;
#[cfg(feature = "xiangqi")]
pub mod xiangqi;

// What a wiring is written with, so that a game of another package needs this one alone.
pub use {books, game_core, nnue, pattern_eval, search};

pub use allowance::{Allowance, NotAllowed};
pub use background::{BackgroundSearch, SearchEvent};
pub use batch::{Batch, BatchError};
pub use board_svg::board_svg;
pub use book::{BookMove, BookPage, Books, Building, ForeignBook};
pub use books::Symmetric;
pub use config::{
    Change, ConfigError, EngineConfig, Family, SearcherConfig, SearcherOption, duration,
};
pub use endgame_tables::{
    EndgameAnswer, EndgameBuilder, EndgameFacts, EndgameSummary, EndgameTables, EndgameValue,
    ReadEndgames,
};
pub use engine::{Engine, SearchRequest};
pub use error::{EngineError, FileProblem, UnknownGame};
pub use evaluation::Evaluation;
pub use evaluator_choice::EvaluatorChoice;
pub use facts::{Bench, GameFacts};
pub use game::Game;
pub use game_core::{Glyphs, RecordFormat};
pub use game_table::{EngineTurn, GameTable, Seat, TableError};
pub use games::{GAMES, Games, game};
pub use indexer::{EachGame, IndexedGame, IndexedPlace, IndexedPosition, Indexer, NameList};
pub use level::Level;
pub use mistakes::Mistakes;
pub use networked::{NetworkError, Networked, read_network};
pub use observation::{Observation, ObservedOutcome};
pub use pattern_eval::{Counted, Explain, Term, Weight, Weighted, WeightedSum};
pub use phase::Phase;
pub use puzzles::{
    ForcedWins, FoundPuzzle, Puzzle, PuzzleError, PuzzleFinder, PuzzleMaker, only_moves,
    whatever_the_answer,
};
pub use records::{ConvertError, Converted};
pub use remark::Remark;
pub use reply::{Answer, Reply, Turn};
pub use rule::{RuleRefused, RuleSetting};
pub use score::{Margins, ScoreReading};
pub use searchers::{SearcherFacts, SearcherParts, SearcherWiring, Searchers};
pub use session::{Ending, Perft, Session};
pub use solver::{Asked, BuiltSolver, Finding, Solved, Solver, SolverFacts, SolverWiring};
pub use swap::{SwapChoice, SwapRule, SwapStep};
pub use view::{Canonical, GameHistory, GameState, GameView, LegalMove, VariationMove};
pub use weights::Weights;
pub use wiring::{NetworkReader, Setting, Settings, Wired, Wiring};
