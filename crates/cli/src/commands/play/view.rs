use super::command::COMMANDS;
use crate::{commands::show::outcome_text, output};
use anstyle::{AnsiColor, Style};
use console::Term;
use engines::{Ending, Game, Session};
use game_core::Glyphs;
use search::{Bound, Report, Source};
use serde_json::{Value, json};
use std::{
    io::{self, IsTerminal, Write},
    time::Duration,
};

const ERROR: Style = AnsiColor::Red.on_default();
const FAINT: Style = Style::new().dimmed();
pub(super) const STRONG: Style = Style::new().bold();

/// A move that was played.
pub struct Ply<'a> {
    /// The colour of the player who made it.
    pub player: &'static str,
    /// That player's name.
    pub name: String,
    /// The move.
    pub mv: &'a str,
    /// The engine's report of it.
    pub report: Option<&'a Report<String>>,
    /// How long the player took.
    pub time: Duration,
}

/// The output of the game: text for people, or one JSON object a line.
pub struct View {
    game: &'static dyn Game,
    json: bool,
    glyphs: Glyphs,
    /// Whether the output is a terminal: then there are prompts, and a progress line that is
    /// rewritten during a search.
    live: bool,
    /// Whether the progress line is shown.
    rewriting: bool,
    /// Who plays: what stands above the board on a terminal.
    heading: String,
}

impl View {
    /// A view of text with pieces drawn as `glyphs`, or of JSON.
    pub fn new(game: &'static dyn Game, json: bool, glyphs: Glyphs) -> Self {
        Self {
            game,
            json,
            glyphs,
            live: !json && io::stdout().is_terminal(),
            rewriting: false,
            heading: String::new(),
        }
    }

