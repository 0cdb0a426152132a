//! The layout of a full screen.

use super::super::board::{Colours, Spot};
use super::super::texts;
use super::super::view::Tone;
use super::state::{Drawn, Standing, State};
use anstyle::{Color as AnsiColour, Effects, Style as AnsiStyle};
use game_core::Player;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

/// How wide the panel beside a board is at least.
const PANEL_WIDTH: usize = 30;
/// How high the panel below a board is at least, where the board leaves a choice.
const PANEL_HEIGHT: usize = 6;
/// How high it is in any case, unless there is no room at all.
const PANEL_LEAST: usize = 4;

impl State {
    /// Draws all: the board, the panel beside or below it, the bar at the bottom.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let bar = Rect {
            y: area.bottom().saturating_sub(1),
            height: area.height.min(1),
            ..area
        };
        let body = Rect {
            height: area.height - bar.height,
            ..area
        };
        if let Some(now) = &self.position {
            let (board, panel) = split(now, body);
            self.drawn = Some(self.draw_board(now, board, frame.buffer_mut()));
            let lines = self.panel(now, panel);
            frame.render_widget(Paragraph::new(lines), panel);
        }
        self.draw_bar(frame, bar);
        self.draw_popup(frame, body);
    }

    /// Draws the board, or the part of it around the cursor.
    fn draw_board(&self, now: &Standing, area: Rect, buffer: &mut Buffer) -> Drawn {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let scale = now.look.fitting_scale(&now.view, width, height);
        let drawing = now.look.draw(&now.view, &self.marks(), scale);
        let [column, row] = drawing.place(self.cursor).unwrap_or_default();
        let from = [
            scrolled(drawing.width(), width, column),
            scrolled(drawing.height(), height, row),
        ];
        // In the middle where there is room beside it.
        let left = width.saturating_sub(drawing.width()) / 2;
        let above = height.saturating_sub(drawing.height()) / 2;
        let drawn = Drawn {
            from,
            column: usize::from(area.x) + left,
            row: usize::from(area.y) + above,
            width: drawing.width().min(width),
            height: drawing.height().min(height),
            drawing,
        };
        for row in 0..drawn.height {
            let spots = drawn.drawing.row(row + drawn.from[1]);
            let spots = spots.get(drawn.from[0]..).unwrap_or_default();
            let y = (drawn.row + row) as u16;
            for (at, spot) in spots.iter().take(drawn.width).enumerate() {
                let x = (drawn.column + at) as u16;
                let Some(cell) = buffer.cell_mut(Position { x, y }) else {
                    continue;
                };
                cell.set_style(style(spot.style));
                // Half of a wide sign at the edge cannot be shown.
                let is_cut = is_wide(spot) && at + 1 == drawn.width;
                match spot.sign {
                    Some(sign) if !is_cut => drop(cell.set_char(sign)),
                    _ => drop(cell.set_char(' ')),
                }
            }
        }
        drawn
    }

    /// What stands beside or below the board, in lines that fit.
    fn panel(&self, now: &Standing, area: Rect) -> Vec<Line<'static>> {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        if width == 0 || height == 0 {
            return Vec::new();
        }
        let beside = area.y == 0;
        let mut lines = self.players(now, width, !beside);
        lines.push(Line::styled(self.status(now), Style::new().bold()));
        for text in self.list(width) {
            lines.push(Line::styled(text, Style::new().bold()));
        }
        let progress = self.report.as_ref().filter(|report| report.depth > 0);
        let progress = progress.map(|report| texts::progress(self.game(), report));
        let progress = progress
            .iter()
            .flat_map(|text| wrapped(text, width))
            .take(2);
        let progress: Vec<_> = progress.collect();
        let faint = Style::new().dim();
        // A message is worth more than the search, and that more than the moves.
        let free = height.saturating_sub(lines.len());
        let shown = progress.len().min(free.saturating_sub(1));
        lines.extend(
            progress
                .into_iter()
                .take(shown)
                .map(|text| Line::styled(text, faint)),
        );
        let free = height.saturating_sub(lines.len());
        let messages = self.told(width);
        let moves = (1..).zip(&now.played);
        let moves = packed(moves.map(|(at, mv)| format!("{at}. {mv}")), width);
        let for_messages = match free {
            0..4 => free,
            _ => messages
                .len()
                .min(free / 2)
                .max(free.saturating_sub(moves.len() + 1)),
        };
        let for_moves = free.saturating_sub(for_messages + 1);
        if for_moves > 0 && !moves.is_empty() {
            let last = moves.len().saturating_sub(for_moves);
            lines.push(Line::styled("─".repeat(width), faint));
            lines.extend(moves.into_iter().skip(last).map(Line::from));
        }
        let last = messages.len().saturating_sub(for_messages);
        lines.extend(messages.into_iter().skip(last));
        lines.truncate(height);
        lines
    }

    /// Who plays, in two lines or in one.
    fn players(&self, now: &Standing, width: usize, in_one: bool) -> Vec<Line<'static>> {
        let turn = now.view.turn;
        let player = |player: Player| {
            let (sign, badge) = now.look.badge(player);
            let at = player.index();
            let arrow = if player == turn { ">" } else { " " };
            let name = format!(" {}: {}", self.game().facts().players[at], self.names[at]);
            let name_style = if player == turn {
                Style::new().bold()
            } else {
                Style::new()
            };
            [
                Span::raw(arrow),
                Span::styled(sign.to_owned(), style(badge)),
                Span::styled(name, name_style),
            ]
        };
        let [first, second] = Player::BOTH.map(player);
        let length = |spans: &[Span]| spans.iter().map(Span::width).sum::<usize>();
        if in_one && length(&first) + length(&second) + 2 <= width {
            let gap = [Span::raw("  ")];
            return vec![Line::from_iter(first.into_iter().chain(gap).chain(second))];
        }
        vec![Line::from_iter(first), Line::from_iter(second)]
    }

    /// What the table waits for.
    fn status(&self, now: &Standing) -> String {
        let Some(waiting) = self.waiting else {
            return String::new();
        };
        let player = waiting.player;
        match waiting {
            _ if waiting.over => "game over".to_owned(),
            _ if waiting.thinking && waiting.is_person => "looking for a move…".to_owned(),
            _ if waiting.thinking => format!("{player} is thinking…"),
            _ if !waiting.is_person => format!("{player} waits: g lets it move"),
            _ => {
                let number = now.played.len() + 1;
                format!("{number}. {player} to move")
            }
        }
    }

    /// The moves that have keys of their own.
    fn list(&self, width: usize) -> Vec<String> {
        let listed = self.listed();
        if listed.is_empty() {
            return Vec::new();
        }
        let moves = listed.iter().map(|(key, mv)| format!("{key} {mv}"));
        let what = self.is_choosing().then(|| "which?".to_owned());
        packed(what.into_iter().chain(moves), width)
    }

    /// The messages, in lines.
    fn told(&self, width: usize) -> Vec<Line<'static>> {
        let lines = self.messages.iter().flat_map(|(tone, text)| {
            let style = match tone {
                Tone::Notice => Style::new(),
                _ if self.colours() == Colours::None => Style::new().bold(),
                _ => Style::new().fg(Color::Red),
            };
            let lines = wrapped(text, width).into_iter();
            lines.map(move |line| Line::styled(line, style))
        });
        lines.collect()
    }

    /// The line at the bottom: what is typed, what is asked, or the keys.
    fn draw_bar(&self, frame: &mut Frame, area: Rect) {
        let width = usize::from(area.width);
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        if self.typing {
            let before = self.line.column() + 1;
            // The end in sight is the one with the cursor.
            let skipped = before.saturating_sub(width.saturating_sub(1));
            let text = format!(":{}", self.line.text());
            let line = Paragraph::new(text).scroll((0, skipped as u16));
            frame.render_widget(line, area);
            let x = area.x + (before - skipped) as u16;
            frame.set_cursor_position(Position { x, y: area.y });
            return;
        }
        if self.is_leaving() {
            let text = "leave? y/n (the game is kept for boyi play --continue)";
            frame.render_widget(Line::styled(text, reversed), area);
            return;
        }
        let keys = "? help  : command  Enter plays  H hint  u undo  r redo  g go  q leave";
        let cell = self.position.as_ref().and_then(|now| {
            let cell = now.view.board.cells.get(self.cursor)?;
            let forbidden = self.forbidden(self.cursor).map(|why| format!(": {why}"));
            Some(format!(" {}{} ", cell.name, forbidden.unwrap_or_default()))
        });
        let cell = cell.unwrap_or_default();
        let room = width.saturating_sub(cell.width());
        let keys = console::truncate_str(keys, room, "…");
        let gap = " ".repeat(room.saturating_sub(keys.width()));
        frame.render_widget(Line::styled(format!("{keys}{gap}{cell}"), reversed), area);
    }

    /// Draws the text over the board.
    fn draw_popup(&mut self, frame: &mut Frame, area: Rect) {
        let Some(popup) = &mut self.popup else { return };
        let widest = popup.lines.iter().map(|line| line.width()).max();
        let width = (widest.unwrap_or(0) + 4)
            .min(usize::from(area.width))
            .min(100);
        let inner = width.saturating_sub(4);
        let lines: Vec<String> = popup
            .lines
            .iter()
            .flat_map(|line| wrapped(line, inner))
            .collect();
        let height = (lines.len() + 2).min(usize::from(area.height));
        let in_sight = height.saturating_sub(2);
        let hidden = lines.len().saturating_sub(in_sight);
        popup.above = popup.above.min(hidden);
        let rect = Rect {
            x: area.x + (area.width - width as u16) / 2,
            y: area.y + (area.height - height as u16) / 2,
            width: width as u16,
            height: height as u16,
        };
        let more = if hidden > 0 { ", arrows scroll" } else { "" };
        let title = format!(" {}: any key closes{more} ", popup.title);
        let block = Block::bordered().title(title);
        let lines = lines.into_iter().skip(popup.above).take(in_sight);
        let lines: Vec<Line> = lines.map(|line| Line::from(format!(" {line}"))).collect();
        frame.render_widget(Clear, rect);
        frame.render_widget(Paragraph::new(lines).block(block), rect);
    }
}

