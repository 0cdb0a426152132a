use crate::args::{self, Train};
use crate::{failure::Failure, output, whole_file::WholeFile};
use serde_json::json;
use std::ops::ControlFlow;
use train::{LearnError, Learner, Lesson, Progress};

/// Trains a network.
pub fn run(learner: &dyn Learner, args: &Train, json: bool) -> Result<(), Failure> {
    let network = &args.network;
    let from = network.from.as_deref().map(|path| {
        std::fs::read(path).map_err(|error| Failure::File {
            path: path.to_owned(),
            error,
        })
    });
    let validation = args.validation.unwrap_or(Train::VALIDATION_OF_NETWORKS);
    let lesson = Lesson {
        data: network.data.clone(),
        from: from.transpose()?,
        config: network.course.training(args.seed, validation),
        unique: network.unique,
        checkpoint: network.checkpoint.clone(),
    };
    let out = args.out.as_deref().map(WholeFile::open).transpose()?;
    let bar = output::bar(u64::from(lesson.config.epochs), "epochs");
    let mut epochs = Vec::new();
    let mut listen = |progress| {
        match progress {
            Progress::Read { positions, .. } => {
                bar.set_message(format!("{} positions", output::si(positions as f64)));
            }
            Progress::Epoch {
                number, validation, ..
            } => {
                bar.set_position(u64::from(number));
                bar.set_message(format!("validation loss {validation:.5}"));
                epochs.push((number, validation));
            }
        }
        ControlFlow::Continue(())
    };
    let threads = args::threads_or_all(args.threads);
    let trained = learner.train(&lesson, threads, &mut listen);
    bar.finish_and_clear();
    // The listener never ends it.
    let trained = trained.and_then(|trained| trained.ok_or(LearnError::Nothing));
    let trained = trained.map_err(|error| Failure::Match(Box::new(error)))?;
    if let Some(out) = out {
        out.write(&trained.network)?;
    }
    let (games, positions, bytes) = (trained.games, trained.positions, trained.network.len());
    let losses = trained.losses;
    if json {
        for (epoch, validation) in epochs {
            output::object(&json!({ "epoch": epoch, "validation": validation }))?;
        }
        output::object(&json!({
            "games": games, "positions": positions, "training": losses.training,
            "validation": losses.validation, "bytes": bytes,
        }))?;
        return Ok(());
    }
    output::line(format!(
        "learnt from  {games} games, {positions} positions, seed {}",
        args.seed
    ))?;
    output::line("\n| epoch | validation loss |\n|---:|---:|")?;
    for (epoch, validation) in epochs {
        output::line(format!("| {epoch} | {validation:.5} |"))?;
    }
    output::line(format!(
        "\nloss         {:.5} training, {:.5} validation",
        losses.training, losses.validation
    ))?;
    output::line(format!("network      {bytes} bytes packed"))?;
    Ok(())
}
