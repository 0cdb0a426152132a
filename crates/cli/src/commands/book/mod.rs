//! `boyi book`: shows an opening book, builds one, or imports one.

mod build;
mod import;
mod show;

use crate::{
    args::{self, BookWork},
    failure::Failure,
    whole_file::WholeFile,
};
use books::Book;
use std::{path::Path, sync::Arc};

/// `boyi book`
pub fn run(args: &args::Book, json: bool) -> Result<(), Failure> {
    if args.work.is_some() {
        let given = [
            ("--position", args.position.is_some()),
            ("--file", args.file.is_some()),
            ("--lines", args.lines.is_some()),
        ];
        if let Some(&(argument, _)) = given.iter().find(|(_, given)| *given) {
            let problem =
                "it is for looking into a book; `build` and `import` make one, and write it where --out says".to_owned();
            return Err(Failure::Words { argument, problem });
        }
    }
    match &args.work {
        None => show::run(args, json),
        Some(BookWork::Build(build)) => build::run(args, build, json),
        Some(BookWork::Import(import)) => import::run(args, import, json),
    }
}

/// The book of `game` in `path`.
pub fn read(path: &Path, game: &str) -> Result<Arc<Book>, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    let book = Book::from_bytes(&bytes).map_err(|error| Failure::in_file(path, error))?;
    if book.game() != game {
        let problem = format!(
            "{} is a book of {}, not of {game}",
            path.display(),
            book.game()
        );
        return Err(Failure::Words {
            argument: "book",
            problem,
        });
    }
    Ok(Arc::new(book))
}

/// Writes `book`, and returns its size in bytes.
fn write(file: WholeFile, book: &Book) -> Result<usize, Failure> {
    let bytes = book.to_bytes();
    file.write(&bytes)?;
    Ok(bytes.len())
}
