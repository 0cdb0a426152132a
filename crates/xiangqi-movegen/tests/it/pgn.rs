//! Games in PGN: what is read, what is refused and where, and that what is written reads back.

use game_core::{Notation, Player, Position, Record};
use proptest::prelude::*;
use xiangqi_movegen::{
    Move, RepetitionRule, Rules, Xiangqi,
    notation::pgn::{Game, GameResult, Games, PgnError, PgnProblem, first, games},
};

const FIVE: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/xiangqi/five_games.pgn"
));

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|mv| mv.parse().unwrap())
        .collect()
}

fn one(text: &str) -> Game {
    let mut found = games(text);
    let game = found
        .next()
        .expect("a game")
        .unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert!(found.next().is_none(), "{text:?} has several games");
    game
}

#[test]
fn master_games_are_read() {
    let games: Vec<Game> = games(FIVE).collect::<Result<_, _>>().unwrap();
    let plies: Vec<usize> = games.iter().map(|game| game.record.moves.len()).collect();
    assert_eq!(plies, [65, 63, 87, 98, 77]);
    assert_eq!(games[0].tag("event"), Some("China Team Championship 1998"));
    assert_eq!(
        games[0].record.names,
        [Some("HU RongHua".into()), Some("XU TianHong".into())]
    );
    assert_eq!(games[0].record.start, Xiangqi::default());
    assert_eq!((games[0].result, games[0].tag("Site")), (None, None));
    assert_eq!(games[4].record.moves[..2], moves("h2e2 b9c7"));
}

/// Run it on a collection of games in PGN, all of them legal.
#[test]
#[ignore = "needs the master games: BOYI_MASTER_GAMES=path"]
fn every_ply_of_a_collection_is_legal() {
    let path = std::env::var("BOYI_MASTER_GAMES").expect("BOYI_MASTER_GAMES names a PGN file");
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let mut count = 0;
    let mut plies = 0;
    for game in games(&text) {
        let game = game.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(one(&game.to_string()).record, game.record);
        (count, plies) = (count + 1, plies + game.record.moves.len());
    }
    println!("{count} games, {plies} plies");
    assert!(count > 0);
}

#[test]
fn every_notation_and_ornament_is_read() {
    let plain = moves("h2e2 h9g7 h0g2 i9h9");
    for text in [
        "h2e2 h9g7 h0g2 i9h9",
        "1. h2e2 h9g7 2. h0g2 i9h9 *",
        "1.h2e2 h9g7 2.h0g2 i9h9",
        "\u{feff}1. H2-E2 H9-G7 2. H0-G2 I9-H9 1-0",
        "1. C2=5 H8+7\r\n2. H2+3 R9=8\r\n",
        "1. C2.5 h8+7 2. h2+3 r9.8 1/2-1/2",
        "1.C2.5 1... H8+7 2.H2+3 2...R9.8 *",
        "1. 炮二平五 马８进７\n2. 马二进三 车９平８\n",
        "1. 炮二平五 馬8進7 2. 傌二進三 車9平8 0-1",
        "1. 炮二平五　马8进7　2. 马二进三　车9平8",
        "{before} 1. h2e2! {good\n(really) ; } h9g7?! $3 $ 2. h0g2 ; to the end of the line ) }\n i9h9!!",
        "1. h2e2 (1. b2e2 {the other; one) } (1. C8=5 (1. x)) ; a ( here\n) h9g7 2. h0g2 () i9h9",
        "% an escaped line { (\n1. h2e2 h9g7 2. h0g2\n%another\ni9h9",
        "1... h2e2 … h9g7 12 h0g2 2.… i9h9 1-0 {a remark after the end}",
    ] {
        assert_eq!(one(text).record.moves, plain, "{text:?}");
    }
    // Sideways moves of numbered soldiers look like numbers.
    let text = "[FEN \"3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w\"]\n1. 15.6 d9e9 2.25.6";
    assert_eq!(one(text).record.moves, moves("e7d7 d9e9 e5d5"));
}

#[test]
fn tags_are_read() {
    let game = one(
        "[Red \"a \\\"b\\\" \\\\c\"]\n  [Black\t\"?\"] [Result \"0-1\"]\n[fen \"4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 7 30\"]\n\ne9f9\n",
    );
    assert_eq!(game.record.names, [Some("a \"b\" \\c".into()), None]);
    assert_eq!(game.result, Some(GameResult::BlackWins));
    assert_eq!(
        game.record.start.to_string(),
        "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 7 30"
    );
    assert!(game.record.tags.is_empty());
    // Quotes and backslashes as careless programs write them.
    let game = one("[Event \"the \"great\" match\"]\n[Site \"C:\\games\"]\n[White \"W\"]\n*");
    assert_eq!(game.tag("Event"), Some("the \"great\" match"));
    assert_eq!(game.tag("Site"), Some("C:\\games"));
    assert_eq!(game.record.names[0].as_deref(), Some("W"));
    // The word after the moves tells more than the tag.
    assert_eq!(
        one("[Result \"1-0\"] h2e2 0-1").result,
        Some(GameResult::BlackWins)
    );
    assert_eq!(
        one("[Result \"1-0\"] h2e2 *").result,
        Some(GameResult::RedWins)
    );
    assert_eq!(
        one("[赛事 \"全国\"]\n[Result \"*\"]\n").tag("赛事"),
        Some("全国")
    );
}

