use crate::{args::Perft, failure::Failure, output};
use serde_json::json;
use std::time::Instant;

/// `boyi perft`
pub fn run(args: &Perft, json: bool) -> Result<(), Failure> {
    let session = args.position.session()?;
    let start = Instant::now();
    let parts = if args.divide {
        session.divide(args.depth)
    } else {
        Vec::new()
    };
    // A finished game, or depth 0, has no moves to divide, but one leaf.
    let nodes = if parts.is_empty() {
        session.perft(args.depth)
    } else {
        parts.iter().map(|(_, leaves)| leaves).sum()
    };
    let seconds = start.elapsed().as_secs_f64();
    for (mv, leaves) in &parts {
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
