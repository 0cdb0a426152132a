use crate::batch::{Outline, WiredBatch};
use crate::{
    Batch, Canonical, EngineError, GameHistory, GameState, GameView, LegalMove, Phase, Remark,
    Settings, VariationMove, Weights, Wired, Wiring, records,
};
use books::Symmetric;
use game_core::{
    BoardShape, Evaluator, GameLine, Glyphs, MoveCells, Notation, Player, Position, Record, divide,
    perft,
};
use pattern_eval::{Explain, Term};
use std::sync::{Arc, OnceLock};

/// How a game ended.
///
/// ```
/// let gomoku = engines::game("gomoku")?;
/// let mut session = gomoku.session(&Vec::new())?;
/// session.set_line("startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8")?;
/// let ending = session.state().ending.ok_or("the game is over")?;
/// assert_eq!((ending.winner_name(gomoku.facts().players), ending.reason), (Some("black"), "five in a row"));
/// assert_eq!(ending.margin, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; `None` is a draw.
    pub winner: Option<Player>,
    /// Why, in a few words.
    pub reason: &'static str,
    /// The first mover's margin of victory, negative if lost: Othello's discs, with the empty
    /// squares given to the winner. `None` in a game without margins.
    pub margin: Option<i32>,
}

impl Ending {
    /// The winner's name, of [the two](GameState::players) of the game; `None` is a draw.
    pub fn winner_name(&self, players: [&'static str; 2]) -> Option<&'static str> {
        self.winner.map(|winner| players[winner.index()])
    }
}

/// How many lines of play of one length there are.
///
/// ```
/// let session = engines::game("othello")?.session(&Vec::new())?;
/// let perft = session.perft(4);
/// // A generator that counts otherwise is wrong after one of these moves.
/// assert_eq!(perft.by_move[0], ("d3".to_owned(), 61));
/// assert_eq!(perft.leaves, 4 * 61);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// In all.
    pub leaves: u64,
    /// After each legal move; nothing where the board has ended the game, or at depth 0.
    pub by_move: Vec<(String, u64)>,
}

/// A game in progress, spoken to in text: a position, the moves that led there, and those taken
/// back that may be redone.
///
/// What is known of it comes in three parts, by what they cost: [`state`](Self::state),
/// [`history`](Self::history) and [`view`](Self::view).
pub trait Session: Send + Sync {
    /// Starts over at the end of `line`. [`set_line`](#method.set_line) also takes text.
    ///
    /// # Errors
    /// If the line is refused; then nothing has changed.
    fn set(&mut self, line: &GameLine) -> Result<(), EngineError>;

    /// Starts over from a record in the game's file format, at its end.
    ///
    /// # Errors
    /// If the text is refused; then nothing has changed.
    fn load(&mut self, text: &str) -> Result<(), EngineError>;

    /// The rules played by: as the session was made, and what a record loaded since brought with
    /// it. An engine that is to understand the [line](#method.line) is made with these.
    fn settings(&self) -> &Settings;

    /// The record so far in the format of files whose names end in `extension`, one of
    /// [`GameFacts::formats`](crate::GameFacts::formats); `names` are the players', the first
    /// mover's first.
    ///
    /// # Errors
    /// If there is no such format, or it cannot hold the record. The game's own format, the first
    /// one, holds every record.
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// session.play("f5")?;
    /// let ggf = String::from_utf8(session.save("ggf", [None, None])?)?;
    /// assert!(ggf.ends_with("B[F5];)\n"));
    /// assert!(session.save("doc", [None, None]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn save(&self, extension: &str, names: [Option<String>; 2]) -> Result<Vec<u8>, EngineError>;

    /// Where the game stands. Asked for the first time after a change it lists the legal moves,
    /// which a move played next need not do again; after that it takes nanoseconds.
    ///
    /// ```
    /// use game_core::Player;
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// session.set_line("startpos moves f5")?;
    /// let state = session.state();
    /// assert_eq!((state.turn, state.player(), state.ply), (Player::Second, "white", 1));
    /// assert_eq!(state.ending, None);
    /// session.set_line(&format!("{}OO X", "X".repeat(62)))?;
    /// assert_eq!(session.state().ending.and_then(|ending| ending.margin), Some(60));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn state(&self) -> GameState;

    /// How far the game has come. Takes nanoseconds.
    fn phase(&self) -> Phase;

    /// The moves played and those taken back, in text. Plays the game through once.
    fn history(&self) -> GameHistory;

    /// The position as data: cells, legal moves, what the rules forbid. Takes some microseconds,
    /// and in renju up to a millisecond.
    fn view(&self) -> GameView;

