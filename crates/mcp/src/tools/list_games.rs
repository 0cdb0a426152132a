use crate::open_games::lock;
use crate::output::SettingText;
use crate::shared::Shared;
use engines::{Game, Level, SearcherFacts};
use schemars::JsonSchema;
use serde::Serialize;

/// What this server has.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GameList {
    /// The kinds of games.
    pub games: Vec<GameText>,
    /// The games in progress.
    pub open_games: Vec<OpenText>,
    /// What a call may ask for.
    pub limits: Limits,
}

/// A kind of game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GameText {
    /// Its name, as `new_game` takes it.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// How to play, in a line; `rules` says more.
    pub how_to_play: String,
    /// The names of the two sides, the first mover's first.
    pub players: Vec<String>,
    /// The unit of scores.
    pub unit: String,
    /// The settings of its rules.
    pub settings: Vec<SettingText>,
    /// Its levels, the weakest first.
    pub levels: Vec<LevelText>,
    /// Its searchers.
    pub searchers: Vec<SearcherText>,
    /// Its exact solver, if it has one.
    pub solver: Option<SolverText>,
    /// Whether `puzzle` has exercises of it.
    pub has_puzzles: bool,
}

/// A strength of play, the same on every machine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LevelText {
    /// Its number.
    pub level: u8,
    /// How far it looks ahead, in plies.
    pub depth: u32,
    /// The most positions that it looks at for a move.
    pub nodes: u64,
    /// The share of the moves that it overlooks, 0 to 1.
    pub overlooks: f64,
}

/// An algorithm that searches at full strength.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SearcherText {
    /// Its name, which options may follow: `pvs,depth=6,hash=32`.
    pub name: String,
    /// What it is.
    pub about: String,
}

/// An exact solver.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SolverText {
    /// What it finds.
    pub about: String,
    /// What it may be asked, as `solve` takes it.
    pub settings: Vec<SettingText>,
}

/// A game in progress.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OpenText {
    /// Names the game in other calls.
    pub game_id: String,
    /// The kind of game.
    pub game: String,
    /// The moves played.
    pub ply: usize,
    /// Whether it is over.
    pub over: bool,
}

/// What a call may ask for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Limits {
    /// The longest that a call may search, in milliseconds.
    pub time_ms: u64,
    /// The most games in progress.
    pub open_games: usize,
    /// The longest game, in plies.
    pub plies: usize,
    /// The most lines of an analysis.
    pub lines: usize,
    /// The largest table of a searcher, in MiB.
    pub hash: usize,
    /// The most threads of a searcher.
    pub threads: usize,
}

/// `list_games`
pub(crate) fn run(shared: &Shared) -> GameList {
    let config = &shared.config;
    let open = lock(&shared.open);
    let open_games = open.iter().map(|(game_id, game)| {
        let open = lock(game);
        OpenText {
            game_id,
            game: open.game.name().to_owned(),
            ply: open.session().state().ply,
            over: open.ending().is_some(),
        }
    });
    GameList {
        games: config.games.iter().map(described).collect(),
        open_games: open_games.collect(),
        limits: Limits {
            time_ms: config.time.as_millis() as u64,
            open_games: config.open_games,
            plies: config.record,
            lines: config.lines,
            hash: config.allowance.hash,
            threads: config.allowance.threads,
        },
    }
}

fn described(game: &dyn Game) -> GameText {
    let facts = game.facts();
    let presentation = game.presentation();
    let levels = (1..).zip(facts.levels);
    GameText {
        name: facts.name.to_owned(),
        title: presentation.title.en.into_owned(),
        how_to_play: presentation.how_to_play.en.into_owned(),
        players: facts.players.map(str::to_owned).into(),
        unit: facts.unit.to_owned(),
        settings: SettingText::all(facts.rules),
        levels: levels
            .map(|(number, level)| leveled(number, level))
            .collect(),
        searchers: game.searchers().into_iter().map(named).collect(),
        solver: facts.solver.map(|solver| SolverText {
            about: solver.about.to_owned(),
            settings: SettingText::all(solver.settings),
        }),
        has_puzzles: facts.has_puzzles,
    }
}

fn leveled(number: u8, level: &Level) -> LevelText {
    LevelText {
        level: number,
        depth: level.depth,
        nodes: level.nodes,
        overlooks: f64::from(level.mistakes.oversight) / 1000.0,
    }
}

fn named(searcher: SearcherFacts) -> SearcherText {
    SearcherText {
        name: searcher.name.to_owned(),
        about: searcher.about.to_owned(),
    }
}
