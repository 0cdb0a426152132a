use super::{GameRecord, Match, MatchError, Shard, Standing};
use crate::parallel;
use search::Control;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Observes the progress of a match; an error ends it.
///
/// ```
/// use arena::tournament::{GameRecord, Match, Observer, Shard, Standing, run};
/// /// Tells how a match stands after each game.
/// struct Score(Vec<String>);
/// impl Observer for Score {
///     fn counted(&mut self, game: &GameRecord, standing: &Standing) -> std::io::Result<()> {
///         self.0.push(format!("{}: {} points", game.index + 1, standing.games.points()));
///         Ok(())
///     }
/// }
/// let mut plan = Match::new(engines::game("othello")?, "pvs,depth=3,hash=1".parse()?, "level=1".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// plan.games = 2;
/// let mut score = Score(Vec::new());
/// run(&plan, Shard::WHOLE, 2.try_into()?, Default::default(), &mut score)?;
/// assert_eq!(score.0, ["1: 1 points", "2: 2 points"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use arena::tournament::{Match, Shard, run};
/// let mut plan = Match::new(engines::game("othello")?, "level=1".parse()?, "level=2".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into(), "startpos moves f5f6".into()]);
/// plan.games = 4;
/// let threads = 2.try_into()?;
/// let whole = run(&plan, Shard::WHOLE, threads, Default::default(), &mut ())?;
/// let half = run(&plan, "1/2".parse()?, threads, Default::default(), &mut ())?;
/// assert_eq!((whole.games.games(), half.games.games()), (4, 2));
/// // Games that are known need not be played again.
/// let known = plan.play(0, &plan.suite()?, &Default::default())?.map(|game| (game.index, game));
/// assert_eq!(run(&plan, Shard::WHOLE, threads, known.into_iter().collect(), &mut ())?, whole);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use arena::tournament::{GameRecord, Match, Observer, Shard, run_under};
/// use search::Control;
/// /// Stops a match after its first game, as somebody who has seen enough.
/// struct Enough(Control);
/// impl Observer for Enough {
///     fn finished(&mut self, _: &GameRecord) -> std::io::Result<()> {
///         self.0.stop();
///         Ok(())
///     }
/// }
/// let mut plan = Match::new(engines::game("othello")?, "level=1".parse()?, "level=2".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// let control = Control::default();
/// let mut observer = Enough(control.clone());
/// let standing = run_under(&control, &plan, Shard::WHOLE, 1.try_into()?, Default::default(), &mut observer)?;
/// assert!((1..plan.games).contains(&standing.games.games()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
