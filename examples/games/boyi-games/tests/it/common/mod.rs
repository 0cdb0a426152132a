//! The command as its users run it.

use assert_cmd::Command;
use serde_json::Value;

/// `boyi-games` with `args`, not yet run.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("boyi-games").expect("the binary is built");
    command.args(args);
    command
}

/// What a command that succeeds prints.
pub fn printed(args: &[&str]) -> String {
    said(args, "")
}

/// The JSON objects that it prints, one a line.
pub fn objects(args: &[&str]) -> Vec<Value> {
    let text = printed(&[args, &["--json"]].concat());
    let object =
        |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(object).collect()
}

/// What a command that succeeds says to `input`.
pub fn said(args: &[&str], input: &str) -> String {
    let output = command(args).write_stdin(input).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The exit status of a command that is refused, and why.
pub fn refused(args: &[&str]) -> (Option<i32>, String) {
    let output = command(args).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}
