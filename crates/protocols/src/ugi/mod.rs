//! The Universal Game Interface.

mod client;
mod command;

use crate::{Flow, Heard, Protocol, SearchResult, Setup, Unplayable, Worker};
pub(crate) use client::UgiClient;
use command::{Command, Go, Question};
use engines::{EngineConfig, RuleSetting, SearchRequest, Session, Settings};
use game_core::{GameLine, Player};
use search::{Limits, Report};
use std::io::{self, Write};

/// The Universal Game Interface (kz04px, <https://github.com/kz04px/cutegames/blob/master/ugi.md>):
/// UCI for any game of two players, in the game's own notation. A match runner needs no rules of
/// the game: it asks the program.
///
/// | command | what is answered |
/// |---|---|
/// | `ugi` | `id` and `option` lines, `ugiok` |
/// | `isready` | `readyok`, also while a search is under way |
/// | `position startpos moves ...`, `position fen ... moves ...` | nothing |
/// | `query gameover`, `query p1turn`, `query result` | `response true`, `response p1win` and so on |
/// | `setoption name X value Y` | nothing; the rules of the game are options |
/// | `go ...`, with `p1time`, `p2time`, `p1inc`, `p2inc`, `movetime`, `depth`, `nodes`, `infinite` | `info` lines, and `bestmove` |
/// | `stop` | the search under way ends |
/// | `uginewgame`, `quit` | nothing |
///
/// What is wrong is reported in an `info string` and changes nothing, with two exceptions: a refused
/// `go` is answered by `bestmove (none)`, and after a refused `position` there is none, so that no
/// move is given for another one.
///
/// ```
/// use protocols::{Setup, Ugi, serve};
/// let setup = Setup { config: "level=1".parse()?, ..Setup::new(engines::game("othello")?) };
/// let input = b"isready\nposition startpos moves f5\nquery p1turn\nposition startpos moves a1\ngo depth 1\n";
/// let mut answers = Vec::new();
/// serve(Ugi::new(&setup)?, &setup, &input[..], &mut answers)?;
/// let answers = String::from_utf8(answers)?;
/// assert!(answers.starts_with("readyok\nresponse false\ninfo string "));
/// // No move is given for a position that was refused.
/// assert!(answers.ends_with("bestmove (none)\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ugi {
    setup: Setup,
    settings: Settings,
    session: Box<dyn Session>,
    /// Whether the last `position` was refused.
    lost: bool,
    task: Option<Task>,
}

/// A search that has been asked for.
#[derive(Default)]
struct Task {
    /// Whether its answer waits for a stop.
    infinite: bool,
    /// The answer, while it waits.
    found: Option<SearchResult>,
}

/// Why a command is refused.
type Refusal = String;

impl Ugi {
    /// Plays `setup`'s game from its initial position.
    ///
    /// # Errors
    /// If the game has no such rules.
    pub fn new(setup: &Setup) -> Result<Self, Unplayable> {
        Ok(Self {
            session: setup.game.session(&setup.settings)?,
            settings: setup.settings.clone(),
            setup: setup.clone(),
            lost: false,
            task: None,
        })
    }

    fn obey(
        &mut self,
        command: Command<'_>,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Result<(), Refusal>> {
        if !matches!(command, Command::IsReady) {
            self.release(out)?;
        }
        match command {
            Command::Hello => {
                let version = env!("CARGO_PKG_VERSION");
                writeln!(out, "id name Boyi {version}\nid author the Boyi authors")?;
                let mut offers = self.offers().into_iter();
                offers.try_for_each(|offer| writeln!(out, "option name {offer}"))?;
                writeln!(out, "ugiok")?;
            }
            Command::IsReady => {
                engine.prepare();
                writeln!(out, "readyok")?;
            }
            Command::NewGame => engine.new_game(),
            Command::Position(line) => return Ok(self.place(&line)),
            Command::Query(question) => {
                if self.lost {
                    return Ok(Err("there is no position".to_owned()));
                }
                writeln!(out, "response {}", self.respond(question))?;
            }
            Command::Go(go) => return Ok(self.go(&go, engine)),
            Command::Set { name, value } => return Ok(self.set(name, value, engine)),
            Command::Stop | Command::Quit => {}
        }
        Ok(Ok(()))
    }

