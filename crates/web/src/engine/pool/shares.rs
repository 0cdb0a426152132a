//! Fair queueing: the waiting party that has been served least goes first.

use crate::address::Address;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// The client and game that a job belongs to. Addresses have equal shares, and so have the games of
/// one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Party {
    /// The address of the game's owner, if known.
    pub address: Option<Address>,
    /// The number of the game's room.
    pub room: u64,
}

/// The most parties remembered: with more, all counts start anew.
const PARTIES: usize = 1024;

/// How long each party has been served.
#[derive(Debug, Default)]
pub(super) struct Shares {
    addresses: VirtualTime<Option<Address>>,
    rooms: HashMap<Option<Address>, VirtualTime<u64>>,
}

impl Shares {
    /// How long `party` has been served: first its address, then the game among those of that
    /// address.
    pub fn served(&self, party: Party) -> (Duration, Duration) {
        let of_room = self
            .rooms
            .get(&party.address)
            .map_or(Duration::ZERO, |rooms| rooms.of(&party.room));
        (self.addresses.of(&party.address), of_room)
    }

    /// Begins the turn of `party`, the least served of all that wait.
    pub fn begin(&mut self, party: Party) {
        self.addresses.advance_to(&party.address);
        self.rooms
            .entry(party.address)
            .or_default()
            .advance_to(&party.room);
    }

    /// Adds `time` to what `party` has received.
    pub fn charge(&mut self, party: Party, time: Duration) {
        self.addresses.charge(party.address, time);
        self.rooms
            .entry(party.address)
            .or_default()
            .charge(party.room, time);
        if self.rooms.len() > PARTIES {
            self.rooms.clear();
        }
    }
}

/// Service received, counted so that a party that was away continues where the others are: it has
/// neither saved up turns nor lost any.
#[derive(Debug)]
struct VirtualTime<K> {
    /// The service of the party that last had a turn.
    now: Duration,
    /// The parties that have received more.
    ahead: HashMap<K, Duration>,
}

impl<K> Default for VirtualTime<K> {
    fn default() -> Self {
        Self {
            now: Duration::ZERO,
            ahead: HashMap::new(),
        }
    }
}

impl<K: Eq + Hash> VirtualTime<K> {
    fn of(&self, party: &K) -> Duration {
        self.ahead
            .get(party)
            .copied()
            .unwrap_or_default()
            .max(self.now)
    }

    fn advance_to(&mut self, party: &K) {
        self.now = self.of(party);
    }

    fn charge(&mut self, party: K, time: Duration) {
        let served = self.of(&party) + time;
        self.ahead.insert(party, served);
        self.ahead.retain(|_, served| *served > self.now);
        if self.ahead.len() > PARTIES {
            self.ahead.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    const SLICE: Duration = Duration::from_millis(25);

    fn party(address: u8, room: u64) -> Party {
        let address =
            (address > 0).then(|| Address::from(IpAddr::from(Ipv4Addr::new(192, 0, 2, address))));
        Party { address, room }
    }

    /// Who is served in `rounds` slices, where all of `parties` always wait.
    fn turns(shares: &mut Shares, parties: &[Party], rounds: usize) -> Vec<Party> {
        let mut turn = || {
            let party = *parties
                .iter()
                .min_by_key(|&&party| shares.served(party))
                .expect("a party");
            shares.begin(party);
            // No two searches take the same time.
            shares.charge(party, SLICE + Duration::from_micros(party.room));
            party
        };
        (0..rounds).map(|_| turn()).collect()
    }

    fn count(turns: &[Party], wanted: impl Fn(&Party) -> bool) -> usize {
        turns.iter().filter(|party| wanted(party)).count()
    }

    #[test]
    fn games_take_turns() {
        let parties: Vec<_> = (1..=4).map(|room| party(0, room)).collect();
        let turns = turns(&mut Shares::default(), &parties, 12);
        assert_eq!(turns, parties.repeat(3));
    }

    #[test]
    fn forty_games_of_one_address_weigh_as_much_as_one_of_another() {
        let mut parties: Vec<_> = (1..=40).map(|room| party(1, room)).collect();
        parties.push(party(2, 41));
        let turns = turns(&mut Shares::default(), &parties, 800);
        assert!((398..=402).contains(&count(&turns, |party| party.room == 41)));
        for room in 1..=40 {
            assert!(
                (9..=11).contains(&count(&turns, |party| party.room == room)),
                "room {room}"
            );
        }
    }

    #[test]
    fn a_newcomer_is_next_and_has_saved_up_nothing() {
        for newcomer in [party(1, 99), party(2, 99)] {
            let mut shares = Shares::default();
            let mut parties: Vec<_> = (1..=40).map(|room| party(1, room)).collect();
            turns(&mut shares, &parties, 1010);
            parties.push(newcomer);
            let turns = turns(&mut shares, &parties, 82);
            assert!(turns[..2].contains(&newcomer), "{newcomer:?}");
            let expected = if newcomer.address == parties[0].address {
                2..=3
            } else {
                40..=42
            };
            assert!(
                expected.contains(&count(&turns, |party| *party == newcomer)),
                "{newcomer:?}"
            );
        }
    }

    #[test]
    fn no_number_of_parties_fills_the_memory() {
        for addresses in [1, 5000] {
            let mut shares = Shares::default();
            for number in 0..20_000_u64 {
                let address = Some(Address::from(IpAddr::from(Ipv4Addr::from_bits(
                    number as u32 % addresses,
                ))));
                let party = Party {
                    address,
                    room: number,
                };
                shares.begin(party);
                shares.charge(party, SLICE);
                assert!(shares.addresses.ahead.len() <= PARTIES && shares.rooms.len() <= PARTIES);
                assert!(
                    shares
                        .rooms
                        .get(&address)
                        .is_none_or(|rooms| rooms.ahead.len() <= PARTIES)
                );
            }
        }
    }
}
