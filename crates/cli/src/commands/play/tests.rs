//! Players that break the rules.

use super::{
    events::Event,
    lineup::Lineup,
    player::{Player, Turn},
    printer::Printer,
    table::Table,
};
use crate::{
    App,
    args::{Cli, Command, Play},
    failure::Failure,
};
use game_core::Glyphs;
use search::{Bound, Report, Variation};
use std::sync::mpsc::Sender;

/// Answers every turn at once, with a fixed move.
struct Parrot(Option<&'static str>);

impl Player for Parrot {
    fn name(&self) -> String {
        "parrot".to_owned()
    }

    fn is_person(&self) -> bool {
        false
    }

    fn begin_turn(&mut self, turn: Turn, events: &Sender<Event>) {
        let line = |mv: &str| Variation {
            moves: vec![mv.to_owned()],
            score: Default::default(),
            bound: Bound::None,
        };
        let report = self.0.map(line).map_or_else(Report::empty, Report::of);
        // A late answer is for a turn that is over.
        for id in [turn.id.wrapping_sub(1), turn.id] {
            events
                .send(Event::Answer(id, Ok(report.clone().into())))
                .expect("somebody listens");
        }
    }

    fn hurry(&mut self) {}

    fn end_turn(&mut self) {}

    fn new_game(&mut self) {}
}

/// The result of one turn of a parrot, and the number of moves then played.
fn turn_of(parrot: Parrot) -> (Result<(), Failure>, usize) {
    let app = App::new(&engines::GAMES);
    let game = app.games().names().next().expect("a game");
    let Command::Play(args) = Cli::parse_for(&app, ["boyi", "play", game]).command else {
        panic!("it is play")
    };
    let args: Play = *args;
    let game = args.game.expect("it was named");
    let session = game.session(&Vec::new()).expect("the default rules");
    let lineup = Lineup::new(game, &args, &*session).expect("the book it has");
    let mut view = Printer::new(game, true, Glyphs::Letters);
    let mut table = Table::new(game, Vec::new(), session, lineup, &mut view).expect("a table");
    table.game.seats_mut()[0] = Box::new(parrot);
    table.next_turn();
    let event = table.next_event();
    (table.take(event), table.game.ply())
}

#[test]
fn a_legal_move_is_played() {
    let game = engines::GAMES
        .iter()
        .next()
        .expect("a game")
        .session(&Vec::new())
        .expect("the default rules");
    let legal = game.legal_moves().swap_remove(0);
    let (result, played) = turn_of(Parrot(Some(legal.leak())));
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(played, 1);
}

#[test]
fn an_illegal_move_is_an_error() {
    let (result, played) = turn_of(Parrot(Some("nowhere")));
    let failure = result.expect_err("it is illegal");
    assert!(
        failure
            .to_string()
            .starts_with("parrot: it chose \"nowhere\": "),
        "{failure}"
    );
    assert_eq!((failure.status(), played), (1, 0));
}

#[test]
fn no_move_is_an_error() {
    let (result, played) = turn_of(Parrot(None));
    let failure = result.expect_err("there are moves");
    assert_eq!(
        failure.to_string(),
        "parrot: it found no move, though the game goes on"
    );
    assert_eq!((failure.status(), played), (1, 0));
}