    /// The options and what they take: those of the engine, and the settings of the rules.
    fn offers(&self) -> Vec<String> {
        let mut offers = Vec::new();
        if let EngineConfig::Searcher(searcher) = &self.setup.config {
            let (hash, threads) = (searcher.hash, searcher.threads);
            offers.push(format!("hash type spin default {hash} min 1 max {HASH}"));
            offers.push(format!(
                "threads type spin default {threads} min 1 max {THREADS}"
            ));
        }
        let rules = self.setup.game.facts().rules.iter();
        offers.extend(rules.map(|setting| {
            let RuleSetting { name, .. } = setting;
            let given = self.settings.iter().find(|(known, _)| known == name);
            let value = given.map_or(setting.default, |(_, value)| value.as_str());
            match (setting.range, setting.values) {
                (Some((least, most)), []) => {
                    format!("{name} type spin default {value} min {least} max {most}")
                }
                (Some(_), _) => format!("{name} type string default {value}"),
                (None, words) => {
                    let words: Vec<_> = words.iter().map(|word| format!(" var {word}")).collect();
                    format!("{name} type combo default {value}{}", words.concat())
                }
            }
        }));
        offers
    }

    fn set(&mut self, name: &str, value: &str, engine: &mut Worker) -> Result<(), Refusal> {
        let rules = self.setup.game.facts().rules;
        if let Some(setting) = rules
            .iter()
            .find(|rule| rule.name.eq_ignore_ascii_case(name))
        {
            let mut settings = self.settings.clone();
            settings.retain(|(known, _)| known != setting.name);
            settings.push((setting.name.to_owned(), value.to_owned()));
            let session = self.setup.game.session(&settings);
            self.session = session.map_err(|error| error.to_string())?;
            engine.set_rules(settings.clone());
            (self.settings, self.lost) = (settings, false);
            return Ok(());
        }
        let number = |most: usize| {
            let number = value
                .parse()
                .ok()
                .filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("{name} takes a number from 1 to {most}"))
        };
        match &mut self.setup.config {
            EngineConfig::Searcher(searcher) if name.eq_ignore_ascii_case("hash") => {
                searcher.hash = number(HASH)?;
            }
            EngineConfig::Searcher(searcher) if name.eq_ignore_ascii_case("threads") => {
                searcher.threads = number(THREADS)?;
            }
            _ => return Err(format!("there is no option {name}")),
        }
        engine.set_config(self.setup.config.clone());
        Ok(())
    }

    fn place(&mut self, line: &GameLine) -> Result<(), Refusal> {
        let placed = self.session.set_line(line);
        self.lost = placed.is_err();
        placed.map_err(|error| error.to_string())
    }

    fn respond(&self, question: Question) -> String {
        let state = self.session.state();
        match (question, state.ending) {
            (Question::GameOver, ending) => ending.is_some().to_string(),
            (Question::FirstToMove, _) => (state.turn == Player::First).to_string(),
            (Question::Result, None) => "none".to_owned(),
            (Question::Result, Some(ending)) => match ending.winner {
                Some(Player::First) => "p1win",
                Some(Player::Second) => "p2win",
                None => "draw",
            }
            .to_owned(),
        }
    }

    /// Begins a search.
    fn go(&mut self, go: &Go, engine: &mut Worker) -> Result<(), Refusal> {
        if self.lost {
            return Err("there is no position".to_owned());
        }
        let state = self.session.state();
        if let Some(ending) = state.ending {
            return Err(format!("the game is over: {}", ending.reason));
        }
        let asked = go.limits(state.turn);
        let limits = if go.infinite {
            let unending = Limits {
                time: None,
                clock: None,
                ..asked
            };
            self.setup.limits.and(unending)
        } else {
            self.setup.limits(asked)
        };
        let begun = engine.think(self.session.line(), SearchRequest::new(limits));
        begun.map_err(|error| error.to_string())?;
        self.task = Some(Task {
            infinite: go.infinite,
            found: None,
        });
        Ok(())
    }

    /// Writes the answer that waits for a stop, if there is one.
    fn release(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let waiting = self.task.take_if(|task| task.found.is_some());
        match waiting.and_then(|task| task.found) {
            Some(found) => conclude(found, out),
            None => Ok(()),
        }
    }
}

