use super::{GameRecord, Match, MatchError, Shard, Standing};
use crate::parallel;
use search::Control;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Someone who is told how a match goes on; an error of theirs ends it.
pub trait Observer {
    /// A game has just been played; games finish in any order. What is to survive a kill is written
    /// here.
    ///
    /// # Errors
    /// As the observer likes.
    fn finished(&mut self, game: &GameRecord) -> io::Result<()> {
        let _ = game;
        Ok(())
    }

    /// The next game in the order of indices is known, played now or before; those that a decided
    /// test makes superfluous are left out.
    ///
    /// # Errors
    /// As the observer likes.
    fn counted(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()> {
        let _ = (game, standing);
        Ok(())
    }
}

/// An observer who does not care.
impl Observer for () {}

/// Plays the games of `shard` that are not `known`, on `threads` threads, and adds all up.
///
/// The result does not depend on the number of threads, nor on which games were known, where a game
/// is a pure function of its index. A sequential test ends the match at the first pair, in the
/// order of indices, after which it has decided; what was played beyond does not count. A shard
/// cannot know of all pairs and plays on; [`merge`](super::merge()) decides.
///
/// # Errors
/// If there are not enough openings, or the observer failed.
pub fn run(
    plan: &Match,
    shard: Shard,
    threads: NonZeroUsize,
    known: BTreeMap<u64, GameRecord>,
    observer: &mut dyn Observer,
) -> Result<Standing, MatchError> {
    let book = plan.book()?;
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
    let control = Control::default();
    let play = |index| plan.play(index, &book, &control);
    let mut failed = None;
    parallel::for_each(missing.into_iter(), threads, &control, play, |played| {
        let counted = played.and_then(|game| {
            // A game that was given up is none.
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

/// Games that come in any order, counted in theirs.
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

    /// Counts as many games as are there; `true` if the match is over.
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
