//! The laws of the core, and the fast paths against the rules spelled out slowly.

use crate::support::{FENS, Mailbox, after, is_attacked, mailbox, moves, scattered, walked};
use game_core::{Adjudication, Notation, Outcome, Player, Position, conform, zobrist};
use proptest::prelude::*;
use std::collections::BTreeSet;
use xiangqi_movegen::{Move, Piece, RepetitionRule, Rules, Square, Xiangqi};

#[test]
fn the_laws_of_positions_hold() {
    for fen in FENS {
        conform::position(&fen.parse::<Xiangqi>().unwrap(), 2).unwrap();
    }
}

/// Xiangqi with a key that forgets whose turn it is.
#[derive(Clone, Debug, PartialEq)]
struct Forgetful(Xiangqi);

impl Position for Forgetful {
    type Move = Move;
    type Undo = <Xiangqi as Position>::Undo;
    const SLOTS: usize = Xiangqi::SLOTS;
    const LAZY_LEGALITY: bool = Xiangqi::LAZY_LEGALITY;

    fn turn(&self) -> Player {
        self.0.turn()
    }
    fn key(&self) -> u64 {
        let text = self.0.to_string();
        let placement = text.split(' ').next().unwrap_or_default();
        placement
            .bytes()
            .fold(0, |key, byte| zobrist::mix(key ^ u64::from(byte)))
    }
    fn decided(&self) -> Option<Outcome> {
        self.0.decided()
    }
    fn stuck(&self) -> Outcome {
        self.0.stuck()
    }
    fn adjudicate(&self) -> Option<Adjudication> {
        self.0.adjudicate()
    }
    fn generate(&self, moves: &mut Vec<Move>) {
        self.0.generate(moves);
    }
    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }
    fn play(&mut self, mv: Move) -> Self::Undo {
        self.0.play(mv)
    }
    fn undo(&mut self, mv: Move, undo: Self::Undo) {
        self.0.undo(mv, undo);
    }
    fn pack(&self, mv: Move) -> u16 {
        self.0.pack(mv)
    }
    fn unpack(&self, bits: u16) -> Option<Move> {
        self.0.unpack(bits)
    }
    fn slot(&self, mv: Move) -> usize {
        self.0.slot(mv)
    }
}

/// A chariot goes somewhere at once, or in two moves while the other general goes out and back: the
/// same board, another turn.
#[test]
fn a_key_that_forgets_the_turn_breaks_a_law() {
    let sparse: Xiangqi = "3k5/9/9/9/9/9/9/9/4R4/5K3 w".parse().unwrap();
    conform::position(&sparse, 5).unwrap();
    let violation = conform::position(&Forgetful(sparse), 5).unwrap_err();
    assert_eq!(violation.law, conform::Law::KeyTellsApart, "{violation}");
}

#[test]
fn the_laws_of_notation_hold() {
    for fen in FENS {
        conform::notation(&fen.parse::<Xiangqi>().unwrap(), &Rules::default(), 1).unwrap();
    }
    let sparse: Xiangqi = "3k5/9/9/9/9/9/9/4p4/9/4K4 b".parse().unwrap();
    conform::notation(&sparse, &Rules::default(), 3).unwrap();
}

/// Plies before and after the third occurrence of a position.
#[test]
fn the_laws_hold_where_positions_repeat() {
    let rounds = [
        (Xiangqi::START, "b0c2 b9c7 c2b0 c7b9"),
        (
            "3a1k3/1R6P/5a3/4c4/9/9/9/B2AK2R1/5r3/Nn7 b",
            "f1f2 e2e1 f2f1 e1e2",
        ),
        (
            "2b6/5k3/9/1R7/9/5p3/9/9/2p6/3K2Bp1 w",
            "b6c6 c1b1 c6b6 b1c1",
        ),
    ];
    for repetition in [
        RepetitionRule::DrawOnly,
        RepetitionRule::CheckBan,
        RepetitionRule::AsianCore,
    ] {
        let rules = Rules {
            repetition,
            ..Rules::default()
        };
        for (fen, round) in rounds {
            let line = format!("{fen} moves {round} {round}");
            let record = Xiangqi::parse_line(&line, &rules).unwrap();
            let mut pos = record.start.clone();
            for mv in record.moves {
                conform::position(&pos, 1).unwrap();
                conform::notation(&pos, &rules, 1).unwrap();
                pos.play(mv);
            }
            assert_eq!((pos.occurrences(), pos.last_occurrence()), (3, Some(4)));
            conform::position(&pos, 1).unwrap();
            conform::notation(&pos, &rules, 1).unwrap();
        }
    }
}

