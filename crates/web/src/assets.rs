//! The page's files, embedded in the binary; a debug build reads them from the disk at each
//! request.

use axum::{
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// Answers with the file that `uri` names, or with 304 if the client has it already.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Assets::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let tag = tag(&file);
    let fresh = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
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
    (fresh, [(header::CONTENT_TYPE, media(path))], file.data).into_response()
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
    let text = media.type_() == "text" || media.subtype() == "json";
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
            ("favicon.svg", "image/svg+xml"),
            ("unknown", "application/octet-stream"),
        ] {
            assert_eq!(media(path), media_type);
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
            "/js",
        ] {
            let response = serve(Uri::from_static(path), HeaderMap::new()).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
