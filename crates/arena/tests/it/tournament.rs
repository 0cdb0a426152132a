//! A match is a pure function of its description: however it is cut up, killed, resumed and merged.

use arena::Side;
use arena::game::{ADJUDICATED, TimeControl};
use arena::openings::{OpeningError, OpeningSuite, Openings, RandomPlies};
use arena::stats::{Model, Sprt};
use arena::tournament::{
    GameRecord, Log, LogError, Match, MergeError, Observer, Shard, Standing, Ticket, Tournament,
    merge, merge_all, rank, read_line, run, write_line,
};
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

fn plan(game: &str, a: &str, b: &str, games: u64) -> Match {
    let game = engines::game(game).expect("built in");
    let mut plan = Match::new(
        game,
        a.parse().expect("a configuration"),
        b.parse().expect("a configuration"),
    );
    (plan.games, plan.seed) = (games, 42);
    plan
}

fn clock(text: &str) -> search::Clock {
    text.parse::<TimeControl>().expect("a time control").clock()
}

/// Keeps the games in the order in which they count.
#[derive(Default)]
struct Keep(Vec<GameRecord>);

impl Observer for Keep {
    fn counted(&mut self, game: &GameRecord, _: &Standing) -> io::Result<()> {
        self.0.push(game.clone());
        Ok(())
    }
}

fn play(
    plan: &Match,
    shard: &str,
    threads: usize,
    known: BTreeMap<u64, GameRecord>,
) -> (Vec<GameRecord>, Standing) {
    let mut keep = Keep::default();
    let shard = shard.parse().expect("a shard");
    let threads = NonZeroUsize::new(threads).expect("threads");
    let standing = run(plan, shard, threads, known, &mut keep).expect("a match");
    (keep.0, standing)
}

fn lines(plan: &Match, games: &[GameRecord]) -> String {
    let ticket = Ticket::of(plan);
    games
        .iter()
        .map(|game| write_line(&ticket, game) + "\n")
        .collect()
}

#[test]
fn threads_change_nothing() {
    for (game, a, b) in [
        ("othello", "pvs,nodes=300", "mtdf,nodes=200"),
        ("gomoku", "pvs,nodes=200", "level=1"),
        ("xiangqi", "level=2", "alphabeta,depth=1"),
    ] {
        let plan = plan(game, a, b, 10);
        let alone = play(&plan, "0/1", 1, BTreeMap::new());
        assert_eq!((alone.0.len(), alone.1.pairs.pairs()), (10, 5));
        for threads in [2, 7] {
            assert_eq!(
                play(&plan, "0/1", threads, BTreeMap::new()),
                alone,
                "{game} on {threads} threads"
            );
        }
    }
}

