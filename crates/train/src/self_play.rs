//! Self-play: games of an engine against itself, written to a [data file](crate::data).
//!
//! A game begins with random moves, or with one of given lines, left anywhere; then the engine
//! plays both sides, so many nodes a move. The game and the scores of its searches are kept, or a
//! few positions from inside each search ([`Inside`]). The same plan writes the same file on any
//! number of threads, and a file of which a part exists is completed.

use crate::data::{Content, DataError, Game, Header, Played, Writer, packed};
use crate::sampling::{Observed, Sampler, SamplingConfig, random_move};
use engines::{EngineError, Mistakes, NetworkError, RuleSetting, Settings, Weights, Wired, Wiring};
use game_core::{GameLine, Notation, Outcome, Player, Position, Record};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use search::{
    AlphaBeta, Control, Guide, Limits, Options, Report, Request, STACK_SIZE, Searcher,
    TranspositionTable,
};
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use thread_local::ThreadLocal;

/// What games are played, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlay {
    /// The rules, by name; an empty list is the default rules.
    pub settings: Settings,
    /// The evaluator that plays.
    pub evaluator: EvaluatorSource,
    /// How many games the file is to hold.
    pub games: u64,
    /// The number of the first of them. Parts of one self-play are played apart, each with its own
    /// file.
    pub first: u64,
    /// The seed of all that is random.
    pub seed: u64,
    /// Nodes of the search for a move.
    pub nodes: u64,
    /// Lines to begin with, of which a game follows one to a random ply; from the initial position
    /// where there is none.
    pub lines: Vec<GameLine>,
    /// Random moves after that, a number from this range: what is never played is never found to
    /// be bad.
    pub random_plies: RangeInclusive<u32>,
    /// Begins the game at a position that a search evaluates this many plies later, a number from
    /// this range: an evaluator learns there by results what good play avoids. The searches have
    /// the nodes of [`SamplingConfig::default`].
    pub begin_inside: Option<RangeInclusive<u32>>,
    /// The engine's first moves, if not always the best are to be played.
    pub exploration: Option<Exploration>,
    /// Plies of the engine after which a game is left unfinished.
    pub longest: u32,
    /// When a game is over before its end.
    pub decided: Option<Decided>,
    /// Keeps positions from inside the searches in place of the games.
    pub inside: Option<Inside>,
}

impl Default for SelfPlay {
    /// 1,000 games of 1,000 nodes a move, by the game's own evaluator.
    fn default() -> Self {
        Self {
            settings: Settings::new(),
            evaluator: EvaluatorSource::Own,
            games: 1_000,
            first: 0,
            seed: 1,
            nodes: 1_000,
            lines: Vec::new(),
            random_plies: 2..=8,
            begin_inside: None,
            exploration: None,
            longest: 240,
            decided: Some(Decided {
                units: 15,
                plies: 6,
            }),
            inside: None,
        }
    }
}

/// The evaluator of a self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluatorSource {
    /// The game's own.
    Own,
    /// Another of the game's evaluators, by its name.
    Named(String),
    /// The network in this file, given as its bytes.
    Network(Vec<u8>),
}

/// For its first plies the engine draws its move among the best ones that its search ranks, as a
/// softmax does, so that one opening leads to many games. The score kept of such a position is
/// that of its best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// The temperature in hundredths of the evaluator's [unit](search::Options::unit): a move worse
    /// by so much is drawn e times less often.
    pub temperature: u32,
    /// How many plies of the engine.
    pub plies: u32,
}

impl Exploration {
    /// How many moves a search ranks: all share its nodes.
    pub const CANDIDATES: usize = 6;
}

/// A game counts as won once its searches agree for a number of plies in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// By how many of the game's units, as soldiers.
    pub units: u32,
    /// Plies in a row, of both sides.
    pub plies: u32,
}

/// How positions are taken from inside searches: see [`sampling`](crate::sampling).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// Positions kept of each search, at most.
    pub per_search: usize,
    /// Nodes of the search that labels a position.
    pub label: u64,
    /// One move in this many is random.
    pub random_one_in: u32,
}

impl Default for Inside {
    fn default() -> Self {
        let SamplingConfig {
            label,
            per_search,
            random_one_in,
            ..
        } = SamplingConfig::default();
        Self {
            per_search,
            label,
            random_one_in,
        }
    }
}

