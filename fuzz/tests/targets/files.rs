//! Binary files: books, endgame tables, weights, networks, checkpoints and data.

use books::build::Ledger;
use books::othello::edax::EdaxBook;
use books::{Book, Entry, Tally};
use boyi_fuzz::{Draws, target};
use endgames::Endgames;
use fnv::FnvHasher;
use game_core::Score;
use gomoku_rules::{Gomoku, Rules};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use nnue::{FeatureSet, Header};
use pattern_eval::othello;
use pattern_eval::xiangqi::{HalfKa, Layers};
use std::hash::Hasher;
use std::sync::LazyLock;
use train::{data, network};

/// A small book.
fn book() -> Book {
    let entry = |mv, score, depth, wins| Entry {
        mv,
        score: Score::eval(score),
        depth,
        tally: Tally {
            wins,
            ..Tally::default()
        },
    };
    let positions = [
        (7, vec![entry(3, 20, 4, 1), entry(300, -20, 4, 0)]),
        (u64::MAX, vec![entry(65_000, 0, 255, 70_000)]),
    ];
    Book::new("othello", positions)
}

/// The checksum of books and endgame tables, as a file has it.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

/// The columns of a book are changed before they are packed, so that the checksum fits; and so is
/// the file.
#[test]
fn opening_books() {
    target!(15_000, 512, |bytes| {
        const HEAD: &[u8] = b"boyi opening book 1\nothello\n";
        static SAMPLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let file = book().to_bytes();
            decompress_to_vec_zlib(&file[HEAD.len() + 8..]).expect("what was packed")
        });
        let mut draws = Draws::new(bytes);
        let plain = draws.file(&[&SAMPLE]);
        let packed = compress_to_vec_zlib(&plain, 1);
        let sealed = [HEAD, &checksum(&plain), &packed].concat();
        for file in [draws.file(&[&sealed]), sealed] {
            match Book::from_bytes(&file) {
                Ok(book) => {
                    let again = Book::from_bytes(&book.to_bytes());
                    assert_eq!(again.as_ref(), Ok(&book));
                    assert_eq!(book.iter().count(), book.len());
                    let best_first = |entries: &[Entry<u16>]| {
                        entries.is_sorted_by(|one, other| one.score >= other.score)
                    };
                    assert!(book.iter().all(|(_, entries)| best_first(entries)));
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    });
}

/// A book of Edax: every position it holds reads back from its own text, and it makes a book.
#[test]
fn books_of_edax() {
    target!(20_000, 512, |bytes| {
        // The start, where d3 is known.
        let mut sample = b"XADEKOOB\x04\x06".to_vec();
        sample.extend([0xea, 0x07, 11, 20, 12, 44, 21, 0]);
        sample.extend([4, 8, 2, 1, 0, 1].into_iter().flat_map(u32::to_le_bytes));
        let discs = [0x0008_1000_0000_u64, 0x0010_0800_0000];
        sample.extend(discs.into_iter().flat_map(u64::to_le_bytes));
        sample.extend([0; 16]);
        sample.extend([3, 0, 0x81, 0xff, 0x7f, 0, 0, 4, 3, 19]);
        if let Ok(edax) = EdaxBook::read(&Draws::new(bytes).file(&[&sample])) {
            for position in &edax.positions {
                assert_eq!(position.board.to_string().parse(), Ok(position.board));
            }
            let book = edax.to_book(100);
            assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
        }
    });
}

/// The record of a book's search: read, and every line of it is an answer.
#[test]
fn ledgers() {
    target!(50_000, 192, |bytes| {
        const TEXTS: [&str; 3] = [
            "title\nff 3 -20 4\n0 65535 30000 60\n",
            "title\nff 3 -20 4\n12 4",
            "title\n",
        ];
        let text = Draws::new(bytes).text(&TEXTS, "title 0123456789abcdef-\n");
        match Ledger::read("title", &text) {
            Ok(ledger) => assert!(ledger.len() <= text.lines().count(), "{text:?}"),
            Err(error) => assert!(!error.to_string().is_empty(), "{text:?}"),
        }
    });
}

#[test]
fn endgame_tables() {
    target!(500, 512, |bytes| {
        const HEAD: &[u8] = b"boyi endgame tables 1\nxiangqi\n";
        static SAMPLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let material = "KPKA".parse().expect("a material");
            let file = Endgames::generate(&[material], |_, _| {}).to_bytes();
            file[HEAD.len() + 8..].to_vec()
        });
        let mut draws = Draws::new(bytes);
        let tables = draws.file(&[&SAMPLE]);
        let sealed = [HEAD, &checksum(&tables), &tables].concat();
        for file in [draws.file(&[&sealed]), sealed] {
            match Endgames::from_bytes(&file) {
                Ok(tables) => {
                    let again = Endgames::from_bytes(&tables.to_bytes());
                    assert_eq!(again.as_ref(), Ok(&tables));
                    // A table that does not unpack is refused by name, and gives no summary.
                    let broken = tables.check().err();
                    let summaries = tables.materials().map(|material| tables.summary(material));
                    let all = summaries.into_iter().all(|summary| summary.is_some());
                    assert_eq!(all, broken.is_none(), "{broken:?}");
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    });
}

/// The network file with its packed weights replaced by these and its checksum computed again.
fn network_of(file: &[u8], packed: &[u8]) -> Vec<u8> {
    let head = &file[..head_of_network(file) - "crc32 01234567\n".len()];
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(packed);
    let sum = format!("crc32 {:08x}\n", hasher.finalize());
    [head, sum.as_bytes(), packed].concat()
}

/// How long the header of a network file is: to the end of the line of the checksum.
fn head_of_network(file: &[u8]) -> usize {
    let mut lines = file.split_inclusive(|&byte| byte == b'\n');
    let mut before = 0;
    let sum = lines.find(|line| {
        let found = line.starts_with(b"crc32 ");
        before += line.len();
        found
    });
    sum.map_or(0, |_| before)
}

/// The packed numbers are changed before they are packed, and so is the file.
#[test]
fn networks_and_weights() {
    target!(10, 512, |bytes| {
        // The end of the first line is the end of the head.
        let head = |file: &[u8]| {
            let end = file.iter().position(|&byte| byte == b'\n');
            file[..=end.expect("a line")].to_vec()
        };
        let set = HalfKa::SET;
        let network = Layers::zero(&set).to_bytes(&set, "nothing");
        let dense = Layers::zero(&set).with_dense(2).to_bytes(&set, "nothing");
        let weights = othello::Weights::zero().to_bytes();
        let mut draws = Draws::new(bytes);
        for (file, is_network) in [(network, true), (dense, true), (weights, false)] {
            let head = match is_network {
                true => file[..head_of_network(&file)].to_vec(),
                false => head(&file),
            };
            let mut plain = decompress_to_vec_zlib(&file[head.len()..]).expect("what was packed");
            for _ in 0..draws.below(4) {
                let at = draws.below(plain.len());
                plain[at] = draws.byte();
            }
            if draws.one_in(8) {
                plain.truncate(draws.below(plain.len()));
            }
            let packed = compress_to_vec_zlib(&plain, 1);
            let sealed = match is_network {
                true => network_of(&file, &packed),
                false => [head, packed].concat(),
            };
            for file in [draws.file(&[&sealed]), sealed] {
                if is_network {
                    let header = Header::read(&file);
                    if let Ok(layers) = Layers::from_bytes(&file, &set) {
                        let origin = header.expect("a header").origin;
                        let again = Layers::from_bytes(&layers.to_bytes(&set, &origin), &set);
                        assert!(again == Ok(layers));
                    }
                } else if let Ok(weights) = othello::Weights::from_bytes(&file) {
                    let again = othello::Weights::from_bytes(&weights.to_bytes());
                    assert!(again == Ok(weights));
                }
            }
        }
    });
}

/// A checkpoint of a training: refused, and then nothing has changed, or the training goes on from
/// it. Its numbers are changed before they are summed up, and so is the file.
#[test]
fn checkpoints() {
    target!(3_000, 512, |bytes| {
        static SAMPLES: LazyLock<network::Samples> = LazyLock::new(|| {
            let mut samples = network::Samples::default();
            let target = network::Target {
                result: None,
                score: Some(30),
            };
            samples.push(&[0, 1], &[2], 0, target);
            samples
        });
        const SET: FeatureSet = FeatureSet {
            name: "three",
            count: 3,
            max_active: 2,
            buckets: 1,
            scale: 400,
            images: 1,
            image: |feature, _| feature,
        };
        let config = network::TrainingConfig {
            dense: 1,
            epochs: 2,
            ..network::TrainingConfig::default()
        };
        let mut training = network::Training::<16>::new(&SAMPLES, SET, config);
        let Ok(()) = training.epoch();
        let file = training.checkpoint();
        let lines: Vec<usize> = file
            .iter()
            .enumerate()
            .filter_map(|(at, &byte)| (byte == b'\n').then_some(at + 1))
            .collect();
        let (head, packed) = (&file[..lines[2]], &file[lines[3]..]);
        let mut draws = Draws::new(bytes);
        let packed = draws.file(&[packed]);
        let sum = crc32fast::hash(&[head, &packed].concat());
        let sealed = [head, format!("crc32 {sum:08x}\n").as_bytes(), &packed].concat();
        for file in [draws.file(&[&sealed]), sealed] {
            let before = training.checkpoint();
            match training.resume(&file) {
                Ok(()) => assert!(training.epochs_done() <= 2 && training.checkpoint() == file),
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    assert!(training.checkpoint() == before);
                }
            }
        }
    });
}

/// A data file: its games come back from what is written of them, and only legal moves are seen.
/// The games are changed before they are packed, and so is the file.
#[test]
fn data_files() {
    target!(3_000, 512, |bytes| {
        const TEXT: &str = "boyi games as text 1\ngame gomoku\nrules \norigin x\n\n\
            0 win startpos moves h8 i9 ; - -35\n1 positions\nX:h8 O: turn:O ; -40\n\n";
        static SAMPLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let (header, games) =
                data::read_text::<Gomoku>(TEXT, |_| Ok(Rules::default())).expect("two games");
            let file = tempfile::NamedTempFile::new().expect("a file");
            let (mut writer, _) = data::Writer::open(file.path(), &header).expect("a file");
            writer.append(&games).expect("written");
            std::fs::read(file.path()).expect("written")
        });
        let mut draws = Draws::new(bytes);
        let head = SAMPLE
            .split_inclusive(|&byte| byte == b'\n')
            .take(5)
            .map(<[u8]>::len)
            .sum();
        let (head, chunk) = SAMPLE.split_at(head);
        let plain = decompress_to_vec_zlib(&chunk[16..]).expect("what was packed");
        let plain = draws.file(&[&plain]);
        let packed = compress_to_vec_zlib(&plain, 1);
        let numbers = [
            packed.len() as u32,
            plain.len() as u32,
            crc32fast::hash(&packed),
        ];
        let numbers: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
        let sum = crc32fast::hash(&numbers).to_le_bytes();
        let sealed = [head, &numbers, &sum, &packed].concat();
        for file in [draws.file(&[&sealed]), sealed] {
            let Ok(mut reader) = data::Reader::new(&file[..]) else {
                continue;
            };
            let games = match reader.next_chunk() {
                Ok(games) => games.unwrap_or_default(),
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    continue;
                }
            };
            for game in games {
                let mut seen = 0;
                let visited = game.visit(&Rules::default(), |_: &Gomoku, _| seen += 1);
                assert!(visited.is_ok() || visited.is_err_and(|error| error.number == game.number));
                match &game.content {
                    data::Content::Played(played) => assert!(seen <= played.moves.len()),
                    data::Content::Positions(positions) => assert!(seen <= positions.len()),
                }
            }
        }
        let text = draws.text(&[TEXT], "startpos movesh8i9 ;1-0/\nwinpositions");
        match data::read_text::<Gomoku>(&text, |_| Ok(Rules::default())) {
            Ok((_, games)) => assert!(games.len() <= text.lines().count(), "{text:?}"),
            Err(error) => assert!(error.line <= text.lines().count() + 3, "{error}: {text:?}"),
        }
    });
}