#[test]
fn shards_merge_to_the_whole() {
    let mut plan = plan("othello", "pvs,depth=2,hash=1", "pvs,depth=1,hash=1", 21);
    for sprt in [None, Some(Sprt::new(-10.0, 60.0).expect("hypotheses"))] {
        plan.sprt = sprt;
        let (games, standing) = play(&plan, "0/1", 2, BTreeMap::new());
        for count in [1, 2, 3, 5] {
            let parts: Vec<String> = (0..count)
                .map(|i| {
                    lines(
                        &plan,
                        &play(&plan, &format!("{i}/{count}"), 2, BTreeMap::new()).0,
                    )
                })
                .collect();
            let merged = merge(parts.iter().rev().map(|part| part.as_bytes())).expect("all there");
            assert_eq!(
                (&merged.games, &merged.standing),
                (&games, &standing),
                "{count} shards"
            );
        }
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let mut plan = plan("othello", "pvs,depth=3,hash=1", "pvs,depth=1,hash=1", 400);
    plan.sprt = Some(Sprt::new(0.0, 100.0).expect("hypotheses"));
    let (games, standing) = play(&plan, "0/1", 3, BTreeMap::new());
    assert!(
        games.len() < 100 && games.len().is_multiple_of(2),
        "{standing:?}"
    );
    assert!(standing.verdict().is_some());
    assert_eq!(standing.games.games(), games.len() as u64);
    // Games beyond the decision, known or not, change nothing.
    let suite = plan.suite().expect("openings");
    let beyond = (games.len() as u64..games.len() as u64 + 3).map(|index| {
        (
            index,
            plan.play(index, &suite, &search::Control::default())
                .expect("a game")
                .expect("not stopped"),
        )
    });
    let known: BTreeMap<_, _> = beyond.chain([(0, games[0].clone())]).collect();
    let text =
        lines(&plan, &games) + &lines(&plan, &known.values().skip(1).cloned().collect::<Vec<_>>());
    assert_eq!(play(&plan, "0/1", 1, known), (games, standing.clone()));
    assert_eq!(
        merge([text.as_bytes()]).expect("decided").standing,
        standing
    );
}

#[test]
fn swapping_the_players_mirrors_the_result() {
    for (game, one, other) in [
        ("othello", "pvs,nodes=150", "level=1"),
        ("gomoku", "pvs,depth=2,hash=1", "pvs,depth=1,hash=1"),
    ] {
        let ours = plan(game, one, other, 12);
        let theirs = plan(game, other, one, 12);
        let (games, standing) = play(&ours, "0/1", 2, BTreeMap::new());
        let (mirrored, reflection) = play(&theirs, "0/1", 2, BTreeMap::new());
        assert_eq!(standing.games.wins, reflection.games.losses);
        assert_eq!(standing.games.draws, reflection.games.draws);
        let mut pairs = reflection.pairs;
        pairs.0.reverse();
        assert_eq!(standing.pairs, pairs);
        let one = standing.estimate().expect("games");
        let other = reflection.estimate().expect("games");
        assert!(
            (one.elo + other.elo).abs() < 1e-9 || one.elo.is_infinite() && one.elo == -other.elo
        );
        for (game, mirror) in games
            .iter()
            .zip(mirrored.chunks(2).flat_map(|pair| pair.iter().rev()))
        {
            assert_eq!(
                (&game.opening, &game.moves),
                (&mirror.opening, &mirror.moves)
            );
            assert_eq!(game.winner, mirror.winner.map(|winner| !winner));
        }
    }
}

#[test]
fn a_mind_against_itself_is_level() {
    for (game, config) in [
        ("othello", "pvs,nodes=200"),
        ("othello", "level=2"),
        ("xiangqi", "mtdf,depth=1"),
    ] {
        let (games, standing) = play(&plan(game, config, config, 8), "0/1", 2, BTreeMap::new());
        assert_eq!(standing.pairs.0, [0, 0, 4, 0, 0], "{game} {config}");
        assert_eq!(
            standing.estimate().map(|found| (found.elo, found.los)),
            Some((0.0, 0.5))
        );
        for pair in games.chunks(2) {
            assert_eq!(
                (&pair[0].opening, &pair[0].moves),
                (&pair[1].opening, &pair[1].moves)
            );
            assert_eq!((pair[0].first, pair[1].first), (Side::A, Side::B));
        }
    }
}

#[test]
fn a_log_cut_off_anywhere_is_resumed() {
    let plan = plan("othello", "pvs,nodes=100,hash=1", "mtdf,depth=1,hash=1", 12);
    let (games, standing) = play(&plan, "0/1", 2, BTreeMap::new());
    // As finished, not in order.
    let mut shuffled = games.clone();
    shuffled.rotate_left(5);
    let whole = lines(&plan, &shuffled).into_bytes();
    let file = tempfile::NamedTempFile::new().expect("a file");
    // Spread over all positions, the ends of lines and of the file among them.
    let ends = whole
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .flat_map(|(at, _)| [at, at + 1])
        .step_by(5);
    for cut in (0..whole.len())
        .step_by(whole.len() / 20)
        .chain(ends)
        .chain([whole.len()])
    {
        std::fs::write(file.path(), &whole[..cut]).expect("written");
        let (mut log, known) = Log::open(file.path(), &plan, Shard::WHOLE).expect("a log");
        let complete = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(known.len(), complete, "cut at {cut}");
        struct Write<'a>(&'a mut Log, usize, &'a Ticket);
        impl Observer for Write<'_> {
            fn finished(&mut self, game: &GameRecord) -> io::Result<()> {
                self.1 += 1;
                self.0.write(self.2, game)
            }
        }
        let ticket = Ticket::of(&plan);
        let mut write = Write(&mut log, 0, &ticket);
        let resumed =
            run(&plan, Shard::WHOLE, NonZeroUsize::MIN, known, &mut write).expect("a match");
        assert_eq!(
            (resumed, write.1),
            (standing.clone(), 12 - complete),
            "cut at {cut}"
        );
        let merged = merge([std::fs::read(file.path()).expect("a log").as_slice()]).expect("whole");
        assert_eq!(
            (&merged.games, &merged.standing),
            (&games, &standing),
            "cut at {cut}"
        );
    }
}

