//! Tournaments: everyone against everyone, with a table of ratings.

use crate::error::no_match;
use crate::games::Named;
use crate::matches::{Hand, MatchResult, Terms, check, other_game, play};
use arena::tournament::{Tournament, UnfitPlayers, rank};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A player of a tournament, and how it did.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Ranked {
    /// What the player is called.
    player: String,
    /// Its Elo above the average of all.
    elo: f64,
    /// Half the width of its 95 % interval, the others' ratings taken as known.
    elo_error: f64,
    /// Games played.
    games: u64,
    /// Games won.
    wins: u64,
    /// Games drawn.
    draws: u64,
    /// Games lost.
    losses: u64,
    /// Points scored, a draw being half a point.
    points: f64,
    /// Games lost by a fault: a crash, an illegal move, or too long a thought.
    faults: u64,
}

#[pymethods]
impl Ranked {
    fn __repr__(&self) -> String {
        let Self {
            player,
            elo,
            elo_error,
            points,
            games,
            ..
        } = self;
        format!("<boyi.Ranked {player}: Elo {elo:+.1} ± {elo_error:.1}, {points} of {games}>")
    }
}

/// The result of a tournament.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct TournamentResult {
    /// The players, the strongest first.
    ranking: Vec<Py<Ranked>>,
    /// The matches in the order in which they were played.
    matches: Vec<Py<MatchResult>>,
}

#[pymethods]
impl TournamentResult {
    fn __repr__(&self) -> String {
        let players = self.ranking.iter().map(|ranked| {
            let Ranked { player, elo, .. } = ranked.get();
            format!("{player} {elo:+.1}")
        });
        let players: Vec<_> = players.collect();
        let games: u64 = self.matches.iter().map(|one| one.get().games).sum();
        format!(
            "<boyi.TournamentResult {games} games: {}>",
            players.join(", ")
        )
    }
}

/// Plays a tournament: each player meets every other in a match of `games` games, or, with
/// `gauntlet=True`, the first player meets each of the others. Their ratings expect all the points
/// that were scored.
///
/// Players and the terms of each match are those of `match`. `progress` is called after each game
/// with the result so far of the match that it belongs to.
///
/// >>> import boyi
/// >>> result = boyi.tournament("connect-four", ["level=1", "level=4", "pvs,depth=4"], games=8)
/// >>> len(result.matches), [ranked.games for ranked in result.ranking]
/// (3, [16, 16, 16])
/// >>> result.ranking[-1].player
/// 'level=1'
#[pyfunction]
#[pyo3(signature = (game, players, *, gauntlet=false, games=20, seed=1, threads=1, rules=None, openings=None, opening_plies=None, depth=None, nodes=None, time=None, max_plies=None, progress=None))]
#[allow(clippy::too_many_arguments, reason = "Python's keywords")]
pub(crate) fn tournament(
    py: Python<'_>,
    game: Named,
    players: Vec<Bound<'_, PyAny>>,
    gauntlet: bool,
    games: u64,
    seed: u64,
    threads: usize,
    rules: Option<&Bound<'_, PyDict>>,
    openings: Option<Vec<String>>,
    opening_plies: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    max_plies: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<TournamentResult> {
    let game = game.game()?;
    let hand = Hand::default();
    let mut contestants = Vec::new();
    for player in &players {
        let (contestant, of) = hand.contestant(player)?;
        if let Some(other) = of.filter(|other| *other != game) {
            return Err(other_game(game, other));
        }
        check(game, &contestant)?;
        contestants.push(contestant);
    }
    let unfit = |unfit: UnfitPlayers| no_match(unfit.to_string());
    let [first, .., last] = &contestants[..] else {
        return Err(unfit(UnfitPlayers::TooFew));
    };
    let terms = Terms {
        games,
        seed,
        threads,
        rules,
        openings,
        opening_plies,
        depth,
        nodes,
        time,
        max_plies,
    };
    let threads = terms.threads();
    let terms = terms.plan(game, first.clone(), last.clone())?;
    let Tournament {
        players, matches, ..
    } = Tournament::new(&contestants, gauntlet, &terms).map_err(unfit)?;
    let mut results = Vec::new();
    let mut standings = Vec::new();
    for (pairing, plan) in matches {
        let (result, standing) = play(py, game, plan, threads, &hand, progress.as_ref())?;
        results.push(Py::new(py, result)?);
        standings.push((pairing, standing));
    }
    let standings = standings
        .iter()
        .map(|(pairing, standing)| (*pairing, standing));
    let ranking = rank(players.len(), standings);
    let ranking = ranking.into_iter().map(|ranked| {
        let games = ranked.rating.games;
        let ranked = Ranked {
            player: players[ranked.player].clone(),
            elo: ranked.rating.elo,
            elo_error: ranked.rating.elo_error,
            games: games.games(),
            wins: games.wins,
            draws: games.draws,
            losses: games.losses,
            points: games.points(),
            faults: ranked.faults.total(),
        };
        Py::new(py, ranked)
    });
    Ok(TournamentResult {
        ranking: ranking.collect::<PyResult<_>>()?,
        matches: results,
    })
}
