use crate::{Family, Spec, Wiring};
use search::{Dfpn, Engine, Guide, Mcts, Minimax, Options, Searcher, Smp, Table};
use std::{num::NonZeroUsize, sync::Arc};

/// The searcher that `spec` describes, judging by `eval`, with a table of its own.
///
/// With a `full` outfit it has the game's options and guide; else it is put the bare question on which all that search a
/// fixed depth must agree, as far as the options of its own do not change it.
pub(crate) fn searcher<W: Wiring>(eval: W::Evaluator, spec: &Spec, full: bool) -> Box<dyn Searcher<W::Position>> {
    let bare = |algorithm| spec.options(Options::exact(algorithm));
    let outfit = |eval| W::outfit(eval, &spec.own().values::<W>());
    match spec.family {
        Family::Kernel(_) | Family::Smp if full => {
            let (eval, guide) = outfit(eval);
            kernel::<W, _>(eval, spec, guide, spec.options(W::options()))
        }
        Family::Kernel(algorithm) => kernel::<W, _>(eval, spec, (), bare(algorithm)),
        Family::Smp => kernel::<W, _>(eval, spec, (), bare(search::Algorithm::default())),
        Family::Minimax => Box::new(Minimax::new(eval)),
        Family::Mcts if full => {
            let (eval, guide) = outfit(eval);
            mcts::<W, _>(eval, spec, guide)
        }
        Family::Mcts => mcts::<W, _>(eval, spec, ()),
        Family::Dfpn => Box::new(Dfpn::with_bytes(spec.hash << 20)),
    }
}

fn kernel<W: Wiring, G>(eval: W::Evaluator, spec: &Spec, guide: G, options: Options) -> Box<dyn Searcher<W::Position>>
where
    G: Guide<W::Position, W::Evaluator> + Send + 'static,
{
    let table = Arc::new(Table::with_bytes(spec.hash << 20));
    let engine = Engine::new(eval).guided_by(guide).with_options(options).with_table(table);
    match NonZeroUsize::new(spec.threads) {
        Some(threads) if spec.threads > 1 => Box::new(Smp::new(engine, threads)),
        _ => Box::new(engine),
    }
}

fn mcts<W: Wiring, G>(eval: W::Evaluator, spec: &Spec, guide: G) -> Box<dyn Searcher<W::Position>>
where
    G: Guide<W::Position, W::Evaluator> + Send + 'static,
{
    let options = spec.mcts_options(W::options().unit);
    let threads = NonZeroUsize::new(spec.threads).unwrap_or(NonZeroUsize::MIN);
    Box::new(Mcts::new(eval).guided_by(guide).with_options(options).with_threads(threads))
}
