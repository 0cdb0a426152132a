//! The Go Text Protocol.

mod board;
mod client;
mod clock;
mod command;
mod spelling;
mod syntax;

use crate::{Flow, Heard, Protocol, SearchResult, Setup, Unplayable, Worker};
pub(crate) use client::GtpClient;
use clock::Clocks;
use command::{COMMANDS, Command};
use engines::{SearchRequest, Session, Settings};
use game_core::Player;
use search::Report;
use spelling::Spelling;
use std::io::{self, Write};
use std::time::Instant;
use syntax::{Request, Side};

/// The Go Text Protocol, version 2 (G. Farnebäck, "Specification of the Go Text Protocol, version
/// 2, draft 2", 2002), for every game.
///
/// Beside the required commands there are those of tournaments (`time_settings`, `time_left`,
/// `final_score`) and of boards: `undo`, `showboard`, `reg_genmove`, Quarry's `list_games` and
/// `set_game`, GNU Go's `gg-undo`, and GoGui's `gogui-` commands, by which it learns the rules.
/// GoGui's comment `# interrupt` ends a search.
///
/// A move is written in the game's own notation, or as the point that it puts a piece on where the
/// game [says so](engines::Wiring::GTP_POINTS). Black is who moves first. Where GTP's rules of Go do
/// not fit, it follows GRhino and Edax:
///
/// - Othello's row 1 is at the top, gomoku's at the bottom. The columns of points are lettered without `i`.
/// - Passing is legal exactly when there is no other move, and once the game is over; `genmove`
///   then answers `PASS`.
/// - A move of the side that is not to move is illegal, unless the other side has to pass: then the
///   pass is played first, and one `undo` takes both back.
/// - `komi` is accepted and has no effect.
///
/// The server obeys main time and Canadian byo-yomi. It measures how long its moves take, and
/// `time_left` resets the clock.
///
/// ```
/// use protocols::{Gtp, Setup, serve};
/// let setup = Setup { config: "level=1".parse()?, ..Setup::new(engines::game("othello")?) };
/// let input = b"1 play black f5\n2 gogui-rules_legal_moves\n3 play white f5\n";
/// let mut answers = Vec::new();
/// serve(Gtp::new(&setup)?, &setup, &input[..], &mut answers)?;
/// assert_eq!(String::from_utf8(answers)?, "=1\n\n=2 F4 D6 F6\n\n?3 illegal move\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gtp {
    setup: Setup,
    settings: Settings,
    spelling: Spelling,
    session: Box<dyn Session>,
    /// The number of moves before each command that played any.
    marks: Vec<usize>,
    clocks: Clocks,
    pending: Option<Pending>,
}

/// A search for a move.
struct Pending {
    id: String,
    side: Side,
    /// Whether the move is played.
    plays: bool,
    /// The number of moves when it was asked for.
    before: usize,
    since: Instant,
}

/// The answer to a command: a text, or why it is refused.
type Reply = Result<String, &'static str>;

const SYNTAX: &str = "syntax error";
const ILLEGAL: &str = "illegal move";
const NO_UNDO: &str = "cannot undo";

impl Gtp {
    /// The name of the game that a program plays if it is not told which: most programs for it
    /// speak GTP.
    pub const USUAL_GAME: &str = "othello";

    /// Plays `setup`'s game from its initial position.
    ///
    /// # Errors
    /// If the game has no such rules.
    pub fn new(setup: &Setup) -> Result<Self, Unplayable> {
        let session = setup.game.session(&setup.settings)?;
        let (setup, settings) = (setup.clone(), setup.settings.clone());
        Ok(Self {
            spelling: Spelling::of(setup.game),
            setup,
            settings,
            session,
            marks: Vec::new(),
            clocks: Clocks::default(),
            pending: None,
        })
    }

