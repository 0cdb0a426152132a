use super::hostile::{address, connect};
use super::tally::Tally;
use futures_util::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Somebody who plays one game after another, any legal move after some thought.
pub struct Guest {
    number: u32,
    rng: StdRng,
    /// How long a thought takes on average.
    pause: Duration,
    tally: Arc<Mutex<Tally>>,
    /// Messages so far, the last of which has this number.
    said: u64,
    /// The numbers of messages not yet replied to.
    open: VecDeque<u64>,
    /// The game as it was last shown.
    game: Option<Game>,
    /// The move said and not yet shown, and when it was said.
    pending: Option<(String, usize, Instant)>,
    /// When the human move was shown that a level 1 is to answer, and the ply then.
    asked: Option<(usize, Instant)>,
    /// When to do something next.
    due: Option<Instant>,
    played: u32,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What a server says: a reply, or an event.
#[derive(Debug, Deserialize)]
struct Heard<'a> {
    re: Option<u64>,
    error: Option<Value>,
    event: Option<&'a str>,
}

/// The event that shows a game, as far as it matters here.
#[derive(Debug, Deserialize)]
struct Game {
    room: String,
    version: u64,
    moves: Vec<String>,
    ply: usize,
    mover: usize,
    legal: Vec<String>,
    ending: Option<Value>,
    players: Vec<Player>,
}

#[derive(Debug, Deserialize)]
struct Player {
    kind: String,
    engine: Option<String>,
}

impl Game {
    fn is_turn_of(&self, engine: &str) -> bool {
        self.ending.is_none()
            && self
                .players
                .get(self.mover)
                .is_some_and(|player| player.engine.as_deref() == Some(engine))
    }

    fn is_humans_turn(&self) -> bool {
        self.ending.is_none()
            && self
                .players
                .get(self.mover)
                .is_some_and(|player| player.kind == "human")
    }
}

impl Guest {
    /// How long replies and moves are waited for once the time is up.
    pub const PATIENCE: Duration = Duration::from_secs(10);

    const GAMES: [&str; 3] = ["gomoku", "othello", "xiangqi"];

    /// The engines, of which those with a time keep the server thinking.
    const MINDS: [&str; 8] = [
        "level=1",
        "aspiration,time=200ms,hash=4",
        "level=3",
        "level=2",
        "mcts,time=200ms,hash=4",
        "level=4",
        "pvs,time=200ms,hash=4",
        "level=5",
    ];

    pub fn new(number: u32, seed: u64, pause: Duration, tally: Arc<Mutex<Tally>>) -> Self {
        let rng = StdRng::seed_from_u64(seed.wrapping_mul(1 << 32).wrapping_add(number.into()));
        let open = VecDeque::new();
        let game = None;
        let pending = None;
        let asked = None;
        let due = None;
        Self {
            number,
            rng,
            pause,
            tally,
            said: 0,
            open,
            game,
            pending,
            asked,
            due,
            played: 0,
        }
    }

    /// Comes at `from`, plays until `end`, and leaves when everything said is replied to.
    pub async fn visit(mut self, url: String, from: Instant, end: Instant) {
        sleep_until(from).await;
        let visit = match connect(&url, &address(0, self.number)).await {
            Ok(socket) => self.play(socket, end).await,
            Err(error) => Err(error),
        };
        if let Err(error) = visit {
            self.fail(format!("the connection: {error}"));
        }
        if self.pending.is_some() {
            self.tally().missed += 1;
        }
    }

    async fn play(&mut self, mut socket: Socket, end: Instant) -> Result<(), Error> {
        self.begin(&mut socket).await?;
        let patience = end + Self::PATIENCE;
        loop {
            let over = Instant::now() >= end;
            if over && self.open.is_empty() && self.pending.is_none() {
                return socket.close(None).await.or(Ok(()));
            }
            let wake = if over {
                patience
            } else {
                self.due.unwrap_or(end).min(end)
            };
            tokio::select! {
                heard = socket.next() => match heard.transpose()? {
                    Some(Message::Text(text)) => self.receive(&text),
                    Some(Message::Close(_)) | None => return Err(Error::ConnectionClosed),
                    Some(_) => {}
                },
                () = sleep_until(wake) => {
                    if over {
                        return Ok(());
                    }
                    if self.due.take_if(|due| *due <= Instant::now() && *due < end).is_some() {
                        self.act(&mut socket).await?;
                    }
                }
            }
        }
    }

