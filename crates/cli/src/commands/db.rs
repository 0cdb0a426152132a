//! `boyi db`: games in a database, found by their positions.

use crate::args::{self, DbWork, ExploreGames, FilterArgs, ImportGames, ListGames};
use crate::{failure::Failure, output};
use db::{
    Counts, Database, DatabaseError, ExploredMove, Filter, FoundGame, GameFiles, ImportError,
    ImportEvent, Imported, Refusal, outcome_name, read_outcome,
};
use engines::{Game, Indexer, Session};
use game_core::{Glyphs, Outcome};
use search::Control;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// `boyi db`
pub fn run(args: &args::Db, json: bool) -> Result<(), Failure> {
    let view = View { args, json };
    match &args.work {
        None => view.summary(),
        Some(DbWork::Import(import)) => view.import(import),
        Some(DbWork::Explore(explore)) => view.explore(explore),
        Some(DbWork::Games(list)) => view.games(list),
    }
}

struct View<'a> {
    args: &'a args::Db,
    json: bool,
}

impl View<'_> {
    fn game(&self) -> &'static dyn Game {
        self.args.game.game
    }

    fn failure(&self) -> impl Fn(DatabaseError) -> Failure {
        let path = self.args.file.clone();
        move |error| Failure::in_file(&path, error)
    }

    fn open(&self) -> Result<Database, Failure> {
        Database::open(&self.args.file).map_err(self.failure())
    }

    fn indexer(&self, session: &dyn Session) -> Result<Box<dyn Indexer>, Failure> {
        self.game()
            .indexer(session.settings())
            .map_err(Failure::Setting)
    }

    fn summary(&self) -> Result<(), Failure> {
        let name = self.game().name();
        let count = self.open()?.count(name).map_err(self.failure())?;
        if self.json {
            return Ok(output::object(&json!({ "game": name, "games": count }))?);
        }
        Ok(output::line(format!("{count} games of {name}"))?)
    }

    fn import(&self, import: &ImportGames) -> Result<(), Failure> {
        let session = self.args.game.session()?;
        let mut warn = |refusal: Refusal| output::warning(&refusal.to_string());
        let files = GameFiles::find(self.game(), session.settings(), &import.paths, &mut warn);
        let files = files.map_err(|error| self.import_failure(error))?;
        let mut database = Database::create(&self.args.file).map_err(self.failure())?;
        let bar = output::bar(files.len() as u64, "files");
        let imported =
            database.import_files(&files, &Control::default(), &mut |event| match event {
                ImportEvent::Refused(refusal) => bar.suspend(|| warn(refusal)),
                ImportEvent::Read(imported) => {
                    bar.set_message(format!("{} games", imported.added));
                    bar.inc(1);
                }
                _ => bar.set_message("writing positions"),
            });
        bar.finish_and_clear();
        self.imported(imported.map_err(|error| self.import_failure(error))?)
    }

    fn import_failure(&self, error: ImportError) -> Failure {
        match error {
            ImportError::File { path, error } => Failure::File { path, error },
            ImportError::Settings(error) => Failure::Setting(error),
            error => Failure::in_file(&self.args.file, error),
        }
    }

    fn imported(&self, imported: Imported) -> Result<(), Failure> {
        let Imported {
            added,
            known,
            refused,
            positions,
        } = imported;
        if self.json {
            let object = json!({
                "added": added, "known": known, "refused": refused, "positions": positions,
            });
            return Ok(output::object(&object)?);
        }
        let mut text = format!("{added} games added, with {positions} positions");
        if known > 0 {
            text += &format!("; {known} were there already");
        }
        if refused > 0 {
            text += &format!("; {refused} could not be read");
        }
        Ok(output::line(text)?)
    }

    fn explore(&self, explore: &ExploreGames) -> Result<(), Failure> {
        let filter = self.filter(&explore.filter)?;
        let mut session = self.args.game.session()?;
        args::place(session.as_mut(), explore.position.as_deref())?;
        let indexer = self.indexer(session.as_ref())?;
        let place = indexer.place(&session.line()).map_err(Failure::Setting)?;
        let explored = self
            .open()?
            .explore(&place, &filter)
            .map_err(self.failure())?;
        if self.json {
            for explored in &explored.moves {
                output::object(&branch_json(explored))?;
            }
            return Ok(());
        }
        output::line(session.diagram(Glyphs::Native).trim_end())?;
        if explored.moves.is_empty() {
            return Ok(output::line("no game went on from here")?);
        }
        output::line("move        games   share     won   drawn    lost")?;
        let all = explored.counts.games();
        for ExploredMove { mv, counts } in &explored.moves {
            output::line(branch_text(mv, *counts, all))?;
        }
        Ok(output::line(branch_text("all", explored.counts, all))?)
    }

    fn games(&self, list: &ListGames) -> Result<(), Failure> {
        let filter = self.filter(&list.filter)?;
        let mut session = self.args.game.session()?;
        args::place(session.as_mut(), list.position.as_deref())?;
        let place = match &list.position {
            Some(_) => {
                let indexer = self.indexer(session.as_ref())?;
                Some(indexer.place(&session.line()).map_err(Failure::Setting)?)
            }
            None => None,
        };
        let name = self.game().name();
        let found = self
            .open()?
            .games(name, place.as_ref(), &filter, list.limit)
            .map_err(self.failure())?;
        for game in &found {
            if self.json {
                output::object(&self.game_json(game))?;
            } else {
                output::line(self.game_text(game))?;
            }
        }
        if found.is_empty() && !self.json {
            output::line("no such game")?;
        }
        Ok(())
    }

    /// The games that the arguments ask for.
    fn filter(&self, args: &FilterArgs) -> Result<Filter, Failure> {
        let outcome = match args.result.as_deref() {
            None => None,
            Some(side) => Some(self.outcome(side)?),
        };
        Ok(Filter {
            player: args.player.clone(),
            since: args.since,
            until: args.until,
            outcome,
        })
    }

    /// The outcome for the first mover if `side` won.
    fn outcome(&self, side: &str) -> Result<Outcome, Failure> {
        read_outcome(self.game(), side).map_err(|error| Failure::Words {
            argument: "--result",
            problem: error.to_string(),
        })
    }

    /// Who won, in words.
    fn result(&self, outcome: Option<Outcome>) -> &'static str {
        outcome.map_or("unknown", |outcome| outcome_name(self.game(), outcome))
    }

    fn game_text(&self, game: &FoundGame) -> String {
        let [first, second] = game.names.each_ref().map(|name| name.as_deref());
        let year = game
            .year
            .map_or_else(|| "    ".to_owned(), |year| year.to_string());
        let moves = game.line.moves_text();
        format!(
            "{:>7}  {year}  {:<20} {:<20} {:<8} {:<24} {moves}",
            game.id,
            first.unwrap_or("?"),
            second.unwrap_or("?"),
            self.result(game.outcome),
            game.event.as_deref().unwrap_or("-"),
        )
    }

    fn game_json(&self, game: &FoundGame) -> Value {
        json!({
            "id": game.id, "names": game.names, "year": game.year, "event": game.event,
            "result": self.result(game.outcome), "ply": game.ply, "line": game.line.to_string(),
            "tags": game.tags.iter().cloned().collect::<BTreeMap<_, _>>(), "source": game.source,
        })
    }
}

fn branch_json(explored: &ExploredMove) -> Value {
    let Counts {
        wins,
        draws,
        losses,
        unknown,
    } = explored.counts;
    json!({
        "move": explored.mv, "games": explored.counts.games(), "wins": wins, "draws": draws,
        "losses": losses, "unknown": unknown, "score": explored.counts.score(),
    })
}

/// A row of the table; `all` games went on from the position.
fn branch_text(mv: &str, counts: Counts, all: u64) -> String {
    let known = counts.wins + counts.draws + counts.losses;
    let percent = |part: u64, whole: u64| match whole {
        0 => "-".to_owned(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    };
    format!(
        "{mv:<8} {:>8} {:>7} {:>7} {:>7} {:>7}",
        counts.games(),
        percent(counts.games(), all),
        percent(counts.wins, known),
        percent(counts.draws, known),
        percent(counts.losses, known),
    )
}