    /// The answer to a command; `None` if a search will give it.
    fn obey(&mut self, name: Command, request: &Request<'_>, engine: &mut Worker) -> Option<Reply> {
        let words = request.arguments.as_slice();
        Some(match (name, words) {
            (Command::ProtocolVersion, []) => Ok("2".to_owned()),
            (Command::Name, []) => Ok("Boyi".to_owned()),
            (Command::Version, []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            (Command::IsKnown, [word]) => Ok(self.find(word).is_some().to_string()),
            (Command::ListCommands, []) => Ok(self.commands().collect::<Vec<_>>().join("\n")),
            (Command::Quit, []) => Ok(String::new()),
            (Command::BoardSize, [size]) => self.resize(size, engine),
            // Programs for Hex name both sides of the board.
            (Command::BoardSize, [width, height]) if width == height => self.resize(width, engine),
            (Command::ClearBoard, []) => {
                self.restart(engine);
                Ok(String::new())
            }
            (Command::Komi, [komi]) => match komi.parse::<f64>() {
                Ok(komi) if komi.is_finite() => Ok(String::new()),
                _ => Err(SYNTAX),
            },
            (Command::Play, [side, vertex]) => self.play_all(&[side, vertex]),
            (Command::PlaySequence, words) => self.play_all(words),
            (Command::GenMove, [side]) => return self.generate(side, request.id, true, engine),
            (Command::RegGenMove, [side]) => return self.generate(side, request.id, false, engine),
            (Command::Undo, []) => self.undo(1),
            (Command::GgUndo, []) => self.undo(1),
            (Command::GgUndo, [count]) => syntax::number(count)
                .ok_or(SYNTAX)
                .and_then(|count| self.undo(count as usize)),
            (Command::TimeSettings, [main, period, stones]) => self
                .clocks
                .set(main, period, stones)
                .ok_or(SYNTAX)
                .map(none),
            (Command::TimeLeft, [side, time, stones]) => {
                let side = syntax::side(side);
                side.and_then(|side| self.clocks.left(side, time, stones))
                    .ok_or(SYNTAX)
                    .map(none)
            }
            (Command::FinalScore, []) => self
                .session
                .state()
                .ending
                .and_then(|ending| board::score(&ending))
                .ok_or("cannot score"),
            (Command::ShowBoard, []) => Ok(self.show()),
            (Command::ListGames, []) => Ok(self.game_id()),
            (Command::SetGame, [game]) if game.eq_ignore_ascii_case(self.setup.game.name()) => {
                Ok(String::new())
            }
            (Command::SetGame, [_]) => Err("unsupported game"),
            (Command::RulesGame, []) => Ok(self.game_id()),
            (Command::RulesBoard, []) => Ok(board::rows(&self.session.view())),
            (Command::RulesBoardSize, []) => Ok(self.session.view().board.columns.to_string()),
            (Command::RulesLegalMoves, []) => Ok(self.legal_moves()),
            (Command::RulesSideToMove, []) => Ok(self.session.state().player().to_owned()),
            (Command::RulesFinalResult, []) => Ok(self.result()),
            (Command::AnalyzeCommands, []) => Ok(command::ANALYZE.join("\n")),
            (Command::Interrupt, []) => Ok(String::new()),
            _ => Err(SYNTAX),
        })
    }

    /// The commands there are for this game.
    fn commands(&self) -> impl Iterator<Item = &'static str> {
        // A game without margins has no score to count.
        let scores = self.setup.game.facts().has_margins;
        COMMANDS
            .iter()
            .filter(move |(_, name)| scores || *name != Command::FinalScore)
            .map(|(word, _)| *word)
    }

