use super::number;
use super::serve::read_time;
use clap::Args;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct Mcp {
    /// The most games in progress at a time
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = number(1_usize, 100_000))]
    pub games: usize,
    /// The longest that one call may search
    #[arg(long, value_name = "T", default_value = "10s", value_parser = read_time)]
    pub time: Duration,
    /// The calls that search at a time [default: processor cores]
    #[arg(long, value_name = "N", value_parser = number(1_usize, 1024))]
    pub searches: Option<usize>,
    /// The most threads a searcher may ask for
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number(1_usize, 64))]
    pub threads: usize,
    /// The largest table a searcher may ask for, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = number(1_usize, 4096))]
    pub hash: usize,
    /// The memory that one engine may have, in MiB
    #[arg(
        long, value_name = "MIB", default_value_t = 96, value_parser = number(1_usize, 1 << 20)
    )]
    pub memory: usize,
}