#[test]
fn foreign_logs_are_refused_and_left_alone() {
    let ours = plan("othello", "pvs,depth=1,hash=1", "mtdf,depth=1,hash=1", 8);
    let (games, _) = play(&ours, "0/1", 2, BTreeMap::new());
    type Change = fn(&mut Match);
    let others: [(&str, Change); 14] = [
        ("seed", |plan| plan.seed += 1),
        ("games", |plan| plan.games += 2),
        ("A", |plan| {
            plan.a = "pvs,depth=2".parse().expect("a configuration")
        }),
        ("B", |plan| {
            plan.b = "level=2".parse().expect("a configuration")
        }),
        ("limits", |plan| plan.limits = search::Limits::nodes(77)),
        ("clock", |plan| plan.limits.clock = Some(clock("9s+1s"))),
        ("time margin", |plan| {
            plan.conduct.time_margin = Duration::ZERO
        }),
        ("plies", |plan| plan.conduct.max_plies = 99),
        ("wins", |plan| {
            plan.conduct.adjudication.win = "90:4".parse().ok()
        }),
        ("draws", |plan| {
            plan.conduct.adjudication.draw = "9:4:9".parse().ok()
        }),
        ("sprt's model", |plan| {
            plan.sprt = Sprt::new(0.0, 5.0)
                .ok()
                .map(|test| test.with_model(Model::Normalized))
        }),
        ("openings", |plan| {
            plan.openings = Openings::Random(RandomPlies { plies: 6 })
        }),
        ("sprt", |plan| plan.sprt = Sprt::new(0.0, 5.0).ok()),
        ("game", |plan| {
            plan.game = engines::game("gomoku").expect("built in")
        }),
    ];
    let text = lines(&ours, &games) + "{\"torn";
    for (what, change) in others {
        let mut other = ours.clone();
        change(&mut other);
        assert_ne!(other.id(), ours.id(), "{what}");
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(text.as_bytes()).expect("written");
        let refused = Log::open(file.path(), &other, Shard::WHOLE).map(|_| ());
        assert!(
            matches!(refused, Err(LogError::OtherMatch { line: 1, .. })),
            "{what}: {refused:?}"
        );
        assert_eq!(
            std::fs::read_to_string(file.path()).expect("text"),
            text,
            "{what}"
        );
    }
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    let refused = Log::open(file.path(), &ours, "1/2".parse().expect("a shard")).map(|_| ());
    assert!(
        matches!(
            refused,
            Err(LogError::OtherShard {
                line: 1,
                index: 0,
                ..
            })
        ),
        "{refused:?}"
    );
}

