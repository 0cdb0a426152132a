use crate::{App, args::Serve, failure::Failure, output};
use serde_json::json;
use std::{
    io,
    net::{IpAddr, SocketAddr},
};
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot};
use web::{Config, Server};

/// `boyi serve`
pub fn run(args: &Serve, app: &App, json: bool) -> Result<(), Failure> {
    if !args.host.is_loopback() && !args.public {
        let problem =
            "this address is reached from other machines; give --public if that is what you want"
                .to_owned();
        return Err(Failure::Words {
            argument: "--host",
            problem: format!("{}: {problem}", args.host),
        });
    }
    Runtime::new()?.block_on(serve(args, app, json))
}

async fn serve(args: &Serve, app: &App, json: bool) -> Result<(), Failure> {
    let address = SocketAddr::new(args.host, args.port);
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| Failure::Listen { address, error })?;
    let url = url(listener.local_addr()?);
    let server = Server::new(config(args, app))?;
    if json {
        output::object(&json!({ "url": url }))?;
    } else {
        output::line(format!("{url}   (Ctrl-C ends it)"))?;
    }
    if args.public {
        output::warning(
            "boyi: warning: anyone who reaches this port may play, and make this machine think (--public)",
        );
    }
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        output::warning(&format!("boyi: no browser could be opened: {error}"));
    }
    let mut signals = Signals::new()?;
    let (end, ended) = oneshot::channel::<()>();
    tokio::spawn(async move {
        signals.next().await;
        drop(end);
        // A second signal ends the program without waiting.
        signals.next().await;
        std::process::exit(130);
    });
    let ended = async {
        let _ = ended.await;
    };
    Ok(server.serve(listener, ended).await?)
}

/// The signals that end the program: Ctrl-C, and those that end a service.
#[cfg(unix)]
struct Signals([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self([
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
        ]))
    }

    async fn next(&mut self) {
        let [key, service] = &mut self.0;
        tokio::select! {
            _ = key.recv() => {}
            _ = service.recv() => {}
        }
    }
}

/// The signal that ends the program: Ctrl-C.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        // If the signal cannot be awaited, it ends the program at once.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

fn config(args: &Serve, app: &App) -> Config {
    let default = Config::default();
    Config {
        games: app.games().clone(),
        database: args.db.clone(),
        public: args.public,
        origins: args.allow_origin.clone(),
        proxied: args.proxied,
        rooms: args.games,
        rooms_per_address: args.games_per_address.unwrap_or(args.games.div_ceil(4)),
        connections: args.connections,
        connections_per_address: args
            .connections_per_address
            .unwrap_or(args.connections.div_ceil(4)),
        workers: args
            .threads
            .map_or(default.workers, |threads| threads.get()),
        time: args.time,
        pace: args.pace,
        hash: args.hash,
        game_memory: args.game_memory,
        memory: args.memory,
        idle: args.idle,
        ..default
    }
}

/// The URL for a browser on this machine.
fn url(address: SocketAddr) -> String {
    let host = match address.ip() {
        // A browser cannot open the unspecified address.
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{host}:{}/", address.port())
}
