use crate::contest::{Results, Row};
use std::fmt::Write;
use std::time::Duration;

/// The results as Markdown: medians, and each one's ratio to the best of `minimax`.
pub fn table(results: &Results) -> String {
    let peers = || {
        results
            .rows
            .iter()
            .filter(|row| row.name.starts_with("minimax"))
    };
    let time = peers().map(|row| row.time()).min();
    let nodes = peers().filter_map(Row::nodes).min();
    let mut text = format!("\n{}\n\n", results.title);
    text += "| search | ms, median | least | nodes, median | value | time to minimax's best | nodes to minimax's fewest |\n";
    text += "|---|---|---|---|---|---|---|\n";
    for row in &results.rows {
        let least = row
            .samples
            .iter()
            .map(|sample| sample.0)
            .min()
            .unwrap_or_default();
        let took = row.time();
        let counted = row.nodes();
        let ratio = |ours: Option<f64>, theirs: Option<f64>| match ours.zip(theirs) {
            Some((ours, theirs)) => format!("{:.2}", ours / theirs),
            None => "-".to_owned(),
        };
        let counts = |nodes: Option<u64>| nodes.map(|nodes| nodes as f64);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {:.1} | {:.1} | {} | {} | {} | {} |",
            row.name,
            took.as_secs_f64() * 1e3,
            least.as_secs_f64() * 1e3,
            counted.map_or("-".to_owned(), |nodes| nodes.to_string()),
            row.value,
            ratio(
                Some(took.as_secs_f64()),
                time.map(|time| time.as_secs_f64())
            ),
            ratio(counts(counted), counts(nodes)),
        );
    }
    text
}

impl Row {
    /// The median time.
    fn time(&self) -> Duration {
        median(self.samples.iter().map(|sample| sample.0)).unwrap_or_default()
    }

    /// The median node count, where one is known.
    fn nodes(&self) -> Option<u64> {
        median(self.samples.iter().filter_map(|sample| sample.1))
    }
}

fn median<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}
