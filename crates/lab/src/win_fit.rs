use engines::{EngineConfig, EngineError, Game, SearchRequest, SearcherConfig, Settings};
use game_core::Player;
use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::StdRng};
use search::{Control, Limits};

/// What a score promises: the units of score with which games brought three quarters of a point, by
/// a logistic regression over games that a level plays against itself, their scores a search's. The
/// weaker the level, the less a score promises.
///
/// [`Wiring::HALF_WIN`](engines::Wiring::HALF_WIN) is made of it.
///
/// ```
/// use lab::{WinFit, WinGames};
/// use search::Limits;
/// let games = WinGames { games: 8, ..WinGames::new("level=6".parse()?, Limits::nodes(50)) };
/// let othello = engines::game("othello")?;
/// let fit = WinFit::play(othello, &Vec::new(), &"aspiration".parse()?, &games, &mut |_| {})?;
/// assert!(fit.is_some_and(|fit| fit.games == 8 && fit.half_win > 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinFit {
    /// Units of score halfway between an even game and a won one.
    pub half_win: f64,
    /// Its standard error; positions of one game are not taken for independent.
    pub error: f64,
    /// The cross-entropy of the results under it, in nats.
    pub cross_entropy: f64,
    /// How many games were played.
    pub games: usize,
    /// How many of their positions had an undecided score.
    pub positions: usize,
}

/// The games to fit to.
#[derive(Clone, Debug)]
pub struct WinGames {
    /// How many.
    pub games: usize,
    /// Who plays both sides: a level, or a searcher within the limits of the search for a score.
    pub player: EngineConfig,
    /// The limits of each search for a score.
    pub limits: Limits,
    /// Random plies at the beginning of each game.
    pub random_plies: usize,
    /// Plies after which a game counts as a draw.
    pub longest: usize,
    /// The seed of the random plies and of the level's mistakes.
    pub seed: u64,
}

impl WinGames {
    /// Two hundred games that begin with eight random plies.
    pub fn new(player: EngineConfig, limits: Limits) -> Self {
        Self {
            games: 200,
            player,
            limits,
            random_plies: 8,
            longest: 300,
            seed: 1,
        }
    }
}

/// A position: its score in units and the points that its game brought, both for the player to move.
#[derive(Clone, Copy, Debug)]
struct Sample {
    units: f64,
    points: f64,
}

impl WinFit {
    /// Plays the games and fits; `each` is called after every game with how many there are.
    ///
    /// `None` where the scores say nothing about the results: of too few games, or if the better
    /// score always won.
    ///
    /// # Errors
    /// If the game has no such searcher.
    pub fn play(
        game: &dyn Game,
        settings: &Settings,
        config: &SearcherConfig,
        plan: &WinGames,
        each: &mut dyn FnMut(usize),
    ) -> Result<Option<Self>, EngineError> {
        let mut engine = game.engine(settings, &EngineConfig::Searcher(config.clone()), 0)?;
        let mut player = game.engine(settings, &plan.player, plan.seed)?;
        let mut random = StdRng::seed_from_u64(plan.seed);
        // A level limits itself.
        let limits = match plan.player {
            EngineConfig::Searcher(_) => plan.limits,
            _ => Limits::none(),
        };
        let [ask, play] = [plan.limits, limits].map(SearchRequest::new);
        let ask = ask.with_instant(false);
        let mut games = Vec::new();
        while games.len() < plan.games {
            let mut session = game.session(settings)?;
            engine.new_game();
            player.new_game();
            let mut scores: Vec<(Player, f64)> = Vec::new();
            while session.state().ending.is_none() && session.state().ply < plan.longest {
                if session.state().ply < plan.random_plies {
                    let moves = session.legal_moves();
                    let Some(mv) = moves.choose(&mut random) else {
                        break;
                    };
                    session.play(mv)?;
                    continue;
                }
                let line = session.line();
                let report = engine.think(&line, &ask, &Control::default(), &mut |_| {})?;
                let reading = game.reading(report.score());
                if let Some(units) = reading.units.filter(|_| !reading.is_final) {
                    scores.push((session.state().turn, units));
                }
                let report = player.think(&line, &play, &Control::default(), &mut |_| {})?;
                let Some(mv) = report.best() else { break };
                session.play(&mv)?;
            }
            let winner = session.state().ending.and_then(|ending| ending.winner);
            let sample = |(player, units): (Player, f64)| Sample {
                units,
                points: match winner {
                    Some(winner) if winner == player => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                },
            };
            games.push(scores.into_iter().map(sample).collect::<Vec<_>>());
            each(games.len());
        }
        Ok(Self::of(&games))
    }

