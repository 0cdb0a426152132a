use super::{SET, random};
use crate::{FeatureSet, Header, Layers, LayersError};
use miniz_oxide::deflate::compress_to_vec_zlib;
use proptest::prelude::*;

/// A file with a dense layer of this many units, or none.
fn file(dense: usize) -> Vec<u8> {
    random::<16>(5, dense).to_bytes(&SET, "chance, seed 5")
}

/// The file with another header, or other packed bytes, and a checksum that is right.
fn forged(dense: usize, from: &str, to: &str, packed: Option<&[u8]>) -> Vec<u8> {
    let file = file(dense);
    let sum = file
        .windows(7)
        .position(|window| window == b"\ncrc32 ")
        .expect("a checksum")
        + 1;
    let text = str::from_utf8(&file[..sum]).expect("text");
    assert!(text.contains(from), "{text}");
    let text = text.replacen(from, to, 1);
    let packed = packed.unwrap_or(&file[sum + "crc32 01234567\n".len()..]);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(text.as_bytes());
    hasher.update(packed);
    let sum = format!("crc32 {:08x}\n", hasher.finalize());
    [text.as_bytes(), sum.as_bytes(), packed].concat()
}

fn error(file: &[u8]) -> LayersError {
    Layers::<16>::from_bytes(file, &SET).expect_err("it is refused")
}

proptest! {
    #[test]
    fn files_come_back_as_they_were(seed: u64, dense in 0..20_usize, origin in "[^\r\n]*") {
        let layers = random::<48>(seed, dense);
        let file = layers.to_bytes(&SET, &origin);
        prop_assert_eq!(Layers::from_bytes(&file, &SET), Ok(layers));
        let header = Header::read(&file).expect("a header");
        prop_assert_eq!(header.origin, origin);
        prop_assert_eq!((header.hidden, header.count, header.buckets), (48, 128, 3));
        prop_assert_eq!((header.dense, header.features.as_str()), (dense, SET.name));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        prop_assert!(Layers::<16>::from_bytes(&bytes, &SET).is_err());
        for version in ["1", "2"] {
            let begun = format!("boyi network {version}\n");
            let begun = [begun.as_bytes(), bytes.as_slice()].concat();
            prop_assert!(Layers::<16>::from_bytes(&begun, &SET).is_err());
            prop_assert!(Header::read(&begun).is_err());
        }
        // With a checksum that is right.
        for dense in [0, 4] {
            let _ = Layers::<16>::from_bytes(&forged(dense, "", "", Some(&bytes)), &SET);
        }
    }

    #[test]
    fn a_damaged_file_is_refused(dense in 0..3_usize, at: prop::sample::Index, by in 1..=u8::MAX) {
        let mut damaged = file(dense);
        *at.get_mut(&mut damaged) ^= by;
        prop_assert!(Layers::<16>::from_bytes(&damaged, &SET).is_err());
    }

    #[test]
    fn a_file_cut_short_is_refused(dense in 0..3_usize, at: prop::sample::Index) {
        let file = file(dense);
        prop_assert!(Layers::<16>::from_bytes(&file[..at.index(file.len())], &SET).is_err());
    }
}

