use super::kept::Kept;
use super::{
    command::Command,
    editor::Prompt,
    events::{Event, Inbox},
    lineup::Lineup,
    machine::Machine,
    player::{Player, Turn},
    view::{Ply, View, Waiting},
};
use crate::failure::Failure;
use arena::openings::balanced_moves;
use engines::{
    Answer, EngineError, EngineTurn, Game, GameTable, Reply, Session, Settings, SwapChoice,
    SwapRule, SwapStep,
};
use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

/// A game in progress: the session that referees it, the players, and the search under way.
pub struct Table<'a> {
    /// The kind of game.
    pub(super) kind: &'static dyn Game,
    /// The rules that were asked for.
    pub(super) settings: Settings,
    pub(super) game: GameTable<Box<dyn Player>>,
    pub(super) lineup: Lineup,
    /// Moves for a person on `go`; built at the first use.
    pub(super) deputy: Option<Machine>,
    /// Gives hints; built at the first use.
    pub(super) adviser: Option<Machine>,
    pub(super) view: &'a mut dyn View,
    inbox: Inbox,
    /// The search under way.
    pub(super) task: Option<Task>,
    /// Whether the program should end.
    pub(super) done: bool,
    turns: u64,
    turn_began: Instant,
    interrupted: Option<Instant>,
    /// Whether a person is asked if the program should end.
    leaving: bool,
    /// The game as it was last kept.
    kept: Option<Kept>,
    seed_shown: bool,
}

/// A search under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    turn: u64,
    by: Thinking,
    pub purpose: Purpose,
}

#[derive(Clone, Copy, Debug)]
enum Thinking {
    Player(usize),
    Deputy,
    Adviser,
}

/// The purpose of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Play,
    Hint,
}

impl<'a> Table<'a> {
    /// Two Ctrl-C within this time always end the program.
    const TWICE: Duration = Duration::from_secs(1);

    /// Seats the players of `lineup` at `session`, which is of this kind and began with these rules.
    pub fn new(
        kind: &'static dyn Game,
        settings: Settings,
        session: Box<dyn Session>,
        lineup: Lineup,
        view: &'a mut dyn View,
    ) -> Result<Self, Failure> {
        Ok(Self {
            kind,
            settings,
            game: GameTable::new(session, lineup.players()?),
            lineup,
            deputy: None,
            adviser: None,
            view,
            inbox: Inbox::new(io::stdin().is_terminal()),
            task: None,
            done: false,
            turns: 0,
            turn_began: Instant::now(),
            interrupted: None,
            leaving: false,
            kept: None,
            seed_shown: false,
        })
    }

    /// Plays until the end of the game, or of the input; first an opening that shares the sides, if
    /// one is given.
    pub fn play(mut self, opening: Option<SwapRule>) -> Result<(), Failure> {
        if let Some(rule) = opening {
            self.game.begin_swap(rule).map_err(|error| Failure::Words {
                argument: "--opening",
                problem: error.to_string(),
            })?;
        }
        self.inbox.open(self.view.input());
        self.introduce()?;
        self.view.board(self.game.session())?;
        self.end_if_over()?;
        self.next_turn();
        self.tell_step()?;
        while !self.done {
            self.wait()?;
            let event = self.next_event();
            self.take(event)?;
            self.keep()?;
        }
        self.cancel();
        let ending = self.game.ending();
        Ok(self.view.end(
            self.game.session(),
            ending,
            self.seed_shown.then_some(self.lineup.seed),
        )?)
    }

    /// Shows what is waited for, and asks for a line.
    fn wait(&mut self) -> io::Result<()> {
        let session = self.game.session();
        let player = session.state().player();
        let over = self.game.ending().is_some();
        self.view.wait(&Waiting {
            player,
            is_person: self.game.is_persons_turn(),
            thinking: self.task.is_some(),
            over,
            leaving: self.leaving,
        })?;
        if self.task.is_some() {
            return Ok(());
        }
        let Some(editor) = self.inbox.editor() else {
            return Ok(());
        };
        let text = match (self.leaving, over) {
            (true, _) => "leave? y/n> ".to_owned(),
            (false, true) => "game over> ".to_owned(),
            (false, false) => format!("{player}> "),
        };
        let moves = if over {
            Vec::new()
        } else {
            session.legal_moves()
        };
        editor.ask(Prompt { text, moves });
        Ok(())
    }

