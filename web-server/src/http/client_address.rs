//! The address that a request came from: the key of rate limits and of the connection limit (gaps G025).

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;
use domain::config::Config;
use ipnet::{IpNet, Ipv6Net};

const FORWARDED_FOR: &str = "x-forwarded-for";
/// Prefix length of one IPv6 subscriber, who has all addresses within it.
const SUBSCRIBER_BITS: u8 = 64;
/// Prefix length of the largest block that providers give to one site.
const SITE_BITS: u8 = 48;

/// Returns the client's address. Each proxy appends the address that it saw to `X-Forwarded-For`, in the same line or in a separate one;
/// the entries before it may be the client's own. The list is therefore read from its end, and only as far as our proxies have written it.
pub fn client(config: &Config, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let lines = headers.get_all(FORWARDED_FOR).iter().rev();
    let mut values = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    let mut client = peer.to_canonical();
    while config.is_trusted_proxy(client)
        && let Some(seen) = values.next().and_then(parse)
    {
        client = seen;
    }
    client
}

/// Parses an address as proxies write it: some add the port, some put IPv6 into brackets.
fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse::<std::net::SocketAddr>().map(|address| address.ip());
    bare.parse::<IpAddr>().or_else(|_| with_port()).ok().map(|address| address.to_canonical())
}

/// Returns the network that counts as one client: an address of IPv4, a /64 of IPv6.
pub fn client_network(address: IpAddr) -> IpNet {
    match address.to_canonical() {
        IpAddr::V4(address) => IpNet::from(IpAddr::V4(address)),
        IpAddr::V6(address) => ipv6_network(address),
    }
}

/// Returns the block of IPv6 addresses that a site gets, of a client's network; None for an address of IPv4.
pub fn block_of(client: &str) -> Option<String> {
    match client.parse().ok()? {
        IpNet::V4(_) => None,
        IpNet::V6(network) => Some(Ipv6Net::new(network.addr(), SITE_BITS).ok()?.trunc().to_string()),
    }
}

fn ipv6_network(address: Ipv6Addr) -> IpNet {
    let network = Ipv6Net::new(address, SUBSCRIBER_BITS).map(|network| network.trunc());
    network.map_or_else(|_| IpNet::from(IpAddr::V6(address)), IpNet::V6)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;
    use crate::test_config;

    #[test]
    fn block_is_the_site_of_an_ipv6_client() {
        let of = |address: &str| block_of(&client_network(address.parse().unwrap()).to_string());
        assert_eq!(of("2001:db8:7:1::5").as_deref(), Some("2001:db8:7::/48"));
        assert_eq!(of("2001:db8:7:2::6"), of("2001:db8:7:1::5"), "other clients of the same site");
        assert_ne!(of("2001:db8:8:1::5"), of("2001:db8:7:1::5"));
        assert_eq!(of("192.0.2.7"), None);
        assert_eq!(block_of("unknown"), None);
    }

    fn config(trusted: &str) -> Config {
        let given = [("SEKI_ENV", "test"), ("TWILIO_PHONE_NUMBERS", "+81355550100"), ("SEKI_TRUSTED_PROXIES", trusted)];
        test_config::config(&given)
    }

    fn seen(trusted: &str, peer: &str, lines: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line.as_bytes()).expect("a header"));
        }
        client_network(client(&config(trusted), peer.parse().expect("an address"), &headers)).to_string()
    }

    #[test]
    fn only_entries_of_trusted_proxies_count() {
        let ours = "127.0.0.0/8, 10.0.0.0/8";
        for (peer, lines, expected) in [
            ("203.0.113.1", &["9.9.9.9"][..], "203.0.113.1/32"),
            ("127.0.0.1", &[], "127.0.0.1/32"),
            ("127.0.0.1", &["198.51.100.7"], "198.51.100.7/32"),
            ("127.0.0.1", &["9.9.9.9, 198.51.100.7"], "198.51.100.7/32"),
            ("127.0.0.1", &["9.9.9.9", "198.51.100.7"], "198.51.100.7/32"),
            ("127.0.0.1", &["9.9.9.9,8.8.8.8", "7.7.7.7 , 198.51.100.7"], "198.51.100.7/32"),
            ("127.0.0.1", &["9.9.9.9, 198.51.100.7", "10.1.2.3"], "198.51.100.7/32"),
            ("127.0.0.1", &["9.9.9.9, 198.51.100.7, 10.1.2.3"], "198.51.100.7/32"),
            ("::ffff:127.0.0.1", &["198.51.100.7"], "198.51.100.7/32"),
            ("127.0.0.1", &["198.51.100.7:4711"], "198.51.100.7/32"),
            ("127.0.0.1", &["::ffff:198.51.100.7"], "198.51.100.7/32"),
        ] {
            assert_eq!(seen(ours, peer, lines), expected, "{peer} {lines:?}");
        }
    }

    #[test]
    fn invalid_forwarded_address_falls_back_to_proxy() {
        for garbage in ["", "unknown", "198.51.100", "9.9.9.9, ", "9.9.9.9, _hidden", "fe80::1%eth0", "[::1", "é"] {
            assert_eq!(seen("127.0.0.1", "127.0.0.1", &[garbage]), "127.0.0.1/32", "{garbage}");
        }
        assert_eq!(seen("127.0.0.1,10.0.0.0/8", "127.0.0.1", &["9.9.9.9, x, 10.0.0.1"]), "10.0.0.1/32");
    }

    #[test]
    fn ipv6_subscriber_is_one_client() {
        for address in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "[2001:db8:1:2::7]", "[2001:db8:1:2::7]:443"] {
            assert_eq!(seen("127.0.0.1", "127.0.0.1", &[address]), "2001:db8:1:2::/64", "{address}");
        }
        assert_eq!(seen("", "2001:db8:1:3::1", &[]), "2001:db8:1:3::/64");
        assert_eq!(seen("fd00::/8", "fd00::1", &["2001:db8:1:4::1"]), "2001:db8:1:4::/64");
    }
}