#[test]
fn parts_that_make_no_whole() {
    let plan_ = plan("othello", "pvs,depth=1,hash=1", "mtdf,depth=1,hash=1", 8);
    let (games, _) = play(&plan_, "0/1", 2, BTreeMap::new());
    let whole = lines(&plan_, &games);
    let part = |range: std::ops::Range<usize>| lines(&plan_, &games[range]);
    let refused = |parts: &[&str]| {
        merge(parts.iter().map(|part| part.as_bytes()))
            .map(|_| ())
            .expect_err("no whole")
    };
    assert!(matches!(refused(&[]), MergeError::Empty));
    assert!(matches!(refused(&["", "\n\n"]), MergeError::Empty));
    assert!(matches!(
        refused(&["{\"games\":1,\"elo\":null}"]),
        MergeError::Empty
    ));
    let head = part(0..3);
    let tail = part(4..8);
    assert!(matches!(
        refused(&[&head, &tail]),
        MergeError::Missing {
            missing: 1,
            of: 8,
            first: 3,
            ..
        }
    ));
    assert!(matches!(
        refused(&[&head]),
        MergeError::Missing {
            missing: 5,
            of: 8,
            first: 3,
            ..
        }
    ));
    let overlap = part(2..8);
    assert!(matches!(
        refused(&[&head, &overlap]),
        MergeError::Twice {
            part: 1,
            line: 1,
            index: 2
        }
    ));
    let mut other = plan_.clone();
    other.seed += 1;
    let (foreign, _) = play(&other, "0/1", 1, BTreeMap::new());
    let foreign = lines(&other, &foreign);
    assert!(matches!(
        refused(&[&whole, &foreign]),
        MergeError::OtherMatch {
            part: 1,
            line: 1,
            ..
        }
    ));
    assert!(matches!(
        refused(&[&whole, &whole[..40]]),
        MergeError::Line {
            part: 1,
            line: 1,
            ..
        }
    ));
    assert!(matches!(
        refused(&["no\n", &whole]),
        MergeError::Line {
            part: 0,
            line: 1,
            ..
        }
    ));
    // A torn last line is a game not there yet.
    let torn = &whole[..whole.len() - 9];
    assert!(matches!(
        refused(&[torn]),
        MergeError::Missing {
            missing: 1,
            of: 8,
            first: 7,
            ..
        }
    ));
    let last = part(7..8);
    assert!(merge([torn.as_bytes(), last.as_bytes()]).is_ok());
}

#[test]
fn lines_that_are_no_games() {
    let plan = plan("othello", "pvs,depth=1,hash=1", "mtdf,depth=1,hash=1", 4);
    let (games, _) = play(&plan, "0/1", 1, BTreeMap::new());
    let good = write_line(&Ticket::of(&plan), &games[0]);
    assert!(
        matches!(read_line(good.as_bytes()), Ok(Some((ticket, game))) if ticket == Ticket::of(&plan) && game == games[0])
    );
    let swapped = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} in {good}");
        good.replacen(from, to, 1).into_bytes()
    };
    let bad: [Vec<u8>; 13] = [
        b"[]".to_vec(),
        b"null".to_vec(),
        b"{}".to_vec(),
        b"\xff\xfe".to_vec(),
        b"{\"match\":".to_vec(),
        "\u{1f600}".into(),
        swapped("\"index\":0", "\"index\":4"),
        swapped("\"index\":0", "\"index\":-1"),
        swapped("\"index\":0", "\"index\":1"),
        swapped("\"index\":0", "\"index\":99999999999999999999"),
        swapped("\"first\":\"a\"", "\"first\":\"c\""),
        swapped(
            "\"sprt\":null",
            "\"sprt\":{\"elo0\":5,\"elo1\":0,\"model\":\"logistic\",\"alpha\":0.05,\"beta\":0.05}",
        ),
        swapped("\"fault\":null", "\"fault\":\"boredom\""),
    ];
    for line in bad {
        assert!(
            read_line(&line).is_err(),
            "{:?}",
            String::from_utf8_lossy(&line)
        );
    }
    for line in ["", "  \r", "{\"games\":2,\"elo\":12.5}"] {
        assert!(matches!(read_line(line.as_bytes()), Ok(None)), "{line:?}");
    }
}

#[test]
fn random_openings_are_distinct_balanced_and_repeat() {
    for game in &engines::GAMES {
        let suite = |seed| {
            OpeningSuite::new(&Openings::default(), seed, game, &Vec::new()).expect("a suite")
        };
        let one = suite(5);
        let same = suite(5);
        let other = suite(6);
        let mut keys = HashSet::new();
        let mut session = game.session(&Vec::new()).expect("no settings");
        for k in 0..12 {
            let opening = one.opening(k).expect("an opening");
            session.set_line(&opening).expect("it is legal");
            assert_eq!(
                (session.state().ply, session.state().ending),
                (8, None),
                "{}",
                game.name()
            );
            assert!(
                keys.insert(session.state().key),
                "{}: {opening} twice",
                game.name()
            );
        }
        // Asked for in another order, and after another first question, they are the same.
        for k in [11, 3, 0] {
            assert_eq!(
                same.opening(k).expect("an opening"),
                one.opening(k).expect("an opening")
            );
        }
        assert_ne!(
            other.opening(0).expect("an opening"),
            one.opening(0).expect("an opening")
        );
    }
}

