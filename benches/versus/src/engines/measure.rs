use super::{Row, rows};
use cpu_time::ProcessTime;
use serde::{Deserialize, Serialize};
use std::io;
use std::process::{Command, Stdio};

/// What a row did in a round, and what it took.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sample {
    /// A CPU second.
    rate: f64,
    /// CPU seconds of doing it once.
    once: f64,
    /// The value, where there is one: the mean of all times.
    value: Option<f64>,
    /// The most memory that the process held, in bytes, where the system tells it.
    peak: Option<u64>,
}

/// A row's figures over all rounds.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The game's name.
    pub game: &'static str,
    /// What is counted.
    pub unit: &'static str,
    /// The library, and what of it.
    pub library: &'static str,
    /// The median count a CPU second.
    pub rate: f64,
    /// The median CPU seconds of doing it once.
    pub once: f64,
    /// The value: after random games the mean of all rounds.
    pub value: Option<f64>,
    /// The most memory that a process held, in bytes, where the system tells it.
    pub peak: Option<u64>,
}

/// How often each row is measured.
const ROUNDS: usize = 3;

/// Measures `rows` in turn, each for about `seconds` of CPU time in all, each time in a process of
/// its own.
///
/// # Errors
/// If a process cannot be started, or says something else than its sample.
pub fn in_turn(rows: &[Row], seconds: f64) -> io::Result<Vec<Figures>> {
    let program = std::env::current_exe()?;
    let mut samples = vec![Vec::new(); rows.len()];
    for _ in 0..ROUNDS {
        for (number, samples) in samples.iter_mut().enumerate() {
            let output = Command::new(&program)
                .args(["--engines", &(seconds / ROUNDS as f64).to_string()])
                .args(["--row", &number.to_string()])
                .stderr(Stdio::inherit())
                .output()?;
            let sample: Sample = serde_json::from_slice(&output.stdout)?;
            samples.push(sample);
        }
    }
    Ok(rows
        .iter()
        .zip(samples)
        .map(|(row, samples)| figures(row, &samples))
        .collect())
}

fn figures(row: &Row, samples: &[Sample]) -> Figures {
    let median = |figure: fn(&Sample) -> f64| {
        let mut figures: Vec<f64> = samples.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    let values: Vec<f64> = samples.iter().filter_map(|sample| sample.value).collect();
    Figures {
        game: row.game,
        unit: row.workload.unit(),
        library: row.library,
        rate: median(|sample| sample.rate),
        once: median(|sample| sample.once),
        value: (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64),
        peak: samples.iter().filter_map(|sample| sample.peak).max(),
    }
}

/// Runs the row of this number for `seconds` of CPU time, at least once, and prints its sample as
/// JSON.
///
/// # Errors
/// If there is no such row.
pub fn measure_alone(number: usize, seconds: f64) -> io::Result<()> {
    let mut rows = rows();
    let row = rows
        .get_mut(number)
        .ok_or_else(|| io::Error::other(format!("there is no row {number}")))?;
    let start = ProcessTime::now();
    let (mut count, mut times, mut sum) = (0, 0, None);
    let passed = loop {
        let done = (row.work)();
        count += done.count;
        times += 1;
        sum = done.value.map(|value| value + sum.unwrap_or(0.0));
        let passed = start.elapsed().as_secs_f64();
        if passed >= seconds {
            break passed;
        }
    };
    let sample = Sample {
        rate: count as f64 / passed,
        once: passed / f64::from(times),
        value: sum.map(|sum| sum / f64::from(times)),
        peak: peak_memory(),
    };
    println!("{}", serde_json::to_string(&sample)?);
    Ok(())
}

/// The most memory that this process has held so far, in bytes: Linux tells it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
