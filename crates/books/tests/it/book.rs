//! Books of Othello built by a small search of the test's own: symmetry, legality, minimax,
//! threads, the file format.

use crate::common::{at_random, built, games, plan, search};
use books::build::{Ledger, LedgerError, Plan, Played, Question, SearchResult, build};
use books::{Book, BookError, Entry, Symmetric, Tally, choose};
use fnv::FnvHasher;
use game_core::{Notation, Outcome, Position, Score};
use othello_bitboard::{Othello, Symmetry};
use proptest::prelude::*;
use std::hash::Hasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every position that the book's moves lead to from the start.
fn positions(book: &Book) -> Vec<Othello> {
    let mut found = vec![Othello::START];
    let mut keys = std::collections::HashSet::new();
    let mut next = 0;
    while next < found.len() {
        for entry in book.page(&found[next]) {
            let mut pos = found[next];
            pos.play(entry.mv);
            if !book.page(&pos).is_empty() && keys.insert(pos.canonical_form().0.key()) {
                found.push(pos);
            }
        }
        next += 1;
    }
    found
}

#[test]
fn every_move_is_legal_and_every_position_is_reached() {
    let book = built();
    let positions = positions(&book);
    assert_eq!(positions.len(), book.len());
    let mut moves = 0;
    for pos in positions {
        let page = book.page(&pos);
        moves += page.len();
        for entry in &page {
            assert_eq!(pos.parse_move(&entry.mv.to_string()), Ok(entry.mv), "{pos}");
            assert!(entry.depth >= 2);
        }
        assert!(
            page.windows(2).all(|pair| pair[0].score >= pair[1].score),
            "{pos}"
        );
    }
    assert_eq!(moves, book.moves());
    assert_eq!(book.depths().values().sum::<usize>(), book.len());
}

#[test]
fn symmetric_positions_have_symmetric_moves() {
    let book = built();
    for pos in positions(&book) {
        let page = book.page(&pos);
        for symmetry in Symmetry::ALL {
            let image = pos.image(symmetry);
            let theirs = book.page(&image);
            assert_eq!(theirs.len(), page.len(), "{image}");
            for (ours, theirs) in page.iter().zip(&theirs) {
                assert_eq!(ours.with_move(()), theirs.with_move(()));
                // Where a symmetry leaves the position as it is, another of several moves that are
                // one may be given.
                let mut after = pos;
                let mut other = image;
                after.play(ours.mv);
                other.play(theirs.mv);
                assert_eq!(
                    after.canonical_form().0,
                    other.canonical_form().0,
                    "{image}"
                );
            }
        }
        // Nor do the colours matter.
        let reversed = Othello::new(pos.own(), pos.opp(), !pos.turn()).expect("a position");
        assert_eq!(book.page(&reversed), page);
    }
}

/// A move that leads to another position of the book is worth what is best there; one that leads
/// out of it was searched.
#[test]
fn scores_are_brought_back_by_minimax() {
    let book = built();
    let plan = plan();
    let mut ends = 0;
    for pos in positions(&book) {
        let ply = pos.empty().count_ones();
        for entry in book.page(&pos) {
            let mut after = pos;
            after.play(entry.mv);
            match book.page(&after).first() {
                Some(best) => {
                    assert_eq!(
                        (entry.score, entry.depth),
                        (-best.score, best.depth + 1),
                        "{pos} {}",
                        entry.mv
                    );
                }
                None => {
                    ends += 1;
                    let odd = (plan.depth + (60 - ply)) % 2;
                    assert_eq!(
                        u32::from(entry.depth),
                        plan.depth + odd,
                        "{pos} {}",
                        entry.mv
                    );
                }
            }
        }
    }
    assert!(ends > 10);
    // The best that leads out of a position is better than all others that do.
    let mut seen = 0;
    for pos in positions(&book) {
        let page = book.page(&pos);
        let leads_on = |mv| {
            let mut after = pos;
            after.play(mv);
            !book.page(&after).is_empty()
        };
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        let (known, unknown): (Vec<_>, Vec<_>) = moves.into_iter().partition(|&mv| leads_on(mv));
        let found: Vec<_> = page.iter().filter(|entry| !leads_on(entry.mv)).collect();
        assert_eq!(found.len(), usize::from(!unknown.is_empty()), "{pos}");
        if let [found] = found[..] {
            let question = Question {
                pos: &pos,
                depth: found.depth.into(),
                exclude: &known,
            };
            assert_eq!(
                search(&question).map(|answer| answer.score),
                Some(found.score),
                "{pos}"
            );
            seen += 1;
        }
    }
    assert!(seen > 10);
}

