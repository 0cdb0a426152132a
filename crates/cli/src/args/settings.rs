//! Options that stand for settings of games: which there are is known only where the games are.

use super::offer;
use clap::{ArgGroup, ArgMatches, Args, FromArgMatches};
use engines::{Game, Settings};
use std::marker::PhantomData;

/// A group of such options.
pub trait SettingGroup: Clone + Send + Sync + 'static {
    /// Its name.
    const NAME: &'static str;
    /// Whether one of its options must be given.
    const IS_REQUIRED: bool = false;
    /// Whether a switch is given by its name alone, and takes no `on`.
    const HAS_FLAGS: bool = false;
    /// The arguments that its options have no meaning beside.
    const CONFLICTS: &'static [&'static str] = &[];
}

/// The settings given by the options of a group, in the order of the line.
#[derive(Clone, Debug)]
pub struct Given<G>(pub Settings, PhantomData<G>);

impl<G: SettingGroup> Args for Given<G> {
    /// A group without options: those of the games are added where the games are known.
    fn augment_args(command: clap::Command) -> clap::Command {
        let group = ArgGroup::new(G::NAME).multiple(true);
        command.group(group.required(G::IS_REQUIRED))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl<G: SettingGroup> FromArgMatches for Given<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(offer::given(matches, G::NAME), PhantomData))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The group of the options for the rules of games.
#[derive(Clone, Debug)]
pub struct OfRules;

impl SettingGroup for OfRules {
    const NAME: &'static str = "rules";
}

/// The rules of a game.
pub type Rules = Given<OfRules>;

impl Rules {
    /// The settings given, in the order in which `game` has them.
    pub fn settings(&self, game: &dyn Game) -> Settings {
        let rules = game.facts().rules;
        let mut settings = self.0.clone();
        settings.sort_by_key(|(name, _)| {
            let known = rules.iter().position(|setting| setting.name == name);
            known.unwrap_or(rules.len())
        });
        settings
    }
}

/// The group of the options for what the solvers of games may be asked.
#[derive(Clone, Debug)]
pub struct OfSolver;

impl SettingGroup for OfSolver {
    const NAME: &'static str = "solver";
    const HAS_FLAGS: bool = true;
}

/// The group of the options for what the trainers of games may be told.
#[derive(Clone, Debug)]
pub struct OfTrainer;

impl SettingGroup for OfTrainer {
    const NAME: &'static str = "trainer";
    const HAS_FLAGS: bool = true;
    const CONFLICTS: &'static [&'static str] = &["data"];
}

/// The group of the options for the files of other programs' books: a format and its file.
#[derive(Clone, Debug)]
pub struct OfBook;

impl SettingGroup for OfBook {
    const NAME: &'static str = "book";
    const IS_REQUIRED: bool = true;
}
