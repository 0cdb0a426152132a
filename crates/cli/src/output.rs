use engines::{Game, Session};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use search::{Bound, Report, Source, Variation};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Prints one JSON object as a line.
pub fn object(value: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{value}")?;
    out.flush()
}

/// Prints a line as it is, such as one that is JSON already.
pub fn text(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Prints a line of text, with colours only on a terminal.
pub fn line(text: impl AsRef<str>) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", text.as_ref())?;
    out.flush()
}

/// Prints a warning on the error output.
pub fn warning(text: &str) {
    // A failure to write to the error output cannot be reported.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// The distance to mate in the winner's own moves, negative if the player to move is mated; `None`
/// if undecided.
pub fn mate(score: game_core::Score) -> Option<i64> {
    let moves = (score.plies_to_end()? as i64 + 1) / 2;
    Some(if score.get() > 0 { moves } else { -moves })
}

/// A variation's score in words, after `≥` or `≤` if it is a bound.
pub fn value(game: &dyn Game, line: &Variation<String>) -> String {
    let sign = match line.bound {
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
        Bound::Exact | Bound::None => "",
    };
    format!("{sign}{}", game.reading(line.score))
}

/// The score of a report's best variation in words, as [`value`]; a draw without one.
pub fn best_value(game: &dyn Game, report: &Report<String>) -> String {
    report.lines.first().map_or_else(
        || game.reading(report.score()).to_string(),
        |line| value(game, line),
    )
}

/// Variation `k` of a report as a JSON object; `bound` is `"lower"` or `"upper"` if the score is a
/// bound.
pub fn report_json(report: &Report<String>, k: usize) -> Value {
    let line = report.lines.get(k);
    let score = line.map(|line| line.score).unwrap_or_default();
    let mut object = json!({
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "multipv": k + 1,
        "score": score.get(),
        "mate": mate(score),
        "nodes": report.nodes,
        "time_s": report.time.as_secs_f64(),
        "hashfull": report.hashfull,
        "pv": line.map(|line| line.moves.clone()).unwrap_or_default(),
    });
    let bound = match line.map(|line| line.bound) {
        Some(Bound::Lower) => Some("lower"),
        Some(Bound::Upper) => Some("upper"),
        _ => None,
    };
    if let Some(bound) = bound {
        object["bound"] = bound.into();
    }
    object
}

/// Variation `k` of a report as a line of text.
pub fn report_text(game: &dyn Game, report: &Report<String>, k: usize) -> String {
    let line = report.lines.get(k);
    let score = line.map(|line| value(game, line)).unwrap_or_default();
    let pv = line.map(|line| line.moves.join(" ")).unwrap_or_default();
    let depth = format!("{}/{}", report.depth, report.selective_depth);
    if report.source == Source::Book {
        return format!("book, depth {:>3}  score {score:>11}  {pv}", report.depth);
    }
    let speed = si(report.nps());
    let nodes = si(report.nodes as f64);
    let seconds = report.time.as_secs_f64();
    format!(
        "depth {depth:>6}  score {score:>11}  nodes {nodes:>7}  {speed:>7}/s  {seconds:>7.2} s  {pv}"
    )
}

/// What the move does at the position of `session`, in words; `None` where there is nothing to tell.
pub fn why(session: &dyn Session, mv: &str) -> Option<String> {
    let told = reasons(session, mv).join("; ");
    (!told.is_empty()).then_some(told)
}

/// The same, one by one.
pub fn reasons(session: &dyn Session, mv: &str) -> Vec<String> {
    let remarks = session.remarks(mv).unwrap_or_default();
    let texts = remarks
        .into_iter()
        .map(|remark| remark.text.en.into_owned());
    texts.collect()
}

/// A count in three digits and a letter: `12.3M`.
pub fn si(count: f64) -> String {
    match count {
        c if c >= 1e9 => format!("{:.2}G", c / 1e9),
        c if c >= 1e6 => format!("{:.2}M", c / 1e6),
        c if c >= 1e4 => format!("{:.1}k", c / 1e3),
        c => format!("{c:.0}"),
    }
}

/// A bar of so many of `what`, with the rate and the time left, on the error output; drawn only where
/// that is a terminal.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let template = format!(
        "{{bar:30}} {{human_pos}}/{{human_len}} {what}  {{msg}}  {{per_sec}}  {{elapsed}}, {{eta}} left"
    );
    let style = ProgressStyle::with_template(&template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A bar of games, of which some are done.
pub fn bar_of_games(games: u64, done: u64) -> ProgressBar {
    bar(games, "games").with_position(done)
}
