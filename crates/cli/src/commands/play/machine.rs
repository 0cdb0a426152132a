use super::{
    events::Event,
    player::{Player, Turn},
};
use engines::{BackgroundSearch, Engine, SearchEvent, SearchRequest};
use search::Control;
use std::sync::mpsc::Sender;

/// A player that searches in the background.
pub struct Machine {
    name: String,
    request: SearchRequest,
    search: BackgroundSearch,
}

impl Machine {
    /// A player called `name` that gives `engine` this `request` for every move.
    pub fn new(name: String, engine: Box<dyn Engine>, request: SearchRequest) -> Self {
        Self {
            name,
            request,
            search: BackgroundSearch::new(engine),
        }
    }
}

impl Player for Machine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_person(&self) -> bool {
        false
    }

    fn begin_turn(&mut self, Turn { id, line }: Turn, events: &Sender<Event>) {
        let events = events.clone();
        let report = move |event| {
            let event = match event {
                SearchEvent::Progress(report) => Event::Progress(id, report),
                SearchEvent::Done(answer) => Event::Answer(id, answer),
            };
            // The receiver is gone only at the end of the program.
            drop(events.send(event));
        };
        let request = self.request.clone();
        self.search.start(line, request, Control::default(), report);
    }

    fn hurry(&mut self) {
        self.search.stop();
    }

    fn end_turn(&mut self) {
        self.search.end();
    }

    fn new_game(&mut self) {
        self.search.end();
        if let Some(engine) = self.search.engine() {
            engine.new_game();
        }
    }
}
