//! What each command does.

use super::{
    Gomocup, Reply,
    board::Board,
    command::{Command, Stones},
    info::Info,
    reading::Reading,
    refusal::Refusal,
    resources::Resources,
};
use crate::Worker;
use game_core::{Player, Position};
use gomoku_rules::{Rule, Rules, RulesError};
use std::io::{self, Write};

impl Gomocup {
    pub(super) fn obey(
        &mut self,
        command: Command,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> Result<Reply, io::Error> {
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
            Command::Play(at) => self
                .open()
                .and_then(|board| board.play(at))
                .map(|()| Some(at.to_string())),
            Command::TakeBack(at) => self
                .open()
                .and_then(|board| board.take_back(at))
                .map(|()| ok()),
            Command::NBest(count) => self.think(count, engine),
            Command::Stones { kind, rest } => return Ok(self.read_all(kind, &rest, engine)),
            Command::Done => Err(Refusal::NothingToEnd),
            Command::Info(info) => self.inform(info, engine).map(|()| None),
            Command::About => Ok(Some(about())),
            Command::ShowForbid => self.forbidden().map(Some),
            Command::ShowInfo => {
                self.chat.yixin = true;
                let hash = Resources::LARGEST.ilog2() + 10;
                writeln!(
                    out,
                    "MESSAGE INFO MAX_THREAD_NUM 64\nMESSAGE INFO MAX_HASH_SIZE {hash}"
                )?;
                Ok(None)
            }
            // No search is under way.
            Command::Stop | Command::End => Ok(None),
        })
    }

    /// The rules of a game on a board of that size.
    pub(super) fn rules(&self, width: u64, height: u64) -> Result<Rules, Refusal> {
        if width != height {
            return Err(Refusal::NotSquare(width, height));
        }
        let size = u8::try_from(width).map_err(|_| RulesError::Size(width));
        size.and_then(|size| Rules::new(size, self.rule))
            .map_err(Refusal::Size)
    }

    /// Begins another game.
    pub(super) fn start(&mut self, width: u64, height: u64, engine: &mut Worker) -> Reply {
        let board = Board::new(self.rules(width, height)?);
        engine.set_rules(board.settings());
        self.board = Some(board);
        self.times.restart();
        engine.new_game();
        Ok(ok())
    }

    /// Reads the stones that stand in the same line as the command.
    pub(super) fn read_all(&mut self, kind: Stones, rest: &str, engine: &mut Worker) -> Reply {
        match Reading::of(kind, rest)? {
            (reading, true) => self.take_over(reading, engine),
            (reading, false) => {
                self.reading = Some(reading);
                Ok(None)
            }
        }
    }

    /// Sets up the stones of a list and carries out its command.
    pub(super) fn take_over(&mut self, reading: Reading, engine: &mut Worker) -> Reply {
        let Reading { kind, stones } = reading;
        let board = self.board.as_ref().ok_or(Refusal::NoGame)?;
        let stones = stones?;
        if kind == Stones::Swap2Board {
            return self.answer_opening(&stones, engine);
        }
        self.board = Some(board.set(&stones, kind == Stones::Board)?);
        if kind == Stones::Board {
            self.follow(engine)
        } else {
            Ok(None)
        }
    }

    pub(super) fn inform(&mut self, info: Info, engine: &mut Worker) -> Result<(), Refusal> {
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
            engine.set_config(self.resources.bound(&self.setup.config));
        }
        if let Some(board) = &self.board {
            engine.set_rules(board.settings());
            engine.prepare();
        }
        Ok(())
    }

    /// Changes to the rule of that number and keeps the stones.
    pub(super) fn set_rule(&mut self, number: u64) -> Result<(), Refusal> {
        let rule = match number {
            0 => Rule::Freestyle,
            1 => Rule::Standard,
            // Bits: 1 for exactly five, 4 for renju, which has its own definition of five.
            4 | 5 => Rule::Renju,
            // 8 for caro, which is of exactly five too.
            8 | 9 => Rule::Caro,
            // In Yixin's dialect 2 is renju; elsewhere it is a game that goes on after five.
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
    pub(super) fn forbidden(&self) -> Result<String, Refusal> {
        let pos = self.position().ok_or(Refusal::NoGame)?;
        let points = pos
            .empty()
            .filter(|&point| pos.turn() == Player::First && pos.forbidden_at(point).is_some());
        Ok(format!(
            "FORBID {}.",
            points
                .map(|point| format!("{:02}{:02}", point.col(), point.row()))
                .collect::<String>()
        ))
    }
}

fn ok() -> Option<String> {
    Some("OK".to_owned())
}

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let www = env!("CARGO_PKG_REPOSITORY");
    format!(
        "name=\"Boyi\", version=\"{version}\", author=\"the Boyi authors\", country=\"none\", www=\"{www}\""
    )
}