#[test]
fn games_end_with_a_result_or_where_tags_begin() {
    let count = |text: &str| games(text).collect::<Result<Vec<_>, _>>().unwrap().len();
    for nothing in [
        "",
        " \r\n\t",
        "\u{feff}",
        "{remark}",
        "; remark",
        "1. 2...",
        "% [Event \"x\"]",
    ] {
        assert_eq!(count(nothing), 0, "{nothing:?}");
        assert_eq!(
            first(nothing, &Rules::default()),
            Err(PgnError {
                line: 1,
                problem: PgnProblem::NoGame
            })
        );
    }
    assert_eq!(count("h2e2 1-0 h2e2 0-1 *"), 3);
    assert_eq!(count("[Event \"a\"]\nh2e2\n[Event \"b\"]\nh2e2"), 2);
    assert_eq!(
        count("[Event \"a\"]\n\n[Event \"b\"]\n[Red \"r\"]\n\n[Black \"c\"]\n\nh2e2"),
        2
    );
    assert_eq!(count("1.\n[Event \"a\"]\n*"), 1);
}

#[test]
fn bad_games_are_refused_where_they_are_bad() {
    let error = |text: &str| {
        games(text)
            .find_map(Result::err)
            .unwrap_or_else(|| panic!("{text:?} is read"))
    };
    let problem = |text: &str| error(text).problem;
    let at = |text: &str| error(text).line;
    for tag in [
        "[Event",
        "[Event]",
        "[Event \"x\"",
        "[Event \"x]",
        "[\"x\"]",
        "[]",
        "[",
        "[Ev-ent \"x\"]",
        "[Event x]",
        "[Event \"x\" y]",
    ] {
        assert_eq!(
            problem(&format!("{tag}\nh2e2")),
            PgnProblem::Tag(tag.into())
        );
    }
    assert!(matches!(problem("[FEN \"9/9 w\"]\n*"), PgnProblem::Fen(_)));
    assert!(matches!(problem("[FEN \"\"]"), PgnProblem::Fen(_)));
    for text in [
        "h2h2",
        "h2e2 h2e2",
        "castle",
        "1.x",
        "e0e9",
        "h2e2 炮五平六",
        "C2=",
        "-",
        "1-",
        "1-1",
        "$1x",
        "15.6",
        "h2e2,",
        "①",
    ] {
        assert!(
            matches!(problem(text), PgnProblem::Move(_)),
            "{text:?}: {:?}",
            problem(text)
        );
    }
    assert_eq!(problem("h2e2 {no end"), PgnProblem::OpenComment);
    assert_eq!(problem("h2e2 (no (end)"), PgnProblem::OpenVariation);
    assert_eq!(problem("h2e2 ({)"), PgnProblem::OpenVariation);
    for (text, stray) in [
        ("h2e2 )", ')'),
        ("h2e2 }", '}'),
        ("]", ']'),
        ("h2e2 [Event \"x\"]", '['),
        ("*)", ')'),
    ] {
        assert_eq!(problem(text), PgnProblem::Stray(stray));
    }
    assert_eq!(at("[Event \"x\"]\r\n\r\n1. h2e2\r\nh2e2"), 4);
    assert_eq!(at("h2e2 {a\nb\n} (c\n)\nbad"), 5);
    assert_eq!(at("\n\n{no end\n\n"), 3);
    assert_eq!(at("[Event \"x\"]\n[FEN \"\"]\n\n*"), 2);
    assert_eq!(
        error("\nh2e2 C5=6").to_string(),
        "line 2: \"C5=6\": there is no black cannon on file 5"
    );
}