    /// Every legal move, those of a whole [`view`](Self::view), as the game writes them.
    fn legal_moves(&self) -> Vec<String>;

    /// The legal moves as numbers, in the same order: the actions of a [`Batch`], below
    /// [`Batch::actions`]. None where the game is over, by the board or by a rule.
    fn actions(&self) -> Vec<usize>;

    /// Plays the legal move of that number and returns it as the game writes it; moves that could be
    /// redone are forgotten.
    ///
    /// # Errors
    /// If there is none, or the game is over; then nothing has changed.
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// let [actions, moves] = [session.actions(), session.actions()];
    /// assert_eq!(session.play_action(actions[2])?, "f5");
    /// assert!(session.play_action(moves[2]).is_err(), "the square is taken");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn play_action(&mut self, action: usize) -> Result<String, EngineError>;

    /// The same game once more, with what was taken back. Takes about a microsecond.
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// let before = session.fork();
    /// session.play("f5")?;
    /// assert_eq!((before.state().ply, session.state().ply), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fork(&self) -> Box<dyn Session>;

    /// The position that stands for this one and for all that are symmetric to it, in a game that
    /// knows of symmetries; otherwise this one.
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// let mut canonical = |line: &str| {
    ///     session.set_line(line)?;
    ///     Ok::<_, engines::EngineError>(session.canonical())
    /// };
    /// let [one, other] = [canonical("startpos moves f5")?, canonical("startpos moves c4")?];
    /// assert_eq!(one.position, other.position);
    /// // A move of each, and what it is there.
    /// assert_eq!(one.images.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn canonical(&self) -> Canonical;

    /// The position this many times, side by side and in numbers: for programs that learn.
    fn batch(&self, count: usize) -> Box<dyn Batch>;

    /// What the board looks like, the same for the whole game.
    ///
    /// ```
    /// use game_core::CellShape;
    /// let session = engines::game("gomoku")?.session(&Default::default())?;
    /// let shape = session.board_shape();
    /// assert_eq!((shape.cell, shape.places.len(), shape.lines.len()), (CellShape::Point, 225, 30));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn board_shape(&self) -> BoardShape;

    /// What `moves`, played one after another from here, look like on the board, up to the first that
    /// is no legal move.
    ///
    /// ```
    /// let session = engines::game("xiangqi")?.session(&Default::default())?;
    /// let line = ["h2e2", "h9g7", "e2e9"].map(String::from);
    /// let moves = session.variation(&line);
    /// assert_eq!((moves.len(), moves[1].cells.to), (2, Some(24)));
    /// assert_eq!(moves[1].mover, game_core::Player::Second);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn variation(&self, moves: &[String]) -> Vec<VariationMove>;

    /// Plays the legal move that `text` names and returns it as the game writes it; moves that
    /// could be redone are forgotten.
    ///
    /// # Errors
    /// If the text is refused or the game is over; then nothing has changed.
    fn play(&mut self, text: &str) -> Result<String, EngineError>;

    /// The legal move that `text` names, as the game writes it.
    ///
    /// # Errors
    /// If the text is refused.
    fn read(&self, text: &str) -> Result<String, EngineError>;

    /// What the move that `text` names does, in words; nothing in a game that tells nothing. Takes
    /// some microseconds, and in gomoku, where a four may begin a win, up to some milliseconds.
    ///
    /// # Errors
    /// If the text is refused.
    ///
    /// ```
    /// let mut session = engines::game("xiangqi")?.session(&Default::default())?;
    /// session.set_line("startpos moves h2e2 h7e7")?;
    /// let told: Vec<_> = session.remarks("e2e6")?.into_iter().map(|remark| remark.text.en).collect();
    /// assert_eq!(told, ["gives check", "wins the soldier"]);
    /// assert!(session.remarks("e2e9").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn remarks(&self, text: &str) -> Result<Vec<Remark>, EngineError>;

    /// Takes moves back or plays them again until `ply` are played; `false`, and nothing has
    /// changed, if the record has not this many.
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// session.set_line("startpos moves f5d6c3")?;
    /// assert!(session.seek(1) && !session.seek(4));
    /// let history = session.history();
    /// assert_eq!((history.line.moves_text(), history.undone.join(" ")), ("f5".into(), "d6 c3".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn seek(&mut self, ply: usize) -> bool;

    /// The board for a terminal, the last move marked.
    fn diagram(&self, glyphs: Glyphs) -> String;

