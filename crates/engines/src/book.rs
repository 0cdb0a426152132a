use crate::{
    EngineConfig, EngineError, FileProblem, SearcherConfig, SearcherWiring, Settings, Weights,
    Wired, Wiring, searchers,
};
use books::build::{Ledger, Plan, Played, Progress, Question, SearchResult};
use books::{Book, Entry, MainLine, Symmetric};
use game_core::{Evaluator, GameLine, Notation, Outcome, Position, Record, zobrist};
use search::{Control, Limits, Request, Searcher};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A move of a book, and how the book goes on.
///
/// ```
/// let books = engines::game("xiangqi")?.books(&Vec::new())?;
/// let book = books.shipped().ok_or("xiangqi has a book")?;
/// let page = books.look_up(&book, &"startpos".into(), 0)?;
/// let best = &page.moves[0];
/// // The move itself, what is known of it, and how the book goes on.
/// assert_eq!(best.line[0], best.entry.mv);
/// assert!(best.entry.score.get() > 0 && best.line.len() > 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move and what is known of it.
    pub entry: Entry<String>,
    /// It and the best moves after it, as far as the book goes.
    pub line: Vec<String>,
}

/// What a book knows of a position.
///
/// ```
/// let books = engines::game("othello")?.books(&Vec::new())?;
/// let book = books.shipped().ok_or("Othello has a book")?;
/// let page = books.look_up(&book, &"startpos moves f5".into(), 2)?;
/// assert!(page.moves.is_sorted_by(|better, worse| better.entry.score >= worse.entry.score));
/// let [first, second] = &page.main_lines[..] else { return Err("two lines".into()) };
/// assert!(first.games >= second.games && first.moves != second.moves);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPage {
    /// The moves, the best first; none where the position is not in the book.
    pub moves: Vec<BookMove>,
    /// The ways on that were asked for, the most played first.
    pub main_lines: Vec<MainLine<String>>,
}

/// A kind of opening book of another program, which a game reads.
///
/// ```
/// let othello = engines::game("othello")?;
/// let edax = othello.facts().foreign_books.iter().find(|kind| kind.name == "edax").ok_or("it reads them")?;
/// let refused = (edax.read)(b"a text").unwrap_err();
/// assert_eq!(refused.to_string(), "byte 0: a book of Edax begins with XADEKOOB");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ForeignBook {
    /// The program's name, in lower case.
    pub name: &'static str,
    /// What the file is.
    pub about: &'static str,
    /// Reads such a file.
    pub read: fn(&[u8]) -> Result<Book, FileProblem>,
}

/// A book to be built.
///
/// ```
/// use engines::Building;
/// use engines::books::build::{Ledger, Plan};
/// let books = engines::game("othello")?.books(&Vec::new())?;
/// let games = books.games(b"f5d6c3\n\nf5f6e6", 3).into_iter().collect::<Result<Vec<_>, _>>()?;
/// let plan = Plan { plies: 3, min_games: 1, depth: 1, deviations: 4, ..Plan::default() };
/// let building = Building { games, plan, searcher: "pvs,hash=1".parse()? };
/// let book = books.build(&building, &Ledger::new("othello pvs"), &|_| {})??;
/// let page = books.look_up(&book, &"startpos moves f5".into(), 0)?;
/// let known: Vec<_> = page.moves.iter().map(|mv| mv.entry.mv.as_str()).collect();
/// assert!(known.contains(&"d6") && known.contains(&"f6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Building {
    /// The games it comes from, each from the initial position.
    pub games: Vec<Played<String>>,
    /// What it is to be.
    pub plan: Plan,
    /// What searches the positions, each by itself, with the game's own options; limits of its own
    /// hold beside the depth.
    pub searcher: SearcherConfig,
}

