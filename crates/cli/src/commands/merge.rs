use crate::{args, commands::standing, failure::Failure, output};
use arena::tournament::{MatchPlace, Merged, merge_all, rank, write_line};

/// `boyi merge`
pub fn run(args: &args::Merge, json: bool) -> Result<(), Failure> {
    let read = |path: &std::path::PathBuf| {
        std::fs::read(path).map_err(|error| Failure::File {
            path: path.clone(),
            error,
        })
    };
    let parts = args.files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let merged =
        merge_all(parts.iter().map(Vec::as_slice)).map_err(|error| match error.part() {
            Some(part) => Failure::in_file(&args.files[part], error),
            None => Failure::Match(Box::new(error)),
        })?;
    if json {
        let games = merged
            .iter()
            .flat_map(|part| part.games.iter().map(|game| write_line(&part.ticket, game)));
        games.into_iter().try_for_each(|line| output::text(&line))?;
    }
    match place(&merged) {
        Some(place) => tournament(place, &merged, json),
        None => merged.iter().try_for_each(|part| one_match(part, json)),
    }
}

/// The place of the first match in a tournament, if it is part of one.
fn place(merged: &[Merged]) -> Option<&MatchPlace> {
    merged.first()?.ticket.tournament.as_ref()
}

fn one_match(merged: &Merged, json: bool) -> Result<(), Failure> {
    let ticket = &merged.ticket;
    if !json {
        output::line(format!(
            "{}: {} games\nA            {}\nB            {}",
            ticket.game, ticket.of, ticket.a, ticket.b
        ))?;
    }
    standing::print(&merged.standing, json)
}

fn tournament(place: &MatchPlace, merged: &[Merged], json: bool) -> Result<(), Failure> {
    if !json {
        let ticket = &merged[0].ticket;
        let count = place.players.len();
        output::line(format!(
            "{}: {count} players, {} games a pairing",
            ticket.game, ticket.of
        ))?;
    }
    let matches = merged
        .iter()
        .filter_map(|part| Some((part.ticket.tournament.as_ref()?.pairing, &part.standing)));
    standing::print_ranking(&place.players, &rank(place.players.len(), matches), json)
}
