//! The laboratory: several searchers on one position.

use super::run::{Run, RunRow};
use super::{Inner, Room};
use crate::engine::{GameRef, LabJob};
use crate::outbox::Kind;
use crate::protocol::{self, ApiError, RowText, check};
use engines::{EngineConfig, Game, SearcherConfig};
use lab::Comparison;
use search::Limits;
use std::sync::Arc;
use std::time::Duration;

/// The most searchers one run may ask.
const MOST: usize = 12;

impl RunRow for RowText {
    const EVENT: &'static str = "lab";

    fn run(inner: &mut Inner) -> &mut Run<Self> {
        &mut inner.lab
    }

    fn index(&self) -> usize {
        self.index
    }

    fn is_finished(&self) -> bool {
        self.finished
    }
}

impl Room {
    /// Begins a run and returns its number. An analysis is stopped, so that the laboratory measures
    /// the searchers alone.
    pub fn experiment(&self, args: protocol::Lab) -> Result<u64, ApiError> {
        let limits = limits(&args.limits)?;
        let mut inner = self.open()?;
        let (game, settings, line) = inner.table.subject();
        let searchers = self.searchers(args.searchers, game)?;
        if inner.lab.is_busy() {
            return Err(ApiError::new("do", "the laboratory is busy: stop it first"));
        }
        let shown = line.to_string();
        let comparison = Comparison {
            line,
            searchers,
            limits,
            full: args.full,
        };
        let job = LabJob {
            game: GameRef(game),
            settings,
            comparison,
            most: self.app.config.time,
            room: self.id,
        };
        let app = Arc::clone(&self.app);
        let run = self.begin_run(&mut inner, shown, move |control, each| {
            job.run(&app.cache, control, &mut |row| {
                each(RowText::new(job.game.0, row));
            })
        });
        self.watch(move |room| room.lab_pulse(run));
        Ok(run)
    }

    /// Ends the run under way. `false` if there is none.
    pub fn end_experiment(&self) -> Result<bool, ApiError> {
        self.end_run::<RowText>()
    }

    fn searchers(
        &self,
        searchers: Vec<protocol::Named<SearcherConfig>>,
        game: &dyn Game,
    ) -> Result<Vec<SearcherConfig>, ApiError> {
        if !(1..=MOST).contains(&searchers.len()) {
            return Err(ApiError::new(
                "searchers",
                format!("1 to {MOST} searchers are asked"),
            ));
        }
        let allowed = |(i, protocol::Named(spec)): (usize, protocol::Named<SearcherConfig>)| {
            check(
                &format!("searchers.{i}"),
                EngineConfig::Searcher(spec.clone()),
                game,
                &self.app.config,
            )
            .map(|_| spec)
        };
        searchers.into_iter().enumerate().map(allowed).collect()
    }

    /// Sends the progress of the last row within an iteration; `false` if the run has ended.
    fn lab_pulse(&self, run: u64) -> bool {
        let mut inner = self.lock();
        let lab = &mut inner.lab;
        if !lab.is_at(run) {
            return false;
        }
        if let Some((row, nodes, time)) = lab.growing() {
            row.grow(nodes, time);
            let text = lab.last_text();
            inner.broadcast(Kind::Progress, &text);
        }
        true
    }
}

/// What each searcher may spend.
fn limits(limits: &protocol::LabLimits) -> Result<Limits, ApiError> {
    let protocol::LabLimits {
        depth,
        nodes,
        time_ms,
    } = *limits;
    for (field, zero) in [
        ("depth", depth == Some(0)),
        ("nodes", nodes == Some(0)),
        ("time_ms", time_ms == Some(0)),
    ] {
        if zero {
            return Err(ApiError::new(
                format!("limits.{field}"),
                "a limit is 1 or more",
            ));
        }
    }
    if depth.is_none() && nodes.is_none() && time_ms.is_none() {
        return Err(ApiError::new(
            "limits",
            "a depth, nodes or time_ms is needed",
        ));
    }
    Ok(Limits {
        depth,
        nodes,
        time: time_ms.map(Duration::from_millis),
        ..Limits::none()
    })
}