/// The opening books of a game under its rules: looking things up, and building new ones.
///
/// [`Game::books`](crate::Game::books) gives them.
pub trait Books {
    /// The book that the game is shipped with; `None` where there is none under these rules.
    ///
    /// ```
    /// let books = engines::game("othello")?.books(&Vec::new())?;
    /// let book = books.shipped().ok_or("Othello has a book")?;
    /// let page = books.look_up(&book, &"startpos moves f5".into(), 0)?;
    /// let best = &page.moves[0];
    /// assert!(["d6", "f6", "f4"].contains(&best.entry.mv.as_str()) && best.entry.depth >= 8);
    /// assert_eq!(best.line[0], best.entry.mv);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn shipped(&self) -> Option<Arc<Book>>;

    /// What `book` knows of the position at the end of `line`, and its `main_lines` most played
    /// ways on from there: see [`Book::main_lines`].
    ///
    /// # Errors
    /// If the line cannot be read.
    fn look_up(
        &self,
        book: &Book,
        line: &GameLine,
        main_lines: usize,
    ) -> Result<BookPage, EngineError>;

    /// The games of a file in any of the formats that are read, their first `plies` moves, as a
    /// book is built of them; one that cannot be read, or does not begin at the initial position,
    /// is an error.
    ///
    /// ```
    /// let books = engines::game("othello")?.books(&Vec::new())?;
    /// let games = books.games(b"f5d6c3\n\nf5d4\n\nf5f6", 2);
    /// let moves: Vec<_> = games.into_iter().map(|game| game.map(|game| game.moves.concat()).ok()).collect();
    /// assert_eq!(moves, [Some("f5d6".to_owned()), None, Some("f5f6".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn games(&self, bytes: &[u8], plies: usize) -> Vec<Result<Played<String>, EngineError>>;

    /// One game as [`games`](Self::games) has it, told by `line`, a position and the moves since:
    /// a list of openings has one a line, and so has the log of a match.
    ///
    /// # Errors
    /// If the line cannot be read or does not begin at the initial position.
    ///
    /// ```
    /// let books = engines::game("gomoku")?.books(&Vec::new())?;
    /// let opening = books.game(&"startpos moves h8i9h10".into(), 2)?;
    /// assert_eq!((opening.moves.concat(), opening.outcome), ("h8i9".to_owned(), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn game(&self, line: &GameLine, plies: usize) -> Result<Played<String>, EngineError>;

    /// A fingerprint of the evaluator with these weights: differs, almost surely, for any other.
    ///
    /// It hashes the scores of the positions of a few random games.
    ///
    /// # Errors
    /// If the evaluator or a weight is none of the game's.
    fn evaluator_fingerprint(&self, weights: &Weights) -> Result<u64, EngineError>;

    /// Builds a book, as [`books::build`] does. Answers come from `ledger` where it has them.
    ///
    /// # Errors
    /// If a game cannot be read, or as [`Game::check`](crate::Game::check) of the searcher; and
    /// within, if the ledger could not be written: the book is whole all the same, and so not
    /// given.
    fn build(
        &self,
        building: &Building,
        ledger: &Ledger<'_>,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<io::Result<Book>, EngineError>;
}

/// The books of a wired game.
pub(crate) struct WiredBooks<W: Wiring> {
    rules: Rules<W>,
    /// Finds the searchers beyond those of the library.
    added: Added<W>,
}

type Added<W> = fn(&SearcherConfig) -> Result<Option<&'static SearcherWiring<W>>, EngineError>;

impl<W: Wiring> WiredBooks<W> {
    pub(crate) fn new(settings: &Settings, added: Added<W>) -> Result<Self, EngineError> {
        Ok(Self {
            added,
            rules: Wired::<W>::rules(settings)?,
        })
    }
}

impl<W: Wiring> Books for WiredBooks<W> {
    fn shipped(&self) -> Option<Arc<Book>> {
        W::book(&self.rules)
    }