#[test]
fn games_are_counted_for_who_moves() {
    let book = built();
    let page = book.page(&Othello::START);
    assert_eq!(page.len(), 1, "the four first moves are one");
    let games = games();
    let count = |outcome| {
        games
            .iter()
            .filter(|game| game.outcome == Some(outcome))
            .count() as u32
    };
    let tally = Tally {
        wins: count(Outcome::Win),
        draws: count(Outcome::Draw),
        losses: count(Outcome::Loss),
        open: 0,
    };
    assert_eq!((page[0].tally, tally.games()), (tally, games.len() as u64));
    let mut second = Othello::START;
    second.play(page[0].mv);
    let mut all = Tally::default();
    book.page(&second)
        .iter()
        .for_each(|entry| all += entry.tally);
    assert_eq!(all, tally.reversed());
}

#[test]
fn deviations_are_added_where_games_lack_them() {
    let games = games();
    let without = build(
        "othello",
        &Othello::START,
        &games,
        &Plan {
            deviations: 0,
            ..plan()
        },
        &search,
        &|_| {},
    );
    let with = built();
    assert_eq!(with.len(), without.len() + plan().deviations);
    for (key, page) in without.iter() {
        assert!(with.get(key).len() >= page.len(), "nothing is lost");
    }
    let played = |book: &Book| {
        book.iter()
            .filter(|(_, page)| page.iter().any(|entry| entry.tally.games() > 0))
            .count()
    };
    assert!(played(&with) < with.len(), "some were never played");
    // With no room for a loss only best moves are added: of every new position, some parent thinks
    // it best.
    let strict = Plan {
        margin: 0,
        ..plan()
    };
    let best = build(
        "othello",
        &Othello::START,
        &games,
        &strict,
        &search,
        &|_| {},
    );
    assert!(best.len() > without.len());
}

#[test]
fn the_given_plies_have_the_moves_of_the_games_alone() {
    let given = 4;
    let plan = Plan { given, ..plan() };
    let never = &|_| {};
    let customary = build("othello", &Othello::START, &games(), &plan, &search, never);
    let unplayed = |book: &Book| {
        let early = positions(book).into_iter().filter(|pos| {
            let ply = 60 - pos.empty().count_ones() as usize;
            ply < given
        });
        let entries = early.flat_map(|pos| book.page(&pos));
        entries.filter(|entry| entry.tally.games() == 0).count()
    };
    assert!(unplayed(&built()) > 0);
    assert_eq!(unplayed(&customary), 0);
    assert_eq!(customary.len(), built().len(), "later moves deviate");
}

