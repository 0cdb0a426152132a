use crate::Config;
use crate::open_games::OpenGames;
use crate::shared::Shared;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig, Tool};
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ServerHandler, ServiceExt, tool_handler};
use std::sync::{Arc, Mutex};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;

/// A server by the Model Context Protocol: the games in progress of one client, and the tools to
/// play and study them.
///
/// It is a handler of [`rmcp`], so that any transport of that library serves it.
/// [`serve`](Self::serve) and [`serve_stdio`](Self::serve_stdio) bound the length of messages, too.
/// Clones share the games.
#[derive(Clone)]
pub struct Server {
    pub(crate) shared: Arc<Shared>,
    router: ToolRouter<Self>,
}

/// Why a server ended before its client did.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The client did not begin as the protocol says.
    #[error(
        "the client did not begin as the protocol says, with `initialize` or `server/discover`"
    )]
    Beginning(#[source] Box<ServerInitializeError>),
    /// A task of the server broke off.
    #[error("the server broke off: {0}")]
    BrokeOff(#[source] tokio::task::JoinError),
}

impl Server {
    /// What a client may tell its model about the tools.
    const INSTRUCTIONS: &str = "Board games with engines of every strength. list_games says which \
        games there are; new_game opens one and returns its game_id, which the other tools take. \
        Against an opponent, play makes your move and returns the opponent's reply. Moves are text \
        in the game's notation: legal_moves lists them. Scores are for the side to move.";

    /// A server with no game in progress. Numbers of `config` that are too small to work with are
    /// raised.
    pub fn new(config: Config) -> Self {
        let config = config.sound();
        Self {
            shared: Arc::new(Shared {
                searches: Arc::new(Semaphore::new(config.searches.min(Semaphore::MAX_PERMITS))),
                open: Mutex::new(OpenGames::default()),
                config,
            }),
            router: Self::tool_router(),
        }
    }

    /// The tools with their schemas.
    ///
    /// ```
    /// let server = mcp::Server::new(mcp::Config::default());
    /// let tools = server.tools();
    /// let play = tools.iter().find(|tool| tool.name == "play").ok_or("no such tool")?;
    /// assert!(play.input_schema["properties"]["move"].is_object());
    /// assert!(play.output_schema.is_some());
    /// # Ok::<(), &str>(())
    /// ```
    pub fn tools(&self) -> Vec<Tool> {
        self.router.list_all()
    }

    /// Serves one client, which writes to `input` and reads from `output`, until the input ends.
    /// Searches that are under way then are stopped.
    ///
    /// # Errors
    /// If the client does not begin as the protocol says.
    ///
    /// # Panics
    /// Outside of a Tokio runtime.
    pub async fn serve(
        self,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), ServeError> {
        let longest = self.shared.config.message;
        let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(longest);
        let running = ServiceExt::serve(self, transport).await;
        let running = match running {
            // It left before it began.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            running => running.map_err(|error| ServeError::Beginning(Box::new(error)))?,
        };
        match running.waiting().await {
            Ok(QuitReason::JoinError(error)) | Err(error) => Err(ServeError::BrokeOff(error)),
            Ok(_) => Ok(()),
        }
    }

    /// Serves the client at the other end of standard input and output: [`serve`](Self::serve).
    /// Nothing else of the program may print.
    ///
    /// # Errors
    /// As [`serve`](Self::serve).
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        self.serve(tokio::io::stdin(), tokio::io::stdout()).await
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("config", &self.shared.config)
            .finish_non_exhaustive()
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("boyi", env!("CARGO_PKG_VERSION")).with_title("Boyi");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(Self::INSTRUCTIONS)
    }
}
