use crate::{EngineError, RuleSetting, Session, Setting, Settings, Wiring, rule};
use game_core::Notation;
use serde_json::{Map, Value};
use std::ops::ControlFlow;
use std::time::Duration;

/// What a game's exact solver finds, and what it may be asked, as a command offers it.
///
/// ```
/// use std::ops::ControlFlow;
/// let othello = engines::game("othello")?;
/// let facts = othello.facts().solver.ok_or("it has a solver")?;
/// assert!(facts.settings.iter().any(|setting| setting.name == "wld" && setting.is_switch()));
///
/// let mut solver = othello.solver(&Vec::new(), &Vec::new(), None)?.ok_or("it has a solver")?;
/// let mut session = othello.session(&Vec::new())?;
/// session.set_line("XXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOO-- X")?;
/// let mut line = Vec::new();
/// let solved = solver.solve(&*session, &mut |finding| {
///     line = finding.line.clone();
///     ControlFlow::Continue(())
/// })?;
/// assert!(solved.complete && solved.data["score"].is_i64() && !line.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SolverFacts {
    /// What it finds, in a sentence or two.
    pub about: &'static str,
    /// What it may be asked.
    pub settings: &'static [RuleSetting],
}

/// Finds exact answers about positions of one game, one after another. The cost of a position does
/// not depend on those before.
///
/// ```
/// use std::ops::ControlFlow;
/// let gomoku = engines::game("gomoku")?;
/// let mut solver = gomoku.solver(&Vec::new(), &Vec::new(), None)?.ok_or("it has a solver")?;
/// let mut session = gomoku.session(&Vec::new())?;
/// session.set_line("X:h8j9k9h10i10h11i11k11 O:i7j7j8h9i9g10j11g12 turn:X")?;
/// let solved = solver.solve(&*session, &mut |_| ControlFlow::Continue(()))?;
/// assert!(solved.complete && solved.data["plies"] == 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solver: Send {
    /// Solves the position of `session`. `tell` hears each finding as it comes, the last one last,
    /// and may end the search.
    ///
    /// # Errors
    /// If the solver does not take the position.
    fn solve(
        &mut self,
        session: &dyn Session,
        tell: &mut dyn FnMut(&Finding) -> ControlFlow<()>,
    ) -> Result<Solved, EngineError>;
}

/// What a solver finds, for people.
///
/// ```
/// use std::ops::ControlFlow;
/// let gomoku = engines::game("gomoku")?;
/// let mut solver = gomoku.solver(&Vec::new(), &Vec::new(), None)?.ok_or("it has a solver")?;
/// let mut session = gomoku.session(&Vec::new())?;
/// session.set_line("X:h8j9k9h10i10h11i11k11 O:i7j7j8h9i9g10j11g12 turn:X")?;
/// let mut told = String::new();
/// solver.solve(&*session, &mut |finding| {
///     told = format!("{}: {}", finding.result, finding.line.join(" "));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(told, "win in 5 plies: k8 l7 k10 k7 k12");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// The answer in words, as `win in 11 plies`.
    pub result: String,
    /// The moves of best play.
    pub line: Vec<String>,
    /// More lines to show.
    pub notes: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// How the solving of a position ended, for programs.
///
/// ```
/// use std::ops::ControlFlow;
/// let othello = engines::game("othello")?;
/// let wld = [("wld".to_owned(), "on".to_owned())].to_vec();
/// let mut solver = othello.solver(&Vec::new(), &wld, None)?.ok_or("it has a solver")?;
/// let mut session = othello.session(&Vec::new())?;
/// session.set_line("OXOOOOO-OXXOXOO-OXOXOOOXOXOXOOOXOXXOOOOOOOOXXOXXOOXXXX---XXXXXX- X")?;
/// let solved = solver.solve(&*session, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!((solved.complete, &solved.data["score"]), (true, &1.into()), "the side to move wins");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// Whether the question is answered; otherwise a limit was reached.
    pub complete: bool,
    /// The answer by the names of its fields, which differ from game to game.
    pub data: Map<String, Value>,
    /// Positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// The solver of a game, in its [`Wiring`].
