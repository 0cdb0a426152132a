use crate::{Dense, FeatureSet, Layers};
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib_with_limit};
use thiserror::Error;

/// What a network file says of itself before its weights.
///
/// A file is text first, a line each: the format and its version, then `features`, `hidden`,
/// `count`, `buckets`, in version 2 `dense`, `origin` and `crc32`, each with its value after a space;
/// the CRC-32 is that of all other bytes of the file. A network with a dense layer is of version 2,
/// any other of version 1. Then, packed by zlib, the lower byte of every weight and the
/// upper byte of every weight, for those are much alike; in the order of the fields of [`Layers`],
/// and those of [`Dense`] for one bucket after another.
///
/// ```
/// # use nnue::{FeatureSet, Header, Layers};
/// # let set = FeatureSet { name: "cells", count: 9, max_active: 4, buckets: 1, scale: 400, images: 1, image: |f, _| f };
/// let file = Layers::<16>::zero(&set).to_bytes(&set, "nothing: all zeros");
/// let header = Header::read(&file)?;
/// assert_eq!((header.features.as_str(), header.hidden, header.dense), ("cells", 16, 0));
/// assert_eq!(header.origin, "nothing: all zeros");
/// # Ok::<(), nnue::LayersError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// Name of the feature set.
    pub features: String,
    /// Units of the hidden layer, for each perspective.
    pub hidden: usize,
    /// Features of a perspective.
    pub count: usize,
    /// Output buckets.
    pub buckets: usize,
    /// Units of the dense layer, 0 if there is none.
    pub dense: usize,
    /// What the network was trained on and how: free text, one line.
    pub origin: String,
}

const MAGIC: &str = "boyi network ";
const VERSION: &str = "1";
/// The version with a dense layer.
const VERSION_OF_DENSE: &str = "2";

impl Header {
    /// Reads the header of a file and checks that nothing in the file is damaged. What features it
    /// is for does not matter.
    ///
    /// # Errors
    /// If it is no network file, one of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, LayersError> {
        Ok(split(bytes)?.0)
    }

    /// The lines before the checksum.
    fn text(&self) -> String {
        let Self {
            features,
            hidden,
            count,
            buckets,
            dense,
            origin,
        } = self;
        let (version, dense) = match dense {
            0 => (VERSION, String::new()),
            _ => (VERSION_OF_DENSE, format!("dense {dense}\n")),
        };
        format!(
            "{MAGIC}{version}\nfeatures {features}\nhidden {hidden}\ncount {count}\nbuckets \
             {buckets}\n{dense}origin {origin}\n"
        )
    }
}

/// The line of the checksum.
fn checksum(text: &str, packed: &[u8]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(text.as_bytes());
    hasher.update(packed);
    format!("crc32 {:08x}\n", hasher.finalize())
}

/// The header of a file and its packed weights, both as they were written.
fn split(bytes: &[u8]) -> Result<(Header, &[u8]), LayersError> {
    let rest = bytes
        .strip_prefix(MAGIC.as_bytes())
        .ok_or(LayersError::NotANetwork)?;
    let (version, mut rest) = line(rest)?;
    let has_dense = version == VERSION_OF_DENSE;
    if !has_dense && version != VERSION {
        return Err(LayersError::Version {
            found: version.to_owned(),
        });
    }
    let mut value = |key: &str| {
        let (text, after) = line(rest)?;
        rest = after;
        text.strip_prefix(key)
            .and_then(|text| text.strip_prefix(' '))
            .ok_or(LayersError::Header)
    };
    let number = |text: &str| text.parse().map_err(|_| LayersError::Header);
    let header = Header {
        features: value("features")?.to_owned(),
        hidden: number(value("hidden")?)?,
        count: number(value("count")?)?,
        buckets: number(value("buckets")?)?,
        dense: match has_dense {
            true => number(value("dense")?)?,
            false => 0,
        },
        origin: value("origin")?.to_owned(),
    };
    if has_dense && header.dense == 0 {
        return Err(LayersError::Header);
    }
    let sum = value("crc32")?;
    let expected = checksum(&header.text(), rest);
    if expected.trim_end().strip_prefix("crc32 ") != Some(sum) {
        return Err(LayersError::Checksum);
    }
    Ok((header, rest))
}

/// The first line, and what follows it.
fn line(bytes: &[u8]) -> Result<(&str, &[u8]), LayersError> {
    let end = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .ok_or(LayersError::Header)?;
    let text = str::from_utf8(&bytes[..end]).map_err(|_| LayersError::Header)?;
    Ok((text, &bytes[end + 1..]))
}

