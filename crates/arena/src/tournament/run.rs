use super::{GameRecord, Match, MatchError, Shard, Standing};
use crate::parallel;
use search::Control;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Observes the progress of a match; an error ends it.
pub trait Observer {
    /// Called after a game, in the order in which games end. Write here what must survive a kill.
    ///
    /// # Errors
    /// Any error ends the match.
    fn finished(&mut self, game: &GameRecord) -> io::Result<()> {
        let _ = game;
        Ok(())
    }

    /// Called for each game in the order of indices, played now or earlier, except games after the
    /// test has decided.
    ///
    /// # Errors
    /// Any error ends the match.
    fn counted(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()> {
        let _ = (game, standing);
        Ok(())
    }
}

/// Ignores the progress.
impl Observer for () {}

/// Plays the games of `shard` that are not `known`, on `threads` threads, and sums all.
///
/// If a game is a pure function of its index, the result depends neither on the number of threads
/// nor on which games were known. A sequential test ends the match at the first pair, in the order
/// of indices, after which it has decided; later games do not count. A shard cannot know of all
/// pairs and plays on; [`merge`](super::merge()) decides.
///
/// # Errors
/// If there are not enough openings, or the observer fails.
pub fn run(
    plan: &Match,
    shard: Shard,
    threads: NonZeroUsize,
    known: BTreeMap<u64, GameRecord>,
    observer: &mut dyn Observer,
) -> Result<Standing, MatchError> {
    run_under(&Control::default(), plan, shard, threads, known, observer)
}

/// The same, until `control` is stopped: games under way are then abandoned, and those that are over
/// count.
///
/// # Errors
/// As [`run`].
pub fn run_under(
    control: &Control,
    plan: &Match,
    shard: Shard,
    threads: NonZeroUsize,
    known: BTreeMap<u64, GameRecord>,
    observer: &mut dyn Observer,
) -> Result<Standing, MatchError> {
    let suite = plan.suite()?;
    let indices: Vec<u64> = shard.games(plan.games).collect();
    let missing: Vec<u64> = indices
        .iter()
        .copied()
        .filter(|index| !known.contains_key(index))
        .collect();
    let mut count = Count::new(indices, known, plan.sprt.filter(|_| shard.is_whole()));
    if count.advance(observer)? {
        return Ok(count.standing);
    }
    let play = |index| plan.play(index, &suite, control);
    let mut failed = None;
    parallel::for_each(missing.into_iter(), threads, control, play, |played| {
        let counted = played.and_then(|game| {
            // An abandoned game does not count.
            let Some(game) = game else { return Ok(false) };
            observer.finished(&game)?;
            count.games.insert(game.index, game);
            Ok(count.advance(observer)?)
        });
        match counted {
            Ok(false) => ControlFlow::Continue(()),
            Ok(true) => ControlFlow::Break(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(count.standing),
    }
}

/// Counts games in the order of their indices, however they arrive.
struct Count {
    order: std::vec::IntoIter<u64>,
    waiting_for: Option<u64>,
    games: BTreeMap<u64, GameRecord>,
    standing: Standing,
}

impl Count {
    fn new(
        order: Vec<u64>,
        games: BTreeMap<u64, GameRecord>,
        sprt: Option<crate::stats::Sprt>,
    ) -> Self {
        let mut order = order.into_iter();
        Self {
            waiting_for: order.next(),
            order,
            games,
            standing: Standing::new(sprt),
        }
    }

    /// Counts all games that have arrived in order; `true` if the match is over.
    fn advance(&mut self, observer: &mut dyn Observer) -> io::Result<bool> {
        while let Some(game) = self.waiting_for.and_then(|index| self.games.remove(&index)) {
            self.standing.add(&game);
            observer.counted(&game, &self.standing)?;
            if self.standing.verdict().is_some() {
                return Ok(true);
            }
            self.waiting_for = self.order.next();
        }
        Ok(self.waiting_for.is_none())
    }
}
