//! Records in Portable Draughts Notation (PDN): tags, and moves with their numbers.

use crate::notation::TextError;
use crate::position::{Draughts, Rules};
use engines::game_core::{Notation, Note, Outcome, Player, Position, Record, Tags};

/// The tag of a start that is not the initial position.
const FEN: &str = "FEN";

/// What PDN writes at the end of a game.
const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1"];

/// The texts of the games in a file: a game begins with the tags after the moves of another.
pub(crate) fn games(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start_matches('\u{feff}');
    std::iter::from_fn(move || {
        if rest.trim().is_empty() {
            return None;
        }
        let (mut has_moves, mut end, mut in_comment) = (false, 0, false);
        for line in rest.split_inclusive('\n') {
            let is_tag = !in_comment && line.trim_start().starts_with('[');
            if is_tag && has_moves {
                break;
            }
            has_moves |= !is_tag && !line.trim().is_empty();
            in_comment = match (line.rfind('{'), line.rfind('}')) {
                (Some(opened), closed) => closed.is_none_or(|closed| closed < opened),
                (None, Some(_)) => false,
                (None, None) => in_comment,
            };
            end += line.len();
        }
        let game;
        (game, rest) = rest.split_at(end);
        Some(game)
    })
}

/// A part of the moves of a game.
enum Part<'a> {
    Word(&'a str),
    Comment(&'a str),
}

/// The words and comments of `text`; variations in parentheses are left out.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = match first {
            '{' => {
                let (comment, after) = rest[1..].split_once('}').unwrap_or((&rest[1..], ""));
                if depth == 0 {
                    parts.push(Part::Comment(comment.trim()));
                }
                after
            }
            ';' => rest.split_once('\n').map_or("", |(_, after)| after),
            '(' => {
                depth += 1;
                &rest[1..]
            }
            ')' => {
                depth = depth.saturating_sub(1);
                &rest[1..]
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "{};()".contains(c);
                let end = rest.find(ends).unwrap_or(rest.len()).max(first.len_utf8());
                if depth == 0 {
                    parts.push(Part::Word(&rest[..end]));
                }
                &rest[end..]
            }
        };
        rest = after.trim_start();
    }
    parts
}

/// The name and the value of a tag such as `[Event "Match"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((name, value))
}

/// The game in `text`.
pub(crate) fn read(text: &str, rules: &Rules) -> Result<Record<Draughts>, TextError> {
    let (mut names, mut tags) = ([None, None], Tags::default());
    let mut start = Draughts::initial(*rules);
    let mut moves_text = text.trim_start_matches('\u{feff}').trim_start();
    while moves_text.starts_with('[') {
        let (line, rest) = moves_text.split_once('\n').unwrap_or((moves_text, ""));
        let (name, value) = tag(line).ok_or_else(|| TextError::Record(line.trim().to_owned()))?;
        let known = Some(value.to_owned()).filter(|value| !value.is_empty() && value != "?");
        match name {
            "Black" => names[0] = known,
            "White" => names[1] = known,
            FEN => start = Draughts::parse(value, rules)?,
            "SetUp" | "GameType" => {}
            Tags::RESULT if value == "*" => {}
            name => tags.set_known(name, known),
        }
        moves_text = rest.trim_start();
    }
    let mut pos = start.clone();
    let (mut moves, mut notes) = (Vec::new(), Vec::<Note>::new());
    for part in parts(moves_text) {
        match part {
            Part::Comment(comment) => {
                if let Some(note) = notes.last_mut() {
                    note.comment = Some(comment.to_owned());
                }
            }
            Part::Word(word) => {
                if word == "*" {
                    break;
                }
                if RESULTS.contains(&word) {
                    tags.set(Tags::RESULT, word);
                    break;
                }
                // A number may stand right before its move, and signs of judgement after it.
                let text = word.rsplit('.').next().unwrap_or_default();
                let text = text.trim_end_matches(['!', '?', '+']);
                if text.is_empty() || text.starts_with('$') {
                    continue;
                }
                let mv = pos.parse_move(text)?;
                pos.play(mv);
                moves.push(mv);
                notes.push(Note::default());
            }
        }
    }
    let mut record = Record::new(start, moves);
    (record.names, record.tags) = (names, tags);
    record.annotate(notes);
    Ok(record)
}

/// The result of a finished game. White's win is `1-0`, as in chess.
fn result(pos: &Draughts) -> Option<&'static str> {
    let outcome: Outcome = pos.outcome()?;
    Some(match outcome.winner(pos.turn()) {
        Some(Player::Second) => "1-0",
        Some(Player::First) => "0-1",
        None => "1/2-1/2",
    })
}

/// `record` as a game in PDN.
pub(crate) fn write(record: &Record<Draughts>) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace(['"', '\n', '\r'], " ");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    let told = record.tags.iter().filter(|(name, _)| *name != Tags::RESULT);
    told.for_each(|(name, value)| tag(name, value));
    for (name, player) in ["Black", "White"].into_iter().zip(&record.names) {
        if let Some(player) = player {
            tag(name, player);
        }
    }
    let result = result(&record.end())
        .or(record.tags.get(Tags::RESULT))
        .unwrap_or("*");
    tag(Tags::RESULT, result);
    tag("GameType", "21");
    let mut pos = record.start.clone();
    if pos != Draughts::start(&pos.rules()) {
        tag("SetUp", "1");
        tag(FEN, &pos.to_string());
    }
    let mut words = Vec::new();
    let late = usize::from(pos.turn() == Player::Second);
    for (ply, &mv) in record.moves.iter().enumerate() {
        match (ply + late) % 2 {
            0 => words.push(format!("{}.", (ply + late) / 2 + 1)),
            _ if ply == 0 => words.push("1...".to_owned()),
            _ => {}
        }
        words.push(pos.format_move(mv));
        let comment = record.note(ply).and_then(|note| note.comment.as_ref());
        words.extend(comment.map(|comment| format!("{{{}}}", comment.replace(['{', '}'], " "))));
        pos.play(mv);
    }
    words.push(result.to_owned());
    text.push('\n');
    text.push_str(&wrapped(&words));
    text
}

/// `words` in lines of at most 80 letters, where none is longer.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        let needed = word.chars().count() + 1;
        if length > 0 {
            text.push(if length + needed > 80 { '\n' } else { ' ' });
            length = if length + needed > 80 { 0 } else { length };
        }
        text.push_str(word);
        length += needed;
    }
    text + "\n"
}
