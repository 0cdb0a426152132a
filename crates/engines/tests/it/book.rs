//! The books that are shipped, and engines that answer from them.

#![cfg(all(feature = "gomoku", feature = "othello", feature = "xiangqi"))]

use crate::plain::Plain;
use books::{Book, Symmetric};
use engines::{ConfigError, EngineConfig, EngineError, Game, SearchRequest, Settings, Wired, game};
use gomoku_rules::{Gomoku, Rule, Rules};
use search::{Bound, Control, Limits, Report, Source};
use std::collections::HashSet;
use std::fmt::Display;
use std::sync::Arc;

const NOTHING: Settings = Settings::new();

fn answer(config: &str, line: &str, question: &SearchRequest, seed: u64) -> Report<String> {
    let config: EngineConfig = config.parse().expect(config);
    let mut engine = game("othello")
        .expect("a game")
        .engine(&NOTHING, &config, seed)
        .expect("no settings");
    engine
        .think(&line.into(), question, &Control::default(), &mut |_| {})
        .expect("a line")
}

fn quick() -> SearchRequest {
    SearchRequest::new(Limits::depth(1))
}

/// The book that a game is shipped with under these rules.
fn shipped_under(name: &str, rules: &Settings) -> Arc<Book> {
    game(name)
        .expect("a game")
        .books(rules)
        .expect("its rules")
        .shipped()
        .expect("a book")
}

/// The book that a game is shipped with.
fn shipped(name: &str) -> Arc<Book> {
    shipped_under(name, &NOTHING)
}

fn renju() -> Settings {
    vec![("rule".to_owned(), "renju".to_owned())]
}

#[test]
fn the_books_are_large_and_deep() {
    for (name, rules) in [
        ("gomoku", NOTHING),
        ("gomoku", renju()),
        ("othello", NOTHING),
        ("xiangqi", NOTHING),
    ] {
        let book = shipped_under(name, &rules);
        assert!(book.len() >= 1_000, "{name}: {}", book.len());
        assert_eq!(book.game(), name);
        for (_, page) in book.iter() {
            // A search that has seen a forced end looks no further.
            assert!(
                page.iter()
                    .all(|entry| entry.depth >= 8 || entry.score.is_decisive() && entry.depth > 0),
                "{page:?}"
            );
        }
        let bytes = book.to_bytes();
        assert!(bytes.len() < 200_000, "{name}: {}", bytes.len());
        assert_eq!(Book::from_bytes(&bytes).as_ref(), Ok(&*book));
    }
}

#[test]
fn every_position_of_a_book_is_come_by_and_every_move_legal() {
    walk(&Gomoku::default(), &shipped("gomoku"));
    let rules = Rules::new(15, Rule::Renju).expect("a size");
    walk(&Gomoku::new(rules), &shipped_under("gomoku", &renju()));
    walk(&othello_bitboard::Othello::START, &shipped("othello"));
    walk(&xiangqi_movegen::Xiangqi::default(), &shipped("xiangqi"));
}

/// Goes all the ways through `book` from `start`.
fn walk<P: Symmetric + Display>(start: &P, book: &Book) {
    let mut ahead = vec![start.canonical_form().0];
    let mut seen = HashSet::new();
    let mut moves = 0;
    while let Some(pos) = ahead.pop() {
        let page = book.page(&pos);
        if page.is_empty() || !seen.insert(pos.key()) {
            continue;
        }
        assert_eq!(
            page.len(),
            book.get(pos.key()).len(),
            "none is left out as illegal: {pos}"
        );
        moves += page.len();
        for entry in page {
            let mut after = pos.clone();
            after.play(entry.mv);
            ahead.push(after.canonical_form().0);
        }
    }
    assert_eq!((seen.len(), moves), (book.len(), book.moves()));
}