    /// The most likely logistic curve through even at zero, by Newton's method; its error by the
    /// sandwich estimator with a cluster a game (White, 1982).
    fn of(games: &[Vec<Sample>]) -> Option<Self> {
        let samples = || games.iter().flatten();
        let positions = samples().count();
        let extent = samples()
            .map(|sample| sample.units.abs())
            .fold(0.0, f64::max);
        if extent == 0.0 {
            return None;
        }
        let chance = |slope: f64, units: f64| 1.0 / (1.0 + (-slope * units).exp());
        let slope_of = |slope: f64, sample: &Sample| {
            (sample.points - chance(slope, sample.units)) * sample.units
        };
        let curvature = |slope: f64| -> f64 {
            let weight = |sample: &Sample| {
                let chance = chance(slope, sample.units);
                chance * (1.0 - chance) * sample.units * sample.units
            };
            samples().map(weight).sum()
        };
        let mut slope = 0.0;
        for _ in 0..100 {
            let gradient: f64 = samples().map(|sample| slope_of(slope, sample)).sum();
            // Steps are bounded, so that a steep curve is not overshot.
            let step = (gradient / curvature(slope)).clamp(-1.0 / extent, 1.0 / extent);
            slope += step;
            if step.abs() < 1e-9 / extent {
                break;
            }
        }
        let curvature = curvature(slope);
        if slope <= 0.0 || curvature < 1e-6 {
            return None;
        }
        let game_slope =
            |game: &Vec<Sample>| -> f64 { game.iter().map(|sample| slope_of(slope, sample)).sum() };
        let spread: f64 = games.iter().map(|game| game_slope(game).powi(2)).sum();
        let half_win = 3f64.ln() / slope;
        let entropy = |sample: &Sample| {
            let chance = chance(slope, sample.units).clamp(1e-12, 1.0 - 1e-12);
            -(sample.points * chance.ln() + (1.0 - sample.points) * (1.0 - chance).ln())
        };
        Some(Self {
            half_win,
            error: half_win * spread.sqrt() / curvature / slope,
            cross_entropy: samples().map(entropy).sum::<f64>() / positions as f64,
            games: games.len(),
            positions,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    /// Games of ten positions with one result each, won as often as a curve says.
    fn games(half_win: f64, count: usize) -> Vec<Vec<Sample>> {
        let mut random = StdRng::seed_from_u64(5);
        let game = |_| {
            let units = random.random_range(-2.0 * half_win..2.0 * half_win);
            let wins = random.random_bool(1.0 / (1.0 + 3f64.powf(-units / half_win)));
            let sample = Sample {
                units,
                points: if wins { 1.0 } else { 0.0 },
            };
            vec![sample; 10]
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn the_curve_that_made_the_games_is_found_within_its_error() {
        for half_win in [0.5, 3.0, 40.0] {
            let fit = WinFit::of(&games(half_win, 4_000)).expect("a curve");
            let off = (fit.half_win - half_win).abs();
            assert!(off < 3.0 * fit.error, "{half_win}: {fit:?}");
            // Ten positions of a game are one result.
            assert!((0.02..0.06).contains(&(fit.error / half_win)), "{fit:?}");
            assert_eq!((fit.games, fit.positions), (4_000, 40_000));
            assert!((0.4..0.6).contains(&fit.cross_entropy), "{fit:?}");
        }
    }

    #[test]
    fn scores_that_say_nothing_have_no_curve() {
        let sample = |units, points| Sample { units, points };
        assert_eq!(WinFit::of(&[]), None);
        assert_eq!(WinFit::of(&[vec![sample(0.0, 1.0)]]), None);
        // The worse score wins.
        assert_eq!(
            WinFit::of(&[vec![sample(-1.0, 1.0), sample(1.0, 0.0)]]),
            None
        );
        // The better one always does: no curve is steep enough.
        assert_eq!(
            WinFit::of(&[vec![sample(1.0, 1.0), sample(-1.0, 0.0)]]),
            None
        );
    }
}
