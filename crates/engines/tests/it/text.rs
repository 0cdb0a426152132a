//! The three games by text alone: sessions, engines, specs and comparisons.

#![cfg(all(feature = "gomoku", feature = "othello", feature = "xiangqi"))]

use engines::{
    ConfigError, Ending, EngineConfig, EngineError, GAMES, Level, SearchRequest, SearcherConfig,
    Session, Settings, duration, game,
};
use game_core::Player;
use search::{Control, Limits};
use std::time::Duration;

fn session(name: &str) -> Box<dyn Session> {
    game(name)
        .expect("a game")
        .session(&Settings::default())
        .expect("no settings, no error")
}

/// Three legal moves of each game, and one that is not.
const OPENINGS: [(&str, [&str; 3], &str); 3] = [
    ("gomoku", ["h8", "i9", "h9"], "h8"),
    ("othello", ["f5", "d6", "c3"], "a1"),
    ("xiangqi", ["h2e2", "h9g7", "h0g2"], "a0a9"),
];

#[test]
fn games_are_found_by_name() {
    let names: Vec<_> = GAMES.iter().map(|game| game.name()).collect();
    assert_eq!(names, ["gomoku", "othello", "xiangqi"]);
    let unknown = game("chess")
        .expect_err("there is no such game")
        .to_string();
    assert_eq!(
        unknown,
        "there is no game \"chess\"; there are gomoku, othello, xiangqi"
    );
}

#[test]
fn sessions_play_undo_and_redo() {
    for (name, moves, illegal) in OPENINGS {
        let mut session = session(name);
        let start = (session.view().position, session.state().key);
        for mv in moves {
            session.play(mv).expect(mv);
        }
        assert_eq!(
            (session.line().moves, session.state().turn == Player::First),
            (moves.map(str::to_owned).to_vec(), false)
        );
        let end = (session.view().position, session.state().key);
        let line = session.line();

        // A refused text changes nothing.
        for bad in [illegal, "", "nonsense", "炮八平五九"] {
            assert!(session.play(bad).is_err(), "{name} {bad:?}");
            assert!(
                session.set_line(format!("startpos moves {bad}?")).is_err(),
                "{name} {bad:?}"
            );
            assert!(session.load(&format!("{bad}?")).is_err(), "{name} {bad:?}");
            assert_eq!((session.view().position, session.state().key), end);
        }

        while session.undo() {}
        assert_eq!((session.view().position, session.state().key), start);
        while session.redo() {}
        assert_eq!((session.view().position, session.state().key), end);
        session
            .set_line(&line)
            .expect("a session reads its own line");
        assert_eq!(
            (session.view().position, session.line()),
            (end.0.clone(), line)
        );

        // Any ply is reached from any other, and nothing beyond the record.
        let start_text = session.line().start;
        let all = session.line().moves;
        for (from, to) in [(3, 0), (0, 2), (2, 1), (1, 1), (1, 3)] {
            assert_eq!(session.state().ply, from);
            assert!(session.seek(to) && !session.seek(4));
            let (played, future) = all.split_at(to);
            let history = session.history();
            assert_eq!(
                (history.line.moves.as_slice(), history.undone.as_slice()),
                (played, future)
            );
            assert_eq!(history.line.start, start_text);
            assert_eq!((session.state().ply, session.state().length), (to, 3));
        }
        assert_eq!(session.view().position, end.0);

        // A new move forgets the ones that could be redone.
        assert!(session.undo() && session.undo());
        let other = session
            .legal_moves()
            .into_iter()
            .find(|mv| *mv != moves[1])
            .expect("a second move");
        session.play(&other).expect("a legal move");
        assert!(!session.redo() && session.state().ply == 2);
    }
}

