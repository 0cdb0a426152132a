//! One position, every searcher: the same value, at very different cost.
//!
//!     cargo run --release --example compare_searchers [GAME] [DEPTH]

use boyi::engines::{SearcherConfig, game};
use boyi::lab::{Comparison, compare};
use boyi::search::{Control, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let game = game(&args.next().unwrap_or("othello".to_owned()))?;
    let depth = args.next().map_or(Ok(6), |depth| depth.parse())?;

    let comparison = Comparison {
        line: "startpos".into(),
        searchers: SearcherConfig::SEARCHERS
            .into_iter()
            .map(str::parse)
            .collect::<Result<_, _>>()?,
        limits: Limits::depth(depth),
        full: false,
    };
    println!("{} from the start, {depth} plies deep", game.name());
    let mut values = Vec::new();
    compare(
        game,
        &Vec::new(),
        &comparison,
        &Control::default(),
        &mut |row| match &row.report {
            // Rows grow iteration by iteration; here the last of each is enough.
            _ if !row.finished => {}
            Some(report) => {
                let share = report.stats.first_move_rate().unwrap_or_default();
                let value = report.score();
                let best = report.best().unwrap_or_default();
                println!(
                    "{:<11} {value:>7?}  {best:<6} {:>10} nodes  {:>4.0} % cut off by the first move",
                    row.searcher,
                    report.nodes,
                    100.0 * share
                );
                values.push(value);
            }
            None => println!(
                "{:<11} skipped: {}",
                row.searcher,
                row.skipped.as_deref().unwrap_or_default()
            ),
        },
    )?;
    assert!(
        values.windows(2).all(|pair| pair[0] == pair[1]),
        "the searchers differ only in what they cost"
    );
    Ok(())
}
