//! The page's files as `build/` makes them, embedded in the binary; a debug build reads them from
//! the disk at each request.

use axum::{
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct Assets;

/// How long a browser may keep what its name tells the contents of: a year, which is for good.
const LASTING: &str = "public, max-age=31536000, immutable";

/// Answers with the file that `uri` names, as small as the client can read it, or with 304 if the
/// client has it already.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some((file, encoding)) = find(path, &headers) else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let tag = tag(&file);
    let kept = if path.starts_with("assets/") {
        LASTING
    } else {
        "no-cache"
    };
    let fresh = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, kept.to_owned()),
        (header::VARY, "Accept-Encoding".to_owned()),
    ];
    let known = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok());
    if known
        .flat_map(|value| value.split(','))
        .any(|value| value.trim().trim_start_matches("W/") == tag)
    {
        return (StatusCode::NOT_MODIFIED, fresh).into_response();
    }
    let encoding = encoding.map(|encoding| [(header::CONTENT_ENCODING, encoding)]);
    let media = [(header::CONTENT_TYPE, media(path))];
    match encoding {
        Some(encoding) => (fresh, media, encoding, file.data).into_response(),
        None => (fresh, media, file.data).into_response(),
    }
}

/// The file at `path` in the best encoding that `headers` accept, and that encoding.
fn find(path: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    // What is packed is found beside its original, and is none itself.
    let plain = Assets::get(path).filter(|_| !path.ends_with(".br") && !path.ends_with(".gz"))?;
    for (encoding, ending) in [("br", "br"), ("gzip", "gz")] {
        if accepts(headers, encoding)
            && let Some(packed) = Assets::get(&format!("{path}.{ending}"))
        {
            return Some((packed, Some(encoding)));
        }
    }
    Some((plain, None))
}

/// Whether `Accept-Encoding` names this encoding, and not with a quality of nought.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let offers = headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    offers.into_iter().any(|offer| {
        let (name, quality) = offer.split_once(';').unwrap_or((offer, "q=1"));
        let quality = quality.trim().strip_prefix("q=").map(str::parse);
        name.trim().eq_ignore_ascii_case(encoding) && !matches!(quality, Some(Ok(0.0_f32)))
    })
}

/// The entity tag: the file's hash, quoted.
fn tag(file: &EmbeddedFile) -> String {
    let hash = &file.metadata.sha256_hash()[..16];
    hash.iter().fold("\"".to_owned(), |mut tag, byte| {
        // Writing to a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
        tag
    }) + "\""
}

/// The media type by the file's extension; text is UTF-8.
fn media(path: &str) -> String {
    let media = mime_guess::from_path(path).first_or_octet_stream();
    let text = media.type_() == "text"
        || media.subtype() == "json"
        || media.suffix().is_some_and(|suffix| suffix == "json");
    if text {
        format!("{media}; charset=utf-8")
    } else {
        media.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_are_those_that_browsers_insist_on() {
        for (path, media_type) in [
            ("index.html", "text/html; charset=utf-8"),
            ("js/main.js", "text/javascript; charset=utf-8"),
            ("css/boards.css", "text/css; charset=utf-8"),
            (
                "app.webmanifest",
                "application/manifest+json; charset=utf-8",
            ),
            ("favicon.svg", "image/svg+xml"),
            ("unknown", "application/octet-stream"),
        ] {
            assert_eq!(media(path), media_type);
        }
    }

    /// The answer to a request for `path` by a client that accepts these encodings.
    async fn get(path: &str, encodings: &str) -> Response {
        let accepted = (
            header::ACCEPT_ENCODING,
            encodings.parse().expect("a header"),
        );
        let uri = path.parse().expect("a path");
        serve(uri, HeaderMap::from_iter([accepted])).await
    }

    async fn body(response: Response) -> Vec<u8> {
        let body = axum::body::to_bytes(response.into_body(), usize::MAX);
        body.await.expect("a body").to_vec()
    }

    /// The files that the index names.
    async fn named() -> Vec<String> {
        let index = String::from_utf8(body(get("/", "").await).await).expect("UTF-8");
        index
            .split('"')
            .filter(|text| text.starts_with("assets/"))
            .map(|name| format!("/{name}"))
            .collect()
    }

    #[tokio::test]
    async fn the_page_is_a_few_files_that_may_be_kept_for_good() {
        let files = named().await;
        assert!((4..12).contains(&files.len()), "{files:?}");
        for path in files {
            let response = get(&path, "").await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(response.headers()[header::CACHE_CONTROL], LASTING);
        }
        for path in ["/", "/index.html", "/worker.js", "/app.webmanifest"] {
            let response = get(path, "").await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
        }
    }

    #[tokio::test]
    async fn files_are_packed_as_the_client_can_read_them() {
        let script = named()
            .await
            .into_iter()
            .find(|path| path.contains("/main-"));
        let script = script.expect("a script");
        let whole = body(get(&script, "").await).await;
        let mut tags = Vec::new();
        for (accepted, encoding) in [
            ("", None),
            ("identity, br;q=0, gzip;q=0", None),
            ("gzip, deflate", Some("gzip")),
            ("deflate, GZIP;q=0.5", Some("gzip")),
            ("gzip, deflate, br, zstd", Some("br")),
        ] {
            let response = get(&script, accepted).await;
            let headers = response.headers();
            let told = headers.get(header::CONTENT_ENCODING);
            assert_eq!(
                told.map(|value| value.as_bytes()),
                encoding.map(str::as_bytes)
            );
            assert_eq!(headers[header::VARY], "Accept-Encoding");
            assert_eq!(
                headers[header::CONTENT_TYPE],
                "text/javascript; charset=utf-8"
            );
            tags.push((encoding, headers[header::ETAG].clone()));
            let packed = body(response).await;
            assert_eq!(packed.len() < whole.len(), encoding.is_some(), "{accepted}");
        }
        tags.dedup();
        assert_eq!(tags.len(), 3, "each has a tag of its own");
        for packed in [format!("{script}.br"), format!("{script}.gz")] {
            assert_eq!(get(&packed, "br").await.status(), StatusCode::NOT_FOUND);
        }
    }

    #[tokio::test]
    async fn a_file_is_fetched_once() {
        let page = serve(Uri::from_static("/"), HeaderMap::new()).await;
        assert_eq!(page.status(), StatusCode::OK);
        let tag = page.headers()[header::ETAG].clone();
        for known in [
            tag.clone(),
            format!("\"x\", W/{}", tag.to_str().expect("ASCII"))
                .parse()
                .expect("a header"),
        ] {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, known)]);
            assert_eq!(
                serve(Uri::from_static("/index.html"), headers)
                    .await
                    .status(),
                StatusCode::NOT_MODIFIED
            );
        }
    }

    #[tokio::test]
    async fn nothing_outside_is_served() {
        for path in [
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "/js/../../Cargo.toml",
            "//etc/passwd",
            "/nothing",
            "/assets",
            "/js",
        ] {
            let response = serve(Uri::from_static(path), HeaderMap::new()).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
