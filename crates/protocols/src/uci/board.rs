use super::command::PositionText;
use super::refusal::Refusal;
use engines::{EngineError, Game, Session, Settings};
use game_core::{GameLine, clip};
use xiangqi_movegen::notation::Ranks;

/// The position to search, and the banned moves.
pub struct Board {
    game: &'static dyn Game,
    session: Box<dyn Session>,
    /// Whether a later position was refused, so that this one no longer counts.
    refused: bool,
    banned: Vec<String>,
}

/// A position that was read, and how its moves count the ranks.
pub struct Placed {
    pub session: Box<dyn Session>,
    /// `None` if they could be counted either way.
    pub ranks: Option<Ranks>,
}

impl Board {
    /// The initial position.
    ///
    /// # Errors
    /// If the game has no such settings.
    pub fn new(game: &'static dyn Game, settings: &Settings) -> Result<Self, EngineError> {
        let session = game.session(settings)?;
        Ok(Self {
            game,
            session,
            refused: false,
            banned: Vec::new(),
        })
    }

    /// Reads a position with its moves in the rank numbering `ranks` or, if they are not legal so,
    /// in the other.
    ///
    /// # Errors
    /// If it cannot be read either way: why not in the first.
    pub fn read(&self, position: &PositionText, ranks: Ranks) -> Result<Placed, Refusal> {
        let read = |ranks| self.session_of(position, ranks);
        if position.moves.is_empty() {
            return Ok(Placed {
                session: read(ranks)?,
                ranks: None,
            });
        }
        match read(ranks) {
            Ok(session) => Ok(Placed {
                session,
                ranks: read(ranks.other()).is_err().then_some(ranks),
            }),
            Err(refusal) => match read(ranks.other()) {
                Ok(session) => Ok(Placed {
                    session,
                    ranks: Some(ranks.other()),
                }),
                Err(_) => Err(refusal),
            },
        }
    }

    fn session_of(
        &self,
        position: &PositionText,
        ranks: Ranks,
    ) -> Result<Box<dyn Session>, Refusal> {
        let mut session = self
            .game
            .session(self.session.settings())
            .map_err(Refusal::Position)?;
        let moves = position.moves.iter().enumerate().map(|(i, text)| {
            let unreadable = || Refusal::Unreadable {
                number: i + 1,
                text: clip(text),
            };
            ranks.read(text).ok_or_else(unreadable)
        });
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        let line = GameLine::new(&*position.start, moves);
        let mut set = |count: usize| session.set_line(line.up_to(count));
        if let Err(error) = set(usize::MAX) {
            return Err(self.blame(position, error, &mut set));
        }
        Ok(session)
    }

    /// Finds the first move that `set` refuses.
    fn blame(
        &self,
        position: &PositionText,
        error: EngineError,
        set: &mut dyn FnMut(usize) -> Result<(), EngineError>,
    ) -> Refusal {
        if let Err(error) = set(0) {
            return Refusal::Position(error);
        }
        // `set` accepts this many moves, and refuses this many.
        let mut good = 0;
        let mut bad = position.moves.len();
        let mut error = error;
        while good + 1 < bad {
            let middle = good.midpoint(bad);
            match set(middle) {
                Ok(()) => good = middle,
                Err(why) => (bad, error) = (middle, why),
            }
        }
        Refusal::Illegal {
            number: bad,
            text: clip(&position.moves[bad - 1]),
            error,
        }
    }

    /// Changes to another position.
    pub fn set(&mut self, session: Box<dyn Session>) {
        (self.session, self.refused, self.banned) = (session, false, Vec::new());
    }

    /// Records that a position was refused.
    pub fn refuse(&mut self) {
        self.refused = true;
    }

    /// Checks that there is a position.
    ///
    /// # Errors
    /// If the last one was refused.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.refused {
            Err(Refusal::NoPosition)
        } else {
            Ok(())
        }
    }

    /// The same position and moves under other rules.
    ///
    /// # Errors
    /// If the game has no such settings.
    pub fn set_rules(&mut self, settings: &Settings) -> Result<(), EngineError> {
        let mut session = self.game.session(settings)?;
        session.set_line(self.session.line())?;
        self.session = session;
        Ok(())
    }

    /// Forbids these moves, and no others, until another position is set.
    pub fn ban(&mut self, moves: Vec<String>) {
        self.banned = moves;
    }

    /// The moves not to play.
    pub fn banned(&self) -> &[String] {
        &self.banned
    }

    /// The legal moves that `texts` name, all in the rank numbering `ranks`, or all in the other.
    ///
    /// # Errors
    /// If one is not legal, or there is no position.
    pub fn moves(
        &self,
        word: &'static str,
        texts: &[String],
        ranks: Ranks,
    ) -> Result<Vec<String>, Refusal> {
        self.check()?;
        let read = |ranks: Ranks| {
            let mv =
                |text: &String| match ranks.read(text).and_then(|mv| self.session.read(&mv).ok()) {
                    Some(mv) => Ok(mv),
                    None => Err(Refusal::NoMove {
                        word,
                        text: clip(text),
                    }),
                };
            texts.iter().map(mv).collect::<Result<Vec<_>, _>>()
        };
        read(ranks).or_else(|refusal| read(ranks.other()).map_err(|_| refusal))
    }

    /// The line to search and, if the rules end the game while there are moves, the reason. A
    /// client that asks for a move then plays by other rules, so the moves before the position no
    /// longer count.
    pub fn question(&self) -> (GameLine, Option<&'static str>) {
        match self.session.state().ending {
            Some(ending) if !self.session.legal_moves().is_empty() => {
                let position = self.session.view().position;
                let placement: Vec<_> = position.split(' ').take(2).collect();
                (placement.join(" ").into(), Some(ending.reason))
            }
            _ => (self.session.line(), None),
        }
    }

    /// The game so far.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }
}
