use super::{engine, graph, interruptible};
use crate::commands::{plot, show::outcome_text};
use crate::{args::Analyze, failure::Failure, output, whole_file::WholeFile};
use engines::{Game, Session};
use lab::{AnnotatedMove, Annotator, MoveQuality};
use serde_json::{Value, json};
use std::{io, path::Path};
use thiserror::Error;

/// A record without moves to annotate.
#[derive(Debug, Error)]
#[error("the record holds no move to comment on")]
struct NoMoves;

/// Annotates every move of the record in `path`.
pub fn run(args: &Analyze, path: &Path, json: bool) -> Result<(), Failure> {
    refuse_what_asks_of_one_position(args)?;
    let game = args.game.game;
    let mut session = args.game.session()?;
    crate::args::load(session.as_mut(), path)?;
    let moves = session.state().ply;
    if moves == 0 {
        return Err(Failure::in_file(path, NoMoves));
    }
    if args.from > moves {
        let problem = format!("{}: the record has {moves} moves", args.from);
        return Err(Failure::Words {
            argument: "--from",
            problem,
        });
    }
    let plot = args.plot.as_deref().map(WholeFile::open).transpose()?;
    let mut engine = engine(args, session.as_ref())?;
    let control = interruptible();
    let commentary = Annotator {
        from: args.from,
        thresholds: args.marks.map_or(Annotator::THRESHOLDS, |marks| marks.0),
        ..Annotator::new(args.limits.or(Annotator::LIMITS))
    };
    if !json {
        output::line(HEADER)?;
    }
    let mut written = Ok(());
    let mut comments = Vec::new();
    commentary
        .run(
            game,
            session.as_mut(),
            engine.as_mut(),
            &control,
            &mut |comment, session| {
                written = if json {
                    output::object(&comment_json(game, session, comment))
                } else {
                    print(game, session, comment)
                };
                if written.is_err() {
                    control.stop();
                }
                comments.push(comment.clone());
            },
        )
        .map_err(|error| Failure::Content {
            path: path.to_owned(),
            error,
        })?;
    written?;
    let first = game.facts().players[0];
    let course = course(game, &comments);
    if let Some(file) = plot {
        let title = format!("value for {first} after each move");
        let marked: Vec<_> = comments
            .iter()
            .filter(|comment| comment.quality >= Some(MoveQuality::Mistake))
            .map(|c| c.ply)
            .collect();
        plot::write(
            file,
            plot::course(&title, game.facts().unit, args.from, &course, &marked),
        )?;
    }
    let summaries = [0, 1].map(|player| Summary::of(player, &comments));
    if json {
        for summary in summaries {
            output::object(&summary.json(game))?;
        }
        return Ok(());
    }
    let end = session.state();
    output::line(outcome_text(end.ending, end.players))?;
    output::line(format!(
        "\nvalue for {first} after each move, in {}\n{}",
        game.facts().unit,
        graph::draw(&course)
    ))?;
    output::line(format!(
        "\nplayer    moves  {:>19}  inaccuracies  mistakes  blunders",
        format!("lost in {}", game.facts().unit)
    ))?;
    for summary in summaries {
        output::line(summary.text(game))?;
    }
    Ok(())
}

/// Refuses options that apply to a single position.
fn refuse_what_asks_of_one_position(args: &Analyze) -> Result<(), Failure> {
    let given = [
        ("--multipv", args.multipv > 1),
        ("--only", !args.only.is_empty()),
        ("--exclude", !args.exclude.is_empty()),
        ("--mate", args.mate.is_some()),
        ("--root-nodes", args.root_nodes),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((argument, _)) => {
            let problem =
                "is for one position, not for a whole game: say which with --ply N".to_owned();
            Err(Failure::Words { argument, problem })
        }
    }
}

const HEADER: &str = " ply  player        move        value        best        value    lost";

