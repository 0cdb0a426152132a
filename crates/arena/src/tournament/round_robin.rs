use super::{Contestant, Match, Shard, Ticket};
use fnv::FnvHasher;
use serde::{Deserialize, Serialize};
use std::hash::Hasher;
use thiserror::Error;

/// A tournament: a match between every two players, or between the first and each of the others.
///
/// ```
/// use arena::tournament::{Match, Tournament};
/// let players = ["pvs,depth=1", "mtdf,depth=1", "level=1"].map(|text| text.parse().expect("a configuration"));
/// let terms = Match::new(engines::game("othello")?, "pvs".parse()?, "pvs".parse()?);
/// assert_eq!(Tournament::new(&players, false, &terms)?.matches.len(), 3);
/// assert_eq!(Tournament::new(&players, true, &terms)?.matches.len(), 2);
/// assert!(Tournament::new(&players[..1], false, &terms).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tournament {
    /// The players' names, as configurations spell them.
    pub players: Vec<String>,
    /// Whether the others meet only the first.
    pub gauntlet: bool,
    /// The matches in the order in which they are played, each with the numbers of A and of B among
    /// the players.
    pub matches: Vec<([usize; 2], Match)>,
}

/// Players that make no tournament.
///
/// ```
/// use arena::tournament::{Match, Tournament};
/// let terms = Match::new(engines::game("othello")?, "level=1".parse()?, "level=1".parse()?);
/// let error = Tournament::new(&[terms.a.clone(), terms.b.clone()], false, &terms).map(drop).unwrap_err();
/// assert_eq!(error.to_string(), "\"level=1\" is there twice");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnfitPlayers {
    /// There are fewer than two players.
    #[error("two players or more are needed")]
    TooFew,
    /// Two have the same name: equal ones would draw every pair of games.
    #[error("{0:?} is there twice")]
    Twice(String),
}

impl Tournament {
    /// All matches of `players` under the conditions of `terms`, whose own A and B do not matter;
    /// there are no sequential tests.
    ///
    /// # Errors
    /// Unless there are at least two players, all different.
    pub fn new(
        players: &[Contestant],
        gauntlet: bool,
        terms: &Match,
    ) -> Result<Self, UnfitPlayers> {
        let names: Vec<String> = players.iter().map(Contestant::to_string).collect();
        if names.len() < 2 {
            return Err(UnfitPlayers::TooFew);
        }
        let mut numbered = names.iter().enumerate();
        if let Some((_, twice)) = numbered.find(|(i, name)| names[..*i].contains(name)) {
            return Err(UnfitPlayers::Twice(twice.clone()));
        }
        let between = |[i, j]: [usize; 2]| {
            let plan = Match {
                a: players[i].clone(),
                b: players[j].clone(),
                sprt: None,
                ..terms.clone()
            };
            ([i, j], plan)
        };
        let matches = pairings(players.len(), gauntlet).map(between).collect();
        Ok(Self {
            players: names,
            gauntlet,
            matches,
        })
    }

    /// A unique name of this tournament: 16 hexadecimal digits, a hash of its matches' ids.
    pub fn id(&self) -> String {
        let mut hash = FnvHasher::default();
        hash.write(&[self.gauntlet.into()]);
        self.matches
            .iter()
            .for_each(|(_, plan)| hash.write(plan.id().as_bytes()));
        format!("{:016x}", hash.finish())
    }

    /// The tickets of all matches.
    pub fn tickets(&self) -> Vec<Ticket> {
        let id = self.id();
        let players = &self.players;
        let gauntlet = self.gauntlet;
        let ticket = |(pairing, plan): &([usize; 2], Match)| {
            let place = MatchPlace {
                id: id.clone(),
                players: players.clone(),
                gauntlet,
                pairing: *pairing,
            };
            Ticket {
                tournament: Some(place),
                ..Ticket::of(plan)
            }
        };
        self.matches.iter().map(ticket).collect()
    }

    /// The part of each match that belongs to `shard` of the tournament. The pairs of all matches
    /// are numbered consecutively, so that shards of many short matches have equal work.
    pub fn shards(&self, shard: Shard) -> Vec<Shard> {
        let mut before = 0;
        let part = |(_, plan): &([usize; 2], Match)| {
            let part = shard.after(before);
            before += plan.games.div_ceil(2);
            part
        };
        self.matches.iter().map(part).collect()
    }
}