    fn look_up(
        &self,
        book: &Book,
        line: &GameLine,
        main_lines: usize,
    ) -> Result<BookPage, EngineError> {
        let pos = W::Position::read_line(line, &self.rules)
            .map_err(EngineError::notation)?
            .end();
        Ok(BookPage {
            moves: page(&pos, book),
            main_lines: match main_lines {
                0 => Vec::new(),
                count => self::main_lines(&pos, book, count),
            },
        })
    }

    fn games(&self, bytes: &[u8], plies: usize) -> Vec<Result<Played<String>, EngineError>> {
        W::Position::parse_records(bytes, &self.rules)
            .into_iter()
            .map(|record| of_record::<W>(&self.rules, record, plies))
            .collect()
    }

    fn game(&self, line: &GameLine, plies: usize) -> Result<Played<String>, EngineError> {
        let record = W::Position::read_line(line, &self.rules);
        of_record::<W>(&self.rules, record, plies)
    }

    fn evaluator_fingerprint(&self, weights: &Weights) -> Result<u64, EngineError> {
        let eval = weights.evaluator::<W>(&self.rules)?;
        Ok(fingerprint::<W>(&self.rules, eval))
    }

    fn build(
        &self,
        building: &Building,
        ledger: &Ledger<'_>,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<io::Result<Book>, EngineError> {
        let added = (self.added)(&building.searcher)?;
        build::<W>(&self.rules, building, added, ledger, progress)
    }
}

/// The book in `file`, which the crate ships.
///
/// # Panics
/// If it is none.
#[cfg(any(feature = "gomoku", feature = "othello", feature = "xiangqi"))]
pub(crate) fn shipped(file: &[u8]) -> Arc<Book> {
    Arc::new(Book::from_bytes(file).unwrap_or_else(|error| panic!("the crate's own book: {error}")))
}

/// Whether `config` says that it plays by the book of the game, which may have one under some rules
/// alone.
///
/// # Errors
/// If it does, and there is none even under the game's own rules.
pub(crate) fn is_wanted<W: Wiring>(config: &EngineConfig) -> Result<bool, EngineError> {
    match config.book() {
        Some(true) if W::book(&Default::default()).is_none() => Err(EngineError::NoBook {
            game: W::Position::NAME,
        }),
        wanted => Ok(wanted == Some(true)),
    }
}

/// A game as a record tells it, if it begins where games under `rules` do.
fn of_record<W: Wiring>(
    rules: &Rules<W>,
    record: Result<Record<W::Position>, <W::Position as Notation>::Error>,
    plies: usize,
) -> Result<Played<String>, EngineError> {
    let start = W::Position::start(rules);
    let record = record.map_err(EngineError::notation)?;
    let identity = |pos: &W::Position| (pos.key(), W::settings_of(pos), pos.to_string());
    if identity(&record.start) != identity(&start) {
        return Err(EngineError::OtherStart);
    }
    let end = record.end();
    let outcome = end
        .outcome()
        .map(|outcome| Outcome::of(outcome.winner(end.turn()), start.turn()));
    Ok(Played {
        moves: record
            .start
            .format_moves(&record.moves[..plies.min(record.moves.len())]),
        outcome,
    })
}

/// Hashes the scores that `eval` gives to the positions of a few random games.
fn fingerprint<W: Wiring>(rules: &Rules<W>, mut eval: W::Evaluator) -> u64 {
    const GAMES: u64 = 8;
    // Games without an end of their own are long enough by then.
    const PLIES: u32 = 100;
    let mut hash = 0;
    let mut moves = Vec::new();
    for game in 0..GAMES {
        let mut pos = W::Position::start(rules);
        let mut chance = zobrist::mix(game);
        for _ in 0..PLIES {
            moves.clear();
            if pos.legal_moves(&mut moves).is_some() || moves.is_empty() {
                break;
            }
            eval.reset(&pos);
            hash = zobrist::mix(hash ^ eval.evaluate(&pos).get() as u64);
            chance = zobrist::mix(chance);
            pos.play(moves[(chance % moves.len() as u64) as usize]);
        }
    }
    hash
}

type Rules<W> = <<W as Wiring>::Position as Notation>::Rules;

/// What `book` knows of `pos`.
fn page<P: Notation + Symmetric>(pos: &P, book: &Book) -> Vec<BookMove> {
    let book_move = |entry: Entry<_>| {
        let mut after = pos.clone();
        after.play(entry.mv);
        let line = pos.format_moves(&[vec![entry.mv], book.line(&after)].concat());
        BookMove {
            entry: entry.with_move(pos.format_move(entry.mv)),
            line,
        }
    };
    book.page(pos).into_iter().map(book_move).collect()
}

/// The `count` most played ways through `book` from `pos`.
fn main_lines<P: Notation + Symmetric>(
    pos: &P,
    book: &Book,
    count: usize,
) -> Vec<MainLine<String>> {
    let main_line = |line: MainLine<P::Move>| MainLine {
        moves: pos.format_moves(&line.moves),
        score: line.score,
        games: line.games,
        own: line.own,
    };
    book.main_lines(pos, count)
        .into_iter()
        .map(main_line)
        .collect()
}

/// Builds a book; the error within is the ledger's.
fn build<W: Wiring>(
    rules: &Rules<W>,
    building: &Building,
    added: Option<&SearcherWiring<W>>,
    ledger: &Ledger<'_>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<io::Result<Book>, EngineError> {
    let Building {
        games,
        plan,
        searcher: config,
    } = building;
    let plan = &Plan {
        stack_size: search::STACK_SIZE,
        ..*plan
    };
    let start = W::Position::start(rules);
    let eval = config.weights.evaluator::<W>(rules)?;
    let games = games
        .iter()
        .map(|game| read(&start, game, plan.plies))
        .collect::<Result<Vec<_>, _>>()?;
    // As many as threads, each lent for one search.
    let idle = Mutex::new(Vec::<Box<dyn Searcher<W::Position>>>::new());
    let eval = Mutex::new(eval);
    let failed = Mutex::new(None);
    let search = |question: &Question<'_, W::Position>| {
        let waiting = locked(&idle).pop();
        let new = || searchers::build(rules, locked(&eval).clone(), config, added);
        let mut searcher = waiting.unwrap_or_else(new);
        // What another search has learnt must not matter.
        searcher.new_game();
        let limits = config.limits.and(Limits::depth(question.depth));
        let request = Request::new(question.pos, limits).with_exclude(question.exclude);
        let report = searcher.search(&request, &Control::default(), &mut |_| {});
        locked(&idle).push(searcher);
        Some(SearchResult {
            mv: report.best()?,
            score: report.score(),
            depth: report.depth,
        })
    };
    let ask = |question: &Question<'_, W::Position>| {
        if locked(&failed).is_some() {
            return None;
        }
        let answer = ledger.get(question, || search(question));
        answer.unwrap_or_else(|error| {
            *locked(&failed) = Some(error);
            None
        })
    };
    let book = books::build::build(W::Position::NAME, &start, &games, plan, &ask, progress);
    Ok(failed
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .map_or(Ok(book), Err))
}

/// A game's first moves; what comes after the plies that matter is not read.
fn read<P: Notation>(
    start: &P,
    game: &Played<String>,
    plies: usize,
) -> Result<Played<P::Move>, EngineError> {
    let mut pos = start.clone();
    let mut play = |text: &String| {
        let mv = pos.parse_move(text).map_err(EngineError::notation)?;
        pos.play(mv);
        Ok(mv)
    };
    let moves = game
        .moves
        .iter()
        .take(plies)
        .map(&mut play)
        .collect::<Result<_, EngineError>>()?;
    Ok(Played {
        moves,
        outcome: game.outcome,
    })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked has changed nothing by halves.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
