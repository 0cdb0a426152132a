use engines::{EngineConfig, EngineError, Game, SearchRequest, SearcherConfig, Settings};
use game_core::{GameLine, Score};
use search::{Control, Limits, ProbCut};
use std::fmt;

/// How well a shallow search predicts a deep one: a regression over positions, and the ProbCut it
/// makes.
///
/// Its text is the option of a [`SearcherConfig`]:
///
/// ```
/// use lab::Fit;
/// let othello = engines::game("othello")?;
/// let lines = ["f5", "f5d6", "f5d6c3", "f5d6c3d3c4", "f5f6e6", "f5f4e3"].map(|moves| format!("startpos moves {moves}").into());
/// let fit = Fit::find(othello, &Vec::new(), &"aspiration".parse()?, &lines, (1, 3))?.ok_or("no line")?;
/// assert_eq!(fit.positions, 6);
/// let spec: engines::SearcherConfig = format!("aspiration,{fit}").parse()?;
/// assert_eq!(spec.options(Default::default()).prob_cuts[0], Some(fit.cut));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Slope, intercept and sigma, with the threshold to begin with.
    pub cut: ProbCut,
    /// Pearson's correlation of shallow and deep values, -1 to 1.
    pub correlation: f64,
    /// Positions whose end neither search saw: those that counted.
    pub positions: usize,
}

impl Fit {
    /// Searches `lines` with `spec`, shallow and deep, each search begun with nothing remembered.
    ///
    /// `None` where [`ProbCut::regress`] finds no line: of too few positions, or of values that say
    /// nothing about each other.
    ///
    /// # Errors
    /// If a line cannot be read.
    pub fn find(
        game: &dyn Game,
        settings: &Settings,
        config: &SearcherConfig,
        lines: &[GameLine],
        (shallow, deep): (u32, u32),
    ) -> Result<Option<Self>, EngineError> {
        let mut engine = game.engine(settings, &EngineConfig::Searcher(config.clone()), 0)?;
        let mut value = |line: &GameLine, depth| {
            engine.new_game();
            let question = SearchRequest::new(Limits::depth(depth)).with_instant(false);
            engine
                .think(line, &question, &Control::default(), &mut |_| {})
                .map(|report| report.score())
        };
        let mut pairs = Vec::new();
        for line in lines {
            let pair = (value(line, shallow)?, value(line, deep)?);
            if !game.reading(pair.0).is_final && !game.reading(pair.1).is_final {
                pairs.push(pair);
            }
        }
        Ok(Self::of_pairs(game, &pairs, (shallow, deep)))
    }

    /// Searches `lines` with `spec` once each, deeper and deeper, and fits every depth up to `deep`
    /// with every smaller one of the same parity, if there is a line through them: what one phase
    /// of the game needs for multi-ProbCut.
    ///
    /// # Errors
    /// If a line cannot be read.
    pub fn all(
        game: &dyn Game,
        settings: &Settings,
        config: &SearcherConfig,
        lines: &[GameLine],
        deep: u32,
    ) -> Result<Vec<Self>, EngineError> {
        let mut engine = game.engine(settings, &EngineConfig::Searcher(config.clone()), 0)?;
        let mut courses = Vec::new();
        for line in lines {
            engine.new_game();
            let question = SearchRequest::new(Limits::depth(deep)).with_instant(false);
            let mut course = Vec::new();
            engine.think(line, &question, &Control::default(), &mut |report| {
                course.push(report.score())
            })?;
            courses.push(course);
        }
        let undecided = |course: &[Score], depth: u32| {
            let value = course.get(depth as usize - 1).copied();
            value.filter(|&value| !game.reading(value).is_final)
        };
        let fit = |shallow, depth| {
            let pair =
                |course: &Vec<_>| Some((undecided(course, shallow)?, undecided(course, depth)?));
            let pairs: Vec<_> = courses.iter().filter_map(pair).collect();
            Self::of_pairs(game, &pairs, (shallow, depth))
        };
        let shallower = |depth| (1..depth).filter(move |shallow| (depth - shallow) % 2 == 0);
        Ok((2..=deep)
            .flat_map(|depth| shallower(depth).filter_map(move |shallow| fit(shallow, depth)))
            .collect())
    }

    fn of_pairs(game: &dyn Game, pairs: &[(Score, Score)], depths: (u32, u32)) -> Option<Self> {
        let cut = ProbCut::regress(pairs, depths, game.facts().points_per_unit)?;
        Some(Self {
            cut,
            correlation: correlation(pairs),
            positions: pairs.len(),
        })
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProbCut {
            depth,
            shallow,
            slope,
            intercept,
            sigma,
            threshold,
        } = self.cut;
        write!(
            f,
            "prob_cut={depth}:{shallow}:{slope}:{intercept}:{sigma}:{threshold}"
        )
    }
}

/// Pearson's correlation; 0 where one of the two never varies.
fn correlation(pairs: &[(Score, Score)]) -> f64 {
    let n = pairs.len().max(1) as f64;
    let points: Vec<_> = pairs
        .iter()
        .map(|(a, b)| (f64::from(a.get()), f64::from(b.get())))
        .collect();
    let (x, y) = points
        .iter()
        .fold((0.0, 0.0), |(x, y), (a, b)| (x + a / n, y + b / n));
    let mut xx = 0.0;
    let mut xy = 0.0;
    let mut yy = 0.0;
    for (a, b) in points {
        xx += (a - x) * (a - x);
        xy += (a - x) * (b - y);
        yy += (b - y) * (b - y);
    }
    if xx * yy == 0.0 {
        0.0
    } else {
        xy / (xx * yy).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_is_pearsons() {
        let pairs = |points: &[(i32, i32)]| -> Vec<_> {
            points
                .iter()
                .map(|&(a, b)| (Score::eval(a), Score::eval(b)))
                .collect()
        };
        assert!((correlation(&pairs(&[(1, 10), (2, 20), (5, 50)])) - 1.0).abs() < 1e-12);
        assert!((correlation(&pairs(&[(1, -1), (2, -2), (3, -3)])) + 1.0).abs() < 1e-12);
        // By hand: deviations (-1, 0, 1) and (0, -1, 1).
        assert!((correlation(&pairs(&[(1, 2), (2, 1), (3, 3)])) - 0.5).abs() < 1e-12);
        assert_eq!(correlation(&pairs(&[(1, 2), (1, 3)])), 0.0);
        assert_eq!(correlation(&[]), 0.0);
    }
}
