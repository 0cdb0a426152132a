use std::fmt;

/// The key to a room: 128 random bits, in 22 digits of base 62.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Token(String);

impl Token {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const LENGTH: usize = 22;

    /// A key that cannot be guessed: drawn from the thread's cryptographic generator.
    pub fn random() -> Self {
        Self::of(rand::random())
    }

    fn of(mut bits: u128) -> Self {
        let digit = |_| {
            let digit = Self::DIGITS[(bits % 62) as usize];
            bits /= 62;
            char::from(digit)
        };
        Self((0..Self::LENGTH).map(digit).collect())
    }

    /// The digits as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

// Lets rooms be looked up by the text in a message.
impl std::borrow::Borrow<str> for Token {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_number_has_a_text_of_its_own() {
        assert_eq!(Token::of(0).as_str(), "0".repeat(22));
        assert_eq!(Token::of(63).as_str(), format!("11{}", "0".repeat(20)));
        let tokens: HashSet<_> = (0..128)
            .map(|bit| Token::of(1 << bit))
            .chain([Token::of(u128::MAX)])
            .collect();
        assert_eq!(tokens.len(), 129);
        assert_ne!(Token::random(), Token::random());
    }
}
