//! A data file as text.

use super::{Content, DataError, Game, GameError, Header, Played, Reader, packed};
use game_core::{GameLine, Notation, Outcome};
use std::io::{BufRead, Write};
use thiserror::Error;

pub(super) const MAGIC: &str = "boyi games as text 1";
const RESULTS: [(&str, Option<Outcome>); 4] = [
    ("win", Some(Outcome::Win)),
    ("draw", Some(Outcome::Draw)),
    ("loss", Some(Outcome::Loss)),
    ("unfinished", None),
];
const POSITIONS: &str = "positions";

/// A text that is no data file's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct TextError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// Writes a data file as text that [`read_text`] reads: the header, an empty line, and a line for
/// each game. It has the game's number, the result for the first player (`win`, `draw`, `loss`,
/// `unfinished`), the start with its moves and, after a semicolon, a score or `-` for each move:
///
/// ```text
/// boyi games as text 1
/// game gomoku
/// rules rule=freestyle size=15
/// origin by hand
///
/// 0 win startpos moves h8 i9 ; - -35
/// 1 positions
/// X:h8 O: turn:O ; -40
///
/// ```
///
/// Positions from inside a game's searches follow its line, and an empty line ends them.
///
/// # Errors
/// If the file is damaged, of another game, or has a game that the rules refuse; or `out` cannot be
/// written.
pub fn write_text<P: Notation>(
    reader: &mut Reader<impl BufRead>,
    rules: &P::Rules,
    out: &mut dyn Write,
) -> Result<u64, DataError> {
    let header = reader.header().clone();
    header.expect(P::NAME, &header.rules)?;
    let Header {
        game,
        rules: settings,
        origin,
    } = header;
    writeln!(
        out,
        "{MAGIC}\ngame {game}\nrules {settings}\norigin {origin}\n"
    )?;
    let mut games = 0;
    while let Some(chunk) = reader.next_chunk()? {
        for game in &chunk {
            write_game::<P>(game, rules, out)?;
            games += 1;
        }
    }
    Ok(games)
}

