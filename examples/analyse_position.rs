//! The three best moves of a xiangqi position, iteration by iteration.
//!
//!     cargo run --release --example analyse_position ["FEN"] [DEPTH]

use boyi::core::Notation;
use boyi::engines::{Wiring, xiangqi};
use boyi::search::{AlphaBeta, Control, Limits, Request, Searcher};
use boyi::xiangqi::{Rules, Xiangqi, notation::wxf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    // Red has a horse and a cannon near the general: there is a mate.
    let fen = args
        .next()
        .unwrap_or("1r1k1abn1/3cP4/3N5/8p/1n4c2/4C4/p1p5P/4C3B/9/1NBAKA3 w - - 0 1".to_owned());
    let depth = args.next().map_or(Ok(5), |depth| depth.parse())?;
    let rules = Rules::default();
    let pos = Xiangqi::parse_line(&fen, &rules)?.end();
    println!("{}", pos.diagram(None, Default::default()));

    let mut engine = AlphaBeta::new(xiangqi::XiangqiWiring::evaluator(&rules, None))
        .guided_by(xiangqi::XiangqiGuide)
        .with_options(xiangqi::XiangqiWiring::options(&rules));
    let request = Request::new(&pos, Limits::depth(depth)).with_multi_pv(3);
    let report = engine.search(&request, &Control::default(), &mut |report| {
        println!(
            "depth {:>2}  {:>8} nodes  {:?}",
            report.depth,
            report.nodes,
            report.score()
        );
    });
    for line in &report.lines {
        println!(
            "{:>12}  {}",
            format!("{:?}", line.score),
            wxf::format(&pos, line.moves[0])
        );
    }
    Ok(())
}