    /// Keeps a game at a terminal for `--continue`, as long as it goes on.
    fn keep(&mut self) -> io::Result<()> {
        if !self.inbox.is_attended() {
            return Ok(());
        }
        if self.game.swap_step().is_some() {
            return Ok(());
        }
        let line = self.game.session().line();
        if self.game.ending().is_some() || line.moves.is_empty() {
            if self.kept.take().is_some() {
                Kept::forget();
            }
            return Ok(());
        }
        let now = self.lineup.kept(self.kind.name(), line);
        if self.kept.as_ref() == Some(&now) {
            return Ok(());
        }
        if let Err(failure) = now.keep()
            && self.kept.is_none()
        {
            self.view
                .error(format!("the game cannot be kept: {failure}"))?;
        }
        self.kept = Some(now);
        Ok(())
    }

    /// Prints the players.
    pub(super) fn introduce(&mut self) -> io::Result<()> {
        let names = self.game.seats().each_ref().map(|player| player.name());
        self.view.heading(names)?;
        if self.lineup.is_random() && !self.seed_shown {
            self.seed_shown = true;
            self.view.notice(format!("seed {}", self.lineup.seed))?;
        }
        Ok(())
    }

    /// The next event that still matters.
    pub(super) fn next_event(&mut self) -> Event {
        // A file or another program writes lines ahead; a person's line is meant for now.
        let script = !self.inbox.is_terminal()
            && (self.game.has_person() || self.task.is_some_and(|task| task.is_advice()));
        loop {
            let event = self.inbox.next(self.task.is_some(), script);
            match event {
                Event::Progress(turn, _) | Event::Answer(turn, _)
                    if self.task.is_none_or(|task| task.turn != turn) => {}
                event => return event,
            }
        }
    }

