use crate::Config;
use axum::extract::ConnectInfo;
use axum::http::{HeaderName, request::Parts};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The address of a client, as limits and shares count it: an IPv4 address, or the 64-bit IPv6
/// network that belongs to one subscriber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl Address {
    /// The header in which a proxy names the client.
    const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

    /// The address of the connection behind a request; `None` if the router was served without
    /// [`ConnectInfo`].
    ///
    /// Behind a proxy it is the last address of `X-Forwarded-For`: the proxy wrote that one, and a
    /// client may have written those before it.
    pub fn of(config: &Config, parts: &Parts) -> Option<Self> {
        let forwarded = || {
            let last = parts.headers.get_all(Self::FORWARDED).iter().next_back()?;
            last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
        };
        let peer = || {
            parts
                .extensions
                .get()
                .map(|ConnectInfo::<SocketAddr>(peer)| peer.ip())
        };
        let ip: Option<IpAddr> = if config.proxied {
            forwarded().or_else(peer)
        } else {
            peer()
        };
        ip.map(Self::from)
    }
}

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Self {
        match ip.to_canonical() {
            IpAddr::V6(ip) => {
                Self(Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).into())
            }
            v4 => Self(v4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn a_network_of_64_bits_is_one_visitor() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1:2:3"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
    }

    #[test]
    fn a_proxy_is_believed_only_where_there_is_one() {
        let peer: SocketAddr = "127.0.0.1:4000".parse().expect("an address");
        for (proxied, headers, expected) in [
            (false, &["192.0.2.7"][..], "127.0.0.1"),
            (true, &["192.0.2.7"], "192.0.2.7"),
            (true, &["192.0.2.1, 192.0.2.7"], "192.0.2.7"),
            (true, &["192.0.2.1", "192.0.2.7"], "192.0.2.7"),
            (true, &["2001:db8::1"], "2001:db8::2"),
            (true, &["unknown"], "127.0.0.1"),
            (true, &[], "127.0.0.1"),
        ] {
            let config = Config {
                proxied,
                ..Config::default()
            };
            let mut request = Request::builder().extension(ConnectInfo(peer));
            for header in headers {
                request = request.header("x-forwarded-for", *header);
            }
            let parts = request.body(()).expect("a request").into_parts().0;
            assert_eq!(
                Address::of(&config, &parts),
                Some(address(expected)),
                "{proxied} {headers:?}"
            );
        }
        let unknown = Request::new(()).into_parts().0;
        assert_eq!(Address::of(&Config::default(), &unknown), None);
    }
}