    /// Whether the output is a terminal.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Prints a styled line of text, on a terminal in as many lines as it needs. In JSON, nothing.
    fn say(&mut self, style: Style, text: impl AsRef<str>) -> io::Result<()> {
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

    /// Prints who plays, and keeps it above the board on a terminal.
    pub fn heading(&mut self, text: String) -> io::Result<()> {
        self.notice(&text)?;
        self.heading = text;
        Ok(())
    }

    /// Prints a notice.
    pub fn notice(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.say(Style::new(), text)
    }

    /// Prints an error.
    pub fn error(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.object(json!({ "error": text.as_ref() }))?;
        self.say(ERROR, text)
    }

    /// Prints why a line is neither a move nor a command.
    pub fn refused(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.object(json!({ "error": text.as_ref() }))?;
        self.say(
            ERROR,
            format!("{} (help lists the commands)", text.as_ref()),
        )
    }

    /// Prints the prompt for `player`.
    pub fn prompt(&mut self, player: &str) -> io::Result<()> {
        if self.live {
            write(&format!("{STRONG}{player}>{STRONG:#} "))
        } else {
            Ok(())
        }
    }

    /// Prints the board, after every move and on request. A terminal shows it in the place of the
    /// one before.
    pub fn board(&mut self, session: &dyn Session) -> io::Result<()> {
        if self.live {
            self.clear()?;
            write("\x1b[H\x1b[2J")?;
            self.say(FAINT, self.heading.clone())?;
        }
        self.print(Style::new(), session.diagram(self.glyphs).trim_end())
    }

    /// The board on request: in JSON, the position.
    pub fn position(&mut self, session: &dyn Session) -> io::Result<()> {
        let turn = session.state().player();
        self.object(json!({ "turn": turn, "position": session.view().position }))?;
        self.board(session)
    }

    /// Shows the progress of a search.
    pub fn progress(&mut self, report: &Report<String>) -> io::Result<()> {
        if !self.live {
            return Ok(());
        }
        let score = output::best_value(self.game, report);
        let nodes = output::si(report.nodes as f64);
        let seconds = report.time.as_secs_f64();
        let pv = report.pv().join(" ");
        let text = format!(
            "depth {}  {score}  {nodes} nodes  {seconds:.1} s  {pv}",
            report.depth
        );
        // A second line could not be rewritten.
        let text = console::truncate_str(&text, columns(), "…");
        self.rewriting = true;
        write(&format!("\r\x1b[2K{FAINT}{text}{FAINT:#}"))
    }

    /// The move that has just been played.
    pub fn ply(
        &mut self,
        session: &dyn Session,
        Ply {
            player,
            name,
            mv,
            report,
            time,
        }: Ply,
    ) -> io::Result<()> {
        let number = session.state().ply;
        self.object(json!({
            "ply": number, "player": player, "move": mv, "score": score(report),
            "depth": report.map(|report| report.depth), "nodes": report.map(|report| report.nodes),
            "time_s": time.as_secs_f64(), "book": report.is_some_and(|report| report.source == Source::Book),
        }))?;
        // On a terminal the board stays where it is, and what happened is told below it.
        if self.live {
            self.board(session)?;
        }
        if let Some(report) = report.filter(|report| report.depth > 0) {
            self.say(FAINT, output::report_text(self.game, report, 0))?;
        }
        self.say(STRONG, format!("{number}. {player} ({name}) {mv}"))?;
        if self.live {
            return Ok(());
        }
        self.board(session)
    }

    /// Prints a hint.
    pub fn hint(&mut self, report: &Report<String>, session: &dyn Session) -> io::Result<()> {
        let best = report.best();
        let why = best
            .as_deref()
            .map(|best| output::reasons(session, best))
            .unwrap_or_default();
        let pv = report.pv();
        self.object(json!({
            "hint": best, "score": score(Some(report)), "depth": report.depth, "nodes": report.nodes,
            "time_s": report.time.as_secs_f64(), "pv": pv, "book": report.source == Source::Book,
            "why": why,
        }))?;
        if report.depth > 0 {
            self.say(FAINT, output::report_text(self.game, report, 0))?;
        }
        let worth = match report.lines.first() {
            Some(line) if line.bound != Bound::None => output::value(self.game, line),
            _ => "not searched".to_owned(),
        };
        self.say(
            Style::new(),
            format!(
                "hint: {} ({worth}){}",
                best.unwrap_or_default(),
                which(&why)
            ),
        )
    }

    /// The moves played and the legal ones.
    pub fn moves(&mut self, session: &dyn Session) -> io::Result<()> {
        let played = session.line().moves;
        let legal = session.legal_moves();
        let turn = session.state().player();
        self.object(json!({ "turn": turn, "played": played, "legal": legal }))?;
        self.notice(format!(
            "played  {} moves: {}",
            played.len(),
            played.join(" ")
        ))?;
        self.notice(format!(
            "legal   {} moves: {}",
            legal.len(),
            legal.join(" ")
        ))
    }

    /// The parts of the evaluation.
    pub fn evaluation(&mut self, session: &dyn Session) -> io::Result<()> {
        self.clear()?;
        crate::commands::eval::print(session, self.json)
    }

    /// The commands.
    pub fn help(&mut self) -> io::Result<()> {
        let words: Vec<_> = COMMANDS.iter().map(|(word, ..)| word).collect();
        self.object(json!({ "commands": words }))?;
        self.notice("A move in the game's notation, or:")?;
        COMMANDS
            .iter()
            .try_for_each(|(_, example, what)| self.notice(format!("  {example:<24} {what}")))
    }

    /// How the game ended.
    pub fn outcome(&mut self, ending: Ending) -> io::Result<()> {
        self.say(
            STRONG,
            outcome_text(Some(ending), self.game.facts().players),
        )
    }

    /// Prints the final JSON object; in text, nothing.
    pub fn end(
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

/// What a move does, as the end of a sentence about it.
fn which(why: &[String]) -> String {
    match why.join("; ") {
        why if why.is_empty() => why,
        why => format!(": {why}"),
    }
}
