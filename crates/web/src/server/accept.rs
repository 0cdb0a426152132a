//! Accepts connections, and lets none hold its place idly.

use crate::address::Address;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};

/// A connection is closed when the header of its next request is not there after this time.
const HEADER: Duration = Duration::from_secs(5);
/// A connection that has not become a WebSocket is closed after this time; a browser opens another
/// when it needs one.
const VISIT: Duration = Duration::from_secs(30);
/// A request under way at that moment has this long to end.
const REST: Duration = Duration::from_secs(10);
/// The pause after a failure to accept, which may be temporary: too many open files, or a client
/// that left at once.
const PAUSE: Duration = Duration::from_millis(20);

/// Serves `router` forever. Dropping the future closes the connections that have not become
/// WebSockets.
///
/// # Errors
/// If the listener does not work.
pub(crate) async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    let mut tasks = JoinSet::new();
    let mut places = Places::default();
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Err(error),
            Err(_) => {
                sleep(PAUSE).await;
                continue;
            }
        };
        while tasks.try_join_next().is_some() {}
        let task = tasks.spawn(visit(stream, peer, router.clone()));
        places.take(peer.ip().into(), task);
    }
}

/// Answers the requests of one connection.
async fn visit(stream: TcpStream, peer: SocketAddr, router: Router) {
    // Messages are small, and the page waits for them.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER);
    let mut connection = pin!(
        builder
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades()
    );
    if timeout(VISIT, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        // An error of this connection concerns no other.
        let _ = timeout(REST, connection).await;
    }
}

/// The places for connections that are not WebSockets: those that fetch the page, and those that
/// only pretend to.
///
/// A new connection always gets a place. If all are taken, the address with the most places gives
/// up its oldest one, most likely an idle connection.
#[derive(Debug, Default)]
struct Places {
    /// The oldest first.
    taken: VecDeque<(Address, AbortHandle)>,
}

impl Places {
    /// The number of places.
    const MOST: usize = 256;

    /// Gives a place to `task`, which serves a connection from `address`.
    fn take(&mut self, address: Address, task: AbortHandle) {
        self.taken.retain(|(_, task)| !task.is_finished());
        self.taken.push_back((address, task));
        if self.taken.len() > Self::MOST
            && let Some(place) = self.most_dispensable()
            && let Some((_, task)) = self.taken.remove(place)
        {
            task.abort();
        }
    }

    /// The oldest place of the address with the most.
    fn most_dispensable(&self) -> Option<usize> {
        let mut held: HashMap<Address, usize> = HashMap::new();
        for (address, _) in &self.taken {
            *held.entry(*address).or_default() += 1;
        }
        let most = held.values().copied().max()?;
        self.taken
            .iter()
            .position(|(address, _)| held[address] == most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;
    use std::net::Ipv4Addr;

    fn address(last: u8) -> Address {
        Address::from(std::net::IpAddr::from(Ipv4Addr::new(192, 0, 2, last)))
    }

    #[tokio::test]
    async fn the_address_with_the_most_gives_way() {
        let mut places = Places::default();
        let mut hold = |last| {
            let task = tokio::spawn(pending::<()>());
            places.take(address(last), task.abort_handle());
            task
        };
        let modest = hold(1);
        let greedy: Vec<_> = (1..Places::MOST).map(|_| hold(2)).collect();
        let newcomer = hold(3);
        let another = hold(3);
        tokio::task::yield_now().await;
        let gone = greedy.iter().filter(|task| task.is_finished()).count();
        assert_eq!(gone, 2);
        assert!(
            greedy[0].is_finished() && greedy[1].is_finished(),
            "the longest held go first"
        );
        assert!(!modest.is_finished() && !newcomer.is_finished() && !another.is_finished());
        assert_eq!(places.taken.len(), Places::MOST);
    }

    #[tokio::test]
    async fn a_place_given_back_is_free() {
        let mut places = Places::default();
        let first = tokio::spawn(pending::<()>());
        places.take(address(1), first.abort_handle());
        for _ in 0..2 * Places::MOST {
            let task = tokio::spawn(async {});
            places.take(address(1), task.abort_handle());
            task.await.expect("it ends");
        }
        assert!(!first.is_finished());
    }
}
