#![allow(missing_docs)]
use othello_bitboard::obf::Problem;
use solvers::othello::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let to: Selectivity = args.get(2).map_or(Selectivity::Exact, |s| s.parse().unwrap());
    let mut e = Endgame::default();
    let mut all = 0;
    let start = std::time::Instant::now();
    for line in text.lines() {
        let p: Problem = line.parse().unwrap();
        let mut steps = String::new();
        let s = e.refine(&p.position, Goal::Margin, to, &Limits::default(), |s| { steps += &format!(" {}:{:+}:{:.1}M", s.selectivity, s.score, s.nodes as f64/1e6); std::ops::ControlFlow::Continue(()) }).unwrap();
        let want = p.best().map(|b| b.score);
        println!("{:2} {:+3} {} {:>12} {:7.2}s {}", p.position.empty().count_ones(), s.score, if Some(s.score) == want {"ok"} else {"WRONG"}, s.nodes, s.time.as_secs_f64(), steps);
        all += s.nodes;
    }
    println!("all {:>12} {:.2}s  {:.1} M/s", all, start.elapsed().as_secs_f64(), all as f64/start.elapsed().as_secs_f64()/1e6);
}