    /// The leaves of the game tree at `depth`, in all and after each legal move: see
    /// [`game_core::perft()`]. Takes time in proportion to them.
    ///
    /// ```
    /// let session = engines::game("othello")?.session(&Default::default())?;
    /// let perft = session.perft(3);
    /// assert_eq!((perft.leaves, perft.by_move.len()), (56, 4));
    /// assert_eq!((session.perft(0).leaves, session.perft(0).by_move), (1, Vec::new()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn perft(&self, depth: u32) -> Perft;

    /// The size of the minimax tree at `depth`, estimated: see [`search::estimate_tree`].
    fn estimate_tree(&self, depth: u32, samples: u32, seed: u64) -> f64;

    /// The terms of the evaluation with these weights and their sum, for the player to move; `None`
    /// if the game is over on the board. The game's own weights are `Weights::default()`.
    ///
    /// # Errors
    /// As [`Game::check`](crate::Game::check).
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// session.set_line("startpos moves f5d6c3")?;
    /// let config: engines::EngineConfig = "level=3,eval.squares=0".parse()?;
    /// let (terms, _) = session.evaluate(config.weights())?.ok_or("the game is over")?;
    /// assert_eq!((terms[0].name, terms[0].value), ("squares", 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn evaluate(&self, weights: &Weights) -> Result<Option<(Vec<Term>, i32)>, EngineError>;
}

impl dyn Session + '_ {
    /// Starts over at the end of `line`, given as a [`GameLine`] or as its text.
    ///
    /// # Errors
    /// If the line is refused; then nothing has changed.
    pub fn set_line(&mut self, line: impl Into<GameLine>) -> Result<(), EngineError> {
        self.set(&line.into())
    }

    /// The start and the moves since: the line that an engine searches.
    pub fn line(&self) -> GameLine {
        self.history().line
    }

    /// The position before the first move.
    pub fn start_view(&mut self) -> GameView {
        let ply = self.state().ply;
        self.seek(0);
        let start = self.view();
        self.seek(ply);
        start
    }

    /// [`evaluate`](Session::evaluate) with the game's own weights.
    pub fn evaluation(&self) -> Option<(Vec<Term>, i32)> {
        // The game's own weights are never refused.
        self.evaluate(&Weights::default()).ok().flatten()
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let ply = self.state().ply;
        ply > 0 && self.seek(ply - 1)
    }

    /// Plays the move last taken back, or the next one of the record; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.seek(self.state().ply + 1)
    }
}

/// The session of a wired game.
pub(crate) struct WiredSession<W: Wiring> {
    settings: Settings,
    rules: <W::Position as Notation>::Rules,
    record: Record<W::Position>,
    /// How many of the record's moves are played; the others may be redone.
    played: usize,
    /// The position reached.
    pos: W::Position,
    /// What is known of it, once that has been asked: to say how a game ended takes a list of its
    /// moves.
    known: OnceLock<Known<W>>,
    /// What its planes are, which the rules alone say.
    outline: OnceLock<Arc<Outline>>,
}

/// What a list of the moves tells of a position.
struct Known<W: Wiring> {
    /// The legal moves: none if the board has ended the game, but some if a rule has.
    legal: Vec<<W::Position as Position>::Move>,
    ending: Option<Ending>,
}

impl<W: Wiring> Clone for Known<W> {
    fn clone(&self) -> Self {
        Self {
            legal: self.legal.clone(),
            ending: self.ending,
        }
    }
}

impl<W: Wiring> WiredSession<W> {
    pub(crate) fn new(settings: &Settings) -> Result<Self, EngineError> {
        let (settings, rules) = (settings.clone(), Wired::<W>::rules(settings)?);
        let start = W::Position::start(&rules);
        Ok(Self {
            settings,
            rules,
            played: 0,
            pos: start.clone(),
            record: Record::new(start, Vec::new()),
            known: OnceLock::new(),
            outline: OnceLock::new(),
        })
    }

    /// What `eval` makes of the position.
    fn judged(&self, mut eval: W::Evaluator) -> Option<(Vec<Term>, i32)> {
        if self.pos.outcome().is_some() {
            return None;
        }
        eval.reset(&self.pos);
        let terms = eval.terms(&self.pos);
        Some((terms, eval.evaluate(&self.pos).get()))
    }

    fn played(&self) -> &[<W::Position as Position>::Move] {
        &self.record.moves[..self.played]
    }

    /// The legal moves: none where the board has ended the game.
    fn legal(&self) -> &[<W::Position as Position>::Move] {
        &self.known().legal
    }

    /// Plays a legal move.
    fn play_on(&mut self, mv: <W::Position as Position>::Move) -> String {
        let written = self.pos.format_move(mv);
        self.record.moves.truncate(self.played);
        self.record.moves.push(mv);
        self.replay();
        written
    }