///
/// ```
/// use engines::othello::OthelloGuide;
/// use engines::{EngineError, Finding, RuleSetting, Session, Solved, Solver};
/// use engines::{SolverFacts, SolverWiring, Wired, Wiring};
/// use othello_bitboard::Othello;
/// use pattern_eval::othello::Handmade;
/// use std::ops::ControlFlow;
///
/// /// Counts the ways in which a game may go on for some plies.
/// struct Count(usize);
///
/// impl Solver for Count {
///     fn solve(
///         &mut self,
///         session: &dyn Session,
///         tell: &mut dyn FnMut(&Finding) -> ControlFlow<()>,
///     ) -> Result<Solved, EngineError> {
///         let nodes = session.perft(self.0 as u32).leaves;
///         let finding = Finding { result: format!("{nodes} ways"), nodes, ..Finding::default() };
///         let complete = tell(&finding).is_continue();
///         let data = [("ways".to_owned(), nodes.into())].into_iter().collect();
///         Ok(Solved { complete, data, nodes, time: finding.time })
///     }
/// }
///
/// struct Counted;
///
/// impl Wiring for Counted {
///     type Position = Othello;
///     type Evaluator = Handmade;
///     type Guide = OthelloGuide;
///     const SOLVER: Option<SolverWiring<Self>> = Some(SolverWiring {
///         facts: SolverFacts {
///             about: "the ways in which a game may go on",
///             settings: &[RuleSetting::number("plies", "for how long", (1, 9), "1")],
///         },
///         build: |(), asked| Ok(Box::new(Count(asked.number("plies").unwrap_or(1)))),
///     });
///
///     fn evaluator((): &(), _: Option<&str>) -> Handmade {
///         Handmade::default()
///     }
/// }
///
/// static GAME: Wired<Counted> = Wired::NEW;
/// let game: &dyn engines::Game = &GAME;
/// let asked = [("plies".to_owned(), "3".to_owned())].to_vec();
/// let mut solver = game.solver(&Vec::new(), &asked, None)?.ok_or("it has a solver")?;
/// let solved = solver.solve(&*game.session(&Vec::new())?, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(solved.data["ways"], 56);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolverWiring<W: Wiring> {
    /// What it finds, and what it may be asked.
    pub facts: SolverFacts,
    /// Builds the solver for games under these rules.
    pub build: fn(&<W::Position as Notation>::Rules, &Asked<'_>) -> BuiltSolver,
}

/// A solver, or why there is none of the kind that is asked for.
pub type BuiltSolver = Result<Box<dyn Solver>, EngineError>;

/// What is asked of a solver: some of its [settings](SolverFacts::settings), each with a value that
/// it takes. [`SolverWiring`] has an example.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub(crate) settings: &'a [Setting],
    /// The most time for a position.
    pub time: Option<Duration>,
}

impl Asked<'_> {
    /// The value given for a setting.
    pub fn value(&self, name: &str) -> Option<&str> {
        rule::value_of(self.settings, name)
    }

    /// Whether a [switch](RuleSetting::is_switch) is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.value(name) == Some("on")
    }

    /// The number given for a setting of numbers.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.value(name)?.parse().ok()
    }
}

/// The solver of a game, as [`Game::solver`](crate::Game::solver) says.
pub(crate) fn solver<W: Wiring>(
    rules: &<W::Position as Notation>::Rules,
    asked: &Settings,
    time: Option<Duration>,
) -> Result<Option<Box<dyn Solver>>, EngineError> {
    let Some(wiring) = &W::SOLVER else {
        return Ok(None);
    };
    for setting in asked {
        RuleSetting::checked(W::Position::NAME, wiring.facts.settings, setting)?;
    }
    let settings = asked;
    (wiring.build)(rules, &Asked { settings, time }).map(Some)
}

/// The fields of a JSON object.
#[cfg(any(feature = "gomoku", feature = "othello", feature = "xiangqi"))]
pub(crate) fn fields(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
