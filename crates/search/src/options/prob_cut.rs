use crate::{Limits, Searcher};
use game_core::{Position, Score};

/// What the value of a shallow search says about that of a deeper one:
/// `deep = slope * shallow + intercept`, give or take `sigma` (Buro, *ProbCut: an effective
/// selective extension of the alpha-beta algorithm*, 1995).
///
/// Where the shallow value puts the deep one beyond the window by `threshold` sigmas, the deep
/// search is left out. Unsound as often as the normal distribution says: with a threshold of 150,
/// once in fifteen times on either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProbCut {
    /// The depth predicted: tried with exactly this much left.
    pub depth: i32,
    /// The depth searched instead, at least 1 and less than `depth`.
    pub shallow: i32,
    /// Hundredths; positive.
    pub slope: i32,
    /// Hundredths of a unit.
    pub intercept: i32,
    /// The standard deviation of the error, in hundredths of a unit.
    pub sigma: i32,
    /// Hundredths of sigma. Small ones cut more, and err more.
    pub threshold: i32,
}

impl ProbCut {
    /// The threshold that a fit begins with: one and a half sigmas.
    pub const THRESHOLD: i32 = 150;

    /// Regresses deep on shallow values of `positions`, as `searcher` finds them, and scales by the
    /// game's `unit`.
    ///
    /// Positions decided at either depth are passed over. `None` if fewer than three are left, or
    /// all have one shallow value, or deeper values are not greater where shallow ones are. Costs
    /// two searches a position, each begun with nothing remembered.
    pub fn fit<'a, P: Position + 'a>(
        searcher: &mut dyn Searcher<P>,
        positions: impl IntoIterator<Item = &'a P>,
        (shallow, depth): (u32, u32),
        unit: i32,
    ) -> Option<Self> {
        let mut value = |pos: &P, depth| {
            searcher.new_game();
            searcher.think(pos, Limits::depth(depth)).score()
        };
        let pairs = positions
            .into_iter()
            .map(|pos| (value(pos, shallow), value(pos, depth)));
        let pairs: Vec<_> = pairs
            .filter(|(a, b)| !a.is_decisive() && !b.is_decisive())
            .collect();
        Self::regress(&pairs, (shallow, depth), unit)
    }

    /// What [`fit`](Self::fit) makes of shallow and deep values found otherwise.
    ///
    /// ```
    /// use search::{ProbCut, game_core::Score};
    /// let pairs = [(0, 10), (100, 110), (200, 210), (300, 310)].map(|(a, b)| (Score::eval(a), Score::eval(b)));
    /// let fitted = ProbCut::regress(&pairs, (2, 4), 100).ok_or("no line")?;
    /// assert_eq!((fitted.slope, fitted.intercept, fitted.sigma), (100, 10, 0));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn regress(
        pairs: &[(Score, Score)],
        (shallow, depth): (u32, u32),
        unit: i32,
    ) -> Option<Self> {
        let line = Line::through(pairs)?;
        let hundredths = |value: f64| (value * 100.0 / f64::from(unit.max(1))).round() as i32;
        Some(Self {
            depth: depth as i32,
            shallow: shallow as i32,
            slope: (line.slope * 100.0).round() as i32,
            intercept: hundredths(line.intercept),
            sigma: hundredths(line.sigma),
            threshold: Self::THRESHOLD,
        })
        .filter(|fitted| fitted.slope > 0)
    }

    /// This many hundredths of sigma as a score.
    #[inline]
    pub(crate) fn error(self, hundredths: i32, unit: i32) -> i32 {
        let sigma = (i64::from(unit) * i64::from(self.sigma) / 100).clamp(-64_000, 64_000);
        (sigma * i64::from(hundredths) / 100).clamp(-64_000, 64_000) as i32
    }

    /// Whether it is of use with `depth` left.
    #[inline]
    pub(crate) fn applies_at(self, depth: i32) -> bool {
        self.depth == depth && (1..depth).contains(&self.shallow) && self.slope > 0
    }

    /// The least shallow value that puts the deep one at `beta` or above, and the greatest that
    /// puts it at `alpha` or below, if scores go that far.
    #[inline]
    pub(crate) fn bounds(
        self,
        alpha: Score,
        beta: Score,
        unit: i32,
    ) -> (Option<Score>, Option<Score>) {
        let slope = i64::from(self.slope.max(1));
        // Beyond twice the greatest score nothing changes, and nothing overflows.
        let scaled = |by: i32| (i64::from(unit) * i64::from(by) / 100).clamp(-64_000, 64_000);
        let doubt = i64::from(self.error(self.threshold, unit));
        let shift = scaled(self.intercept);
        let within = |value: i64| {
            (value.abs() < i64::from(Score::MAX_EVAL.get())).then(|| Score::eval(value as i32))
        };
        let above = (i64::from(beta.get()) + doubt - shift) * 100;
        let below = (i64::from(alpha.get()) - doubt - shift) * 100;
        // Rounded away from the window.
        (
            within(-(-above).div_euclid(slope)),
            within(below.div_euclid(slope)),
        )
    }
}