#[test]
fn a_mind_with_a_book_answers_at_once() {
    for config in ["level=16,book=on", "pvs,book=on"] {
        let report = answer(config, "startpos moves f5", &quick(), 0);
        assert_eq!(
            (report.source, report.nodes, report.lines.len()),
            (Source::Book, 0, 1),
            "{config}"
        );
        assert!(
            report.depth >= 8 && report.lines[0].bound == Bound::Exact && report.pv().len() > 1,
            "{report:?}"
        );
    }
    for config in ["level=16", "level=16,book=off", "pvs", "pvs,book=off"] {
        let report = answer(config, "startpos moves f5", &quick(), 0);
        assert_eq!(
            (report.source, report.nodes > 0),
            (Source::Search, true),
            "{config}"
        );
    }
    let board = format!("-OX{} X", "-".repeat(61));
    assert_eq!(
        answer("pvs,book=on", &board, &quick(), 0).source,
        Source::Search,
        "it is not in the book"
    );
}

/// What a book cannot answer, a search does.
#[test]
fn only_a_move_is_asked_of_a_book() {
    let line = "startpos moves f5";
    for question in [
        quick().with_multi_pv(2),
        quick().with_instant(false),
        quick().with_limits(Limits::depth(2).with_mate(1)),
    ] {
        assert_eq!(
            answer("pvs,book=on", line, &question, 0).source,
            Source::Search,
            "{question:?}"
        );
    }
    let best = answer("pvs,book=on", line, &quick(), 0)
        .best()
        .expect("a move");
    let other = answer(
        "pvs,book=on",
        line,
        &quick().with_exclude(vec![best.clone()]),
        0,
    );
    assert!(
        other.source == Source::Book && other.best() != Some(best.clone()),
        "{other:?}"
    );
    let all = ["d6", "f6", "f4"].map(str::to_owned).to_vec();
    let none = answer(
        "pvs,book=on",
        line,
        &quick()
            .with_exclude(all.clone())
            .with_only(all[..1].to_vec()),
        0,
    );
    assert!(none.lines.is_empty() && none.source == Source::Search);
}