#[test]
fn threads_and_interruptions_do_not_matter() {
    let games = games();
    let book = built();
    let heard = Mutex::new((0, 0));
    let plan = Plan {
        threads: 3,
        ..plan()
    };
    let again = build(
        "othello",
        &Othello::START,
        &games,
        &plan,
        &search,
        &|progress| {
            let mut heard = heard.lock().expect("no thread panicked");
            heard.0 = heard.0.max(progress.searched);
            heard.1 = progress.positions;
            assert!(progress.searched <= progress.expected);
        },
    );
    assert_eq!(again, book);
    assert_eq!(
        heard.into_inner().expect("no thread panicked").1,
        book.len()
    );

    // Broken off in the middle, even in the middle of a line, and gone on with.
    let mut file = Vec::new();
    let count = AtomicUsize::new(0);
    {
        let ledger = Ledger::new("test").with_writer(&mut file);
        let ask = |question: &Question<'_, Othello>| {
            let known = count.fetch_add(1, Ordering::Relaxed) < 60;
            known
                .then(|| {
                    ledger
                        .get(question, || search(question))
                        .expect("a vector can be written")
                })
                .flatten()
        };
        build("othello", &Othello::START, &games, &plan, &ask, &|_| {});
    }
    let text = String::from_utf8(file).expect("text");
    let cut = &text[..text.len() - 3];
    let ledger = Ledger::read("test", cut).expect("a ledger");
    assert_eq!(ledger.len(), 59);
    let searched = AtomicUsize::new(0);
    let ask = |question: &Question<'_, Othello>| {
        let mut search = || {
            searched.fetch_add(1, Ordering::Relaxed);
            search(question)
        };
        ledger
            .get(question, &mut search)
            .expect("nothing is written")
    };
    assert_eq!(
        build("othello", &Othello::START, &games, &plan, &ask, &|_| {}),
        book
    );
    let first = searched.swap(0, Ordering::Relaxed);
    assert_eq!(
        build("othello", &Othello::START, &games, &plan, &ask, &|_| {}),
        book
    );
    assert!(
        first > 0 && searched.into_inner() == 0,
        "everything is known the second time"
    );
}

#[test]
fn ledgers_of_others_are_refused() {
    let title = |found: &str| LedgerError::Title {
        found: found.to_owned(),
        wanted: "pvs".to_owned(),
    };
    assert_eq!(Ledger::read("pvs", "mtdf\n").err(), Some(title("mtdf")));
    assert!(Ledger::read("pvs", "").is_ok_and(|ledger| ledger.is_empty()));
    assert_eq!(
        Ledger::read("pvs", "pv").err(),
        Some(title("pv")),
        "its title cut short, or somebody's file"
    );
    assert!(
        Ledger::read("pvs", "pvs").is_ok_and(|ledger| ledger.is_empty()),
        "its title without a newline"
    );
    assert!(
        Ledger::read("pvs", "pvs\n1f 1 -").is_ok_and(|ledger| ledger.is_empty()),
        "an answer cut short"
    );
    let notes = LedgerError::Line {
        number: 2,
        line: "my notes".to_owned(),
    };
    assert_eq!(
        Ledger::read("pvs", "pvs\nmy notes").err(),
        Some(notes),
        "no part of an answer"
    );
    assert_eq!(
        Ledger::read("pvs", "a letter").err(),
        Some(title("a letter")),
        "somebody's file without a newline"
    );
    for line in [
        "xyz 1 2 3",
        "12 1 2",
        "12 1 2 3 4",
        "12 70000 2 3",
        "12 1 40000 3",
    ] {
        let error = Ledger::read("pvs", &format!("pvs\n1f 1 2 3\n{line}\n")).err();
        assert_eq!(
            error,
            Some(LedgerError::Line {
                number: 3,
                line: line.to_owned()
            })
        );
    }
}

#[test]
fn the_first_positions_are_searched_deeper() {
    let plan = Plan {
        deeper: 3,
        plies: 5,
        deviations: 3,
        ..plan()
    };
    let asked = Mutex::new([0; 5]);
    let ask = |question: &Question<'_, Othello>| {
        let ply = 60 - question.pos.empty().count_ones();
        asked.lock().expect("no thread panicked")[ply as usize] += 1;
        let deeper = if ply < 3 { 2 } else { 0 };
        assert_eq!(question.depth, plan.depth + deeper + ply % 2);
        search(question)
    };
    build("othello", &Othello::START, &games(), &plan, &ask, &|_| {});
    // At the start every move leads to a position of the book.
    assert!(
        asked.into_inner().expect("no thread panicked")[1..]
            .iter()
            .all(|&count| count > 0)
    );
}

