use crate::Server;
use crate::address::Address;
use crate::outbox::{Kind, Outbox};
use crate::protocol::{ApiError, Command, OfGame, OnePuzzle, Refused, Request, What, hello, reply};
use crate::room::{Room, Table};
use crate::stills::{cards, puzzle, puzzles};
use db::Counts;
use serde_json::{Value, json};
use std::sync::Arc;

/// A connection without the network: what a page sends to the server, and what it receives.
///
/// ```
/// # #[tokio::main]
/// # async fn main() -> std::io::Result<()> {
/// use web::{Config, Server};
/// let server = Server::new(Config::default())?;
/// let mut connection = server.visit();
/// assert!(connection.recv().await.is_some_and(|hello| hello.contains("othello")));
///
/// connection.send(r#"{"id": 1, "do": "open", "game": "othello"}"#).await;
/// connection.send(r#"{"id": 2, "do": "play", "move": "f5", "ply": 0}"#).await;
/// while let Some(message) = connection.recv().await {
///     let message: serde_json::Value = serde_json::from_str(&message)?;
///     // The engine, which moves second, has answered.
///     if message["event"] == "game" && message["ply"] == 2 {
///         break;
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Connection {
    server: Server,
    /// The client's address, if known.
    address: Option<Address>,
    outbox: Outbox,
    room: Option<Arc<Room>>,
}

impl Connection {
    pub(crate) fn new(server: Server, address: Option<Address>) -> Self {
        let outbox = Outbox::new(server.config().backlog);
        outbox.send(Kind::Due, &hello(server.config()).into());
        Self {
            server,
            address,
            outbox,
            room: None,
        }
    }

    /// The next message to the page; `None` when the connection has ended. Cancel safe.
    pub async fn recv(&self) -> Option<String> {
        self.outbox.next().await.map(|message| message.to_string())
    }

    /// Carries out `message` and replies to it. Waits while too many messages are unread.
    pub async fn send(&mut self, message: &str) {
        self.ready().await;
        let most = self.server.config().message;
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

    async fn ready(&self) {
        self.outbox.ready(crate::Config::MARGIN).await;
    }

    pub(crate) fn outbox(&self) -> &Outbox {
        &self.outbox
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

    /// What was played from the position on the board, in the games of the server's database.
    fn explore(&self) -> Result<Value, ApiError> {
        let place = self.room()?.read(Table::place)?;
        let explored = self.server.app().explorer.explore(&place)?;
        let counts = |counts: Counts| {
            let Counts {
                wins,
                draws,
                losses,
                unknown,
            } = counts;
            json!({ "wins": wins, "draws": draws, "losses": losses, "unknown": unknown })
        };
        let moves = explored.moves.iter();
        let moves = moves.map(|one| json!({ "move": one.mv, "counts": counts(one.counts) }));
        Ok(json!({ "counts": counts(explored.counts), "moves": moves.collect::<Vec<_>>() }))
    }

    /// Carries out `command` and returns the content of the reply.
    fn act(&mut self, command: Command) -> Result<Value, ApiError> {
        let server = self.server.clone();
        let config = server.config();
        match command {
            Command::Ping => self
                .room
                .as_ref()
                .map_or(Ok(()), |room| room.read(|_| Ok(())))?,
            Command::Open(open) => {
                let table = Table::open(open, config)?;
                let room = self.server.rooms().open(
                    self.server.app(),
                    table,
                    self.address,
                    &self.outbox,
                )?;
                return Ok(self.enter(room));
            }
            Command::Join(join) => {
                let room = self.server.rooms().join(&join.room, &self.outbox)?;
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

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(room) = self.room.take() {
            room.leave(&self.outbox, false);
        }
    }
}
