use super::Played;
use crate::{Symmetric, Tally};
use game_core::Outcome;
use std::collections::HashMap;
use std::ops::Not;

/// The positions and moves of games; symmetric positions are counted together, by the keys of their
/// canonical forms.
pub(super) struct Seen {
    /// The number of games through a position.
    positions: HashMap<u64, u64>,
    /// The results of the games that went from one position to another, for the player who moved.
    steps: HashMap<(u64, u64), Tally>,
}

impl Seen {
    /// Follows every game for this many `plies`, or up to an illegal move.
    pub fn count<P: Symmetric>(start: &P, games: &[Played<P::Move>], plies: usize) -> Self {
        let mut seen = Self {
            positions: HashMap::new(),
            steps: HashMap::new(),
        };
        for game in games {
            let mut pos = start.clone();
            let mut outcome = game.outcome;
            let mut here = pos.canonical_form().0.key();
            *seen.positions.entry(here).or_default() += 1;
            for &mv in game.moves.iter().take(plies) {
                if pos.decided().is_some()
                    || pos.unpack(pos.pack(mv)).is_none()
                    || !pos.is_legal(mv)
                {
                    break;
                }
                let turn = pos.turn();
                pos.play(mv);
                let there = pos.canonical_form().0.key();
                *seen.positions.entry(there).or_default() += 1;
                *seen.steps.entry((here, there)).or_default() += Tally::of(outcome);
                here = there;
                if pos.turn() != turn {
                    outcome = outcome.map(Outcome::not);
                }
            }
        }
        seen
    }

    /// The number of games through this position.
    pub fn games(&self, key: u64) -> u64 {
        self.positions.get(&key).copied().unwrap_or_default()
    }

    /// The results of the games that went from one position to the other.
    pub fn step(&self, from: u64, to: u64) -> Tally {
        self.steps.get(&(from, to)).copied().unwrap_or_default()
    }
}