/// Where the board goes, and where the panel: beside it where there is room, else below.
fn split(now: &Standing, body: Rect) -> (Rect, Rect) {
    let (width, height) = (usize::from(body.width), usize::from(body.height));
    let size = |width: usize, height: usize| {
        let scale = now.look.fitting_scale(&now.view, width, height);
        now.look.size(&now.view, scale)
    };
    let smallest = size(0, 0);
    let beside = smallest[0] + PANEL_WIDTH < width;
    let narrow = smallest[1] + PANEL_LEAST > height;
    if beside && (narrow || width >= 2 * PANEL_WIDTH) {
        let [wanted, _] = size(width - PANEL_WIDTH - 1, height);
        let wide = (width - wanted - 1).clamp(PANEL_WIDTH, 2 * PANEL_WIDTH);
        let board = Rect {
            width: (width - wide - 1) as u16,
            ..body
        };
        let panel = Rect {
            x: board.right() + 1,
            width: wide as u16,
            ..body
        };
        return (board, panel);
    }
    let [_, wanted] = size(width, height.saturating_sub(PANEL_HEIGHT));
    let most = height.saturating_sub(PANEL_LEAST).max(height / 2);
    let high = wanted.min(most);
    let board = Rect {
        height: high as u16,
        ..body
    };
    let panel = Rect {
        y: board.bottom(),
        height: body.height - board.height,
        ..body
    };
    (board, panel)
}