    fn find(&self, word: &str) -> Option<Command> {
        self.commands().find(|known| *known == word)?;
        COMMANDS
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, name)| *name)
    }

    /// Begins another game on a board of `size`.
    fn resize(&mut self, size: &str, engine: &mut Worker) -> Reply {
        const UNACCEPTABLE: &str = "unacceptable size";
        let number = syntax::number(size).ok_or(SYNTAX)?;
        let sized = self
            .setup
            .game
            .facts()
            .rules
            .iter()
            .any(|setting| setting.name == "size");
        if sized {
            let mut settings = self.settings.clone();
            settings.retain(|(name, _)| name != "size");
            settings.push(("size".to_owned(), number.to_string()));
            self.session = self
                .setup
                .game
                .session(&settings)
                .map_err(|_| UNACCEPTABLE)?;
            engine.set_rules(settings.clone());
            self.settings = settings;
        } else {
            let board = self.session.view().board;
            if ![board.columns, board.rows()].contains(&(number as usize)) {
                return Err(UNACCEPTABLE);
            }
        }
        self.restart(engine);
        Ok(String::new())
    }

    /// Begins another game.
    fn restart(&mut self, engine: &mut Worker) {
        // The initial position is read in every game.
        let _ = self.session.set_line("startpos");
        self.marks.clear();
        self.clocks.restart();
        engine.new_game();
    }

    /// Plays sides and vertices one after another, all of them or none.
    fn play_all(&mut self, words: &[&str]) -> Reply {
        if !words.len().is_multiple_of(2) {
            return Err(SYNTAX);
        }
        let played = words
            .chunks_exact(2)
            .filter_map(|pair| Some((pair.first()?, pair.last()?)));
        let marks = self.marks.len();
        for (side, vertex) in played {
            if let Err(refused) = self.play(side, vertex) {
                self.back_to(marks);
                return Err(refused);
            }
        }
        Ok(String::new())
    }

    /// Plays one move.
    fn play(&mut self, side: &str, vertex: &str) -> Result<(), &'static str> {
        let side = syntax::side(side).ok_or(SYNTAX)?;
        let mv = self.spelling.read(vertex).ok_or(SYNTAX)?;
        let before = self.session.state().ply;
        // After the end of the game either side may pass.
        if self.session.state().ending.is_none() || mv != syntax::PASS {
            let turn = self.turn_to(side).and_then(|()| {
                self.spelling
                    .play(self.session.as_mut(), &mv)
                    .ok_or(ILLEGAL)
            });
            if let Err(refused) = turn {
                self.session.seek(before);
                return Err(refused);
            }
        }
        self.marks.push(before);
        Ok(())
    }

    /// Makes `side` the side to move, by the forced pass of the other if necessary.
    fn turn_to(&mut self, side: Side) -> Result<(), &'static str> {
        if self.to_move() == side {
            return Ok(());
        }
        if self.session.legal_moves() != [syntax::PASS] {
            return Err(ILLEGAL);
        }
        let passed = self.session.play(syntax::PASS);
        passed.map(drop).map_err(|_| ILLEGAL)
    }

    fn to_move(&self) -> Side {
        match self.session.state().turn {
            Player::First => Side::Black,
            Player::Second => Side::White,
        }
    }

    /// Takes back what the last `count` commands played.
    fn undo(&mut self, count: usize) -> Reply {
        let kept = self.marks.len().checked_sub(count).ok_or(NO_UNDO)?;
        self.back_to(kept);
        Ok(String::new())
    }

    fn back_to(&mut self, marks: usize) {
        if let Some(&before) = self.marks.get(marks) {
            self.session.seek(before);
            self.marks.truncate(marks);
        }
    }

    /// Begins the search for a move, or answers at once if there is no choice.
    fn generate(
        &mut self,
        side: &str,
        id: &str,
        plays: bool,
        engine: &mut Worker,
    ) -> Option<Reply> {
        let Some(side) = syntax::side(side) else {
            return Some(Err(SYNTAX));
        };
        let before = self.session.state().ply;
        if self.session.state().ending.is_some() {
            if plays {
                self.marks.push(before);
            }
            return Some(Ok(syntax::written(syntax::PASS)));
        }
        if let Err(refused) = self.turn_to(side) {
            return Some(Err(refused));
        }
        let pending = Pending {
            id: id.to_owned(),
            side,
            plays,
            before,
            since: Instant::now(),
        };
        if self.session.legal_moves() == [syntax::PASS] {
            return Some(self.decide(pending, syntax::PASS));
        }
        let asked = self.clocks.limits(side).unwrap_or_default();
        let question = SearchRequest::new(self.setup.limits(asked));
        match engine.think(self.session.line(), question) {
            Ok(()) => {
                self.pending = Some(pending);
                None
            }
            Err(_) => Some(self.fail(&pending)),
        }
    }

    /// Plays the move found, if it was asked to, and answers with it.
    fn decide(&mut self, pending: Pending, mv: &str) -> Reply {
        let vertex = self.spelling.of_move(&self.session.view(), mv);
        if pending.plays {
            self.clocks.spend(pending.side, pending.since.elapsed());
            if self.session.play(mv).is_err() {
                return self.fail(&pending);
            }
            self.marks.push(pending.before);
        } else {
            self.session.seek(pending.before);
        }
        Ok(vertex)
    }

    /// Reports that no move was found; the position is unchanged.
    fn fail(&mut self, pending: &Pending) -> Reply {
        self.session.seek(pending.before);
        Err("no move was found")
    }

    fn game_id(&self) -> String {
        let name = self.setup.game.name();
        name[..1].to_ascii_uppercase() + &name[1..]
    }

    /// The board after a newline, without the empty lines that would end the answer.
    fn show(&self) -> String {
        let diagram = self.session.diagram(engines::Glyphs::Letters);
        let lines = diagram
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty());
        lines.fold(String::new(), |text, line| text + "\n" + line)
    }

    fn legal_moves(&self) -> String {
        let view = self.session.view();
        let vertices = view
            .legal
            .iter()
            .map(|mv| self.spelling.of_move(&view, &mv.text));
        vertices.collect::<Vec<_>>().join(" ")
    }

    /// How the game ended, for people; empty while it goes on.
    fn result(&self) -> String {
        let state = self.session.state();
        let Some(ending) = state.ending else {
            return String::new();
        };
        let score = board::score(&ending)
            .map(|score| format!(" ({score})"))
            .unwrap_or_default();
        match ending.winner_name(state.players) {
            Some(winner) => format!("{winner} wins: {}{score}", ending.reason),
            None => format!("a draw: {}", ending.reason),
        }
    }
}

