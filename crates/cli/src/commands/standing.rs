//! Prints the standing of a match or a tournament, as text or JSON, at the end of `match`,
//! `tournament` and `merge`.

use crate::{failure::Failure, output};
use arena::stats::{Estimate, Model, Rating, SprtVerdict, Trinomial};
use arena::tournament::{Faults, Ranked, Standing};
use serde_json::{Value, json};

/// Prints the result of a match, for A.
pub fn print(standing: &Standing, json: bool) -> Result<(), Failure> {
    if json {
        output::object(&object(standing))?
    } else {
        output::line(table(standing))?
    }
    Ok(())
}

/// Prints the rating table of a tournament.
pub fn print_ranking(players: &[String], ranking: &[Ranked], json: bool) -> Result<(), Failure> {
    if !json {
        output::line("rank      Elo      ±   games    won  drawn   lost  points  player")?;
    }
    for (
        rank,
        Ranked {
            player,
            rating,
            faults,
        },
    ) in (1..).zip(ranking)
    {
        let Rating {
            elo,
            elo_error,
            games,
        } = rating;
        let name = &players[*player];
        let points = games.points();
        let Trinomial {
            wins,
            draws,
            losses,
        } = games;
        if json {
            let Faults {
                crashes,
                illegal,
                time_losses,
            } = faults;
            output::object(&json!({
                "rank": rank, "player": name, "elo": elo, "elo_error": elo_error,
                "games": games.games(), "wins": wins, "draws": draws, "losses": losses, "points": points,
                "crashes": crashes, "illegal": illegal, "time_losses": time_losses,
            }))?;
        } else {
            let played = format!(
                "{:>7} {wins:>6} {draws:>6} {losses:>6} {points:>7.1}",
                games.games()
            );
            let faults = in_words(faults)
                .map(|words| format!("  ({words})"))
                .unwrap_or_default();
            output::line(format!(
                "{rank:>4} {elo:>+8.1} {elo_error:>6.1} {played}  {name}{faults}"
            ))?;
        }
    }
    Ok(())
}

/// A player's faults in words; `None` without any.
fn in_words(faults: &Faults) -> Option<String> {
    let Faults {
        crashes,
        illegal,
        time_losses,
    } = faults;
    let words = format!("{crashes} crashes, {illegal} illegal moves, {time_losses} losses on time");
    (*faults != Faults::default()).then_some(words)
}

/// Games and Elo in a few words.
pub fn brief(standing: &Standing) -> String {
    let games = standing.games;
    let elo = standing.estimate().map(|found| format!(", Elo {found}"));
    format!(
        "+{} ={} -{}{}",
        games.wins,
        games.draws,
        games.losses,
        elo.unwrap_or_default()
    )
}

/// The result of a match as JSON.
pub fn object(standing: &Standing) -> Value {
    // JSON has no infinity.
    let number = |of: fn(&Estimate) -> f64| {
        standing
            .estimate()
            .map(|found| of(&found))
            .filter(|value| value.is_finite())
    };
    let faults = |faults: Faults| json!({ "crashes": faults.crashes, "illegal": faults.illegal, "time_losses": faults.time_losses });
    let games = standing.games;
    let [a, b] = standing.faults;
    let mut object = json!({
        "games": games.games(),
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
        "crashes": a.crashes,
        "illegal": a.illegal,
        "time_losses": a.time_losses,
        "opponent": faults(b),
        "adjudicated": standing.adjudicated,
        "too_long": standing.too_long,
        "points": games.points(),
        "score": number(|found| found.score),
        "elo": number(|found| found.elo),
        "elo_low": number(|found| found.elo_interval[0]),
        "elo_high": number(|found| found.elo_interval[1]),
        "elo_error": number(|found| found.elo_error),
        "nelo": number(|found| found.nelo),
        "nelo_error": number(|found| found.nelo_error),
        "los": number(|found| found.los),
        "pairs": standing.pairs.pairs(),
        "pentanomial": standing.pairs.0,
    });
    if let (Some(sprt), Some(llr)) = (standing.sprt, standing.llr()) {
        let verdict = match sprt.verdict(llr) {
            Some(SprtVerdict::Elo0) => Value::from("H0"),
            Some(SprtVerdict::Elo1) => Value::from("H1"),
            None => Value::Null,
        };
        object["sprt"] = json!({
            "elo0": sprt.hypotheses()[0], "elo1": sprt.hypotheses()[1], "model": sprt.model().to_string(),
            "llr": llr, "lower": sprt.bounds()[0], "upper": sprt.bounds()[1], "accepted": verdict,
        });
    }
    object
}

/// The result of a match in one row: games, won, drawn, lost, score in per cent, Elo and its interval.
pub fn row(standing: &Standing) -> String {
    let games = standing.games;
    let estimate = standing.estimate().map_or_else(
        || format!("{:>8}  -", "-"),
        |found| {
            let score = 100.0 * found.score;
            format!("{score:>8.1}  {found}")
        },
    );
    format!(
        "{:>7} {:>6} {:>6} {:>6} {estimate}",
        games.games(),
        games.wins,
        games.draws,
        games.losses
    )
}

fn table(standing: &Standing) -> String {
    let games = standing.games;
    let mut rows = Vec::new();
    let mut row = |name: &str, value: String| rows.push(format!("{name:<12} {value}"));
    row(
        "games",
        format!(
            "{}: {} won, {} drawn, {} lost by A",
            games.games(),
            games.wins,
            games.draws,
            games.losses
        ),
    );
    if let Some(found) = standing.estimate() {
        row(
            "points",
            format!("{:.1} ({:.1} %)", games.points(), 100.0 * found.score),
        );
        row("Elo", format!("{found} (95 %)"));
        if found.nelo.is_finite() {
            row(
                "nElo",
                format!("{:+.1} ± {:.1}", found.nelo, found.nelo_error),
            );
        }
        row("LOS", format!("{:.1} %", 100.0 * found.los));
    }
    let [p0, p1, p2, p3, p4] = standing.pairs.0;
    row(
        "pairs",
        format!(
            "{}: [{p0}, {p1}, {p2}, {p3}, {p4}] with 0, ½, 1, 1½, 2 points",
            standing.pairs.pairs()
        ),
    );
    if let (Some(sprt), Some(llr)) = (standing.sprt, standing.llr()) {
        let [elo0, elo1] = sprt.hypotheses();
        let [lower, upper] = sprt.bounds();
        let verdict = match sprt.verdict(llr) {
            Some(SprtVerdict::Elo0) => format!("accepted: not above {elo0}"),
            Some(SprtVerdict::Elo1) => format!("accepted: at least {elo1}"),
            None => "undecided".to_owned(),
        };
        let unit = if sprt.model() == Model::Normalized {
            " nElo"
        } else {
            ""
        };
        row(
            "SPRT",
            format!("LLR {llr:.2} ({lower:.2}, {upper:.2}) [{elo0}, {elo1}]{unit} {verdict}"),
        );
    }
    for (count, how) in [
        (standing.adjudicated, "by agreement of both"),
        (standing.too_long, "drawn as too long"),
    ] {
        if count > 0 {
            row("ended early", format!("{count} {how}"));
        }
    }
    for (name, faults) in ["A", "B"].iter().zip(standing.faults) {
        if let Some(words) = in_words(&faults) {
            row(&format!("faults of {name}"), words);
        }
    }
    rows.join("\n")
}
