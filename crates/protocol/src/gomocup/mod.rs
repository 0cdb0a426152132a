//! The protocol of the Gomocup tournaments.

mod board;
mod chat;
mod command;
mod info;
mod reading;
mod refusal;
mod resources;
mod swap2;
mod times;

use crate::{Answer, Engine, Flow, Heard, Protocol, Setup};
use board::{Board, at};
use chat::{Chat, written};
use command::{At, Command, Stone, Stones};
use engines::Question;
use gomoku_rules::{Gomoku, Point, Rule, Rules, RulesError};
use info::Info;
use reading::Reading;
use refusal::Refusal;
use resources::Resources;
use search::game_core::{Player, Position};
use search::{Limits, Report};
use std::io::{self, Write};
use std::time::Instant;
use swap2::{Step, Swap2};
use times::Times;

/// The protocol that brains for gomoku speak with Piskvork and other managers (P. Laštovička, "Gomoku AI protocol", version 2,
/// <https://plastovicka.github.io/protocl2en.htm>), with `SWAP2BOARD` (Gomocup 2020) and the words of Yixin's dialect that boards
/// use (Kai Sun, "Yixin Protocol").
///
/// | command | what is answered |
/// |---|---|
/// | `START n`, `RECTSTART n,n`, `RESTART` | `OK` |
/// | `BEGIN`, `TURN x,y`, `BOARD` to `DONE`, `YXNBEST n` | a move, `x,y`, which is played |
/// | `PLAY x,y` | `x,y`, played for the side to move |
/// | `TAKEBACK x,y` | `OK`: the stone is taken away, and it is the turn of its side |
/// | `SWAP2BOARD` to `DONE` | three stones; or a move, `SWAP`, or two stones |
/// | `YXBOARD` to `DONE`, `INFO key value` | nothing |
/// | `YXSHOWFORBID` | `FORBID 0708.`: what renju forbids Black |
/// | `YXSHOWINFO` | what there may be of threads and memory; from then on, each iteration is told of |
/// | `ABOUT` | the name, the version, the author and the country |
/// | `YXSTOP`, `STOP`, `END` | the search under way ends |
///
/// Columns and rows count from 0, the row from that of a1. `BOARD` and the like may have their stones in the same line. A
/// command that gives up the position ends a search too, whose answer is given first.
///
/// What is wrong is answered with `ERROR` or `UNKNOWN`, and changes nothing. Where the opponent's stone or a `BOARD` ends the game
/// nothing is wrong with it: it stands, may be taken back, and `ERROR no move follows` says why there is no answer.
pub struct Gomocup {
    setup: Setup,
    rule: Rule,
    /// The game, once one has been started.
    board: Option<Board>,
    /// The stones that are being told.
    reading: Option<Reading>,
    times: Times,
    /// Plies and positions, as they are told.
    limits: Limits,
    resources: Resources,
    chat: Chat,
    task: Option<Task>,
    /// The openings made: each is another.
    openings: u64,
}

/// What a search is for.
struct Task {
    kind: Kind,
    since: Instant,
}

enum Kind {
    /// A move, the best of so many that are ranked.
    Move(usize),
    Swap2(Box<Swap2>),
}

/// What a command is answered: a line, or none, or not yet.
type Reply = Result<Option<String>, Refusal>;

impl Gomocup {
    /// Plays gomoku, by the rule of `setup` until another is told.
    ///
    /// # Panics
    /// If the game of `setup` is another, or has no such rules.
    pub fn new(setup: &Setup) -> Self {
        assert_eq!(setup.game.name(), "gomoku", "Gomocup's protocol is for gomoku");
        let settings = setup.settings.iter().rev();
        let rule = settings.clone().find(|(name, _)| name == "rule").map(|(_, rule)| rule.parse());
        let rule = rule.unwrap_or(Ok(Rule::default())).unwrap_or_else(|error| panic!("{error}"));
        Self {
            setup: setup.clone(),
            rule,
            board: None,
            reading: None,
            times: Times::default(),
            limits: Limits::none(),
            resources: Resources::default(),
            chat: Chat::default(),
            task: None,
            openings: 0,
        }
    }

    /// The stones on the board and whose turn it is; `None` before a game has been started.
    pub fn position(&self) -> Option<&Gomoku> {
        self.board.as_ref().map(Board::position)
    }