#[test]
fn openings_run_out() {
    let othello = engines::game("othello").expect("built in");
    let suite = |plies| {
        OpeningSuite::new(
            &Openings::Random(RandomPlies { plies }),
            1,
            othello,
            &Vec::new(),
        )
        .expect("a suite")
    };
    assert!(suite(1).opening(3).is_ok());
    assert!(matches!(
        suite(1).opening(4),
        Err(OpeningError::Exhausted {
            plies: 1,
            number: 5
        })
    ));
    assert!(suite(0).opening(0).is_ok());
    assert!(matches!(
        suite(0).opening(1),
        Err(OpeningError::Exhausted {
            plies: 0,
            number: 2
        })
    ));
}

#[test]
fn files_of_openings() {
    let othello = engines::game("othello").expect("built in");
    let read = |text: &str| Openings::parse(text, othello, &Vec::new());
    let full = format!("{} X", "X".repeat(64));
    let text = "# all comment\n\n startpos moves f5d6 ; diagonal\r\nstartpos # none\n";
    let Ok(Openings::Lines(lines)) = read(text) else {
        panic!("two lines")
    };
    assert_eq!(lines.len(), 2);
    let suite = OpeningSuite::new(&Openings::Lines(lines.clone()), 1, othello, &Vec::new())
        .expect("a suite");
    let openings: Vec<_> = (0..12).map(|k| suite.opening(k).expect("a line")).collect();
    let again = OpeningSuite::new(&Openings::Lines(lines.clone()), 1, othello, &Vec::new());
    let last = again.expect("a suite").opening(11).expect("a line");
    assert_eq!(last, openings[11], "of the seed alone");
    for (k, opening) in openings.iter().enumerate() {
        let line = &lines[k % 2];
        assert!(opening.moves.starts_with(&line.moves), "{k}: {opening}");
        let plies = opening.moves.len() - line.moves.len();
        assert_eq!(plies, [0, 2, 4, 4, 6, 6][k / 2], "{k}: {opening}");
        assert!(!openings[..k].contains(opening), "{k}: {opening}");
    }
    for (text, line) in [
        ("startpos\n\nstartpos moves f5f5", 3),
        ("hello", 1),
        ("startpos moves \u{1f600}", 1),
        ("\0", 1),
    ] {
        assert!(
            matches!(read(text), Err(OpeningError::Line { line: at, .. }) if at == line),
            "{text:?}"
        );
    }
    assert!(
        matches!(read(&full), Err(OpeningError::Over { line: 1, .. })),
        "{:?}",
        read(&full)
    );
    for text in ["", "\n\n", "# startpos", ";"] {
        assert!(matches!(read(text), Err(OpeningError::Empty)), "{text:?}");
    }
}