/// What `pos` generates, as a set.
fn set(generate: impl FnOnce(&mut Vec<Move>)) -> BTreeSet<Move> {
    let mut moves = Vec::new();
    generate(&mut moves);
    let set: BTreeSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move is offered twice");
    set
}

fn fast_is_slow(pos: &Xiangqi) -> Result<(), TestCaseError> {
    let us = pos.turn();
    let board = mailbox(pos);
    let slow: BTreeSet<Move> = moves(&board, us).into_iter().collect();
    let offered = set(|moves| pos.generate(moves));
    prop_assert_eq!(&offered, &slow);
    let captures = set(|moves| pos.generate_captures(moves));
    let quiets = set(|moves| pos.generate_quiets(moves));
    prop_assert!(captures.iter().all(|mv| pos.piece_at(mv.to).is_some()));
    prop_assert!(quiets.iter().all(|mv| pos.piece_at(mv.to).is_none()));
    prop_assert_eq!(&(&captures | &quiets), &offered);

    prop_assert_eq!(pos.in_check(), is_attacked(&board, us));
    prop_assert_eq!(pos.in_check(), !pos.checkers().is_empty());
    let legal = moves_out(&board, us);
    let checks: BTreeSet<Move> = &set(|moves| pos.generate_checks(moves)) & &legal;
    let gives_check_itself = |mv: &Move| {
        let mut after = pos.clone();
        after.play(*mv);
        after.checkers().contains(mv.to)
    };
    prop_assert_eq!(
        checks,
        (&legal & &quiets)
            .into_iter()
            .filter(gives_check_itself)
            .collect::<BTreeSet<_>>()
    );
    let mut listed = Vec::new();
    prop_assert_eq!(pos.legal_moves(&mut listed).is_some(), legal.is_empty());
    prop_assert_eq!(listed.len(), legal.len());
    prop_assert_eq!(&listed.into_iter().collect::<BTreeSet<_>>(), &legal);
    prop_assert_eq!(pos.count_moves(), legal.len() as u64);
    prop_assert_eq!(pos.has_legal_move(), !legal.is_empty());
    for &mv in &offered {
        prop_assert_eq!(pos.is_legal(mv), legal.contains(&mv), "{}", mv);
    }
    for &mv in &legal {
        prop_assert_eq!(
            pos.gives_check(mv),
            is_attacked(&after(&board, mv), !us),
            "{}",
            mv
        );
    }
    let mates: BTreeSet<Move> = legal
        .iter()
        .copied()
        .filter(|&mv| moves_out(&after(&board, mv), !us).is_empty())
        .collect();
    let mate = pos.mate_in_one();
    prop_assert_eq!(mate.is_some(), !mates.is_empty(), "{:?}", mates);
    if let Some(mv) = mate {
        prop_assert!(mates.contains(&mv), "{}", mv);
        prop_assert_eq!(
            pos.gives_check(mv),
            mates.iter().any(|&mv| pos.gives_check(mv)),
            "{}",
            mv
        );
    }
    // Moves share a slot if the same piece goes to the same square, and no others do.
    let aims = |mv: &Move| (pos.piece_at(mv.from).map(Piece::index), mv.to);
    let slots: BTreeSet<_> = offered
        .iter()
        .map(|&mv| (pos.slot(mv), aims(&mv)))
        .collect();
    prop_assert_eq!(
        slots.len(),
        offered
            .iter()
            .map(|&mv| pos.slot(mv))
            .collect::<BTreeSet<_>>()
            .len()
    );
    prop_assert_eq!(
        slots.len(),
        offered.iter().map(aims).collect::<BTreeSet<_>>().len()
    );
    for square in Square::all() {
        if let Some(piece) = pos.piece_at(square) {
            let both = (pos.board().attacks(square), pos.board().reaches(square));
            prop_assert_eq!(
                pos.board()
                    .attacks_and_reaches(piece.player, piece.kind, square),
                both,
                "{}",
                square
            );
        }
        let attackers = pos.board().attackers(square, pos.board().occupied());
        let attacking = pos
            .board()
            .occupied()
            .filter(|&from| pos.board().attacks(from).contains(square));
        prop_assert_eq!(attackers, attacking.collect(), "{}", square);
    }
    Ok(())
}