    /// Sends `message` with the next number.
    async fn say(&mut self, socket: &mut Socket, mut message: Value) -> Result<(), Error> {
        self.said += 1;
        message["id"] = self.said.into();
        self.open.push_back(self.said);
        self.tally().sent += 1;
        socket.send(Message::text(message.to_string())).await
    }

    /// A game of one's own.
    async fn begin(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let index = self.number.wrapping_add(self.played) as usize;
        let engine = Self::MINDS[index % Self::MINDS.len()];
        let human = json!({ "kind": "human" });
        let engine = json!({ "kind": "engine", "engine": engine });
        let players = if self.rng.random() {
            [human, engine]
        } else {
            [engine, human]
        };
        self.game = None;
        self.say(
            socket,
            json!({ "do": "open", "game": Self::GAMES[index % 3], "players": players }),
        )
        .await
    }

    /// Moves, or goes on to the next game: every other time the same with sides swapped.
    async fn act(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let Some(game) = &self.game else {
            return Ok(());
        };
        if game.ending.is_none() {
            let mv = game.legal[self.rng.random_range(0..game.legal.len())].clone();
            let ply = game.ply;
            let message = json!({ "do": "play", "move": mv, "ply": ply });
            self.pending = Some((mv, ply, Instant::now()));
            return self.say(socket, message).await;
        }
        self.played += 1;
        match self.played % 2 {
            0 => self.begin(socket).await,
            _ => {
                self.say(socket, json!({ "do": "restart", "swap": true }))
                    .await
            }
        }
    }

    fn receive(&mut self, text: &str) {
        let heard = match serde_json::from_str(text) {
            Ok(heard) => heard,
            Err(error) => return self.fail(format!("{error} in {text}")),
        };
        match heard {
            Heard {
                re: Some(number),
                error,
                ..
            } => {
                if self.open.pop_front() == Some(number) {
                    self.tally().answered += 1;
                } else {
                    self.fail(format!(
                        "a reply to message {number}, which was not its turn"
                    ));
                }
                if let Some(error) = error {
                    self.fail(format!("refused: {error}"));
                }
            }
            Heard {
                event: Some("game"),
                ..
            } => match serde_json::from_str(text) {
                Ok(game) => self.see(game),
                Err(error) => self.fail(format!("{error} in {text}")),
            },
            Heard {
                event: Some("hello" | "thinking"),
                ..
            } => {}
            _ => self.fail(format!("unasked for: {text}")),
        }
    }

    /// Looks at the game as it is now, and thinks of what to do.
    fn see(&mut self, game: Game) {
        let now = Instant::now();
        let shown = self
            .pending
            .take_if(|(mv, ply, _)| game.ply > *ply && game.moves.get(*ply) == Some(mv));
        if let Some((_, _, said)) = &shown {
            self.tally().shown.push(now - *said);
            self.asked = game.is_turn_of("level=1").then_some((game.ply, now));
        }
        if let Some((_, asked)) = self.asked.take_if(|(ply, _)| game.ply > *ply) {
            self.tally().answers.push(now - asked);
            // After a pass of the human it moves again.
            self.asked = game.is_turn_of("level=1").then_some((game.ply, now));
        }
        if let Some(last) = self.game.take().filter(|last| last.room == game.room) {
            let mut tally = self.tally();
            tally.missed += game.version.saturating_sub(last.version + 1);
            tally.engine_moves += u64::from(shown.is_none() && game.ply == last.ply + 1);
            tally.games += u64::from(last.ending.is_none() && game.ending.is_some());
        }
        if self.due.is_none()
            && self.pending.is_none()
            && (game.is_humans_turn() || game.ending.is_some())
        {
            self.due = Some(now + self.pause.mul_f64(self.rng.random_range(0.5..1.5)));
        }
        self.game = Some(game);
    }

    fn fail(&self, what: String) {
        self.tally()
            .errors
            .push(format!("guest {}: {what}", self.number));
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