    fn obey(&mut self, command: Command, engine: &mut Engine, out: &mut dyn Write) -> Result<Reply, io::Error> {
        Ok(match command {
            Command::Start(size) => self.start(size, size, engine),
            Command::RectStart(width, height) => self.start(width, height, engine),
            Command::Restart => match &self.board {
                Some(board) => {
                    let size = u64::from(board.position().rules().size());
                    self.start(size, size, engine)
                }
                None => Err(Refusal::NoGame),
            },
            Command::Begin => match self.open().map(|board| board.is_empty()) {
                Ok(true) => self.think(1, engine),
                Ok(false) => Err(Refusal::NotEmpty),
                Err(refusal) => Err(refusal),
            },
            Command::Turn(at) => match self.open().and_then(|board| board.place(at)) {
                Ok(()) => self.follow(engine),
                Err(refusal) => Err(refusal),
            },
            Command::Play(at) => self.open().and_then(|board| board.play(at)).map(|()| Some(at.to_string())),
            Command::TakeBack(at) => self.open().and_then(|board| board.take_back(at)).map(|()| ok()),
            Command::NBest(count) => self.think(count, engine),
            Command::Stones { kind, rest } => return Ok(self.read_all(kind, &rest, engine)),
            Command::Done => Err(Refusal::NothingToEnd),
            Command::Info(info) => self.inform(info, engine).map(|()| None),
            Command::About => Ok(Some(about())),
            Command::ShowForbid => self.forbidden().map(Some),
            Command::ShowInfo => {
                self.chat.yixin = true;
                let hash = Resources::LARGEST.ilog2() + 10;
                writeln!(out, "MESSAGE INFO MAX_THREAD_NUM 64\nMESSAGE INFO MAX_HASH_SIZE {hash}")?;
                Ok(None)
            }
            // There is nothing to stop any more.
            Command::Stop | Command::End => Ok(None),
        })
    }

    /// The game under way.
    fn open(&mut self) -> Result<&mut Board, Refusal> {
        self.board.as_mut().ok_or(Refusal::NoGame)
    }

    /// The rules of a game on a board of that size.
    fn rules(&self, width: u64, height: u64) -> Result<Rules, Refusal> {
        if width != height {
            return Err(Refusal::NotSquare(width, height));
        }
        let size = u8::try_from(width).map_err(|_| RulesError::Size(width));
        size.and_then(|size| Rules::new(size, self.rule)).map_err(Refusal::Size)
    }

    /// Begins another game.
    fn start(&mut self, width: u64, height: u64, engine: &mut Engine) -> Reply {
        self.board = Some(Board::new(self.rules(width, height)?));
        self.times.restart();
        engine.new_game();
        Ok(ok())
    }

    /// Reads the stones that stand in the same line as the command.
    fn read_all(&mut self, kind: Stones, rest: &str, engine: &mut Engine) -> Reply {
        match Reading::of(kind, rest)? {
            (reading, true) => self.take_over(reading, engine),
            (reading, false) => {
                self.reading = Some(reading);
                Ok(None)
            }
        }
    }

    /// Sets up the stones that have been told, and does what they were told for.
    fn take_over(&mut self, reading: Reading, engine: &mut Engine) -> Reply {
        let Reading { kind, stones } = reading;
        let board = self.board.as_ref().ok_or(Refusal::NoGame)?;
        let stones = stones?;
        if kind == Stones::Swap2Board {
            return self.answer_opening(&stones, engine);
        }
        self.board = Some(board.set(&stones, kind == Stones::Board)?);
        if kind == Stones::Board { self.follow(engine) } else { Ok(None) }
    }

    /// Begins to think about a swap2 opening.
    fn answer_opening(&mut self, stones: &[Stone], engine: &mut Engine) -> Reply {
        let board = self.open()?;
        let rules = board.position().rules();
        let points = stones.iter().map(|stone| Ok((stone.at, board.point(stone.at)?)));
        let points = points.collect::<Result<Vec<(At, Point)>, Refusal>>()?;
        // Of stones that alternate, those of the side to move come last but one.
        let own = |i: usize| (points.len() - i).is_multiple_of(2);
        let told: Vec<_> = (0..).zip(&points).map(|(i, &(at, _))| Stone { at, own: own(i) }).collect();
        let board = Board::new(rules).set(&told, true)?;
        let (limits, unit) = (self.limits(), self.setup.game.points_a_unit());
        let seed = self.setup.seed.wrapping_add(self.openings);
        let swap2 = Swap2::new(rules, &points, limits, unit, seed)?;
        self.step(swap2.first(), engine)?;
        self.board = Some(board);
        self.openings = self.openings.wrapping_add(1);
        self.task = Some(Task { kind: Kind::Swap2(Box::new(swap2)), since: Instant::now() });
        Ok(None)
    }

