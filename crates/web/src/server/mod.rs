//! The server: the page over HTTP, and its connections over WebSockets.

mod accept;
mod admission;
mod assets;
mod backlog;
mod connection;
mod database;
mod guard;
mod rate;
mod socket;

use crate::Config;
use crate::address::Address;
use crate::engine::{Cache, Pool};
use crate::explorer::Explorer;
use crate::room::AppState;
use crate::rooms::Rooms;
use crate::timers::{Callback, Timers};
use admission::Admissions;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Router, routing::get};
pub use connection::Connection;
use database::DatabaseExplorer;
use engines::{EngineConfig, Game, Level};
use std::future::Future;
use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// The server: the games, the engines and the page. Clones share them; the engines end with the
/// last clone.
///
/// ```
/// # #[tokio::main]
/// # async fn main() -> std::io::Result<()> {
/// use std::{future::ready, time::Duration};
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// println!("http://{}/", listener.local_addr()?);
/// let server = web::Server::new(web::Config::default())?;
/// // Until the second argument is ready: here at once, elsewhere a signal or never.
/// server.serve(listener, ready(())).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Server {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    rooms: Arc<Rooms>,
    admissions: Arc<Admissions>,
    closed: watch::Sender<bool>,
}

impl Server {
    /// How long closing the games and ending the searches may take, each.
    const FAREWELL: Duration = Duration::from_secs(3);

    /// Creates a server with no games, and its search threads. It first builds what the engines
    /// share, which takes some tenths of a second, so that no client waits for it.
    ///
    /// # Errors
    /// If the system has no threads to give, the database cannot be read, or this is not called from
    /// within a `tokio` runtime.
    pub fn new(config: Config) -> io::Result<Self> {
        let config = config.sound();
        config.games.iter().for_each(prepare);
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let [play, study] = [config.workers, config.study_workers]
            .map(|count| NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN));
        let pool = Pool::new(play, study, config.patience)?;
        let admissions = Admissions::new(&config);
        let cache = Cache::new(config.game_memory, config.memory);
        let explorer = config.database.as_deref().map(DatabaseExplorer::open);
        let explorer = explorer.transpose()?;
        let rooms = Rooms::new(AppState {
            config,
            pool,
            cache,
            explorer: explorer.map(|explorer| Box::new(explorer) as Box<dyn Explorer>),
            timers: Box::new(runtime),
        });
        let shared = Arc::new(Shared {
            rooms: Arc::new(rooms),
            admissions,
            closed: watch::Sender::new(false),
        });
        tokio::spawn(Self::sweep(Arc::downgrade(&shared)));
        Ok(Self { shared })
    }

    /// The limits it was created with.
    pub fn config(&self) -> &Config {
        &self.shared.rooms.app().config
    }

    /// The number of games under way.
    pub fn rooms_open(&self) -> usize {
        self.shared.rooms.len()
    }

    /// The page and its WebSocket at `/ws`, to be served as it is or as part of something larger.
    ///
    /// Connections are distinguished by their addresses, which
    /// [`into_make_service_with_connect_info::<SocketAddr>`](Router::into_make_service_with_connect_info)
    /// provides; without it, the limits for each address do not hold.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/ws", get(connect))
            .route("/health", get(async || "ok"))
            .fallback(get(assets::serve))
            .layer(from_fn_with_state(self.clone(), guarded))
            .with_state(self.clone())
    }

    /// Serves `listener` until `end` is ready, and then [closes](Self::close).
    ///
    /// # Errors
    /// If the listener fails for good.
    pub async fn serve(
        &self,
        listener: TcpListener,
        end: impl Future<Output = ()> + Send,
    ) -> io::Result<()> {
        let served = tokio::select! {
            served = accept::serve(listener, self.router()) => served,
            () = end => Ok(()),
        };
        self.close().await;
        served
    }

    /// Closes every game and sends its clients the reason. Returns when they have received it or
    /// some seconds have passed, and all searches have ended.
    pub async fn close(&self) {
        self.shared.rooms.close();
        self.shared.closed.send_replace(true);
        let _ = tokio::time::timeout(Self::FAREWELL, self.shared.admissions.wait_empty()).await;
        self.shared.admissions.close();
        let app = Arc::clone(self.shared.rooms.app());
        app.pool.close();
        // The searches are stopped, so this is quick.
        let (told, ended) = tokio::sync::oneshot::channel::<()>();
        std::thread::spawn(move || {
            app.pool.join();
            drop(told);
        });
        let _ = tokio::time::timeout(Self::FAREWELL, ended).await;
    }

    /// A connection without the network, for tests and for pages that come another way. It has no
    /// address, so no limit for each address applies to it.
    pub fn visit(&self) -> Connection {
        self.visit_from(None)
    }

    /// A connection from `address`, if that is known.
    pub(crate) fn visit_from(&self, address: Option<Address>) -> Connection {
        Connection::new(Arc::clone(&self.shared.rooms), address)
    }

    /// Returns when the server is closed.
    pub(crate) async fn wait_closed(&self) {
        let mut closed = self.shared.closed.subscribe();
        // The sender lives as long as `self`.
        let _ = closed.wait_for(|&closed| closed).await;
    }

    /// Sweeps the rooms periodically, for as long as the server lives.
    async fn sweep(shared: Weak<Shared>) {
        let Some(idle) = shared
            .upgrade()
            .map(|shared| shared.rooms.app().config.idle)
        else {
            return;
        };
        let every = (idle / 4).clamp(Duration::from_millis(50), Duration::from_secs(2));
        loop {
            tokio::time::sleep(every).await;
            let Some(shared) = shared.upgrade() else {
                return;
            };
            shared.rooms.sweep();
        }
    }
}

/// Timers of the runtime.
impl Timers for Handle {
    fn after(&self, wait: Duration, callback: Callback) {
        self.spawn(async move {
            tokio::time::sleep(wait).await;
            callback();
        });
    }
}

/// Lets requests to this server through, and adds the security headers to the answers.
async fn guarded(State(server): State<Server>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let mut response = match guard::check_host(server.config(), &parts) {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(refusal) => refusal.into_response(),
    };
    guard::protect(response.headers_mut());
    response
}

/// Upgrades a request to a WebSocket.
async fn connect(State(server): State<Server>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if let Err(refusal) = guard::check_origin(server.config(), &parts) {
        return refusal.into_response();
    }
    let upgrade =
        match <WebSocketUpgrade as axum::extract::FromRequestParts<_>>::from_request_parts(
            &mut parts,
            &(),
        )
        .await
        {
            Ok(upgrade) => upgrade,
            Err(rejection) => return rejection.into_response(),
        };
    let address = guard::client_address(server.config(), &parts);
    let admission = match server.shared.admissions.admit(address) {
        Ok(admission) => admission,
        Err(refusal) => return refusal.into_response(),
    };
    let connection = server.visit_from(address);
    // A message that is a little too long gets a reply; one that is far too long ends the
    // connection.
    let most = server.config().message.saturating_mul(4);
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| socket::converse(socket, server, connection, admission))
}

/// Makes `game` build what its engines share.
fn prepare(game: &dyn Game) {
    let engine = "aspiration,hash=1"
        .parse()
        .unwrap_or_else(|_| EngineConfig::level(Level::MIN));
    // A failure is reported later, to the client that asks for such an engine.
    if let Ok(mut engine) = game.engine(&Vec::new(), &engine, 0) {
        engine.prepare();
    }
}