/// What has no newline at its end is cut off only if it can be nothing but a torn line of this
/// match.
#[test]
fn what_is_not_of_the_match_is_never_cut_off() {
    let plan = plan("othello", "pvs,depth=1,hash=1", "pvs,depth=1,hash=1", 4);
    let (games, _) = play(&plan, "0/1", 1, BTreeMap::new());
    let whole = lines(&plan, &games[..1]);
    let game = lines(&plan, &games[1..2]);
    let head = game.find("\"index\"").expect("a field of the game");
    let file = tempfile::NamedTempFile::new().expect("a file");
    let opened = |text: &str| {
        std::fs::write(file.path(), text).expect("written");
        let known = Log::open(file.path(), &plan, Shard::WHOLE).map(|(_, known)| known.len());
        (known, std::fs::read_to_string(file.path()).expect("text"))
    };
    for end in 1..game.len() {
        let torn = &game[..end];
        let (known, left) = opened(&(whole.clone() + torn));
        assert_eq!((known.expect("torn"), left), (1, whole.clone()), "{torn}");
        let (known, left) = opened(torn);
        if end < head {
            assert!(
                matches!(known, Err(LogError::Unfinished { line: 1 })),
                "{torn}"
            );
            assert_eq!(left, torn);
        } else {
            assert_eq!((known.expect("torn"), left.as_str()), (0, ""), "{torn}");
        }
    }
    let other = game.replacen("othello", "gomoku", 1);
    let foreign = ["a letter without a newline", "{\"torn", other.trim_end()].map(str::to_owned);
    let after_ours = foreign.clone().map(|text| whole.clone() + &text);
    for text in foreign
        .into_iter()
        .chain(after_ours)
        .chain(["\n\n{".to_owned()])
    {
        let (known, left) = opened(&text);
        assert!(matches!(known, Err(LogError::Unfinished { .. })), "{text}");
        assert_eq!(left, text);
    }
    let device = Log::open(std::path::Path::new("/dev/null"), &plan, Shard::WHOLE).map(|_| ());
    assert!(
        !cfg!(unix) || matches!(device, Err(LogError::File(_))),
        "{device:?}"
    );
}

/// Where time matters no game repeats; but what was played stays, and counts once.
#[test]
fn matches_with_clocks_are_resumed() {
    let mut plan = plan("othello", "pvs,hash=1", "level=2", 6);
    plan.limits.clock = Some(clock("20/300ms+5ms"));
    // A machine that does other things too is no player's fault.
    plan.conduct.time_margin = Duration::from_secs(5);
    let (games, standing) = play(&plan, "0/1", 2, BTreeMap::new());
    assert_eq!(
        (games.len(), standing.faults),
        (6, Default::default()),
        "{games:?}"
    );
    for game in &games {
        let [a, b] = game.timing.expect("clocks");
        assert!(
            a.used_us > 0 && b.used_us < a.used_us,
            "a level spends little: {a:?} {b:?}"
        );
        assert!(a.least_us > -5_000_000 && a.least_us <= 300_000, "{a:?}");
    }
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), lines(&plan, &games[1..4])).expect("written");
    let (mut log, known) = Log::open(file.path(), &plan, Shard::WHOLE).expect("a log");
    assert_eq!(
        known.values().cloned().collect::<Vec<_>>(),
        games[1..4],
        "clocks are read as they were written"
    );
    let ticket = Ticket::of(&plan);
    assert_eq!(ticket.clock.as_deref(), Some("20/300ms+5ms"));
    let (resumed, _) = play(&plan, "0/1", 2, known);
    assert_eq!(resumed[1..4], games[1..4]);
    log.write(&ticket, &games[0]).expect("written");
    drop(log);
    plan.limits.clock = Some(clock("21/300ms+5ms"));
    assert!(matches!(
        Log::open(file.path(), &plan, Shard::WHOLE),
        Err(LogError::OtherMatch { line: 1, .. })
    ));
}

#[test]
fn adjudicated_games_are_told_apart() {
    let mut plan = plan("othello", "pvs,depth=3,hash=1", "pvs,depth=1,hash=1", 12);
    let (_, out) = play(&plan, "0/1", 2, BTreeMap::new());
    assert_eq!((out.adjudicated, out.too_long), (0, 0));
    plan.conduct.adjudication.win = "800:6".parse().ok();
    let (games, standing) = play(&plan, "0/1", 2, BTreeMap::new());
    let told = games
        .iter()
        .filter(|game| game.reason == ADJUDICATED)
        .count() as u64;
    assert_eq!((standing.adjudicated, standing.games.games()), (told, 12));
    assert!(
        told > 3
            && games
                .iter()
                .all(|game| game.fault.is_none() && game.timing.is_none()),
        "{told}"
    );
    // What both are sure of is mostly so.
    assert!(
        standing.games.points() >= out.games.points() - 2.0,
        "{standing:?} {out:?}"
    );
    assert_eq!(
        play(&plan, "0/1", 5, BTreeMap::new()),
        (games, standing.clone())
    );
    plan.conduct.adjudication = Default::default();
    plan.conduct.max_plies = 9;
    let (games, standing) = play(&plan, "0/1", 2, BTreeMap::new());
    assert_eq!(
        (
            standing.games.draws,
            standing.too_long,
            standing.adjudicated
        ),
        (12, 12, 0)
    );
    assert!(games.iter().all(|game| game.moves.split(' ').count() == 9));
}

