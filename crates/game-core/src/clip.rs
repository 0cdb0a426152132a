use alloc::{borrow::ToOwned, format, string::String};

/// The beginning of `text`, forty characters of it: enough to find it by, for an error that quotes
/// what it has read.
///
/// ```
/// assert_eq!(game_core::clip("h8"), "h8");
/// assert_eq!(game_core::clip(&"炮".repeat(1000)), format!("{}...", "炮".repeat(40)));
/// ```
pub fn clip(text: &str) -> String {
    clip_to(text, 40)
}

/// The beginning of `text`, this many characters of it, and dots where there is more.
///
/// ```
/// use game_core::clip_to;
/// assert_eq!(clip_to("startpos moves f5 d6", 8), "startpos...");
/// assert_eq!(clip_to("startpos", 8), "startpos");
/// ```
pub fn clip_to(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_kept_whole() {
        for (text, longest, want) in [
            ("", 0, ""),
            ("h8", 2, "h8"),
            ("h8", 1, "h..."),
            ("h8", 0, "..."),
            ("炮二平五", 2, "炮二..."),
        ] {
            assert_eq!(clip_to(text, longest), want, "{text} {longest}");
        }
        assert_eq!(clip(&"炮".repeat(1000)), format!("{}...", "炮".repeat(40)));
        assert_eq!(clip(&"炮".repeat(40)), "炮".repeat(40));
    }
}
