//! What a contributor does daily, as `cargo xtask COMMAND`.

mod dist;
mod house;
mod site;

use clap::{Parser, Subcommand};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use thiserror::Error;

#[derive(Parser)]
#[command(bin_name = "cargo xtask", about)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run everything that must hold before a change lands
    Ci,
    /// Compare the node counts of the bench with those of tests/data/bench.txt
    BenchCheck,
    /// Count the instructions that the generic kernel and its hand-written twin take
    Callgrind {
        /// Depth of the search of Othello
        #[arg(long, default_value_t = 8)]
        depth: u32,
    },
    /// Make what a release hands out: an archive of the command, what an image is built from, checksums
    Dist {
        /// The folder to write to
        #[arg(long, default_value = "dist")]
        out: PathBuf,
        /// The system to build for, as rustc calls it; by default this one
        #[arg(long)]
        target: Option<String>,
        /// Pack this command, built already, instead of building it
        #[arg(long)]
        command: Option<PathBuf>,
        /// Make the wheel of the Python package, too: needs maturin
        #[arg(long)]
        wheel: bool,
    },
    /// Print figures of the code's shape
    House {
        /// A checkout to look at, this one by default
        checkout: Option<PathBuf>,
    },
    /// Make the page as files that any web server can hand out: its games and engines are WebAssembly
    Site {
        /// The folder to write to
        #[arg(long, default_value = "site")]
        out: PathBuf,
        /// The games as `wasm-bindgen --target web` has written them to this folder, instead of building them
        #[arg(long)]
        module: Option<PathBuf>,
    },
}

/// Why a task failed.
#[derive(Debug, Error)]
enum Failure {
    #[error("{program}: {error}")]
    Start { program: String, error: io::Error },
    #[error("{0} failed")]
    Failed(String),
    #[error("{path}: {error}", path = path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{0}")]
    Missing(&'static str),
}

impl Failure {
    fn file(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::File { path, error }
    }
}

fn main() -> ExitCode {
    let result = match Args::parse().task {
        Task::Ci => run("bash", &[".ci/run"]),
        Task::BenchCheck => run(
            "cargo",
            &[
                "run",
                "--release",
                "--locked",
                "--",
                "bench",
                "--check",
                "tests/data/bench.txt",
            ],
        ),
        Task::Callgrind { depth } => callgrind(depth),
        Task::Dist {
            out,
            target,
            command,
            wheel,
        } => dist::make(&out, target.as_deref(), command, wheel),
        Task::Site { out, module } => site::make(&out, module),
        Task::House { checkout } => house::print(checkout.as_deref().unwrap_or(root())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Where cargo builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), |named| {
        // Cargo takes it from where it runs, which is the root.
        root().join(PathBuf::from(named))
    })
}

/// Runs a program in the root of the workspace.
fn run(program: &str, args: &[&str]) -> Result<(), Failure> {
    let started = Command::new(program)
        .args(args)
        .current_dir(root())
        .status();
    let status = started.map_err(|error| Failure::Start {
        program: program.to_owned(),
        error,
    })?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::Failed(format!("{program} {}", args.join(" "))))
    }
}

/// What a program prints on standard error.
fn said(program: &str, args: &[&str]) -> Result<String, Failure> {
    let output = output(program, args)?;
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// What a program prints on standard output.
fn written(program: &str, args: &[&str]) -> Result<String, Failure> {
    let output = output(program, args)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn output(program: &str, args: &[&str]) -> Result<Output, Failure> {
    let mut command = Command::new(program);
    let output = command.args(args).current_dir(root()).output();
    output.map_err(|error| Failure::Start {
        program: program.to_owned(),
        error,
    })
}

/// Instructions of both sides to `depth`, less those of a search to depth 3, which set up the same.
fn callgrind(depth: u32) -> Result<(), Failure> {
    let built = said(
        "cargo",
        &["bench", "--bench", "kernel_cost", "--no-run", "--locked"],
    )?;
    let program = built
        .lines()
        .find_map(|line| {
            line.split_once("kernel_cost/main.rs (")?
                .1
                .strip_suffix(')')
        })
        .ok_or(Failure::Missing("cargo bench named no program"))?;
    let instructions = |side: &str, depth: u32| {
        let depth = depth.to_string();
        let out = "--callgrind-out-file=/dev/null";
        let args = ["--tool=callgrind", out, program, side, &depth];
        said("valgrind", &args)?
            .lines()
            .find_map(|line| {
                line.split_once("Collected : ")?
                    .1
                    .trim()
                    .parse::<u64>()
                    .ok()
            })
            .ok_or(Failure::Missing("valgrind counted nothing"))
    };
    let cost = |side| -> Result<u64, Failure> {
        Ok(instructions(side, depth)?.saturating_sub(instructions(side, 3)?))
    };
    let kernel = cost("kernel")?;
    let twin = cost("twin")?;
    let ratio = kernel as f64 / twin as f64;
    println!("kernel {kernel}\ntwin   {twin}\nratio  {ratio:.4}");
    Ok(())
}