fn tournament(gauntlet: bool) -> Tournament {
    let terms = plan("othello", "level=1", "level=1", 5);
    let players = ["pvs,depth=2,hash=1", "level=1", "mtdf,depth=1,hash=1"]
        .map(|text| text.parse().expect("a configuration"));
    Tournament::new(&players, gauntlet, &terms).expect("different players")
}

/// The games of a shard of a tournament, line by line, and how its matches stand.
fn play_all(tournament: &Tournament, shard: &str) -> (String, Vec<Standing>) {
    let parts = tournament.shards(shard.parse().expect("a shard"));
    let mut text = String::new();
    let matches = tournament
        .matches
        .iter()
        .zip(tournament.tickets())
        .zip(parts);
    let play = |(((_, plan), ticket), part): ((&([usize; 2], Match), Ticket), Shard)| {
        let (games, standing) = play(plan, &part.to_string(), 2, BTreeMap::new());
        text.extend(games.iter().map(|game| write_line(&ticket, game) + "\n"));
        standing
    };
    let standings = matches.map(play).collect();
    (text, standings)
}

#[test]
fn shards_of_a_tournament_merge_to_the_whole() {
    for gauntlet in [false, true] {
        let tournament = tournament(gauntlet);
        let (text, standings) = play_all(&tournament, "0/1");
        let pairings: Vec<[usize; 2]> = tournament
            .matches
            .iter()
            .map(|(pairing, _)| *pairing)
            .collect();
        let ranking = rank(3, pairings.iter().copied().zip(&standings));
        assert_eq!(
            ranking
                .iter()
                .map(|row| row.rating.games.games())
                .sum::<u64>(),
            10 * pairings.len() as u64
        );
        assert_eq!(
            ranking[0].player, 0,
            "the one that looks ahead furthest: {ranking:?}"
        );
        for count in [1, 2, 4, 20] {
            let parts: Vec<String> = (0..count)
                .map(|i| play_all(&tournament, &format!("{i}/{count}")).0)
                .collect();
            let merged =
                merge_all(parts.iter().rev().map(|part| part.as_bytes())).expect("all there");
            assert_eq!(
                merged
                    .iter()
                    .map(|part| part.standing.clone())
                    .collect::<Vec<_>>(),
                standings,
                "{count} shards"
            );
            let lines = merged.iter().flat_map(|part| {
                part.games
                    .iter()
                    .map(|game| write_line(&part.ticket, game) + "\n")
            });
            assert_eq!(lines.collect::<String>(), text);
            let found = merged
                .iter()
                .map(|part| part.ticket.tournament.as_ref().expect("a place").pairing);
            assert_eq!(
                rank(3, found.zip(merged.iter().map(|part| &part.standing))),
                ranking
            );
        }
    }
}

