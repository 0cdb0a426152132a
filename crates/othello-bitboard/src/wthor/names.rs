use super::{Error, Header};
use thiserror::Error as ThisError;

/// Reads the players' names from a `.JOU` file: [`Game::black`](super::Game) and `white` are places
/// in this list.
///
/// # Errors
/// If the header is cut short, or the number of names does not fit the length of the file.
pub fn players(bytes: &[u8]) -> Result<Vec<String>, Error> {
    names::<20>(bytes)
}

/// Reads the tournaments' names from a `.TRN` file: [`Game::tournament`](super::Game) is a place in
/// this list.
///
/// # Errors
/// As [`players`].
pub fn tournaments(bytes: &[u8]) -> Result<Vec<String>, Error> {
    names::<26>(bytes)
}

/// The bytes of a `.JOU` file of these players, made on no day in particular.
///
/// # Errors
/// If a name is too long, or has a letter that ISO 8859-1 has not.
///
/// ```
/// use othello_bitboard::wthor;
/// let names = ["Émile".to_owned(), "???".to_owned()];
/// assert_eq!(wthor::players(&wthor::write_players(&names)?)?, names);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_players(names: &[String]) -> Result<Vec<u8>, NameError> {
    write::<20>(names)
}

/// The bytes of a `.TRN` file of these tournaments.
///
/// # Errors
/// As [`write_players`].
pub fn write_tournaments(names: &[String]) -> Result<Vec<u8>, NameError> {
    write::<26>(names)
}

/// Why names cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum NameError {
    /// A name has no room.
    #[error("name {number}: {name:?} is longer than {most} bytes")]
    Long {
        /// Its place among the names, from 1.
        number: usize,
        /// The name.
        name: String,
        /// What there is room for.
        most: usize,
    },
    /// A name has a letter that cannot be written.
    #[error("name {number}: {letter:?} is not in ISO 8859-1")]
    Letter {
        /// Its place among the names, from 1.
        number: usize,
        /// The letter.
        letter: char,
    },
    /// There are more names than the header can count.
    #[error("{names} names are more than a header can count")]
    TooMany {
        /// How many there are.
        names: usize,
    },
}

fn write<const LEN: usize>(names: &[String]) -> Result<Vec<u8>, NameError> {
    let count =
        u16::try_from(names.len()).map_err(|_| NameError::TooMany { names: names.len() })?;
    let header = Header {
        made: [0; 4],
        games: 0,
        names: count,
        year: 0,
        size: 0,
        kind: 0,
        depth: 0,
        reserved: 0,
    };
    let mut bytes = header.write().to_vec();
    for (number, name) in (1..).zip(names) {
        let end = bytes.len() + LEN;
        for letter in name.chars() {
            // A zero would end the name.
            let byte = u8::try_from(letter).ok().filter(|&byte| byte != 0);
            bytes.push(byte.ok_or(NameError::Letter { number, letter })?);
        }
        // A zero ends each.
        if bytes.len() >= end {
            return Err(NameError::Long {
                number,
                name: name.clone(),
                most: LEN - 1,
            });
        }
        bytes.resize(end, 0);
    }
    Ok(bytes)
}

fn names<const LEN: usize>(bytes: &[u8]) -> Result<Vec<String>, Error> {
    let (header, body) = Header::read(bytes)?;
    let expected = usize::from(header.names) * LEN;
    if body.len() != expected {
        return Err(Error::NamesLength {
            count: header.names,
            expected,
            len: body.len(),
        });
    }
    // ISO 8859-1 is the beginning of Unicode: a byte is a character.
    let name = |bytes: &[u8; LEN]| {
        bytes
            .iter()
            .take_while(|&&byte| byte != 0)
            .map(|&byte| char::from(byte))
            .collect()
    };
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
    fn names_are_written() {
        let write = |name: &str| write_players(&["x".to_owned(), name.to_owned()]);
        assert_eq!(
            write("Andr\u{e9}e")
                .map(|bytes| players(&bytes).unwrap()[1].clone())
                .as_deref(),
            Ok("Andr\u{e9}e")
        );
        assert_eq!(
            write(&"\u{e9}".repeat(19)).map(|bytes| bytes.len()),
            Ok(16 + 2 * 20)
        );
        let long = "y".repeat(20);
        assert_eq!(
            write(&long),
            Err(NameError::Long {
                number: 2,
                name: long.clone(),
                most: 19
            })
        );
        assert_eq!(
            write_tournaments(&[long]).map(|bytes| bytes.len()),
            Ok(16 + 26)
        );
        assert_eq!(
            write("炮"),
            Err(NameError::Letter {
                number: 2,
                letter: '炮'
            })
        );
        assert_eq!(
            write("a\0b"),
            Err(NameError::Letter {
                number: 2,
                letter: '\0'
            })
        );
        assert_eq!(
            write_players(&vec![String::new(); 65_536]),
            Err(NameError::TooMany { names: 65_536 })
        );
    }

    #[test]
    fn the_length_must_fit() {
        assert_eq!(players(&[0; 15]), Err(Error::HeaderTruncated { len: 15 }));
        assert_eq!(
            players(&file(2, &[b'a'; 39])),
            Err(Error::NamesLength {
                count: 2,
                expected: 40,
                len: 39
            })
        );
        assert_eq!(
            tournaments(&file(1, &[b'a'; 27])),
            Err(Error::NamesLength {
                count: 1,
                expected: 26,
                len: 27
            })
        );
    }
}
