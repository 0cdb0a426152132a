//! The guide to a game of one's own quotes these games as they are.

use std::fs;
use std::path::PathBuf;

const GUIDE: &str = "docs/guide/add-your-own-game.md";

/// The lines of a file of the project.
fn lines(path: &str) -> Vec<String> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
    let text =
        fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(str::to_owned).collect()
}

/// A block that is not compiled follows the name of a file, and each of its parts, between lines of
/// `// ...`, stands in that file.
#[test]
fn what_it_quotes_is_so() {
    let guide = lines(GUIDE);
    let mut quotes = 0;
    for (at, _) in guide
        .iter()
        .enumerate()
        .filter(|(_, line)| *line == "```rust,ignore")
    {
        let named = guide[at - 1]
            .strip_prefix("<!-- ")
            .and_then(|rest| rest.strip_suffix(" -->"));
        let path = named.unwrap_or_else(|| panic!("{GUIDE}:{at}: no file is named"));
        let source = lines(path);
        let block: Vec<_> = guide[at + 1..]
            .iter()
            .take_while(|line| *line != "```")
            .cloned()
            .collect();
        for part in block.split(|line| line == "// ...") {
            quotes += 1;
            assert!(
                !part.is_empty() && source.windows(part.len()).any(|window| window == part),
                "{path} has no such lines:\n{}",
                part.join("\n")
            );
        }
    }
    assert!(quotes > 20, "{quotes} quotes");
}
