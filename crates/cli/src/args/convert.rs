use super::GameArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
The content of the file tells its format; the name of OUTPUT tells the format to write, one of those above.
Some games read more formats and encodings, as XQF and GB18030; variations there become comments.
Data files, which boyi selfplay writes, become text, and such a text a data file, whatever OUTPUT is called.
What is known of a game beside its moves is taken over where the other format has a place for it: players, event, place, date,
result, ratings, clocks, what moves were worth and the time they took; in WTHOR the numbers of players and tournament, and the
theoretical score. An unfinished game in a WTHOR archive has its result for a score, or else Black's discs as they stand.")]
pub struct Convert {
    #[command(flatten)]
    pub game: GameArgs,
    /// The file to read
    pub input: PathBuf,
    /// The file to write, which is overwritten. Without it, standard output
    #[arg(required_unless_present = "to")]
    pub output: Option<PathBuf>,
    /// The format to write, whatever OUTPUT is called
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
}
