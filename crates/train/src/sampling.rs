//! Training positions from inside searches.
//!
//! A search evaluates positions that good play avoids, and an evaluator learnt from the positions of
//! games alone misjudges them. A [`Sampler`] plays games of an engine against itself, keeps a random
//! few of the positions that each of its searches evaluated, and labels them by a longer search.
//!
//! ```
//! use game_core::Position;
//! use gomoku_rules::{Gomoku, Rules};
//! use pattern_eval::gomoku::Patterns;
//! use train::sampling::{Sampler, SamplingConfig};
//!
//! let config = SamplingConfig { play: 50, label: 100, ..SamplingConfig::default() };
//! let engine = (Patterns::default(), engines::gomoku::GomokuGuide::default());
//! let mut sampler = Sampler::new(engine.0, engine.1, search::Options::default(), config);
//! let samples = sampler.game(&Gomoku::new(Rules::default()), 1);
//! assert!(samples.iter().all(|sample| sample.pos.decided().is_none()));
//! ```

use game_core::{Evaluator, Outcome, Position, Score};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use search::{AlphaBeta, Control, Guide, Limits, Options, Request, Searcher, TranspositionTable};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

/// How games are played and positions chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingConfig {
    /// Nodes of the search that plays a move, and whose positions are sampled.
    pub play: u64,
    /// Nodes of the search that labels a position.
    pub label: u64,
    /// Positions kept of each search, at most.
    pub per_search: usize,
    /// Random plies before the first search, a number from this range.
    pub opening: RangeInclusive<u32>,
    /// One move in this many is random, so that games differ and mistakes are met.
    pub random_one_in: u32,
    /// Plies after which a game ends.
    pub longest: usize,
}

impl SamplingConfig {
    /// On boards with more legal moves than this, where most are pointless, a random move is one of
    /// the best [`CHOICE`](Self::CHOICE) of a search of one ply.
    pub const WIDE: usize = 60;
    /// See [`WIDE`](Self::WIDE).
    pub const CHOICE: usize = 24;
    /// One decided game in this many goes on to its end, the others stop.
    const DECIDED_ONE_IN: u32 = 4;
}

impl Default for SamplingConfig {
    fn default() -> Self {
        Self {
            play: 500,
            label: 2_000,
            per_search: 4,
            opening: 1..=8,
            random_one_in: 12,
            longest: 240,
        }
    }
}

/// A position and the score that a search gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled<P> {
    /// The position.
    pub pos: P,
    /// For the player to move.
    pub score: Score,
}

/// Plays games of an engine against itself and labels positions from inside its searches.
pub struct Sampler<P: Position, E, G> {
    config: SamplingConfig,
    /// Which positions to label.
    wanted: fn(&P) -> bool,
    player: AlphaBeta<P, Observed<P, E>, G>,
    labeller: AlphaBeta<P, E, G>,
    reservoir: Arc<Mutex<Reservoir<P>>>,
}