/// The first of the columns or rows in sight when the one at `at` is to be in the middle.
fn scrolled(all: usize, in_sight: usize, at: usize) -> usize {
    at.saturating_sub(in_sight / 2)
        .min(all.saturating_sub(in_sight))
}

/// Packs items into lines no wider than `width` columns, without breaking an item that fits.
fn packed(items: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + item.width() <= width => *line += &format!("  {item}"),
            _ => lines.push(item),
        }
    }
    lines
}

/// Wraps a text to `width` columns.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    if text.is_empty() {
        return vec![String::new()];
    }
    let options = textwrap::Options::new(width.max(1)).subsequent_indent("  ");
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(|line| line.into_owned()).collect()
}

fn is_wide(spot: &Spot) -> bool {
    let mut bytes = [0; 4];
    spot.sign
        .is_some_and(|sign| sign.encode_utf8(&mut bytes).width() > 1)
}

/// A style of a drawing as one of the screen.
fn style(of: AnsiStyle) -> Style {
    let colour = |colour: AnsiColour| match colour {
        AnsiColour::Ansi(colour) => Color::Indexed(anstyle::Ansi256Color::from_ansi(colour).0),
        AnsiColour::Ansi256(colour) => Color::Indexed(colour.0),
        AnsiColour::Rgb(rgb) => Color::Rgb(rgb.0, rgb.1, rgb.2),
    };
    let effects = [
        (Effects::BOLD, Modifier::BOLD),
        (Effects::DIMMED, Modifier::DIM),
        (Effects::UNDERLINE, Modifier::UNDERLINED),
        (Effects::INVERT, Modifier::REVERSED),
    ];
    let set = effects
        .iter()
        .filter(|(effect, _)| of.get_effects().contains(*effect));
    let modifiers = set.fold(Modifier::empty(), |all, (_, modifier)| all | *modifier);
    let mut style = Style::new().add_modifier(modifiers);
    style.fg = of.get_fg_color().map(colour);
    style.bg = of.get_bg_color().map(colour);
    style
}
