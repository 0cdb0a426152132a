//! Texts that people type: game lines, engines, contestants, clocks and the like.

use arena::game::{DrawWithin, TimeControl, WinBy};
use arena::openings::Openings;
use arena::stats::Model;
use arena::tournament::{Contestant, Shard};
use boyi_fuzz::{Draws, target};
use endgames::Material;
use engines::{EngineConfig, SearcherConfig, duration};
use game_core::GameLine;
use protocols::client::Command;
use search::{Algorithm, Options};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// A value read from `text` is written as a text that reads back and is written the same.
fn reads_back<T: FromStr<Err: Display> + Display>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again: T = written
                .parse()
                .unwrap_or_else(|error| panic!("{text:?} is written as {written:?}: {error}"));
            assert_eq!(again.to_string(), written, "{text:?}");
            Some(value)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty(), "{text:?}");
            None
        }
    }
}

/// As [`reads_back`], and the value is the same.
fn reads_back_equal<T>(text: &str)
where
    T: FromStr<Err: Display + Debug> + Display + Debug + PartialEq,
{
    if let Some(value) = reads_back::<T>(text) {
        let again: T = value.to_string().parse().expect("it was read before");
        assert_eq!(again, value, "{text:?}");
    }
}

#[test]
fn game_lines() {
    target!(50_000, 128, |bytes| {
        const LINES: [&str; 6] = [
            "startpos",
            "startpos moves f5 d6",
            " startpos  moves ",
            "X:h8 O:i9 turn:X moves h9",
            "removes moves moves a",
            "4k4/9/9/9/9/9/9/9/9/4K4 w moves e0e1",
        ];
        let text = Draws::new(bytes).text(&LINES, "startpos movesX:h8\t\n é\u{3000}");
        let line = GameLine::from(text.as_str());
        let again = GameLine::from(line.to_string());
        assert_eq!(again, line, "{text:?}");
        for plies in 0..=line.moves.len() {
            let up_to = line.up_to(plies);
            assert_eq!(up_to.extended(&line.moves[plies..]), line, "{text:?}");
        }
    });
}

const CONFIGS: [&str; 14] = [
    "level=3",
    "level=16,eval=handmade,book=off",
    "level=3,eval.mobility=600,book=on",
    "pvs",
    "pvs,null_move=off,hash=64,depth=6",
    "alphabeta,table=off,killers=off,history=off,counter_moves=off",
    "aspiration,nodes=300,hash=1,threads=2,time=500ms",
    "mtdf,mate=5,book=on,bare=on,random=20",
    "smp,threads=4",
    "mcts,exploration=1.5,seed=3,selection=puct,leaf=playout",
    "dfpn,nodes=1000",
    "minimax,depth=2",
    "pvs,prob_cut=4:8:1.5,null_move=3:2,late_moves=on",
    "pvs,eval.material.chariot=520,beam=10,radius=2",
];

const CONFIG_SIGNS: &str = ",=.:_-+0123456789abcdefghilmnoprstuvx eE\0é";

#[test]
fn engine_configurations() {
    target!(30_000, 192, |bytes| {
        let text = Draws::new(bytes).text(&CONFIGS, CONFIG_SIGNS);
        reads_back::<EngineConfig>(&text);
        let Some(config) = reads_back::<SearcherConfig>(&text) else {
            return;
        };
        // The text says all that the searcher does.
        let again: SearcherConfig = config.to_string().parse().expect("it was read before");
        let facts = |config: &SearcherConfig| {
            format!(
                "{} {:?} {} {} {:?} {:?} {} {} {:?}",
                config.name(),
                config.limits,
                config.hash,
                config.threads,
                config.weights,
                config.book,
                config.random,
                config.bare,
                config.options(Options::default()),
            )
        };
        assert_eq!(facts(&again), facts(&config), "{text:?}");
        // Each game takes it or says what it does not know.
        for game in &engines::GAMES {
            if let Err(error) = game.check(&EngineConfig::Searcher(config.clone())) {
                assert!(!error.to_string().is_empty(), "{text:?}");
            }
        }
    });
}

#[test]
fn options_of_the_command() {
    target!(40_000, 128, |bytes| {
        const TEXTS: [&str; 16] = [
            "cmd:pbrain-foo --flag 'a b'",
            "cmd+ucci[Hash=16,depth=3,ranks=1,letters=he]:/usr/bin/x",
            "cmd[time=1s,Style]:x uci",
            "level=2",
            "pvs,depth=3",
            "1/4",
            "4/4",
            "10s+100ms",
            "40/5m",
            "0/1s",
            "300:4",
            "10:8:30",
            "normalized",
            "aspiration",
            "KRKA",
            "500ms",
        ];
        let signs = "cmd+:[]=,/0123456789smh .'\"\\-KRNPABkunit\0é";
        let text = Draws::new(bytes).text(&TEXTS, signs);
        reads_back::<Contestant>(&text);
        reads_back::<Command>(&text);
        reads_back_equal::<Shard>(&text);
        reads_back_equal::<TimeControl>(&text);
        reads_back_equal::<WinBy>(&text);
        reads_back_equal::<DrawWithin>(&text);
        reads_back_equal::<Model>(&text);
        reads_back_equal::<Material>(&text);
        let _ = text.parse::<Algorithm>();
        let _ = duration(&text);
    });
}

/// A file of openings is refused with its line, or is lines that make the same file again.
#[test]
fn openings() {
    target!(30_000, 192, |bytes| {
        const FILES: [&str; 4] = [
            "startpos moves f5d6 # diagonal\n; nothing\n",
            "startpos\nstartpos moves f5 f6 e6\n\n",
            "---------------------------OX------XO--------------------------- X moves d3\n",
            "startpos moves a1\n",
        ];
        let text = Draws::new(bytes).text(&FILES, "startposmovesf5d6 #;\n-XO");
        let othello = engines::game("othello").expect("built in");
        let parse = |text: &str| match Openings::parse(text, othello, &Vec::new()) {
            Ok(Openings::Lines(lines)) => Some(lines),
            Ok(_) => panic!("a file is lines: {text:?}"),
            Err(error) => {
                assert!(!error.to_string().is_empty(), "{text:?}");
                None
            }
        };
        if let Some(lines) = parse(&text) {
            let file: Vec<String> = lines.iter().map(GameLine::to_string).collect();
            assert_eq!(parse(&file.join("\n")), Some(lines), "{text:?}");
        }
    });
}
