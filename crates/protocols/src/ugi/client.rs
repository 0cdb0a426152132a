use crate::client::{Client, Command, Problem, Talk};
use crate::uci::{Info, Offer, go};
use engines::{Answer, GameView, Reply, Session, Settings, Turn};

/// The Universal Game Interface.
pub(crate) struct UgiClient {
    command: Command,
    /// The rules, of which a program may have options.
    settings: Settings,
    initial: GameView,
}

impl UgiClient {
    /// The client for games under `settings` that begin where `session` stands.
    pub fn new(command: &Command, settings: &Settings, session: &dyn Session) -> Self {
        Self {
            command: command.clone(),
            settings: settings.clone(),
            initial: session.view(),
        }
    }

    fn ready(talk: &mut Talk) -> Result<(), Problem> {
        talk.say("isready")?;
        talk.until("readyok", |line| (line == "readyok").then_some(()))
    }
}

impl Client for UgiClient {
    fn greet(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        talk.say("ugi")?;
        let offer = Offer::hear(talk, "ugiok")?;
        for (name, value) in offer.chosen(&self.command)? {
            talk.say(&format!(
                "setoption name {name} value {}",
                value.unwrap_or_default()
            ))?;
        }
        for (name, value) in &self.settings {
            if let Some(name) = offer.find(name) {
                talk.say(&format!("setoption name {name} value {value}"))?;
            }
        }
        Self::ready(talk)
    }

    fn new_game(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        talk.say("uginewgame")?;
        Self::ready(talk)
    }

    fn reply(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<Answer, Problem> {
        let start = if *turn.start == self.initial {
            "startpos".to_owned()
        } else {
            format!("fen {}", turn.line.start)
        };
        let moves = match turn.line.moves.as_slice() {
            [] => String::new(),
            _ => format!(" moves {}", turn.line.moves_text()),
        };
        talk.say(&format!("position {start}{moves}"))?;
        talk.say(&go(turn, ["p1time", "p2time", "p1inc", "p2inc"]))?;
        let mut info = Info::default();
        let answer = talk.until("bestmove", |line| {
            if let Some(found) = line.strip_prefix("info ") {
                info.hear(found);
            }
            let answer = line.strip_prefix("bestmove")?;
            Some(
                answer
                    .split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            )
        })?;
        if answer.is_empty() || answer == "(none)" {
            return Err(Problem::NoMove(answer));
        }
        Ok(info.answer(match answer.as_str() {
            "resign" => Reply::Resign,
            _ => Reply::Move(answer),
        }))
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }

    fn hurry(&self) -> Option<&'static str> {
        Some("stop")
    }
}
