//! The `boyi` command with the games built in.

fn main() -> std::process::ExitCode {
    boyi_cli::main_with(&engines::GAMES)
}
