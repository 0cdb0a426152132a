use game_core::Position;
use minimax::{IterativeOptions, IterativeSearch, ParallelOptions, ParallelSearch, Strategy};
use search::{Algorithm, AlphaBeta, Limits, Options, Searcher, Smp, TranspositionTable};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Large enough never to fill, small enough not to dominate; the same for all.
const TABLE: usize = 64 << 20;

/// One position, searched by everyone.
pub struct Contest<P, E> {
    /// The game's name.
    pub name: &'static str,
    /// What is searched.
    pub start: P,
    /// Who judges it.
    pub eval: E,
    /// How deep, in plies.
    pub depth: u8,
}

/// What one configuration took in every round.
pub struct Row {
    /// Which library and what it does.
    pub name: String,
    /// A round's time, and its nodes where they are known.
    pub samples: Vec<(Duration, Option<u64>)>,
    /// The value found, which must be everyone's.
    pub value: i32,
}

/// All configurations on one position.
pub struct Results {
    /// What was searched, and how deep.
    pub title: String,
    /// `minimax` first.
    pub rows: Vec<Row>,
}

/// A search made ready for the clock; returns nodes and value.
type Ready = Box<dyn FnOnce() -> (Option<u64>, i32)>;

impl<P, E> Contest<P, E>
where
    P: Position + Sync + 'static,
    E: minimax::Evaluator + game_core::Evaluator<P> + Clone + Send + Sync + 'static,
    E::G: minimax::Game<S = P>,
    <E::G as minimax::Game>::M: Copy + Eq + Send + Sync,
{
    /// Runs every configuration whose name contains `only`, by turns.
    pub fn run(&self, rounds: usize, threads: NonZeroUsize, only: &str) -> Results {
        let configurations: Vec<_> = self
            .peers(threads)
            .into_iter()
            .chain(self.ours(threads))
            .collect();
        let mut rows: Vec<_> = configurations
            .into_iter()
            .filter(|(name, _)| format!("{} {name}", self.name).contains(only))
            .map(|(name, prepare)| {
                (
                    Row {
                        name,
                        samples: Vec::new(),
                        value: 0,
                    },
                    prepare,
                )
            })
            .collect();
        for _ in 0..rounds {
            for (row, prepare) in &mut rows {
                let search = prepare();
                let start = Instant::now();
                let (nodes, value) = search();
                row.samples.push((start.elapsed(), nodes));
                row.value = value;
            }
        }
        let threads = if threads.get() == 1 {
            "1 thread".to_owned()
        } else {
            format!("{threads} threads")
        };
        let title = format!(
            "{}, depth {}, {threads}, {rounds} rounds",
            self.name, self.depth
        );
        Results {
            title,
            rows: rows.into_iter().map(|(row, _)| row).collect(),
        }
    }

    /// Each of the other library's sound configurations.
    fn peers(&self, threads: NonZeroUsize) -> Vec<(String, Box<dyn Fn() -> Ready>)> {
        let base = || IterativeOptions::new().with_table_byte_size(TABLE);
        let taught =
            |options: IterativeOptions| options.with_countermoves().with_countermove_history();
        let mut options = vec![
            ("alpha-beta", base().with_null_window_search(false)),
            ("PVS", base()),
            ("PVS, history", taught(base())),
            (
                "PVS, aspiration, history",
                taught(base().with_aspiration_window(20)),
            ),
            ("MTD(f)", base().with_mtdf()),
            ("MTD(f), history", taught(base().with_mtdf())),
        ];
        if threads.get() > 1 {
            // Its parallel search has no MTD(f).
            options.retain(|(name, _)| name.starts_with("PVS"));
        }
        let prepare = |options: IterativeOptions| -> Box<dyn Fn() -> Ready> {
            let eval = self.eval.clone();
            let start = self.start.clone();
            let depth = self.depth;
            Box::new(move || {
                let eval = eval.clone();
                let start = start.clone();
                if threads.get() == 1 {
                    let mut searcher = IterativeSearch::new(eval, options);
                    searcher.set_max_depth(depth);
                    Box::new(move || {
                        searcher.choose_move(&start);
                        // It tells its nodes in a sentence alone.
                        let told = searcher.stats(&mut start.clone());
                        let nodes = told
                            .split("Explored ")
                            .nth(1)
                            .and_then(|text| text.split(' ').next()?.parse().ok());
                        (nodes, searcher.root_value().into())
                    })
                } else {
                    let threads = ParallelOptions::new().with_num_threads(threads.get());
                    let mut searcher = ParallelSearch::new(eval, options, threads);
                    searcher.set_max_depth(depth);
                    Box::new(move || {
                        searcher.choose_move(&start);
                        (None, searcher.root_value().into())
                    })
                }
            })
        };
        options
            .into_iter()
            .map(|(name, options)| (format!("minimax: {name}"), prepare(options)))
            .collect()
    }

    /// Boyi's algorithms with no guide: all moves to the same depth, nothing pruned and nothing
    /// reduced.
    fn ours(&self, threads: NonZeroUsize) -> Vec<(String, Box<dyn Fn() -> Ready>)> {
        let sound = |algorithm| Options::exact(algorithm).with_equal_depth(false);
        let prepare = |options: Options| -> Box<dyn Fn() -> Ready> {
            let eval = self.eval.clone();
            let start = self.start.clone();
            let depth = self.depth;
            // The unit of both games' evaluators.
            let options = options.with_unit(10);
            Box::new(move || {
                let start = start.clone();
                let engine = AlphaBeta::new(eval.clone())
                    .with_table(Arc::new(TranspositionTable::with_bytes(TABLE)));
                let mut searcher = Smp::new(engine.with_options(options), threads);
                Box::new(move || {
                    let report = searcher.think(&start, Limits::depth(depth.into()));
                    (Some(report.nodes), report.score().get())
                })
            })
        };
        let plain = Algorithm::ALL.map(|algorithm| (algorithm.to_string(), sound(algorithm)));
        let fast = [("fast".to_owned(), Options::fast())];
        plain
            .into_iter()
            .chain(fast)
            .map(|(name, options)| (format!("Boyi: {name}"), prepare(options)))
            .collect()
    }
}
