use std::io::{self, BufRead, BufReader, Read};
use std::net::Ipv4Addr;
use std::process::{Child, Command, Stdio};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use web::{Config, Server};

/// The server under load: one that was running, or a child process that ends with this one.
pub struct Host {
    /// Where its WebSocket is.
    pub url: String,
    process: Option<Child>,
}

impl Host {
    /// The server that was there.
    pub fn at(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            process: None,
        }
    }

    /// Its name and port, as HTTP wants them.
    pub fn authority(&self) -> &str {
        let rest = self.url.trim_start_matches("ws://");
        rest.split('/').next().unwrap_or(rest)
    }

    /// This program again, as a server with room for `games` and for `hostile` connections.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(games: u32, hostile: u32) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args([
            "--serve",
            "--games",
            &games.to_string(),
            "--hostile",
            &hostile.to_string(),
        ]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let mut address = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut address)?;
        }
        let host = Self {
            url: format!("ws://{}/ws", address.trim()),
            process: Some(process),
        };
        if address.is_empty() {
            Err(io::Error::other("the server did not start"))
        } else {
            Ok(host)
        }
    }

    /// The memory it holds, in KiB; `None` where that cannot be told.
    pub fn memory(&self) -> Option<u64> {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.process.as_ref()?.id()))
                .ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            // Its input ends, and so does it; killed, it certainly does.
            drop(process.stdin.take());
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Serves on a free port, whose address is printed, until the input ends. The limits are the
/// default ones, but for the number of games and connections. Connections say where they come from,
/// as a proxy would.
///
/// # Errors
/// If the port or the threads are not to be had.
pub fn serve(games: usize, hostile: usize) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let default = Config::default();
        // A game left for another may be resumed for a while.
        let rooms = default.rooms.max(2 * games + 2 * 5 * hostile);
        let connections = default.connections.max(games + 10 * hostile + 1);
        let server = Server::new(Config {
            proxied: true,
            rooms,
            connections,
            ..default
        })?;
        println!("{}", listener.local_addr()?);
        let (ended, end) = oneshot::channel();
        std::thread::spawn(move || {
            let _ = io::stdin().read_to_end(&mut Vec::new());
            let _ = ended.send(());
        });
        server
            .serve(listener, async move { end.await.unwrap_or_default() })
            .await
    })
}
