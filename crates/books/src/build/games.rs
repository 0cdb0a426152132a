use super::Played;
use crate::{Symmetric, Tally};
use game_core::Outcome;
use std::collections::HashMap;
use std::ops::Not;

/// What games went through, symmetric positions taken together, by the keys of their canonical
/// forms.
pub(super) struct Seen {
    /// How many games came to a position.
    positions: HashMap<u64, u64>,
    /// How the games ended that went from one position to another, for the player who moved.
    steps: HashMap<(u64, u64), Tally>,
}

impl Seen {
    /// Follows every game for this many `plies`, or up to a move that is not legal.
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
                if pos.decided().is_some() || pos.unpack(P::pack(mv)).is_none() || !pos.is_legal(mv)
                {
                    break;
                }
                pos.play(mv);
                let there = pos.canonical_form().0.key();
                *seen.positions.entry(there).or_default() += 1;
                *seen.steps.entry((here, there)).or_default() += Tally::of(outcome);
                (here, outcome) = (there, outcome.map(Outcome::not));
            }
        }
        seen
    }

    /// How many games came to this position.
    pub fn games(&self, key: u64) -> u64 {
        self.positions.get(&key).copied().unwrap_or_default()
    }

    /// How the games ended that went from one position to the other.
    pub fn step(&self, from: u64, to: u64) -> Tally {
        self.steps.get(&(from, to)).copied().unwrap_or_default()
    }
}
