//! The command:
//!
//!     cargo run --release -p boyi-games -- play connect-four

fn main() -> std::process::ExitCode {
    boyi_games::app().main()
}
