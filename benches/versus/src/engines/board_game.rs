//! The crate `board-game`.

use super::leaves::Leaves;
use super::{Done, EXPLORATION, Game, PLAYOUTS, Row, SIMULATIONS, Setting, Workload};
use board_game::ai::mcts::MCTSBot;
use board_game::ai::minimax::{Heuristic, minimax_value};
use board_game::board::{
    Alternating, Board, BoardDone, BoardMoves, BoardSymmetry, Outcome, PlayError, Player,
};
use board_game::symmetry::UnitSymmetry;
use board_game::util::iter::ClonableInternal;
use rand_of_board_game::rngs::SmallRng;
use rand_of_board_game::{Rng, SeedableRng};
use std::cmp::Ordering;
use std::ops::Range;
use std::{fmt, iter};

/// The crate's rows.
pub fn rows<P: Game, E>(setting: &Setting<P, E>) -> Vec<Row> {
    let row = |workload, library, work| Row {
        game: setting.game,
        workload,
        library,
        work,
    };
    let start = Adapted::new(setting.start);
    vec![
        row(
            Workload::Playouts,
            "board-game, random moves",
            playouts(start.clone()),
        ),
        row(
            Workload::TreeSearch,
            "board-game, MCTSBot",
            tree_search(start.clone()),
        ),
        row(
            Workload::AlphaBeta,
            "board-game, minimax",
            alpha_beta(start, setting.depth.into()),
        ),
    ]
}

/// A position in the crate's terms, with its outcome at hand, as the crate's own games keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Adapted<P> {
    pos: P,
    outcome: Option<Outcome>,
}

impl<P: Game> Adapted<P> {
    fn new(pos: P) -> Self {
        let outcome = pos
            .decided()
            .map(|outcome| match outcome.winner(pos.turn()) {
                Some(winner) => Outcome::WonBy(player(winner)),
                None => Outcome::Draw,
            });
        Self { pos, outcome }
    }
}

fn player(player: game_core::Player) -> Player {
    match player {
        game_core::Player::First => Player::A,
        game_core::Player::Second => Player::B,
    }
}

impl<P: Game> fmt::Display for Adapted<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.pos, f)
    }
}

impl<P: Game> Board for Adapted<P> {
    type Move = P::Move;

    fn next_player(&self) -> Player {
        player(self.pos.turn())
    }

    fn is_available_move(&self, mv: P::Move) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.pos.unpack(self.pos.pack(mv)).is_some())
    }

    fn play(&mut self, mv: P::Move) -> Result<(), PlayError> {
        self.check_can_play(mv)?;
        *self = Self::new(self.pos.after(mv));
        Ok(())
    }

    /// What is available need not be checked.
    fn play_random_available_move(&mut self, random: &mut impl Rng) -> Result<(), BoardDone> {
        let mv = self.random_available_move(random)?;
        *self = Self::new(self.pos.after(mv));
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn can_lose_after_move() -> bool {
        true
    }
}

impl<P: Game> Alternating for Adapted<P> {}

impl<'a, P: Game> BoardMoves<'a, Self> for Adapted<P> {
    type AllMovesIterator = ClonableInternal<iter::Map<Range<u8>, fn(u8) -> P::Move>>;
    type AvailableMovesIterator = ClonableInternal<P::Moves>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        let moves = 0..P::SLOTS as u8;
        ClonableInternal::new(moves.map(P::numbered as fn(u8) -> P::Move))
    }

    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        self.check_done()?;
        Ok(ClonableInternal::new(self.pos.moves()))
    }
}

/// None: nothing here asks for a symmetry.
impl<P: Game> BoardSymmetry<Self> for Adapted<P> {
    type Symmetry = UnitSymmetry;
    type CanonicalKey = ();

    fn map(&self, _: UnitSymmetry) -> Self {
        self.clone()
    }

    fn map_move(&self, _: UnitSymmetry, mv: P::Move) -> P::Move {
        mv
    }

    fn canonical_key(&self) {}
}

/// The evaluator of the game; its leaves are counted, and not what the crate asks on the way.
#[derive(Debug)]
struct Worth {
    depth: u32,
    leaves: Leaves<()>,
}

impl<P: Game> Heuristic<Adapted<P>> for Worth {
    type V = i32;

    fn value(&self, board: &Adapted<P>, ply: u32) -> i32 {
        /// Beyond every value of an evaluator.
        const WIN: i32 = 1_000_000;
        match board.outcome {
            Some(Outcome::Draw) => 0,
            Some(Outcome::WonBy(winner)) if winner == board.next_player() => WIN - ply as i32,
            Some(Outcome::WonBy(_)) => ply as i32 - WIN,
            None => {
                if ply == self.depth {
                    self.leaves.add();
                }
                board.pos.value().into()
            }
        }
    }

    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

fn playouts<P: Game>(start: Adapted<P>) -> Box<dyn FnMut() -> Done> {
    let mut random = SmallRng::seed_from_u64(1);
    Box::new(move || {
        let mut points = 0.0;
        for _ in 0..PLAYOUTS {
            let mut board = start.clone();
            let outcome = loop {
                if let Some(outcome) = board.outcome() {
                    break outcome;
                }
                board
                    .play_random_available_move(&mut random)
                    .expect("a game that goes on has moves");
            };
            points += match outcome {
                Outcome::WonBy(Player::A) => 1.0,
                Outcome::WonBy(Player::B) => 0.0,
                Outcome::Draw => 0.5,
            };
        }
        Done {
            count: PLAYOUTS.into(),
            value: Some(points / f64::from(PLAYOUTS)),
        }
    })
}

fn tree_search<P: Game>(start: Adapted<P>) -> Box<dyn FnMut() -> Done> {
    let random = SmallRng::seed_from_u64(1);
    let mut bot = MCTSBot::new(SIMULATIONS.into(), EXPLORATION, random);
    Box::new(move || Done {
        count: bot.build_tree(&start)[0].visits as u64,
        value: None,
    })
}

fn alpha_beta<P: Game>(start: Adapted<P>, depth: u32) -> Box<dyn FnMut() -> Done> {
    let worth = Worth {
        depth,
        leaves: Leaves::new(()),
    };
    Box::new(move || {
        let before = worth.leaves.count();
        let value = minimax_value(&start, &worth, depth);
        Done {
            count: worth.leaves.count() - before,
            value: Some(value.into()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{connect_four, othello};
    use board_game::util::game_stats::perft_naive;
    use game_core::perft;

    #[test]
    fn the_rules_are_the_same() {
        for depth in 1..=7 {
            assert_eq!(
                perft_naive(&Adapted::new(othello::Board::START), depth),
                perft(&othello::Board::START, depth)
            );
            assert_eq!(
                perft_naive(&Adapted::new(connect_four::Board::START), depth),
                perft(&connect_four::Board::START, depth)
            );
        }
    }
}
