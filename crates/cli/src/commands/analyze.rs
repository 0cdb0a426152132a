use crate::{args::Analyze, failure::Failure, output};
use engines::{Game, Mind, Question};
use search::{Control, Limits, Report};
use std::{io, time::Duration};

/// What is searched when no limit is given.
const DEFAULT: Limits = Limits::time(Duration::from_secs(5));

/// `boyi analyze`
pub fn run(args: &Analyze, json: bool) -> Result<(), Failure> {
    let session = args.position.session()?;
    let game = args.position.game.game();
    let mut spec = args.searcher.clone();
    if let Some(threads) = args.threads {
        spec.threads = threads.into();
    }
    let mut thinker = game.thinker(session.settings(), &Mind::Spec(spec), 0).map_err(Failure::Setting)?;
    let question = Question { multi_pv: args.multipv.into(), instant: false, ..Question::new(args.limits.or(DEFAULT)) };
    let control = Control::default();
    let interrupt = control.clone();
    // A second handler is refused only where one is already set, and none is.
    let _ = ctrlc::set_handler(move || interrupt.stop());

    let (mut written, mut last) = (Ok(()), None);
    let line = session.line();
    let report = thinker
        .think(&line, &question, &control, &mut |report| {
            if written.is_ok() {
                written = print(game, report, json);
                last = Some((report.nodes, report.lines.clone()));
            }
            if written.is_err() {
                control.stop();
            }
        })
        .map_err(|error| Failure::Text { argument: "--position", value: line.clone(), error })?;
    written?;
    // The last word, where the search was cut off inside an iteration or never ended one.
    if last != Some((report.nodes, report.lines.clone())) {
        print(game, &report, json)?;
    }
    if !json {
        let best = report.best();
        output::line(match &best {
            Some(best) => format!("best {best}"),
            None => crate::commands::show::outcome_text(session.ending()),
        })?;
    }
    Ok(())
}

fn print(game: &dyn Game, report: &Report<String>, json: bool) -> io::Result<()> {
    for k in 0..report.lines.len().max(1) {
        if json {
            output::object(&output::report_json(report, k))?;
        } else {
            output::line(output::report_text(game, report, k))?;
        }
    }
    Ok(())
}
