use super::words::written;
use crate::client::{self, Client, Command, Problem, Talk};
use engines::{Answer, Reply, Turn};
use game_core::{Player, Score};
use std::time::Duration;

/// The protocol of C. Welty's board NBoard, version 2, for Othello.
///
/// It knows a depth and a clock, sent with each game, but no time for a single move.
pub(crate) struct NBoardClient {
    /// Sent as `set name value`.
    options: Vec<(String, Option<String>)>,
    pings: u32,
    depth: Option<u32>,
    /// The game as the program knows it: where it began, and the moves since.
    known: Option<(String, Vec<String>)>,
}

impl NBoardClient {
    pub fn new(command: &Command) -> Self {
        Self {
            options: command.options().to_vec(),
            pings: 0,
            depth: None,
            known: None,
        }
    }

    /// Waits until the program has read everything sent.
    fn sync(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        self.pings += 1;
        talk.say(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        talk.until("pong", |line| (line == pong).then_some(()))
    }
}

impl Client for NBoardClient {
    fn greet(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        talk.say("nboard 2")?;
        for (name, value) in &self.options {
            talk.say(&format!(
                "set {name} {}",
                value.as_deref().unwrap_or_default()
            ))?;
        }
        self.sync(talk)
    }

    fn new_game(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        (self.known, self.depth) = (None, None);
        self.sync(talk)
    }

    fn reply(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<Answer, Problem> {
        if turn.limits.depth != self.depth {
            self.depth = turn.limits.depth;
            talk.say(&format!("set depth {}", self.depth.unwrap_or(60)))?;
        }
        // A program does not play its answer until it is sent back.
        match self.known.take().filter(|(start, known)| {
            *start == turn.line.start && turn.line.moves.starts_with(known)
        }) {
            Some((_, known)) => {
                for mv in &turn.line.moves[known.len()..] {
                    talk.say(&format!("move {}//", written(mv)))?;
                }
            }
            None => talk.say(&format!("set game {}", ggf(turn)))?,
        }
        self.known = Some((turn.line.start.to_owned(), turn.line.moves.to_vec()));
        self.sync(talk)?;
        talk.say("go")?;
        let mut nodes = 0;
        let answer = talk.until("=== and a move", |line| {
            if let Some(stats) = line.strip_prefix("nodestats ") {
                nodes = stats
                    .split(' ')
                    .next()
                    .and_then(|nodes| nodes.parse().ok())
                    .unwrap_or(nodes);
            }
            line.strip_prefix("===")
                .map(|answer| answer.trim().to_owned())
        })?;
        let (mv, score) = read(&answer);
        if mv.is_empty() {
            return Err(Problem::NoMove(format!("==={answer}")));
        }
        Ok(client::answer(Reply::Move(mv), nodes, score))
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }
}

/// The move of an answer such as `F5/1.50/0.2`, and its score, which is in discs.
fn read(answer: &str) -> (String, Option<Score>) {
    let mut parts = answer.split(['/', ' ']).map(str::trim);
    let mv = parts.next().unwrap_or_default().to_ascii_lowercase();
    let eval: Option<f64> = parts
        .next()
        .and_then(|eval| eval.parse().ok())
        .filter(|eval: &f64| eval.is_finite());
    let mv = if matches!(mv.as_str(), "pa" | "pas") {
        "pass".to_owned()
    } else {
        mv
    };
    // A cast saturates at the bound.
    (
        mv,
        eval.map(|eval| Score::eval((eval * 100.0).round() as i32)),
    )
}

/// The game so far in GGF, the Generic Game Format that game servers write.
fn ggf(turn: &Turn<'_>) -> String {
    let sign = |player: Player| ['*', 'O'][player.index()];
    let cells = turn.start.board.cells.iter();
    let board: String = cells
        .map(|cell| cell.piece.map_or('-', |piece| sign(piece.owner)))
        .collect();
    let clock = |time: Duration| format!("{:02}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
    let time = clock(
        turn.limits
            .clock
            .map_or(Duration::from_secs(900), |clock| clock.remaining),
    );
    let mut player = turn.start.turn;
    let began = sign(player);
    let mut game =
        format!("(;GM[Othello]PC[boyi]PB[black]PW[white]RE[?]TI[{time}]TY[8]BO[8 {board} {began}]");
    for mv in &turn.line.moves {
        let color = ['B', 'W'][player.index()];
        game += &format!("{color}[{}]", written(mv));
        player = !player;
    }
    game + ";)"
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::GameLine;
    use search::Limits;

    #[test]
    fn answers() {
        let answer = |text| {
            let (mv, score) = read(text);
            (mv, score.map(Score::get))
        };
        assert_eq!(answer("F5"), ("f5".to_owned(), None));
        assert_eq!(answer("F5/-2.5/0.1"), ("f5".to_owned(), Some(-250)));
        assert_eq!(answer("d6 -1.00 0.0"), ("d6".to_owned(), Some(-100)));
        assert_eq!(answer("PA//"), ("pass".to_owned(), None));
        assert_eq!(answer("f5/1e300/"), ("f5".to_owned(), Some(30_000)));
        assert_eq!(answer("f5/nan/"), ("f5".to_owned(), None));
        assert_eq!(answer(""), (String::new(), None));
    }

    #[test]
    fn games() {
        let start = "---------------------------OX------XO--------------------------- X";
        let moves = ["f5", "pass"].map(str::to_owned);
        let othello = engines::game("othello").expect("built in");
        let session = othello.session(&Vec::new()).expect("no settings");
        let turn = Turn {
            line: &GameLine::new(start, moves.to_vec()),
            to_move: Player::First,
            start: &session.view(),
            limits: Limits::none(),
            clocks: None,
            patience: None,
        };
        assert_eq!(
            ggf(&turn),
            "(;GM[Othello]PC[boyi]PB[black]PW[white]RE[?]TI[15:00]TY[8]\
             BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[PA];)"
        );
    }
}
