//! Speaks GTP or the protocol of NBoard on standard input and output:
//! `cargo run --example speak -- nboard pvs,time=100ms`.

use protocols::{Gtp, NBoard, Setup, serve};
use std::error::Error;
use std::io::{stdin, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let protocol = words.next().unwrap_or_else(|| "gtp".to_owned());
    let config = words
        .next()
        .unwrap_or_else(|| "aspiration".to_owned())
        .parse()?;
    let setup = Setup {
        config,
        ..Setup::new(engines::game("othello")?)
    };
    match protocol.as_str() {
        "gtp" => serve(Gtp::new(&setup)?, &setup, stdin(), stdout().lock())?,
        "nboard" => serve(NBoard::new(&setup)?, &setup, stdin(), stdout().lock())?,
        other => return Err(format!("{other} is neither gtp nor nboard").into()),
    }
    Ok(())
}
