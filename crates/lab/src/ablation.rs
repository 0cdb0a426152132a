use crate::median::median;
use engines::{
    Change, Engine, EngineConfig, EngineError, Game, SearchRequest, SearcherConfig, Settings,
};
use game_core::GameLine;
use search::{Control, Limits, Report};
use std::time::Duration;

/// What each option of a searcher is worth: all searched as it is, and again with one option
/// switched, to one depth.
///
/// ```
/// use lab::Ablation;
/// let othello = engines::game("othello")?;
/// let config: engines::SearcherConfig = "aspiration".parse()?;
/// let changes = config.changes(othello.options(&Vec::new())?, othello.facts().options);
/// let changes = changes.into_iter().filter(|change| change.option == "killers");
/// let ablation = Ablation {
///     config,
///     changes: changes.collect(),
///     lines: vec!["startpos moves f5d6".into()],
///     depth: 5,
///     rounds: 1,
/// };
/// let mut rows = Vec::new();
/// ablation.run(othello, &Vec::new(), &Default::default(), &mut |row| rows.push(row.clone()))?;
/// assert_eq!(rows.len(), 2, "as it is, and without killers");
/// assert_ne!(rows[0].nodes, rows[1].nodes, "another order of the moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ablation {
    /// The searcher as it is; on one thread, or nodes will vary.
    pub config: SearcherConfig,
    /// What is switched, one at a time; see [`SearcherConfig::changes`].
    pub changes: Vec<Change>,
    /// The positions, each optionally with moves.
    pub lines: Vec<GameLine>,
    /// How deep each is searched, in plies.
    pub depth: u32,
    /// How often each is searched by both, in turn, to tell the time; at least 1. Nodes need only
    /// one.
    pub rounds: usize,
}

/// The result of one change, over all positions.
#[derive(Clone, Debug)]
pub struct AblationRow {
    /// What was switched; `None` is the searcher as it is.
    pub change: Option<Change>,
    /// Positions visited.
    pub nodes: u64,
    /// The median of the time taken by a round.
    pub time: Duration,
    /// `nodes` as a multiple of what the searcher as it is visited.
    pub nodes_ratio: f64,
    /// The time as a multiple of what the searcher as it is took in turn with it: the median of the
    /// rounds' ratios.
    pub time_ratio: f64,
    /// In how many positions another move was found best.
    pub moves_changed: usize,
    /// In how many positions another value was found.
    pub scores_changed: usize,
}

impl Ablation {
    /// Searches, and tells of each row as it comes, the searcher as it is first; ends early if
    /// `control` is stopped.
    ///
    /// Every search begins with nothing remembered, so that nodes repeat exactly. Times are taken
    /// in turn, A B A B position by position, so that what else the machine does touches both
    /// alike.
    ///
    /// # Errors
    /// If a position cannot be read.
    pub fn run(
        &self,
        game: &dyn Game,
        settings: &Settings,
        control: &Control,
        row: &mut dyn FnMut(&AblationRow),
    ) -> Result<(), EngineError> {
        let engine = |config: &SearcherConfig| {
            game.engine(settings, &EngineConfig::Searcher(config.clone()), 0)
        };
        let mut base = engine(&self.config)?;
        let [found] = self.search([base.as_mut()], control)?;
        if !control.is_stopped() {
            row(&compared(None, &found, &found));
        }
        for change in &self.changes {
            if control.is_stopped() {
                break;
            }
            let mut changed = engine(&change.config)?;
            let [one, other] = self.search([base.as_mut(), changed.as_mut()], control)?;
            // What was cut short is not comparable.
            if !control.is_stopped() {
                row(&compared(Some(change.clone()), &one, &other));
            }
        }
        Ok(())
    }

    /// Lets `engines` search everything in turn.
    fn search<const N: usize>(
        &self,
        mut engines: [&mut dyn Engine; N],
        control: &Control,
    ) -> Result<[Work; N], EngineError> {
        let mut works = std::array::from_fn(|_| Work::default());
        let question = SearchRequest::new(Limits::depth(self.depth)).with_instant(false);
        for _ in 0..self.rounds.max(1) {
            let mut round = [Duration::ZERO; N];
            works
                .iter_mut()
                .for_each(|work: &mut Work| work.reports.clear());
            for line in &self.lines {
                for ((engine, work), time) in engines.iter_mut().zip(&mut works).zip(&mut round) {
                    engine.new_game();
                    let report = engine.think(line, &question, control, &mut |_| {})?;
                    *time += report.time;
                    work.reports.push(report);
                }
            }
            works
                .iter_mut()
                .zip(round)
                .for_each(|(work, time)| work.times.push(time));
        }
        Ok(works)
    }
}

/// What one searcher did.
#[derive(Clone, Debug, Default)]
struct Work {
    /// The time each round took.
    times: Vec<Duration>,
    /// What the last round found, position by position.
    reports: Vec<Report<String>>,
}

impl Work {
    fn nodes(&self) -> u64 {
        self.reports.iter().map(|report| report.nodes).sum()
    }
}

fn compared(change: Option<Change>, base: &Work, changed: &Work) -> AblationRow {
    let differ = |same: fn(&Report<String>, &Report<String>) -> bool| {
        base.reports
            .iter()
            .zip(&changed.reports)
            .filter(|(one, other)| !same(one, other))
            .count()
    };
    let ratios = base.times.iter().zip(&changed.times);
    let ratios = ratios
        .map(|(base, changed)| changed.as_secs_f64() / base.as_secs_f64().max(1e-9))
        .collect();
    AblationRow {
        change,
        nodes: changed.nodes(),
        time: Duration::from_secs_f64(median(
            changed.times.iter().map(Duration::as_secs_f64).collect(),
        )),
        nodes_ratio: changed.nodes() as f64 / base.nodes().max(1) as f64,
        time_ratio: median(ratios),
        moves_changed: differ(|one, other| one.best() == other.best()),
        scores_changed: differ(|one, other| one.score() == other.score()),
    }
}
