//! `boyi generate`: what a package of the command holds beside it.

use crate::args::{Cli, Generate};
use crate::{App, failure::Failure};
use std::io::{self, Write};

/// `boyi generate`
pub fn run(args: &Generate, app: &App) -> Result<(), Failure> {
    let mut command = Cli::command_for(app);
    match args {
        Generate::Completions { shell } => {
            let name = command.get_name().to_owned();
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut command, name, &mut text);
            io::stdout().lock().write_all(&text)?;
        }
        Generate::Man { folder } => {
            clap_mangen::generate_to(command, folder).map_err(|error| Failure::File {
                path: folder.clone(),
                error,
            })?;
        }
    }
    Ok(())
}
