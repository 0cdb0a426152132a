use super::{
    events::Event,
    player::{Player, Turn},
};
use engines::{Engine, SearchRequest};
use search::{Control, Report};
use std::{
    sync::mpsc::Sender,
    thread::{Builder, JoinHandle},
};

/// A player that searches, on a thread of its own that never outlives it.
pub struct Machine {
    name: String,
    question: SearchRequest,
    /// At home between turns. Lost if it panicked.
    engine: Option<Box<dyn Engine>>,
    thought: Option<Thought>,
}

/// A search under way.
struct Thought {
    control: Control,
    worker: JoinHandle<Box<dyn Engine>>,
}

impl Machine {
    /// Searches recurse once a ply, beyond what threads are given by default.
    const STACK: usize = 16 << 20;

    /// A player that asks `engine`, which is what `name` says, one `question` a move.
    pub fn new(name: String, engine: Box<dyn Engine>, question: SearchRequest) -> Self {
        Self {
            name,
            question,
            engine: Some(engine),
            thought: None,
        }
    }
}

/// Sends the answer when the thread ends, even by a panic: nobody waits in vain.
struct Reply {
    turn: u64,
    events: Sender<Event>,
    answer: Result<Report<String>, String>,
}

impl Drop for Reply {
    fn drop(&mut self) {
        let answer = std::mem::replace(&mut self.answer, Err(String::new()));
        // Nobody listens any more only where the program ends.
        let _ = self.events.send(Event::Answer(self.turn, answer));
    }
}

impl Player for Machine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_person(&self) -> bool {
        false
    }

    fn begin_turn(&mut self, Turn { id: turn, line }: Turn, events: &Sender<Event>) {
        self.end_turn();
        let mut reply = Reply {
            turn,
            events: events.clone(),
            answer: Err("it broke off thinking".to_owned()),
        };
        let Some(mut engine) = self.engine.take() else {
            return;
        };
        let question = self.question.clone();
        let control = Control::default();
        let hand = control.clone();
        let worker = Builder::new()
            .name("thinker".to_owned())
            .stack_size(Self::STACK)
            .spawn(move || {
                let progress = reply.events.clone();
                let mut watch = |report: &Report<String>| {
                    drop(progress.send(Event::Progress(turn, report.clone())))
                };
                reply.answer = engine
                    .think(&line, &question, &control, &mut watch)
                    .map_err(|error| error.to_string());
                drop(reply);
                engine
            });
        // If no thread could be had, the reply has been dropped, and so sent.
        self.thought = worker.ok().map(|worker| Thought {
            control: hand,
            worker,
        });
    }

    fn hurry(&mut self) {
        if let Some(thought) = &self.thought {
            thought.control.stop();
        }
    }

    fn end_turn(&mut self) {
        self.hurry();
        if let Some(thought) = self.thought.take() {
            self.engine = thought.worker.join().ok();
        }
    }

    fn new_game(&mut self) {
        self.end_turn();
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.end_turn();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::TextError;
    use search::Limits;
    use std::{sync::mpsc, time::Duration};

    /// Thinks until it is stopped; panics about an empty line.
    struct Slow;

    impl Engine for Slow {
        fn think(
            &mut self,
            line: &str,
            _: &SearchRequest,
            control: &Control,
            _: &mut dyn FnMut(&Report<String>),
        ) -> Result<Report<String>, TextError> {
            assert!(!line.is_empty(), "a panic wanted by the test");
            while !control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(TextError::Over {
                text: line.to_owned(),
                reason: "stopped",
            })
        }

        fn new_game(&mut self) {}
    }

    fn machine() -> Machine {
        Machine::new(
            "level=1".to_owned(),
            Box::new(Slow),
            SearchRequest::new(Limits::none()),
        )
    }

    #[test]
    fn every_turn_is_answered_once() {
        let (events, answers) = mpsc::channel();
        let mut machine = machine();
        machine.begin_turn(
            Turn {
                id: 1,
                line: "startpos".to_owned(),
            },
            &events,
        );
        assert!(answers.try_recv().is_err(), "it thinks");
        machine.hurry();
        machine.end_turn();
        machine.begin_turn(
            Turn {
                id: 2,
                line: "startpos".to_owned(),
            },
            &events,
        );
        drop(machine);
        drop(events);
        let turns = answers.iter().map(|event| match event {
            Event::Answer(turn, Err(error)) => (turn, error.contains("stopped")),
            event => panic!("{event:?}"),
        });
        assert_eq!(turns.collect::<Vec<_>>(), [(1, true), (2, true)]);
    }

    #[test]
    fn a_broken_thinker_is_reported() {
        let (events, answers) = mpsc::channel();
        let mut machine = machine();
        for id in [1, 2] {
            machine.begin_turn(
                Turn {
                    id,
                    line: String::new(),
                },
                &events,
            );
            let answer = answers.recv_timeout(Duration::from_secs(10));
            assert!(
                matches!(&answer, Ok(Event::Answer(turn, Err(_))) if *turn == id),
                "{answer:?}"
            );
            machine.end_turn();
        }
    }
}