    /// Goes on with a swap2 opening; the task stays until it has been answered.
    fn step(&mut self, step: Step, engine: &mut Engine) -> Reply {
        match step {
            Step::Search { line, limits } => {
                self.chat.begin();
                let question = Question { instant: false, ..Question::new(limits) };
                self.search(line, question, engine)?;
                Ok(None)
            }
            Step::Stones(stones) => {
                self.finish();
                let board = self.open()?;
                stones.iter().try_for_each(|&at| board.play(at))?;
                Ok(Some(stones.iter().map(At::to_string).collect::<Vec<_>>().join(" ")))
            }
            Step::Swap => {
                self.finish();
                Ok(Some("SWAP".to_owned()))
            }
        }
    }

    /// Begins to think about the move that follows what has just been put on the board.
    fn follow(&mut self, engine: &mut Engine) -> Reply {
        self.think(1, engine).map_err(|refusal| match refusal {
            Refusal::Over(reason) => Refusal::Ended(reason),
            other => other,
        })
    }

    /// Begins to think about the next move, and to rank so many.
    fn think(&mut self, multi_pv: usize, engine: &mut Engine) -> Reply {
        let limits = self.limits();
        let board = self.open()?;
        board.check_open()?;
        let multi_pv = multi_pv.min(board.position().rules().area() as usize);
        let question = Question { multi_pv, instant: multi_pv == 1, ..Question::new(limits) };
        let line = board.line();
        self.chat.begin();
        self.search(line, question, engine)?;
        self.task = Some(Task { kind: Kind::Move(multi_pv), since: Instant::now() });
        Ok(None)
    }

    fn search(&mut self, line: String, question: Question, engine: &mut Engine) -> Result<(), Refusal> {
        engine.set_rules(self.open()?.settings());
        engine.think(line, question).map_err(|error| Refusal::Search(error.to_string()))
    }

    /// What the next move may cost.
    fn limits(&self) -> Limits {
        self.setup.limits(self.limits.and(self.times.limits()))
    }

    /// The search is over: its time is spent.
    fn finish(&mut self) {
        if let Some(task) = self.task.take() {
            self.times.spend(task.since.elapsed());
        }
    }

    fn inform(&mut self, info: Info, engine: &mut Engine) -> Result<(), Refusal> {
        let resources = self.resources;
        match info {
            Info::TurnTime(time) => self.times.set_turn(time),
            Info::MatchTime(time) => self.times.set_game(time),
            Info::TimeLeft(time) => self.times.set_left(time),
            Info::Increment(time) => self.times.set_increment(time),
            Info::Rule(number) => self.set_rule(number)?,
            Info::Memory(bytes) => self.resources.memory = bytes,
            Info::Hash(kib) => self.resources.hash = Some(kib),
            Info::Threads(threads) => self.resources.threads = Some(threads),
            Info::Depth(plies) => self.limits.depth = plies,
            Info::Nodes(nodes) => self.limits.nodes = nodes,
            Info::Detail(detail) => self.chat.detail = detail,
            Info::Other => {}
        }
        if self.resources != resources {
            engine.set_mind(self.resources.bound(&self.setup.mind));
        }
        Ok(())
    }

    /// Goes over to the rule of that number, with the stones as they lie.
    fn set_rule(&mut self, number: u64) -> Result<(), Refusal> {
        let rule = match number {
            0 => Rule::Freestyle,
            1 => Rule::Standard,
            // Bits: 1 for exactly five, 4 for renju, which says for itself what five is.
            4 | 5 => Rule::Renju,
            // Yixin's number for renju is elsewhere that of a game that goes on after five.
            2 if self.chat.yixin => Rule::Renju,
            _ => return Err(Refusal::Rule(number)),
        };
        if let Some(board) = &mut self.board {
            let size = board.position().rules().size();
            *board = board.under(Rules::new(size, rule).map_err(Refusal::Size)?)?;
        }
        self.rule = rule;
        Ok(())
    }

    /// The points that renju forbids Black, each as two numbers of two digits.
    fn forbidden(&self) -> Result<String, Refusal> {
        let pos = self.position().ok_or(Refusal::NoGame)?;
        let points = pos.empty().filter(|&point| pos.turn() == Player::First && pos.forbidden_at(point).is_some());
        Ok(format!("FORBID {}.", points.map(|point| format!("{:02}{:02}", point.col(), point.row())).collect::<String>()))
    }