/// Multi-ProbCut with what the guide [forecasts](crate::Guide::prob_cut), which may depend on the
/// phase of the game (Buro, *Experiments with Multi-ProbCut and a new high-quality evaluation
/// function for Othello*, 1997).
///
/// ```
/// use game_core::{Evaluator, Node, from_fn};
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Guide, Limits, MultiProbCut, Options, ProbCut, Searcher};
///
/// /// Takes the values of two plies less for a forecast, wrong by two discs.
/// #[derive(Clone)]
/// struct Forecast;
///
/// impl<E: Evaluator<Othello>> Guide<Othello, E> for Forecast {
///     fn prob_cut(&mut self, _line: &Node<'_, Othello, E>, depth: i32, nth: usize) -> Option<ProbCut> {
///         let shallow = depth - 2;
///         let cut = ProbCut { depth, shallow, slope: 100, intercept: 0, sigma: 200, threshold: 0 };
///         (nth == 0 && depth > 2).then_some(cut)
///     }
/// }
///
/// let engine = || AlphaBeta::new(from_fn(Othello::margin)).guided_by(Forecast);
/// let options = Options::default().with_unit(1);
/// let plain = engine().with_options(options).think(&Othello::START, Limits::depth(6));
/// let multi = MultiProbCut { threshold: 50, ..MultiProbCut::default() };
/// let options = options.with_multi_prob_cut(Some(multi));
/// let cut = engine().with_options(options).think(&Othello::START, Limits::depth(6));
/// assert!(cut.nodes < plain.nodes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct MultiProbCut {
    /// Hundredths of sigma, for all forecasts alike. Small ones cut more, and err more.
    pub threshold: i32,
    /// A forecast is not asked for where the static evaluation lies on the wrong side of what the
    /// shallow search would have to find, by more than this many hundredths of sigma: it would
    /// hardly find it.
    pub gate: i32,
    /// Tried with at least this depth left.
    pub depth: i32,
}

impl MultiProbCut {
    /// A sigma and a half, from depth 3 on, where the evaluation is within a sigma.
    pub const DEFAULT: Self = Self {
        threshold: ProbCut::THRESHOLD,
        gate: 100,
        depth: 3,
    };
}

impl Default for MultiProbCut {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A least-squares line and what it leaves unexplained.
struct Line {
    slope: f64,
    intercept: f64,
    sigma: f64,
}

impl Line {
    fn through(pairs: &[(Score, Score)]) -> Option<Self> {
        let n = pairs.len() as f64;
        let points = || {
            pairs
                .iter()
                .map(|(a, b)| (f64::from(a.get()), f64::from(b.get())))
        };
        let (x, y) = points().fold((0.0, 0.0), |(x, y), (a, b)| (x + a / n, y + b / n));
        let mut xx = 0.0;
        let mut xy = 0.0;
        for (a, b) in points() {
            xx += (a - x) * (a - x);
            xy += (a - x) * (b - y);
        }
        if pairs.len() < 3 || xx == 0.0 {
            return None;
        }
        let slope = xy / xx;
        let intercept = y - xy / xx * x;
        let error: f64 = points()
            .map(|(a, b)| (b - slope * a - intercept).powi(2))
            .sum();
        Some(Self {
            slope,
            intercept,
            sigma: (error / (n - 2.0)).sqrt(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(pairs: &[(i32, i32)]) -> Vec<(Score, Score)> {
        pairs
            .iter()
            .map(|&(a, b)| (Score::eval(a), Score::eval(b)))
            .collect()
    }

    #[test]
    fn a_line_is_found_and_its_error() {
        // y = 2 x + 5, and three off it by 1, -2 and 1: orthogonal to both constant and slope.
        let line = Line::through(&scores(&[(0, 6), (1, 5), (2, 10)])).expect("a line");
        assert!((line.slope - 2.0).abs() < 1e-9 && (line.intercept - 5.0).abs() < 1e-9);
        assert!((line.sigma - 6f64.sqrt()).abs() < 1e-9, "{}", line.sigma);
        assert!(
            Line::through(&scores(&[(1, 2), (2, 4)])).is_none(),
            "two points fit any line"
        );
        assert!(
            Line::through(&scores(&[(1, 2), (1, 4), (1, 3)])).is_none(),
            "and these no one"
        );
    }

    #[test]
    fn bounds_leave_room_for_doubt() {
        let cut = ProbCut {
            depth: 4,
            shallow: 2,
            slope: 50,
            intercept: 100,
            sigma: 200,
            threshold: 150,
        };
        // deep = shallow / 2 + 10 with a unit of 10, and 30 for doubt.
        let (high, low) = cut.bounds(Score::eval(9), Score::eval(10), 10);
        assert_eq!((high, low), (Some(Score::eval(60)), Some(Score::eval(-62))));
        let (high, low) = cut.bounds(Score::eval(29_999), Score::MAX_EVAL, 10);
        assert_eq!(
            (high, low),
            (None, None),
            "no evaluation is as good, nor is any sure to be worse"
        );
        let mut wild = ProbCut {
            slope: 0,
            sigma: i32::MAX,
            intercept: i32::MIN,
            threshold: i32::MAX,
            ..cut
        };
        assert_eq!(
            wild.bounds(-Score::INFINITE, Score::INFINITE, i32::MAX),
            (None, None)
        );
        wild.slope = i32::MIN;
        assert_eq!(wild.bounds(-Score::INFINITE, Score::INFINITE, 1).0, None);
    }
}
