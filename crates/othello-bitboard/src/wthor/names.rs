use super::{Error, Header};

/// Reads the players' names from a `.JOU` file: [`Game::black`](super::Game) and `white` are places in this list.
///
/// # Errors
/// If the header is cut short, or the number of names does not fit the length of the file.
pub fn players(bytes: &[u8]) -> Result<Vec<String>, Error> {
    names::<20>(bytes)
}

/// Reads the tournaments' names from a `.TRN` file: [`Game::tournament`](super::Game) is a place in this list.
///
/// # Errors
/// As [`players`].
pub fn tournaments(bytes: &[u8]) -> Result<Vec<String>, Error> {
    names::<26>(bytes)
}

fn names<const LEN: usize>(bytes: &[u8]) -> Result<Vec<String>, Error> {
    let (header, body) = Header::read(bytes)?;
    let expected = usize::from(header.names) * LEN;
    if body.len() != expected {
        return Err(Error::NamesLength { count: header.names, expected, len: body.len() });
    }
    // ISO 8859-1 is the beginning of Unicode: a byte is a character.
    let name = |bytes: &[u8; LEN]| bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect();
    Ok(body.as_chunks::<LEN>().0.iter().map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(count: u16, body: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; 16];
        bytes[8..10].copy_from_slice(&count.to_le_bytes());
        bytes.extend(body);
        bytes
    }

    #[test]
    fn names_end_at_the_first_zero() {
        let mut body = b"Andr\xe9e Doe\0junk".to_vec();
        body.resize(20, 0);
        body.extend([b'x'; 20]);
        let want = ["Andrée Doe".to_string(), "x".repeat(20)];
        assert_eq!(players(&file(2, &body)), Ok(want.to_vec()));
        assert_eq!(tournaments(&file(0, &[])), Ok(Vec::new()));
    }

    #[test]
    fn the_length_must_fit() {
        assert_eq!(players(&[0; 15]), Err(Error::HeaderTruncated { len: 15 }));
        assert_eq!(players(&file(2, &[b'a'; 39])), Err(Error::NamesLength { count: 2, expected: 40, len: 39 }));
        assert_eq!(tournaments(&file(1, &[b'a'; 27])), Err(Error::NamesLength { count: 1, expected: 26, len: 27 }));
    }
}
