use engines::{Engine, EngineConfig, EngineError, Game, Puzzle, SearchRequest, Settings};
use game_core::{GameLine, Score};
use rayon::prelude::*;
use search::{Control, Limits};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Finds the puzzles in the positions of games, from the initial position each, at most one of a
/// theme in a game; in the order of the games, however many threads there are. `each` hears how
/// many games are done.
///
/// ```
/// let othello = engines::game("othello")?;
/// // Too short for an endgame, and within the book.
/// let game = "startpos moves f5 d6 c3 d3 c4".into();
/// let puzzles = lab::find_puzzles(othello, &Vec::new(), &[game], &|_| {})?;
/// assert!(puzzles.iter().all(|puzzle| puzzle.theme == "opening"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a game cannot be read.
pub fn find_puzzles(
    game: &dyn Game,
    settings: &Settings,
    games: &[GameLine],
    each: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Puzzle>, EngineError> {
    // Now, since the threads cannot report it.
    game.puzzle_finder(settings)?;
    let done = AtomicUsize::new(0);
    let of_game = |finder: &mut Result<Box<dyn engines::PuzzleFinder>, EngineError>,
                   line: &GameLine| {
        let mut found: BTreeMap<String, Puzzle> = BTreeMap::new();
        if let Ok(finder) = finder {
            for ply in 0..=line.moves.len() {
                if let Some(puzzle) = finder.find(&line.up_to(ply))? {
                    found.entry(puzzle.theme.clone()).or_insert(puzzle);
                }
            }
        }
        each(done.fetch_add(1, Ordering::Relaxed) + 1);
        Ok(found.into_values().collect::<Vec<_>>())
    };
    let found: Result<Vec<_>, EngineError> = games
        .par_iter()
        .map_init(|| game.puzzle_finder(settings), of_game)
        .collect();
    let mut seen = HashSet::new();
    let all = found?.into_iter().flatten();
    Ok(all.filter(|puzzle| seen.insert(puzzle.id())).collect())
}

/// A collection of at most `count` of these puzzles: [graded](Puzzle::grade), every theme with an
/// equal share as far as there are enough, and in a theme every difficulty. Ordered by theme and
/// rating.
pub fn select_puzzles(mut puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    Puzzle::grade(&mut puzzles);
    let mut themes: BTreeMap<String, Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        themes.entry(kind(&puzzle)).or_default().push(puzzle);
    }
    let mut groups: Vec<_> = themes.into_values().collect();
    groups.sort_by_key(Vec::len);
    let (mut left, mut chosen) = (count, Vec::new());
    let kinds = groups.len();
    for (number, mut group) in groups.into_iter().enumerate() {
        group.sort_by_cached_key(|puzzle| (puzzle.rating, puzzle.id()));
        let share = (left / (kinds - number)).min(group.len());
        left -= share;
        let evenly = (0..share).map(|place| group[place * group.len() / share].clone());
        chosen.extend(evenly);
    }
    chosen.sort_by_cached_key(|puzzle| (puzzle.theme.clone(), puzzle.rating, puzzle.id()));
    chosen
}

/// What is to have an equal share: a theme, and of each the solutions of one length.
fn kind(puzzle: &Puzzle) -> String {
    format!("{} {}", puzzle.theme, puzzle.solution.len().min(9))
}

/// Checks puzzles by a search that knows nothing of how they were found.
#[derive(Clone, Debug)]
pub struct PuzzleCheck {
    /// The searcher.
    pub searcher: EngineConfig,
    /// The limits of each search. Its depth is at most a ply more than that of the solution, unless a
    /// book knew it.
    pub limits: Limits,
}

/// What a [check](PuzzleCheck) says about one of a puzzle's only moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The score of the solution's move.
    pub solution: Score,
    /// That of the best other move.
    pub other: Score,
}

/// The judgement about an only move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// The search sees the game decided: by the solution's move, or by any other against the player.
    Proved,
    /// The search takes it for the best move.
    Best,
    /// The search sees no difference.
    Unclear,
    /// The search takes another move for better.
    Other,
}

impl Judgement {
    /// Every judgement, the best first.
    pub const ALL: [Self; 4] = [Self::Proved, Self::Best, Self::Unclear, Self::Other];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        ["proved", "best", "unclear", "other"][self as usize]
    }
}

impl Checked {
    /// What the scores say, as `game` reads them.
    pub fn judgement(&self, game: &dyn Game) -> Judgement {
        let Self { solution, other } = *self;
        let ends = |score| game.reading(score).is_final;
        match solution.cmp(&other) {
            std::cmp::Ordering::Greater if ends(solution) || ends(other) => Judgement::Proved,
            std::cmp::Ordering::Greater => Judgement::Best,
            std::cmp::Ordering::Equal => Judgement::Unclear,
            std::cmp::Ordering::Less => Judgement::Other,
        }
    }
}

