//! `boyi serve` as a program runs it.

use crate::common::boyi;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts one, and says where it is: `127.0.0.1:PORT`.
fn serve(args: &[&str]) -> (Server, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boyi"));
    command
        .args([&["serve", "--port", "0", "--json"], args].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut server = Server(command.spawn().expect("it runs"));
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().expect("a pipe"))
        .read_line(&mut line)
        .expect("a line");
    let url: serde_json::Value =
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"));
    let url = url["url"].as_str().expect("a URL");
    let address = url
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned();
    (server, address)
}

/// The whole answer to a request for `path`.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("a limit");
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn the_page_is_served_where_it_says() {
    let (_server, address) = serve(&[]);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let page = get(&address, "/");
    assert!(
        page.starts_with("HTTP/1.1 200 OK") && page.contains("<!doctype html>"),
        "{page}"
    );
    assert!(get(&address, "/health").ends_with("ok"));
}

#[test]
fn other_machines_are_let_in_by_a_flag_alone_and_with_a_warning() {
    for host in ["0.0.0.0", "::", "192.0.2.1"] {
        let output = boyi(&["serve", "--host", host]).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && error.contains("--public"),
            "{host}: {error}"
        );
    }
    let (mut server, address) = serve(&["--host", "0.0.0.0", "--public"]);
    assert!(address.starts_with("localhost:"), "{address}");
    let mut warning = String::new();
    BufReader::new(server.0.stderr.take().expect("a pipe"))
        .read_line(&mut warning)
        .expect("a line");
    assert!(
        warning.contains("warning") && warning.contains("--public"),
        "{warning}"
    );
}

#[test]
fn a_port_that_is_taken_is_told() {
    let (_server, address) = serve(&[]);
    let port = address.rsplit(':').next().expect("a port");
    let output = boyi(&["serve", "--port", port]).output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && error.contains(port) && error.contains("--port 0"),
        "{error}"
    );
}

#[test]
fn bad_words_are_refused() {
    for args in [
        ["--host", "localhost.example"],
        ["--port", "70000"],
        ["--games", "0"],
        ["--time", "0s"],
        ["--idle", "soon"],
        ["--hash", "5000"],
        ["--threads", "0"],
        ["--allow-origin", "example.org"],
        ["--allow-origin", "https://*"],
        ["--allow-origin", "https://example.org/page"],
    ] {
        let output = boyi(&["serve", args[0], args[1]])
            .output()
            .expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && error.contains(args[0]),
            "{args:?}: {error}"
        );
    }
}
