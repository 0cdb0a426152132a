use super::GameArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
The content of the file tells its format; the name of OUTPUT tells the format to write.
  gomoku   psq                 Piskvork records
  othello  txt, ggf, obf, wtb  transcripts, GGF, positions (of each game its end), WTHOR archives
  xiangqi  pgn                 PGN, moves as h2e2
           iccs, wxf           PGN, moves as H2-E2 and as C2=5
           chinese, traditional, gb18030
                               PGN, moves as 炮二平五, in either script; gb18030 in place of UTF-8
           fen, fenr           positions (of each game its end); fenr with r for Red's turn, H and E
Of xiangqi XQF is read, too; texts may be in UTF-8, UTF-16 or GB18030. Variations in XQF become comments.
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
