//! Decides which search a game needs, and what is done with its answer.

use super::{Outcome, RequestedSearch, Search, Table};
use crate::Config;
use crate::engine::{SearchJob, Ticket};
use engines::{EngineConfig, EngineError, EngineTurn, SearchRequest, SwapStep};
use game_core::Score;
use search::{Limits, Report};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A move to play.
    Move,
    /// A move to advise.
    Hint,
    /// Lines to show.
    Analysis,
}

impl Purpose {
    /// As messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Hint => "hint",
            Self::Analysis => "analysis",
        }
    }
}

/// A search to be made.
#[derive(Debug)]
pub(crate) struct SearchTask {
    /// Identifies its answer.
    pub number: u64,
    pub purpose: Purpose,
    pub ply: usize,
    pub job: SearchJob,
}

/// What to do about searches after a change.
#[derive(Debug)]
pub(crate) enum Settled {
    /// Nothing: the search under way, or none, is what the game needs.
    Same,
    /// The search under way was dropped.
    Idle,
    /// The game needs this search now.
    Search(Box<SearchTask>),
}

/// Who is there to see a search's results.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subscribers {
    /// Whether a client is there.
    pub present: bool,
    /// Whether a client was there a moment ago, and may be back.
    pub awaited: bool,
    /// Whether the last move of two engines is still being shown.
    pub watching: bool,
    /// Whether the laboratory is busy.
    pub experimenting: bool,
}

/// A search wanted.
struct WantedSearch {
    purpose: Purpose,
    engine: EngineConfig,
    lines: usize,
}

impl Table {
    /// The most time a hint may take.
    const HINT: Limits = Limits::time(std::time::Duration::from_secs(2));

    /// Drops a search that is no longer needed, and returns the one that is.
    pub fn settle(&mut self, subscribers: Subscribers, config: &Config) -> Settled {
        let Some(WantedSearch {
            purpose,
            engine,
            lines,
        }) = self.wanted_search(subscribers, config)
        else {
            return if self.search.take().is_some() {
                Settled::Idle
            } else {
                Settled::Same
            };
        };
        let text = engine.to_string();
        let same = |search: &Search| {
            (search.purpose, search.lines) == (purpose, lines) && search.engine == text
        };
        if self.search.as_ref().is_some_and(same) {
            return Settled::Same;
        }
        self.searches += 1;
        let limits = Limits::time(config.time);
        let limits = if purpose == Purpose::Hint {
            limits.and(Self::HINT)
        } else {
            limits
        };
        let step = self.table.swap_step().filter(|_| purpose == Purpose::Move);
        let balance = match step {
            Some(SwapStep::Play { left, .. }) => left,
            _ => 0,
        };
        // An analysis and a choice need a score, even where the move is forced.
        let question = SearchRequest::new(limits)
            .with_multi_pv(lines)
            .with_instant(purpose != Purpose::Analysis && step.is_none());
        let job = SearchJob {
            balance,
            game: self.game,
            room: 0,
            settings: self.session().settings().clone(),
            line: self.session().line(),
            engine,
            question,
            // A level rebuilt in the middle of a game does not repeat the mistakes it began with.
            seed: self.seed.0.wrapping_add(self.ply() as u64),
        };
        let order = SearchTask {
            number: self.searches,
            purpose,
            ply: self.ply(),
            job,
        };
        // The one before ends here.
        self.search = Some(Search {
            number: self.searches,
            purpose,
            engine: text,
            lines,
            ticket: None,
        });
        Settled::Search(Box::new(order))
    }

    fn wanted_search(
        &self,
        Subscribers {
            present,
            awaited,
            watching,
            experimenting,
        }: Subscribers,
        config: &Config,
    ) -> Option<WantedSearch> {
        if self.table.ending().is_some() || !present && !awaited {
            return None;
        }
        if let Some(RequestedSearch { purpose, engine }) = &self.requested {
            return Some(WantedSearch {
                purpose: *purpose,
                engine: engine.clone(),
                lines: 1,
            });
        }
        let human = self.table.has_person();
        let to_move = self.table.engine_to_move();
        let engine = to_move.and_then(|seat| self.table.seats()[seat].engine());
        if let Some(engine) = engine.filter(|_| (present || human) && self.ply() < config.record) {
            if watching && !human {
                return None;
            }
            return Some(WantedSearch {
                purpose: Purpose::Move,
                engine: engine.clone(),
                lines: 1,
            });
        }
        let analysis = self
            .analysis
            .as_ref()
            .filter(|analysis| present && !experimenting && !analysis.done)?;
        Some(WantedSearch {
            purpose: Purpose::Analysis,
            engine: analysis.engine.clone(),
            lines: analysis.lines,
        })
    }

