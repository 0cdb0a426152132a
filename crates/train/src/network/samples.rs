use crate::validation::{between, logistic};
use game_core::{Outcome, Position};
use nnue::{FeatureSet, Features};
use prefetch_index::prefetch_index;
use std::ops::Range;

/// The training target of a position, for the player to move: at least one of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// How the game ended, if the position is one of a game.
    pub result: Option<Outcome>,
    /// The score of a search in points, if there is one; kept within 32,767 of 0.
    pub score: Option<i32>,
}

impl Target {
    /// The target probability of winning: the game result blended with the search score, which a
    /// logistic of width `scale` maps to a probability; one alone where the other is unknown.
    #[inline]
    pub(crate) fn chance(&self, by_result: f64, scale: f64) -> f64 {
        let result = self.result.map(|result| match result {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Loss => 0.0,
        });
        let searched = self.score.map(|score| logistic(f64::from(score) / scale));
        match (result, searched) {
            (Some(result), Some(searched)) => by_result * result + (1.0 - by_result) * searched,
            (only, None) | (None, only) => only.unwrap_or(0.5),
        }
    }
}

/// The active features of games' positions, in memory: two bytes a feature and sixteen a position.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    features: Vec<u16>,
    entries: Vec<Entry>,
    /// Where each game's positions end.
    games: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where its features end: those of the player to move, then those of the opponent.
    end: usize,
    /// How many there are of the player to move.
    own: u16,
    score: i16,
    result: Option<Outcome>,
    bucket: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample<'s> {
    /// The active features, from the perspective of the player to move and of the opponent.
    pub(crate) features: [&'s [u16]; 2],
    pub(crate) bucket: usize,
    pub(crate) target: Target,
}

/// In place of a score where there is none.
const NO_SCORE: i16 = i16::MIN;

impl Samples {
    /// Adds a position: the active features from the perspectives of the player to move and of the
    /// opponent, the output bucket, and what is to be learnt.
    ///
    /// # Panics
    /// If there are more than 65,535 features from one perspective, or if the bucket is beyond 255.
    pub fn push(&mut self, own: &[u16], other: &[u16], bucket: usize, target: Target) {
        self.features.extend_from_slice(own);
        self.features.extend_from_slice(other);
        self.end_position(own.len(), bucket, target);
    }

    /// Adds `pos` as `features` see it, which must be in step with it.
    ///
    /// # Panics
    /// As [`push`](Self::push).
    pub fn push_position<P, F>(&mut self, features: &F, pos: &P, target: Target)
    where
        P: Position,
        F: Features<P>,
    {
        let begin = self.features.len();
        features.active(pos, pos.turn(), &mut self.features);
        let own = self.features.len() - begin;
        features.active(pos, !pos.turn(), &mut self.features);
        self.end_position(own, features.bucket(pos), target);
    }

    fn end_position(&mut self, own: usize, bucket: usize, target: Target) {
        let score = |score: i32| score.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16;
        self.entries.push(Entry {
            end: self.features.len(),
            own: own.try_into().expect("at most 65,535 features"),
            score: target.score.map_or(NO_SCORE, score),
            result: target.result,
            bucket: bucket.try_into().expect("at most 256 buckets"),
        });
    }

    /// Ends a game: the positions since the last end are its own. Whole games are set aside for
    /// validation, since a game's positions are similar.
    pub fn end_game(&mut self) {
        self.games.push(self.entries.len());
    }

    /// Adds those positions of `other` that `keep` takes, by their places; of its games those
    /// follow that have one.
    pub(crate) fn append_some(&mut self, other: &Self, mut keep: impl FnMut(usize) -> bool) {
        for game in 0..other.games() {
            let before = self.positions();
            for position in other.game(game).filter(|&position| keep(position)) {
                let sample = other.sample(position);
                let [own, opponents] = sample.features;
                self.push(own, opponents, sample.bucket, sample.target);
            }
            if self.positions() > before {
                self.end_game();
            }
        }
    }

    /// What the positions take in memory, in bytes, the same on every machine.
    pub(crate) fn bytes(&self) -> u64 {
        2 * self.features.len() as u64 + 16 * self.entries.len() as u64
    }

    /// How many games there are; positions since the last end are one more.
    pub fn games(&self) -> usize {
        let ended = self.games.last().copied().unwrap_or(0);
        self.games.len() + usize::from(ended < self.entries.len())
    }

    /// How many positions there are in all.
    pub fn positions(&self) -> usize {
        self.entries.len()
    }

    /// A game's positions, by their places.
    pub(crate) fn game(&self, game: usize) -> Range<usize> {
        let end = |game: usize| self.games.get(game).copied();
        between(game, |game| end(game).unwrap_or(self.entries.len()))
    }

