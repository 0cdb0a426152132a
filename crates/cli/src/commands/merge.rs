use crate::{args, commands::standing, failure::Failure, output};
use arena::tournament::{merge, write_line};

/// `boyi merge`
pub fn run(args: &args::Merge, json: bool) -> Result<(), Failure> {
    let read = |path: &std::path::PathBuf| std::fs::read(path).map_err(|error| Failure::File { path: path.clone(), error });
    let parts = args.files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let merged = merge(parts.iter().map(Vec::as_slice)).map_err(|error| match error.part() {
        Some(part) => Failure::in_file(&args.files[part], error),
        None => Failure::Match(Box::new(error)),
    })?;
    if json {
        for game in &merged.games {
            output::text(&write_line(&merged.ticket, game))?;
        }
    } else {
        let ticket = &merged.ticket;
        output::line(format!("{}: {} games\nA            {}\nB            {}", ticket.game, ticket.of, ticket.a, ticket.b))?;
    }
    standing::print(&merged.standing, json)
}