    pub(super) fn take(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            Event::Line(line) if self.leaving && is_one_of(&line, ["y", "yes"]) => {
                self.done = true;
                Ok(())
            }
            Event::Line(line) if self.leaving && is_one_of(&line, ["n", "no"]) => {
                self.leaving = false;
                Ok(())
            }
            Event::Line(line) if line.trim().is_empty() => Ok(()),
            Event::Line(line) => {
                self.leaving = false;
                match Command::read(&line) {
                    Ok(command) => self.command(command),
                    Err(error) => Ok(self.view.error(error.to_string())?),
                }
            }
            Event::EndOfInput => {
                self.done = true;
                if self.game.ending().is_none() && !self.inbox.is_attended() {
                    self.view
                        .notice("end of input: the game is not over, and nothing was saved")?;
                }
                Ok(())
            }
            Event::Interrupt => {
                let twice = self
                    .interrupted
                    .is_some_and(|before| before.elapsed() < Self::TWICE);
                self.interrupted = Some(Instant::now());
                self.interrupt(twice)
            }
            Event::Terminal(event) => match self.view.take(event)? {
                Some(event) => self.take(event),
                None => Ok(()),
            },
            Event::Progress(_, report) => Ok(self.view.progress(&report)?),
            Event::Answer(_, answer) => self.answered(answer),
        }
    }

    /// Ctrl-C: stops a search; where there is none, leaves.
    fn interrupt(&mut self, twice: bool) -> Result<(), Failure> {
        let may_ask = self.inbox.is_attended() && !twice && !self.leaving;
        match self.task {
            _ if twice => self.done = true,
            Some(task) if may_ask && !self.game.has_person() && !task.is_advice() => {
                self.cancel();
                self.game.pause(true);
                self.view
                    .notice("the engines wait: go lets them play on, quit leaves")?;
            }
            Some(_) => {}
            None if may_ask && self.game.ending().is_none() && self.game.ply() > 0 => {
                self.leaving = true;
                self.view.notice(
                    "the game is not over; it is kept, and boyi play --continue goes on with it",
                )?;
            }
            None => self.done = true,
        }
        self.hurry();
        Ok(())
    }

    /// Handles an engine's answer.
    fn answered(&mut self, answer: Result<Answer, EngineError>) -> Result<(), Failure> {
        let Some(task) = self.task else { return Ok(()) };
        let name = self
            .engine(task.by)
            .map(|engine| engine.name())
            .unwrap_or_default();
        self.cancel();
        let failed = |problem| Failure::Player {
            name: name.clone(),
            problem,
        };
        let Answer { reply, report } = answer.map_err(|error| failed(error.to_string()))?;
        let best = match (reply, task.by) {
            (Reply::Move(mv) | Reply::DrawOffer(mv), _) => mv,
            (Reply::Resign, Thinking::Player(seat)) => return self.lose(seat),
            (Reply::Resign, _) => {
                return Ok(self.view.notice(format!("{name} would resign"))?);
            }
            (Reply::None, _) => {
                return Err(failed(
                    "it found no move, though the game goes on".to_owned(),
                ));
            }
        };
        if task.purpose == Purpose::Hint {
            return Ok(self.view.hint(&report, self.game.session())?);
        }
        // Another program may play what its line does not begin with.
        let line = report.lines.first().map(|line| line.moves.clone());
        let moves = line
            .filter(|moves| moves.first() == Some(&best))
            .unwrap_or_else(|| vec![best]);
        let unit = self.kind.facts().points_per_unit;
        let moves = match self.game.engine_turn(&moves, report.known_score(), unit) {
            EngineTurn::Choose(choice) => return self.choose(choice),
            EngineTurn::Play(moves) => moves,
        };
        for mv in moves {
            let player = self.game.session().state().player();
            self.game
                .play(mv)
                .map_err(|error| failed(format!("it chose {mv:?}: {error}")))?;
            let ply = Ply {
                player,
                name: name.clone(),
                mv,
                report: Some(&report),
                time: self.turn_began.elapsed(),
            };
            self.view.ply(self.game.session(), ply)?;
        }
        self.go_on()
    }

    /// Plays what a person typed.
    pub(super) fn person_moves(&mut self, text: &str) -> Result<(), Failure> {
        let player = self.game.session().state().player();
        let name = super::player::Person::NAME.to_owned();
        let mv = match self.game.play(text) {
            Ok(mv) => mv,
            Err(error) => return Ok(self.view.refused(error.to_string())?),
        };
        let ply = Ply {
            player,
            name,
            mv: &mv,
            report: None,
            time: self.turn_began.elapsed(),
        };
        self.view.ply(self.game.session(), ply)?;
        self.go_on()
    }

    /// Goes on after a move.
    fn go_on(&mut self) -> Result<(), Failure> {
        self.game.pause(false);
        self.end_if_over()?;
        self.next_turn();
        Ok(self.tell_step()?)
    }

    /// Chooses for the player to move, in an opening that shares the sides.
    pub(super) fn choose(&mut self, choice: SwapChoice) -> Result<(), Failure> {
        let seat = self.game.to_move();
        let name = self.game.seats()[seat].name();
        let exchanged = match self.game.choose(choice) {
            Ok(exchanged) => exchanged,
            Err(error) => return Ok(self.view.error(error.to_string())?),
        };
        if exchanged {
            self.lineup.swap();
        }
        let [first, second] = self.kind.facts().players;
        self.view.notice(match choice {
            SwapChoice::First => format!("{name} plays {first}"),
            SwapChoice::Second => format!("{name} plays {second}"),
            SwapChoice::More => format!("{name} adds moves"),
        })?;
        if choice != SwapChoice::More {
            self.introduce()?;
        }
        self.next_turn();
        Ok(self.tell_step()?)
    }

    /// Tells a person what an opening that shares the sides waits for.
    pub(super) fn tell_step(&mut self) -> io::Result<()> {
        let Some(step) = self.game.swap_step() else {
            return Ok(());
        };
        if !self.game.is_persons_turn() {
            return Ok(());
        }
        let [first, second] = self.kind.facts().players;
        self.view.notice(match step {
            SwapStep::Play { left, .. } => {
                let player = self.game.session().state().player();
                format!("you play for both sides: {player} next, {left} to go")
            }
            SwapStep::Choose { may_add: true, .. } => {
                format!("choose a side: take {first}, take {second}, or take more to add moves")
            }
            SwapStep::Choose { may_add: false, .. } => {
                format!("choose a side: take {first} or take {second}")
            }
        })
    }

    /// Announces the end of the game, if it is over. The program ends too, unless a person can go
    /// on.
    pub(super) fn end_if_over(&mut self) -> io::Result<()> {
        if let Some(ending) = self.game.ending() {
            self.view.outcome(ending)?;
            self.done = !self.game.has_person() && !self.view.stays();
        }
        Ok(())
    }

    /// Asks the player to move for a move, if the game goes on.
    pub(super) fn next_turn(&mut self) {
        self.cancel();
        self.turn_began = Instant::now();
        if let Some(seat) = self.game.engine_to_move().filter(|_| !self.done) {
            self.ask(Thinking::Player(seat), Purpose::Play);
        }
    }

    /// Asks for a hint, whichever side is to move.
    pub(super) fn ask_adviser(&mut self) -> Result<(), Failure> {
        if self.adviser.is_none() {
            self.adviser = Some(self.lineup.adviser()?);
        }
        self.ask(Thinking::Adviser, Purpose::Hint);
        Ok(())
    }

    /// Lets the engine move in place of a person.
    pub(super) fn ask_deputy(&mut self) -> Result<(), Failure> {
        if self.deputy.is_none() {
            self.deputy = Some(self.lineup.deputy()?);
        }
        self.ask(Thinking::Deputy, Purpose::Play);
        Ok(())
    }

    fn ask(&mut self, by: Thinking, purpose: Purpose) {
        self.cancel();
        self.turns += 1;
        if let Some(SwapStep::Play { left, .. }) = self.game.swap_step() {
            return self.ask_for_balance(by, left);
        }
        let turn = Turn {
            id: self.turns,
            line: self.game.session().line(),
        };
        let events = self.inbox.sender().clone();
        let Some(engine) = self.engine(by) else {
            return;
        };
        engine.begin_turn(turn, &events);
        self.task = (!engine.is_person()).then_some(Task {
            turn: self.turns,
            by,
            purpose,
        });
    }

    /// Searches on a separate thread for `count` moves that leave the game balanced.
    fn ask_for_balance(&mut self, by: Thinking, count: usize) {
        let (game, turn) = (self.kind, self.turns);
        let settings = self.settings.clone();
        let line = self.game.session().line();
        let seed = self.lineup.seed.wrapping_add(turn);
        let events = self.inbox.sender().clone();
        std::thread::spawn(move || {
            let found = balanced_moves(game, &settings, &line, count, seed);
            let answer = found
                .map_err(|error| EngineError::Program(Box::new(error)))
                .map(|report| Answer {
                    reply: report.best().map_or(Reply::None, Reply::Move),
                    report,
                });
            // The receiver is gone only at the end of the program.
            drop(events.send(Event::Answer(turn, answer)));
        });
        let purpose = Purpose::Play;
        self.task = Some(Task { turn, by, purpose });
    }

    /// Cancels the search under way.
    pub(super) fn cancel(&mut self) {
        if let Some(task) = self.task.take()
            && let Some(engine) = self.engine(task.by)
        {
            engine.end_turn();
        }
    }

    /// Makes the search under way answer now.
    pub(super) fn hurry(&mut self) {
        if let Some(task) = self.task
            && let Some(engine) = self.engine(task.by)
        {
            engine.hurry();
        }
    }

    fn engine(&mut self, by: Thinking) -> Option<&mut dyn Player> {
        match by {
            Thinking::Player(seat) => Some(self.game.seats_mut()[seat].as_mut()),
            Thinking::Deputy => self.deputy.as_mut().map(|deputy| deputy as &mut dyn Player),
            Thinking::Adviser => self
                .adviser
                .as_mut()
                .map(|adviser| adviser as &mut dyn Player),
        }
    }
}

impl Task {
    fn is_advice(&self) -> bool {
        !matches!(self.by, Thinking::Player(_))
    }
}

fn is_one_of(line: &str, words: [&str; 2]) -> bool {
    let is = |word: &&str| line.trim().eq_ignore_ascii_case(word);
    words.iter().any(is)
}