    /// What a line is answered. Where stones were expected and a command comes, that the stones have no end is said before.
    fn reply(&mut self, line: &str, cut: bool, engine: &mut Engine, out: &mut dyn Write) -> io::Result<Reply> {
        let read = if cut { Err(Refusal::TooLong) } else { Command::read(line) };
        if let Some(mut reading) = self.reading.take() {
            match &read {
                Ok(Some(Command::Done)) => return Ok(self.take_over(reading, engine)),
                // Whoever told of stones thinks of something else.
                Ok(Some(command)) if *command != Command::Stop => {
                    writeln!(out, "{}", Refusal::NotDone(reading.kind.word()).line())?;
                    return self.obey(command.clone(), engine, out);
                }
                // What only stops a search says nothing of the stones, whether there is one under way or not.
                Ok(_) => {}
                Err(Refusal::Unknown(_)) => reading.add(line.trim()),
                Err(Refusal::TooLong) => reading.refuse(Refusal::TooLong),
                // A command that makes no sense has not been given, and gives nothing up.
                Err(refusal) => {
                    self.reading = Some(reading);
                    return Ok(Err(refusal.clone()));
                }
            }
            self.reading = Some(reading);
            return Ok(Ok(None));
        }
        match read {
            Ok(Some(command)) => self.obey(command, engine, out),
            Ok(None) => Ok(Ok(None)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Whether `command` gives up the position that is thought about. One that is sure to be refused does not.
    fn gives_up(&self, command: &Command) -> bool {
        match *command {
            Command::Start(size) => self.rules(size, size).is_ok(),
            Command::RectStart(width, height) => self.rules(width, height).is_ok(),
            Command::TakeBack(at) => self.board.as_ref().is_some_and(|board| board.stone(at).is_ok()),
            Command::Stones { kind, ref rest } => match (Reading::of(kind, rest), &self.board) {
                (Ok((Reading { stones: Ok(stones), .. }, ended)), Some(board)) => {
                    !ended || kind == Stones::Swap2Board || board.set(&stones, kind == Stones::Board).is_ok()
                }
                _ => false,
            },
            Command::Restart | Command::End => true,
            _ => false,
        }
    }

    /// Plays the move that was found, and answers with it.
    fn decide(&mut self, report: &Report<String>) -> Reply {
        let point = report.best().and_then(|mv| mv.parse().ok()).ok_or(Refusal::NoMove)?;
        self.open()?.play(at(point))?;
        Ok(written(&point.to_string()))
    }
}

fn ok() -> Option<String> {
    Some("OK".to_owned())
}

fn about() -> String {
    let (version, www) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_REPOSITORY"));
    format!("name=\"Boyi\", version=\"{version}\", author=\"the Boyi authors\", country=\"none\", www=\"{www}\"")
}

/// Writes what a command is answered.
fn respond(out: &mut dyn Write, reply: Reply) -> io::Result<()> {
    match reply {
        Ok(Some(line)) => writeln!(out, "{line}"),
        Ok(None) => Ok(()),
        Err(refusal) => writeln!(out, "{}", refusal.line()),
    }
}

impl Protocol for Gomocup {
    fn hear(&mut self, line: &str, cut: bool, engine: &mut Engine, out: &mut dyn Write) -> io::Result<Flow> {
        let reply = self.reply(line, cut, engine, out)?;
        respond(out, reply)?;
        Ok(if !cut && Command::read(line) == Ok(Some(Command::End)) { Flow::Over } else { Flow::On })
    }

    fn overhear(&self, line: &str) -> Heard {
        match Command::read(line) {
            Ok(Some(Command::Stop)) => Heard::StopOnly,
            Ok(Some(command)) if self.gives_up(&command) => Heard::Stop,
            _ => Heard::Later,
        }
    }

    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        match self.task {
            Some(Task { kind: Kind::Move(lines), .. }) => self.chat.progress(self.setup.game, report, lines, out),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, answer: Answer, engine: &mut Engine, out: &mut dyn Write) -> io::Result<()> {
        let reply = match (answer, self.task.as_mut().map(|task| &mut task.kind)) {
            (_, None) => return Ok(()),
            (Err(problem), _) => Err(Refusal::Search(problem)),
            (Ok(report), Some(&mut Kind::Move(lines))) => {
                self.finish();
                self.chat.result(self.setup.game, &report, lines, out)?;
                self.decide(&report)
            }
            (Ok(report), Some(Kind::Swap2(swap2))) => {
                let step = swap2.next(&report, engine.was_stopped());
                step.and_then(|step| self.step(step, engine))
            }
        };
        if reply.is_err() {
            self.finish();
        }
        respond(out, reply)
    }
}
