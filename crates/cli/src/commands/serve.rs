use crate::{args::Serve, failure::Failure, output};
use serde_json::json;
use std::{
    io,
    net::{IpAddr, SocketAddr},
};
use tokio::{net::TcpListener, runtime::Runtime};
use web::{Config, Server};

/// `boyi serve`
pub fn run(args: &Serve, json: bool) -> Result<(), Failure> {
    if !args.host.is_loopback() && !args.public {
        let problem = "this address is reached from other machines; give --public if that is what you want".to_owned();
        return Err(Failure::Words { argument: "--host", problem: format!("{}: {problem}", args.host) });
    }
    Runtime::new()?.block_on(serve(args, json))
}

async fn serve(args: &Serve, json: bool) -> Result<(), Failure> {
    let address = SocketAddr::new(args.host, args.port);
    let listener = TcpListener::bind(address).await.map_err(|error| Failure::Listen { address, error })?;
    let url = url(listener.local_addr()?);
    let server = Server::new(config(args))?;
    if json {
        output::object(&json!({ "url": url }))?;
    } else {
        output::line(format!("{url}   (Ctrl-C ends it)"))?;
    }
    if args.public {
        output::warning("boyi: warning: whoever reaches this port may play, and make this machine think (--public)");
    }
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        output::warning(&format!("boyi: no browser could be opened: {error}"));
    }
    let end = interrupt()?;
    Ok(server.serve(listener, end).await?)
}

/// Ready when the program is asked to end: by Ctrl-C, or as a service is.
#[cfg(unix)]
fn interrupt() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut key, mut service) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = key.recv() => {}
            _ = service.recv() => {}
        }
    })
}

/// Ready at Ctrl-C.
#[cfg(not(unix))]
fn interrupt() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Where it cannot be waited for, whoever ends the program ends it without a farewell.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}

fn config(args: &Serve) -> Config {
    let default = Config::default();
    Config {
        public: args.public,
        origins: args.allow_origin.clone(),
        rooms: args.games,
        connections: args.connections,
        workers: args.threads.map_or(default.workers, |threads| threads.get()),
        time: args.time,
        hash: args.hash,
        memory: args.memory,
        idle: args.idle,
        ..default
    }
}

/// Where a browser on this machine finds the page.
fn url(address: SocketAddr) -> String {
    let host = match address.ip() {
        // No address that a browser could go to: all of this machine's.
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{host}:{}/", address.port())
}
