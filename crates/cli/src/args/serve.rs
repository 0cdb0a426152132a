use super::{number, read_duration, threads};
use clap::Args;
use std::{net::IpAddr, num::NonZeroUsize, path::PathBuf, time::Duration};

#[derive(Debug, Args)]
pub struct Serve {
    /// The address to listen at; beyond this machine only with --public
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// The port to listen at; 0 takes any free port
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub port: u16,
    /// Show what was played from each position in the games of this database: see `boyi db`
    #[arg(long, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Let other machines connect: anyone who reaches the port may play and use this machine's
    /// processor
    #[arg(long)]
    pub public: bool,
    /// Let pages of another origin connect too, as https://example.org; may be given again
    #[arg(long, value_name = "ORIGIN", value_parser = read_origin)]
    pub allow_origin: Vec<String>,
    /// Every request comes through a proxy that puts the client's address last in X-Forwarded-For;
    /// without this all clients of a proxy share one address
    #[arg(long)]
    pub proxied: bool,
    /// The most games at a time
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number(1_usize, 100_000))]
    pub games: usize,
    /// The most games at a time that clients at one address have opened [default: a quarter of
    /// --games]
    #[arg(long, value_name = "N", value_parser = number(1_usize, 100_000))]
    pub games_per_address: Option<usize>,
    /// The most connections at a time
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = number(1_usize, 100_000))]
    pub connections: usize,
    /// The most connections at a time from one address [default: a quarter of --connections]
    #[arg(long, value_name = "N", value_parser = number(1_usize, 100_000))]
    pub connections_per_address: Option<usize>,
    /// Threads that search for moves [default: one less than processor cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// The longest a search may take
    #[arg(long, value_name = "T", default_value = "60s", value_parser = read_time)]
    pub time: Duration,
    /// The least time between moves in a game between engines
    #[arg(long, value_name = "T", default_value = "400ms", value_parser = read_duration)]
    pub pace: Duration,
    /// The largest table a searcher may ask for, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = number(1_usize, 4096))]
    pub hash: usize,
    /// The memory of all engines of one game together, in MiB; one engine may have half of it
    #[arg(
        long, value_name = "MIB", default_value_t = 192, value_parser = number(96_usize, 1 << 20)
    )]
    pub game_memory: usize,
    /// The memory of all engines together, busy and idle, in MiB; at least what all threads may
    /// need
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = number(0_usize, 1 << 20))]
    pub memory: usize,
    /// Close a game when nothing has happened in it for this long
    #[arg(long, value_name = "T", default_value = "60m", value_parser = read_time)]
    pub idle: Duration,
}

/// Reads a time above zero.
pub(super) fn read_time(text: &str) -> Result<Duration, String> {
    read_duration(text).and_then(|time| {
        if time.is_zero() {
            Err("a time above zero is needed".to_owned())
        } else {
            Ok(time)
        }
    })
}

/// Reads an origin, as browsers send it.
fn read_origin(text: &str) -> Result<String, String> {
    let host = ["http://", "https://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let good = |host: &str| {
        !host.is_empty()
            && !host.contains(['/', '?', '#', '@', '*'])
            && !host.contains(char::is_whitespace)
    };
    match host
        .map(|host| host.trim_end_matches('/'))
        .filter(|host| good(host))
    {
        Some(_) => Ok(text.trim_end_matches('/').to_owned()),
        None => Err(
            "an origin is a scheme, a host and perhaps a port, as https://example.org".to_owned(),
        ),
    }
}