#[test]
fn other_files_are_refused_by_what_they_are() {
    let size = |what, found, expected| LayersError::Size {
        what,
        found,
        expected,
    };
    assert_eq!(error(b""), LayersError::NotANetwork);
    assert_eq!(error(&file(0)[1..]), LayersError::NotANetwork);
    let found = "3".to_owned();
    let other = forged(0, "network 1", "network 3", None);
    assert_eq!(error(&other), LayersError::Version { found });
    let other = forged(0, "features skirmish", "features other", None);
    let FeatureSet { name, .. } = SET;
    let found = "other king buckets".to_owned();
    let expected = LayersError::FeatureSet {
        found,
        expected: name,
    };
    assert!(
        expected.to_string().contains("other king buckets") && expected.to_string().contains(name)
    );
    assert_eq!(error(&other), expected);
    for (line, found, expected) in [
        ("hidden 16", "hidden 32", size("hidden units", 32, 16)),
        ("count 128", "count 1280", size("features", 1_280, 128)),
        ("buckets 3", "buckets 1", size("output buckets", 1, 3)),
    ] {
        assert_eq!(error(&forged(0, line, found, None)), expected);
    }
    for (dense, line, found) in [
        (0, "hidden 16", "hidden x"),
        (0, "buckets 3\n", ""),
        (0, "count ", "count"),
        (0, "network 1", "network 2"),
        (4, "network 2", "network 1"),
        (4, "dense 4", "dense four"),
        // That would be version 1.
        (4, "dense 4", "dense 0"),
    ] {
        let other = forged(dense, line, found, None);
        assert_eq!(error(&other), LayersError::Header, "{line} {found}");
    }
    let expected = LayersError::Dense {
        found: 257,
        most: 256,
    };
    assert_eq!(error(&forged(4, "dense 4", "dense 257", None)), expected);
    assert_eq!(
        expected.to_string(),
        "a dense layer of 257 units, more than 256"
    );
    let mut other = file(0);
    *other.last_mut().expect("bytes") ^= 1;
    assert_eq!(error(&other), LayersError::Checksum);
    assert_eq!(error(&forged(0, "", "", Some(b"?"))), LayersError::Packed);
    let short = compress_to_vec_zlib(&[0; 10], 1);
    let plain = 2 * (128 * 17 + 16 + 3 * 33);
    for (dense, count) in [(0, plain), (4, plain + 2 * 3 * 4 * 34)] {
        let expected = size("bytes of weights", 10, count);
        assert_eq!(error(&forged(dense, "", "", Some(&short))), expected);
    }
    // Of 5 units, there are too few weights; of 3, too many to be unpacked.
    let found = plain + 2 * 3 * 4 * 34;
    let expected = size("bytes of weights", found, found + 2 * 3 * 34);
    assert_eq!(error(&forged(4, "dense 4", "dense 5", None)), expected);
    let other = forged(4, "dense 4", "dense 3", None);
    assert_eq!(error(&other), LayersError::Packed);
}

/// Written before there were dense layers.
#[test]
fn a_file_of_version_1_is_read_and_written_as_ever() {
    const FILE: &[u8] = include_bytes!("version-1.network");
    let read = Layers::<16>::from_bytes(FILE, &SET).expect("a network");
    assert_eq!(read, random(5, 0));
    assert_eq!(file(0), FILE);
}

#[test]
fn weights_beyond_their_range_are_refused() {
    type Change = fn(&mut Layers<16>);
    let changes: [(&str, Change); 8] = [
        ("inputs", |layers| {
            layers.inputs[7][7] = -SET.max_input() - 1
        }),
        ("psqt", |layers| layers.psqt[7] = i16::MIN),
        ("biases", |layers| layers.biases[7] = SET.max_input() + 1),
        ("outputs", |layers| layers.outputs[2][1][7] = i16::MIN),
        ("tempo", |layers| layers.tempo[1] = i16::MIN),
        ("dense weights", |layers| {
            layers.dense[2].weights[3][1][7] = -512
        }),
        ("dense biases", |layers| layers.dense[1].biases[0] = 2_041),
        ("dense outputs", |layers| layers.dense[0].outputs[2] = 128),
    ];
    for (array, change) in changes {
        let mut layers = random::<16>(1, 4);
        change(&mut layers);
        let error = error(&layers.to_bytes(&SET, ""));
        assert!(matches!(error, LayersError::Range { array: found, .. } if found == array));
        assert!(error.to_string().contains(array), "{error}");
    }
}

#[test]
fn line_breaks_in_the_origin_become_spaces() {
    let file = random::<16>(1, 0).to_bytes(&SET, "a\nb\r\nc");
    assert_eq!(Header::read(&file).expect("a header").origin, "a b  c");
}