#[test]
fn reading_goes_on_after_a_bad_game() {
    let good = "[Event \"good\"]\n[Red \"r\"]\n\n1. h2e2\n\n";
    for bad in [
        "[Event \"bad\"]\n[Red \"r\"]\n\n1. h2e2 h2e2\n2. h0g2\n\n",
        "[Event \"bad\"]\n[FEN \"9 w\"]\n[Red \"r\"]\n\n1. h2e2\n\n",
        "[Event bad\n[Red \"r\"]\n\n1. h2e2 h9g7\n{x}\n",
        "[Event \"bad\"]\n\n1. h2e2 {no end\n\n",
        "[Event \"bad\"]\n\n1. h2e2 ) h9g7\n\n",
        "[Event \"bad\"]\n\n1. h2e2 (no end (of [it])\n2. h0g2\n\n",
        "[Event \"bad\"]\n\n1. h2e2 ({no end\n\n",
    ] {
        let text = [good, bad, good].concat();
        let read: Vec<_> = games(&text).collect();
        let events: Vec<_> = read
            .iter()
            .map(|game| game.as_ref().ok().and_then(|game| game.tag("Event")))
            .collect();
        assert_eq!(events, [Some("good"), None, Some("good")], "{bad:?}");
    }
}

#[test]
fn a_game_with_a_bad_tag_ends_with_its_moves() {
    // The tags that follow the bad one are still its own, whatever they are called.
    let text = "[FEN \"nonsense\"]\n[Red \"a\"]\n[Black \"b\"]\n\n1. h2e2\n\n[Red \"c\"]\n\n1. h2e2 h9g7\n";
    let read: Vec<_> = games(text)
        .map(|game| game.map(|game| (game.record.moves.len(), game.record.names[0].clone())))
        .collect();
    assert!(
        matches!(&read[..], [Err(_), Ok((2, Some(red)))] if red == "c"),
        "{read:?}"
    );
}

#[test]
fn broken_texts_are_read_in_linear_time() {
    // A reader that looks far ahead at each of these parts would take minutes.
    const PARTS: usize = 100_000;
    let count = |text: &str| {
        games(text).fold((0, 0), |(read, bad), game| {
            (read + game.is_ok() as usize, bad + game.is_err() as usize)
        })
    };
    for open in ["(", "{", "({"] {
        let text = format!("[Event \"x\"]\n{open}\n").repeat(PARTS);
        assert_eq!(count(&text), (0, PARTS), "{open}");
    }
    assert_eq!(
        count(&("[Event \"x\"]\n({\n".repeat(PARTS) + "}")),
        (0, 1),
        "the first comment ends at the very end"
    );
    assert_eq!(count(&"(".repeat(PARTS)), (0, 1));
    assert_eq!(count(&"[Event \"x\"]".repeat(PARTS)), (1, 0));
    assert_eq!(
        count(
            &(0..PARTS)
                .map(|i| format!("[Tag{i:06} \"x\"]\n\n"))
                .collect::<String>()
        ),
        (1, 0)
    );
}

#[test]
fn a_game_is_written_in_full() {
    let mut game = first(FIVE, &Rules::default()).unwrap();
    game.record.moves.truncate(9);
    game.result = Some(GameResult::Draw);
    game.record.tags.set("Date", "1998.12.??");
    assert_eq!(
        game.to_string(),
        "[Game \"Chinese Chess\"]\n[Event \"China Team Championship 1998\"]\n[Date \"1998.12.??\"]\n\
         [Red \"HU RongHua\"]\n[Black \"XU TianHong\"]\n[Result \"1/2-1/2\"]\n[Format \"ICCS\"]\n\n\
         1. g0e2 b9c7 2. g3g4 c6c5 3. h0g2 c7d5 4. b0a2 h7e7 5. f0e1 1/2-1/2\n"
    );
    let black: Xiangqi = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 7 30".parse().unwrap();
    let game = Game::from(Record::new(black, moves("e9f9 e1f1 f9e9")));
    assert!(game.to_string().ends_with(
        "[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 7 30\"]\n\n30... e9f9 31. e1f1 f9e9 *\n"
    ));
}

#[test]
fn lines_are_at_most_eighty_wide() {
    for game in games(FIVE) {
        let game = game.unwrap();
        let text = game.to_string();
        assert!(
            text.lines()
                .all(|line| line.len() <= 80 && !line.ends_with(' ')),
            "{text}"
        );
        let same = one(&text);
        assert_eq!(same.record, game.record);
    }
}

#[test]
fn a_mate_is_written_as_a_win() {
    let start: Xiangqi = "3k5/1R7/9/9/9/9/9/9/9/R3K4 w".parse().unwrap();
    assert_eq!(
        Game::from(Record::new(start.clone(), moves("b8b5"))).result,
        None
    );
    let record = Record::new(start, moves("a0a9"));
    assert_eq!(Game::from(record.clone()).result, Some(GameResult::RedWins));
    assert!(Xiangqi::format_record(&record).ends_with("1. a0a9 1-0\n"));
}