impl<const HIDDEN: usize> Layers<HIDDEN> {
    /// As a file, whose format [`Header`] describes. `origin` says what the network was trained on
    /// and how; line breaks in it become spaces.
    ///
    /// # Panics
    /// If there are more or fewer weights than the features need.
    pub fn to_bytes(&self, set: &FeatureSet, origin: &str) -> Vec<u8> {
        assert!(self.fits(set), "the weights are not those of {}", set.name);
        let header = Header {
            features: set.name.to_owned(),
            hidden: HIDDEN,
            count: set.count,
            buckets: set.buckets,
            dense: self.dense_units(),
            origin: origin.replace(['\r', '\n'], " "),
        };
        let bytes = |which: usize| {
            let weights = self.arrays(set).flat_map(|(_, weights, _)| weights);
            weights.map(move |weight| weight.to_le_bytes()[which])
        };
        let plain: Vec<u8> = bytes(0).chain(bytes(1)).collect();
        let packed = compress_to_vec_zlib(&plain, 10);
        let text = header.text();
        let sum = checksum(&text, &packed);
        [text.as_bytes(), sum.as_bytes(), &packed].concat()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote for the same features.
    ///
    /// # Errors
    /// If it is no network file, one of another version, for other features or of another size, or
    /// damaged, or if a weight is beyond its range.
    pub fn from_bytes(bytes: &[u8], set: &FeatureSet) -> Result<Self, LayersError> {
        let (header, packed) = split(bytes)?;
        if header.features != set.name {
            return Err(LayersError::FeatureSet {
                found: header.features,
                expected: set.name,
            });
        }
        for (what, found, expected) in [
            ("hidden units", header.hidden, HIDDEN),
            ("features", header.count, set.count),
            ("output buckets", header.buckets, set.buckets),
        ] {
            if found != expected {
                return Err(LayersError::Size {
                    what,
                    found,
                    expected,
                });
            }
        }
        if header.dense > Dense::<HIDDEN>::MAX_UNITS {
            return Err(LayersError::Dense {
                found: header.dense,
                most: Dense::<HIDDEN>::MAX_UNITS,
            });
        }
        let mut layers = Self::zero(set).with_dense(header.dense);
        let count = layers.arrays_mut().map(|array| array.len()).sum();
        let plain = decompress_to_vec_zlib_with_limit(packed, 2 * count)
            .map_err(|_| LayersError::Packed)?;
        if plain.len() != 2 * count {
            return Err(LayersError::Size {
                what: "bytes of weights",
                found: plain.len(),
                expected: 2 * count,
            });
        }
        let (lower, upper) = plain.split_at(count);
        let mut halves = lower.iter().zip(upper);
        for weight in layers.arrays_mut().flatten() {
            let (&lower, &upper) = halves.next().expect("as many as there are weights");
            *weight = i16::from_le_bytes([lower, upper]);
        }
        layers.check(set)?;
        Ok(layers)
    }

    /// Whether no sum can be more than its type holds.
    fn check(&self, set: &FeatureSet) -> Result<(), LayersError> {
        for (array, weights, most) in self.arrays(set) {
            let beyond = |weight: &i16| weight.unsigned_abs() > most.unsigned_abs();
            if weights.iter().any(beyond) {
                return Err(LayersError::Range { array, most });
            }
        }
        Ok(())
    }
}

/// Why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayersError {
    /// The first line names another format, or none.
    #[error("this is no network file")]
    NotANetwork,
    /// It is of another version of the format.
    #[error("a network file of version {found:?}, not {VERSION} or {VERSION_OF_DENSE}")]
    Version {
        /// Its version.
        found: String,
    },
    /// A line of the header is missing or says nothing that it should.
    #[error("the header is damaged")]
    Header,
    /// The checksum is that of other bytes.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// It is for another feature set.
    #[error("a network for the features {found:?}, not {expected:?}")]
    FeatureSet {
        /// The features that it is for.
        found: String,
        /// Those that were asked for.
        expected: &'static str,
    },
    /// It is of another size.
    #[error("a network of {found} {what}, not {expected}")]
    Size {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Its dense layer has too many units.
    #[error("a dense layer of {found} units, more than {most}")]
    Dense {
        /// How many there are.
        found: usize,
        /// The most there may be.
        most: usize,
    },
    /// The weights cannot be unpacked.
    #[error("the packed weights are damaged")]
    Packed,
    /// A weight is beyond its range.
    #[error("one of the {array} is beyond {most}")]
    Range {
        /// The field of [`Layers`] or [`Dense`] that it belongs to.
        array: &'static str,
        /// The greatest it may be, either way.
        most: i16,
    },
}
