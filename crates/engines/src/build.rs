use crate::{Family, SearcherConfig, Wiring};
use search::{AlphaBeta, Dfpn, Guide, Mcts, Minimax, Options, Searcher, Smp, TranspositionTable};
use std::{num::NonZeroUsize, sync::Arc};

/// The searcher that `spec` describes, with the evaluator `eval` and a new table.
///
/// It has the game's options and guide unless it is [bare](SearcherConfig::bare).
pub(crate) fn searcher<W: Wiring>(
    eval: W::Evaluator,
    config: &SearcherConfig,
) -> Box<dyn Searcher<W::Position>> {
    let full = !config.bare;
    let bare = |algorithm| config.options(Options::exact(algorithm));
    let outfit = |eval| W::outfit(eval, &config.own().values::<W>());
    match config.family {
        Family::Kernel(_) | Family::Smp if full => {
            let (eval, guide) = outfit(eval);
            kernel::<W, _>(eval, config, guide, config.options(W::options()))
        }
        Family::Kernel(algorithm) => kernel::<W, _>(eval, config, (), bare(algorithm)),
        Family::Smp => kernel::<W, _>(eval, config, (), bare(search::Algorithm::default())),
        Family::Minimax => Box::new(Minimax::new(eval)),
        Family::Mcts if full => {
            let (eval, guide) = outfit(eval);
            mcts::<W, _>(eval, config, guide)
        }
        Family::Mcts => mcts::<W, _>(eval, config, ()),
        Family::Dfpn => Box::new(Dfpn::with_bytes(config.hash << 20)),
    }
}

fn kernel<W: Wiring, G>(
    eval: W::Evaluator,
    config: &SearcherConfig,
    guide: G,
    options: Options,
) -> Box<dyn Searcher<W::Position>>
where
    G: Guide<W::Position, W::Evaluator> + Send + 'static,
{
    let table = Arc::new(TranspositionTable::with_bytes(config.hash << 20));
    let engine = AlphaBeta::new(eval)
        .guided_by(guide)
        .with_options(options)
        .with_table(table);
    match NonZeroUsize::new(config.threads) {
        Some(threads) if config.threads > 1 => Box::new(Smp::new(engine, threads)),
        _ => Box::new(engine),
    }
}

fn mcts<W: Wiring, G>(
    eval: W::Evaluator,
    config: &SearcherConfig,
    guide: G,
) -> Box<dyn Searcher<W::Position>>
where
    G: Guide<W::Position, W::Evaluator> + Send + 'static,
{
    let options = config.mcts_options(W::options().unit);
    let threads = NonZeroUsize::new(config.threads).unwrap_or(NonZeroUsize::MIN);
    Box::new(
        Mcts::new(eval)
            .guided_by(guide)
            .with_options(options)
            .with_threads(threads),
    )
}