impl<P, E, G> Sampler<P, E, G>
where
    P: Position,
    E: Evaluator<P> + Clone + Send,
    G: Guide<P, E> + Guide<P, Observed<P, E>> + Clone + Send,
{
    /// A table this small is cleared in little time, and large enough for such searches.
    const TABLE: usize = 1 << 20;

    /// A sampler of the searches of this evaluator, guide and options.
    pub fn new(eval: E, guide: G, options: Options, config: SamplingConfig) -> Self {
        // Clearing continuation history takes longer than a search of a few hundred nodes.
        let options = options.with_continuation(0);
        let table = || Arc::new(TranspositionTable::with_bytes(Self::TABLE));
        let reservoir = Arc::new(Mutex::new(Reservoir::new(config.per_search)));
        let observed = Observed {
            eval: eval.clone(),
            reservoir: Arc::clone(&reservoir),
        };
        Self {
            config,
            wanted: |_| true,
            player: AlphaBeta::new(observed)
                .guided_by(guide.clone())
                .with_options(options)
                .with_table(table()),
            labeller: AlphaBeta::new(eval)
                .guided_by(guide)
                .with_options(options)
                .with_table(table()),
            reservoir,
        }
    }

    /// The same sampler, which labels only positions that are `wanted`: those that the evaluator is
    /// to judge by itself.
    #[must_use]
    pub fn wanting(self, wanted: fn(&P) -> bool) -> Self {
        Self { wanted, ..self }
    }

    /// The samples of one game from `start`, in the order of the game. The same seed gives the same.
    pub fn game(&mut self, start: &P, seed: u64) -> Vec<Labelled<P>> {
        let mut random = StdRng::seed_from_u64(seed);
        let mut samples = Vec::new();
        let mut pos = start.clone();
        self.player.new_game();
        self.labeller.new_game();
        self.reservoir().random = StdRng::seed_from_u64(random.random());
        for _ in 0..random.random_range(self.config.opening.clone()) {
            let Some(mv) = random_move(&mut self.labeller, &pos, &mut random) else {
                return samples;
            };
            pos.play(mv);
        }
        for _ in 0..self.config.longest {
            if pos.outcome().is_some() {
                break;
            }
            let report = self.watched(&pos);
            let Some(mv) = report.best() else { break };
            if (self.wanted)(&pos) {
                samples.push(Labelled {
                    pos: pos.clone(),
                    score: report.score(),
                });
            }
            for pos in self.kept() {
                let score = search(&mut self.labeller, &pos, self.config.label).score();
                samples.push(Labelled { pos, score });
            }
            let goes_on = random.random_range(0..SamplingConfig::DECIDED_ONE_IN) == 0;
            if report.score().is_decisive() && !goes_on {
                break;
            }
            let strays = random.random_range(0..self.config.random_one_in.max(1)) == 0;
            let stray = match strays {
                true => random_move(&mut self.labeller, &pos, &mut random),
                false => None,
            };
            pos.play(stray.unwrap_or(mv));
        }
        samples
    }

    /// A position from inside a search: the engine plays `plies` plies from `start`, and of the
    /// positions that its next search evaluated one is drawn. `None` if the game ends before that,
    /// or no position was wanted. The same seed gives the same.
    pub fn position(&mut self, start: &P, plies: u32, seed: u64) -> Option<P> {
        let mut pos = start.clone();
        self.player.new_game();
        self.reservoir().random = StdRng::seed_from_u64(seed);
        for _ in 0..plies {
            if pos.outcome().is_some() {
                return None;
            }
            pos.play(search(&mut self.player, &pos, self.config.play).best()?);
        }
        if pos.outcome().is_some() {
            return None;
        }
        self.watched(&pos);
        self.kept().next()
    }

    /// The search from `pos`, of whose positions the reservoir keeps a few.
    fn watched(&mut self, pos: &P) -> search::Report<P::Move> {
        self.reservoir().clear();
        search(&mut self.player, pos, self.config.play)
    }

    /// Those kept that are wanted.
    fn kept(&self) -> impl Iterator<Item = P> + use<P, E, G> {
        let wanted = self.wanted;
        let kept = std::mem::take(&mut self.reservoir().kept);
        kept.into_iter()
            .filter(move |pos| pos.outcome().is_none() && wanted(pos))
    }

    fn reservoir(&self) -> std::sync::MutexGuard<'_, Reservoir<P>> {
        self.reservoir
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A random move that is not pointless, by a short search of `engine` on wide boards; `None` once
/// the game is over.
pub(crate) fn random_move<P: Position>(
    engine: &mut impl Searcher<P>,
    pos: &P,
    random: &mut StdRng,
) -> Option<P::Move> {
    let mut moves = Vec::new();
    if pos.legal_moves(&mut moves).is_some() || pos.adjudicate().is_some() {
        return None;
    }
    if moves.len() > SamplingConfig::WIDE {
        let mut request = Request::new(pos, Limits::depth(1));
        request.multi_pv = SamplingConfig::CHOICE;
        let report = engine.search(&request, &Control::default(), &mut |_| {});
        let best = report.lines.iter().filter_map(|line| line.moves.first());
        moves = best.copied().collect();
    }
    let among = moves.len();
    (among > 0).then(|| moves[random.random_range(0..among)])
}

fn search<P: Position>(
    engine: &mut impl Searcher<P>,
    pos: &P,
    nodes: u64,
) -> search::Report<P::Move> {
    let request = Request::new(pos, Limits::nodes(nodes));
    engine.search(&request, &Control::default(), &mut |_| {})
}

/// A uniform random sample of the positions shown to it (J. Vitter, *Random sampling with a
/// reservoir*, 1985).
#[derive(Debug)]
struct Reservoir<P> {
    most: usize,
    shown: u64,
    kept: Vec<P>,
    random: StdRng,
}

impl<P: Clone> Reservoir<P> {
    fn new(most: usize) -> Self {
        Self {
            most,
            shown: 0,
            kept: Vec::new(),
            random: StdRng::seed_from_u64(0),
        }
    }

    fn clear(&mut self) {
        self.shown = 0;
        self.kept.clear();
    }

    fn show(&mut self, pos: &P) {
        self.shown += 1;
        if self.kept.len() < self.most {
            self.kept.push(pos.clone());
        } else {
            let at = self.random.random_range(0..self.shown) as usize;
            if let Some(kept) = self.kept.get_mut(at) {
                kept.clone_from(pos);
            }
        }
    }
}

/// An evaluator, and a sample of the positions that it was asked about.
#[derive(Clone, Debug)]
pub struct Observed<P, E> {
    eval: E,
    reservoir: Arc<Mutex<Reservoir<P>>>,
}

/// A guide may read the evaluator's state.
impl<P, E: AsRef<T>, T> AsRef<T> for Observed<P, E> {
    #[inline]
    fn as_ref(&self) -> &T {
        self.eval.as_ref()
    }
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for Observed<P, E> {
    fn reset(&mut self, pos: &P) {
        self.eval.reset(pos);
    }

    #[inline]
    fn played(&mut self, pos: &P, mv: P::Move, undo: &P::Undo) {
        self.eval.played(pos, mv, undo);
    }

    #[inline]
    fn undone(&mut self, pos: &P, mv: P::Move, undo: &P::Undo) {
        self.eval.undone(pos, mv, undo);
    }

    fn evaluate(&mut self, pos: &P) -> Score {
        let mut reservoir = self
            .reservoir
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        reservoir.show(pos);
        drop(reservoir);
        self.eval.evaluate(pos)
    }

    fn terminal(&self, pos: &P, outcome: Outcome, ply: usize) -> Score {
        self.eval.terminal(pos, outcome, ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Notation;
    use pattern_eval::xiangqi::Handmade;
    use xiangqi_movegen::{Rules, Xiangqi};

    fn sampler() -> Sampler<Xiangqi, Handmade, engines::xiangqi::XiangqiGuide> {
        let config = SamplingConfig {
            play: 200,
            label: 300,
            longest: 20,
            ..SamplingConfig::default()
        };
        let options =
            <engines::xiangqi::XiangqiWiring as engines::Wiring>::options(&Rules::default());
        Sampler::new(Handmade::default(), Default::default(), options, config)
    }

    #[test]
    fn a_seed_gives_the_same_samples() {
        let start = Xiangqi::start(&Rules::default());
        let lines = |sampler: &mut Sampler<_, _, _>, seed| -> Vec<(String, i32)> {
            let samples: Vec<Labelled<Xiangqi>> = sampler.game(&start, seed);
            let line = |sample: &Labelled<Xiangqi>| (sample.pos.to_string(), sample.score.get());
            samples.iter().map(line).collect()
        };
        let mut sampler = sampler();
        let first = lines(&mut sampler, 1);
        assert!(first.len() > 20, "some of every search");
        let other = lines(&mut sampler, 2);
        assert_ne!(first, other);
        assert_eq!(lines(&mut sampler, 1), first, "whatever was played before");
    }

    #[test]
    fn most_samples_are_not_of_the_game() {
        let samples = sampler().game(&Xiangqi::default(), 3);
        let mut last = Xiangqi::default().key();
        let mut follow = 0;
        for sample in &samples {
            let mut moves = Vec::new();
            assert!(sample.pos.legal_moves(&mut moves).is_none(), "undecided");
            let follows = moves.iter().any(|&mv| {
                let mut next = sample.pos.clone();
                next.play(mv);
                next.key() == last
            });
            follow += usize::from(follows);
            last = sample.pos.key();
        }
        assert!(follow < samples.len() / 2, "{follow} of {}", samples.len());
    }

    #[test]
    fn a_reservoir_keeps_each_as_often() {
        let mut counts = [0; 10];
        let mut reservoir = Reservoir::new(2);
        for _ in 0..5_000 {
            reservoir.clear();
            (0..10_usize).for_each(|at| reservoir.show(&at));
            assert_eq!(reservoir.kept.len(), 2);
            reservoir.kept.iter().for_each(|&at| counts[at] += 1);
        }
        for count in counts {
            assert!((850..1_150).contains(&count), "{counts:?}");
        }
    }
}
