use super::{Question, SearchResult};
use crate::Symmetric;
use game_core::{Score, clip_to, zobrist};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Every result of a search, written to a text as it comes: interrupted work can be resumed and
/// ends the same.
///
/// The text's first line names the search: another search's results are refused.
///
/// ```
/// use game_core::{Position, Score};
/// use books::build::{SearchResult, Ledger, Question};
/// use othello_bitboard::Othello;
///
/// let question = Question { pos: &Othello::START, depth: 3, exclude: &[] };
/// let mut moves = Vec::new();
/// Othello::START.generate(&mut moves);
/// let answer = SearchResult { mv: moves[0], score: Score::eval(-5), depth: 3 };
///
/// let mut file = Vec::new();
/// Ledger::new("othello pvs").with_writer(&mut file).get(&question, || Some(answer))?;
/// let text = String::from_utf8(file)?;
/// let ledger = Ledger::read("othello pvs", &text)?;
/// assert_eq!(ledger.get(&question, || unreachable!("it is known"))?, Some(answer));
/// assert!(Ledger::read("othello mtdf", &text).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ledger<'w> {
    title: String,
    pages: Mutex<Pages<'w>>,
}

/// The length of a line in an error: it may be a binary file.
const QUOTED: usize = 200;

struct Pages<'w> {
    answers: HashMap<u64, (u16, i16, u32)>,
    writer: Option<Box<dyn Write + Send + 'w>>,
    titled: bool,
}

impl<'w> Ledger<'w> {
    /// An empty ledger of the search of that name.
    pub fn new(title: &str) -> Self {
        let pages = Pages {
            answers: HashMap::new(),
            writer: None,
            titled: false,
        };
        Self {
            title: title.replace('\n', " "),
            pages: Mutex::new(pages),
        }
    }

    /// Reads a ledger. A torn last line, without a newline, is ignored.
    ///
    /// # Errors
    /// If it is another search's, a line is no result, or the last line is no part of one: then the
    /// file must not be changed.
    pub fn read(title: &str, text: &str) -> Result<Self, LedgerError> {
        let mut ledger = Self::new(title);
        let (whole, torn) = text.rsplit_once('\n').unwrap_or(("", text));
        let mut lines = whole.lines();
        let found = lines.next().unwrap_or(torn);
        if found != ledger.title && !text.is_empty() {
            return Err(LedgerError::Title {
                found: clip_to(found, QUOTED),
                wanted: ledger.title,
            });
        }
        if whole.is_empty() {
            return Ok(ledger);
        }
        let pages = ledger
            .pages
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        pages.titled = true;
        let of_an_answer = |byte: u8| byte.is_ascii_hexdigit() || matches!(byte, b' ' | b'-');
        if !torn.bytes().all(of_an_answer) {
            return Err(LedgerError::Line {
                number: 2 + lines.clone().count(),
                line: clip_to(torn, QUOTED),
            });
        }
        for (number, line) in (2..).zip(lines) {
            let mut words = line.split(' ');
            let mut word = || words.next().unwrap_or_default();
            let question = u64::from_str_radix(word(), 16);
            let mv = word().parse();
            let score = word().parse();
            let depth = word().parse();
            let (Ok(question), Ok(mv), Ok(score), Ok(depth), "") =
                (question, mv, score, depth, word())
            else {
                return Err(LedgerError::Line {
                    number,
                    line: clip_to(line, QUOTED),
                });
            };
            pages.answers.insert(question, (mv, score, depth));
        }
        Ok(ledger)
    }

    /// The same ledger, writing every new result to `writer`, which must be at the end of the text
    /// that was read.
    pub fn with_writer(mut self, writer: impl Write + Send + 'w) -> Self {
        self.pages
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .writer = Some(Box::new(writer));
        self
    }

    /// The number of results.
    pub fn len(&self) -> usize {
        self.lock().answers.len()
    }

    /// Whether it has no results.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The known result, or else that of `search`, which is recorded.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn get<P: Symmetric>(
        &self,
        question: &Question<'_, P>,
        search: impl FnOnce() -> Option<SearchResult<P::Move>>,
    ) -> io::Result<Option<SearchResult<P::Move>>> {
        let number = number(question);
        let known = self.lock().answers.get(&number).copied();
        if let Some((mv, score, depth)) = known
            && let Some(mv) = question
                .pos
                .unpack(mv)
                .filter(|&mv| question.pos.is_legal(mv))
        {
            return Ok(Some(SearchResult {
                mv,
                score: Score::from_table(score, 0),
                depth,
            }));
        }
        let Some(answer) = search() else {
            return Ok(None);
        };
        let mv = question.pos.pack(answer.mv);
        let score = answer.score.to_table(0);
        let depth = answer.depth;
        let mut pages = self.lock();
        pages.answers.insert(number, (mv, score, depth));
        let mut text = String::new();
        if !pages.titled {
            let _ = writeln!(text, "{}", self.title);
            pages.titled = true;
        }
        let _ = writeln!(text, "{number:016x} {mv} {score} {depth}");
        if let Some(writer) = &mut pages.writer {
            writer.write_all(text.as_bytes())?;
            writer.flush()?;
        }
        Ok(Some(answer))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Pages<'w>> {
        // A thread that panicked has written a whole result, or none.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A hash of a question: the position, the depth and the excluded moves in any order.
fn number<P: Symmetric>(question: &Question<'_, P>) -> u64 {
    let excluded = question.exclude.iter();
    let mut exclude: Vec<_> = excluded.map(|&mv| question.pos.pack(mv)).collect();
    exclude.sort_unstable();
    let start = zobrist::mix(question.pos.key() ^ zobrist::mix(question.depth.into()));
    exclude
        .into_iter()
        .fold(start, |number, mv| zobrist::mix(number ^ u64::from(mv)))
}

/// Why a text is not this ledger.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// It holds the answers of another search, or of none.
    #[error(
        "it holds the answers of {found:?}, not of {wanted:?}: another search, other weights or another release answer \
         otherwise, and begin a file of their own"
    )]
    Title {
        /// The first line, cut to two hundred characters.
        found: String,
        /// The expected title.
        wanted: String,
    },
    /// A line holds no answer.
    #[error("line {number}: {line:?} is no answer")]
    Line {
        /// The line, from 1.
        number: usize,
        /// The line, cut at the same place.
        line: String,
    },
}