#[test]
fn tournaments_that_are_not_whole() {
    let ours = tournament(false);
    let other = tournament(true);
    assert_ne!(ours.id(), other.id());
    let (text, _) = play_all(&ours, "0/1");
    let (foreign, _) = play_all(&other, "0/1");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let refused = |text: &str| {
        merge_all([text.as_bytes()])
            .map(|_| ())
            .expect_err("not whole")
    };
    let missing = |text: &str| match refused(text) {
        MergeError::Missing {
            missing,
            of,
            first,
            between,
        } => (missing, of, first, between),
        error => panic!("{error}"),
    };
    assert_eq!(
        missing(&lines[..14].concat()),
        (1, 15, 4, "level=1 against mtdf,depth=1,hash=1".to_owned())
    );
    assert_eq!(
        missing(&lines[..10].concat()),
        (5, 15, 0, "level=1 against mtdf,depth=1,hash=1".to_owned())
    );
    assert_eq!(
        missing(&lines[5..].concat()),
        (5, 15, 0, "pvs,depth=2,hash=1 against level=1".to_owned())
    );
    assert_eq!(
        missing(&lines[1..].concat()),
        (1, 15, 0, "pvs,depth=2,hash=1 against level=1".to_owned())
    );
    assert!(matches!(
        refused(&(text.clone() + lines[7])),
        MergeError::Twice {
            line: 16,
            index: 2,
            ..
        }
    ));
    assert!(matches!(
        refused(&(text.clone() + &foreign)),
        MergeError::OtherMatch { line: 16, .. }
    ));
    let alone = self::lines(
        &ours.matches[0].1,
        &play(&ours.matches[0].1, "0/1", 1, BTreeMap::new()).0,
    );
    assert!(matches!(
        refused(&(text.clone() + &alone)),
        MergeError::OtherMatch { line: 16, .. }
    ));
    assert!(matches!(
        refused(&(alone.clone() + &text)),
        MergeError::OtherMatch { line: 6, .. }
    ));
    // A tournament is no match, but a match is a tournament of one.
    assert!(matches!(merge([text.as_bytes()]), Err(MergeError::Several)));
    assert_eq!(
        merge_all([alone.as_bytes()])
            .map(|merged| merged.len())
            .ok(),
        Some(1)
    );
    // Lines that say of their players what cannot be.
    for (from, to) in [
        ("\"pairing\":[0,1]", "\"pairing\":[1,0]"),
        ("\"pairing\":[0,1]", "\"pairing\":[0,9]"),
        ("[\"pvs", "[\"smp"),
    ] {
        assert!(lines[0].contains(from));
        assert!(
            matches!(
                refused(&lines[0].replacen(from, to, 1)),
                MergeError::Line { line: 1, .. }
            ),
            "{to}"
        );
    }
}

#[test]
fn a_tournaments_log_is_resumed() {
    let tournament = tournament(false);
    let (text, _) = play_all(&tournament, "0/1");
    let matches: Vec<(Ticket, Shard)> = tournament
        .tickets()
        .into_iter()
        .map(|ticket| (ticket, Shard::WHOLE))
        .collect();
    let file = tempfile::NamedTempFile::new().expect("a file");
    let second = text.find('\n').expect("a line") + 2;
    for cut in [
        0,
        second,
        text.len() / 3,
        text.len() / 2,
        text.len() - 1,
        text.len(),
    ] {
        std::fs::write(file.path(), &text[..cut]).expect("written");
        let (_, known) = Log::open_all(file.path(), &matches).expect("a log");
        let complete = text[..cut].matches('\n').count();
        assert_eq!(
            known.iter().map(BTreeMap::len).collect::<Vec<_>>(),
            [0, 5, 10].map(|before| complete.saturating_sub(before).min(5))
        );
    }
    // It is no log of one of its matches alone, nor of another tournament.
    assert!(matches!(
        Log::open(file.path(), &tournament.matches[0].1, Shard::WHOLE),
        Err(LogError::OtherMatch { line: 1, .. })
    ));
    let gauntlet: Vec<_> = self::tournament(true)
        .tickets()
        .into_iter()
        .map(|ticket| (ticket, Shard::WHOLE))
        .collect();
    assert!(matches!(
        Log::open_all(file.path(), &gauntlet),
        Err(LogError::OtherMatch { line: 1, .. })
    ));
    assert_eq!(std::fs::read_to_string(file.path()).expect("text"), text);
}

#[test]
fn only_one_writes_a_log() {
    let plan = plan("othello", "pvs,depth=1,hash=1", "mtdf,depth=1,hash=1", 2);
    let file = tempfile::NamedTempFile::new().expect("a file");
    let (first, _) = Log::open(file.path(), &plan, Shard::WHOLE).expect("a log");
    assert!(matches!(
        Log::open(file.path(), &plan, Shard::WHOLE),
        Err(LogError::Busy)
    ));
    drop(first);
    assert!(Log::open(file.path(), &plan, Shard::WHOLE).is_ok());
}
