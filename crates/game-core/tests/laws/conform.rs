//! The laws hold for a right game, and each way of being wrong breaks the law that names it.

use crate::toy::{Fault, Marks, Toy};
use game_core::conform::{self, Law, Violation};
use game_core::{Outcome, PieceKind, Player, PlayerLook, Position, Presentation, Text};

/// From the start, a middle, a move before a win, and a board with one square left that nobody has
/// won.
fn positions(fault: Fault) -> [Toy; 4] {
    [
        &[][..],
        &[4, 0, 8],
        &[0, 3, 1, 4],
        &[0, 1, 2, 4, 3, 5, 7, 6],
    ]
    .map(|moves| Toy::after(fault, moves))
}

fn all_laws(fault: Fault) -> Result<(), Violation> {
    for pos in positions(fault) {
        conform::position(&pos, 3)?;
        conform::evaluator(&pos, &Marks::default(), 3)?;
        conform::notation(&pos, &fault, 2)?;
    }
    Ok(())
}

#[test]
fn a_right_game_keeps_every_law() {
    assert_eq!(all_laws(Fault::None), Ok(()));
}

#[test]
fn a_game_that_the_rules_have_ended_need_not_read_moves() {
    for plies in 0..3 {
        let fault = Fault::IsEndedAt(plies);
        assert_eq!(conform::position(&Toy::new(fault), 3), Ok(()), "{plies}");
        assert_eq!(
            conform::notation(&Toy::new(fault), &fault, 3),
            Ok(()),
            "{plies}"
        );
    }
}

#[test]
fn every_fault_is_caught_by_its_law() {
    let cases = [
        (Fault::GenerateClears, Law::GenerateAppends),
        (Fault::GenerateChangesEarlier, Law::GenerateAppends),
        (Fault::GenerateVaries, Law::GenerateRepeats),
        (Fault::OffersTwice, Law::MovesDiffer),
        (Fault::OffersIllegal, Law::OfferedIsLegal),
        (Fault::CountsOneMore, Law::CountMoves),
        (Fault::PlayoutPrefersTheFirst, Law::Playout),
        (Fault::PlayoutSeesTheOtherSide, Law::Playout),
        (Fault::PlayoutNeverEnds, Law::Playout),
        (Fault::OutcomeIgnoresDraw, Law::MovesOrOutcome),
        (Fault::AdjudicatesStuck, Law::StuckComesFirst),
        (Fault::DecidedDiffersFromOutcome, Law::Outcome),
        (Fault::PackLosesABit, Law::PackRoundTrip),
        (Fault::UnpacksAnything, Law::UnpackIsOffered),
        (Fault::SlotTooLarge, Law::SlotInRange),
        (Fault::TurnStays, Law::TurnAlternates),
        (Fault::UndoForgetsTheMark, Law::UndoRestores),
        (Fault::UndoForgetsTheTurn, Law::UndoRestores),
        (Fault::UndoForgetsTheKey, Law::UndoRestores),
        (Fault::KeyRemembersTheOrder, Law::KeyOfEquals),
        (Fault::KeyIgnoresTheLastSquare, Law::KeyTellsApart),
        (Fault::KeyIsConstant, Law::KeyTellsApart),
        (Fault::ForetellsTheKeyBefore, Law::KeyAfter),
        (Fault::PlayVaries, Law::PlayRepeats),
        (Fault::PlayedMissesTheCentre, Law::EvaluatorInStep),
        (Fault::UndoneMissesTheCentre, Law::EvaluatorUndone),
        (Fault::EvaluatesToWins, Law::EvaluationInRange),
        (Fault::TextForgetsTheTurn, Law::PositionText),
        (Fault::TextIsNotRead, Law::PositionText),
        (Fault::ReasonIsAlwaysGiven, Law::Reason),
        (Fault::MovesAreWrittenAlike, Law::MoveText),
        (Fault::CellsShareAName, Law::BoardView),
        (Fault::CellsAreMissing, Law::BoardView),
        (Fault::LettersAreLowerCase, Law::BoardView),
        (Fault::CountsAnEmptyCell, Law::BoardView),
        (Fault::CountsBeyondTheBoard, Law::BoardView),
        (Fault::CountsOnePiece, Law::BoardView),
        (Fault::MoveGoesBeyondTheBoard, Law::MoveCells),
        (Fault::MoveComesFromNowhere, Law::MoveCells),
        (Fault::MoveGoesElsewhere, Law::MoveCells),
        (Fault::DecidesTooEarly, Law::DecidingCells),
        (Fault::DecidesByNothing, Law::DecidingCells),
        (Fault::ChecksNothing, Law::CheckedCells),
        (Fault::ChecksTheOther, Law::CheckedCells),
        (Fault::RouteLeavesTheBoard, Law::MoveRoutes),
        (Fault::MoveHasNoRoute, Law::MoveRoutes),
        (Fault::RouteIsEmptyBesideOthers, Law::MoveRoutes),
        (Fault::PlacesAreMissing, Law::BoardShape),
        (Fault::PlacesCoincide, Law::BoardShape),
        (Fault::PlaceIsNowhere, Law::BoardShape),
        (Fault::LineEndsOffTheBoard, Law::BoardShape),
        (Fault::ShapeChanges, Law::BoardShape),
        (Fault::MovesAreReadOneOff, Law::MoveText),
        (Fault::AnythingIsAMove, Law::BadMoveRefused),
        (Fault::RecordForgetsAMove, Law::RecordText),
    ];
    for (fault, law) in cases {
        let violation = all_laws(fault).expect_err(&format!("{fault:?} passes"));
        assert_eq!(violation.law, law, "{fault:?}: {violation}");
    }
}