#[test]
fn a_game_that_breaks_off_or_goes_wrong_counts_as_far_as_it_goes() {
    let mut moves = Othello::START.parse_moves("f5d6").expect("legal moves");
    moves.push(moves[0]);
    let game = Played {
        moves,
        outcome: None,
    };
    let plan = Plan {
        plies: 8,
        min_games: 1,
        depth: 2,
        deviations: 0,
        ..Plan::default()
    };
    let book = build("othello", &Othello::START, &[game], &plan, &search, &|_| {});
    assert_eq!(book.len(), 3);
    let empty = build("othello", &Othello::START, &[], &plan, &search, &|_| {});
    assert_eq!(
        (empty.len(), empty.page(&Othello::START).len()),
        (1, 1),
        "the start is always there"
    );
}

#[test]
fn lines_part_where_most_was_played() {
    let book = built();
    let lines = book.main_lines(&Othello::START, 6);
    assert_eq!(lines.len(), 6);
    assert!(lines.windows(2).all(|pair| pair[0].games >= pair[1].games));
    for line in &lines {
        let mut pos = Othello::START;
        for (ply, &mv) in (1..).zip(&line.moves) {
            let page = book.page(&pos);
            let entry = page
                .iter()
                .find(|entry| entry.mv == mv)
                .expect("a move of the book");
            if ply == line.own {
                assert_eq!(
                    line.score,
                    if ply % 2 == 1 {
                        entry.score
                    } else {
                        -entry.score
                    }
                );
            }
            pos.play(mv);
        }
        assert!(book.page(&pos).is_empty() && line.own <= line.moves.len());
    }
    let one = &book.main_lines(&Othello::START, 1)[0];
    assert_eq!(one.moves, book.line(&Othello::START));
    let end = Othello::new(1, 2, game_core::Player::First).expect("a position");
    assert!(book.main_lines(&end, 3).is_empty());
}

#[test]
fn choices_repeat() {
    let book = built();
    for pos in positions(&book) {
        let page = book.page(&pos);
        assert_eq!(choose(&page, 0, 12_345), page.first());
        for roll in 0..5 {
            let chosen = choose(&page, 150, roll).expect("a move");
            assert!(page[0].score.get() - chosen.score.get() < 150);
            assert_eq!(choose(&page, 150, roll), Some(chosen));
        }
    }
    assert_eq!(choose::<u8>(&[], 100, 1), None);
}

#[test]
fn what_was_played_more_is_chosen_more() {
    let entry = |(mv, score, open)| Entry {
        mv,
        score: Score::eval(score),
        depth: 9,
        tally: Tally {
            wins: 1,
            open,
            ..Tally::default()
        },
    };
    let unplayed = Entry {
        tally: Tally::default(),
        ..entry(("new", 60, 0))
    };
    let page = [
        unplayed,
        entry(("often", 50, 5)),
        entry(("seldom", 20, 0)),
        entry(("worse", -60, 88)),
    ];
    let times = |margin: i32| {
        let chosen: Vec<_> = (0..1_000)
            .filter_map(|roll| choose(&page, margin, roll))
            .map(|entry| entry.mv)
            .collect();
        ["new", "often", "seldom", "worse"]
            .map(|name| chosen.iter().filter(|mv| **mv == name).count())
    };
    assert_eq!(times(0), [1_000, 0, 0, 0]);
    assert_eq!(times(10), [1_000, 0, 0, 0]);
    assert_eq!(times(100), [100, 700, 200, 0]);
    assert_eq!(times(1_000), [10, 70, 20, 900]);
}