    /// Records that search `number` has started.
    pub fn begun(&mut self, number: u64, ticket: Ticket) {
        if let Some(search) = self
            .search
            .as_mut()
            .filter(|search| search.number == number)
        {
            search.ticket = Some(ticket);
        }
    }

    /// The number of the search under way.
    pub fn search(&self) -> Option<u64> {
        self.search.as_ref().map(|search| search.number)
    }

    /// Its ticket.
    pub fn ticket(&self) -> Option<&Ticket> {
        self.search.as_ref()?.ticket.as_ref()
    }

    /// Drops the search under way, whatever its purpose.
    pub fn drop_search(&mut self) {
        self.search = None;
    }

    /// Makes the search under way answer now, if there is one.
    pub fn hurry(&self) -> bool {
        self.ticket().map(Ticket::hurry).is_some()
    }

    /// Ends the analysis of this position, if one is under way.
    pub fn end_analysis(&mut self) -> bool {
        let under_way = self
            .search
            .as_ref()
            .is_some_and(|search| search.purpose == Purpose::Analysis);
        if let Some(analysis) = self.analysis.as_mut().filter(|_| under_way) {
            analysis.done = true;
        }
        under_way
    }

    /// Records what search `number` has found so far; `false` if the game no longer waits for it.
    pub fn note(&mut self, number: u64, report: Option<&Report<String>>) -> bool {
        if self.search() != Some(number) {
            return false;
        }
        if let Some(score) = report.and_then(Self::value) {
            self.scores.note(self.ply(), self.for_first(score));
        }
        true
    }

    /// Uses the answer of the search under way.
    pub fn answered(&mut self, result: Result<Report<String>, String>) -> Outcome {
        let Some(search) = self.search.take() else {
            return Outcome::Done;
        };
        let answer = result.and_then(|report| {
            let line = report.lines.first();
            let moves = line.map_or(&[][..], |line| &line.moves).to_vec();
            let best = moves.first().cloned();
            let best = best.ok_or("the search found no move, though the game goes on")?;
            Ok((best, moves, Self::value(&report)))
        });
        let (best, moves, score) = match answer {
            Ok(answer) => answer,
            Err(message) => return self.broken(format!("{}: {message}", search.engine)),
        };
        if let Some(score) = score {
            self.scores.note(self.ply(), self.for_first(score));
        }
        match search.purpose {
            Purpose::Move => match self.carry_out(&moves, score) {
                Ok(()) => Outcome::Done,
                Err(error) => self.broken(format!("{} chose {best:?}: {error}", search.engine)),
            },
            Purpose::Hint => {
                self.requested = None;
                Outcome::Hint { mv: best, score }
            }
            Purpose::Analysis => {
                if let Some(analysis) = &mut self.analysis {
                    analysis.done = true;
                }
                Outcome::Done
            }
        }
    }

    /// Plays the move that an engine found, or the next moves of an opening that shares the sides;
    /// or chooses the better side.
    fn carry_out(&mut self, moves: &[String], score: Option<Score>) -> Result<(), EngineError> {
        let unit = self.game().facts().points_per_unit;
        match self.table.engine_turn(moves, score, unit) {
            EngineTurn::Choose(choice) => {
                // There is a choice to make, and only more moves may be refused.
                self.table
                    .choose(choice)
                    .unwrap_or_else(|error| unreachable!("{choice:?}: {error}"));
                self.moved();
            }
            EngineTurn::Play(moves) => {
                for mv in moves {
                    self.advance(mv, score.is_some())?;
                }
            }
        }
        Ok(())
    }

    /// Handles a failed search: the game is paused until a client decides how to go on.
    fn broken(&mut self, message: String) -> Outcome {
        self.table.pause(true);
        self.requested = None;
        if let Some(analysis) = &mut self.analysis {
            analysis.done = true;
        }
        Outcome::Trouble(message)
    }
}
