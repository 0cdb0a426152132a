//! Correction history: by how much searches have found the static evaluation to be wrong in
//! positions of the same structure.

use game_core::{Player, zobrist::mix};

/// A moving average, for each side to move and [structure](crate::Guide::structure), of the search's
/// value minus the static evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corrections {
    /// In 1/256 of a point; empty while unused.
    averages: Vec<i32>,
}

impl Corrections {
    /// Places for structures; several structures may share one.
    const PLACES: usize = 1 << 14;
    const POINT: i32 = 256;
    /// A search of depth d weighs (d + 1) / `WEIGHTS` in the average.
    const WEIGHTS: i32 = 256;
    /// The greatest weight.
    const MAX_WEIGHT: i32 = 16;

    /// Allocates room if it is `used`, or frees it.
    pub(super) fn configure(&mut self, used: bool) {
        let len = if used { 2 * Self::PLACES } else { 0 };
        if self.averages.len() != len {
            self.averages = vec![0; len];
        }
    }

    /// Bytes kept where it is used.
    pub(super) const BYTES: usize = 2 * Self::PLACES * size_of::<i32>();

    #[inline]
    fn place(turn: Player, structure: u64) -> usize {
        let hash = mix(structure) as usize;
        turn.index() * Self::PLACES + hash % Self::PLACES
    }

    /// The correction to add to the static evaluation, in points.
    #[inline]
    pub(super) fn get(&self, turn: Player, structure: u64) -> i32 {
        let average = self.averages.get(Self::place(turn, structure));
        average.map_or(0, |average| average / Self::POINT)
    }

    /// Moves the average towards `error`, by which a search of `depth` differed from the static
    /// evaluation, clamped to `most` points.
    pub(super) fn learn(
        &mut self,
        turn: Player,
        structure: u64,
        error: i32,
        depth: i32,
        most: i32,
    ) {
        if let Some(average) = self.averages.get_mut(Self::place(turn, structure)) {
            let weight = (depth + 1).clamp(1, Self::MAX_WEIGHT);
            let error = error.clamp(-most, most) * Self::POINT;
            *average += (error - *average) / Self::WEIGHTS * weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Player = Player::First;

    #[test]
    fn it_comes_near_what_is_said_again_and_again() {
        let mut corrections = Corrections::default();
        corrections.learn(TURN, 7, 100, 8, 200);
        assert_eq!(corrections.get(TURN, 7), 0, "unused, it learns nothing");
        corrections.configure(true);
        for _ in 0..1_000 {
            corrections.learn(TURN, 7, 100, 8, 200);
        }
        assert!((90..=100).contains(&corrections.get(TURN, 7)));
        assert_eq!(corrections.get(TURN, 8), 0, "another structure");
        assert_eq!(corrections.get(!TURN, 7), 0, "the other side to move");
        for _ in 0..1_000 {
            corrections.learn(TURN, 7, -1_000, 8, 200);
        }
        assert!(
            (-200..=-190).contains(&corrections.get(TURN, 7)),
            "no more is believed"
        );
        corrections.configure(false);
        assert_eq!(corrections.get(TURN, 7), 0);
    }

    #[test]
    fn a_deeper_search_weighs_more() {
        let after_one = |depth| {
            let mut corrections = Corrections::default();
            corrections.configure(true);
            corrections.learn(TURN, 1, 200, depth, 200);
            corrections.get(TURN, 1)
        };
        assert!(0 < after_one(2) && after_one(2) < after_one(10));
        assert_eq!(after_one(40), after_one(15));
    }
}
