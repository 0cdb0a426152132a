use super::{show, write};
use crate::{args, failure::Failure, whole_file::WholeFile};
use std::path::Path;

/// `boyi book GAME import`
pub fn run(args: &args::Book, import: &args::Import, json: bool) -> Result<(), Failure> {
    let game = args.game.game;
    let refused = |problem| Failure::Words {
        argument: "import",
        problem,
    };
    let [(program, path)] = &import.book.0[..] else {
        return Err(refused("one book at a time is imported".to_owned()));
    };
    let mut known = game.facts().foreign_books.iter();
    let format = known.find(|format| format.name == program);
    let format = format.ok_or_else(|| {
        let game = game.name();
        refused(format!(
            "--{program}: {game} reads no books of that program"
        ))
    })?;
    let path = Path::new(path);
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    let book = (format.read)(&bytes).map_err(|error| Failure::MatchFile {
        path: path.to_owned(),
        error,
    })?;
    let size = write(WholeFile::open(&import.out)?, &book)?;
    Ok(show::written(&book, &import.out, size, json)?)
}