/// The legal moves, by the definition.
fn moves_out(board: &Mailbox, player: Player) -> BTreeSet<Move> {
    moves(board, player)
        .into_iter()
        .filter(|&mv| !is_attacked(&after(board, mv), player))
        .collect()
}

fn play_is_undone(pos: &Xiangqi) -> Result<(), TestCaseError> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut child = pos.clone();
    for mv in moves {
        let undo = child.play(mv);
        let fresh: Xiangqi = child.to_string().parse().unwrap();
        prop_assert_eq!(
            (child.key(), child.in_check()),
            (fresh.key(), fresh.in_check()),
            "{}",
            mv
        );
        prop_assert_eq!(child.to_string(), fresh.to_string());
        prop_assert_eq!(child.moves_back().next(), Some(mv));
        child.undo(mv, undo);
        prop_assert_eq!(&child, pos);
        prop_assert_eq!(child.key(), pos.key());
        prop_assert_eq!(child.in_check(), pos.in_check());
        prop_assert_eq!(child.occurrences(), pos.occurrences());
        prop_assert_eq!(
            pos.repeatable_keys()
                .filter(|&key| key == pos.key())
                .count(),
            pos.occurrences()
        );
        prop_assert_eq!(child.adjudicate(), pos.adjudicate());
        prop_assert!(child.moves_back().eq(pos.moves_back()));
    }
    Ok(())
}

proptest! {
    #[test]
    fn fast_is_slow_after_random_moves(pos in walked()) {
        fast_is_slow(&pos)?;
    }

    #[test]
    fn fast_is_slow_on_random_boards(pos in scattered()) {
        fast_is_slow(&pos)?;
    }

    #[test]
    fn play_is_undone_after_random_moves(pos in walked()) {
        play_is_undone(&pos)?;
    }

    #[test]
    fn play_is_undone_on_random_boards(pos in scattered()) {
        play_is_undone(&pos)?;
    }

    /// The null move changes the turn alone, is undone, and is offered by nobody.
    #[test]
    fn the_null_move_hands_over_the_turn(pos in walked()) {
        prop_assume!(!pos.in_check());
        let mut other = pos.clone();
        let undo = other.play(Move::NULL);
        prop_assert_eq!(other.turn(), !pos.turn());
        prop_assert_ne!(other.key(), pos.key());
        prop_assert_eq!(other.board(), pos.board());
        prop_assert_eq!((other.in_check(), other.occurrences()), (false, 1));
        fast_is_slow(&other)?;
        play_is_undone(&other)?;
        other.undo(Move::NULL, undo);
        prop_assert_eq!(&other, &pos);
        prop_assert_eq!(other.key(), pos.key());
        prop_assert_eq!(pos.unpack(pos.pack(Move::NULL)), None);
        prop_assert!(pos.parse_move(&Move::NULL.to_string()).is_err());
    }

    /// The whole game can be taken back, with every verdict on the way.
    #[test]
    fn a_game_can_be_taken_back(choices in prop::collection::vec(any::<prop::sample::Index>(), 1..80)) {
        let mut pos = Xiangqi::default();
        let mut stack = Vec::new();
        for choice in choices {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = *choice.get(&moves);
            let before = pos.clone();
            let undo = pos.play(mv);
            stack.push((before, mv, undo));
        }
        while let Some((before, mv, undo)) = stack.pop() {
            pos.undo(mv, undo);
            prop_assert_eq!(&pos, &before);
            prop_assert_eq!(pos.outcome(), before.outcome());
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        let start = Xiangqi::default();
        let _ = text.parse::<Xiangqi>();
        let _ = start.parse_move(&text);
        let _ = start.parse_moves(&text);
        let _ = Xiangqi::parse_line(&text, &Rules::default());
    }

    #[test]
    fn no_nearly_right_fen_panics(text in "[rnbakcpRNBAKCPhe1-9/]{20,70} [wbrx]( [-0-9]{1,6}){0,5}") {
        if let Ok(pos) = text.parse::<Xiangqi>() {
            prop_assert_eq!(pos.to_string().parse::<Xiangqi>(), Ok(pos));
        }
    }
}
