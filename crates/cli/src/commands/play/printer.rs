use super::board::{Colours, Look, Marks};
use super::command::COMMANDS;
use super::texts;
use super::view::{Input, Ply, Tone, View, Waiting};
use crate::{commands::show::outcome_text, output};
use anstyle::{AnsiColor, Style};
use console::Term;
use engines::{Ending, Game, Session};
use game_core::Glyphs;
use search::{Bound, Report, Source};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};

const ERROR: Style = AnsiColor::Red.on_default();
const FAINT: Style = Style::new().dimmed();
pub(super) const STRONG: Style = Style::new().bold();

/// The game as text for people, or as one JSON object a line.
pub struct Printer {
    game: &'static dyn Game,
    json: bool,
    glyphs: Glyphs,
    /// Whether the output is a terminal: then there are prompts, and a progress line that is
    /// rewritten during a search.
    live: bool,
    /// Whether the progress line is shown.
    rewriting: bool,
    /// Whether a person edits the lines that are read.
    edited: bool,
    /// The colours of the board; none where the output is no terminal.
    colours: Colours,
    /// Who plays: what stands above the board on a terminal.
    heading: String,
}

impl Printer {
    /// A view of text with pieces drawn as `glyphs`, or of JSON.
    pub fn new(game: &'static dyn Game, json: bool, glyphs: Glyphs) -> Self {
        let live = !json && io::stdout().is_terminal();
        Self {
            game,
            json,
            glyphs,
            live,
            rewriting: false,
            edited: live && io::stdin().is_terminal(),
            colours: if live {
                Colours::of_stdout()
            } else {
                Colours::None
            },
            heading: String::new(),
        }
    }

    /// Prints a styled line of text, on a terminal in as many lines as it needs. In JSON, nothing.
    fn text(&mut self, style: Style, text: impl AsRef<str>) -> io::Result<()> {
        if !self.live {
            return self.print(style, text.as_ref());
        }
        let options = textwrap::Options::new(columns()).subsequent_indent("    ");
        self.print(style, &textwrap::fill(text.as_ref(), options))
    }

    /// Prints styled text as it is. In JSON, nothing.
    fn print(&mut self, style: Style, text: &str) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        self.clear()?;
        output::line(format!("{style}{text}{style:#}"))
    }

    fn object(&self, value: Value) -> io::Result<()> {
        if self.json {
            output::object(&value)
        } else {
            Ok(())
        }
    }

    /// Removes the progress line.
    fn clear(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.rewriting) {
            write("\r\x1b[2K")
        } else {
            Ok(())
        }
    }

    /// The board: in colours where there are any, else as the game draws it itself.
    fn diagram(&self, session: &dyn Session) -> String {
        if self.colours == Colours::None {
            return session.diagram(self.glyphs).trim_end().to_owned();
        }
        let look = Look::new(self.game, session, self.glyphs, self.colours);
        let view = session.view();
        let scale = look.plain_scale(&view);
        look.draw(&view, &Marks::default(), scale).ansi()
    }
}

impl View for Printer {
    fn input(&self) -> Input {
        if self.edited {
            Input::Editor
        } else {
            Input::Lines
        }
    }

    /// Prints who plays, and keeps it above the board on a terminal.
    fn heading(&mut self, [one, other]: [String; 2]) -> io::Result<()> {
        let [first, second] = self.game.facts().players;
        let text = format!("{first}: {one}, {second}: {other}; help lists the commands");
        self.text(Style::new(), &text)?;
        self.heading = text;
        Ok(())
    }

    fn say(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        if tone == Tone::Notice {
            return self.text(Style::new(), text);
        }
        self.object(json!({ "error": text }))?;
        match tone {
            Tone::Refusal => self.text(ERROR, format!("{text} (help lists the commands)")),
            _ => self.text(ERROR, text),
        }
    }

    /// Prints a prompt, unless the editor of lines does.
    fn wait(&mut self, waiting: &Waiting) -> io::Result<()> {
        if self.live && !self.edited && !waiting.thinking {
            let player = waiting.player;
            write(&format!("{STRONG}{player}>{STRONG:#} "))
        } else {
            Ok(())
        }
    }

    /// Prints the board, after every move and on request. A terminal shows it in the place of the
    /// one before.
    fn board(&mut self, session: &dyn Session) -> io::Result<()> {
        if self.live {
            self.clear()?;
            write("\x1b[H\x1b[2J")?;
            self.text(FAINT, self.heading.clone())?;
        }
        self.print(Style::new(), &self.diagram(session))
    }