/// Why games cannot be played, or not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// The game has no such rules or evaluator.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The network cannot play.
    #[error("the network: {0}")]
    Network(#[from] NetworkError),
    /// A line cannot be read.
    #[error("line {number}: {error}")]
    Line {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        error: EngineError,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The system has no threads for it.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Games of a chunk of the file; each chunk is played before the next.
pub const CHUNK: u64 = 32;
/// A table this small is cleared in little time, and large enough for such searches.
const TABLE: usize = 1 << 20;
/// How often random moves that end the game are drawn again.
const TRIES: u32 = 20;

/// Plays the games of `plan` that the data file in `path` does not hold yet and appends them, on
/// `threads` threads. `progress` hears how many games the file holds after each chunk, and may end
/// the run there; the same call then completes it.
///
/// # Errors
/// If the plan is none for this game, or the file cannot be written or holds other games.
pub fn self_play<W>(
    plan: &SelfPlay,
    path: &Path,
    threads: NonZeroUsize,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<(), SelfPlayError>
where
    W: Wiring,
    W::Guide: Guide<W::Position, Observed<W::Position, W::Evaluator>> + Clone,
    <W::Position as Notation>::Rules: Sync,
{
    let rules = Wired::<W>::rules(&plan.settings)?;
    let start = |(at, line): (usize, &GameLine)| {
        W::Position::read_line(line, &rules).map_err(|error| SelfPlayError::Line {
            number: at + 1,
            error: EngineError::notation(error),
        })
    };
    let lines: Result<Vec<_>, _> = plan.lines.iter().enumerate().map(start).collect();
    let options = W::options(&rules);
    // Not every evaluator is `Sync`.
    let eval = Mutex::new(evaluator::<W>(&plan.evaluator, &rules)?);
    let table = Table::<W> {
        plan,
        lines: lines?,
        initial: W::Position::start(&rules),
        unit: options.unit,
    };
    let settings = rules_text(W::RULES, &plan.settings);
    let header = Header::new(W::Position::NAME, &settings, &plan.origin());
    let (mut writer, mut known) = Writer::open(path, &header)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .stack_size(STACK_SIZE)
        .build()?;
    let outfit = || {
        let eval = eval.lock().unwrap_or_else(PoisonError::into_inner);
        Wired::<W>::outfit(eval.clone())
    };
    // Made once a thread: the tables of an engine for every chunk would scatter the heap.
    let engines = ThreadLocal::new();
    let samplers = ThreadLocal::new();
    let sampler = || {
        samplers
            .get_or(|| RefCell::new(plan.sampler::<W>(options, outfit())))
            .borrow_mut()
    };
    let game = |number| {
        if plan.inside.is_some() {
            return table.sample(&mut sampler(), number);
        }
        let engine = engines.get_or(|| RefCell::new(engine::<W>(options, outfit())));
        let mut sampler = plan.begin_inside.is_some().then(sampler);
        table.play(&mut engine.borrow_mut(), sampler.as_deref_mut(), number)
    };
    let mut first = plan.first;
    let end = plan.first.saturating_add(plan.games);
    while first < end {
        let last = end.min(first.saturating_add(CHUNK));
        let missing: Vec<u64> = (first..last)
            .filter(|number| !known.contains(number))
            .collect();
        first = last;
        if missing.is_empty() {
            continue;
        }
        let games: Vec<Game> =
            pool.install(|| missing.par_iter().map(|&number| game(number)).collect());
        writer.append(&games)?;
        known.extend(missing);
        if progress(known.len() as u64).is_break() {
            break;
        }
    }
    writer.sync().map_err(DataError::File)?;
    Ok(())
}

/// The evaluator with which a game under `rules` is played.
fn evaluator<W: Wiring>(
    evaluation: &EvaluatorSource,
    rules: &<W::Position as Notation>::Rules,
) -> Result<W::Evaluator, SelfPlayError> {
    let mut weights = Weights::default();
    match evaluation {
        EvaluatorSource::Own => {}
        EvaluatorSource::Named(name) => weights.choose(name),
        EvaluatorSource::Network(bytes) => {
            let read = W::NETWORK.ok_or(NetworkError::Game(W::Position::NAME))?;
            return Ok(read(bytes).map_err(NetworkError::from)?);
        }
    }
    Ok(Wired::<W>::evaluator(&weights, rules)?)
}

/// All rules of a game as text, the defaults included, so that no default is ever read as another:
/// `rule=renju size=15`.
fn rules_text(known: &[RuleSetting], settings: &Settings) -> String {
    let value = |rule: &RuleSetting| {
        let given = settings.iter().rev().find(|(name, _)| name == rule.name);
        let value = given.map_or(rule.default, |(_, value)| value);
        format!("{}={value}", rule.name)
    };
    let values: Vec<String> = known.iter().map(value).collect();
    values.join(" ")
}

/// The settings of a data file, as its header writes them.
pub(crate) fn settings_of(header: &Header) -> Settings {
    let words = header.rules.split_whitespace();
    let setting = |word: &str| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        (name.to_owned(), value.to_owned())
    };
    words.map(setting).collect()
}

impl SelfPlay {
    /// How the games come about, for the header of their file: all that they depend on but their
    /// number.
    pub fn origin(&self) -> String {
        let evaluator = match &self.evaluator {
            EvaluatorSource::Own => "the game's own evaluator".to_owned(),
            EvaluatorSource::Named(name) => format!("the evaluator {name}"),
            EvaluatorSource::Network(bytes) => {
                format!("the network {:08x}", crc32fast::hash(bytes))
            }
        };
        let lines = match self.lines.as_slice() {
            [] => "the start".to_owned(),
            lines => {
                let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
                let sum = crc32fast::hash(text.as_bytes());
                format!("{} lines {sum:08x}", lines.len())
            }
        };
        let decided = self
            .decided
            .map_or(String::new(), |Decided { units, plies }| {
                format!(", won by {units} units for {plies} plies")
            });
        let exploration =
            self.exploration
                .map_or(String::new(), |Exploration { temperature, plies }| {
                    format!(", temperature {temperature} for {plies} plies")
                });
        let begin_inside = self.begin_inside.as_ref().map_or(String::new(), |plies| {
            format!(
                ", from inside a search after {} to {} plies",
                plies.start(),
                plies.end()
            )
        });
        let inside = self.inside.map_or(String::new(), |inside| {
            let Inside {
                per_search,
                label,
                random_one_in,
            } = inside;
            format!(
                ", {per_search} positions a search labelled by {label} nodes, one move in \
                 {random_one_in} random"
            )
        });
        format!(
            "self-play by {evaluator}, seed {}, {} nodes a move, from {lines} and {} to {} random \
             plies{begin_inside}{exploration}, {} plies at most{decided}{inside}",
            self.seed,
            self.nodes,
            self.random_plies.start(),
            self.random_plies.end(),
            self.longest,
        )
    }

    fn sampler<W>(&self, options: Options, outfit: (W::Evaluator, W::Guide)) -> WiredSampler<W>
    where
        W: Wiring,
        W::Guide: Guide<W::Position, Observed<W::Position, W::Evaluator>> + Clone,
    {
        let config = self
            .inside
            .map_or_else(SamplingConfig::default, |inside| SamplingConfig {
                play: self.nodes,
                label: inside.label,
                per_search: inside.per_search,
                opening: self.random_plies.clone(),
                random_one_in: inside.random_one_in,
                longest: self.longest as usize,
            });
        let (eval, guide) = outfit;
        Sampler::new(eval, guide, options, config).wanting(W::is_quiet)
    }
}

type WiredEngine<W> =
    AlphaBeta<<W as Wiring>::Position, <W as Wiring>::Evaluator, <W as Wiring>::Guide>;

type WiredSampler<W> =
    Sampler<<W as Wiring>::Position, <W as Wiring>::Evaluator, <W as Wiring>::Guide>;

fn engine<W: Wiring>(options: Options, outfit: (W::Evaluator, W::Guide)) -> WiredEngine<W> {
    let (eval, guide) = outfit;
    // Clearing continuation history takes longer than a search of a few hundred nodes.
    let options = options.with_continuation(0);
    AlphaBeta::new(eval)
        .guided_by(guide)
        .with_options(options)
        .with_table(Arc::new(TranspositionTable::with_bytes(TABLE)))
}

/// What all games share.
struct Table<'p, W: Wiring> {
    plan: &'p SelfPlay,
    lines: Vec<Record<W::Position>>,
    initial: W::Position,
    /// The points in one unit of score.
    unit: i32,
}

impl<W> Table<'_, W>
where
    W: Wiring,
    W::Guide: Guide<W::Position, Observed<W::Position, W::Evaluator>> + Clone,
{
    fn random(&self, number: u64) -> StdRng {
        StdRng::seed_from_u64(game_core::zobrist::mix(self.plan.seed) ^ number)
    }

    /// One of the lines to a random ply, or the initial position.
    fn line(&self, random: &mut StdRng) -> Record<W::Position> {
        if self.lines.is_empty() {
            return Record::new(self.initial.clone(), Vec::new());
        }
        let mut record = self.lines[random.random_range(0..self.lines.len())].clone();
        let plies = random.random_range(0..=record.moves.len());
        record.moves.truncate(plies);
        record
    }

    /// A line and the random moves after it, to a position that is not over, or with a `sampler`
    /// one from inside a search after these; `None` if none is found.
    fn opening(
        &self,
        engine: &mut WiredEngine<W>,
        mut sampler: Option<&mut WiredSampler<W>>,
        random: &mut StdRng,
    ) -> Option<Record<W::Position>> {
        let mut attempt = || {
            let mut record = self.line(random);
            let mut pos = record.end();
            for _ in 0..random.random_range(self.plan.random_plies.clone()) {
                let mv = random_move(engine, &pos, random)?;
                pos.play(mv);
                record.moves.push(mv);
            }
            if let (Some(sampler), Some(plies)) = (&mut sampler, &self.plan.begin_inside) {
                let plies = random.random_range(plies.clone());
                let inside = sampler.position(&pos, plies, random.random())?;
                return Some(Record::new(inside, Vec::new()));
            }
            pos.outcome().is_none().then_some(record)
        };
        (0..TRIES).find_map(|_| attempt())
    }

    /// Game `number`.
    fn play(
        &self,
        engine: &mut WiredEngine<W>,
        sampler: Option<&mut WiredSampler<W>>,
        number: u64,
    ) -> Game {
        let mut random = self.random(number);
        engine.new_game();
        let Some(mut record) = self.opening(engine, sampler, &mut random) else {
            let content = Content::Positions(Vec::new());
            return Game { number, content };
        };
        engine.new_game();
        let mut pos = record.end();
        let mut scores = vec![None; record.moves.len()];
        let mut result = None;
        let mut agreement = Agreement::default();
        for ply in 0..self.plan.longest {
            result = pos.outcome().map(|outcome| for_first(pos.turn(), outcome));
            if result.is_some() {
                break;
            }
            let explores = self.plan.exploration.filter(|early| ply < early.plies);
            let candidates = explores.map_or(1, |_| Exploration::CANDIDATES);
            let request =
                Request::new(&pos, Limits::nodes(self.plan.nodes)).with_multi_pv(candidates);
            let report = engine.search(&request, &Control::default(), &mut |_| {});
            let Some(mv) = choice(&report, explores, self.unit, &mut random) else {
                break;
            };
            let score = report.score().get();
            if let Some(decided) = self.plan.decided {
                let by = decided.units as i32 * self.unit.max(1);
                let ahead = (score.abs() >= by).then_some(match score > 0 {
                    true => Outcome::Win,
                    false => Outcome::Loss,
                });
                let ahead = ahead.map(|outcome| for_first(pos.turn(), outcome));
                if agreement.hears(ahead) >= decided.plies {
                    result = ahead;
                    break;
                }
            }
            scores.push(Some(score as i16));
            record.moves.push(mv);
            pos.play(mv);
        }
        let played = Played {
            start: record.start.to_string(),
            moves: packed(&record.start, &record.moves),
            scores,
            result,
        };
        let content = Content::Played(played);
        Game { number, content }
    }

    /// The positions from inside the searches of game `number`.
    fn sample(&self, sampler: &mut WiredSampler<W>, number: u64) -> Game {
        let mut random = self.random(number);
        let start = self.line(&mut random).end();
        let samples = sampler.game(&start, random.random());
        let labelled = samples
            .iter()
            .map(|sample| (sample.pos.to_string(), sample.score.get() as i16));
        let content = Content::Positions(labelled.collect());
        Game { number, content }
    }
}

/// The move to play: the best, or one drawn from the ranked moves.
fn choice<M: Copy>(
    report: &Report<M>,
    exploration: Option<Exploration>,
    unit: i32,
    random: &mut StdRng,
) -> Option<M> {
    let drawn = exploration.and_then(|Exploration { temperature, .. }| {
        let softmax = Mistakes {
            temperature,
            ..Mistakes::NONE
        };
        let place = softmax.choose(&report.lines, unit, random)?;
        report.lines[place].moves.first().copied()
    });
    drawn.or(report.best())
}

/// An outcome for the player `turn`, for the first player.
fn for_first(turn: Player, outcome: Outcome) -> Outcome {
    match turn {
        Player::First => outcome,
        Player::Second => !outcome,
    }
}

/// For how many plies in a row the searches have held the game for won by the same side.
#[derive(Default)]
struct Agreement {
    winner: Option<Outcome>,
    plies: u32,
}

impl Agreement {
    fn hears(&mut self, winner: Option<Outcome>) -> u32 {
        self.plies = match winner {
            None => 0,
            Some(_) if winner == self.winner => self.plies + 1,
            Some(_) => 1,
        };
        self.winner = winner;
        self.plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Reader;
    use engines::{gomoku::GomokuWiring, xiangqi::XiangqiWiring};
    use othello_bitboard::Othello;
    use pattern_eval::othello::Handmade;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    fn plan() -> SelfPlay {
        SelfPlay {
            games: 40,
            nodes: 60,
            longest: 30,
            ..SelfPlay::default()
        }
    }

    fn one() -> NonZeroUsize {
        NonZeroUsize::MIN
    }

    fn games(path: &Path) -> Vec<Game> {
        let mut reader = Reader::open(path).expect("a data file");
        let mut games = Vec::new();
        while let Some(chunk) = reader.next_chunk().expect("whole chunks") {
            games.extend(chunk);
        }
        games
    }

    #[test]
    fn the_same_file_on_any_number_of_threads_and_after_a_stop() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let mut go_on = |_| ControlFlow::Continue(());
        self_play::<XiangqiWiring>(&plan(), &path("one"), one(), &mut go_on).expect("played");
        let three = NonZeroUsize::new(3).expect("above 0");
        let mut counts = Vec::new();
        let mut stop = |games| {
            counts.push(games);
            ControlFlow::Break(())
        };
        self_play::<XiangqiWiring>(&plan(), &path("three"), three, &mut stop).expect("begun");
        assert_ne!(
            std::fs::read(path("one")).ok(),
            std::fs::read(path("three")).ok()
        );
        self_play::<XiangqiWiring>(&plan(), &path("three"), three, &mut stop).expect("completed");
        assert_eq!(counts, [32, 40]);
        assert_eq!(
            std::fs::read(path("one")).ok(),
            std::fs::read(path("three")).ok()
        );
        let other = SelfPlay { seed: 2, ..plan() };
        let refused = self_play::<XiangqiWiring>(&other, &path("one"), one(), &mut go_on);
        assert!(matches!(
            refused,
            Err(SelfPlayError::Data(DataError::Other { .. }))
        ));
        self_play::<XiangqiWiring>(&other, &path("two"), one(), &mut go_on).expect("played");
        assert_ne!(games(&path("one")), games(&path("two")));
    }

    #[test]
    fn a_thread_keeps_its_engine() {
        static OUTFITS: AtomicUsize = AtomicUsize::new(0);
        struct Counted;
        impl Wiring for Counted {
            type Position = Othello;
            type Evaluator = Handmade;
            type Guide = ();

            fn evaluator((): &(), _: Option<&str>) -> Handmade {
                Handmade::default()
            }

            fn outfit(eval: Handmade, _: &[i32]) -> (Handmade, ()) {
                OUTFITS.fetch_add(1, Relaxed);
                (eval, ())
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let inside = Inside {
            label: 80,
            ..Inside::default()
        };
        let cases = [
            (None, None, 1),
            (Some(inside), None, 1),
            (None, Some(0..=4), 2),
        ];
        for (number, (inside, begin_inside, outfits)) in cases.into_iter().enumerate() {
            OUTFITS.store(0, Relaxed);
            let path = folder.path().join(number.to_string());
            let plan = SelfPlay {
                games: 3 * CHUNK,
                inside,
                begin_inside,
                ..plan()
            };
            let mut go_on = |_| ControlFlow::Continue(());
            self_play::<Counted>(&plan, &path, one(), &mut go_on).expect("played");
            assert_eq!((games(&path).len(), OUTFITS.load(Relaxed)), (96, outfits));
        }
    }

    #[test]
    fn parts_follow_each_other_as_in_the_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let mut go_on = |_| ControlFlow::Continue(());
        self_play::<XiangqiWiring>(&plan(), &path("whole"), one(), &mut go_on).expect("played");
        let mut parts = Vec::new();
        for (name, numbers) in [("one", 0..CHUNK), ("other", CHUNK..40)] {
            let part = SelfPlay {
                first: numbers.start,
                games: numbers.end - numbers.start,
                ..plan()
            };
            self_play::<XiangqiWiring>(&part, &path(name), one(), &mut go_on).expect("played");
            parts.push(games(&path(name)));
        }
        assert_eq!(parts.concat(), games(&path("whole")));
    }

    #[test]
    fn games_are_legal_and_scored_after_their_opening() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let plan = SelfPlay {
            lines: vec!["startpos moves h2e2 h9g7 h0g2".into()],
            random_plies: 1..=2,
            ..plan()
        };
        let mut go_on = |_| ControlFlow::Continue(());
        self_play::<XiangqiWiring>(&plan, &path, one(), &mut go_on).expect("played");
        let games = games(&path);
        assert!(games.iter().map(|game| game.number).eq(0..40));
        let mut openings = std::collections::BTreeSet::new();
        for game in &games {
            let mut positions = 0;
            game.visit(&Default::default(), |_: &xiangqi_movegen::Xiangqi, _| {
                positions += 1
            })
            .expect("legal moves");
            let Content::Played(played) = &game.content else {
                panic!("a game");
            };
            let scored = played.scores.iter().flatten().count();
            let opening = played
                .scores
                .iter()
                .take_while(|score| score.is_none())
                .count();
            assert_eq!((positions, opening + scored), (scored, played.moves.len()));
            assert!((1..=5).contains(&opening), "{opening}");
            openings.insert(played.moves[..opening].to_vec());
        }
        assert!(openings.len() > 20, "{} of 40", openings.len());
    }

    #[test]
    fn positions_from_inside_searches_are_labelled() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        let plan = SelfPlay {
            settings: vec![("rule".to_owned(), "renju".to_owned())],
            games: 2,
            longest: 6,
            inside: Some(Inside {
                label: 80,
                ..Inside::default()
            }),
            ..plan()
        };
        let mut go_on = |_| ControlFlow::Continue(());
        self_play::<GomokuWiring>(&plan, &path, one(), &mut go_on).expect("played");
        let reader = Reader::open(&path).expect("a data file");
        assert_eq!(reader.header().rules, "rule=renju size=15");
        let rules = Wired::<GomokuWiring>::rules(&settings_of(reader.header())).expect("rules");
        let mut labelled = 0;
        for game in games(&path) {
            game.visit(&rules, |_: &gomoku_rules::Gomoku, target| {
                labelled += usize::from(target.score.is_some() && target.result.is_none());
            })
            .expect("positions");
        }
        assert!(labelled > 20, "{labelled}");
    }

    #[test]
    fn games_begin_inside_searches() {
        let folder = tempfile::tempdir().expect("a folder");
        let begun = |plies: u32, threads: usize| {
            let path = folder.path().join(format!("{plies} {threads}"));
            let plan = SelfPlay {
                begin_inside: Some(plies..=plies),
                random_plies: 1..=1,
                ..plan()
            };
            let threads = NonZeroUsize::new(threads).expect("threads");
            let mut go_on = |_| ControlFlow::Continue(());
            self_play::<GomokuWiring>(&plan, &path, threads, &mut go_on).expect("played");
            games(&path)
        };
        let stones = |games: &[Game]| {
            let counts = games.iter().map(|game| {
                let Content::Played(played) = &game.content else {
                    panic!("a game");
                };
                assert!(played.scores.iter().all(Option::is_some), "no opening");
                let pos = gomoku_rules::Gomoku::parse(&played.start, &Default::default());
                pos.expect("a position").stones()
            });
            counts.collect::<Vec<_>>()
        };
        let games = begun(0, 1);
        assert_eq!(games, begun(0, 2), "on any number of threads");
        let [soon, later] = [games, begun(10, 1)].map(|games| stones(&games));
        assert!(soon.iter().all(|&stones| stones > 1), "{soon:?}");
        // The search looks less far ahead than ten plies of play.
        let mean = |counts: &[u32]| counts.iter().sum::<u32>() / counts.len() as u32;
        assert!(mean(&later) > mean(&soon) + 5, "{soon:?} {later:?}");
    }

    #[test]
    fn early_moves_are_drawn_among_the_best() {
        let folder = tempfile::tempdir().expect("a folder");
        // From one start, so that only the draw can tell games apart.
        let different = |start: &str, name: &str, exploration| {
            let path = folder.path().join(name);
            let plan = SelfPlay {
                exploration,
                lines: vec![GameLine::from(start)],
                games: 12,
                random_plies: 0..=0,
                longest: 10,
                ..plan()
            };
            let mut go_on = |_| ControlFlow::Continue(());
            self_play::<XiangqiWiring>(&plan, &path, one(), &mut go_on).expect("played");
            let moves = games(&path).into_iter().map(|game| match game.content {
                Content::Played(played) => played.moves,
                Content::Positions(_) => panic!("a game"),
            });
            moves.collect::<std::collections::BTreeSet<_>>()
        };
        let warm = |temperature, plies| Some(Exploration { temperature, plies });
        let initial = "startpos";
        let best = different(initial, "best", None);
        assert_eq!(best.len(), 1);
        let drawn = different(initial, "warm", warm(30, 4));
        assert!(drawn.len() > 6, "{} of 12", drawn.len());
        assert!(
            drawn
                .iter()
                .any(|moves| moves[4..] != drawn.first().expect("a game")[4..])
        );
        // Nothing is drawn after the last of the plies.
        assert_eq!(different(initial, "none", warm(30, 0)), best);
        // A move that is worse by much more than the temperature is never drawn: Black takes the
        // chariot with the soldier, unless a chariot hardly counts.
        let hanging = "rnbakabnr/9/1c5c1/p1p1p1p1p/2R6/9/P1P1P1P1P/1C2C4/9/1NBAKABNR b";
        let first = |name, temperature| {
            let games = different(hanging, name, warm(temperature, 1));
            let first = games.into_iter().map(|moves| moves[0]);
            first.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(first("cold", 30).len(), 1);
        assert!(first("hot", 1_000).len() > 1);
    }

    #[test]
    fn games_end_when_both_sides_agree() {
        let mut agreement = Agreement::default();
        let [won, lost] = [Outcome::Win, Outcome::Loss].map(Some);
        let heard = [won, won, lost, lost, None, lost].map(|winner| agreement.hears(winner));
        assert_eq!(heard, [1, 2, 1, 2, 0, 1]);
    }

    #[test]
    fn a_plan_that_is_none_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let refusal = |plan: SelfPlay| {
            let mut go_on = |_| ControlFlow::Continue(());
            let played = self_play::<GomokuWiring>(&plan, &path, one(), &mut go_on);
            played.expect_err("a refusal").to_string()
        };
        let with = |evaluator| SelfPlay {
            evaluator,
            ..plan()
        };
        assert!(
            refusal(with(EvaluatorSource::Network(b"none".to_vec()))).contains("no network file")
        );
        assert!(refusal(with(EvaluatorSource::Named("oracle".to_owned()))).contains("oracle"));
        let lines = vec!["startpos moves h8".into(), "startpos moves h99".into()];
        assert!(refusal(SelfPlay { lines, ..plan() }).starts_with("line 2"));
        let settings = vec![("rule".to_owned(), "chess".to_owned())];
        assert!(refusal(SelfPlay { settings, ..plan() }).contains("chess"));
        assert!(!path.exists(), "nothing is begun");
    }
}
