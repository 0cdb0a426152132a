//! What the server answers besides the WebSocket, and whom it refuses.

use crate::common::{Host, PATIENCE, config};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use web::Config;

/// Sends `request` as it is, and reads until the server closes the connection.
async fn raw(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // The server may have had enough before all is sent.
    let _ = stream.write_all(request).await;
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer))
        .await
        .expect("an end");
    String::from_utf8_lossy(&answer).into_owned()
}

/// The answer to a request for `path` with these header lines.
async fn get(address: SocketAddr, path: &str, headers: &str) -> String {
    raw(
        address,
        format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").as_bytes(),
    )
    .await
}

fn status(answer: &str) -> u16 {
    answer
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok())
        .unwrap_or_else(|| panic!("{answer:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_protected() {
    let host = Host::start(config()).await;
    let local = format!("Host: {}\r\n", host.address);
    for (path, headers, code) in [
        ("/", local.as_str(), 200),
        ("/index.html", &local, 200),
        ("/health", &local, 200),
        ("/nothing", &local, 404),
        ("/../Cargo.toml", &local, 404),
        ("/%2e%2e/Cargo.toml", &local, 404),
        ("/ws", &local, 400),
        ("/", "Host: localhost\r\n", 200),
        ("/", "Host: evil.example\r\n", 403),
        ("/", "Host: localhost\r\nHost: evil.example\r\n", 403),
        ("/", "", 403),
    ] {
        let answer = get(host.address, path, headers).await;
        assert_eq!(status(&answer), code, "{path} {headers}: {answer}");
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(
                answer.contains(header),
                "{path}: {header} is missing in {answer}"
            );
        }
        assert!(!answer.contains("unsafe-inline") && !answer.contains("'unsafe-eval'"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_own_page_and_those_allowed_connect() {
    let host = Host::start(Config {
        origins: vec!["https://boyi.example".to_owned()],
        ..config()
    })
    .await;
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (origin, code) in [
        (format!("http://{}", host.address), 101),
        ("https://boyi.example".to_owned(), 101),
        ("http://evil.example".to_owned(), 403),
        (format!("http://evil.example:{}", host.address.port()), 403),
        ("http://127.0.0.1".to_owned(), 403),
        ("null".to_owned(), 403),
    ] {
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\n{upgrade}Origin: {origin}\r\n\r\n",
            host.address
        );
        let mut stream = TcpStream::connect(host.address)
            .await
            .expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = [0; 64];
        let read = timeout(PATIENCE, stream.read(&mut answer))
            .await
            .expect("in time")
            .expect("an answer");
        assert_eq!(
            status(&String::from_utf8_lossy(&answer[..read])),
            code,
            "{origin}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_server_answers_to_any_name() {
    let host = Host::start(Config {
        public: true,
        ..config()
    })
    .await;
    assert_eq!(
        status(&get(host.address, "/", "Host: boyi.example\r\n").await),
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_gets_are_answered() {
    let host = Host::start(config()).await;
    for method in ["POST", "PUT", "DELETE", "PATCH", "BREW"] {
        let request = format!(
            "{method} / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
            host.address
        );
        assert_eq!(
            status(&raw(host.address, request.as_bytes()).await),
            405,
            "{method}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_harms_nobody() {
    let host = Host::start(config()).await;
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "x".repeat(1 << 20)
    );
    let headers = format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n",
        "x".repeat(1 << 20)
    );
    for garbage in [
        b"\0\0\0\0\r\n\r\n".as_slice(),
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 99\r\n\r\n",
        long.as_bytes(),
        headers.as_bytes(),
    ] {
        let mut stream = TcpStream::connect(host.address).await.expect("a connection");
        let _ = stream.write_all(garbage).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an end");
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    }
    assert_eq!(
        status(&get(host.address, "/health", "Host: localhost\r\n").await),
        200
    );
}

/// How long `/health` takes to answer.
async fn health(address: SocketAddr) -> Duration {
    let asked = Instant::now();
    assert_eq!(
        status(&get(address, "/health", "Host: localhost\r\n").await),
        200
    );
    asked.elapsed()
}

/// Connections that send `beginning` and no more, from this machine's address.
async fn unfinished(address: SocketAddr, beginning: &[u8], count: usize) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let _ = stream.write_all(beginning).await;
        streams.push(stream);
    }
    streams
}

/// What holds a place without asking for anything makes way: the bound is far above what an idle
/// machine needs, and far below the time after which such a connection is closed anyway.
#[tokio::test(flavor = "multi_thread")]
async fn requests_that_never_end_keep_nobody_waiting() {
    const SOON: Duration = Duration::from_secs(2);
    let host = Host::start(config()).await;
    let body = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nhalf";
    for beginning in [
        "",
        "G",
        "GET /health HTTP/1.1\r\nHost: loc",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        body,
    ] {
        for count in [64, 256, 600] {
            let held = unfinished(host.address, beginning.as_bytes(), count).await;
            let took = health(host.address).await;
            assert!(took < SOON, "{took:?} beside {count} of {beginning:?}");
            drop(held);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_that_does_not_end_is_not_waited_for() {
    let host = Host::start(config()).await;
    for beginning in ["", "GET / HTTP/1.1\r\nHost: loc"] {
        let begun = Instant::now();
        let mut stream = unfinished(host.address, beginning.as_bytes(), 1)
            .await
            .remove(0);
        let mut answer = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut answer))
            .await
            .expect("an end");
        assert!(
            begun.elapsed() < Duration::from_secs(15),
            "{:?} for {beginning:?}",
            begun.elapsed()
        );
    }
}

/// A byte now and then does not hold a place either.
#[tokio::test(flavor = "multi_thread")]
async fn a_trickle_is_not_waited_for() {
    let host = Host::start(config()).await;
    let begun = Instant::now();
    let mut stream = unfinished(host.address, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", 1)
        .await
        .remove(0);
    while begun.elapsed() < Duration::from_secs(15) {
        let mut answer = [0; 64];
        let read = timeout(Duration::from_millis(200), stream.read(&mut answer)).await;
        // Whatever the server has said, it has had enough.
        if matches!(read, Ok(Ok(0) | Err(_))) || stream.write_all(b"x").await.is_err() {
            break;
        }
    }
    assert!(
        begun.elapsed() < Duration::from_secs(15),
        "{:?}",
        begun.elapsed()
    );
}
