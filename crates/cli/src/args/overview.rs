//! The help of the whole command: its subcommands by what they are for, each with an example.

use super::offer::games_of;
use crate::App;
use clap::builder::{StyledStr, Styles};
use std::fmt::Write as _;

/// The subcommands by what they are for, and how each may be called: `GAME` stands for a game that
/// it takes.
const GROUPS: [(&str, &[(&str, &str)]); 7] = [
    (
        "Play",
        &[
            ("play", "boyi play GAME --level 3"),
            ("serve", "boyi serve --open"),
        ],
    ),
    (
        "Positions and games",
        &[
            ("show", "boyi show GAME"),
            ("analyze", "boyi analyze GAME --time 5s"),
            ("solve", "boyi solve GAME --position TEXT"),
            ("eval", "boyi eval GAME"),
            ("book", "boyi book GAME"),
            ("puzzles", "boyi puzzles GAME"),
            ("endgames", "boyi endgames"),
            ("db", "boyi db GAME games.db explore"),
            ("convert", "boyi convert GAME games.txt --to pgn"),
            ("perft", "boyi perft GAME --depth 3"),
        ],
    ),
    (
        "Searchers",
        &[
            ("compare", "boyi compare GAME --depth 6"),
            ("ablate", "boyi ablate GAME --depth 6"),
            ("scale", "boyi scale GAME --depth 8"),
            ("fit", "boyi fit GAME --deep 6"),
            ("bench", "boyi bench"),
        ],
    ),
    (
        "Matches",
        &[
            (
                "match",
                "boyi match GAME --a pvs --b mtdf --games 100 --time 50ms",
            ),
            (
                "tournament",
                "boyi tournament GAME --player pvs --player mtdf --player mcts --time 50ms",
            ),
            ("merge", "boyi merge shard-0.log shard-1.log"),
            ("openings", "boyi openings GAME --count 50"),
        ],
    ),
    (
        "Learning",
        &[
            (
                "selfplay",
                "boyi selfplay GAME --games 1000 --out games.data",
            ),
            (
                "train",
                "boyi train GAME --data games.data --out net.network",
            ),
            ("learn", "boyi learn GAME --state learning --rounds 10"),
            ("tune", "boyi tune GAME --rounds 10"),
        ],
    ),
    (
        "Protocols, for boards, match runners and language models",
        &[
            ("gtp", "boyi gtp GAME --time 1s"),
            ("gomocup", "boyi gomocup"),
            ("nboard", "boyi nboard"),
            ("uci", "boyi uci"),
            ("ucci", "boyi ucci"),
            ("ugi", "boyi ugi GAME"),
            ("mcp", "boyi mcp"),
        ],
    ),
    ("Other", &[("help", "boyi help play")]),
];

/// The command whose help lists its subcommands by group, and those of whose subcommands end with an
/// example.
pub fn with_overview(command: clap::Command, app: &App) -> clap::Command {
    let mut template = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    let styles = Styles::styled();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    for (group, members) in GROUPS {
        let members: Vec<_> = members
            .iter()
            .filter_map(|(name, _)| Some((*name, about(&command, name)?)))
            .collect();
        if members.is_empty() {
            continue;
        }
        // Writing to a string cannot fail.
        let _ = write!(template, "\n{header}{group}:{header:#}\n");
        for (name, about) in members {
            let _ = writeln!(template, "  {literal}{name:<10}{literal:#}  {about}");
        }
    }
    let _ = write!(template, "\n{header}Options:{header:#}\n{{options}}\n");
    let _ = write!(template, "\n{header}Examples:{header:#}\n");
    for name in ["play", "serve", "analyze", "compare", "match"] {
        if let Some(example) = example(name, app) {
            let _ = writeln!(template, "  {example}");
        }
    }
    let command = command.mut_subcommands(|command| {
        let Some(example) = example(command.get_name(), app) else {
            return command;
        };
        let rest = command.get_after_help().map(ToString::to_string);
        let help = rest.map_or_else(String::new, |rest| format!("{rest}\n\n"));
        command.after_help(format!("{help}Example: {example}"))
    });
    command.help_template(StyledStr::from(template))
}

/// The first sentence about the subcommand of that name, if it is there to be seen.
fn about(command: &clap::Command, name: &str) -> Option<String> {
    if name == "help" {
        return Some("Print this, or the help of a command".to_owned());
    }
    let found = command.find_subcommand(name)?;
    let about = found.get_about().filter(|_| !found.is_hide_set())?;
    Some(about.to_string())
}

/// How the subcommand of that name may be called, if there is a game for it.
fn example(name: &str, app: &App) -> Option<String> {
    let mut all = GROUPS.iter().flat_map(|(_, members)| *members);
    let (_, example) = all.find(|(member, _)| *member == name)?;
    let games = games_of(name, app);
    Some(example.replace("GAME", games.first()?.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use engines::{GAMES, Games};

    #[test]
    fn every_command_is_listed_once_with_an_example_that_is_read() {
        let app = App::new(&GAMES);
        let command = Cli::command_for(&app);
        let visible = command
            .get_subcommands()
            .filter(|found| !found.is_hide_set());
        for name in visible.map(clap::Command::get_name) {
            let members = GROUPS.iter().flat_map(|(_, members)| *members);
            let listed = members.filter(|(member, _)| *member == name).count();
            assert_eq!(listed, 1, "{name}");
            let example = example(name, &app).expect("a game has it");
            if name != "help" {
                let read = command.clone().try_get_matches_from(example.split(' '));
                let problem = read.err().map(|error| error.to_string());
                assert_eq!(problem, None, "{example}");
            }
        }
        for (name, _) in GROUPS.iter().flat_map(|(_, members)| *members) {
            assert!(
                *name == "help" || command.find_subcommand(name).is_some(),
                "{name}"
            );
        }
    }

    #[test]
    fn what_no_game_has_is_not_listed() {
        let none = App::new(&Games::new(&[]));
        let help = Cli::command_for(&none).render_help().to_string();
        assert!(
            !help.contains("Example: ") && !help.contains("GAME --"),
            "{help}"
        );
        let all = App::new(&GAMES);
        let help = Cli::command_for(&all).render_help().to_string();
        for line in [
            "Play:",
            "  gtp         ",
            "Examples:",
            "Options:",
            "  boyi match ",
        ] {
            assert!(help.contains(line), "no {line:?} in\n{help}");
        }
    }
}
