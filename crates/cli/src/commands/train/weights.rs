use crate::args::{self, Train};
use crate::{failure::Failure, output, whole_file::WholeFile};
use train::{Trainer, TrainerError, TrainingOrder};

/// Trains the weights of an evaluator that is the game's own.
pub fn run(trainer: &dyn Trainer, args: &Train, json: bool) -> Result<(), Failure> {
    let out = args.out.as_deref().map(WholeFile::open).transpose()?;
    let order = TrainingOrder {
        games: args.weights.games.clone(),
        settings: args.weights.told.0.clone(),
        seed: args.seed,
        validation: args.validation.unwrap_or(trainer.validation()),
        threads: args::threads_or_all(args.threads),
    };
    let bar = output::bar(0, "");
    let trained = trainer.train(&order, &|step| {
        bar.set_length(step.of);
        if let Some(note) = step.note {
            bar.set_message(note);
        }
        bar.inc(step.done);
    });
    bar.finish_and_clear();
    let trained = trained.map_err(|error| match error {
        TrainerError::Setting(error) => Failure::Setting(error),
        TrainerError::File { path, error } => Failure::File { path, error },
        TrainerError::Content { path, error } => Failure::MatchFile { path, error },
        error => Failure::Match(Box::new(error)),
    })?;
    if let Some(out) = out {
        out.write(&trained.file)?;
    }
    if json {
        trained.data.iter().try_for_each(output::object)?;
    } else {
        trained.report.iter().try_for_each(output::line)?;
    }
    Ok(())
}
