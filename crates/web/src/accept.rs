//! Connections as they come in, none of which holds its place for nothing.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// A connection that has not become a WebSocket is closed after this time; a browser opens another when it needs one.
const VISIT: Duration = Duration::from_secs(30);
/// What is under way then has so long to end.
const REST: Duration = Duration::from_secs(10);
/// After a failure, which may pass: too many open files, or a client that left at once.
const PAUSE: Duration = Duration::from_millis(20);
/// The most connections beside the WebSockets: what fetches the page, and what only pretends to.
const FETCHING: usize = 256;

/// Serves `router` for ever. Dropped, it closes the connections that have not become WebSockets.
///
/// # Errors
/// If the listener is none.
pub(crate) async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(FETCHING));
    let mut visits = JoinSet::new();
    // Who comes when all places are taken waits in the system's queue.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        while visits.try_join_next().is_some() {}
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Err(error),
            Err(_) => {
                sleep(PAUSE).await;
                continue;
            }
        };
        let router = router.clone();
        visits.spawn(async move {
            visit(stream, router).await;
            drop(place);
        });
    }
    Ok(())
}

/// Answers the requests of one connection.
async fn visit(stream: TcpStream, router: Router) {
    // What is sent is small and waited for.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut connection = pin!(http1::Builder::new().serve_connection(TokioIo::new(stream), service).with_upgrades());
    if timeout(VISIT, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        // Whatever is wrong with it concerns nobody else.
        let _ = timeout(REST, connection).await;
    }
}