#[test]
fn records_are_saved_and_loaded() {
    for (name, moves, _) in OPENINGS {
        let mut session = session(name);
        for mv in moves {
            session.play(mv).expect(mv);
        }
        let saved = |session: &dyn Session, names| {
            let format = game(name).expect(name).facts().own_format();
            let bytes = session
                .save(format.extension, names)
                .expect("its own format");
            String::from_utf8(bytes).expect("text")
        };
        let text = saved(session.as_ref(), [Some("Anna".to_owned()), None]);
        assert!(text.contains("Anna"), "{text}");
        let mut other = self::session(name);
        other.load(&text).expect(&text);
        assert_eq!(
            (other.line(), other.state().key),
            (session.line(), session.state().key)
        );
        // What was taken back is not part of the record.
        session.undo();
        other
            .load(&saved(session.as_ref(), [None, None]))
            .expect("a record");
        assert_eq!(other.state().ply, 2);
    }
}

#[test]
fn finished_games_tell_who_won_and_refuse_moves() {
    for (name, line, winner, reason) in [
        (
            "gomoku",
            "startpos moves h8a1h9a2h10a3h11a4h12",
            Some(Player::First),
            "five in a row",
        ),
        (
            "othello",
            &format!("{} X", "X".repeat(64)),
            Some(Player::First),
            "the board is full",
        ),
        (
            "xiangqi",
            "3k1P3/4P4/9/9/9/9/9/9/9/3RK4 b",
            Some(Player::First),
            "checkmate",
        ),
        (
            "xiangqi",
            "3k5/9/9/9/9/9/9/9/9/4K4 w",
            None,
            "insufficient material",
        ),
    ] {
        let mut session = session(name);
        session.set_line(line).expect(line);
        let margin = session.state().ending.and_then(|ending| ending.margin);
        assert_eq!(
            session.state().ending,
            Some(Ending {
                winner,
                reason,
                margin
            }),
            "{line}"
        );
        assert!(
            matches!(session.play("h8"), Err(EngineError::Over { .. })),
            "{line}"
        );
    }
}

#[test]
fn minds_find_legal_moves_and_repeat_themselves() {
    let configs = [
        "level=1",
        "level=3",
        "minimax",
        "alphabeta",
        "aspiration",
        "pvs,null_move=off",
        "mtdf,hash=1",
    ];
    for (name, moves, _) in OPENINGS {
        for config in configs {
            let config: EngineConfig = config.parse().expect(config);
            let think = |seed| {
                let mut session = session(name);
                session.play(moves[0]).expect("a legal move");
                let game = game(name).expect("a game");
                let mut engine = game
                    .engine(&Settings::default(), &config, seed)
                    .expect("no settings");
                let question = SearchRequest::new(Limits::depth(2));
                let mut seen = 0;
                let report = engine
                    .think(&session.line(), &question, &Control::default(), &mut |_| {
                        seen += 1
                    })
                    .expect("a line");
                session
                    .play(&report.best().expect("a move"))
                    .expect("a legal one");
                assert!(seen > 0, "progress is reported");
                (report.best(), report.score(), report.nodes)
            };
            assert_eq!(think(7), think(7), "{name} {config}");
        }
    }
}

#[test]
fn low_levels_vary_with_the_seed() {
    let firsts: std::collections::BTreeSet<_> = (0..20)
        .map(|seed| {
            let mut engine = game("othello")
                .expect("a game")
                .engine(&Settings::default(), &EngineConfig::level(1), seed)
                .expect("no settings");
            let question = SearchRequest::new(Limits::none());
            let report = engine
                .think(
                    &"startpos moves f5".into(),
                    &question,
                    &Control::default(),
                    &mut |_| {},
                )
                .expect("a line");
            report.best()
        })
        .collect();
    assert!(firsts.len() > 1, "{firsts:?}");
}

#[test]
fn a_stopped_thinker_still_moves() {
    for game in &GAMES {
        let mut engine = game
            .engine(
                &Settings::default(),
                &EngineConfig::level(game.facts().strongest()),
                0,
            )
            .expect("no settings");
        let control = Control::default();
        control.stop();
        let report = engine
            .think(
                &"startpos".into(),
                &SearchRequest::new(Limits::none()),
                &control,
                &mut |_| {},
            )
            .expect("a line");
        assert!(report.best().is_some(), "{}", game.name());
    }
}

