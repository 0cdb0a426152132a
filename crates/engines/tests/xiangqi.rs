//! What the wired engine does where repetition decides.

use engines::{Wiring, xiangqi::Xiangqi};
use game_core::Notation;
use search::{Control, Engine, Limits, Request, Searcher};
use xiangqi_movegen::{Move, Rules};

/// From a game that was lost so: by the third time the general's flight comes back, Red has given check too often. What earlier
/// searches left in the table says that the check draws, for none of them saw it come back a third time.
#[test]
fn what_the_table_remembers_does_not_hide_a_third_occurrence() {
    let start = "C3k1b2/1R7/3ab3n/9/2r1c1p2/8p/9/8B/9/3AKAB2 w - - 0 70";
    let moves = ["b8b9", "e9e8", "b9b8", "e8e9", "b8b9", "e9e8"];
    let fatal: Move = "b9b8".parse().expect("a move");
    let rules = Rules::default();
    let mut engine = Engine::new(Xiangqi::evaluator(&rules)).guided_by(Xiangqi::guide()).with_options(Xiangqi::options());
    for played in [0, 2, 4, 6] {
        let line = format!("{start} moves {}", moves[..played].join(" "));
        let record = xiangqi_movegen::Xiangqi::parse_line(&line, &rules).expect("a line");
        let report = engine.search(&Request::new(&record.end(), Limits::nodes(100_000)), &Control::default(), &mut |_| {});
        let best = report.best().expect("a move");
        assert!(played < 6 || best != fatal, "{line}: {best} {:?}", report.score());
    }
}