#[test]
fn checks_go_as_deep_as_they_are_told() {
    // Each looks at the position itself; `evaluator` looks at what the last ply leads to as well,
    // the others do not.
    for plies in 0..4 {
        for depth in 1..4 {
            let counts = Toy::new(Fault::CountsOneMoreAt(plies));
            assert_eq!(
                conform::position(&counts, depth).is_err(),
                plies < depth as usize,
                "{plies} of {depth}"
            );
            let evaluates = Toy::new(Fault::EvaluatesToWinsAt(plies));
            let refused = conform::evaluator(&evaluates, &Marks::default(), depth).is_err();
            assert_eq!(refused, plies <= depth as usize, "{plies} of {depth}");
            let fault = Fault::ReasonIsGivenAt(plies);
            assert_eq!(
                conform::notation(&Toy::new(fault), &fault, depth).is_err(),
                plies < depth as usize,
                "{plies} of {depth}"
            );
        }
    }
}

/// One heap, where taking three packs to the number that stands for no move.
#[derive(Clone, Debug, PartialEq)]
struct Heap(u8, Player);

impl Position for Heap {
    type Move = u8;
    type Undo = ();
    const SLOTS: usize = 4;

    fn turn(&self) -> Player {
        self.1
    }
    fn key(&self) -> u64 {
        u64::from(self.0) << 1 | self.1 as u64
    }
    fn decided(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        moves.extend(1..=self.0.min(3));
    }
    fn play(&mut self, mv: u8) {
        *self = Self(self.0 - mv, !self.1);
    }
    fn undo(&mut self, mv: u8, (): ()) {
        *self = Self(self.0 + mv, !self.1);
    }
    fn pack(&self, mv: u8) -> u16 {
        if mv == 3 { u16::MAX } else { mv.into() }
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        (1..=self.0.min(3)).find(|&mv| self.pack(mv) == bits)
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
}

/// The same heap, with a key that forgets something.
#[derive(Clone, Debug)]
struct Forgetful {
    heap: Heap,
    key: fn(&Heap) -> u64,
}

impl PartialEq for Forgetful {
    fn eq(&self, other: &Self) -> bool {
        self.heap == other.heap
    }
}

impl Position for Forgetful {
    type Move = u8;
    type Undo = ();
    const SLOTS: usize = 4;

    fn turn(&self) -> Player {
        self.heap.turn()
    }
    fn key(&self) -> u64 {
        (self.key)(&self.heap)
    }
    fn decided(&self) -> Option<Outcome> {
        self.heap.decided()
    }
    fn stuck(&self) -> Outcome {
        self.heap.stuck()
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        self.heap.generate(moves);
    }
    fn play(&mut self, mv: u8) {
        self.heap.play(mv);
    }
    fn undo(&mut self, mv: u8, (): ()) {
        self.heap.undo(mv, ());
    }
    fn pack(&self, mv: u8) -> u16 {
        mv.into()
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        (1..=self.heap.0.min(3)).find(|&mv| u16::from(mv) == bits)
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
}

/// The commonest mistake of all, and its neighbours: positions that share a key lie several plies
/// apart.
#[test]
fn a_key_that_forgets_is_caught_wherever_its_positions_meet() {
    let walked = |key: fn(&Heap) -> u64, depth| {
        conform::position(
            &Forgetful {
                heap: Heap(9, Player::First),
                key,
            },
            depth,
        )
        .map_err(|violation| violation.law)
    };
    let right: fn(&Heap) -> u64 = |heap| u64::from(heap.0) << 1 | heap.1 as u64;
    let forgets_the_turn: fn(&Heap) -> u64 = |heap| heap.0.into();
    let forgets_a_counter: fn(&Heap) -> u64 = |heap| u64::from(heap.0.min(3)) << 1 | heap.1 as u64;
    let wraps: fn(&Heap) -> u64 = |heap| u64::from(heap.0 % 7) << 1 | heap.1 as u64;
    assert_eq!(walked(right, 6), Ok(()));
    // After one counter and one more, or two at once.
    assert_eq!(walked(forgets_the_turn, 3), Err(Law::KeyTellsApart));
    assert_eq!(walked(forgets_a_counter, 6), Err(Law::KeyTellsApart));
    assert_eq!(walked(wraps, 6), Err(Law::KeyTellsApart));
}

#[test]
fn the_number_that_stands_for_no_move_is_no_move() {
    assert_eq!(
        conform::position(&Heap(2, Player::First), 3),
        Ok(()),
        "two counters never need it"
    );
    let violation = conform::position(&Heap(3, Player::First), 1).expect_err("three do");
    assert_eq!(violation.law, Law::PackRoundTrip, "{violation}");
    assert!(
        violation
            .to_string()
            .starts_with("PackRoundTrip is broken: 3 packs to u16::MAX"),
        "{violation}"
    );
}

#[test]
fn a_presentation_names_everything_once() {
    let sides = || {
        [("Black", "#111"), ("White", "#eee")]
            .map(|(name, colour)| PlayerLook::new(Text::same(name), colour))
    };
    let right = || {
        Presentation::new(Text::same("Toy"), sides())
            .piece(PieceKind::disc('X', Text::same("cross")))
            .word("reason.full", Text::same("full"))
    };
    assert_eq!(conform::presentation(&right()), Ok(()));
    let wrong = [
        Presentation::new(Text::default(), sides()),
        Presentation::new(Text::same("Toy"), Default::default()),
        right().piece(PieceKind::disc('X', Text::same("again"))),
        right().word("reason.full", Text::same("again")),
        right().word("reason.empty", Text::new("empty", "")),
    ];
    for presentation in wrong {
        let violation = conform::presentation(&presentation).expect_err("it passes");
        assert_eq!(violation.law, Law::Presentation, "{presentation:?}");
    }
}
