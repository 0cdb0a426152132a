use crate::{args::Perft, failure::Failure, output};
use serde_json::json;
use std::time::Instant;

/// `boyi perft`
pub fn run(args: &Perft, json: bool) -> Result<(), Failure> {
    let session = args.position.session()?;
    let start = Instant::now();
    let perft = session.perft(args.depth);
    let seconds = start.elapsed().as_secs_f64();
    let nodes = perft.leaves;
    for (mv, leaves) in perft.by_move.iter().filter(|_| args.divide) {
        if json {
            output::object(&json!({ "move": mv, "nodes": leaves }))?;
        } else {
            output::line(format!("{mv:>8}  {leaves}"))?;
        }
    }
    if json {
        output::object(&json!({ "depth": args.depth, "nodes": nodes, "time_s": seconds }))?;
    } else {
        let speed = output::si(nodes as f64 / seconds.max(1e-9));
        output::line(format!(
            "depth {}  leaves {nodes}  {seconds:.3} s  {speed} leaves/s",
            args.depth
        ))?;
    }
    Ok(())
}
