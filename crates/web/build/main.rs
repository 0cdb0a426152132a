//! Makes the page out of `assets/`: one script, one style and what is fetched later, under names
//! that tell their contents, with what brotli and gzip make of them beside each.

mod linker;
mod page;

use std::{env, error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=assets");
    println!("cargo::rerun-if-changed=build");
    let out = env::var("OUT_DIR")?;
    let page = Path::new(&out).join("page");
    page::make(Path::new("assets"), &page)?;
    Ok(())
}
