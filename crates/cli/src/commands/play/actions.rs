//! What each command does at the table.

use super::{
    command::Command,
    table::{Purpose, Table},
};
use crate::{args, failure::Failure, whole_file::WholeFile};
use engines::Ending;
use std::path::{Path, PathBuf};

impl Table<'_> {
    /// Does what was said at the prompt.
    pub(super) fn command(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Move(_) | Command::Hint | Command::Go if self.task.is_some() => Ok(self
                .view
                .error("the engine is thinking: stop makes it move now")?),
            Command::Move(_) | Command::Hint | Command::Go | Command::Resign
                if self.ending().is_some() =>
            {
                let reason = self
                    .ending()
                    .map(|ending| ending.reason)
                    .unwrap_or_default();
                Ok(self.view.error(format!(
                    "the game is over ({reason}): undo, restart, swap, load, save and quit remain"
                ))?)
            }
            Command::Move(text) => self.person_moves(&text),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Back => self.step(-1),
            Command::Next => self.step(1),
            Command::Hint => self.ask_adviser(Purpose::Hint),
            Command::Go => self.go(),
            Command::Resign => self.resign(),
            Command::Restart => self.restart(),
            Command::Swap => {
                self.lineup.swap();
                self.players.swap(0, 1);
                self.introduce()?;
                self.restart()
            }
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
            Command::Eval => Ok(self.view.evaluation(&*self.session)?),
            Command::Board => Ok(self.view.position(&*self.session)?),
            Command::Moves => Ok(self.view.moves(&*self.session)?),
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

    /// Takes back a resignation, or the moves since a person was last to move.
    fn undo(&mut self) -> Result<(), Failure> {
        if self.resigned.take().is_some() {
            return self.moved_to("the resignation is taken back");
        }
        self.cancel();
        let mut taken = 0;
        while self.session.undo() {
            taken += 1;
            if self.person_to_move() || !self.any_person() {
                // Between engines there is no one to think again, and the move would only be made
                // anew.
                self.paused = !self.any_person();
                return self.moved_to(&plies("back", taken));
            }
        }
        for _ in 0..taken {
            self.session.redo();
        }
        self.view.error("there is no move of yours to take back")?;
        self.next_turn();
        Ok(())
    }

    /// Plays again what was taken back, until a person is to move.
    fn redo(&mut self) -> Result<(), Failure> {
        self.cancel();
        let mut taken = 0;
        while self.session.redo() {
            taken += 1;
            if self.person_to_move() || !self.any_person() {
                break;
            }
        }
        if taken == 0 {
            self.view.error("there is no move to play again")?;
            self.next_turn();
            return Ok(());
        }
        self.resigned = None;
        self.paused = !self.any_person();
        self.moved_to(&plies("on", taken))
    }

    /// Moves one ply through the record; engines wait.
    fn step(&mut self, by: i32) -> Result<(), Failure> {
        self.cancel();
        let moved = if by < 0 {
            self.session.undo()
        } else {
            self.session.redo()
        };
        if !moved {
            let end = if by < 0 { "beginning" } else { "end" };
            self.view
                .error(format!("this is the {end} of the record"))?;
            self.next_turn();
            return Ok(());
        }
        self.resigned = None;
        self.paused = true;
        self.moved_to(&plies(if by < 0 { "back" } else { "on" }, 1))
    }

    /// Shows where the record now stands and goes on from there.
    fn moved_to(&mut self, how: &str) -> Result<(), Failure> {
        let moves = self.session.moves();
        let place = match moves.last() {
            Some(last) => format!("after {}. {last}", moves.len()),
            None => "at the beginning".to_owned(),
        };
        self.view
            .notice(format!("{how}: {place}, {} to move", self.session.turn()))?;
        self.view.board(&*self.session)?;
        match self.ending() {
            Some(ending) => self.view.outcome(ending)?,
            None if self.paused && !self.person_to_move() => {
                self.view.notice("the engine waits: go lets it move")?
            }
            None => {}
        }
        self.next_turn();
        Ok(())
    }

    /// Has the engine move: the one whose turn it is, or in a person's place the one that gives
    /// hints.
    fn go(&mut self) -> Result<(), Failure> {
        self.paused = false;
        if self.person_to_move() {
            return self.ask_adviser(Purpose::Play);
        }
        self.next_turn();
        Ok(())
    }

    /// Ends the game in favour of the other side: the one to move resigns, or the person that an
    /// engine plays with.
    fn resign(&mut self) -> Result<(), Failure> {
        if !self.any_person() {
            return Ok(self
                .view
                .error("only a person can resign, and none plays")?);
        }
        self.cancel();
        self.lose(if self.person_to_move() {
            self.seat()
        } else {
            1 - self.seat()
        })
    }

    /// Ends the game by the resignation of whoever has seat `loser`.
    pub(super) fn lose(&mut self, loser: usize) -> Result<(), Failure> {
        let winner = self.args.game.game().facts().players[1 - loser];
        self.resigned = Some(Ending {
            margin: None,
            winner: Some(winner),
            reason: "resignation",
        });
        Ok(self.end_if_over()?)
    }

    /// Goes back to the beginning; the old moves can still be stepped through.
    fn restart(&mut self) -> Result<(), Failure> {
        self.cancel();
        while self.session.undo() {}
        self.begin_game()
    }

    /// Forgets what belonged to the game before, and begins.
    fn begin_game(&mut self) -> Result<(), Failure> {
        (self.resigned, self.paused) = (None, false);
        for player in &mut self.players {
            player.new_game();
        }
        self.adviser = None;
        self.view.board(&*self.session)?;
        self.end_if_over()?;
        self.next_turn();
        Ok(())
    }

    /// Seats the players of a lineup, if it could be changed as was `asked`; the game goes on.
    fn reseat_if(&mut self, asked: Result<(), Failure>) -> Result<(), Failure> {
        if let Err(failure) = asked {
            return Ok(self.view.error(failure.to_string())?);
        }
        self.cancel();
        self.players = self.lineup.players()?;
        self.adviser = None;
        self.introduce()?;
        self.next_turn();
        Ok(())
    }

    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        let names = self.players.each_ref().map(|player| Some(player.name()));
        // A name that says nothing of the format gets the game's own.
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        let known = self
            .args
            .game
            .game()
            .facts()
            .formats
            .iter()
            .any(|format| format.extension.eq_ignore_ascii_case(extension));
        let record = if known {
            self.session.save_as(extension, names)
        } else {
            Ok(self.session.save(names).into_bytes())
        };
        let record = match record {
            Ok(record) => record,
            Err(error) => return Ok(self.view.error(format!("{}: {error}", path.display()))?),
        };
        match WholeFile::open(path).and_then(|file| file.write(&record)) {
            Ok(()) => Ok(self.view.notice(format!("saved to {}", path.display()))?),
            Err(failure) => Ok(self.view.error(failure.to_string())?),
        }
    }

    /// Goes on with a saved game from its end.
    fn load(&mut self, path: PathBuf) -> Result<(), Failure> {
        let mut session = self.args.game.session()?;
        if let Err(failure) = args::load(session.as_mut(), &path) {
            return Ok(self.view.error(failure.to_string())?);
        }
        self.cancel();
        self.session = session;
        self.lineup.set_rules(self.session.settings());
        self.players = self.lineup.players()?;
        self.view.notice(format!(
            "loaded {}: {} moves",
            path.display(),
            self.session.moves().len()
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