#[test]
fn threads_help_and_end() {
    let config = "pvs,threads=3,hash=4".parse().expect("a spec");
    let mut engine = game("othello")
        .expect("a game")
        .engine(&Settings::default(), &EngineConfig::Searcher(config), 0)
        .expect("fine");
    let question = SearchRequest::new(Limits::time(Duration::from_millis(100)));
    let report = engine
        .think(
            &"startpos".into(),
            &question,
            &Control::default(),
            &mut |_| {},
        )
        .expect("a line");
    assert!(report.depth > 1 && report.best().is_some());
}

#[test]
fn memory_is_counted_for_any_spec() {
    for name in SearcherConfig::SEARCHERS {
        let config: SearcherConfig = name.parse().expect(name);
        for game in &GAMES {
            let mut endless = config.clone();
            (endless.hash, endless.threads) = (usize::MAX, usize::MAX);
            let [usual, most] = [config.clone(), endless]
                .map(|config| game.check(&EngineConfig::Searcher(config)).expect(name));
            assert!(most >= usual, "{} {name}", game.name());
        }
    }
}

#[test]
fn levels_never_grow_weaker() {
    for game in &GAMES {
        let level = |number| game.facts().level(number);
        for number in Level::MIN..game.facts().strongest() {
            let weaker = level(number);
            let stronger = level(number + 1);
            // A search that sees further may make up for mistakes.
            let errs_less = stronger.mistakes.oversight <= weaker.mistakes.oversight
                && stronger.mistakes.temperature <= weaker.mistakes.temperature;
            let sees_further = stronger.depth > weaker.depth;
            let as_far = stronger.depth == weaker.depth && stronger.nodes >= weaker.nodes;
            let grows = sees_further || as_far && errs_less;
            assert!(
                grows && stronger != weaker,
                "{number}: {weaker:?} {stronger:?}"
            );
        }
    }
}

/// A yardstick.
#[test]
fn a_player_may_move_at_random() {
    for game in &GAMES {
        let answers = |random: u32, seed: u64| {
            let config: EngineConfig = format!("pvs,depth=1,random={random}")
                .parse()
                .expect("a spec");
            let mut engine = game
                .engine(&Settings::default(), &config, seed)
                .expect("an engine");
            let mut think = || {
                engine.think(
                    &"startpos".into(),
                    &SearchRequest::new(Limits::none()),
                    &Control::default(),
                    &mut |_| {},
                )
            };
            let reports: Vec<_> = (0..40).map(|_| think().expect("a report")).collect();
            let thought = reports.iter().filter(|report| report.nodes > 0).count();
            (
                thought,
                reports
                    .iter()
                    .map(|report| report.best().expect("a move"))
                    .collect::<Vec<String>>(),
            )
        };
        let (thought, moves) = answers(1_000, 1);
        assert_eq!(
            (thought, &moves),
            (0, &answers(1_000, 1).1),
            "{}",
            game.name()
        );
        assert!(
            moves != answers(1_000, 2).1 && moves.iter().any(|mv| mv != &moves[0]),
            "{}",
            game.name()
        );
        assert_eq!(answers(0, 1).0, 40);
        assert!((5..36).contains(&answers(500, 1).0));
    }
}

