//! A position, and what the rules and the evaluator say of it.

use crate::batch::{Batch, planes};
use crate::error::{self, Read, exception};
use crate::games::{Game, game};
use crate::options::config;
use crate::plain::plain;
use crate::report::Score;
use engines::{EngineError, Glyphs, Observation, Session, board_svg};
use game_core::Player;
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use serde_json::json;

/// A position of a game with the moves that led there. It never changes: `play` and `undo` return
/// another one, so that positions may be kept, hashed and shared among threads.
///
/// >>> import boyi
/// >>> start = boyi.game("othello").start()
/// >>> after = start.play("f5", "d6")
/// >>> start.ply, after.ply, after.turn
/// (0, 2, 'black')
/// >>> print(after)
///    a b c d e f g h
/// 1  - - - - - - - -
/// 2  - - - - - - - -
/// 3  - - · - - - - -
/// 4  - - · ○ ● - - -
/// 5  - - · ○ ● ● - -
/// 6  - - ·(○)- - - -
/// 7  - - · - - - - -
/// 8  - - - - - - - -
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Position {
    pub game: Game,
    pub session: Box<dyn Session>,
}

impl Position {
    pub fn new(game: Game, session: Box<dyn Session>) -> Self {
        Self { game, session }
    }

    fn identity(&self) -> (&'static str, &engines::Settings, String) {
        let session = &self.session;
        (self.game.game.name(), session.settings(), self.text())
    }

    fn one(&self) -> Box<dyn engines::Batch> {
        self.session.batch(1)
    }

    fn saved(&self, extension: &str, names: [Option<String>; 2]) -> PyResult<Vec<u8>> {
        let bytes = self.session.save(extension, names);
        bytes.map_err(|error| exception(Read::Record, error))
    }
}

/// How a game ended.
///
/// >>> import boyi
/// >>> boyi.game("gomoku").position("startpos moves h8 a1 i8 a3 j8 a5 k8 a7 l8").outcome()
/// Outcome(winner='black', reason='five in a row', margin=None)
#[pyclass(frozen, eq, get_all, module = "boyi")]
#[derive(PartialEq)]
pub(crate) struct Outcome {
    /// The winner's name; `None` is a draw.
    winner: Option<&'static str>,
    /// Why, in a few words.
    reason: &'static str,
    /// The first mover's margin of victory, negative if lost; `None` in a game without margins.
    margin: Option<i32>,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let winner = self
            .winner
            .map_or("None".to_owned(), |name| format!("'{name}'"));
        let margin = self
            .margin
            .map_or("None".to_owned(), |margin| margin.to_string());
        let reason = self.reason;
        format!("Outcome(winner={winner}, reason='{reason}', margin={margin})")
    }
}

/// A move of an opening book.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct BookMove {
    /// The move.
    r#move: String,
    /// Its score for the player who makes it.
    score: Score,
    /// The plies that were looked ahead.
    depth: u8,
    /// The games in which it was played: won, drawn and lost by that player.
    results: (u32, u32, u32),
    /// It and the best moves after it, as far as the book goes.
    line: Vec<String>,
}

#[pymethods]
impl BookMove {
    fn __repr__(&self) -> String {
        format!("<boyi.BookMove {} {}>", self.r#move, self.score.0)
    }
}

/// The evaluation of a position in the game's unit, for the first mover.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Evaluation {
    /// The whole.
    total: f64,
    /// The terms by name; empty where an evaluator has no parts.
    terms: Py<PyDict>,
}

#[pymethods]
impl Evaluation {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let terms = self.terms.bind(py).repr()?;
        Ok(format!("Evaluation(total={}, terms={terms})", self.total))
    }
}

