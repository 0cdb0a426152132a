#![doc = include_str!("../README.md")]

mod ablation;
mod bench;
mod book;
mod build;
mod comment;
mod compare;
mod config;
mod engine;
mod error;
mod evaluator_choice;
mod fit;
mod game;
#[cfg(feature = "gomoku")]
pub mod gomoku;
mod level;
mod median;
#[cfg(feature = "othello")]
pub mod othello;
mod records;
mod rule;
mod scaling;
mod session;
mod weights;
mod wiring;
#[cfg(feature = "xiangqi")]
pub mod xiangqi;

pub use ablation::{Ablation, AblationRow};
pub use bench::BenchResult;
pub use book::{BookMove, Building};
pub use comment::{Comment, Commentary, Mark};
pub use compare::{Comparison, Milestone, Row};
pub use config::{Change, ConfigError, EngineConfig, Family, GameOption, SearcherConfig, duration};
pub use engine::{Engine, SearchRequest};
pub use error::{TextError, UnknownGame};
pub use evaluator_choice::EvaluatorChoice;
pub use fit::Fit;
pub use game::{GAMES, Game, game};
pub use game_core::{Glyphs, RecordFormat};
pub use level::Level;
pub use pattern_eval::{Term, Weight};
pub use records::{ConvertError, Converted};
pub use rule::RuleSetting;
pub use scaling::{Scaled, Scaling};
pub use session::{Ending, Session};
pub use weights::Weights;
pub use wiring::{Setting, Settings, Wired, Wiring};