#[test]
fn specs_are_read_and_refused() {
    let config: SearcherConfig =
        "mtdf,depth=6,nodes=1000,time=1.5s,hash=8,quiescence=4,killers=off"
            .parse()
            .expect("a spec");
    assert_eq!((config.name(), config.hash), ("mtdf", 8));
    assert_eq!(
        config.limits,
        Limits::depth(6)
            .with_nodes(1000)
            .with_time(Duration::from_millis(1500))
    );
    let options = config.options(Default::default());
    assert_eq!(
        (options.quiescence, options.killers, options.history),
        (4, false, true)
    );
    assert_eq!(
        config.to_string(),
        "mtdf,depth=6,nodes=1000,time=1.5s,hash=8,quiescence=4,killers=off"
    );
    for (text, error) in [
        ("", ConfigError::Searcher(String::new())),
        ("a*", ConfigError::Searcher("a*".to_owned())),
        ("pvs,", ConfigError::NotAnOption(String::new())),
        (
            "pvs,killers",
            ConfigError::NotAnOption("killers".to_owned()),
        ),
        ("pvs,luck=much", ConfigError::Option("luck".to_owned())),
    ] {
        assert_eq!(
            text.parse::<SearcherConfig>().err(),
            Some(error),
            "{text:?}"
        );
    }
    for text in [
        "pvs,depth=0",
        "pvs,depth=-1",
        "pvs,nodes=many",
        "pvs,time=5",
        "pvs,hash=0",
        "pvs,history=1",
        "pvs,threads=65",
    ] {
        assert!(
            matches!(
                text.parse::<SearcherConfig>(),
                Err(ConfigError::Value { .. })
            ),
            "{text:?}"
        );
    }
    let too_high = format!("level={}", Level::MAX + 1);
    for text in ["level=0", &too_high, "level=", "level=x", "level"] {
        assert!(text.parse::<EngineConfig>().is_err(), "{text:?}");
    }
    assert_eq!(
        "level=16"
            .parse::<EngineConfig>()
            .map(|config| config.to_string()),
        Ok("level=16".to_owned())
    );
}

#[test]
fn durations_are_read_and_refused() {
    for (text, millis) in [
        ("500ms", 500),
        ("2s", 2000),
        ("1.5s", 1500),
        ("2m", 120_000),
        ("0s", 0),
        (".5s", 500),
    ] {
        assert_eq!(
            duration(text),
            Some(Duration::from_millis(millis)),
            "{text}"
        );
    }
    for bad in [
        "", "5", "s", "-1s", "1h", "1e3s", "infs", "nans", "1s ", " 1s", "1.2.3s", "86401s", "1秒",
    ] {
        assert_eq!(duration(bad), None, "{bad:?}");
    }
}

#[test]
fn settings_are_read_and_refused() {
    let settings = |pairs: &[(&str, &str)]| -> Settings {
        pairs
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect()
    };
    for (name, pairs) in [
        ("gomoku", &[("rule", "renju"), ("size", "19")][..]),
        ("gomoku", &[("size", "5")]),
        ("xiangqi", &[("rule", "check-ban"), ("move-limit", "none")]),
        ("xiangqi", &[("move-limit", "100")]),
    ] {
        game(name)
            .expect("a game")
            .session(&settings(pairs))
            .map(|_| ())
            .unwrap_or_else(|error| panic!("{pairs:?}: {error}"));
    }
    for (name, pair) in [
        ("gomoku", ("rule", "go")),
        ("gomoku", ("size", "256")),
        ("gomoku", ("komi", "7")),
        ("othello", ("size", "8")),
        ("xiangqi", ("rule", "renju")),
        ("xiangqi", ("move-limit", "-1")),
        ("xiangqi", ("size", "9")),
    ] {
        let refused = game(name)
            .expect("a game")
            .session(&settings(&[pair]))
            .err()
            .expect("refused")
            .to_string();
        assert!(
            refused.contains(pair.0) && refused.contains(pair.1),
            "{refused}"
        );
    }
}

