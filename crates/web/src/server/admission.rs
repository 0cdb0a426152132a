use super::guard::Refusal;
use crate::Config;
use crate::address::Address;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits the WebSockets: in all, and from each address.
#[derive(Debug)]
pub(crate) struct Admissions {
    places: Arc<Semaphore>,
    most: usize,
    most_per_address: usize,
    held: Mutex<HashMap<Address, usize>>,
}

/// The right to a WebSocket, given back when dropped.
#[derive(Debug)]
pub(crate) struct Admission {
    _place: OwnedSemaphorePermit,
    address: Option<Address>,
    admissions: Arc<Admissions>,
}

impl Admissions {
    /// The limits that `config` sets.
    pub fn new(config: &Config) -> Arc<Self> {
        let most = config.connections.min(Semaphore::MAX_PERMITS);
        Arc::new(Self {
            places: Arc::new(Semaphore::new(most)),
            most,
            most_per_address: config.connections_per_address,
            held: Mutex::default(),
        })
    }

    /// Admits a connection from `address`, if that is known, or says which limit is reached.
    pub fn admit(self: &Arc<Self>, address: Option<Address>) -> Result<Admission, Refusal> {
        let full = (
            StatusCode::SERVICE_UNAVAILABLE,
            "there are too many connections: try again later",
        );
        let greedy = (
            StatusCode::TOO_MANY_REQUESTS,
            "there are too many connections from this address: close one",
        );
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = address
            .and_then(|address| held.get(&address).copied())
            .unwrap_or(0);
        if address.is_some() && of_address >= self.most_per_address {
            return Err(greedy);
        }
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| full)?;
        if let Some(address) = address {
            held.insert(address, of_address + 1);
        }
        drop(held);
        Ok(Admission {
            _place: place,
            address,
            admissions: Arc::clone(self),
        })
    }

    /// Returns when the last WebSocket has ended.
    pub async fn wait_empty(&self) {
        let all = u32::try_from(self.most).unwrap_or(u32::MAX);
        let _ = self.places.acquire_many(all).await;
    }

    /// Admits no connection from now on.
    pub fn close(&self) {
        self.places.close();
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut held = self
            .admissions
            .held
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    #[test]
    fn an_address_holds_its_part_and_no_more() {
        let config = Config {
            connections: 4,
            connections_per_address: 2,
            ..Config::default()
        };
        let admissions = Admissions::new(&config);
        let address = |last| Some(Address::from(IpAddr::from(Ipv4Addr::new(192, 0, 2, last))));
        let refused = |address| {
            admissions
                .admit(address)
                .err()
                .map(|(status, _)| status.as_u16())
        };
        let first = admissions.admit(address(1)).expect("the first");
        let second = admissions.admit(address(1)).expect("the second");
        assert_eq!(refused(address(1)), Some(429));
        let third = admissions.admit(address(2)).expect("another address");
        let fourth = admissions.admit(None).expect("an unknown address");
        assert_eq!(refused(address(3)), Some(503));
        assert_eq!(refused(None), Some(503));
        drop(first);
        let again = admissions
            .admit(address(1))
            .expect("a place was given back");
        assert_eq!(refused(address(1)), Some(429));
        drop((second, third, fourth, again));
        assert!(
            admissions.held.lock().expect("no panic").is_empty(),
            "no address is remembered forever"
        );
    }
}