#[test]
fn what_cannot_be_played_is_left_out() {
    let entry = |mv| Entry {
        mv,
        score: Score::DRAW,
        depth: 1,
        tally: Tally::default(),
    };
    let key = Othello::START.canonical_form().0.key();
    let book = Book::new(
        "othello",
        [
            (key, vec![entry(0), entry(9_999), entry(64)]),
            (5, Vec::new()),
        ],
    );
    assert_eq!((book.len(), book.moves()), (1, 3));
    assert!(book.page(&Othello::START).is_empty());
}

#[test]
fn a_file_is_read_back_and_a_damaged_one_refused() {
    let book = built();
    let bytes = book.to_bytes();
    assert_eq!(Book::from_bytes(&bytes).as_ref(), Ok(&book));
    assert!(
        bytes.len() < 20 * book.len() + 100,
        "{} bytes for {} positions",
        bytes.len(),
        book.len()
    );
    for len in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..len]).is_err(), "cut after {len}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        // A letter of the game's name may be another's; and the last byte of what is packed may
        // have bits to spare.
        if let Ok(read) = Book::from_bytes(&damaged) {
            assert!(read.game() != "othello" || read == book, "{at}");
        }
    }
    assert_eq!(Book::from_bytes(b"").err(), Some(BookError::Magic));
    assert_eq!(
        Book::from_bytes(b"boyi opening book 2\nothello\n").err(),
        Some(BookError::Magic)
    );
    assert_eq!(
        Book::from_bytes(b"boyi opening book 1\nothello").err(),
        Some(BookError::Name)
    );
    assert_eq!(
        Book::from_bytes(b"boyi opening book 1\nothello\n1234567").err(),
        Some(BookError::Damaged)
    );
    let empty = Book::new("gomoku", []);
    assert!(empty.is_empty());
    assert_eq!(Book::from_bytes(&empty.to_bytes()), Ok(empty));
}

#[test]
fn gomoku_and_xiangqi_have_books_too() {
    fn check<P: Symmetric + Notation + Sync>(texts: [&str; 2]) {
        let start = P::start(&Default::default());
        let game = |text| Played {
            moves: start.parse_moves(text).expect("legal moves"),
            outcome: None,
        };
        let plan = Plan {
            plies: 4,
            min_games: 1,
            depth: 1,
            deviations: 3,
            ..Plan::default()
        };
        let ask = |question: &Question<'_, P>| {
            let mut moves = Vec::new();
            question.pos.legal_moves(&mut moves);
            moves.retain(|mv| !question.exclude.contains(mv));
            Some(SearchResult {
                mv: *moves.first()?,
                score: Score::DRAW,
                depth: 1,
            })
        };
        let book = build(P::NAME, &start, &texts.map(game), &plan, &ask, &|_| {});
        assert!(book.len() >= 6, "{}: {}", P::NAME, book.len());
        assert_eq!(Book::from_bytes(&book.to_bytes()).as_ref(), Ok(&book));
        assert!(!book.line(&start).is_empty());
    }
    check::<gomoku_rules::Gomoku>(["h8 i9 h9", "h8 i9 i8"]);
    check::<xiangqi_movegen::Xiangqi>(["h2e2 h9g7 h0g2", "b2e2 h9g7 b0c2"]);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>, plain: Vec<u8>) {
        let _ = Book::from_bytes(&bytes);
        let whole = [&b"boyi opening book 1\nothello\n"[..], &bytes].concat();
        let _ = Book::from_bytes(&whole);
        // Packed as a file is, so that the table itself is reached.
        let mut sum = FnvHasher::default();
        sum.write(&plain);
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&plain, 1);
        let file = [&b"boyi opening book 1\nothello\n"[..], &sum.finish().to_le_bytes(), &packed].concat();
        if let Ok(book) = Book::from_bytes(&file) {
            prop_assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
        }
    }

    #[test]
    fn any_book_is_read_back(seed: u64, count in 0_usize..40) {
        let book = at_random(seed, count);
        prop_assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    }
}
