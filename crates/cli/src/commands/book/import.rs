use super::{show, write};
use crate::{args, failure::Failure, whole_file::WholeFile};
use books::othello::edax::EdaxBook;
use pattern_eval::othello::DISC;

/// `boyi book othello import`
pub fn run(args: &args::Book, import: &args::Import, json: bool) -> Result<(), Failure> {
    if args.game.game.name() != "othello" {
        let problem = format!(
            "a book of Edax is one of othello, not of {}",
            args.game.game.name()
        );
        return Err(Failure::Words {
            argument: "--edax",
            problem,
        });
    }
    let path = &import.edax;
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.clone(),
        error,
    })?;
    let edax = EdaxBook::read(&bytes).map_err(|error| Failure::in_file(path, error))?;
    let book = edax.to_book(DISC);
    let size = write(WholeFile::open(&import.out)?, &book)?;
    Ok(show::written(&book, &import.out, size, json)?)
}
