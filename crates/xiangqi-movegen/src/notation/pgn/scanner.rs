use super::{PgnError, PgnProblem};

/// A PGN text from some point on: it yields tags and words, and passes over all that is neither.
///
/// However the text is broken, the time this takes is proportional to its length: nothing looks far
/// ahead in vain twice.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    /// Whether a bracket here opens a tag: nothing but white space and tags came before it on the
    /// line.
    tag_may_begin: bool,
    /// Line ends passed since the last tag or word.
    line_ends: usize,
    /// The comments in braces passed over since they were last taken.
    remarks: Vec<&'a str>,
    /// How much text follows the last closing brace: a comment that begins after it has no end.
    after_comments: usize,
}

/// A word of the moves, and the line it stands on.
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub line: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let after_comments = rest
            .rfind('}')
            .map_or(usize::MAX, |last| rest.len() - last - 1);
        Self {
            rest,
            line: 1,
            tag_may_begin: true,
            line_ends: 0,
            remarks: Vec::new(),
            after_comments,
        }
    }

    /// `problem`, here.
    pub fn error(&self, problem: PgnProblem) -> PgnError {
        PgnError {
            line: self.line,
            problem,
        }
    }

    /// What is left of the line.
    pub fn rest_of_line(&self) -> &'a str {
        self.rest.lines().next().unwrap_or_default()
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Whether an empty line lies between what comes next and what came before.
    pub fn is_after_gap(&self) -> bool {
        self.line_ends > 1
    }

    /// Takes the comments in braces passed over since the last time, one after another.
    pub fn remarks(&mut self) -> Option<String> {
        self.remarks.retain(|remark| !remark.is_empty());
        let text = self.remarks.join(" ").replace("\r\n", "\n");
        self.remarks.clear();
        (!text.is_empty()).then_some(text)
    }

    /// Whether a tag comes next.
    pub fn at_tag(&mut self) -> Result<bool, PgnError> {
        self.skip_blank()?;
        Ok(self.tag_may_begin && self.rest.starts_with('['))
    }

    /// Takes a tag, its name and its value. Quotes inside the value need no escape unless a bracket
    /// follows.
    pub fn tag(&mut self) -> Option<(String, String)> {
        let inner = past_blanks(self.rest.strip_prefix('[')?);
        let (name, quoted) =
            inner.split_at(inner.find(|c: char| !c.is_alphanumeric() && c != '_')?);
        let mut rest = past_blanks(quoted).strip_prefix('"')?;
        let mut value = String::new();
        loop {
            let character = rest.chars().next()?;
            rest = &rest[character.len_utf8()..];
            match character {
                '\\' if rest.starts_with(['"', '\\']) => {
                    value.push_str(&rest[..1]);
                    rest = &rest[1..];
                }
                '"' if past_blanks(rest).starts_with(']') => break,
                '\n' => return None,
                _ => value.push(character),
            }
        }
        if name.is_empty() {
            return None;
        }
        let end = past_blanks(rest).strip_prefix(']')?;
        self.pass(self.rest.len() - end.len());
        (self.tag_may_begin, self.line_ends) = (true, 0);
        Some((name.into(), value))
    }

    /// Takes the next word of the moves; `None` before a tag and at the end.
    pub fn word(&mut self) -> Result<Option<Word<'a>>, PgnError> {
        if self.at_tag()? {
            return Ok(None);
        }
        match self.rest.chars().next() {
            None => return Ok(None),
            Some(stray @ ('[' | ']' | '}' | ')')) => {
                return Err(self.error(PgnProblem::Stray(stray)));
            }
            Some(_) => {}
        }
        let is_end = |c: char| {
            c.is_whitespace() || matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$')
        };
        let text = &self.rest[..self.rest.find(is_end).unwrap_or(self.rest.len())];
        let line = self.line;
        self.pass(text.len());
        (self.tag_may_begin, self.line_ends) = (false, 0);
        Ok(Some(Word { text, line }))
    }

    /// Goes to the next game that begins with a tag, from amid a game's moves or its tags.
    pub fn skip_game(&mut self, mut in_moves: bool) {
        loop {
            self.pass(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1));
            let line = self.rest_of_line().trim_start();
            let is_tag = line.starts_with('[');
            if self.rest.is_empty() || is_tag && in_moves || line.starts_with("[Event ") {
                break;
            }
            in_moves |= !is_tag && !line.is_empty();
        }
        (self.tag_may_begin, self.line_ends) = (true, 0);
    }

    /// Passes over white space, comments, annotation glyphs, variations and the lines that `%`
    /// escapes.
    fn skip_blank(&mut self) -> Result<(), PgnError> {
        while let Some(next) = self.rest.chars().next() {
            let length = match next {
                _ if next.is_whitespace() => next.len_utf8(),
                ';' => self.rest_of_line().len(),
                '%' if self.tag_may_begin => self.rest_of_line().len(),
                '$' => {
                    1 + self.rest[1..]
                        .bytes()
                        .take_while(u8::is_ascii_digit)
                        .count()
                }
                '{' => {
                    let length = self
                        .comment(0)
                        .ok_or_else(|| self.error(PgnProblem::OpenComment))?;
                    self.remarks.push(self.rest[1..length - 1].trim());
                    length
                }
                '(' => self.variation()?,
                _ => break,
            };
            self.pass(length);
        }
        Ok(())
    }

    /// The length of the comment that begins `at` bytes from here, if it has an end.
    fn comment(&self, at: usize) -> Option<usize> {
        let text = &self.rest[at..];
        if text.len() > self.after_comments {
            Some(1 + text.find('}')?)
        } else {
            None
        }
    }

    /// The length of the variation here, those within it and their comments included.
    ///
    /// One without an end is passed over as far as it can reach: to the next line that begins like
    /// a tag.
    fn variation(&mut self) -> Result<usize, PgnError> {
        let open = self.error(PgnProblem::OpenVariation);
        let mut depth = 0_usize;
        let mut at = 0;
        while let Some(next) = self.rest[at..].chars().next() {
            match next {
                '(' => depth += 1,
                ')' => depth -= 1,
                '\n' if past_blanks(&self.rest[at + 1..]).starts_with('[') => break,
                _ => {}
            }
            at += match next {
                '{' => self.comment(at).ok_or_else(|| open.clone())?,
                ';' => self.rest[at..].find('\n').unwrap_or(self.rest.len() - at),
                _ => next.len_utf8(),
            };
            if depth == 0 {
                return Ok(at);
            }
        }
        self.pass(at);
        Err(open)
    }

    /// Goes on by `length` bytes, counting lines.
    fn pass(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        let line_ends = passed.bytes().filter(|&byte| byte == b'\n').count();
        self.line += line_ends;
        self.line_ends += line_ends;
        self.tag_may_begin |= passed.ends_with('\n');
        self.rest = rest;
    }
}

/// `text` without the white space it begins with on its line.
fn past_blanks(text: &str) -> &str {
    text.trim_start_matches(|c: char| c != '\n' && c.is_whitespace())
}
