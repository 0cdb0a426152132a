use super::OpeningError;
use crate::seed::Stream;
use engines::{
    Engine, EngineConfig, EngineError, Game, GameState, SearchRequest, Session, Settings,
};
use game_core::GameLine;
use search::{Control, Limits};
use std::collections::HashSet;

/// Openings of random plies, of which the best balanced are taken.
///
/// For each opening, [`CANDIDATES`](Self::CANDIDATES) sequences of random plies are played out, and
/// the one that a shallow search scores nearest to a draw is taken: a measure that needs no unit,
/// since each game's evaluator has its own. Decided positions, and those that an earlier opening
/// reached, do not count.
///
/// ```
/// use arena::openings::{OpeningSuite, Openings, RandomPlies};
/// let openings = Openings::Random(RandomPlies { plies: 3 });
/// let suite = OpeningSuite::new(&openings, 1, engines::game("othello")?, &Vec::new())?;
/// assert_eq!([0, 1].map(|number| suite.opening(number).map(|line| line.moves.len()).ok()), [Some(3); 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomPlies {
    /// How many plies from the initial position.
    pub plies: u32,
}

impl Default for RandomPlies {
    /// Eight plies.
    fn default() -> Self {
        Self { plies: 8 }
    }
}

impl RandomPlies {
    /// How many sequences each opening is the best balanced of.
    pub const CANDIDATES: usize = 8;
    /// How many positions the search that measures the balance visits.
    pub const NODES: u64 = 2_000;
    /// On boards with more legal moves than this, where most are pointless, the random choice is
    /// among the best [`CHOICE`](Self::CHOICE) of a one-ply search.
    pub const WIDE: usize = 60;
    /// See [`WIDE`](Self::WIDE).
    pub const CHOICE: usize = 12;

    /// After this many rounds of candidates the search for another opening fails.
    const ROUNDS: usize = 100;
}

/// Finds random openings, one after another.
pub(super) struct Finder {
    random: RandomPlies,
    seed: u64,
    session: Box<dyn Session>,
    /// The plies that every opening begins with.
    begun: usize,
    scout: Box<dyn Engine>,
    /// The positions reached by openings given out.
    seen: HashSet<u64>,
    found: usize,
}

impl Finder {
    pub fn new(
        random: RandomPlies,
        seed: u64,
        game: &dyn Game,
        settings: &Settings,
    ) -> Result<Self, EngineError> {
        // The smallest table: it is cleared before every search, so that no search depends on
        // another.
        let config: EngineConfig = "pvs,hash=1"
            .parse()
            .expect("it names a searcher and an option");
        let session = game.session(settings)?;
        let scout = game.engine(settings, &config, 0)?;
        Ok(Self {
            random,
            seed,
            session,
            begun: 0,
            scout,
            seen: HashSet::new(),
            found: 0,
        })
    }

    /// The openings that go on from `line`.
    ///
    /// # Errors
    /// If the game refuses it.
    pub fn after(mut self, line: &GameLine) -> Result<Self, EngineError> {
        self.begin_with(line)?;
        Ok(self)
    }

    fn begin_with(&mut self, line: &GameLine) -> Result<(), EngineError> {
        self.session.set(line)?;
        self.begun = self.session.state().ply;
        Ok(())
    }

    /// `line` with this many random plies after it, number `k` of its kind: the best balanced of
    /// the candidates, or the line itself if none is left undecided.
    ///
    /// # Errors
    /// If the game refuses the line.
    pub fn varied(&mut self, line: &GameLine, plies: u32, k: u64) -> Result<GameLine, EngineError> {
        self.begin_with(line)?;
        self.random.plies = plies;
        let mut stream = Stream::new(self.seed, k);
        let best = self.best_candidate(&mut stream);
        Ok(best.map_or_else(|| line.clone(), |candidate| candidate.line))
    }

    /// The next opening.
    pub fn next(&mut self) -> Result<GameLine, OpeningError> {
        let mut stream = Stream::new(self.seed, self.found as u64);
        for _ in 0..RandomPlies::ROUNDS {
            if let Some(Candidate { line, key, .. }) = self.best_candidate(&mut stream) {
                self.seen.insert(key);
                self.found += 1;
                return Ok(line);
            }
        }
        Err(OpeningError::Exhausted {
            plies: self.random.plies,
            number: self.found + 1,
        })
    }

    /// The best balanced of some sequences of random plies.
    fn best_candidate(&mut self, stream: &mut Stream) -> Option<Candidate> {
        let candidates = (0..RandomPlies::CANDIDATES).filter_map(|_| self.candidate(stream));
        candidates.min_by_key(|candidate| candidate.imbalance)
    }

    /// One sequence of random plies, if it leads to an undecided position not seen before.
    fn candidate(&mut self, stream: &mut Stream) -> Option<Candidate> {
        self.session.seek(self.begun);
        for _ in 0..self.random.plies {
            let mv = self.choose(stream)?;
            self.session.play(&mv).ok()?;
        }
        let line = self.session.line();
        let GameState { key, ending, .. } = self.session.state();
        if ending.is_some() || self.seen.contains(&key) {
            return None;
        }
        let score = self
            .think(&SearchRequest::new(Limits::nodes(RandomPlies::NODES)))?
            .score();
        (!score.is_decisive()).then(|| Candidate {
            line,
            key,
            imbalance: score.get().abs(),
        })
    }

    /// A random move; `None` if there is none.
    fn choose(&mut self, stream: &mut Stream) -> Option<String> {
        let mut moves = self.session.legal_moves();
        if moves.len() > RandomPlies::WIDE {
            let report = self
                .think(&SearchRequest::new(Limits::depth(1)).with_multi_pv(RandomPlies::CHOICE))?;
            moves = report
                .lines
                .iter()
                .filter_map(|line| line.moves.first().cloned())
                .collect();
        }
        let choice = (!moves.is_empty()).then(|| stream.below(moves.len()))?;
        Some(moves.swap_remove(choice))
    }

    fn think(&mut self, question: &SearchRequest) -> Option<search::Report<String>> {
        self.scout.new_game();
        self.scout
            .think(
                &self.session.line(),
                question,
                &Control::default(),
                &mut |_| {},
            )
            .ok()
    }
}

struct Candidate {
    line: GameLine,
    key: u64,
    imbalance: i32,
}
