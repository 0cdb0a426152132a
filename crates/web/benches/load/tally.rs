use std::time::Duration;

/// What everybody saw.
#[derive(Debug, Default)]
pub struct Tally {
    /// How long each human move took to be shown.
    pub shown: Vec<Duration>,
    /// How long each level 1 took to answer a human move shown.
    pub answers: Vec<Duration>,
    /// How long the server took to say that it is well.
    pub health: Vec<Duration>,
    /// Moves of engines seen.
    pub engine_moves: u64,
    /// Games played to their end.
    pub games: u64,
    /// Messages said.
    pub sent: u64,
    /// Of these, those replied to.
    pub answered: u64,
    /// States of a game that were never told, and human moves that were never shown.
    pub missed: u64,
    /// What should not have been, in words.
    pub errors: Vec<String>,
}

impl Tally {
    /// This many errors are printed one by one.
    const TOLD: usize = 10;
    /// How late the server may say that it is well, 95 of 100 times.
    const HEALTHY: Duration = Duration::from_millis(100);

    /// In a few words, for while it grows.
    pub fn brief(&self) -> String {
        let human = self.shown.len();
        let engine = self.engine_moves;
        let errors = self.errors.len();
        let last = self.shown.last().copied().unwrap_or_default();
        format!(
            "{human} human moves, the last in {last:.1?}; {engine} engine moves, {} games, {errors} errors",
            self.games
        )
    }

    /// Prints everything. Whether nothing was lost, 95 of 100 human moves were shown `within` that
    /// time, and 99 of 100 answers of a level 1 came within `answer_within`.
    pub fn broadcast(mut self, within: Duration, answer_within: Duration) -> bool {
        let lost = self.sent - self.answered;
        let [_, p95, ..] = tell_times("human moves", &mut self.shown);
        let [_, _, late, _] = tell_times("level 1 answers", &mut self.answers);
        let [_, healthy, ..] = tell_times("health", &mut self.health);
        println!("engine moves    {:>8}", self.engine_moves);
        println!("games finished  {:>8}", self.games);
        println!(
            "messages        {:>8}   answered {}, lost {lost}",
            self.sent, self.answered
        );
        println!("states missed   {:>8}", self.missed);
        println!("errors          {:>8}", self.errors.len());
        self.errors
            .iter()
            .take(Self::TOLD)
            .for_each(|error| println!("                           {error}"));
        let good =
            lost == 0 && self.missed == 0 && self.errors.is_empty() && !self.shown.is_empty();
        let good = good && p95 <= within && late <= answer_within && healthy <= Self::HEALTHY;
        println!(
            "{}, 95 of 100 human moves to be shown within {within:.0?}, 99 of 100 answers of a level 1 within {answer_within:.0?}, \
             95 of 100 times health within {:.0?}",
            if good { "passed" } else { "FAILED" },
            Self::HEALTHY
        );
        good
    }
}

/// Prints how many `times` there are, and their percentiles 50, 95, 99 and 100, which it returns.
fn tell_times(name: &str, times: &mut [Duration]) -> [Duration; 4] {
    times.sort_unstable();
    let percentiles =
        [50, 95, 99, 100].map(|percent| percentile(times, percent).unwrap_or_default());
    let [p50, p95, p99, max] = percentiles;
    println!(
        "{name:<15} {:>8}   within p50 {p50:.1?}, p95 {p95:.1?}, p99 {p99:.1?}, max {max:.1?}",
        times.len()
    );
    percentiles
}

/// The smallest of `sorted` that this many of a hundred do not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> Option<Duration> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.max(1) - 1).copied()
}

/// What a server held second by second, in KiB.
#[derive(Debug, Default)]
pub struct Memory(Vec<u64>);

impl Memory {
    /// By so much more may be held in the last third of the time than in the one before.
    const GROWTH: f64 = 0.1;
    /// In a shorter time than this, in seconds, the tables of searchers still fill.
    const SETTLED: usize = 300;

    /// Takes note of what is held now.
    pub fn note(&mut self, kib: Option<u64>) {
        self.0.extend(kib);
    }

    /// Prints it in MiB, if any was told. Whether it has stopped growing, if it had the time.
    pub fn broadcast(&self) -> bool {
        let Some(&last) = self.0.last() else {
            return true;
        };
        let mib = |kib: u64| kib as f64 / 1024.0;
        let every = (self.0.len() / 10).clamp(1, 60);
        let course: Vec<_> = self
            .0
            .iter()
            .step_by(every)
            .map(|&kib| format!("{:.0}", mib(kib)))
            .collect();
        println!(
            "server's MiB    {} every {every} s, {:.0} at the end",
            course.join(" "),
            mib(last)
        );
        let third = self.0.len() / 3;
        let mean = |part: &[u64]| part.iter().sum::<u64>() as f64 / part.len().max(1) as f64;
        let middle = mean(&self.0[third..2 * third]);
        let end = mean(&self.0[2 * third..]);
        let growth = end / middle.max(1.0) - 1.0;
        let flat = self.0.len() < Self::SETTLED || growth <= Self::GROWTH;
        if self.0.len() >= Self::SETTLED {
            println!(
                "growth          {:+.1} % from the middle third to the last{}",
                100.0 * growth,
                if flat { "" } else { ": FAILED" }
            );
        }
        flat
    }
}
