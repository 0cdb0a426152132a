//! Writes search results in the words of the protocols.

use super::dialect::Dialect;
use engines::{Game, Session};
use game_core::GameLine;
use search::{Bound, Report, Variation};
use xiangqi_movegen::notation::Ranks;

/// The lines of a report: UCI has one for each of the best moves; UCCI has one for the search and
/// one for each move.
pub fn lines(
    game: &dyn Game,
    report: &Report<String>,
    dialect: Dialect,
    ranks: Ranks,
) -> Vec<String> {
    let known = report
        .lines
        .iter()
        .zip(1..)
        .filter(|(line, _)| report.is_known(line));
    let depth = report.depth;
    let nodes = report.nodes;
    let time = report.time.as_millis();
    let several = report.lines.len() > 1;
    let lines = known.map(|(line, number)| {
        let score = dialect.score(line.score, game.reading(line.score).units);
        let pv: String = line.moves.iter().map(|mv| format!(" {}", ranks.write(mv))).collect();
        let pv = if pv.is_empty() { pv } else { format!(" pv{pv}") };
        match dialect {
            Dialect::Uci => {
                let deepest = report.selective_depth.max(depth);
                let bound = bound(line.bound);
                let speed = report.nps() as u64;
                let full = report.hashfull;
                format!(
                    "info depth {depth} seldepth {deepest} multipv {number} score {score}{bound} nodes {nodes} nps {speed} \
                     hashfull {full} time {time}{pv}"
                )
            }
            Dialect::Ucci if several => format!("info depth {depth} multipv {number} score {score}{pv}"),
            Dialect::Ucci => format!("info depth {depth} score {score}{pv}"),
        }
    });
    let of_all = (dialect == Dialect::Ucci).then(|| format!("info time {time} nodes {nodes}"));
    of_all.into_iter().chain(lines).collect()
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    }
}

/// The last result at a position, and at those its best line leads to.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The position, as [`Session::set_line`] reads it.
    root: GameLine,
    best: Variation<String>,
    depth: u32,
}

impl Memory {
    /// The result in `report` at `root`, if any.
    pub fn of(root: &GameLine, report: &Report<String>) -> Option<Self> {
        let best = report
            .lines
            .first()
            .filter(|line| report.is_known(line) && !line.moves.is_empty())?;
        Some(Self {
            root: root.clone(),
            best: best.clone(),
            depth: report.depth,
        })
    }

