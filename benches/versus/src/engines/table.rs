use super::Workload;
use super::measure::Figures;
use std::fmt::Write;

/// The figures as Markdown, a table for each game and workload.
pub fn tables(figures: &[Figures]) -> String {
    let mut text = String::new();
    let mut games: Vec<_> = figures.iter().map(|figures| figures.game).collect();
    games.dedup();
    for game in games {
        for unit in Workload::ALL.map(Workload::unit) {
            let rows = figures
                .iter()
                .filter(|row| row.game == game && row.unit == unit);
            let ours = rows
                .clone()
                .find(|row| row.library.starts_with("Boyi"))
                .map_or(f64::NAN, |row| row.rate);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "\n### {game}, in Rust: {unit}\n\n| | {unit} a CPU second | Boyi's to it | CPU ms, all of it | value | peak MiB |\n|---|---:|---:|---:|---:|---:|"
            );
            for row in rows {
                let value = row.value.map_or("-".to_owned(), |value| match unit {
                    "random games" => format!("{value:.3}"),
                    _ => value.to_string(),
                });
                let peak = row.peak.map_or("-".to_owned(), |bytes| {
                    format!("{:.0}", bytes as f64 / 1048576.0)
                });
                let _ = writeln!(
                    text,
                    "| {} | {:.0} | {:.1} | {:.1} | {value} | {peak} |",
                    row.library,
                    row.rate,
                    ours / row.rate,
                    row.once * 1e3,
                );
            }
        }
    }
    text
}