#[test]
fn lower_levels_vary_and_a_seed_repeats() {
    let othello = game("othello").expect("a game");
    let book = othello
        .books(&NOTHING)
        .expect("no settings")
        .shipped()
        .expect("a book");
    // Level 10 makes no mistakes.
    assert!(othello.facts().level(10).mistakes.is_none());
    let facts = othello.facts();
    let margin = facts.book_margin(10);
    let below = i32::from(facts.strongest() - 10);
    assert_eq!(margin, below * facts.points_per_unit / 3);
    assert_eq!(facts.book_margin(facts.strongest()), 0);
    let mut seen = HashSet::new();
    for seed in 0..40 {
        let moves = |config: &str| {
            let config: EngineConfig = config.parse().expect(config);
            let mut engine = othello
                .engine(&NOTHING, &config, seed)
                .expect("no settings");
            let mut line = "startpos moves f5".to_owned();
            for _ in 0..4 {
                let page = othello
                    .books(&NOTHING)
                    .expect("no settings")
                    .look_up(&book, &line.as_str().into(), 0)
                    .expect("a line")
                    .moves;
                let report = engine
                    .think(
                        &line.as_str().into(),
                        &quick(),
                        &Control::default(),
                        &mut |_| {},
                    )
                    .expect("a line");
                let Some(best) = page.first() else { break };
                let mv = report.best().expect("a move");
                let chosen = page
                    .iter()
                    .find(|known| known.entry.mv == mv)
                    .expect("a move of the book");
                assert!(best.entry.score.get() - chosen.entry.score.get() < margin);
                line += &format!(" {mv}");
            }
            line
        };
        let line = moves("level=10,book=on");
        assert_eq!(line, moves("level=10,book=on"));
        seen.insert(line);
    }
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn where_there_is_no_book_none_can_be_asked_for() {
    let bookless: &dyn Game = &Wired::<Plain>::NEW;
    assert!(
        bookless
            .books(&NOTHING)
            .expect("no settings")
            .shipped()
            .is_none()
    );
    let config: EngineConfig = "level=5,book=on".parse().expect("a configuration");
    assert!(matches!(
        bookless.check(&config),
        Err(EngineError::NoBook { game: "othello" })
    ));
    assert!(matches!(
        bookless.engine(&NOTHING, &config, 0).err(),
        Some(EngineError::NoBook { .. })
    ));
    assert!(
        bookless
            .check(&"level=5,book=off".parse().expect("a configuration"))
            .is_ok()
    );
    let source = |book: &str| {
        let mut engine = bookless
            .engine(&NOTHING, &"pvs".parse().expect("a configuration"), 0)
            .expect("no settings");
        engine.set_book(Some(shipped(book)));
        engine
            .think(
                &"startpos".into(),
                &quick(),
                &Control::default(),
                &mut |_| {},
            )
            .expect("a line")
            .source
    };
    // Nor does another game's book matter.
    assert_eq!(
        (source("xiangqi"), source("othello")),
        (Source::Search, Source::Book)
    );
}

/// A book knows positions, not how often they came: what goes back is searched, under the rules of
/// repetition.
#[test]
fn no_book_goes_round_in_circles() {
    let xiangqi = game("xiangqi").expect("a game");
    let mut engine = xiangqi
        .engine(
            &NOTHING,
            &"pvs,book=on".parse().expect("a configuration"),
            0,
        )
        .expect("no settings");
    let mut source = |line: &str, mv: &str| {
        let question = quick().with_only(vec![mv.to_owned()]);
        let report = engine
            .think(&line.into(), &question, &Control::default(), &mut |_| {})
            .expect("a line");
        (report.source, report.best())
    };
    let cannon = |source| (source, Some("b2e2".to_owned()));
    assert_eq!(source("startpos", "b2e2"), cannon(Source::Book));
    assert_eq!(
        source("startpos moves b0c2 b9c7 c2b0 c7b9", "b2e2"),
        cannon(Source::Book),
        "it was not played"
    );
    assert_eq!(
        source("startpos moves b2e2 b9c7 e2b2 c7b9", "b2e2"),
        cannon(Source::Search)
    );
}

#[test]
fn a_book_is_of_one_rule_and_one_board() {
    let gomoku = game("gomoku").expect("a game");
    let config: EngineConfig = "pvs,book=on,hash=1".parse().expect("a configuration");
    let source = |settings: &[(&str, &str)], book: Option<Arc<Book>>| {
        let settings = settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let mut engine = gomoku.engine(&settings, &config, 0).expect("settings");
        let own = gomoku.books(&settings).expect("settings").shipped();
        if book.is_some() {
            engine.set_book(book);
        }
        let report = engine
            .think(
                &"startpos moves h8".into(),
                &quick(),
                &Control::default(),
                &mut |_| {},
            )
            .expect("a line");
        (own.is_some(), report.source)
    };
    assert_eq!(source(&[], None), (true, Source::Book));
    assert_eq!(
        source(&[("rule", "freestyle"), ("size", "15")], None),
        (true, Source::Book)
    );
    let renju = ("rule", "renju");
    assert_eq!(source(&[renju], None), (true, Source::Book));
    assert_eq!(
        source(&[renju], Some(shipped("gomoku"))),
        (true, Source::Search),
        "freestyle's"
    );
    for others in [
        &[("rule", "standard")][..],
        &[("rule", "caro")],
        &[("size", "14")],
        &[("size", "19")],
        &[renju, ("size", "19")],
    ] {
        for book in [None, Some(shipped("gomoku"))] {
            let found = source(others, book);
            assert_eq!(found, (false, Source::Search), "{others:?}");
        }
    }
    let xiangqi = |name: &str, value: &str| {
        let settings = vec![(name.to_owned(), value.to_owned())];
        game("xiangqi")
            .expect("a game")
            .books(&settings)
            .expect("settings")
            .shipped()
            .is_some()
    };
    assert!(xiangqi("rule", "asian") && xiangqi("move-limit", "120"));
    assert!(
        !xiangqi("rule", "check-ban")
            && !xiangqi("rule", "draw-only")
            && !xiangqi("move-limit", "none")
    );
}

#[test]
fn minds_with_books_are_read_and_written() {
    for text in [
        "level=3,book=on",
        "level=3,eval.mobility=600,book=off",
        "pvs,book=on,depth=3",
    ] {
        assert_eq!(
            text.parse::<EngineConfig>()
                .map(|config| config.to_string()),
            Ok(text.to_owned())
        );
    }
    let bad = |value: &str| ConfigError::Value {
        name: "book".to_owned(),
        value: value.to_owned(),
        expected: "on or off",
    };
    for text in ["level=3,book=maybe", "pvs,book=maybe"] {
        assert_eq!(text.parse::<EngineConfig>().err(), Some(bad("maybe")));
    }
}
