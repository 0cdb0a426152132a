//! Fits the command line to the games at hand: which of them a command takes, and the options that
//! their rules have.

use super::Cli;
use crate::App;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches};
use engines::{Game, Games, RuleSetting, Setting, Settings, UnknownGame};
use protocols::{Gomocup, Gtp, NBoard, Uci};
use std::ffi::OsString;

/// The group of the options for rules, in the commands that have them.
pub const RULES: &str = "rules";

/// The group of the options for solvers.
pub const SOLVER: &str = "solver";

/// The options of every command.
const OF_ALL: [&str; 3] = ["help", "json", "version"];

/// The argument that names a game.
const GAME: &str = "game";

impl Cli {
    /// What `line` asks for; ends the process where it is no command for the games of `app`.
    pub fn parse_for(
        app: &App,
        line: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Self {
        let mut command = Self::command_for(app);
        let matches = command.clone().get_matches_from(line);
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
    }

    /// The command line for the games of `app`.
    pub fn command_for(app: &App) -> clap::Command {
        Self::command().mut_subcommands(|command| fitted(command, app))
    }
}

/// Reads the name of one of these games.
pub fn game_among(
    games: Vec<&'static dyn Game>,
) -> impl TypedValueParser<Value = &'static dyn Game> {
    let games = games.into_iter().fold(Games::new(&[]), Games::with);
    let names: Vec<_> = games.names().collect();
    PossibleValuesParser::new(names)
        .try_map(move |name| -> Result<_, UnknownGame> { games.get(&name) })
}

/// The settings given by the options of `group`, in the order of the line.
pub fn given(matches: &ArgMatches, group: &str) -> Settings {
    let given = |id: &clap::Id| -> Option<Setting> {
        let name = id.as_str().strip_prefix(group)?.strip_prefix(':')?;
        let by_hand = matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        let value = matches.get_one::<String>(id.as_str()).filter(|_| by_hand)?;
        Some((name.to_owned(), value.clone()))
    };
    matches.ids().filter_map(given).collect()
}

/// The command with its games and their options; hidden where no game has a use for it.
fn fitted(command: clap::Command, app: &App) -> clap::Command {
    let games = games_of(command.get_name(), app);
    let has_rules = command.get_groups().any(|group| group.get_id() == RULES);
    let mut command = command.hide(games.is_empty() && !app.games().is_empty());
    if has_rules {
        let rules = |game: &dyn Game| game.facts().rules;
        command = with_settings(command, RULES, &games, rules);
    }
    if command.get_groups().any(|group| group.get_id() == SOLVER) {
        command = about_solvers(command, &games);
        let asked = |game: &dyn Game| {
            game.facts()
                .solver
                .map_or(&[][..], |solver| solver.settings)
        };
        command = with_settings(command, SOLVER, &games, asked);
    }
    if command.get_name() == "convert" {
        command = about_formats(command, &games);
    }
    let default = Some(Gtp::USUAL_GAME)
        .filter(|_| command.get_name() == "gtp")
        .filter(|usual| games.iter().any(|game| game.name() == *usual));
    let names: Vec<_> = games.iter().map(|game| game.name()).collect();
    // Unlike `mut_arg` this keeps the order of the arguments.
    command.mut_args(|arg| {
        if arg.get_id() != GAME {
            return arg;
        }
        let arg = arg
            .help(listed(&names, "or"))
            .value_parser(game_among(games.clone()));
        match default {
            Some(default) => arg.required(false).default_value(default),
            None => arg,
        }
    })
}

/// The games that the command of that name has a use for.
fn games_of(command: &str, app: &App) -> Vec<&'static dyn Game> {
    let serves = |game: &&'static dyn Game| match command {
        "gomocup" => game.name() == Gomocup::GAME,
        "gtp" => Gtp::plays(*game),
        "learn" | "selfplay" => app.learner(*game).is_some(),
        "solve" => game.facts().solver.is_some(),
        "nboard" => game.name() == NBoard::GAME,
        "uci" | "ucci" => game.name() == Uci::GAME,
        _ => true,
    };
    app.games().iter().filter(serves).collect()
}

/// A game, and what a setting says in it.
type Meaning = (&'static dyn Game, RuleSetting);

/// The command with an option for each setting of these games, in a group of that name.
fn with_settings(
    mut command: clap::Command,
    group: &'static str,
    games: &[&'static dyn Game],
    settings: impl Fn(&dyn Game) -> &'static [RuleSetting],
) -> clap::Command {
    let mut options: Vec<(&str, Vec<Meaning>)> = Vec::new();
    for game in games {
        for setting in settings(*game) {
            let same = options.iter_mut().find(|(name, _)| *name == setting.name);
            match same {
                Some((_, meanings)) => meanings.push((*game, *setting)),
                None => options.push((setting.name, vec![(*game, *setting)])),
            }
        }
    }
    for (name, meanings) in options {
        let is_own = |arg: &Arg| arg.get_long() == Some(name);
        let taken = OF_ALL.contains(&name) || command.get_arguments().any(is_own);
        // An option of the command itself goes before.
        let long = if taken {
            format!("{group}-{name}")
        } else {
            name.to_owned()
        };
        let has_words = meanings.iter().any(|(_, setting)| setting.range.is_none());
        let told = |(game, setting): &Meaning| {
            let game = capitalised(game.name());
            if setting.is_switch() && group == SOLVER {
                return format!("{game}: {}", setting.about);
            }
            format!("{game}: {}; {}", setting.about, setting.expected())
        };
        let help: Vec<_> = meanings.iter().map(told).collect();
        let option = Arg::new(format!("{group}:{name}"))
            .long(long)
            .group(group)
            .help(help.join(". "));
        let is_flag = group == SOLVER && meanings.iter().all(|(_, setting)| setting.is_switch());
        command = command.arg(if is_flag {
            option
                .action(ArgAction::SetTrue)
                .value_parser(NonEmptyStringValueParser::new())
                .default_missing_value("on")
        } else {
            option
                .value_name(if has_words { "WORD" } else { "N" })
                .allow_hyphen_values(true)
        });
    }
    command
}

/// The command with what the solvers of these games find, at the end of its help.
fn about_solvers(command: clap::Command, games: &[&'static dyn Game]) -> clap::Command {
    let found = games.iter().filter_map(|game| {
        let solver = game.facts().solver?;
        Some(format!("{}: {}.", capitalised(game.name()), solver.about))
    });
    command.after_help(found.collect::<Vec<_>>().join("\n"))
}

/// The command with the formats that these games are written in, before the end of its help.
fn about_formats(command: clap::Command, games: &[&'static dyn Game]) -> clap::Command {
    let wide = games.iter().map(|game| game.name().len()).max();
    let wide = wide.unwrap_or_default();
    let mut help = String::new();
    for game in games {
        let mut name = game.name();
        for format in game.facts().formats {
            let (extension, about) = (format.extension, format.about);
            help += &format!("  {name:<wide$}  {extension:<11}  {about}\n");
            name = "";
        }
    }
    if let Some(rest) = command.get_after_help() {
        help += &rest.to_string();
    }
    command.after_help(help)
}

/// `gomoku, othello or xiangqi`, with that word before the last.
fn listed(names: &[&str], word: &str) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} {word} {last}", all.join(", ")),
        _ => names.concat(),
    }
}

fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}
