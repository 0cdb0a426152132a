//! Makes the page out of `assets/`: one script, one style and what is fetched later, under names
//! that tell their contents, with what brotli and gzip make of them beside each.

#[cfg(feature = "server")]
mod linker;
#[cfg(feature = "server")]
mod page;

/// Makes nothing: only a server needs the page.
#[cfg(not(feature = "server"))]
fn main() {
    println!("cargo::rerun-if-changed=build");
}

#[cfg(feature = "server")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::env;
    use std::path::{Path, PathBuf};

    println!("cargo::rerun-if-changed=assets");
    println!("cargo::rerun-if-changed=build");
    let out = env::var("OUT_DIR")?;
    let page = Path::new(&out).join("page");
    // The games for a page without a server: `cargo xtask site`.
    println!("cargo::rerun-if-env-changed=BOYI_OFFLINE");
    let offline = env::var_os("BOYI_OFFLINE").map(PathBuf::from);
    if let Some(offline) = &offline {
        println!("cargo::rerun-if-changed={}", offline.display());
    }
    page::make(Path::new("assets"), offline.as_deref(), &page)?;
    Ok(())
}
