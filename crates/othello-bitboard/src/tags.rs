//! The names under which a record tells what only Othello's formats know, beside those of [`Tags`].
//!
//! | name | what it holds | known to |
//! |---|---|---|
//! | `Event` | the tournament or server | transcripts |
//! | `Site` | where it was played | GGF, transcripts |
//! | `Date` | when, or the year | GGF, WTHOR (the year), transcripts |
//! | `Result` | by how many discs Black won, as `+4.00`, perhaps with a letter after a colon that says how | GGF, WTHOR, transcripts |
//! | [`RATINGS`] | the players' ratings | GGF, transcripts |
//! | [`CLOCKS`] | the time on their clocks at first | GGF, transcripts |
//! | [`NUMBERS`], [`TOURNAMENT`] | the players' and the tournament's numbers in the files of names | WTHOR, transcripts |
//! | [`THEORETICAL`] | Black's discs if both had played perfectly from [`DEPTH`] empty squares on | WTHOR, transcripts |
//! | [`SCORES`] | what moves of the first position are worth, as `C3:+2; D3:-4;` | OBF, transcripts |

use game_core::Tags;

/// Black's and White's rating, in whatever system.
pub const RATINGS: [&str; 2] = ["BlackRating", "WhiteRating"];

/// Black's and White's time at first, as GGF writes a clock.
pub const CLOCKS: [&str; 2] = ["BlackClock", "WhiteClock"];

/// Black's and White's number in the `.JOU` file.
pub const NUMBERS: [&str; 2] = ["BlackNumber", "WhiteNumber"];

/// The tournament's number in the `.TRN` file.
pub const TOURNAMENT: &str = "TournamentNumber";

/// Black's discs after perfect play.
pub const THEORETICAL: &str = "TheoreticalScore";

/// From how many empty squares on that is.
pub const DEPTH: &str = "TheoreticalDepth";

/// What moves of the first position are worth: what follows the semicolon of a line in OBF.
pub const SCORES: &str = "Scores";

/// All there are, in the order they are written.
pub(crate) const ALL: [&str; 14] = [
    Tags::EVENT,
    Tags::SITE,
    Tags::DATE,
    RATINGS[0],
    RATINGS[1],
    CLOCKS[0],
    CLOCKS[1],
    Tags::RESULT,
    TOURNAMENT,
    NUMBERS[0],
    NUMBERS[1],
    THEORETICAL,
    DEPTH,
    SCORES,
];

/// `text` on one line, without control characters; `None` if nothing is left.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let ends_word = |c: char| c.is_whitespace() || c.is_control();
    let words: Vec<&str> = text
        .split(ends_word)
        .filter(|word| !word.is_empty())
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}
