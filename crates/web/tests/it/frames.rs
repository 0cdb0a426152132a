//! Frames that are not the protocol's: each ends its own connection, with the close code of RFC
//! 6455 that says why.

use crate::common::{Host, PATIENCE, config, humans};
use serde_json::json;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const NORMAL: u16 = 1000;
const PROTOCOL: u16 = 1002;
const UNSUPPORTED: u16 = 1003;
const INVALID: u16 = 1007;
const TOO_BIG: u16 = 1009;

/// A WebSocket byte by byte.
struct Raw(TcpStream);

impl Raw {
    /// One that has been let in.
    async fn open(address: SocketAddr) -> Self {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let upgrade = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(upgrade.as_bytes()).await.expect("sent");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.expect("a header"));
        }
        assert!(
            head.starts_with(b"HTTP/1.1 101"),
            "{}",
            String::from_utf8_lossy(&head)
        );
        Self(stream)
    }

    /// The code of the close frame that comes; `None` if the connection ends without one.
    async fn closing(&mut self) -> Option<u16> {
        loop {
            let opcode = self.0.read_u8().await.ok()? & 0xF;
            let length = match self.0.read_u8().await.ok()? & 0x7F {
                126 => u64::from(self.0.read_u16().await.ok()?),
                127 => self.0.read_u64().await.ok()?,
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length).expect("a frame in memory")];
            self.0.read_exact(&mut payload).await.ok()?;
            if opcode == 0x8 {
                return payload.first_chunk().map(|code| u16::from_be_bytes(*code));
            }
        }
    }
}

/// A whole frame of a client, whose mask is zero: `first` holds its opcode and flags.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match u16::try_from(payload.len()) {
        Ok(length @ ..126) => frame.push(0x80 | length as u8),
        Ok(length) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => {
            frame.push(0x80 | 127);
            frame.extend((payload.len() as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// What is sent, and the code it must get.
fn cases() -> Vec<(&'static str, Vec<u8>, u16)> {
    let part = vec![b'x'; 60_000];
    let parts = (0..6)
        .map(|i| frame(if i == 0 { 0x01 } else { 0x00 }, &part))
        .collect::<Vec<_>>()
        .concat();
    vec![
        ("reserved bits", frame(0xC1, b"{}"), PROTOCOL),
        ("an unknown data frame", frame(0x83, b"{}"), PROTOCOL),
        ("an unknown control frame", frame(0x8B, b""), PROTOCOL),
        ("an unmasked frame", b"\x81\x05hello".to_vec(), PROTOCOL),
        ("all ones", vec![0xFF; 14], PROTOCOL),
        ("a ping in parts", frame(0x09, b"x"), PROTOCOL),
        ("a long ping", frame(0x89, &[b'x'; 126]), PROTOCOL),
        (
            "a long close frame",
            frame(0x88, &[[3, 232].as_slice(), &[b'x'; 124]].concat()),
            PROTOCOL,
        ),
        ("a part of nothing", frame(0x80, b"{}"), PROTOCOL),
        (
            "a text within a text",
            [frame(0x01, b"{"), frame(0x81, b"{}")].concat(),
            PROTOCOL,
        ),
        ("half a close code", frame(0x88, &[3]), PROTOCOL),
        (
            "a close code that is none",
            frame(0x88, &999_u16.to_be_bytes()),
            PROTOCOL,
        ),
        (
            "a close code never sent",
            frame(0x88, &1005_u16.to_be_bytes()),
            PROTOCOL,
        ),
        ("no UTF-8", frame(0x81, b"\xFF\xFE"), INVALID),
        ("half a character", frame(0x81, b"\xE6\xBC"), INVALID),
        ("half a surrogate", frame(0x81, b"\xED\xA0\x80"), INVALID),
        (
            "a character in parts that is none",
            [frame(0x01, b"\xE6"), frame(0x80, b"x")].concat(),
            INVALID,
        ),
        (
            "a reason that is no UTF-8",
            frame(0x88, &[3, 232, 0xFF]),
            INVALID,
        ),
        (
            "a length beyond all bounds",
            b"\x81\xFF\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\0\0".to_vec(),
            TOO_BIG,
        ),
        ("a long message", frame(0x81, &vec![b'x'; 1 << 20]), TOO_BIG),
        ("a long message in parts", parts, TOO_BIG),
        (
            "binary data",
            frame(0x82, b"{\"id\":1,\"do\":\"ping\"}"),
            UNSUPPORTED,
        ),
        ("no binary data", frame(0x82, b""), UNSUPPORTED),
        (
            "binary data in parts",
            [frame(0x02, b"{"), frame(0x80, b"}")].concat(),
            UNSUPPORTED,
        ),
        (
            "half a character in parts",
            [frame(0x01, b"\xE6"), frame(0x80, b"\xBC")].concat(),
            INVALID,
        ),
        (
            "long binary data",
            frame(0x82, &vec![b'x'; 1 << 20]),
            TOO_BIG,
        ),
        ("a farewell", frame(0x88, &1000_u16.to_be_bytes()), NORMAL),
        ("a farewell with words", frame(0x88, b"\x03\xE8bye"), NORMAL),
        (
            "a farewell while replies wait",
            [frame(0x81, b"{}").repeat(20), frame(0x88, b"\x03\xE8")].concat(),
            NORMAL,
        ),
        (
            "a program's own code",
            frame(0x88, &4000_u16.to_be_bytes()),
            4000,
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_refused_by_its_code() {
    let host = Host::start(config()).await;
    let (mut owner, before) = host
        .game(json!({ "game": "gomoku", "players": humans() }))
        .await;
    let mut wrong = Vec::new();
    for (name, bytes, expected) in cases() {
        let mut raw = Raw::open(host.address).await;
        // The server may refuse to read all of it.
        let _ = timeout(PATIENCE, raw.0.write_all(&bytes))
            .await
            .expect("sent in time");
        let code = timeout(PATIENCE, raw.closing()).await.expect("an end");
        if code != Some(expected) {
            wrong.push(format!("{name}: {code:?}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("; "));
    assert_eq!(owner.snapshot().await, before);
}

/// What the protocol allows, in parts and with pings between them, is a message like any other.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_may_come_in_parts() {
    let host = Host::start(config()).await;
    let mut raw = Raw::open(host.address).await;
    let text = json!({ "id": 7, "do": "ping", "x": "漢" }).to_string();
    for (i, byte) in text.bytes().enumerate() {
        raw.0
            .write_all(&frame(if i == 0 { 0x01 } else { 0x00 }, &[byte]))
            .await
            .expect("sent");
        raw.0
            .write_all(&frame(0x89, b"between"))
            .await
            .expect("sent");
    }
    raw.0.write_all(&frame(0x80, b"")).await.expect("sent");
    raw.0
        .write_all(&frame(0x88, &1000_u16.to_be_bytes()))
        .await
        .expect("sent");
    assert_eq!(
        timeout(PATIENCE, raw.closing()).await.expect("an end"),
        Some(NORMAL)
    );
}
