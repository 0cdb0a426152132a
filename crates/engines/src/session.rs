use crate::{EngineError, GameView, Settings, Weights, Wiring, engine::spell, records};
use game_core::{
    Evaluator, GameLine, Glyphs, Notation, Outcome, Player, Position, Record, divide, perft,
};
use pattern_eval::{Explain, Term};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner's name, as `black`; `None` is a draw.
    pub winner: Option<&'static str>,
    /// Why, in a few words.
    pub reason: &'static str,
    /// The first mover's margin of victory, negative if lost: Othello's discs, with the empty
    /// squares given to the winner. `None` in a game without margins.
    pub margin: Option<i32>,
}

/// A game in progress, spoken to in text: a position, the moves that led there, and those taken
/// back that may be redone.
pub trait Session: Send {
    /// The names of the two players, the first mover first.
    fn players(&self) -> [&'static str; 2];

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
    /// it. An engine that is to understand `line` is made with these.
    fn settings(&self) -> &Settings;

    /// The record so far in the game's file format; `names` are the players', the first mover's
    /// first.
    fn save(&self, names: [Option<String>; 2]) -> String;

    /// The record so far in the format of files whose names end in `extension`, one of
    /// [`GameFacts::formats`](crate::GameFacts::formats).
    ///
    /// # Errors
    /// If there is no such format, or it cannot hold the record.
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// session.play("f5")?;
    /// let ggf = String::from_utf8(session.save_as("ggf", [None, None])?)?;
    /// assert!(ggf.ends_with("B[F5];)\n"));
    /// assert!(session.save_as("doc", [None, None]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn save_as(&self, extension: &str, names: [Option<String>; 2]) -> Result<Vec<u8>, EngineError>;

    /// The position reached, in the notation that a [`GameLine`] starts with.
    fn position(&self) -> String;

    /// The position before the first move, in the notation that a [`GameLine`] starts with.
    fn start(&self) -> String;

    /// How many moves are played.
    fn ply(&self) -> usize;

    /// The moves played so far.
    fn moves(&self) -> Vec<String>;

    /// The moves that `redo` would play, one after another.
    fn future(&self) -> Vec<String>;

    /// Plays the legal move that `text` names; moves that could be redone are forgotten.
    ///
    /// # Errors
    /// If the text is refused or the game is over; then nothing has changed.
    fn play(&mut self, text: &str) -> Result<(), EngineError>;

    /// The legal move that `text` names, as [`legal_moves`](Self::legal_moves) writes it.
    ///
    /// # Errors
    /// If the text is refused.
    fn read(&self, text: &str) -> Result<String, EngineError>;

    /// Takes moves back or plays them again until `ply` are played; `false`, and nothing has
    /// changed, if the record has not this many.
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// session.set_line("startpos moves f5d6c3")?;
    /// assert!(session.seek(1) && !session.seek(4));
    /// assert_eq!((session.moves(), session.future()), (vec!["f5".to_owned()], vec!["d6".to_owned(), "c3".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn seek(&mut self, ply: usize) -> bool;

    /// The name of the player to move.
    fn turn(&self) -> &'static str;

    /// Whether the player to move is the one that moves first from the initial position.
    fn first_to_move(&self) -> bool;

    /// Every legal move.
    fn legal_moves(&self) -> Vec<String>;

    /// Points that only a rule forbids, with the short name of its kind.
    fn forbidden(&self) -> Vec<(String, &'static str)>;

    /// How the game ended, if it did.
    ///
    /// ```
    /// let mut session = engines::game("othello")?.session(&Default::default())?;
    /// assert_eq!(session.ending(), None);
    /// session.set_line(&format!("{}OO X", "X".repeat(62)))?;
    /// assert_eq!(session.ending().and_then(|ending| ending.margin), Some(60));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn ending(&self) -> Option<Ending>;

    /// The position's 64-bit key.
    fn key(&self) -> u64;

    /// The position as data: cells, side to move, legal moves.
    fn view(&self) -> GameView;

    /// The board for a terminal, the last move marked.
    fn diagram(&self, glyphs: Glyphs) -> String;

    /// The leaves of the game tree at `depth`.
    fn perft(&self, depth: u32) -> u64;

    /// The leaves after each legal move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

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
        GameLine::new(self.start(), self.moves())
    }

    /// [`evaluate`](Session::evaluate) with the game's own weights.
    pub fn evaluation(&self) -> Option<(Vec<Term>, i32)> {
        // The game's own weights are never refused.
        self.evaluate(&Weights::default()).ok().flatten()
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let ply = self.ply();
        ply > 0 && self.seek(ply - 1)
    }

    /// Plays the move last taken back, or the next one of the record; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.seek(self.ply() + 1)
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
}

impl<W: Wiring> WiredSession<W> {
    pub(crate) fn new(settings: &Settings) -> Result<Self, EngineError> {
        let (settings, rules) = (settings.clone(), W::rules(settings)?);
        let start = W::Position::start(&rules);
        Ok(Self {
            settings,
            rules,
            played: 0,
            pos: start.clone(),
            record: Record::new(start, Vec::new()),
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
        true
    }

    fn take(&mut self, record: Record<W::Position>) {
        (self.played, self.pos) = (record.moves.len(), record.end());
        self.record = record;
    }
}

impl<W: Wiring> Session for WiredSession<W> {
    fn players(&self) -> [&'static str; 2] {
        Player::BOTH.map(W::Position::player_name)
    }

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
        self.rules = W::rules(&settings)?;
        self.settings = settings;
        self.take(record);
        Ok(())
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn save(&self, names: [Option<String>; 2]) -> String {
        W::Position::format_record(&self.named(names))
    }

    fn save_as(&self, extension: &str, names: [Option<String>; 2]) -> Result<Vec<u8>, EngineError> {
        let format = records::format::<W::Position>(extension)?;
        records::write(&[self.named(names)], format)
    }

    fn position(&self) -> String {
        self.pos.to_string()
    }

    fn start(&self) -> String {
        self.record.start.to_string()
    }

    fn ply(&self) -> usize {
        self.played
    }

    fn moves(&self) -> Vec<String> {
        spell(&self.record.start, self.played())
    }

    fn future(&self) -> Vec<String> {
        spell(&self.pos, &self.record.moves[self.played..])
    }

    fn play(&mut self, text: &str) -> Result<(), EngineError> {
        if let Some(reason) = self.pos.reason() {
            return Err(EngineError::Over {
                text: text.to_owned(),
                reason,
            });
        }
        let mv = self.pos.parse_move(text).map_err(EngineError::notation)?;
        self.record.moves.truncate(self.played);
        self.record.moves.push(mv);
        self.replay();
        Ok(())
    }

    fn read(&self, text: &str) -> Result<String, EngineError> {
        let mv = self.pos.parse_move(text).map_err(EngineError::notation)?;
        Ok(self.pos.format_move(mv))
    }

    fn seek(&mut self, ply: usize) -> bool {
        if ply > self.record.moves.len() {
            return false;
        }
        if ply < self.played {
            // Played again from the start: a game is short, and a position need not remember what
            // undoes its moves.
            (self.played, self.pos) = (0, self.record.start.clone());
        }
        while self.played < ply && self.replay() {}
        true
    }

    fn turn(&self) -> &'static str {
        W::Position::player_name(self.pos.turn())
    }

    fn first_to_move(&self) -> bool {
        self.pos.turn() == Player::First
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.pos.legal_moves(&mut moves);
        moves.iter().map(|&mv| self.pos.format_move(mv)).collect()
    }

    fn forbidden(&self) -> Vec<(String, &'static str)> {
        self.pos.forbidden()
    }

    fn ending(&self) -> Option<Ending> {
        let outcome: Outcome = self.pos.outcome()?;
        let winner = outcome
            .winner(self.pos.turn())
            .map(W::Position::player_name);
        Some(Ending {
            winner,
            reason: self.pos.reason().unwrap_or("the rules say so"),
            margin: W::margin(&self.pos).map(|margin| {
                if self.first_to_move() {
                    margin
                } else {
                    -margin
                }
            }),
        })
    }

    fn key(&self) -> u64 {
        self.pos.key()
    }

    fn view(&self) -> GameView {
        let board = self.pos.board_view();
        let mut legal = Vec::new();
        if self.pos.outcome().is_none() {
            self.pos.legal_moves(&mut legal);
        }
        let shown = |&mv: &<W::Position as Position>::Move| {
            (self.pos.format_move(mv), self.pos.move_cells(mv))
        };
        let forbidden = self.pos.forbidden();
        GameView {
            turn: self.pos.turn(),
            began: self.record.start.turn(),
            last: self.played().last().map(|&mv| self.pos.move_cells(mv)),
            legal: legal.iter().map(shown).collect(),
            marks: forbidden
                .iter()
                .filter_map(|(name, kind)| Some((board.position_of(name)?, *kind)))
                .collect(),
            board,
        }
    }

    fn diagram(&self, glyphs: Glyphs) -> String {
        self.pos.diagram(self.played().last().copied(), glyphs)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.pos, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        divide(&self.pos, depth)
            .into_iter()
            .map(|(mv, leaves)| (self.pos.format_move(mv), leaves))
            .collect()
    }

    fn estimate_tree(&self, depth: u32, samples: u32, seed: u64) -> f64 {
        search::estimate_tree(&self.pos, depth, samples, seed)
    }

    fn evaluate(&self, weights: &Weights) -> Result<Option<(Vec<Term>, i32)>, EngineError> {
        Ok(self.judged(weights.evaluator::<W>(&self.rules)?))
    }
}