/// The empty answer of a successful command.
fn none((): ()) -> String {
    String::new()
}

/// Writes an answer: its sign, the number of the command, the text, and the empty line that ends
/// it.
fn respond(out: &mut dyn Write, id: &str, reply: &Reply) -> io::Result<()> {
    let (sign, text) = match reply {
        Ok(text) => ('=', text.as_str()),
        Err(text) => ('?', *text),
    };
    let gap = if text.is_empty() { "" } else { " " };
    write!(out, "{sign}{id}{gap}{text}\n\n")
}

impl Protocol for Gtp {
    fn hear(
        &mut self,
        line: &str,
        cut: bool,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Flow> {
        let text = syntax::cleaned(line);
        let Some(request) = syntax::request(&text) else {
            return Ok(Flow::On);
        };
        // A comment may be of any length.
        let cut = cut && !line.contains('#');
        let name = if cut {
            Err(SYNTAX)
        } else {
            self.find(request.name).ok_or("unknown command")
        };
        let reply = match name {
            Ok(name) => self.obey(name, &request, engine),
            Err(refused) => Some(Err(refused)),
        };
        if let Some(reply) = &reply {
            respond(out, request.id, reply)?;
        }
        Ok(
            if name == Ok(Command::Quit) && reply == Some(Ok(String::new())) {
                Flow::Over
            } else {
                Flow::On
            },
        )
    }

    fn overhear(&self, line: &str) -> Heard {
        if line.trim() == "# interrupt" {
            return Heard::StopOnly;
        }
        match syntax::request(&syntax::cleaned(line)) {
            Some(Request { name: "quit", .. }) => Heard::Last,
            _ => Heard::Later,
        }
    }

    fn progress(&mut self, _: &Report<String>, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn answer(
        &mut self,
        answer: SearchResult,
        _: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(pending) = self.pending.take() else {
            return Ok(());
        };
        let id = pending.id.clone();
        let reply = match answer.ok().and_then(|report| report.best()) {
            Some(mv) => self.decide(pending, &mv),
            None => self.fail(&pending),
        };
        respond(out, &id, &reply)
    }
}