/// The place of a match in a tournament.
///
/// ```
/// use arena::tournament::{Match, Tournament};
/// let players = ["level=1", "level=2", "level=3"].map(|text| text.parse().expect("a level"));
/// let terms = Match::new(engines::game("othello")?, "level=1".parse()?, "level=1".parse()?);
/// let tournament = Tournament::new(&players, true, &terms)?;
/// let places = tournament.tickets().into_iter().filter_map(|ticket| ticket.tournament);
/// let pairings: Vec<_> = places.map(|place| place.pairing).collect();
/// assert_eq!(pairings, [[0, 1], [0, 2]], "a gauntlet: the others do not meet");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchPlace {
    /// The tournament's [id](Tournament::id).
    pub id: String,
    /// All players.
    pub players: Vec<String>,
    /// Whether the others meet only the first.
    pub gauntlet: bool,
    /// The numbers of A and of B among them.
    pub pairing: [usize; 2],
}

impl MatchPlace {
    /// Every pairing of this tournament, in order.
    pub(super) fn pairings(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        pairings(self.players.len(), self.gauntlet)
    }

    /// How many pairings there are.
    pub(super) fn count(&self) -> u64 {
        let players = self.players.len() as u64;
        if self.gauntlet {
            players.saturating_sub(1)
        } else {
            players * players.saturating_sub(1) / 2
        }
    }

    /// Whether `other` is a place in the same tournament.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        *self
            == Self {
                pairing: self.pairing,
                ..other.clone()
            }
    }

    /// Whether `a` and `b` meet here.
    pub(super) fn is_of(&self, a: &str, b: &str) -> bool {
        let [i, j] = self.pairing;
        let met = if self.gauntlet {
            i == 0 && i < j
        } else {
            i < j
        };
        met && self.players.get(i).is_some_and(|name| name == a)
            && self.players.get(j).is_some_and(|name| name == b)
    }
}

/// Who meets whom, of players numbered from 0.
fn pairings(count: usize, gauntlet: bool) -> impl Iterator<Item = [usize; 2]> + use<> {
    let first = if gauntlet { count.min(1) } else { count };
    (0..first).flat_map(move |i| (i + 1..count).map(move |j| [i, j]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_meets_everyone_or_the_first() {
        assert_eq!(
            pairings(4, false).collect::<Vec<_>>(),
            [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
        );
        assert_eq!(
            pairings(4, true).collect::<Vec<_>>(),
            [[0, 1], [0, 2], [0, 3]]
        );
        assert_eq!(
            (pairings(1, false).count(), pairings(0, true).count()),
            (0, 0)
        );
    }

    #[test]
    fn places_fit_their_players() {
        let place = |pairing, gauntlet| MatchPlace {
            id: String::new(),
            players: ["x", "y", "z"].map(str::to_owned).into(),
            gauntlet,
            pairing,
        };
        assert!(place([1, 2], false).is_of("y", "z") && place([0, 2], true).is_of("x", "z"));
        for (pairing, gauntlet) in [
            ([1, 2], true),
            ([2, 1], false),
            ([1, 1], false),
            ([1, 3], false),
            ([9, 9], false),
            ([0, 1], false),
        ] {
            assert!(!place(pairing, gauntlet).is_of("y", "z"), "{pairing:?}");
        }
        assert!(
            place([0, 1], false).is_beside(&place([1, 2], false))
                && !place([0, 1], false).is_beside(&place([0, 1], true))
        );
    }

    #[test]
    fn shards_part_the_tournament_evenly() {
        let othello = engines::game("othello").expect("built in");
        let players = ["level=1", "level=2", "level=3", "level=4"]
            .map(|text| text.parse().expect("a configuration"));
        for games in [1, 4, 7] {
            let one = || "level=1".parse().expect("a configuration");
            let terms = Match {
                games,
                ..Match::new(othello, one(), one())
            };
            let tournament = Tournament::new(&players, false, &terms).expect("different players");
            for count in 1..9 {
                let share = |number: u64| -> Vec<(usize, u64)> {
                    let parts = tournament
                        .shards(format!("{number}/{count}").parse().expect("a shard"))
                        .into_iter();
                    parts
                        .enumerate()
                        .flat_map(|(k, part)| part.games(games).map(move |index| (k, index)))
                        .collect()
                };
                let shares: Vec<_> = (0..count).map(share).collect();
                let mut all = shares.concat();
                all.sort_unstable();
                assert!(
                    all.into_iter()
                        .eq((0..6).flat_map(|k| (0..games).map(move |index| (k, index)))),
                    "{games} {count}"
                );
                let pairs = |share: &Vec<(usize, u64)>| {
                    share
                        .iter()
                        .filter(|(_, index)| index.is_multiple_of(2))
                        .count()
                };
                let [least, most] = [
                    shares.iter().map(pairs).min(),
                    shares.iter().map(pairs).max(),
                ]
                .map(|pairs| pairs.expect("shards"));
                assert!(most - least <= 1, "{games} {count}");
            }
        }
    }
}
