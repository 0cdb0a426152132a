use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// A part of a match: of `count` parts, the one numbered `number` from 0, which plays every
/// `count`-th pair.
///
/// ```
/// use arena::tournament::Shard;
/// let shard: Shard = "1/3".parse()?;
/// assert_eq!(shard.games(12).collect::<Vec<_>>(), [2, 3, 8, 9]);
/// assert!("3/3".parse::<Shard>().is_err());
/// # Ok::<(), arena::tournament::BadShard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    number: u64,
    count: u64,
}

/// A text that names no shard.
///
/// ```
/// let error = "3/3".parse::<arena::tournament::Shard>().unwrap_err();
/// assert_eq!(error.to_string(), "\"3/3\" is not i/n with i from 0 to n - 1");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is not i/n with i from 0 to n - 1")]
pub struct BadShard(pub String);

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self {
        number: 0,
        count: 1,
    };

    /// Whether this is the whole match.
    pub fn is_whole(self) -> bool {
        self.count == 1
    }

    /// The part of a match that belongs to this shard if `pairs` pairs of other matches come before
    /// it.
    pub fn after(self, pairs: u64) -> Self {
        // Neither the sum nor the difference overflows.
        let number = u128::from(self.number) + u128::from(self.count - pairs % self.count);
        Self {
            number: (number % u128::from(self.count)) as u64,
            count: self.count,
        }
    }

    /// This shard's part of `of` things, where its things follow each other.
    ///
    /// ```
    /// let shard: arena::tournament::Shard = "1/3".parse()?;
    /// assert_eq!(shard.range(10), 3..6);
    /// # Ok::<(), arena::tournament::BadShard>(())
    /// ```
    pub fn range(self, of: u64) -> Range<u64> {
        // No more than `of`.
        let begin = |number| (u128::from(of) * number / u128::from(self.count)) as u64;
        let number = u128::from(self.number);
        begin(number)..begin(number + 1)
    }

    /// Whether game `index` belongs to this shard.
    pub fn has(self, index: u64) -> bool {
        index / 2 % self.count == self.number
    }

    /// The indices of this shard's games in a match of `games`, in order.
    pub fn games(self, games: u64) -> impl Iterator<Item = u64> {
        (0..games).filter(move |&index| self.has(index))
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let parts = text
            .split_once('/')
            .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, count)) if number < count => Ok(Self { number, count }),
            _ => Err(BadShard(text.to_owned())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_name_none() {
        for text in [
            "",
            "/",
            "1",
            "1/",
            "/2",
            "2/2",
            "0/0",
            "-1/2",
            "1/2/3",
            "a/b",
            "1 / 2",
            "0/99999999999999999999",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn shards_part_the_match() {
        for games in [0, 1, 2, 7, 30] {
            for count in 1..6 {
                let mut all: Vec<u64> = (0..count)
                    .flat_map(|number| Shard { number, count }.games(games))
                    .collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..games));
                let ranges = (0..count).map(|number| Shard { number, count }.range(games));
                assert!(ranges.flatten().eq(0..games));
            }
        }
    }
}