#[test]
fn a_record_keeps_what_the_tags_say() {
    let text = "[Event \"a\"]\n[Site \"?\"]\n[Date \"1998.12.??\"]\n[Game \"x\"]\n[White \"W\"]\n[Opening \"C0\"]\n\n1. h2e2 1/2-1/2\n";
    let record = Xiangqi::parse_record(text, &Rules::default()).unwrap();
    let tags: Vec<_> = record.tags.iter().collect();
    assert_eq!(
        tags,
        [
            ("Event", "a"),
            ("Date", "1998.12.??"),
            ("Opening", "C0"),
            ("Result", "1/2-1/2")
        ]
    );
    let written = Xiangqi::format_record(&record);
    assert_eq!(
        written,
        "[Game \"Chinese Chess\"]\n[Event \"a\"]\n[Date \"1998.12.??\"]\n[Opening \"C0\"]\n[Red \"W\"]\n[Black \"?\"]\n\
         [Result \"1/2-1/2\"]\n[Format \"ICCS\"]\n\n1. h2e2 1/2-1/2\n"
    );
    assert_eq!(
        Xiangqi::parse_records(written.as_bytes(), &Rules::default()),
        [Ok(record)]
    );
    // What the rules say of a mate is no tag, and is not to be talked out of.
    let mate = "[FEN \"3k5/1R7/9/9/9/9/9/9/9/R3K4 w\"]\n1. a0a9 ";
    for (result, tag) in [("1-0", None), ("*", None), ("0-1", Some("0-1"))] {
        let record = Xiangqi::parse_record(&format!("{mate}{result}"), &Rules::default()).unwrap();
        assert_eq!(record.tags.get("Result"), tag);
        assert!(Xiangqi::format_record(&record).ends_with("1. a0a9 1-0\n"));
    }
}

#[test]
fn rules_are_the_readers() {
    let rules = Rules {
        repetition: RepetitionRule::DrawOnly,
        ..Rules::default()
    };
    for text in ["h2e2", "[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 b\"]\n*"] {
        let game = Games::new(text, &rules).next().unwrap().unwrap();
        assert_eq!(*game.record.start.rules(), rules);
    }
}

#[test]
fn names_of_any_kind_survive() {
    for name in [
        "胡荣华",
        "a\"b",
        "a\\",
        "\\\"",
        "[x]",
        "{",
        ";",
        "a\"]",
        " a",
        "x\"] [y \"",
    ] {
        let record = Record {
            names: [Some(name.into()), None],
            ..Record::new(Xiangqi::default(), moves("h2e2"))
        };
        let text = Xiangqi::format_record(&record);
        assert_eq!(
            Xiangqi::parse_record(&text, &Rules::default()).unwrap(),
            record,
            "{text}"
        );
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        games(&text).for_each(drop);
    }

    #[test]
    fn any_text_that_looks_like_a_game_is_read_or_refused(
        text in "([\\[\\]{}();$%.!?\"\\\\ \r\n…é兵前平六１一*-]|\\[Event \"|\\[FEN \"|\"\\]\n|h2e2 |h9g7 |1\\. |1-0 |C2=5 |炮二平五 ){0,60}",
    ) {
        let mut count = 0;
        for game in games(&text) {
            count += 1;
            if let Ok(game) = game {
                // What was read is legal, and what is written of it is one game that reads back.
                let mut pos = game.record.start.clone();
                for &mv in &game.record.moves {
                    let mut legal = Vec::new();
                    pos.legal_moves(&mut legal);
                    prop_assert!(legal.contains(&mv));
                    pos.play(mv);
                }
                prop_assert_eq!(one(&game.to_string()).record.moves, game.record.moves);
            }
        }
        prop_assert!(count <= text.len() + 1);
    }

    #[test]
    fn what_is_written_reads_back(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        begin in 0_usize..40,
        names in prop::array::uniform2(prop::option::of("[^\\pC?]*[^\\pC\\s?][^\\pC]*")),
    ) {
        let mut pos = Xiangqi::default();
        let mut played = Vec::new();
        let mut start = None;
        for (i, pick) in picks.iter().enumerate() {
            if i == begin {
                start = Some(pos.to_string().parse::<Xiangqi>().unwrap());
                played.clear();
            }
            let mut legal = Vec::new();
            if pos.legal_moves(&mut legal).is_some() {
                break;
            }
            let mv = *pick.get(&legal);
            pos.play(mv);
            played.push(mv);
        }
        let record = Record { names, ..Record::new(start.unwrap_or_default(), played) };
        let text = Xiangqi::format_record(&record);
        prop_assert_eq!(
            Xiangqi::parse_record(&text, &Rules::default()).unwrap(),
            record,
            "{}",
            text,
        );
    }
}

#[test]
fn the_first_player_is_red() {
    assert_eq!(
        one("[Black \"b\"]\n[Red \"r\"]\n*").record.names[Player::First.index()].as_deref(),
        Some("r")
    );
}