fn write_game<P: Notation>(
    game: &Game,
    rules: &P::Rules,
    out: &mut dyn Write,
) -> Result<(), DataError> {
    let number = game.number;
    match &game.content {
        Content::Played(played) => {
            let mut moves = Vec::new();
            let mut scores = String::new();
            let walked = played.walk::<P>(rules, |pos, mv, score| {
                moves.push(pos.format_move(mv));
                scores.push(' ');
                scores += &score.map_or("-".to_owned(), |score| score.to_string());
            });
            walked.map_err(|what| GameError { number, what })?;
            let result = RESULTS.iter().find(|(_, known)| *known == played.result);
            let result = result.map_or("unfinished", |(name, _)| name);
            let line = GameLine {
                start: played.start.clone(),
                moves,
            };
            writeln!(out, "{number} {result} {line} ;{scores}")?;
        }
        Content::Positions(positions) => {
            writeln!(out, "{number} {POSITIONS}")?;
            for (text, score) in positions {
                writeln!(out, "{text} ; {score}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Reads what [`write_text`] wrote; `rules` reads the header's rules.
///
/// # Errors
/// At the first line that is no such thing.
pub fn read_text<P: Notation>(
    text: &str,
    rules: impl FnOnce(&Header) -> Result<P::Rules, String>,
) -> Result<(Header, Vec<Game>), TextError> {
    let mut lines = Lines {
        lines: text.lines(),
        number: 0,
    };
    let refused = |line: usize, what: String| TextError { line, what };
    let first = lines.next().unwrap_or_default();
    if first.trim() != MAGIC {
        return Err(refused(1, format!("{MAGIC:?} is expected")));
    }
    let mut value = |key: &str| {
        let line = lines.next().unwrap_or_default();
        let value = line.strip_prefix(key);
        value
            .map(|value| value.trim().to_owned())
            .ok_or_else(|| refused(lines.number, format!("a line of the {key} is expected")))
    };
    let header = Header::new(&value("game")?, &value("rules")?, &value("origin")?);
    if header.game != P::NAME {
        let what = format!("the game is {:?}, not {:?}", header.game, P::NAME);
        return Err(refused(2, what));
    }
    let rules = rules(&header).map_err(|what| refused(3, what))?;
    let mut games = Vec::new();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        let at = lines.number;
        let game = read_game::<P>(line, &rules, &mut lines);
        games.push(game.map_err(|what| refused(at.max(lines.number), what))?);
    }
    Ok((header, games))
}

struct Lines<'t> {
    lines: std::str::Lines<'t>,
    /// The number of the last line, from 1.
    number: usize,
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        self.number += 1;
        self.lines.next()
    }
}

fn read_game<P: Notation>(
    line: &str,
    rules: &P::Rules,
    lines: &mut Lines<'_>,
) -> Result<Game, String> {
    let mut words = line.trim().splitn(3, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (number, result, rest) = (word(), word(), word());
    let number = number
        .parse()
        .map_err(|_| format!("the number of a game is expected, not {number:?}"))?;
    let content = if result == POSITIONS {
        let mut positions = Vec::new();
        for line in lines.by_ref().take_while(|line| !line.trim().is_empty()) {
            let (text, value) = line.rsplit_once(';').ok_or("there is no semicolon")?;
            let pos = P::parse(text.trim(), rules).map_err(|error| error.to_string())?;
            positions.push((pos.to_string(), score(value.trim())?));
        }
        Content::Positions(positions)
    } else {
        let known = RESULTS.iter().find(|(name, _)| *name == result);
        let (_, result) = known.ok_or_else(|| format!("a result is expected, not {result:?}"))?;
        let (game, scores) = rest.split_once(';').unwrap_or((rest, ""));
        let record = P::parse_line(game.trim(), rules).map_err(|error| error.to_string())?;
        let scores = scores.split_whitespace().map(|word| match word {
            "-" => Ok(None),
            word => score(word).map(Some),
        });
        let mut scores: Vec<Option<i16>> = scores.collect::<Result<_, _>>()?;
        if scores.is_empty() {
            scores = vec![None; record.moves.len()];
        }
        if scores.len() != record.moves.len() {
            let counts = (scores.len(), record.moves.len());
            return Err(format!("{} scores for {} moves", counts.0, counts.1));
        }
        Content::Played(Played {
            start: GameLine::from(game).start,
            moves: packed(&record.start, &record.moves),
            scores,
            result: *result,
        })
    };
    Ok(Game { number, content })
}

fn score(word: &str) -> Result<i16, String> {
    word.parse()
        .ok()
        .filter(|&score| score != i16::MIN)
        .ok_or_else(|| format!("a score is a number of points within 32767, not {word:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Writer;
    use gomoku_rules::{Gomoku, Rules};

    const TEXT: &str = "boyi games as text 1\ngame gomoku\nrules \norigin by hand\n\n\
        0 win startpos moves h8 i9 h10 ; - -35 12\n\
        7 positions\nX:h8 O: turn:O ; -40\nX:h8 O:a1 turn:X ; 32767\n\n\
        8 unfinished X:h8 O:a1 turn:X moves b1 ; -\n9 positions\n\n";

    fn read(text: &str) -> Result<(Header, Vec<Game>), TextError> {
        read_text::<Gomoku>(text, |_| Ok(Rules::default()))
    }

    #[test]
    fn a_text_is_read_and_written_again() {
        let (header, games) = read(TEXT).expect("four games");
        assert_eq!(
            games.iter().map(|game| game.number).collect::<Vec<_>>(),
            [0, 7, 8, 9]
        );
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let (mut writer, _) = Writer::open(&path, &header).expect("a file");
        writer.append(&games).expect("written");
        let mut reader = Reader::open(&path).expect("a file");
        let mut text = Vec::new();
        let count = write_text::<Gomoku>(&mut reader, &Rules::default(), &mut text);
        assert_eq!(count.expect("a text"), 4);
        assert_eq!(String::from_utf8_lossy(&text), TEXT);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let head = "boyi games as text 1\ngame gomoku\nrules \norigin x\n\n";
        for (text, line, what) in [
            ("boyi games 1", 1, "expected"),
            ("boyi games as text 1\ngame chess", 3, "rules"),
            (
                "boyi games as text 1\ngame chess\nrules \norigin x",
                2,
                "chess",
            ),
            (&format!("{head}x win startpos"), 6, "number"),
            (&format!("{head}0 won startpos"), 6, "result"),
            (&format!("{head}0 win startpos moves h99"), 6, "h99"),
            (
                &format!("{head}0 win startpos moves h8 ; 1 2"),
                6,
                "2 scores for 1 moves",
            ),
            (
                &format!("{head}0 win startpos moves h8 ; 40000"),
                6,
                "40000",
            ),
            (
                &format!("{head}0 positions\nX:h8 O: turn:O"),
                7,
                "semicolon",
            ),
        ] {
            let error = read(text).expect_err(text);
            assert!(
                error.line == line && error.what.contains(what),
                "{text:?}: {error}"
            );
        }
    }
}