    /// The board on request: in JSON, the position.
    fn position(&mut self, session: &dyn Session) -> io::Result<()> {
        let turn = session.state().player();
        self.object(json!({ "turn": turn, "position": session.view().position }))?;
        self.board(session)
    }

    /// Shows the progress of a search.
    fn progress(&mut self, report: &Report<String>) -> io::Result<()> {
        if !self.live {
            return Ok(());
        }
        let text = texts::progress(self.game, report);
        // A second line could not be rewritten.
        let text = console::truncate_str(&text, columns(), "…");
        self.rewriting = true;
        write(&format!("\r\x1b[2K{FAINT}{text}{FAINT:#}"))
    }

    /// The move that has just been played.
    fn ply(&mut self, session: &dyn Session, ply: Ply) -> io::Result<()> {
        let number = session.state().ply;
        let report = ply.report;
        self.object(json!({
            "ply": number, "player": ply.player, "move": ply.mv, "score": score(report),
            "depth": report.map(|report| report.depth), "nodes": report.map(|report| report.nodes),
            "time_s": ply.time.as_secs_f64(), "book": report.is_some_and(|report| report.source == Source::Book),
        }))?;
        // On a terminal the board stays where it is, and what happened is told below it.
        if self.live {
            self.board(session)?;
        }
        if let Some(report) = report.filter(|report| report.depth > 0) {
            self.text(FAINT, output::report_text(self.game, report, 0))?;
        }
        self.text(STRONG, texts::ply(number, &ply))?;
        if self.live {
            return Ok(());
        }
        self.board(session)
    }

    /// Prints a hint.
    fn hint(&mut self, report: &Report<String>, session: &dyn Session) -> io::Result<()> {
        let best = report.best();
        let why = texts::reasons(report, session);
        let pv = report.pv();
        self.object(json!({
            "hint": best, "score": score(Some(report)), "depth": report.depth, "nodes": report.nodes,
            "time_s": report.time.as_secs_f64(), "pv": pv, "book": report.source == Source::Book,
            "why": why,
        }))?;
        if report.depth > 0 {
            self.text(FAINT, output::report_text(self.game, report, 0))?;
        }
        self.text(Style::new(), texts::hint(self.game, report, &why))
    }

    /// The moves played and the legal ones.
    fn moves(&mut self, session: &dyn Session) -> io::Result<()> {
        let played = session.line().moves;
        let legal = session.legal_moves();
        let turn = session.state().player();
        self.object(json!({ "turn": turn, "played": played, "legal": legal }))?;
        let [played, legal] = texts::moves(session);
        self.text(Style::new(), played)?;
        self.text(Style::new(), legal)
    }

    /// The parts of the evaluation.
    fn evaluation(&mut self, session: &dyn Session) -> io::Result<()> {
        self.clear()?;
        crate::commands::eval::print(session, self.json)
    }

    /// The commands.
    fn help(&mut self) -> io::Result<()> {
        let words: Vec<_> = COMMANDS.iter().map(|(word, ..)| word).collect();
        self.object(json!({ "commands": words }))?;
        self.text(Style::new(), "A move in the game's notation, or:")?;
        COMMANDS.iter().try_for_each(|(_, example, what)| {
            self.text(Style::new(), format!("  {example:<24} {what}"))
        })
    }

    /// How the game ended.
    fn outcome(&mut self, ending: Ending) -> io::Result<()> {
        self.text(
            STRONG,
            outcome_text(Some(ending), self.game.facts().players),
        )
    }

    /// Prints the final JSON object; in text, nothing.
    fn end(
        &mut self,
        session: &dyn Session,
        ending: Option<Ending>,
        seed: Option<u64>,
    ) -> io::Result<()> {
        self.clear()?;
        let players = self.game.facts().players;
        let outcome = ending.map(
            |ending| json!({ "winner": ending.winner_name(players), "reason": ending.reason }),
        );
        let mut value = json!({ "outcome": outcome, "moves": session.line().moves });
        if let Some(seed) = seed {
            value["seed"] = seed.into();
        }
        self.object(value)
    }
}

/// How many columns of the terminal a line may fill.
fn columns() -> usize {
    let (_, columns) = Term::stdout().size();
    usize::from(columns).saturating_sub(1).max(1)
}

/// The score as JSON; null without a search.
fn score(report: Option<&Report<String>>) -> Option<i32> {
    let line = report?.lines.first()?;
    (line.bound != Bound::None).then(|| line.score.get())
}

/// Writes to the terminal without ending the line.
fn write(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    write!(out, "{text}")?;
    out.flush()
}
