//! Reads searchers, levels and players.

use crate::failure::Failure;
use arena::tournament::{Contestant, ContestantError};
use engines::{ConfigError, EngineConfig, Game, SearcherConfig};
use protocols::client;

/// The two players; `None` is a person.
#[derive(Clone, Debug)]
pub struct Players(pub [Option<Contestant>; 2]);

/// Several searchers.
#[derive(Clone, Debug)]
pub struct Searchers(pub Vec<SearcherConfig>);

/// Fails if `game` has no such configuration: the weights depend on the game.
pub fn check(game: &dyn Game, config: &EngineConfig) -> Result<(), Failure> {
    game.check(config)
        .map(drop)
        .map_err(|error| Failure::Config {
            config: config.to_string(),
            error,
        })
}

/// Fails if `game` has no such searcher.
pub fn check_searcher(game: &dyn Game, spec: &SearcherConfig) -> Result<(), Failure> {
    check(game, &EngineConfig::Searcher(spec.clone()))
}

/// Fails if `game` has no such engine; a program is not asked.
pub fn check_player(game: &dyn Game, player: &Contestant) -> Result<(), Failure> {
    match player {
        Contestant::Engine(config) => check(game, config),
        _ => Ok(()),
    }
}

pub fn read_spec(text: &str) -> Result<SearcherConfig, String> {
    text.parse().map_err(|error: ConfigError| error.to_string())
}

pub fn read_contestant(text: &str) -> Result<Contestant, String> {
    text.parse()
        .map_err(|error: ContestantError| error.to_string())
}

pub fn read_config(text: &str) -> Result<EngineConfig, String> {
    text.parse().map_err(|error: ConfigError| error.to_string())
}

/// Reads `S1,S2,...`, each with its options: a part with `=` goes on with the last.
pub fn read_searchers(text: &str) -> Result<Searchers, String> {
    let searchers = parts(text, |_, part| part.contains('='));
    searchers
        .iter()
        .map(|text| read_spec(text))
        .collect::<Result<_, _>>()
        .map(Searchers)
}

/// Reads `P1,P2`. A searcher's options are separated by commas too: a part with `=` that is no
/// level goes on with the last; so does a part in a program's brackets.
pub fn read_players(text: &str) -> Result<Players, String> {
    let players = parts(text, goes_on);
    let [one, other] = players.as_slice() else {
        return Err(format!(
            "two players are needed, as human,level=5, not {}",
            players.len()
        ));
    };
    let contestant = |player: &str| match player {
        "human" => Ok(None),
        _ if player.starts_with("human,") => Err(format!("{player:?}: a person takes no options")),
        _ => player
            .parse()
            .map(Some)
            .map_err(|error: ContestantError| format!("{error}; or human")),
    };
    Ok(Players([contestant(one)?, contestant(other)?]))
}

/// Whether `part` belongs to the player whose text so far is `last`.
fn goes_on(last: &str, part: &str) -> bool {
    if client::Command::is_meant_by(last) && last.contains('[') && !last.contains("]:") {
        return true;
    }
    part.contains('=') && !part.starts_with("level=") && !client::Command::is_meant_by(part)
}

/// Splits at commas; a part that `goes_on` with the one before is joined to it.
fn parts(text: &str, goes_on: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(',') {
        match parts.last_mut() {
            Some(last) if goes_on(last, part) => *last = format!("{last},{part}"),
            _ => parts.push(part.to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::Level;

    #[test]
    fn players_are_two() {
        let names = |text: &str| -> Result<[String; 2], String> {
            let Players(configs) = read_players(text)?;
            Ok(configs.map(|config| {
                config.map_or("human".to_owned(), |config: Contestant| config.to_string())
            }))
        };
        assert_eq!(
            names("human,level=3"),
            Ok(["human".to_owned(), "level=3".to_owned()])
        );
        assert_eq!(
            names("pvs,null_move=off,hash=8,mtdf"),
            Ok(["pvs,null_move=off,hash=8".to_owned(), "mtdf".to_owned()])
        );
        assert_eq!(
            names("level=3,eval.x=5,human"),
            Ok(["level=3,eval.x=5".to_owned(), "human".to_owned()])
        );
        assert_eq!(
            names("human,level=3,eval.material.chariot=520,eval.y=-1"),
            Ok([
                "human".to_owned(),
                "level=3,eval.material.chariot=520,eval.y=-1".to_owned()
            ])
        );
        assert_eq!(
            names("level=1,level=2"),
            Ok(["level=1".to_owned(), "level=2".to_owned()])
        );
        for program in [
            "cmd:x -y",
            "cmd+uci[Hash=8,Clear Hash,Threads=2]:x",
            "cmd[]:x --size=3",
        ] {
            let first = format!("{program},human");
            let second = format!("pvs,hash=8,{program}");
            assert_eq!(names(&first), Ok([program.to_owned(), "human".to_owned()]));
            assert_eq!(
                names(&second),
                Ok(["pvs,hash=8".to_owned(), program.to_owned()])
            );
        }
        for bad in [
            "",
            "human",
            "human,human,human",
            "human,eval.x=5,human",
            "level=0,human",
            &format!("level={},human", Level::MAX + 1),
            "a robot,human",
            "pvs,x=y,human",
            "cmd:,human",
            "cmd[a,human",
        ] {
            assert!(names(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn searchers_have_options() {
        let names = |text| {
            read_searchers(text).map(|Searchers(specs)| {
                specs
                    .iter()
                    .map(SearcherConfig::to_string)
                    .collect::<Vec<_>>()
            })
        };
        let list = |names: &[&str]| Ok(names.iter().map(|&name| name.to_owned()).collect());
        assert_eq!(names("pvs"), list(&["pvs"]));
        assert_eq!(
            names("pvs,null_move=off,eval.edges=5,mtdf"),
            list(&["pvs,null_move=off,eval.edges=5", "mtdf"])
        );
        for bad in ["", "pvs,", ",pvs", "eval.edges=5,pvs", "level=3", "pvs,x=y"] {
            assert!(names(bad).is_err(), "{bad:?}");
        }
    }
}
