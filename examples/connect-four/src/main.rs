//! Boyi's command with a fourth game:
//!
//!     cargo run --release -p boyi-connect-four -- play connect-four

fn main() -> std::process::ExitCode {
    connect_four::app().main()
}
