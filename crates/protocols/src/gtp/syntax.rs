//! Lines and words.

/// The pass, as it is written here.
pub const PASS: &str = "pass";

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Black,
    White,
}

/// A command, its number and its arguments.
#[derive(Debug)]
pub struct Request<'a> {
    /// The number as it was written; empty if there was none.
    pub id: &'a str,
    pub name: &'a str,
    pub arguments: Vec<&'a str>,
}

/// `line` without comments and control characters, as the specification demands; tabs become
/// spaces.
pub fn cleaned(line: &str) -> String {
    let said = line.split('#').next().unwrap_or_default();
    said.chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect()
}

/// The command in a line that is [`cleaned`]; `None` if there is none to answer.
pub fn request(line: &str) -> Option<Request<'_>> {
    /// Numbers have 31 bits; a longer row of digits is an unknown command.
    const DIGITS: usize = 10;
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let first = words.next()?;
    let is_id = first.len() <= DIGITS && first.bytes().all(|byte| byte.is_ascii_digit());
    let (id, name) = if is_id {
        (first, words.next().unwrap_or_default())
    } else {
        ("", first)
    };
    Some(Request {
        id,
        name,
        arguments: words.collect(),
    })
}

/// The number in `word`: unsigned, of 31 bits, as the specification says.
pub fn number(word: &str) -> Option<u32> {
    const MOST: u32 = (1 << 31) - 1;
    word.parse()
        .ok()
        .filter(|&number| number <= MOST && word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The side that `word` names, in either case.
pub fn side(word: &str) -> Option<Side> {
    let is = |names: [&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    if is(["b", "black"]) {
        Some(Side::Black)
    } else {
        is(["w", "white"]).then_some(Side::White)
    }
}

/// The move that `word` names, as it is written here: a column letter that is not `i`, and a row
/// from 1 to 25; or a pass.
pub fn vertex(word: &str) -> Option<String> {
    if word.eq_ignore_ascii_case(PASS) {
        return Some(PASS.to_owned());
    }
    let mut chars = word.chars();
    let letter = chars.next().map(|c| c.to_ascii_lowercase())?;
    let row = chars.as_str();
    let digits = row.bytes().all(|byte| byte.is_ascii_digit()) && !row.starts_with('0');
    let row: u8 = row
        .parse()
        .ok()
        .filter(|row| digits && (1..=25).contains(row))?;
    let column = match letter {
        'a'..='h' => letter,
        'j'..='z' => char::from(letter as u8 - 1),
        _ => return None,
    };
    Some(format!("{column}{row}"))
}

/// A move of the session as the protocol writes it.
pub fn written(mv: &str) -> String {
    let mut chars = mv.chars();
    match chars.next() {
        Some(column @ 'i'..='y') if mv != PASS => {
            char::from(column as u8 + 1)
                .to_ascii_uppercase()
                .to_string()
                + chars.as_str()
        }
        _ => mv.to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests() {
        let read = |line: &str| {
            let text = cleaned(line);
            request(&text).map(|request| {
                format!(
                    "{}|{}|{}",
                    request.id,
                    request.name,
                    request.arguments.join(",")
                )
            })
        };
        for (line, want) in [
            ("name", "|name|"),
            ("12 play b d3\r", "12|play|b,d3"),
            ("\tplay\tb  d3 # why not", "|play|b,d3"),
            ("00 n\u{7}a\u{1b}me", "00|name|"),
            ("7", "7||"),
            ("7x", "|7x|"),
            ("-1 name", "|-1|name"),
            ("12345678901 name", "|12345678901|name"),
            ("炮 二", "|炮|二"),
        ] {
            assert_eq!(read(line).as_deref(), Some(want), "{line:?}");
        }
        for line in ["", "  \t ", "# name", " #", "\u{1}\r"] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }

    #[test]
    fn numbers() {
        for (word, want) in [
            ("0", 0),
            ("8", 8),
            ("008", 8),
            ("2147483647", 2_147_483_647),
        ] {
            assert_eq!(number(word), Some(want));
        }
        for word in [
            "",
            "+8",
            "-8",
            "8.0",
            "1e1",
            " 8",
            "2147483648",
            "4294967296",
            "８",
        ] {
            assert_eq!(number(word), None, "{word}");
        }
    }

    #[test]
    fn sides_and_vertices() {
        for word in ["b", "B", "black", "BLACK", "Black"] {
            assert_eq!(side(word), Some(Side::Black));
        }
        assert_eq!(
            (side("w"), side("WHITE")),
            (Some(Side::White), Some(Side::White))
        );
        assert!(
            ["", "x", "bl", "white "]
                .iter()
                .all(|word| side(word).is_none())
        );
        for (theirs, ours) in [
            ("d3", "d3"),
            ("H8", "h8"),
            ("J9", "i9"),
            ("t19", "s19"),
            ("Z25", "y25"),
            ("pAsS", "pass"),
        ] {
            assert_eq!(vertex(theirs).as_deref(), Some(ours));
            assert_eq!(written(ours), theirs.to_ascii_uppercase());
        }
        for word in [
            "", "d", "i5", "I5", "d0", "d03", "d26", "d+3", "3d", "dd", "d3x", "{5", "é3", "d３",
            "passs", "d256",
        ] {
            assert_eq!(vertex(word), None, "{word}");
        }
    }
}