impl PuzzleCheck {
    /// Searches the position before each only move of `puzzle` twice, once with that move alone and
    /// once with all others, both to a ply more than the depth of the solution.
    ///
    /// # Errors
    /// If the game has no such searcher, or the puzzle is none of the game's.
    pub fn check(
        &self,
        game: &dyn Game,
        settings: &Settings,
        puzzle: &Puzzle,
    ) -> Result<Vec<Checked>, EngineError> {
        let mut session = game.session(settings)?;
        let mut engine = game.engine(settings, &self.searcher, 0)?;
        session.set_line(puzzle.line())?;
        let player = session.state().turn;
        let mut checked = Vec::new();
        for (ply, mv) in puzzle.solution.iter().enumerate() {
            if session.state().turn == player && checked.len() < puzzle.only {
                // A ply more than the solution, to see that a player is without moves. What a book
                // knew has no end to search to.
                let depth = match puzzle.nodes {
                    0 => u32::MAX,
                    _ => (puzzle.solution.len() - ply + 1) as u32,
                };
                let mv = session.read(mv)?;
                let others: Vec<_> = session
                    .legal_moves()
                    .into_iter()
                    .filter(|other| *other != mv)
                    .collect();
                if others.is_empty() {
                    break;
                }
                let line = session.line();
                let mut score = |only| self.score(engine.as_mut(), &line, only, depth);
                let solution = score(vec![mv])?;
                let other = score(others)?;
                checked.push(Checked { solution, other });
            }
            session.play(mv)?;
        }
        Ok(checked)
    }

    fn score(
        &self,
        engine: &mut dyn Engine,
        line: &GameLine,
        only: Vec<String>,
        depth: u32,
    ) -> Result<Score, EngineError> {
        let depth = self.limits.depth.unwrap_or(u32::MAX).min(depth);
        let request = SearchRequest::new(self.limits.with_depth(depth))
            .with_instant(false)
            .with_only(only);
        engine.new_game();
        let report = engine.think(line, &request, &Control::default(), &mut |_| {})?;
        Ok(report.score())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(theme: &str, number: u64) -> Puzzle {
        Puzzle {
            position: format!("{theme} {number}"),
            theme: theme.to_owned(),
            solution: vec!["a1".to_owned()],
            only: 1,
            nodes: number,
            rating: 0,
        }
    }

    #[test]
    fn every_theme_has_its_share_and_every_difficulty() {
        let of = |theme, count| (1..=count).map(move |number| puzzle(theme, number));
        let all: Vec<_> = of("rare", 3)
            .chain(of("mate", 100))
            .chain(of("fork", 50))
            .collect();
        let chosen = select_puzzles(all, 23);
        let ratings = |theme: &str| -> Vec<_> {
            let of_theme = chosen.iter().filter(|puzzle| puzzle.theme == theme);
            of_theme
                .map(|puzzle| (puzzle.nodes, puzzle.rating))
                .collect()
        };
        assert_eq!(
            ["fork", "mate", "rare"].map(|theme| ratings(theme).len()),
            [10, 10, 3]
        );
        let mates = ratings("mate");
        assert_eq!(
            mates.iter().map(|mate| mate.0).collect::<Vec<_>>(),
            [1, 11, 21, 31, 41, 51, 61, 71, 81, 91]
        );
        assert!(mates.is_sorted_by_key(|mate| mate.1) && mates[0].1 < mates[9].1);
        assert_eq!(select_puzzles(Vec::new(), 10), []);
    }

    #[test]
    fn a_mate_is_proved_and_a_wrong_solution_is_not() {
        let xiangqi = engines::game("xiangqi").expect("built in");
        let right: Puzzle = "4k4/9/9/9/9/8p/9/9/R8/1R3K3 w; pv b0b8 e9d9 a1a9; only 1; nodes 9; rating 1; theme mate"
            .parse()
            .expect("a puzzle");
        let check = PuzzleCheck {
            searcher: "alphabeta".parse().expect("a searcher"),
            limits: Limits::nodes(1_000_000),
        };
        let judge = |puzzle: &Puzzle| {
            let checked = check
                .check(xiangqi, &Vec::new(), puzzle)
                .expect("it is read");
            checked
                .iter()
                .map(|checked| checked.judgement(xiangqi))
                .collect::<Vec<_>>()
        };
        let wrong = Puzzle {
            solution: vec!["f0f1".to_owned(), "e9d9".to_owned(), "a1a9".to_owned()],
            ..right.clone()
        };
        assert_eq!(judge(&wrong), [Judgement::Other]);
        // Either chariot may begin.
        assert_eq!(judge(&right), [Judgement::Unclear]);
    }
}
