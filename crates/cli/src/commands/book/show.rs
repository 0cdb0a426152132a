use super::read;
use crate::{args, failure::Failure, output};
use books::{Book, Entry, MainLine, Tally};
use engines::{BookMove, Books, Game, Session};
use serde_json::{Value, json};
use std::{io, path::Path};

/// `boyi book GAME`
pub fn run(args: &args::Book, json: bool) -> Result<(), Failure> {
    let game = args.game.game;
    let mut session = args.game.session()?;
    args::place(session.as_mut(), args.position.as_deref())?;
    let books = game.books(session.settings()).map_err(Failure::Setting)?;
    let book = match &args.file {
        Some(path) => Some(read(path, game.name())?),
        None => books.shipped(),
    };
    let Some(book) = book else {
        let problem = format!(
            "{} has no opening book under these rules; --file takes another",
            game.name()
        );
        return Err(Failure::Words {
            argument: "book",
            problem,
        });
    };
    let view = View {
        game,
        json,
        session: &*session,
        books: &*books,
        book: &book,
    };
    if args.position.is_some() {
        view.page()
    } else {
        view.whole(args.lines.unwrap_or(10))
    }
}

/// Reports that a book has been written.
pub fn written(book: &Book, path: &Path, bytes: usize, json: bool) -> io::Result<()> {
    let positions = book.len();
    let moves = book.moves();
    if json {
        let path = path.display().to_string();
        return output::object(
            &json!({ "positions": positions, "moves": moves, "bytes": bytes, "file": path }),
        );
    }
    output::line(format!(
        "{}: {positions} positions, {moves} moves, {bytes} bytes",
        path.display()
    ))
}

/// The share of points, with the number of games if some are open.
fn won(tally: &Tally) -> String {
    match tally.share() {
        None => "-".to_owned(),
        Some(share) if tally.open == 0 => format!("{:.1} %", 100.0 * share),
        Some(share) => format!(
            "{:.1} % of {}",
            100.0 * share,
            tally.games() - u64::from(tally.open)
        ),
    }
}

/// The book and the position to show.
struct View<'a> {
    game: &'static dyn Game,
    json: bool,
    session: &'a dyn Session,
    books: &'a dyn Books,
    book: &'a Book,
}

impl View<'_> {
    /// The moves known in a position.
    fn page(&self) -> Result<(), Failure> {
        let page = self
            .books
            .look_up(self.book, &self.session.line(), 0)
            .map_err(Failure::Setting)?
            .moves;
        if self.json && page.is_empty() {
            return Ok(output::object(
                &json!({ "position": self.session.view().position, "in_book": false }),
            )?);
        }
        if self.json {
            return Ok(page
                .iter()
                .try_for_each(|mv| output::object(&self.move_json(mv)))?);
        }
        output::line(self.session.diagram(game_core::Glyphs::Native).trim_end())?;
        if page.is_empty() {
            output::line("not in the book")?;
            return Ok(());
        }
        output::line(format!(
            "{:<8} {:>8} {:>6} {:>8} {:>12}  line",
            "move",
            self.game.facts().unit,
            "depth",
            "games",
            "won"
        ))?;
        page.iter().try_for_each(|BookMove { entry, line }| {
            let Entry {
                mv,
                score,
                depth,
                tally,
            } = entry;
            let score = self.units(*score);
            let games = tally.games();
            let won = won(tally);
            output::line(format!(
                "{mv:<8} {score:>8} {depth:>6} {games:>8} {won:>12}  {}",
                line.join(" ")
            ))
        })?;
        Ok(())
    }

    /// The size of the book, the depths behind it, its main lines.
    fn whole(&self, lines: usize) -> Result<(), Failure> {
        let game = self.game;
        let book = self.book;
        let lines = self
            .books
            .look_up(book, &self.session.line(), lines)
            .map_err(Failure::Setting)?
            .main_lines;
        let positions = book.len();
        let moves = book.moves();
        let depths = book.depths();
        if self.json {
            let depths: serde_json::Map<_, _> = depths
                .iter()
                .map(|(depth, count)| (depth.to_string(), (*count).into()))
                .collect();
            output::object(
                &json!({ "game": game.name(), "positions": positions, "moves": moves, "depths": depths }),
            )?;
            return Ok(lines.iter().try_for_each(|line| {
                let MainLine { moves, score, games, own } = line;
                output::object(&json!({
                    "line": moves, "own": own, "score": score.get(), game.facts().unit: game.reading(*score).units, "games": games,
                }))
            })?);
        }
        output::line(format!(
            "{positions} positions of {}, {moves} moves; symmetric ones are counted once",
            game.name()
        ))?;
        output::line("\ndepth behind the best move, in plies, and positions")?;
        let most = depths.values().copied().max().unwrap_or_default().max(1);
        depths.iter().try_for_each(|(depth, count)| {
            output::line(format!(
                "{depth:>5} {count:>6} {}",
                "#".repeat((count * 50).div_ceil(most))
            ))
        })?;
        output::line(format!(
            "\nmost played lines, {}, games; best play after the stroke",
            game.facts().unit
        ))?;
        lines.iter().try_for_each(
            |MainLine {
                 moves,
                 score,
                 games,
                 own,
             }| {
                let (ours, rest) = moves.split_at(*own);
                output::line(format!(
                    "{:>7} {games:>7}  {} | {}",
                    self.units(*score),
                    ours.join(" "),
                    rest.join(" ")
                ))
            },
        )?;
        Ok(())
    }

    /// A score in the game's unit, or the game's words for a forced end.
    fn units(&self, score: game_core::Score) -> String {
        let reading = self.game.reading(score);
        reading
            .units
            .map_or_else(|| reading.to_string(), |units| format!("{units:+.2}"))
    }

    fn move_json(&self, BookMove { entry, line }: &BookMove) -> Value {
        let Entry {
            mv,
            score,
            depth,
            tally,
        } = entry;
        json!({
            "move": mv, "score": score.get(), self.game.facts().unit: self.game.reading(*score).units, "depth": depth,
            "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "open": tally.open,
            "line": line,
        })
    }
}