#[test]
fn rules_are_described_as_they_are_read() {
    for game in &GAMES {
        let session =
            |name: &str, value: &str| game.session(&vec![(name.to_owned(), value.to_owned())]);
        for setting in game.facts().rules {
            let bounds = setting
                .range
                .map(|(least, most)| [least, most].map(|number| number.to_string()));
            let beyond = setting
                .range
                .map(|(least, most)| [least - 1, most + 1].map(|number| number.to_string()));
            let words = setting.values.iter().map(|&value| value.to_owned());
            for value in words.chain(bounds.into_iter().flatten()) {
                assert!(
                    setting.takes(&value) && session(setting.name, &value).is_ok(),
                    "{} {value}",
                    setting.name
                );
            }
            for value in beyond.into_iter().flatten().chain([
                "".to_owned(),
                "-1".to_owned(),
                "1e1".to_owned(),
                "棋".to_owned(),
            ]) {
                let refused = session(setting.name, &value)
                    .err()
                    .expect(&value)
                    .to_string();
                assert!(
                    !setting.takes(&value) && refused.contains(&setting.expected()),
                    "{} {refused}",
                    setting.name
                );
            }
            // The default is what holds where nothing is said.
            let own = game.session(&Settings::new()).expect("the default rules");
            let said = session(setting.name, setting.default);
            let said = said.expect("the default");
            assert_eq!(
                (own.legal_moves(), own.state().key),
                (said.legal_moves(), said.state().key),
                "{}",
                setting.name
            );
        }
    }
    let told = |name: &str| {
        game(name)
            .expect("built in")
            .facts()
            .rules
            .iter()
            .map(|setting| setting.expected())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told("gomoku"),
        [
            "freestyle, standard, renju or caro",
            "a number from 5 to 20"
        ]
    );
    assert_eq!(
        told("xiangqi"),
        [
            "asian, check-ban or draw-only",
            "a number from 1 to 65535 or none"
        ]
    );
    assert!(told("othello").is_empty());
    // Every word makes other rules; the last of two counts.
    use engines::{Wired, Wiring, gomoku::GomokuWiring, xiangqi::XiangqiWiring};
    fn distinct<W: Wiring, R: PartialEq>(rules: impl Fn(&Settings) -> R) {
        for setting in W::RULES {
            let name = setting.name.to_owned();
            let value = setting.default.to_owned();
            assert!(
                rules(&vec![(name.clone(), value.clone())]) == rules(&Vec::new()),
                "{name}"
            );
            for &other in setting
                .values
                .iter()
                .filter(|&&other| other != setting.default)
            {
                let other = (name.clone(), other.to_owned());
                assert!(
                    rules(&vec![other.clone()]) != rules(&Vec::new()),
                    "{other:?}"
                );
                assert!(
                    rules(&vec![other, (name.clone(), value.clone())]) == rules(&Vec::new()),
                    "{name}"
                );
            }
        }
    }
    distinct::<GomokuWiring, _>(|settings| {
        Wired::<GomokuWiring>::rules(settings).expect("described")
    });
    distinct::<XiangqiWiring, _>(|settings| {
        Wired::<XiangqiWiring>::rules(settings).expect("described")
    });
}

#[test]
fn scores_are_told_in_the_unit_of_the_game() {
    let told = |name: &str, line: &str, depth| {
        let game = game(name).expect("a game");
        let config: EngineConfig = "pvs".parse().expect("a searcher");
        let mut engine = game
            .engine(&Settings::default(), &config, 0)
            .expect("no settings");
        let question = SearchRequest::new(Limits::depth(depth));
        game.reading(
            engine
                .think(&line.into(), &question, &Control::default(), &mut |_| {})
                .expect("a line")
                .score(),
        )
        .to_string()
    };
    // The last empty square turns the only white discs.
    let last = format!("-OOOOOOX{} X", "X".repeat(56));
    assert_eq!(told("othello", &last, 4), "win by 64");
    assert_eq!(told("gomoku", "X:h8i8j8k8 O:h9i9j9 turn:X", 2), "win in 1");
    assert_eq!(
        told("othello", "startpos moves f5d6", 2)
            .parse::<i32>()
            .map(|score| score.abs() < 5_000),
        Ok(true)
    );
}

#[test]
fn a_question_names_moves() {
    for game in &GAMES {
        let mut engine = game
            .engine(
                &Settings::new(),
                &EngineConfig::Searcher(SearcherConfig::default()),
                0,
            )
            .expect("the game's own settings");
        let session = game
            .session(&Settings::new())
            .expect("the game's own settings");
        let legal = session.legal_moves();
        let mut ask = |only: &[&str], exclude: &[&str]| {
            let [only, exclude] =
                [only, exclude].map(|moves| moves.iter().map(|&mv| mv.to_owned()).collect());
            let question = SearchRequest::new(Limits::depth(2))
                .with_only(only)
                .with_exclude(exclude);
            engine.think(&session.line(), &question, &Control::default(), &mut |_| {})
        };
        let last = legal.last().expect("a move").as_str();
        let report = ask(&[last], &[]).expect("a legal move");
        assert_eq!(
            (report.best().as_deref(), report.roots.len()),
            (Some(last), 1)
        );
        assert!(
            report
                .nodes_after(&last.to_owned())
                .is_some_and(|nodes| nodes > 0 && nodes < report.nodes)
        );
        let all: Vec<_> = legal.iter().map(String::as_str).collect();
        assert_eq!(
            ask(&[], &all[1..])
                .expect("one move is left")
                .best()
                .as_deref(),
            Some(all[0])
        );
        assert!(ask(&[], &all).expect("no move is left").lines.is_empty());
        for named in ["", "zz", "é", "a0a0", "pass"] {
            let refused = ask(&[named], &[])
                .expect_err("no move of the game's first position")
                .to_string();
            assert!(refused.contains(named), "{refused}");
            assert!(ask(&[], &[named]).is_err());
        }
    }
}

