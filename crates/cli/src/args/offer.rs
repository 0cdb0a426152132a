//! Fits the command line to the games at hand: which of them a command takes, and the options that
//! their rules, solvers and trainers have.

use super::Cli;
use super::overview::with_overview;
use super::settings::{OfBook, OfRules, OfSolver, OfTrainer, SettingGroup};
use crate::App;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches};
use engines::{Game, Games, RuleSetting, Setting, Settings, UnknownGame};
use protocols::{Gomocup, Gtp, NBoard, Uci};
use std::ffi::OsString;
use train::Trainer;

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
        let command = Self::command().mut_subcommands(|command| fitted(command, app));
        with_overview(command, app)
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
    let useless = games.is_empty() && !app.games().is_empty();
    let hidden = command.is_hide_set() || useless;
    let mut command = command.hide(hidden);
    if has_group::<OfRules>(&command) {
        let rules = |game: &dyn Game| game.facts().rules;
        command = with_settings::<OfRules>(command, &games, rules);
    }
    if has_group::<OfSolver>(&command) {
        let solver = |game: &dyn Game| Some(game.facts().solver?.about);
        command = about(command, &games, solver);
        let asked = |game: &dyn Game| {
            game.facts()
                .solver
                .map_or(&[][..], |solver| solver.settings)
        };
        command = with_settings::<OfSolver>(command, &games, asked);
    }
    if has_group::<OfTrainer>(&command) {
        command = about(command, &games, |game| Some(app.trainer(game)?.about()));
        let told = |game: &dyn Game| app.trainer(game).map_or(&[][..], Trainer::settings);
        command = with_settings::<OfTrainer>(command, &games, told);
    }
    command = command.mut_subcommands(|command| with_books(command, &games));
    if command.get_name() == "endgames" {
        let material = |game: &dyn Game| Some(game.facts().endgames?.about);
        command = command.mut_subcommand("build", |build| about(build, &games, material));
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
pub fn games_of(command: &str, app: &App) -> Vec<&'static dyn Game> {
    let serves = |game: &&'static dyn Game| match command {
        "gomocup" => game.name() == Gomocup::GAME,
        "learn" | "selfplay" => app.learner(*game).is_some(),
        "train" => app.learner(*game).is_some() || app.trainer(*game).is_some(),
        "endgames" => game.facts().endgames.is_some(),
        "solve" => game.facts().solver.is_some(),
        "nboard" => game.name() == NBoard::GAME,
        "uci" | "ucci" => game.name() == Uci::GAME,
        _ => true,
    };
    app.games().iter().filter(serves).collect()
}

/// A game, and what a setting says in it.
type Meaning = (&'static dyn Game, RuleSetting);

/// The command with an option for each of the `settings` of these games, in that group.
fn with_settings<G: SettingGroup>(
    mut command: clap::Command,
    games: &[&'static dyn Game],
    settings: impl Fn(&dyn Game) -> &'static [RuleSetting],
) -> clap::Command {
    let group = G::NAME;
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
            if setting.is_switch() && G::HAS_FLAGS {
                return format!("{game}: {}", setting.about);
            }
            let (about, expected) = (setting.about, setting.expected());
            format!("{game}: {about}; {expected} [default: {}]", setting.default)
        };
        let help: Vec<_> = meanings.iter().map(told).collect();
        let option = Arg::new(format!("{group}:{name}"))
            .long(long)
            .group(group)
            .conflicts_with_all(G::CONFLICTS)
            .help(help.join(". "));
        let is_flag = G::HAS_FLAGS && meanings.iter().all(|(_, setting)| setting.is_switch());
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

/// The command with what `told` says of each of these games, before the end of its help.
fn about(
    command: clap::Command,
    games: &[&'static dyn Game],
    told: impl Fn(&dyn Game) -> Option<&'static str>,
) -> clap::Command {
    let told = games.iter().filter_map(|game| {
        let told = told(*game)?;
        Some(format!("{}: {told}.", capitalised(game.name())))
    });
    let rest = command.get_after_help().map(ToString::to_string);
    let help: Vec<_> = told.chain(rest).collect();
    command.after_help(help.join("\n"))
}

/// The command with an option for each kind of book that these games read from other programs, if
/// it takes any; hidden where there is none.
fn with_books(mut command: clap::Command, games: &[&'static dyn Game]) -> clap::Command {
    if !has_group::<OfBook>(&command) {
        return command;
    }
    let books = games.iter().flat_map(|game| game.facts().foreign_books);
    command = command.hide(books.clone().next().is_none());
    for book in books {
        let id = format!("{}:{}", OfBook::NAME, book.name);
        let option = Arg::new(id).long(book.name).group(OfBook::NAME);
        command = command.arg(option.value_name("FILE").help(capitalised(book.about)));
    }
    command
}

/// Whether the command has the options of that group.
fn has_group<G: SettingGroup>(command: &clap::Command) -> bool {
    command.get_groups().any(|group| group.get_id() == G::NAME)
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

/// `a, b or c`, with that word before the last.
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

#[cfg(test)]
mod tests {
    use super::*;
    use engines::GAMES;

    #[test]
    fn what_no_game_uses_is_hidden() {
        let uci = GAMES.get(Uci::GAME).expect("built in");
        let command = Cli::command_for(&App::new(&Games::new(&[]).with(uci)));
        let is_hidden = |name| {
            command
                .find_subcommand(name)
                .map(clap::Command::is_hide_set)
        };
        for name in ["gomocup", "nboard"] {
            assert_eq!(is_hidden(name), Some(true), "{name}");
        }
        for name in ["play", "solve", "endgames", "gtp", "uci"] {
            assert_eq!(is_hidden(name), Some(false), "{name}");
        }
        // The settings of the other games are not offered either.
        let show = command.find_subcommand("show").expect("it is there");
        let longs: Vec<_> = show.get_arguments().filter_map(Arg::get_long).collect();
        let others = GAMES.iter().filter(|game| game.name() != uci.name());
        for setting in others.flat_map(|game| game.facts().rules) {
            let is_shared = uci.facts().rules.iter().any(|own| own.name == setting.name);
            assert_eq!(longs.contains(&setting.name), is_shared, "{setting:?}");
        }
    }
}
