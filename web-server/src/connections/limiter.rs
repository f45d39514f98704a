//! Limits on connections, in total and per address.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::Arc;

use domain::config::ConnectionsConfig;
use ipnet::IpNet;
use parking_lot::Mutex;

use crate::http::client_address::client_network;

pub struct ConnectionLimiter {
    max: usize,
    per_address: usize,
    inside: Arc<Mutex<ConnectionCounts>>,
}

#[derive(Default)]
struct ConnectionCounts {
    all: usize,
    by_address: HashMap<IpNet, usize>,
}

/// A connection's permit; released when dropped.
pub struct ConnectionPermit {
    address: Option<IpNet>,
    inside: Arc<Mutex<ConnectionCounts>>,
}

impl ConnectionLimiter {
    pub fn new(config: &ConnectionsConfig) -> Self {
        Self { max: config.max, per_address: config.per_address, inside: Arc::default() }
    }

    /// Returns a permit for a connection from `address`, or `None` when the limit is reached. One of our proxies represents many clients,
    /// so only the total limit applies to it.
    pub fn acquire(&self, address: IpAddr, is_proxy: bool) -> Option<ConnectionPermit> {
        let address = (!is_proxy).then(|| client_network(address));
        let mut inside = self.inside.lock();
        if inside.all >= self.max {
            return None;
        }
        if let Some(address) = address {
            let count = inside.by_address.entry(address).or_default();
            if *count >= self.per_address {
                return None;
            }
            *count += 1;
        }
        inside.all += 1;
        Some(ConnectionPermit { address, inside: self.inside.clone() })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut inside = self.inside.lock();
        inside.all -= 1;
        if let Some(address) = self.address
            && let Entry::Occupied(mut count) = inside.by_address.entry(address)
        {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn connection_permits_are_limited_globally_and_per_address() {
        let limiter = ConnectionLimiter::new(&ConnectionsConfig { max: 4, per_address: 2, request_seconds: 1 });
        let enter = |text: &str| limiter.acquire(address(text), false);
        let (first, second) = (enter("2001:db8::1"), enter("2001:db8::2"));
        assert!(first.is_some() && second.is_some());
        assert!(enter("2001:db8::3").is_none(), "one /64 is one client");
        let others = [enter("192.0.2.1"), enter("192.0.2.2")];
        assert!(others.iter().all(Option::is_some));
        assert!(enter("192.0.2.3").is_none(), "the total limit is four");
        drop(first);
        assert!(enter("2001:db8::3").is_some());
        drop((second, others));
        let inside = limiter.inside.lock();
        assert_eq!((inside.all, inside.by_address.len()), (0, 0));
    }

    #[test]
    fn trusted_proxy_may_have_many_clients() {
        let limiter = ConnectionLimiter::new(&ConnectionsConfig { max: 3, per_address: 1, request_seconds: 1 });
        let places: Vec<_> = (0..4).map(|_| limiter.acquire(address("10.0.0.1"), true)).collect();
        assert_eq!(places.iter().flatten().count(), 3);
    }
}
