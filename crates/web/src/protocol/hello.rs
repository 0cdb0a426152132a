use crate::Config;
use engines::{Game, Level, RuleSetting, SearcherFacts, Settings, SwapRule, Weight};
use game_core::{Cell, Player, Presentation};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The greeting: the games, and the limits of the server.
pub(crate) fn hello(config: &Config) -> String {
    json!({
        "event": "hello",
        "version": env!("CARGO_PKG_VERSION"),
        "games": config.games.iter().map(described).collect::<Vec<_>>(),
        "default_level": Level::DEFAULT,
        "database": config.database.is_some(),
        "limits": {
            "time_ms": config.time.as_millis() as u64,
            "lines": config.lines,
            "hash": config.hash,
            "threads": config.threads,
            "engine_memory": config.engine_memory(),
            "message": config.message,
            "record": config.record,
        },
    })
    .to_string()
}

fn described(game: &dyn Game) -> Value {
    json!({
        "name": game.name(),
        "players": game.facts().players,
        "presentation": presentation(game.presentation()),
        "near": near_side(game).index(),
        "unit": game.facts().unit,
        "half_win": game.facts().half_win,
        "study_depth": game.facts().study_depth,
        "has_margins": game.facts().has_margins,
        "extension": game.facts().own_format().extension,
        "rules": rules(game),
        "swaps": swaps(game),
        "levels": levels(game),
        "weights": weights(game),
        "searchers": searchers(game),
        "has_puzzles": game.facts().has_puzzles,
    })
}

/// Whose pieces begin nearer to the lower edge of the board: the first mover's, or nobody's, unless
/// the second's do.
fn near_side(game: &dyn Game) -> Player {
    let Ok(session) = game.session(&Settings::new()) else {
        return Player::First;
    };
    let board = session.view().board;
    let rows = Player::BOTH.map(|player| {
        let own = |cell: &Cell| cell.piece.is_some_and(|piece| piece.owner == player);
        let places = board.cells.iter().enumerate().filter(|(_, cell)| own(cell));
        let row = |index: usize| index / board.columns.max(1);
        let sum: usize = places
            .map(|(index, _)| row(index) * board.count_at(index))
            .sum();
        // In proportion to the other's, whatever the numbers of their pieces.
        sum * board.count(!player)
    });
    if rows[1] > rows[0] {
        Player::Second
    } else {
        Player::First
    }
}

/// The words by their keys; all else as it is.
fn presentation(presentation: Presentation) -> Value {
    let words: BTreeMap<_, _> = presentation.words.iter().cloned().collect();
    let mut text = json!(presentation);
    text["words"] = json!(words);
    // The rules are told when they are asked for.
    text["rules"] = json!(presentation.rules.len());
    text
}

fn rules(game: &dyn Game) -> Value {
    let setting = |setting: &RuleSetting| {
        let RuleSetting {
            name,
            about,
            values,
            range,
            default,
        } = setting;
        let mut text = json!({ "name": name, "about": about, "default": default });
        if !values.is_empty() {
            text["values"] = json!(values);
        }
        if let Some((least, most)) = range {
            (text["least"], text["most"]) = (json!(least), json!(most));
        }
        text
    };
    game.facts().rules.iter().map(setting).collect()
}

/// The openings that share the sides: how many moves the opener plays, and how many the chooser may
/// add.
fn swaps(game: &dyn Game) -> Value {
    let swap = |swap: &SwapRule| {
        let SwapRule { name, plies, more } = swap;
        json!({ "name": name, "plies": plies, "more": more })
    };
    game.facts().swaps.iter().map(swap).collect()
}

/// How far each level looks, in plies and positions, and which share of the moves it overlooks, the
/// weakest first.
fn levels(game: &dyn Game) -> Value {
    let level = |level: &Level| {
        let overlooks = f64::from(level.mistakes.oversight) / 1000.0;
        json!({ "depth": level.depth, "nodes": level.nodes, "overlooks": overlooks })
    };
    game.facts().levels.iter().map(level).collect()
}

fn searchers(game: &dyn Game) -> Value {
    let searcher = |searcher: SearcherFacts| {
        let SearcherFacts { name, about, .. } = searcher;
        json!({ "name": name, "about": about })
    };
    game.searchers().into_iter().map(searcher).collect()
}

fn weights(game: &dyn Game) -> Value {
    let weight = |weight: &Weight| {
        let Weight {
            name,
            value,
            least,
            most,
            about,
        } = weight;
        json!({ "name": name, "value": value, "least": least, "most": most, "about": about })
    };
    game.facts().weights.iter().map(weight).collect()
}