/// A line of the table, and what a bad move and the better one do.
fn print(game: &dyn Game, session: &dyn Session, comment: &AnnotatedMove) -> io::Result<()> {
    let AnnotatedMove {
        ply,
        player,
        played,
        score,
        report,
        loss,
        probability_lost,
        quality,
        ..
    } = comment;
    let name = game.facts().players[*player];
    let score = game.reading(*score);
    let percent = 100.0 * probability_lost;
    let best_score = output::best_value(game, report);
    let best = report.best().filter(|best| best != played);
    let best = best.map_or_else(String::new, |best| format!("{best:>10} {best_score:>12}"));
    let lost = match quality {
        Some(quality) => format!(
            "{loss:>7.2} {} {}, {percent:.0} % of a win; better {}",
            quality.symbol(),
            quality.name(),
            report.pv().join(" ")
        ),
        None if *loss > 0.0 => format!("{loss:>7.2}"),
        None => String::new(),
    };
    output::line(
        format!("{ply:>4}  {name:<8} {played:>9} {score:>12}  {best:<23} {lost}").trim_end(),
    )?;
    let better = report.best().filter(|_| quality.is_some());
    for mv in better.iter().flat_map(|best| [played, best]) {
        if let Some(why) = output::why(session, mv) {
            output::line(format!("                {mv:>9} {why}"))?;
        }
    }
    Ok(())
}

fn comment_json(game: &dyn Game, session: &dyn Session, comment: &AnnotatedMove) -> Value {
    let reasons = |mv: &str| output::reasons(session, mv);
    json!({
        "ply": comment.ply,
        "player": game.facts().players[comment.player],
        "move": comment.played,
        "score": comment.score.get(),
        "mate": output::mate(comment.score),
        "best": comment.report.best(),
        "best_score": comment.report.score().get(),
        "best_mate": output::mate(comment.report.score()),
        "loss": comment.loss,
        "probability_lost": comment.probability_lost,
        "mark": comment.quality.map(MoveQuality::name),
        "forced": comment.forced,
        "depth": comment.report.depth,
        "nodes": comment.report.nodes,
        "time_s": comment.report.time.as_secs_f64(),
        "pv": comment.pv,
        "best_pv": comment.report.pv(),
        "why": reasons(&comment.played),
        "best_why": comment.report.best().map(|best| reasons(&best)),
    })
}

/// The score after each move in the first mover's view, in units; infinite for a forced end.
fn course(game: &dyn Game, comments: &[AnnotatedMove]) -> Vec<f64> {
    let value = |comment: &AnnotatedMove| {
        let own = game
            .reading(comment.score)
            .units
            .unwrap_or(f64::INFINITY * f64::from(comment.score.get().signum()));
        if comment.player == 0 { own } else { -own }
    };
    comments.iter().map(value).collect()
}

/// The statistics of a player.
struct Summary {
    player: usize,
    /// Moves that were not forced.
    moves: usize,
    /// Their mean loss, in units.
    mean_loss: f64,
    /// Inaccuracies, mistakes and blunders.
    marks: [usize; 3],
}

impl Summary {
    fn of(player: usize, comments: &[AnnotatedMove]) -> Self {
        let own: Vec<_> = comments
            .iter()
            .filter(|comment| comment.player == player && !comment.forced)
            .collect();
        let lost: f64 = own.iter().map(|comment| comment.loss).sum();
        let marks = MoveQuality::ALL.map(|mark| {
            own.iter()
                .filter(|comment| comment.quality == Some(mark))
                .count()
        });
        Self {
            player,
            moves: own.len(),
            mean_loss: lost / own.len().max(1) as f64,
            marks,
        }
    }

    fn json(&self, game: &dyn Game) -> Value {
        let [inaccuracies, mistakes, blunders] = self.marks;
        json!({
            "player": game.facts().players[self.player], "moves": self.moves, "mean_loss": self.mean_loss, "unit": game.facts().unit,
            "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders,
        })
    }

    fn text(&self, game: &dyn Game) -> String {
        let Self {
            player,
            moves,
            mean_loss,
            marks: [a, b, c],
        } = self;
        let names = game.facts().players;
        format!(
            "{:<8} {moves:>6}  {mean_loss:>12.2} a move  {a:>12}  {b:>8}  {c:>8}",
            names[*player]
        )
    }
}