    #[inline]
    pub(crate) fn sample(&self, position: usize) -> Sample<'_> {
        let entry = self.entries[position];
        let features = &self.features[between(position, |position| self.entries[position].end)];
        let (own, other) = features.split_at(entry.own.into());
        Sample {
            features: [own, other],
            bucket: entry.bucket.into(),
            target: Target {
                result: entry.result,
                score: (entry.score != NO_SCORE).then(|| entry.score.into()),
            },
        }
    }

    /// Prefetches what [`sample`](Self::sample) reads of `soon`, and where it is of `later`.
    #[inline(always)]
    pub(crate) fn prefetch(&self, soon: Option<&usize>, later: Option<&usize>) {
        if let Some(&soon) = soon {
            let features = between(soon, |position| self.entries[position].end);
            for line in features.step_by(32) {
                prefetch_index(&self.features, line);
            }
        }
        if let Some(&later) = later {
            prefetch_index(&self.entries, later);
        }
    }

    /// A hash of all positions.
    pub(crate) fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for feature in &self.features {
            hasher.update(&feature.to_le_bytes());
        }
        for entry in &self.entries {
            let result = entry.result.map_or(0, |result| result as u8 + 1);
            hasher.update(&(entry.end as u64).to_le_bytes());
            hasher.update(&entry.own.to_le_bytes());
            hasher.update(&entry.score.to_le_bytes());
            hasher.update(&[result, entry.bucket]);
        }
        for end in &self.games {
            hasher.update(&(*end as u64).to_le_bytes());
        }
        hasher.finalize()
    }

    /// Whether every position has features and a bucket of `set`, and not too many.
    pub(crate) fn are_of(&self, set: &FeatureSet) -> bool {
        let in_set = |position: usize| {
            let sample = self.sample(position);
            sample.bucket < set.buckets
                && sample
                    .features
                    .iter()
                    .all(|features| features.len() <= set.max_active)
        };
        self.features
            .iter()
            .all(|&feature| usize::from(feature) < set.count)
            && (0..self.positions()).all(in_set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(score: Option<i32>) -> Target {
        Target {
            result: Some(Outcome::Win),
            score,
        }
    }

    #[test]
    fn samples_come_back_as_they_were() {
        let mut samples = Samples::default();
        samples.push(&[1, 2, 3], &[4], 7, target(Some(-450)));
        samples.push(&[], &[9, 8], 0, target(None));
        samples.end_game();
        samples.end_game();
        assert_eq!((samples.games(), samples.positions()), (2, 2));
        samples.push(&[5], &[], 255, target(Some(100_000)));
        assert_eq!((samples.games(), samples.positions()), (3, 3));
        assert_eq!([0, 1, 2].map(|game| samples.game(game)), [0..2, 2..2, 2..3]);
        let mut more = Samples::default();
        more.push(&[6], &[7], 1, target(None));
        more.end_game();
        samples.end_game();
        samples.append_some(&more, |_| true);
        assert_eq!((samples.games(), samples.game(3)), (4, 3..4));
        assert_eq!(samples.sample(3).features, [[6], [7]]);
        let mut some = Samples::default();
        some.append_some(&samples, |position| position > 1);
        assert_eq!((some.games(), some.positions()), (2, 2), "no empty game");
        assert_eq!(some.sample(1).features, [[6], [7]]);
        let [first, second, third] = [0, 1, 2].map(|position| samples.sample(position));
        assert_eq!(first.features, [&[1, 2, 3][..], &[4]]);
        assert_eq!(second.features, [&[][..], &[9, 8]]);
        assert_eq!(third.features, [&[5][..], &[]]);
        assert_eq!([first.bucket, second.bucket, third.bucket], [7, 0, 255]);
        assert_eq!(first.target, target(Some(-450)));
        assert_eq!(second.target, target(None));
        assert_eq!(third.target, target(Some(i16::MAX.into())));
    }

    #[test]
    fn targets_blend_results_and_scores() {
        let e = std::f64::consts::E;
        assert_eq!(target(None).chance(0.3, 400.0), 1.0);
        assert_eq!(target(Some(0)).chance(0.5, 400.0), 0.75);
        let lost = Target {
            result: Some(Outcome::Loss),
            score: Some(-400),
        };
        assert!((lost.chance(0.0, 400.0) - 1.0 / (1.0 + e)).abs() < 1e-9);
        assert_eq!(lost.chance(1.0, 400.0), 0.0);
        let searched = Target {
            result: None,
            score: Some(0),
        };
        assert_eq!(searched.chance(1.0, 400.0), 0.5, "nothing else is known");
    }
}
