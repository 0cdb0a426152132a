use clap::{Args, Subcommand};
use endgames::Material;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Without a position: the tables, how many placements each has with its strong side to move (mirrors and colours counted once), how many of them are won, the longest win in moves, and its size packed. With one: how it ends with perfect play after each legal move."
)]
pub struct Endgames {
    /// A position, as a FEN, optionally followed by `moves` and a move list
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Other tables than those of the program
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(subcommand)]
    pub work: Option<EndgameWork>,
}

#[derive(Debug, Subcommand)]
pub enum EndgameWork {
    /// Build tables, and those that captures lead to, by retrograde analysis
    Build(EndgameBuild),
}

#[derive(Debug, Args)]
#[command(
    after_help = "A material is written as the letters of a FEN, the strong side first: KRKAABB is a chariot against two advisors and two elephants. A material that ends in + stands for all that have no more guards on the weak side: KRK+ is KRK to KRKAABB."
)]
pub struct EndgameBuild {
    /// The pieces on the board, as KRKAABB; K...K+ for all guards of the weak side
    #[arg(
        long, value_name = "MATERIAL", num_args = 1.., value_delimiter = ',', required = true,
        value_parser = read_materials
    )]
    pub material: Vec<Materials>,
    /// Write the tables to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// One material, or one against all guards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Materials(pub Vec<Material>);

fn read_materials(text: &str) -> Result<Materials, String> {
    let read = |text: &str| text.parse::<Material>().map_err(|error| error.to_string());
    let Some(bare) = text.strip_suffix('+') else {
        return Ok(Materials(vec![read(text)?]));
    };
    let guards = ["", "A", "AA"]
        .into_iter()
        .flat_map(|advisors| ["", "B", "BB"].map(|elephants| [advisors, elephants].concat()));
    guards
        .map(|guards| read(&format!("{bare}{guards}")))
        .collect::<Result<_, _>>()
        .map(Materials)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plus_stands_for_all_guards() {
        let Materials(materials) = read_materials("KRK+").expect("KRK+");
        let names: Vec<_> = materials.iter().map(Material::to_string).collect();
        assert_eq!(
            names,
            [
                "KRK", "KRKB", "KRKBB", "KRKA", "KRKAB", "KRKABB", "KRKAA", "KRKAAB", "KRKAABB"
            ]
        );
        assert_eq!(
            read_materials("KRKA").map(|Materials(one)| one.len()),
            Ok(1)
        );
        assert!(read_materials("KRKR+").is_err());
    }
}
