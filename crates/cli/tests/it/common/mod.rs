//! The command as a program runs it.

#[cfg(unix)]
pub mod terminal;

use assert_cmd::Command;
use serde_json::Value;

/// `boyi` in a terminal so wide, with what it keeps in that folder.
#[cfg(unix)]
pub fn at_terminal(columns: u16, state: &std::path::Path, args: &str) -> terminal::Terminal {
    let args: Vec<&str> = args.split(' ').collect();
    let program = env!("CARGO_BIN_EXE_boyi");
    terminal::Terminal::run(program, [columns, 40], state, &args, &[])
}

/// `boyi` with `args`, not yet run.
pub fn boyi(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("boyi").expect("the binary is built");
    command.args(args);
    command
}

/// What a command that succeeds prints.
pub fn printed(args: &[&str]) -> String {
    let output = boyi(args).output().expect("it runs");
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// The JSON objects that it prints, one a line.
pub fn objects(args: &[&str]) -> Vec<Value> {
    parsed(&printed(&[args, &["--json"]].concat()))
}

/// The JSON objects in `text`, one a line.
pub fn parsed(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line:?}: {error}")))
        .collect()
}

/// Fails unless `object` has all of `keys`.
pub fn has(object: &Value, keys: &[&str]) {
    for key in keys {
        assert!(object.get(key).is_some(), "no {key:?} in {object}");
    }
}
