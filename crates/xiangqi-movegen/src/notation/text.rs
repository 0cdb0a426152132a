//! Files of text in the encodings that Chinese programs write.

use encoding_rs::{CoderResult, Encoding, GB18030};
use std::borrow::Cow;

/// The text of a file: in UTF-8, in UTF-16 with a byte order mark, or else in GB18030, of which GBK
/// and GB2312 are parts. What is no character in it becomes U+FFFD. Text in UTF-8 is not copied.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    /// The byte order mark in UTF-8.
    const MARK: &str = "\u{feff}";
    match String::from_utf8(bytes) {
        Ok(mut text) => {
            if text.starts_with(MARK) {
                text.drain(..MARK.len());
            }
            text
        }
        Err(error) => {
            let bytes = error.as_bytes();
            let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or((GB18030, 0));
            decode_by_parts(encoding, &bytes[mark..])
        }
    }
}

/// The text of bytes in an encoding, in not much more memory than it takes: all at once may take
/// twice as much.
fn decode_by_parts(encoding: &'static Encoding, mut bytes: &[u8]) -> String {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    let mut part = [0; 1 << 14];
    loop {
        let (result, read, written, _) = decoder.decode_to_utf8(bytes, &mut part, true);
        text.push_str(str::from_utf8(&part[..written]).expect("a decoder writes UTF-8"));
        bytes = &bytes[read..];
        if result == CoderResult::InputEmpty {
            return text;
        }
    }
}

/// The text of bytes in GB18030.
pub(super) fn decode_gb(bytes: &[u8]) -> Cow<'_, str> {
    GB18030.decode_without_bom_handling(bytes).0
}

/// `text` in GB18030, which has a code for every character, so that [`decode`] reads it.
///
/// Some characters, such as 隆, have codes that are UTF-8 too. Where all of a text is so, a wide
/// space that is none follows it.
pub(super) fn encode_gb(text: &str) -> Vec<u8> {
    let bytes = GB18030.encode(text).0.into_owned();
    if text.is_ascii() || str::from_utf8(&bytes).is_err() {
        return bytes;
    }
    GB18030.encode(&format!("{text}\u{3000}\n")).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_told_by_the_bytes() {
        let text = "炮二平五 馬８進７ é 𠮷";
        assert_eq!(decode(text.into()), text);
        assert_eq!(decode(format!("\u{feff}{text}").into()), text);
        assert_eq!(decode(encode_gb(text)), text);
        assert_eq!(decode(format!("\u{feff}{text}").into()), text);
        assert_eq!(decode(encode_gb(text)), text);
        let wide: Vec<u8> = "\u{feff}炮"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(decode(wide.clone()), "炮");
        assert_eq!(decode(wide), "炮");
        // Longer than a part, however its ends fall.
        for before in ["", "a", "ab", "abc"] {
            let long = before.to_owned() + &text.repeat(2_000);
            assert_eq!(decode(encode_gb(&long)), long);
        }
        assert_eq!(decode(b"h2e2 \xff".to_vec()), "h2e2 \u{fffd}");
        assert_eq!(decode(b"h2e2 \xff".to_vec()), "h2e2 \u{fffd}");
        assert_eq!(decode(b"".to_vec()), "");
        assert_eq!(decode(encode_gb("隆")), "隆\u{3000}\n");
        assert_eq!(decode(encode_gb("ascii")), "ascii");
    }
}
