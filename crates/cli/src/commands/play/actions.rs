//! The commands at the table.

use super::{command::Command, player::Player, table::Table};
use crate::{args, failure::Failure, whole_file::WholeFile};
use engines::{GameTable, SwapChoice, TableError};
use std::path::{Path, PathBuf};

impl Table<'_> {
    /// Carries out a command from the prompt.
    pub(super) fn command(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Move(_) | Command::Hint | Command::Go if self.task.is_some() => Ok(self
                .view
                .error("the engine is thinking: stop makes it move now")?),
            Command::Move(_) | Command::Hint | Command::Go | Command::Resign
                if let Err(over) = self.game.check_open() =>
            {
                Ok(self.view.error(format!(
                    "{over}: undo, restart, swap, load, save and quit remain"
                ))?)
            }
            Command::Move(text) => self.person_moves(&text),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Back => self.step(false),
            Command::Next => self.step(true),
            Command::Hint if self.game.swap_step().is_some() => {
                Ok(self.view.error("a hint comes once a side is chosen")?)
            }
            Command::Hint => self.ask_adviser(),
            Command::Go => self.go(),
            Command::Resign => self.resign(),
            Command::Restart => self.restart(),
            Command::Swap => {
                self.lineup.swap();
                self.game.swap_seats();
                self.introduce()?;
                self.restart()
            }
            Command::Take(word) => self.take_side(&word),
            Command::Save(path) => self.save(&path),
            Command::Load(path) => self.load(path),
            Command::Level(level) => {
                let set = self.lineup.set_level(*level);
                self.reseat_if(set)
            }
            Command::Players(players) => {
                let set = self.lineup.set_players(*players);
                self.reseat_if(set)
            }
            Command::Eval => Ok(self.view.evaluation(self.game.session())?),
            Command::Board => Ok(self.view.position(self.game.session())?),
            Command::Moves => Ok(self.view.moves(self.game.session())?),
            Command::Help => Ok(self.view.help()?),
            Command::Stop if self.task.is_none() => Ok(self.view.error("nothing is thinking")?),
            Command::Stop => {
                self.hurry();
                Ok(())
            }
            Command::Quit => {
                self.done = true;
                Ok(())
            }
        }
    }

    /// Chooses the side that `word` names, or to add moves.
    fn take_side(&mut self, word: &str) -> Result<(), Failure> {
        let [first, second] = self.kind.facts().players;
        let choices = [
            (first, SwapChoice::First),
            (second, SwapChoice::Second),
            ("more", SwapChoice::More),
        ];
        let named = |(name, _): &&(&str, SwapChoice)| name.eq_ignore_ascii_case(word);
        let Some(&(_, choice)) = choices.iter().find(named) else {
            let error = format!("take {first}, {second} or more, not {word:?}");
            return Ok(self.view.error(error)?);
        };
        if self.task.is_some() || !self.game.is_persons_turn() {
            return Ok(self.view.error("the engine is to choose")?);
        }
        self.choose(choice)
    }

    /// Takes back a resignation, or the moves since a person was last to move.
    fn undo(&mut self) -> Result<(), Failure> {
        self.walk(|game| {
            Ok(match game.undo()? {
                0 => "the resignation is taken back".to_owned(),
                taken => plies("back", taken),
            })
        })
    }

    /// Replays moves that were taken back, until a person is to move.
    fn redo(&mut self) -> Result<(), Failure> {
        self.walk(|game| game.redo().map(|played| plies("on", played)))
    }

    /// Moves one ply through the record.
    fn step(&mut self, on: bool) -> Result<(), Failure> {
        let ply = self.game.ply();
        let to = if on {
            Some(ply + 1)
        } else {
            ply.checked_sub(1)
        };
        let end = ["beginning", "end"][usize::from(on)];
        match to.filter(|&to| to <= self.game.record_len()) {
            None => Ok(self
                .view
                .error(format!("this is the {end} of the record"))?),
            Some(to) => self.walk(|game| {
                game.seek(to)?;
                Ok(plies(if on { "on" } else { "back" }, 1))
            }),
        }
    }

    /// Goes elsewhere in the record by `step`, which describes how.
    fn walk(
        &mut self,
        step: impl FnOnce(&mut GameTable<Box<dyn Player>>) -> Result<String, TableError>,
    ) -> Result<(), Failure> {
        self.cancel();
        match step(&mut self.game) {
            Ok(how) => self.moved_to(&how),
            Err(error) => {
                self.view.error(error.to_string())?;
                self.next_turn();
                Ok(())
            }
        }
    }

    /// Shows the position and goes on from there.
    fn moved_to(&mut self, how: &str) -> Result<(), Failure> {
        let session = self.game.session();
        let moves = session.line().moves;
        let place = match moves.last() {
            Some(last) => format!("after {}. {last}", moves.len()),
            None => "at the beginning".to_owned(),
        };
        self.view.board(session)?;
        self.view.notice(format!(
            "{how}: {place}, {} to move",
            session.state().player()
        ))?;
        match self.game.ending() {
            Some(ending) => self.view.outcome(ending)?,
            None if self.game.is_paused() => {
                self.view.notice("the engine waits: go lets it move")?
            }
            None => {}
        }
        self.next_turn();
        Ok(())
    }

    /// Makes the engine move: the one to move, or the opponent in place of a person.
    fn go(&mut self) -> Result<(), Failure> {
        self.game.pause(false);
        if self.game.is_persons_turn() {
            return self.ask_deputy();
        }
        self.next_turn();
        Ok(())
    }

    /// Ends the game in favour of the other side: the one to move resigns, or the person that an
    /// engine plays with.
    fn resign(&mut self) -> Result<(), Failure> {
        if !self.game.has_person() {
            return Ok(self
                .view
                .error("only a person can resign, and none plays")?);
        }
        self.cancel();
        let seat = self.game.to_move();
        self.lose(if self.game.is_persons_turn() {
            seat
        } else {
            1 - seat
        })
    }

    /// Ends the game by the resignation of seat `loser`.
    pub(super) fn lose(&mut self, loser: usize) -> Result<(), Failure> {
        match self.game.resign(loser) {
            Ok(()) => Ok(self.end_if_over()?),
            Err(error) => Ok(self.view.error(error.to_string())?),
        }
    }

    /// Goes back to the beginning; the old moves can still be stepped through.
    fn restart(&mut self) -> Result<(), Failure> {
        self.cancel();
        self.game.rewind();
        self.begin_game()
    }

    /// Drops the state of the last game and begins.
    fn begin_game(&mut self) -> Result<(), Failure> {
        for player in self.game.seats_mut() {
            player.new_game();
        }
        (self.deputy, self.adviser) = (None, None);
        self.view.board(self.game.session())?;
        self.end_if_over()?;
        self.next_turn();
        Ok(self.tell_step()?)
    }

    /// Seats the players of the changed lineup, unless the change failed; the game goes on.
    fn reseat_if(&mut self, asked: Result<(), Failure>) -> Result<(), Failure> {
        if let Err(failure) = asked {
            return Ok(self.view.error(failure.to_string())?);
        }
        self.cancel();
        *self.game.seats_mut() = self.lineup.players()?;
        (self.deputy, self.adviser) = (None, None);
        self.introduce()?;
        self.next_turn();
        Ok(())
    }

    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        let names = self
            .game
            .seats()
            .each_ref()
            .map(|player| Some(player.name()));
        // A name without a known extension gets the game's own format.
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        let facts = self.kind.facts();
        let format = facts.format(extension).unwrap_or(facts.own_format());
        let record = match self.game.session().save(format.extension, names) {
            Ok(record) => record,
            Err(error) => return Ok(self.view.error(format!("{}: {error}", path.display()))?),
        };
        match WholeFile::open(path).and_then(|file| file.write(&record)) {
            Ok(()) => Ok(self.view.notice(format!("saved to {}", path.display()))?),
            Err(failure) => Ok(self.view.error(failure.to_string())?),
        }
    }

    /// Loads a saved game and goes on from its end.
    fn load(&mut self, path: PathBuf) -> Result<(), Failure> {
        let session = self.kind.session(&self.settings);
        let mut session = session.map_err(Failure::Setting)?;
        if let Err(failure) = args::load(session.as_mut(), &path) {
            return Ok(self.view.error(failure.to_string())?);
        }
        self.cancel();
        self.lineup.set_rules(session.settings());
        self.game.set_session(session);
        *self.game.seats_mut() = self.lineup.players()?;
        self.view.notice(format!(
            "loaded {}: {} moves",
            path.display(),
            self.game.ply()
        ))?;
        self.begin_game()
    }
}

fn plies(direction: &str, count: usize) -> String {
    format!(
        "{direction} {count} {}",
        if count == 1 { "ply" } else { "plies" }
    )
}