    /// UCCI's answer about the position of `asked`: the move, the bounds and their depth, if it is
    /// one of these positions. `session` may be at any position of the same game.
    pub fn answer(
        &self,
        asked: u64,
        mut session: Box<dyn Session>,
        game: &dyn Game,
        ranks: Ranks,
    ) -> Option<String> {
        let Variation {
            moves,
            score,
            bound,
        } = &self.best;
        // The value is written if something was searched.
        let plies = 0..moves.len().min(self.depth.max(1) as usize);
        let ply = plies.into_iter().find(|&ply| {
            let set = session.set_line(self.root.extended(&moves[..ply]));
            set.is_ok() && session.state().key == asked
        })?;
        let score = if ply % 2 == 0 { *score } else { -*score };
        let depth = self.depth.saturating_sub(ply as u32);
        let value = Dialect::Ucci.score(score, game.reading(score).units);
        let mut answer = format!(" bestmove {}", ranks.write(&moves[ply]));
        let (lower, upper) = match (bound, ply % 2 == 0) {
            (Bound::Exact, _) => (true, true),
            (Bound::Lower, ours) => (ours, !ours),
            (Bound::Upper, ours) => (!ours, ours),
            (Bound::None, _) => (false, false),
        };
        if lower {
            answer += &format!(" lowerbound {value} depth {depth}");
        }
        if upper {
            answer += &format!(" upperbound {value} depth {depth}");
        }
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Score;
    use std::time::Duration;

    fn report(bound: Bound, lines: usize) -> Report<String> {
        let line = Variation {
            moves: vec!["h2e2".to_owned(), "h9g7".to_owned()],
            score: Score::eval(34),
            bound,
        };
        let mut report = Report::empty();
        report.lines = vec![line; lines];
        report.depth = 6;
        report.selective_depth = 11;
        report.nodes = 5_000;
        report.time = Duration::from_millis(20);
        report.hashfull = 3;
        report
    }

    #[test]
    fn lines_in_either() {
        let game = engines::game("xiangqi").expect("built in");
        let uci = lines(game, &report(Bound::Exact, 1), Dialect::Uci, Ranks::FromOne);
        let all = "nodes 5000 nps 250000 hashfull 3 time 20 pv h3e3 h10g8";
        assert_eq!(
            uci,
            [format!(
                "info depth 6 seldepth 11 multipv 1 score cp 34 {all}"
            )]
        );
        let uci = lines(game, &report(Bound::Lower, 2), Dialect::Uci, Ranks::FromOne);
        assert_eq!(
            uci[1],
            format!("info depth 6 seldepth 11 multipv 2 score cp 34 lowerbound {all}")
        );
        assert!(
            lines(game, &report(Bound::Upper, 1), Dialect::Uci, Ranks::FromOne)[0]
                .contains(" cp 34 upperbound nodes ")
        );
        let ucci = lines(
            game,
            &report(Bound::Exact, 1),
            Dialect::Ucci,
            Ranks::FromZero,
        );
        assert_eq!(
            ucci,
            [
                "info time 20 nodes 5000",
                "info depth 6 score 34 pv h2e2 h9g7"
            ]
        );
        let ucci = lines(
            game,
            &report(Bound::Exact, 2),
            Dialect::Ucci,
            Ranks::FromZero,
        );
        assert_eq!(ucci[2], "info depth 6 multipv 2 score 34 pv h2e2 h9g7");
        // A move that was not searched has no value.
        let mut blind = report(Bound::None, 1);
        blind.depth = 0;
        assert!(lines(game, &blind, Dialect::Uci, Ranks::FromZero).is_empty());
    }

    #[test]
    fn what_is_remembered() {
        let game = engines::game("xiangqi").expect("built in");
        let session = || game.session(&Vec::new()).expect("a session");
        let asked = |bound, line: &str| {
            let mut at = session();
            at.set_line(line).expect("a line");
            let memory = Memory::of(&"startpos".into(), &report(bound, 1)).expect("something");
            memory.answer(at.state().key, session(), game, Ranks::FromZero)
        };
        let some = |text: &str| Some(text.to_owned());
        let root = "startpos moves";
        let after = "startpos moves h2e2";
        assert_eq!(
            asked(Bound::Exact, root),
            some(" bestmove h2e2 lowerbound 34 depth 6 upperbound 34 depth 6")
        );
        assert_eq!(
            asked(Bound::Exact, after),
            some(" bestmove h9g7 lowerbound -34 depth 5 upperbound -34 depth 5")
        );
        assert_eq!(
            asked(Bound::Lower, root),
            some(" bestmove h2e2 lowerbound 34 depth 6")
        );
        assert_eq!(
            asked(Bound::Lower, after),
            some(" bestmove h9g7 upperbound -34 depth 5")
        );
        assert_eq!(
            asked(Bound::Upper, after),
            some(" bestmove h9g7 lowerbound -34 depth 5")
        );
        assert_eq!(asked(Bound::Exact, "startpos moves h2e2 h9g7"), None);

        // The same search of a game that had begun before.
        let begun = "startpos moves a0a1 a9a8".into();
        let memory = Memory::of(&begun, &report(Bound::Exact, 1)).expect("something");
        let mut at = session();
        at.set_line(begun).expect("a line");
        assert_eq!(
            memory.answer(at.state().key, session(), game, Ranks::FromZero),
            some(" bestmove h2e2 lowerbound 34 depth 6 upperbound 34 depth 6")
        );
        assert!(Memory::of(&"startpos".into(), &Report::empty()).is_none());
    }
}