    /// The error of a move in a game that is over, if it is.
    fn check_goes_on(&self, text: &str) -> Result<(), EngineError> {
        match self.ending() {
            None => Ok(()),
            Some(Ending { reason, .. }) => Err(EngineError::Over {
                text: text.to_owned(),
                reason,
            }),
        }
    }

    /// The record so far.
    fn named(&self, names: [Option<String>; 2]) -> Record<W::Position> {
        Record {
            names,
            ..Record::new(self.record.start.clone(), self.played().to_vec())
        }
    }

    /// Plays the record's next move; `false` if there is none.
    fn replay(&mut self) -> bool {
        let Some(&mv) = self.record.moves.get(self.played) else {
            return false;
        };
        self.pos.play(mv);
        self.played += 1;
        self.known.take();
        true
    }

    /// Stands at the position after the record's first `played` moves.
    fn place(&mut self, pos: W::Position, played: usize) {
        self.pos = pos;
        self.played = played;
        self.known.take();
    }

    fn take(&mut self, record: Record<W::Position>) {
        self.place(record.end(), record.moves.len());
        self.record = record;
    }

    /// The cells of the last move, which only the position before it can tell.
    fn last_cells(&self) -> Option<MoveCells> {
        let (&last, earlier) = self.played().split_last()?;
        let mut pos = self.record.start.clone();
        for &mv in earlier {
            pos.play(mv);
        }
        Some(pos.move_cells(last))
    }

    /// How the game ended, if it did.
    fn ending(&self) -> Option<Ending> {
        self.known().ending
    }

    /// What a list of the moves tells: worked out once for each position.
    fn known(&self) -> &Known<W> {
        self.known.get_or_init(|| {
            let turn = self.pos.turn();
            let mut legal = Vec::new();
            let verdict = || self.pos.adjudicate().map(|verdict| verdict.outcome);
            let outcome = self.pos.legal_moves(&mut legal).or_else(verdict);
            let ending = outcome.map(|outcome| Ending {
                winner: outcome.winner(turn),
                reason: self.pos.reason().unwrap_or("the rules say so"),
                margin: W::MARGINS.map(|margins| {
                    let margin = (margins.of_end)(&self.pos);
                    match turn {
                        Player::First => margin,
                        Player::Second => -margin,
                    }
                }),
            });
            Known { legal, ending }
        })
    }
}

impl<W: Wiring> Session for WiredSession<W> {
    fn set(&mut self, line: &GameLine) -> Result<(), EngineError> {
        let record = W::Position::read_line(line, &self.rules).map_err(EngineError::notation)?;
        self.take(record);
        Ok(())
    }

