use crate::{Endgames, Material, MaterialError, endgames::Slot};
use fnv::FnvHasher;
use std::collections::BTreeMap;
use std::hash::Hasher;
use thiserror::Error;

/// The beginning of a file; the last number is the version of the format.
const MAGIC: &[u8] = b"boyi endgame tables 1\nxiangqi\n";

/// Why bytes are not a file of endgame tables.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// It does not begin with the format's name.
    #[error("not a file of xiangqi endgame tables (version 1)")]
    Magic,
    /// Its checksum does not match.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// It is truncated.
    #[error("the file ends within the table {nth}")]
    Short {
        /// Which table, counted from 1.
        nth: usize,
    },
    /// The name of a table is invalid.
    #[error("table {nth}: {error}")]
    Name {
        /// Which table, counted from 1.
        nth: usize,
        /// What is wrong with it.
        error: MaterialError,
    },
    /// A table is there twice.
    #[error("{material} is there twice")]
    Twice {
        /// The table's.
        material: Material,
    },
    /// A table does not unpack to a valid table.
    #[error("{material} does not unpack to its table")]
    Table {
        /// The table's.
        material: Material,
    },
}

impl Endgames {
    /// As a file: a line that names the format, one that names the game, a checksum (FNV-1a in 64
    /// bits, little end first), and for each table its name ending in a line's end, the length of
    /// what is packed (four bytes, little end first), and its bytes packed by zlib.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut tables = Vec::new();
        for (material, slot) in self.slots() {
            tables.extend(format!("{material}\n").bytes());
            tables.extend((slot.packed.len() as u32).to_le_bytes());
            tables.extend(&slot.packed);
        }
        [MAGIC, &checksum(&tables).to_le_bytes(), &tables].concat()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote; tables are unpacked when they are needed, and
    /// one that is damaged in spite of the checksum then counts as missing: see
    /// [`check`](Self::check).
    ///
    /// # Errors
    /// If it is no such file, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(FileError::Magic)?;
        let (sum, mut rest) = rest.split_first_chunk().ok_or(FileError::Checksum)?;
        if checksum(rest) != u64::from_le_bytes(*sum) {
            return Err(FileError::Checksum);
        }
        let mut slots = BTreeMap::new();
        for nth in 1.. {
            if rest.is_empty() {
                break;
            }
            let short = FileError::Short { nth };
            let end = rest
                .iter()
                .position(|&byte| byte == b'\n')
                .ok_or(short.clone())?;
            let name = String::from_utf8_lossy(&rest[..end]);
            let material: Material = name
                .parse()
                .map_err(|error| FileError::Name { nth, error })?;
            let (length, packed) = rest[end + 1..].split_first_chunk().ok_or(short.clone())?;
            let (packed, after) = packed
                .split_at_checked(u32::from_le_bytes(*length) as usize)
                .ok_or(short)?;
            if slots.insert(material, Slot::new(packed.to_vec())).is_some() {
                return Err(FileError::Twice { material });
            }
            rest = after;
        }
        Ok(Self::from_slots(slots))
    }

    /// Unpacks every table.
    ///
    /// # Errors
    /// If one is damaged.
    pub fn check(&self) -> Result<(), FileError> {
        match self
            .slots()
            .iter()
            .find(|(material, slot)| slot.table(material).is_none())
        {
            Some((&material, _)) => Err(FileError::Table { material }),
            None => Ok(()),
        }
    }
}

/// FNV-1a (Fowler, Noll and Vo) in 64 bits, which never changes.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec_zlib;

    fn tables() -> Endgames {
        Endgames::generate(&["KPKA".parse().expect("KPKA")], |_, _| {})
    }

    /// A file of these bytes.
    fn file(tables: &[u8]) -> Vec<u8> {
        [MAGIC, &checksum(tables).to_le_bytes(), tables].concat()
    }

    #[test]
    fn a_file_reads_back() {
        let tables = tables();
        let read = Endgames::from_bytes(&tables.to_bytes()).expect("a file");
        assert_eq!(read, tables);
        assert_eq!(read.check(), Ok(()));
        assert_eq!(
            read.materials()
                .map(Material::to_string)
                .collect::<Vec<_>>(),
            ["KPK", "KPKA"]
        );
        for material in tables.materials() {
            assert_eq!(read.summary(material), tables.summary(material));
        }
        let none = Endgames::from_bytes(&file(b"")).expect("a file without tables");
        assert_eq!((none.materials().len(), none.check()), (0, Ok(())));
    }

    #[test]
    fn other_files_are_refused() {
        let whole = tables().to_bytes();
        assert_eq!(Endgames::from_bytes(b"a book"), Err(FileError::Magic));
        assert_eq!(Endgames::from_bytes(MAGIC), Err(FileError::Checksum));
        for at in MAGIC.len()..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            assert_eq!(
                Endgames::from_bytes(&damaged),
                Err(FileError::Checksum),
                "byte {at}"
            );
            assert_eq!(
                Endgames::from_bytes(&whole[..at]),
                Err(FileError::Checksum),
                "{at} bytes"
            );
        }
        let one = [&b"KPK\n"[..], &3_u32.to_le_bytes(), b"abc"].concat();
        for end in 1..one.len() {
            assert_eq!(
                Endgames::from_bytes(&file(&one[..end])),
                Err(FileError::Short { nth: 1 }),
                "{end} bytes"
            );
        }
        let material: Material = "KPK".parse().expect("KPK");
        assert_eq!(
            Endgames::from_bytes(&file(&[&one[..], &one].concat())),
            Err(FileError::Twice { material })
        );
        let error = MaterialError::Letter('X');
        assert_eq!(
            Endgames::from_bytes(&file(b"KXK\n\0\0\0\0")),
            Err(FileError::Name { nth: 1, error })
        );
    }

    #[test]
    fn a_table_that_does_not_unpack_is_found_out() {
        let material: Material = "KPK".parse().expect("KPK");
        let table =
            |packed: &[u8]| [&b"KPK\n"[..], &(packed.len() as u32).to_le_bytes(), packed].concat();
        let len = 6 * 9 * 55;
        for plain in [vec![0; len - 1], vec![0; len + 1], vec![252; len]] {
            let damaged = Endgames::from_bytes(&file(&table(&compress_to_vec_zlib(&plain, 6))))
                .expect("a file");
            assert_eq!(damaged.check(), Err(FileError::Table { material }));
            assert_eq!(damaged.summary(&material), None);
        }
        let damaged = Endgames::from_bytes(&file(&table(b"no zlib"))).expect("a file");
        assert_eq!(damaged.check(), Err(FileError::Table { material }));
        let sound = Endgames::from_bytes(&file(&table(&compress_to_vec_zlib(&vec![251; len], 6))))
            .expect("a file");
        assert_eq!(sound.check(), Ok(()));
    }
}
