use crate::Config;
use crate::address::Address;
use crate::outbox::{Kind, Outbox};
use crate::protocol::{ApiError, Command, OfGame, OnePuzzle, Refused, Request, What, hello, reply};
use crate::room::{Room, Table};
use crate::rooms::Rooms;
use crate::stills::{cards, puzzle, puzzles};
use serde_json::{Value, json};
use std::sync::Arc;

/// One who plays and watches: what a client says is done in the room it is in, and answered.
#[derive(Debug)]
pub(crate) struct Visitor {
    rooms: Arc<Rooms>,
    /// The client's address, if known.
    address: Option<Address>,
    outbox: Arc<dyn Outbox>,
    room: Option<Arc<Room>>,
}

impl Visitor {
    /// Greets a client whose messages `outbox` takes.
    pub fn new(rooms: Arc<Rooms>, address: Option<Address>, outbox: Arc<dyn Outbox>) -> Self {
        outbox.send(Kind::Due, &hello(&rooms.app().config).into());
        Self {
            rooms,
            address,
            outbox,
            room: None,
        }
    }

    /// The limits that hold for the client.
    pub fn config(&self) -> &Config {
        &self.rooms.app().config
    }

    /// Carries out `message` and replies to it.
    pub fn receive(&mut self, message: &str) {
        let most = self.config().message;
        let reply = if message.len() > most {
            Self::refuse(format!("a message may be {most} bytes long"))
        } else {
            match Request::read(message) {
                Ok(Request { id, command }) => reply(Some(id), self.act(command)),
                Err(Refused { id, fault }) => reply(id, Err::<(), _>(fault)),
            }
        };
        self.outbox.send(Kind::Due, &reply.into());
    }

    fn refuse(why: String) -> String {
        reply(None, Err::<(), _>(ApiError::new("message", why)))
    }

    fn room(&self) -> Result<&Room, ApiError> {
        self.room
            .as_deref()
            .ok_or_else(|| ApiError::new("do", "there is no game yet: open or join one first"))
    }

    /// Enters another room.
    fn enter(&mut self, room: Arc<Room>) -> Value {
        let ok = json!({ "room": room.token.as_str() });
        if let Some(former) = self
            .room
            .replace(room)
            .filter(|former| self.room.as_ref().is_some_and(|room| former.id != room.id))
        {
            former.leave(&self.outbox, true);
        }
        ok
    }

    fn pause(&self, paused: bool) -> Result<(), ApiError> {
        self.room()?.change(|table| {
            table.pause(paused);
            Ok(())
        })
    }

    /// The moves played from the position on the board in recorded games.
    fn explore(&self) -> Result<Value, ApiError> {
        let place = self.room()?.read(Table::place)?;
        let Some(explorer) = &self.rooms.app().explorer else {
            let message = "the server has no database of games: boyi serve --db FILE";
            return Err(ApiError::new("do", message));
        };
        explorer.explore(&place)
    }

    /// Carries out `command` and returns the content of the reply.
    fn act(&mut self, command: Command) -> Result<Value, ApiError> {
        let app = Arc::clone(self.rooms.app());
        let config = &app.config;
        match command {
            Command::Ping => self
                .room
                .as_ref()
                .map_or(Ok(()), |room| room.read(|_| Ok(())))?,
            Command::Open(open) => {
                let table = Table::open(open, config)?;
                let room = self.rooms.open(table, self.address, &self.outbox)?;
                return Ok(self.enter(room));
            }
            Command::Join(join) => {
                let room = self.rooms.join(&join.room, &self.outbox)?;
                return Ok(self.enter(room));
            }
            Command::Play(play) => self.room()?.change(|table| table.play(&play, config))?,
            Command::Choose(args) => self
                .room()?
                .change(|table| table.choose(args.choice.into()))?,
            Command::Undo => self.room()?.change(Table::undo)?,
            Command::Redo => self.room()?.change(Table::redo)?,
            Command::Seek(seek) => self.room()?.change(|table| table.seek(seek.ply))?,
            Command::Players(players) => {
                self.room()?
                    .change(|table| table.seat(players.players, config))?;
            }
            Command::Resign(resign) => {
                self.room()?.change(|table| table.resign(resign.player.0))?
            }
            Command::Restart(restart) => {
                self.room()?.change(|table| table.restart(restart.swap))?;
                self.room()?.forget();
            }
            Command::Hint(hint) => self
                .room()?
                .change(|table| table.hint(hint.engine, config))?,
            Command::Go(go) => self.room()?.change(|table| table.go(go.engine, config))?,
            Command::Stop(stop) => {
                let stopped = match stop.what {
                    What::Search => self.room()?.hurry()?,
                    What::Lab => self.room()?.end_experiment()?,
                    What::Review => self.room()?.end_review()?,
                };
                return Ok(json!({ "stopped": stopped }));
            }
            Command::Pause => self.pause(true)?,
            Command::Continue => self.pause(false)?,
            Command::Analyze(analyze) => self
                .room()?
                .change(|table| table.analyze(analyze, config))?,
            Command::Lab(lab) => return Ok(json!({ "run": self.room()?.experiment(lab)? })),
            Command::Rules(OfGame { game }) => {
                return Ok(json!({ "cards": cards(config.game(&game)?)? }));
            }
            Command::Puzzles(OfGame { game }) => {
                return Ok(json!({ "puzzles": puzzles(config.game(&game)?) }));
            }
            Command::Puzzle(OnePuzzle { game, puzzle: id }) => {
                return puzzle(config.game(&game)?, &id);
            }
            Command::Review => return Ok(json!({ "run": self.room()?.review()? })),
            Command::Import(import) => {
                self.room()?
                    .change(|table| table.import(&import.text, config))?;
                self.room()?.forget();
            }
            Command::Explore => return self.explore(),
            Command::Export => return self.room()?.read(Table::export),
            Command::Evaluate(evaluate) => {
                return self
                    .room()?
                    .read(|table| table.evaluate(evaluate.engine, config));
            }
        }
        Ok(json!({}))
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        if let Some(room) = self.room.take() {
            room.leave(&self.outbox, false);
        }
    }
}