#[test]
fn a_level_that_errs_does_so_within_the_question() {
    let game = engines::game("othello").expect("it is built in");
    let mut engine = game
        .engine(&Settings::new(), &EngineConfig::level(1), 3)
        .expect("no settings");
    for _ in 0..50 {
        let question = SearchRequest::new(Limits::none()).with_only(vec!["c4".to_owned()]);
        let report = engine
            .think(
                &"startpos".into(),
                &question,
                &Control::default(),
                &mut |_| {},
            )
            .expect("a line");
        assert_eq!(report.best().as_deref(), Some("c4"));
    }
}

/// What a finished game counts is its own affair: Othello's tables have one line, others none.
#[test]
fn leaves_of_a_finished_game_are_as_its_rules_count_them() {
    for (name, line, leaves) in [
        ("gomoku", "startpos moves h8a1h9a2h10a3h11a4h12", 0),
        ("othello", &format!("{}OO X", "X".repeat(62)), 1),
        ("xiangqi", "3k1P3/4P4/9/9/9/9/9/9/9/3RK4 b", 0),
    ] {
        let mut session = session(name);
        session.set_line(line).expect(line);
        let perft = session.perft(3);
        assert_eq!(
            (perft.leaves, perft.by_move),
            (leaves, Vec::new()),
            "{line}"
        );
        assert_eq!(session.perft(0).leaves, 1, "{line}");
    }
}

fn margin_of(session: &dyn Session) -> Option<i32> {
    session.state().ending.and_then(|ending| ending.margin)
}

#[test]
fn margins_are_the_first_movers() {
    // Black has 40 discs; then White 62 and two squares are left, which are the winner's.
    let black = format!("{}{}", "X".repeat(40), "O".repeat(24));
    let white = format!("{}--", "O".repeat(62));
    let mut othello = session("othello");
    assert_eq!(margin_of(othello.as_ref()), None, "the game goes on");
    for (board, margin) in [(black, 16), (white, -64)] {
        for turn in ["X", "O"] {
            othello
                .set_line(format!("{board} {turn}"))
                .expect("a position");
            assert_eq!(margin_of(othello.as_ref()), Some(margin), "{board} {turn}");
        }
    }
    let mut gomoku = session("gomoku");
    gomoku
        .set_line("startpos moves h8a1i8b1j8c1k8d1l8")
        .expect("five in a row");
    assert_eq!(
        (
            gomoku.state().ending.map(|ending| ending.winner),
            margin_of(gomoku.as_ref())
        ),
        (Some(Some(Player::First)), None),
        "a win is a win"
    );
}

#[test]
fn a_level_above_the_strongest_is_refused() {
    for game in &GAMES {
        let most = game.facts().strongest();
        assert!((12..=Level::MAX).contains(&most), "{}", game.name());
        game.check(&EngineConfig::level(most))
            .expect("the strongest");
        let config = EngineConfig::level(most + 1);
        let expected = format!(
            "level={}: {} has the levels 1 to {most}",
            most + 1,
            game.name()
        );
        let refused = game.check(&config).expect_err("one too many");
        assert_eq!(refused.to_string(), expected);
        let refused = game.engine(&Settings::default(), &config, 0);
        assert_eq!(refused.err().map(|error| error.to_string()), Some(expected));
    }
}
