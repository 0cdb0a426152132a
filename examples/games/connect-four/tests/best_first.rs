//! The searcher that only this game has.

use connect_four::{BestFirst, ConnectFour, OpenLines};
use engines::game_core::Notation;
use engines::search::{Control, Limits, Report, Request, Searcher, minimax};

fn searched(line: &str, limits: Limits, lookahead: u32) -> Report<u8> {
    let record = ConnectFour::read_line(&line.into(), &Default::default()).expect(line);
    BestFirst::new(OpenLines, lookahead, 1 << 20).think(&record.end(), limits)
}

#[test]
fn it_wins_and_answers_threats() {
    for lookahead in 0..3 {
        let mate = searched(
            "startpos moves d d c c e e",
            Limits::nodes(20_000),
            lookahead,
        );
        assert!(
            [Some(1), Some(5)].contains(&mate.best()),
            "{lookahead}: {mate:?}"
        );
        assert_eq!(mate.score().plies_to_end(), Some(1));
        let lost = searched("startpos moves d d c c e", Limits::nodes(20_000), lookahead);
        assert_eq!(
            lost.score().plies_to_end(),
            Some(2),
            "{lookahead}: {lost:?}"
        );
        let threat = searched("startpos moves a b a b a", Limits::nodes(20_000), lookahead);
        assert_eq!(threat.best(), Some(0), "{lookahead}: {threat:?}");
    }
}

#[test]
fn it_keeps_to_its_limits_and_its_memory() {
    let report = searched("startpos", Limits::nodes(5_000), 1);
    assert_eq!((report.nodes, report.best()), (5_000, Some(3)));
    let mut again = searched("startpos", Limits::nodes(5_000), 1);
    again.time = report.time;
    assert_eq!(report, again);
    assert!(
        searched("startpos", Limits::depth(3), 0).lines[0]
            .moves
            .len()
            <= 3
    );
    let start = ConnectFour::START;
    let small = BestFirst::new(OpenLines, 0, 300).think(&start, Limits::nodes(5_000));
    assert!(small.nodes < 20, "{small:?}");
    let none = searched("startpos", Limits::nodes(3), 1);
    assert_eq!((none.nodes, none.lines.len()), (3, 1));
}

#[test]
fn it_ranks_the_moves_allowed() {
    let start = ConnectFour::START;
    let request = Request::new(&start, Limits::nodes(2_000))
        .with_multi_pv(3)
        .with_exclude(&[3]);
    let mut search = BestFirst::new(OpenLines, 1, 1 << 20);
    let report = search.search(&request, &Control::default(), &mut |_| {});
    let scores: Vec<_> = report.lines.iter().map(|line| line.score).collect();
    assert!(
        scores.is_sorted_by(|a, b| a >= b) && scores.len() == 3,
        "{scores:?}"
    );
    assert!(report.lines.iter().all(|line| line.moves[0] != 3));
}

/// With nothing but its lookahead it is a search to that depth.
#[test]
fn its_first_step_is_a_search_of_fixed_depth() {
    for line in [
        "startpos",
        "startpos moves d d c",
        "startpos moves a b c d e f",
    ] {
        let record = ConnectFour::read_line(&line.into(), &Default::default()).expect(line);
        for lookahead in 0..4 {
            let report = searched(line, Limits::depth(1), lookahead);
            assert_eq!(
                report.score(),
                minimax(&record.end(), &mut OpenLines, 1 + lookahead),
                "{line} {lookahead}"
            );
        }
    }
}