/// A move by its text, or by its number.
#[derive(FromPyObject)]
pub(crate) enum Move {
    #[pyo3(transparent)]
    Text(String),
    #[pyo3(transparent)]
    Action(usize),
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game
    }

    /// The settings of the rules that are not the defaults.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = PyDict::new(py);
        for (name, value) in self.session.settings() {
            rules.set_item(name, value)?;
        }
        Ok(rules)
    }

    /// The name of the player to move.
    #[getter]
    fn turn(&self) -> &'static str {
        let players = self.game.game.facts().players;
        players[self.player()]
    }

    /// The player to move: 0 is the one who moves first in the game, 1 the other.
    #[getter]
    fn player(&self) -> usize {
        self.session.state().turn.index()
    }

    /// How many moves have been played.
    #[getter]
    fn ply(&self) -> usize {
        self.session.state().ply
    }

    /// The 64-bit key, equal for positions with the same placement and turn.
    #[getter]
    fn key(&self) -> u64 {
        self.session.state().key
    }

    /// The moves played.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.session.line().moves
    }

    /// The start and the moves since in one line, which `Game.position` reads.
    ///
    /// >>> import boyi
    /// >>> p = boyi.game("xiangqi").start().play("h2e2")
    /// >>> boyi.game("xiangqi").position(p.line) == p
    /// True
    #[getter]
    fn line(&self) -> String {
        self.session.line().to_string()
    }

    /// The position in the game's notation, without the moves that led there.
    #[getter]
    fn text(&self) -> String {
        self.session.view().position
    }

    /// The legal moves; none where the board has ended the game.
    fn legal_moves(&self) -> Vec<String> {
        self.session.legal_moves()
    }

    /// The legal moves as numbers, in increasing order: the actions of `batch` and of the
    /// environments. None where the game is over.
    ///
    /// >>> import boyi
    /// >>> boyi.game("connect-four").start().legal_actions()
    /// [0, 1, 2, 3, 4, 5, 6]
    fn legal_actions(&self) -> Vec<usize> {
        let mut actions = self.session.actions();
        actions.sort_unstable();
        actions
    }

    /// The legal move of that number.
    ///
    /// >>> import boyi
    /// >>> boyi.game("connect-four").start().move_of(3)
    /// 'd'
    fn move_of(&self, action: usize) -> PyResult<String> {
        let mut numbered = self.session.actions().into_iter();
        let place = numbered.position(|number| number == action);
        let found = place.and_then(|place| self.session.legal_moves().into_iter().nth(place));
        let illegal = EngineError::IllegalAction { action };
        found.ok_or_else(|| exception(Read::Move, illegal))
    }

    /// The number of a legal move.
    ///
    /// >>> import boyi
    /// >>> boyi.game("connect-four").start().action_of("d")
    /// 3
    fn action_of(&self, mv: &str) -> PyResult<usize> {
        let fails = |error| exception(Read::Move, error);
        let text = self.session.read(mv).map_err(fails)?;
        let moves = self.session.legal_moves().into_iter();
        let mut numbered = moves.zip(self.session.actions());
        let found = numbered.find(|(written, _)| *written == text);
        // A move that is legal on the board is no action where a rule has ended the game.
        let over = || error::no_move(format!("{mv:?} is not legal here"));
        found.map(|(_, action)| action).ok_or_else(over)
    }

    /// How many actions there are in this game, legal or not.
    #[getter]
    fn actions(&self) -> usize {
        self.session.batch(0).actions()
    }

    /// The shape of `planes`: planes, rows, columns.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.session.batch(0).shape().into()
    }

    /// What the player to move sees, as numbers of pieces: a plane for each kind of own pieces, one
    /// for each kind of the opponent's, and one that is all ones if the first player is to move.
    ///
    /// >>> import boyi
    /// >>> planes = boyi.game("othello").start().planes()
    /// >>> planes.shape, planes[0].sum()
    /// ((3, 8, 8), np.float32(2.0))
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let batch = self.one();
        let all = planes(py, &*batch, 1)?;
        numpy::PyArrayMethods::reshape(&all, batch.shape())
    }

    /// Which of all actions are legal.
    ///
    /// >>> import boyi
    /// >>> boyi.game("gomoku").start().legal_mask().sum()
    /// np.int64(225)
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let batch = self.one();
        let mut mask = vec![false; batch.actions()];
        batch.legal(&mut mask, 1);
        PyArray1::from_vec(py, mask)
    }

    /// The position after `moves`, each a text or a number.
    ///
    /// >>> import boyi
    /// >>> boyi.game("othello").start().play("f5").legal_moves()
    /// ['f4', 'd6', 'f6']
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut session = self.session.fork();
        for mv in moves {
            let played = match mv.extract()? {
                Move::Text(text) => session.play(&text),
                Move::Action(action) => session.play_action(action),
            };
            played.map_err(|error| exception(Read::Move, error))?;
        }
        Ok(Self::new(self.game, session))
    }

    /// The position before the last moves.
    ///
    /// >>> import boyi
    /// >>> boyi.game("othello").start().play("f5", "d6").undo().moves
    /// ['f5']
    #[pyo3(signature = (plies = 1))]
    fn undo(&self, plies: usize) -> PyResult<Self> {
        let ply = self.ply();
        let mut session = self.session.fork();
        let before = ply
            .checked_sub(plies)
            .filter(|&before| session.seek(before));
        if before.is_none() {
            return Err(error::no_move(format!(
                "there are {ply} moves to take back"
            )));
        }
        Ok(Self::new(self.game, session))
    }

    /// How the game ended, by the board or by a rule; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        let state = self.session.state();
        state.ending.map(|ending| Outcome {
            winner: ending.winner_name(state.players),
            reason: ending.reason,
            margin: ending.margin,
        })
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.session.state().ending.is_some()
    }

    /// What the game has brought each player: 1 for a win, -1 for a loss, 0 for a draw or while it
    /// goes on; the first mover's first.
    ///
    /// >>> import boyi
    /// >>> boyi.game("gomoku").position("startpos moves h8 a1 i8 a3 j8 a5 k8 a7 l8").returns()
    /// (1.0, -1.0)
    fn returns(&self) -> (f64, f64) {
        let ending = self.session.state().ending;
        match ending.and_then(|ending| ending.winner) {
            Some(Player::First) => (1.0, -1.0),
            Some(Player::Second) => (-1.0, 1.0),
            None => (0.0, 0.0),
        }
    }

    /// What there is to see, as plain values that go into JSON: the game and its settings, whose turn
    /// it is, the last move, the outcome, the line, the position and the board in letters. It is
    /// what the command `boyi mcp` tells a language model of a position.
    ///
    /// >>> import boyi
    /// >>> seen = boyi.game("othello").start().play("f5").observation()
    /// >>> seen["players"], seen["to_move"], seen["legal_moves"], seen["last_move"]
    /// (['black', 'white'], 'white', 3, 'f5')
    fn observation(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let seen = Observation::of(self.game.game, &*self.session);
        plain(py, &json!(seen))
    }

    /// The pieces by the names of their cells, each with its owner's name and its letter.
    ///
    /// >>> import boyi
    /// >>> boyi.game("xiangqi").start().pieces()["e0"]
    /// ('red', 'K')
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let players = self.game.game.facts().players;
        let pieces = PyDict::new(py);
        for cell in self.session.view().board.cells {
            if let Some(piece) = cell.piece {
                let owner = players[piece.owner.index()];
                pieces.set_item(cell.name, (owner, piece.letter))?;
            }
        }
        Ok(pieces)
    }

    /// The cells that only a rule forbids, each with the short name of its kind.
    fn forbidden<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let forbidden = PyDict::new(py);
        for (name, kind) in self.session.view().forbidden() {
            forbidden.set_item(name, kind)?;
        }
        Ok(forbidden)
    }

    /// What a legal move does, in words.
    ///
    /// >>> import boyi
    /// >>> boyi.game("xiangqi").position("startpos moves h2e2 h7e7").remarks("e2e6")
    /// ['gives check', 'wins the soldier']
    fn remarks(&self, mv: &str) -> PyResult<Vec<String>> {
        let remarks = self.session.remarks(mv);
        let remarks = remarks.map_err(|error| exception(Read::Move, error))?;
        let english = remarks
            .into_iter()
            .map(|remark| remark.text.en.into_owned());
        Ok(english.collect())
    }

    /// How many lines of play of that length there are.
    ///
    /// >>> import boyi
    /// >>> boyi.game("xiangqi").start().perft(3)
    /// 79666
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.session.perft(depth).leaves)
    }

    /// The same after each legal move.
    fn divide<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let perft = py.detach(|| self.session.perft(depth));
        let divided = PyDict::new(py);
        for (text, leaves) in perft.by_move {
            divided.set_item(text, leaves)?;
        }
        Ok(divided)
    }

    /// The position that stands for this one and for all that are symmetric to it, as a start of
    /// its own.
    ///
    /// >>> import boyi
    /// >>> start = boyi.game("othello").start()
    /// >>> len({start.play(move).canonical() for move in start.legal_moves()})
    /// 1
    fn canonical(&self) -> PyResult<Self> {
        let mut session = self.session.fork();
        let position = session.canonical().position;
        let set = session.set_line(position);
        set.map_err(|error| exception(Read::Position, error))?;
        Ok(Self::new(self.game, session))
    }

    /// Each legal move, and what it is in the `canonical` position.
    fn canonical_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let images = PyDict::new(py);
        for (text, image) in self.session.canonical().images {
            images.set_item(text, image)?;
        }
        Ok(images)
    }

    /// The evaluation by the game's evaluator, or the one of that name, term by term; `weights`
    /// changes some of its weights, and `network` names a file with a network. `None` where the
    /// board has ended the game.
    ///
    /// >>> import boyi
    /// >>> p = boyi.game("othello").position("startpos moves f5 d6 c3")
    /// >>> sorted(p.evaluate(evaluator="handmade").terms)[:2]
    /// ['corner neighbours', 'corners']
    #[pyo3(signature = (**evaluator))]
    fn evaluate(
        &self,
        py: Python<'_>,
        evaluator: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Evaluation>> {
        let config = config(None, None, None, evaluator)?;
        let fails = |error| exception(Read::Position, error);
        self.game.game.check(&config).map_err(fails)?;
        let evaluation = engines::Evaluation::of(self.game.game, &*self.session, config.weights());
        let Some(evaluation) = evaluation.map_err(fails)? else {
            return Ok(None);
        };
        let terms = PyDict::new(py);
        for (name, value) in evaluation.terms {
            terms.set_item(name, value)?;
        }
        Ok(Some(Evaluation {
            total: evaluation.total,
            terms: terms.unbind(),
        }))
    }

    /// The record of the game in the game's own format, which is text.
    ///
    /// >>> import boyi
    /// >>> boyi.game("othello").start().play("f5", "d6").record()
    /// 'f5d6\n'
    fn record(&self) -> PyResult<String> {
        let bytes = self.saved(self.game.game.facts().own_format().extension, [None, None])?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The record of the game as a file in one of `Game.formats`, by the extension of its name.
    /// `names` are the players', the first mover's first.
    ///
    /// >>> import boyi
    /// >>> boyi.game("othello").start().play("f5").save("ggf", names=("Ann", "Bo"))[:27]
    /// b'(;GM[Othello]PB[Ann]PW[Bo]T'
    #[pyo3(signature = (extension, names = (None, None)))]
    fn save<'py>(
        &self,
        py: Python<'py>,
        extension: &str,
        names: (Option<String>, Option<String>),
    ) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.saved(extension, names.into())?))
    }

    /// What the game's opening book knows of the moves here, the best first; none where it ends.
    ///
    /// >>> import boyi
    /// >>> entry = boyi.game("othello").start().play("f5").book()[0]
    /// >>> entry.move in ("d6", "f6", "f4"), entry.line[0] == entry.move
    /// (True, True)
    fn book(&self) -> PyResult<Vec<BookMove>> {
        let fails = |error| exception(Read::Position, error);
        let game = self.game.game;
        let books = game.books(self.session.settings()).map_err(fails)?;
        let Some(book) = books.shipped() else {
            return Ok(Vec::new());
        };
        let page = books.look_up(&book, &self.session.line(), 0);
        let entry = |found: engines::BookMove| BookMove {
            score: Score(game.reading(found.entry.score)),
            depth: found.entry.depth,
            results: {
                let tally = found.entry.tally;
                (tally.wins, tally.draws, tally.losses)
            },
            r#move: found.entry.mv,
            line: found.line,
        };
        Ok(page.map_err(fails)?.moves.into_iter().map(entry).collect())
    }

    /// The board for a terminal, the last move marked: in the game's own signs, or in letters.
    #[pyo3(signature = (letters = false))]
    fn diagram(&self, letters: bool) -> String {
        let glyphs = if letters {
            Glyphs::Letters
        } else {
            Glyphs::Native
        };
        self.session.diagram(glyphs)
    }

    /// The board as an SVG picture.
    fn svg(&self) -> String {
        board_svg(self.game.game, &*self.session)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// A batch of `count` copies of the position, as arrays; `threads` share the work.
    #[pyo3(signature = (count, threads = 1))]
    fn batch(&self, count: usize, threads: usize) -> Batch {
        Batch::new(self.game, self.session.batch(count), threads)
    }

    fn __str__(&self) -> String {
        self.diagram(false).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let game = self.game.game.name();
        let state = self.session.state();
        let stands = match state.ending {
            None => format!("{} to move", state.player()),
            Some(ending) => match ending.winner_name(state.players) {
                Some(winner) => format!("{winner} won ({})", ending.reason),
                None => format!("a draw ({})", ending.reason),
            },
        };
        let ply = state.ply;
        format!(
            "<boyi.Position {game}, ply {ply}, {stands}>\n{}",
            self.__str__()
        )
    }

    /// Whether both are the same position under the same rules, however it was reached.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Restored<'py>)> {
        let restore = py.import("boyi._boyi")?.getattr("restored")?;
        Ok((
            restore,
            (self.game.game.name(), self.line(), self.rules(py)?),
        ))
    }
}

/// What a position is pickled as: the game's name, the line, the rules.
type Restored<'py> = (&'static str, String, Bound<'py, PyDict>);

/// A position that was pickled.
#[pyfunction]
pub(crate) fn restored(name: &str, line: &str, rules: &Bound<'_, PyDict>) -> PyResult<Position> {
    let game = game(name)?;
    let fails = |error| exception(Read::Position, error);
    let settings = crate::options::settings(Some(rules))?;
    let mut session = game.game.session(&settings).map_err(fails)?;
    session.set_line(line).map_err(fails)?;
    Ok(Position::new(game, session))
}
