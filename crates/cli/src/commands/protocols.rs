//! Serves Boyi by the protocols of other programs.

use crate::App;
use crate::args::Gomocup;
use crate::args::NBoard;
use crate::args::{EngineArgs, Gtp, check};
use crate::args::{Uci, Ugi};
use crate::failure::Failure;
use engines::{EngineConfig, Game, Settings};
use protocols::{Protocol, Setup, serve};
use search::Limits;

/// `boyi gtp`
pub fn gtp(args: &Gtp, json: bool) -> Result<(), Failure> {
    in_its_own_words(json)?;
    let setup = setup(args.game, args.rules.settings(args.game), &args.engine)?;
    speak(protocols::Gtp::new(&setup).map_err(refused)?, &setup)
}

/// `boyi ugi`
pub fn ugi(args: &Ugi, json: bool) -> Result<(), Failure> {
    in_its_own_words(json)?;
    let setup = setup(args.game, args.rules.settings(args.game), &args.engine)?;
    speak(protocols::Ugi::new(&setup).map_err(refused)?, &setup)
}

/// `boyi gomocup`
pub fn gomocup(args: &Gomocup, app: &App, json: bool) -> Result<(), Failure> {
    in_its_own_words(json)?;
    let setup = setup(
        game_of("gomocup", protocols::Gomocup::GAME, app)?,
        Settings::new(),
        &args.engine,
    )?;
    speak(protocols::Gomocup::new(&setup).map_err(refused)?, &setup)
}

/// `boyi nboard`
pub fn nboard(args: &NBoard, app: &App, json: bool) -> Result<(), Failure> {
    in_its_own_words(json)?;
    let setup = setup(
        game_of("nboard", protocols::NBoard::GAME, app)?,
        Settings::new(),
        &args.engine,
    )?;
    speak(protocols::NBoard::new(&setup).map_err(refused)?, &setup)
}

/// `boyi uci` and `boyi ucci`
pub fn uci(args: &Uci, app: &App, dialect: protocols::Dialect, json: bool) -> Result<(), Failure> {
    in_its_own_words(json)?;
    let game = game_of("uci", protocols::Uci::GAME, app)?;
    let setup = setup(game, args.rules.settings(game), &args.engine)?;
    let protocol = protocols::Uci::new(&setup, dialect).map_err(refused)?;
    speak(protocol, &setup)
}

/// A game that the protocol does not play.
fn refused(error: protocols::Unplayable) -> Failure {
    Failure::Words {
        argument: "GAME",
        problem: error.to_string(),
    }
}

/// The one game of a command.
fn game_of(command: &'static str, game: &str, app: &App) -> Result<&'static dyn Game, Failure> {
    app.games().get(game).map_err(|error| Failure::Words {
        argument: command,
        problem: error.to_string(),
    })
}

/// An error if JSON was requested: the other end understands only the protocol.
pub(super) fn in_its_own_words(json: bool) -> Result<(), Failure> {
    let problem = "a protocol has its own output format; leave it out".to_owned();
    if json {
        Err(Failure::Words {
            argument: "--json",
            problem,
        })
    } else {
        Ok(())
    }
}

/// The setup of the arguments, if the game supports it.
fn setup(game: &'static dyn Game, settings: Settings, args: &EngineArgs) -> Result<Setup, Failure> {
    game.session(&settings).map_err(Failure::Setting)?;
    let mut config = args
        .level
        .map_or_else(|| args.searcher.clone(), EngineConfig::level);
    match &mut config {
        EngineConfig::Searcher(spec) => {
            spec.threads = args.threads.unwrap_or(spec.threads);
            spec.hash = args.hash.unwrap_or(spec.hash);
        }
        EngineConfig::Level { .. } if args.threads.or(args.hash).is_some() => {
            let problem =
                "a level sets its own threads and table; --searcher aspiration takes others"
                    .to_owned();
            return Err(Failure::Words {
                argument: "--threads, --hash",
                problem,
            });
        }
        EngineConfig::Level { .. } => {}
    }
    check(game, &config)?;
    let limits = args.limits.or(Limits::none());
    let seed = args.seed.unwrap_or_else(rand::random);
    Ok(Setup {
        settings,
        config,
        limits,
        seed,
        ..Setup::new(game)
    })
}

/// Serves standard input and output until the input ends.
fn speak(protocol: impl Protocol, setup: &Setup) -> Result<(), Failure> {
    Ok(serve(
        protocol,
        setup,
        std::io::stdin(),
        std::io::stdout().lock(),
    )?)
}