    fn load(&mut self, text: &str) -> Result<(), EngineError> {
        let record = W::Position::parse_record(text, &self.rules).map_err(EngineError::notation)?;
        let brought = W::settings_of(&record.start);
        let kept = self
            .settings
            .iter()
            .filter(|(name, _)| brought.iter().all(|(other, _)| other != name));
        let settings: Settings = kept.chain(&brought).cloned().collect();
        self.rules = Wired::<W>::rules(&settings)?;
        self.settings = settings;
        self.outline.take();
        self.take(record);
        Ok(())
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn save(&self, extension: &str, names: [Option<String>; 2]) -> Result<Vec<u8>, EngineError> {
        let format = records::format::<W::Position>(extension)?;
        records::write(&[self.named(names)], format)
    }

    fn phase(&self) -> Phase {
        W::phase(&self.pos)
    }

    fn state(&self) -> GameState {
        GameState {
            turn: self.pos.turn(),
            players: Player::BOTH.map(W::Position::player_name),
            ply: self.played,
            length: self.record.moves.len(),
            key: self.pos.key(),
            ending: self.ending(),
        }
    }

    fn history(&self) -> GameHistory {
        let start = &self.record.start;
        let mut pos = start.clone();
        let mut turns = vec![pos.turn()];
        for &mv in &self.record.moves {
            pos.play(mv);
            turns.push(pos.turn());
        }
        GameHistory {
            line: GameLine::new(start.to_string(), start.format_moves(self.played())),
            undone: self.pos.format_moves(&self.record.moves[self.played..]),
            turns,
        }
    }

    fn view(&self) -> GameView {
        let board = self.pos.board_view();
        let shown = |&mv: &<W::Position as Position>::Move| LegalMove {
            text: self.pos.format_move(mv),
            cells: self.pos.move_cells(mv),
            routes: self.pos.move_routes(mv),
        };
        let forbidden = self.pos.forbidden();
        GameView {
            position: self.pos.to_string(),
            turn: self.pos.turn(),
            began: self.record.start.turn(),
            last: self.last_cells(),
            legal: self.legal().iter().map(shown).collect(),
            marks: forbidden
                .iter()
                .filter_map(|(name, kind)| Some((board.position_of(name)?, *kind)))
                .collect(),
            deciding: self.pos.deciding_cells(),
            checked: self.pos.checked_cells(),
            board,
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        let legal = self.legal().iter();
        legal.map(|&mv| self.pos.format_move(mv)).collect()
    }

    fn actions(&self) -> Vec<usize> {
        match self.ending() {
            Some(_) => Vec::new(),
            None => {
                let legal = self.legal().iter();
                legal.map(|&mv| W::action(&self.pos, mv)).collect()
            }
        }
    }

    fn play_action(&mut self, action: usize) -> Result<String, EngineError> {
        self.check_goes_on(&action.to_string())?;
        let mut legal = self.legal().iter().copied();
        let mv = legal.find(|&mv| W::action(&self.pos, mv) == action);
        let mv = mv.ok_or(EngineError::IllegalAction { action })?;
        Ok(self.play_on(mv))
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(Self {
            settings: self.settings.clone(),
            rules: self.rules.clone(),
            record: self.record.clone(),
            played: self.played,
            pos: self.pos.clone(),
            known: self.known.clone(),
            outline: self.outline.clone(),
        })
    }

    fn canonical(&self) -> Canonical {
        let (canonical, symmetry) = self.pos.canonical_form();
        let image = |&mv: &_| {
            let image = self.pos.move_image(mv, symmetry);
            (self.pos.format_move(mv), canonical.format_move(image))
        };
        Canonical {
            position: canonical.to_string(),
            images: self.legal().iter().map(image).collect(),
        }
    }

    fn batch(&self, count: usize) -> Box<dyn Batch> {
        let outline = || Arc::new(Outline::of(&self.pos));
        let outline = Arc::clone(self.outline.get_or_init(outline));
        Box::new(WiredBatch::<W>::new(self.pos.clone(), count, outline))
    }

    fn board_shape(&self) -> BoardShape {
        self.pos.board_shape()
    }

    fn variation(&self, moves: &[String]) -> Vec<VariationMove> {
        let mut pos = self.pos.clone();
        let moves = moves.iter().map_while(|text| {
            let mv = pos.parse_move(text).ok()?;
            let mover = pos.turn();
            let cells = pos.move_cells(mv);
            pos.play(mv);
            Some(VariationMove { mover, cells })
        });
        moves.collect()
    }

    fn play(&mut self, text: &str) -> Result<String, EngineError> {
        self.check_goes_on(text)?;
        let mv = self.pos.parse_move(text).map_err(EngineError::notation)?;
        Ok(self.play_on(mv))
    }

    fn read(&self, text: &str) -> Result<String, EngineError> {
        let mv = self.pos.parse_move(text).map_err(EngineError::notation)?;
        Ok(self.pos.format_move(mv))
    }

    fn remarks(&self, text: &str) -> Result<Vec<Remark>, EngineError> {
        let mv = self.pos.parse_move(text).map_err(EngineError::notation)?;
        Ok(W::remarks(&self.pos, mv))
    }

    fn seek(&mut self, ply: usize) -> bool {
        if ply > self.record.moves.len() {
            return false;
        }
        if ply < self.played {
            // Played again from the start: a game is short, and a position need not remember what
            // undoes its moves.
            self.place(self.record.start.clone(), 0);
        }
        while self.played < ply && self.replay() {}
        true
    }

    fn diagram(&self, glyphs: Glyphs) -> String {
        self.pos.diagram(self.played().last().copied(), glyphs)
    }

    fn perft(&self, depth: u32) -> Perft {
        let by_move: Vec<_> = divide(&self.pos, depth)
            .into_iter()
            .map(|(mv, leaves)| (self.pos.format_move(mv), leaves))
            .collect();
        let leaves = if by_move.is_empty() {
            // What a game that is over counts, each game says for itself.
            perft(&self.pos, depth)
        } else {
            by_move.iter().map(|(_, leaves)| leaves).sum()
        };
        Perft { leaves, by_move }
    }

    fn estimate_tree(&self, depth: u32, samples: u32, seed: u64) -> f64 {
        search::estimate_tree(&self.pos, depth, samples, seed)
    }

    fn evaluate(&self, weights: &Weights) -> Result<Option<(Vec<Term>, i32)>, EngineError> {
        Ok(self.judged(weights.evaluator::<W>(&self.rules)?))
    }
}
