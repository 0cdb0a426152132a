//! Comparisons and benches over all games.

use engines::{GAMES, SearcherConfig, Settings, game};
use lab::{Comparison, Row, bench, compare};
use search::{Control, Limits};
use std::time::Duration;

#[test]
fn fixed_depth_searchers_agree() {
    for game in &GAMES {
        let searchers = SearcherConfig::SEARCHERS
            .into_iter()
            .map(|name| name.parse().expect(name))
            .collect();
        let comparison = Comparison {
            line: "startpos".into(),
            searchers,
            limits: Limits::depth(2),
            full: false,
        };
        let mut scores = Vec::new();
        let asked = compare(
            game,
            &Settings::default(),
            &comparison,
            &Control::default(),
            &mut |row| {
                if row.finished {
                    scores.push(row.report.as_ref().expect("small enough").score());
                }
            },
        );
        asked.expect("a line");
        assert_eq!(scores, [scores[0]; 5], "{}", game.name());
    }
}

#[test]
fn rows_grow_by_a_milestone_a_depth() {
    let searchers = ["pvs", "minimax", "dfpn,nodes=50"]
        .map(|name| name.parse().expect(name))
        .to_vec();
    let comparison = Comparison {
        line: "startpos".into(),
        searchers,
        limits: Limits::depth(3),
        full: false,
    };
    let othello = game("othello").expect("built in");
    let mut rows: Vec<Row> = Vec::new();
    let asked = compare(
        othello,
        &Settings::new(),
        &comparison,
        &Control::default(),
        &mut |row| rows.push(row.clone()),
    );
    asked.expect("a line");
    let depths = |index| {
        let of = rows.iter().filter(|row| row.index == index);
        of.map(|row| {
            (
                row.report.as_ref().map(|report| report.depth),
                row.milestones.len(),
                row.finished,
            )
        })
        .collect::<Vec<_>>()
    };
    let grown = [
        (None, 0, false),
        (Some(1), 1, false),
        (Some(2), 2, false),
        (Some(3), 3, false),
        (Some(3), 3, true),
    ]
    .to_vec();
    assert_eq!(depths(0), grown);
    // Minimax searches the depth asked for, and no other before it.
    assert_eq!(
        depths(1),
        [(None, 0, false), (Some(3), 1, false), (Some(3), 1, true)]
    );
    assert_eq!(
        (
            depths(2).first().copied(),
            depths(2).last().map(|last| last.2)
        ),
        (Some((None, 0, false)), Some(true))
    );
    assert!(rows.is_sorted_by_key(|row| row.index), "one after another");
    // The game is over, or the tree too large: one row, and that is all.
    for (line, depth) in [
        (format!("{} X", "X".repeat(64)), 3),
        ("startpos".to_owned(), 30),
    ] {
        let searchers = vec!["minimax".parse().expect("a searcher")];
        let comparison = Comparison {
            line: line.into(),
            searchers,
            limits: Limits::depth(depth),
            full: true,
        };
        let mut rows = Vec::new();
        let asked = compare(
            othello,
            &Settings::new(),
            &comparison,
            &Control::default(),
            &mut |row| rows.push(row.clone()),
        );
        asked.expect("a line");
        assert!(
            rows.len() == 1
                && rows[0].finished
                && rows[0].skipped.is_some() != rows[0].report.is_some()
        );
    }
}

#[test]
fn a_stopped_comparison_finishes_its_row_and_ends() {
    for game in &GAMES {
        let searchers = ["mtdf", "minimax", "mcts"]
            .map(|name| name.parse().expect(name))
            .to_vec();
        let limits = Limits::time(Duration::from_secs(60));
        let comparison = Comparison {
            line: "startpos".into(),
            searchers,
            limits,
            full: true,
        };
        let control = Control::default();
        let mut rows = Vec::new();
        let start = std::time::Instant::now();
        let asked = compare(game, &Settings::new(), &comparison, &control, &mut |row| {
            rows.push((row.index, row.finished));
            if row.milestones.len() == 3 {
                control.stop();
            }
        });
        asked.expect("a line");
        assert_eq!(
            rows,
            [(0, false), (0, false), (0, false), (0, false), (0, true)],
            "the others are not asked"
        );
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "it took {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn the_bench_repeats_its_nodes() {
    for game in &GAMES {
        let once = bench(game).expect("the game reads its bench");
        let again = bench(game).expect("the game reads its bench");
        assert!(
            once.nodes > 1_000 && once.nodes == again.nodes && once.nps() > 0.0,
            "{} {once:?}",
            game.name()
        );
    }
}

#[test]
fn every_searcher_can_be_compared() {
    for full in [false, true] {
        // The nodes are named where they end the search: on several threads, who spends them is the
        // system's choice.
        let searchers = ["smp", "mcts,nodes=20000", "dfpn,nodes=500", "pvs"]
            .map(|name| name.parse().expect(name))
            .to_vec();
        let limits = Limits::depth(4);
        let comparison = Comparison {
            line: "startpos".into(),
            searchers,
            limits,
            full,
        };
        let mut rows = Vec::new();
        let othello = game("othello").expect("a game");
        let asked = compare(
            othello,
            &Settings::default(),
            &comparison,
            &Control::default(),
            &mut |row| rows.push(row.clone()),
        );
        asked.expect("a line");
        rows.retain(|row| row.finished);
        let reports: Vec<_> = rows.iter().filter_map(|row| row.report.as_ref()).collect();
        assert!(reports.len() == 4 && reports.iter().all(|report| report.best().is_some()));
        // With the real options what is reduced or left out depends on what the table happens to
        // hold.
        if !full {
            assert_eq!(
                reports[0].score(),
                reports[3].score(),
                "threads change no value"
            );
        }
    }
}

#[test]
fn a_refused_searcher_ends_the_comparison_before_the_first_search() {
    for (name, refused) in [
        ("othello", "pvs,eval.luck=1"),
        ("othello", "pvs,radius=3"),
        ("gomoku", "pvs,radius=99"),
    ] {
        let game = game(name).expect("built in");
        let comparison = Comparison {
            line: "startpos".into(),
            searchers: vec![SearcherConfig::default(), refused.parse().expect(refused)],
            limits: Limits::depth(1),
            full: true,
        };
        let mut rows = 0;
        let control = Control::default();
        let compared = compare(game, &Settings::new(), &comparison, &control, &mut |_| {
            rows += 1
        });
        let error = compared.expect_err(refused).to_string();
        assert_eq!(
            error,
            game.check(&refused.parse().expect(refused))
                .expect_err(refused)
                .to_string()
        );
        assert_eq!(rows, 0, "{refused}");
    }
}
