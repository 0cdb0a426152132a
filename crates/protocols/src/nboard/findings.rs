//! Writes search results in the words of the protocol.

use super::words;
use engines::Game;
use search::{Bound, Report, Source, Variation};

/// The least winning margin: margins are even.
const LEAST: f64 = 2.0;

/// A line for each variation of `report` with a known score, the best first.
pub fn lines<'a>(
    game: &'a dyn Game,
    report: &'a Report<String>,
) -> impl Iterator<Item = String> + 'a {
    report
        .lines
        .iter()
        .filter(|line| !line.moves.is_empty() && report.is_known(line))
        .map(move |line| {
            let pv: String = line.moves.iter().map(|mv| words::written(mv)).collect();
            let eval = value(game, line);
            let depth = depth(game, report, line);
            // A report does not say how many games the book has for a move.
            let word = if report.source == Source::Book {
                "book"
            } else {
                "search"
            };
            format!("{word} {pv} {eval:.2} 0 {depth}")
        })
}

/// The score of the best move of `report` in discs; `None` if unknown.
pub fn eval(game: &dyn Game, report: &Report<String>) -> Option<f64> {
    let best = report.lines.first()?;
    report.is_known(best).then(|| value(game, best))
}

fn value(game: &dyn Game, line: &Variation<String>) -> f64 {
    game.reading(line.score)
        .units
        .unwrap_or(LEAST * f64::from(line.score.get().signum()))
}

/// The depth of the search, or that the score is proved.
fn depth(game: &dyn Game, report: &Report<String>, line: &Variation<String>) -> String {
    // A score of the book came from a search, which may have solved the game.
    let reading = game.reading(line.score);
    let decides = match line.bound {
        Bound::Lower => line.score.get() > 0,
        Bound::Upper => line.score.get() < 0,
        Bound::Exact => true,
        Bound::None => false,
    };
    match (reading.is_final && decides, reading.units) {
        (true, Some(_)) if line.bound == Bound::Exact => "100%".to_owned(),
        (true, _) => "100%W".to_owned(),
        (false, _) => report.depth.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Outcome, Score};
    use search::RootMove;

    fn report(score: Score, bound: Bound, nodes: u64) -> Report<String> {
        let line = Variation {
            moves: vec!["f5".to_owned(), "d6".to_owned()],
            score,
            bound,
        };
        let mut report = Report::of(line);
        report.roots.push(RootMove {
            mv: "f5".to_owned(),
            nodes,
        });
        report.depth = 7;
        report
    }

    #[test]
    fn how_much_is_known() {
        let game = engines::game("othello").expect("built in");
        let margin = |discs: &str| {
            let pos: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-- ";
            let session = format!("{pos}{discs}");
            let mut engine = game
                .engine(
                    &Vec::new(),
                    &engines::EngineConfig::Searcher(Default::default()),
                    0,
                )
                .expect("an engine");
            let question = engines::SearchRequest::new(search::Limits::depth(9));
            let report = engine
                .think(&session.into(), &question, &Default::default(), &mut |_| {})
                .expect("a position");
            report.score()
        };
        let won = margin("X");
        let lost = margin("O");
        assert!(
            game.reading(won).is_final && game.reading(lost).is_final,
            "{won} {lost}"
        );
        let decided = Score::terminal(Outcome::Win, 5);
        for (score, bound, want) in [
            (Score::eval(150), Bound::Exact, "search F5D6 1.50 0 7"),
            (Score::eval(-150), Bound::Lower, "search F5D6 -1.50 0 7"),
            (Score::eval(150), Bound::None, "search F5D6 1.50 0 7"),
            (decided, Bound::Exact, "search F5D6 2.00 0 100%W"),
            (decided, Bound::Lower, "search F5D6 2.00 0 100%W"),
            (decided, Bound::Upper, "search F5D6 2.00 0 7"),
            (-decided, Bound::Upper, "search F5D6 -2.00 0 100%W"),
        ] {
            let report = report(score, bound, 3);
            assert_eq!(
                lines(game, &report).collect::<Vec<_>>(),
                [want],
                "{score} {bound:?}"
            );
        }
        let proved = |score: Score, bound| {
            lines(game, &report(score, bound, 3))
                .next()
                .expect("a line")
        };
        assert!(proved(won, Bound::Exact).ends_with(" 0 100%"));
        assert!(proved(won, Bound::Lower).ends_with(" 0 100%W"));
        assert!(proved(lost, Bound::Upper).ends_with(" 0 100%W"));
        assert!(proved(won, Bound::Upper).ends_with(" 0 7"));
        // A move without a score has no line.
        assert_eq!(lines(game, &report(Score::DRAW, Bound::None, 0)).count(), 0);
        assert_eq!(eval(game, &report(Score::DRAW, Bound::None, 0)), None);
        assert_eq!(eval(game, &report(-decided, Bound::Upper, 0)), Some(-2.0));
        assert_eq!(eval(game, &Report::empty()), None);
        assert_eq!(
            eval(game, &Report::finished(lost)),
            game.reading(lost).units
        );
    }
}
