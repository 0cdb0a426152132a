//! Decides who may speak to the server: requests to its own name, from its own page.

use crate::Config;
use crate::address::Address;
use axum::extract::ConnectInfo;
use axum::http::{
    HeaderMap, HeaderName, HeaderValue, StatusCode, header, request::Parts, uri::Authority,
};
use std::net::{IpAddr, SocketAddr};

/// The headers of every response: nothing but the server's own files is loaded, WebAssembly among
/// them, and no other page frames this one.
const HEADERS: [(header::HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    ),
    (
        header::HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        header::HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        header::HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
];

/// Adds the headers.
pub(crate) fn protect(headers: &mut HeaderMap) {
    headers.extend(HEADERS);
}

/// Why a request is refused.
pub(crate) type Refusal = (StatusCode, &'static str);

/// Refuses a request to a host name that is not the loopback's, unless the server is public.
pub(crate) fn check_host(config: &Config, parts: &Parts) -> Result<(), Refusal> {
    let loopback = || {
        host(parts).is_some_and(|authority| is_plain(&authority) && is_loopback(authority.host()))
    };
    if config.public || loopback() {
        return Ok(());
    }
    Err((
        StatusCode::FORBIDDEN,
        "this server answers to the loopback's names alone, such as localhost",
    ))
}

/// Refuses a page that is neither the server's own nor allowed. A program that is no browser names
/// no origin.
pub(crate) fn check_origin(config: &Config, parts: &Parts) -> Result<(), Refusal> {
    let mut origins = parts.headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else {
        return Ok(());
    };
    let allowed = |origin: &str| {
        config
            .origins
            .iter()
            .any(|allowed| allowed.trim_end_matches('/').eq_ignore_ascii_case(origin))
            || host(parts).is_some_and(|host| is_same(origin, &host))
    };
    if origins.next().is_none() && origin.to_str().is_ok_and(allowed) {
        return Ok(());
    }
    Err((
        StatusCode::FORBIDDEN,
        "pages of other origins may not connect",
    ))
}

/// The header in which a proxy names the client.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the connection behind a request; `None` if the router was served without
/// [`ConnectInfo`].
///
/// Behind a proxy it is the last address of `X-Forwarded-For`: the proxy wrote that one, and a
/// client may have written those before it.
pub(crate) fn client_address(config: &Config, parts: &Parts) -> Option<Address> {
    let forwarded = || {
        let last = parts.headers.get_all(FORWARDED).iter().next_back()?;
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
    ip.map(Address::from)
}

/// The one host that a request names.
fn host(parts: &Parts) -> Option<Authority> {
    let mut hosts = parts.headers.get_all(header::HOST).iter();
    let host = hosts.next().filter(|_| hosts.next().is_none());
    // HTTP/2, and a client that speaks to a proxy, put the host into the target.
    let target = parts.uri.authority().cloned();
    let named = host.and_then(|host| Authority::try_from(host.as_bytes()).ok());
    match (named, target) {
        (Some(named), Some(target)) => (named == target).then_some(named),
        (named, target) => named.or(target.filter(|_| host.is_none())),
    }
}

/// Whether `host` is certainly this machine: an address, unlike a name, cannot be rebound.
fn is_loopback(host: &str) -> bool {
    let address = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(host);
    host.eq_ignore_ascii_case("localhost")
        || address
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Whether `authority` is a host and a port and no more.
fn is_plain(authority: &Authority) -> bool {
    !authority.as_str().contains('@')
}

/// Whether a page of `origin` was served by `host`.
fn is_same(origin: &str, host: &Authority) -> bool {
    let Some((port, rest)) = [("http://", 80), ("https://", 443)]
        .iter()
        .find_map(|&(scheme, port)| Some((port, origin.strip_prefix(scheme)?)))
    else {
        return false;
    };
    let Ok(page) = Authority::try_from(rest) else {
        return false;
    };
    let port_of = |authority: &Authority| authority.port_u16().unwrap_or(port);
    is_plain(&page)
        && is_plain(host)
        && page.host().eq_ignore_ascii_case(host.host())
        && port_of(&page) == port_of(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn request(headers: &[(&str, &str)]) -> Parts {
        let request = headers
            .iter()
            .fold(Request::builder().uri("/ws"), |request, &(name, value)| {
                request.header(name, value)
            });
        request.body(()).expect("a request").into_parts().0
    }

    #[test]
    fn only_the_loopback_is_answered() {
        let config = Config::default();
        for (host, good) in [
            ("localhost", true),
            ("LOCALHOST:8080", true),
            ("127.0.0.1:8080", true),
            ("[::1]:8080", true),
            ("[0:0:0:0:0:0:0:1]:8080", true),
            ("127.0.0.2:8080", true),
            ("192.168.0.1", false),
            ("[::2]", false),
            ("evil@localhost", false),
            ("example.org", false),
            ("localhost.example.org", false),
            ("127.0.0.1.example.org:8080", false),
            ("localhost:8080:1", false),
            ("", false),
        ] {
            assert_eq!(
                check_host(&config, &request(&[("host", host)])).is_ok(),
                good,
                "{host:?}"
            );
        }
        assert!(check_host(&config, &request(&[])).is_err());
        assert!(
            check_host(
                &config,
                &request(&[("host", "localhost"), ("host", "example.org")])
            )
            .is_err()
        );
        let public = Config {
            public: true,
            ..config
        };
        assert!(check_host(&public, &request(&[("host", "example.org")])).is_ok());
    }

    #[test]
    fn only_the_own_page_connects() {
        let config = Config {
            origins: vec!["https://boyi.example/".to_owned()],
            ..Config::default()
        };
        for (host, origin, good) in [
            ("localhost:8080", "http://localhost:8080", true),
            ("LocalHost:8080", "http://localhost:8080", true),
            ("localhost", "http://localhost", true),
            ("localhost:80", "http://localhost", true),
            ("localhost", "https://localhost:443", true),
            ("localhost:8080", "https://boyi.example", true),
            ("localhost:8080", "http://boyi.example", false),
            ("localhost:8080", "http://localhost:8081", false),
            ("localhost:8080", "http://127.0.0.1:8080", false),
            ("localhost:8080", "http://localhost", false),
            ("localhost:8080", "http://evil.example", false),
            ("localhost:8080", "http://evil@localhost:8080", false),
            (
                "localhost:8080",
                "http://localhost:8080.evil.example",
                false,
            ),
            ("localhost:8080", "localhost:8080", false),
            ("localhost:8080", "file://", false),
            ("localhost:8080", "null", false),
            ("localhost:8080", "", false),
        ] {
            let request = request(&[("host", host), ("origin", origin)]);
            assert_eq!(
                check_origin(&config, &request).is_ok(),
                good,
                "{host} {origin:?}"
            );
        }
        let own = ("origin", "http://localhost:8080");
        assert!(
            check_origin(&config, &request(&[("host", "localhost:8080")])).is_ok(),
            "no browser"
        );
        assert!(
            check_origin(&config, &request(&[("host", "localhost:8080"), own, own])).is_err(),
            "two"
        );
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
                client_address(&config, &parts),
                Some(expected.parse::<IpAddr>().expect("an address").into()),
                "{proxied} {headers:?}"
            );
        }
        let unknown = Request::new(()).into_parts().0;
        assert_eq!(client_address(&Config::default(), &unknown), None);
    }
}