/// The largest table, in MiB, and the most threads.
const HASH: usize = 4_096;
/// See [`HASH`].
const THREADS: usize = 64;

const NO_MOVE: &str = "bestmove (none)";

/// An `info string` of one line.
fn remark(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let text = text.replace(|c: char| c.is_control(), " ");
    writeln!(
        out,
        "info string {}",
        text.chars().take(300).collect::<String>()
    )
}

fn conclude(answer: SearchResult, out: &mut dyn Write) -> io::Result<()> {
    match answer {
        Ok(report) => match report.best() {
            Some(mv) => writeln!(out, "bestmove {mv}"),
            None => writeln!(out, "{NO_MOVE}"),
        },
        Err(error) => {
            remark(&error.to_string(), out)?;
            writeln!(out, "{NO_MOVE}")
        }
    }
}

impl Protocol for Ugi {
    fn hear(
        &mut self,
        line: &str,
        cut: bool,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Flow> {
        let read = if cut {
            Err("the line is too long".to_owned())
        } else {
            Command::read(line)
        };
        let obeyed = match read {
            Ok(None) => Ok(()),
            Ok(Some(Command::Quit)) => {
                self.release(out)?;
                return Ok(Flow::Over);
            }
            Ok(Some(command)) => self.obey(command, engine, out)?,
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = obeyed {
            remark(&refusal, out)?;
            match line.split_whitespace().next() {
                Some("go") => writeln!(out, "{NO_MOVE}")?,
                Some("position") => self.lost = true,
                _ => {}
            }
        }
        Ok(Flow::On)
    }

    fn overhear(&self, line: &str) -> Heard {
        let endless = self.task.as_ref().is_some_and(|task| task.infinite);
        match Command::read(line) {
            Ok(Some(Command::Stop | Command::Quit)) => Heard::Stop,
            Ok(Some(Command::IsReady)) => Heard::Now,
            // What needs an idle engine ends a search that only a stop would end.
            Ok(Some(Command::Go(_) | Command::Position(_) | Command::NewGame)) if endless => {
                Heard::Stop
            }
            _ => Heard::Later,
        }
    }

    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        let best = report.lines.first();
        let Some(line) = best.filter(|line| report.is_known(line)) else {
            return Ok(());
        };
        let score = match (line.score.plies_to_end(), line.score.get()) {
            (Some(plies), 1..) => format!("mate {}", plies.div_ceil(2)),
            (Some(plies), _) => format!("mate -{}", plies / 2),
            (None, points) => {
                let units = self.setup.game.reading(line.score).units;
                let hundredths = units.map_or(points, |units| (units * 100.0).round() as i32);
                format!("cp {hundredths}")
            }
        };
        let Report { depth, nodes, .. } = report;
        let (time, full) = (report.time.as_millis(), report.hashfull);
        let deepest = report.selective_depth.max(*depth);
        writeln!(
            out,
            "info depth {depth} seldepth {deepest} score {score} time {time} nodes {nodes} \
             hashfull {full} pv {}",
            line.moves.join(" ")
        )
    }

    fn answer(
        &mut self,
        answer: SearchResult,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match &mut self.task {
            Some(task) if task.infinite && !engine.was_stopped() => {
                task.found = Some(answer);
                Ok(())
            }
            _ => {
                self.task = None;
                conclude(answer, out)
            }
        }
    }

    fn waits_for_a_word(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.infinite)
    }

    fn hang_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.release(out)
    }
}
