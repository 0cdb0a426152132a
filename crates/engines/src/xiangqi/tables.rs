//! The endgame tables as a command shows them.

use crate::endgame_tables::{
    EndgameAnswer, EndgameFacts, EndgameSummary, EndgameTables, EndgameValue,
};
use crate::{EngineError, FileProblem, Session};
use endgames::{Endgames, Material, TableValue};
use game_core::{Notation, Position};
use std::cmp::Reverse;
use xiangqi_movegen::{Move, Rules, Xiangqi};

pub(super) const ENDGAMES: EndgameFacts = EndgameFacts {
    about: "a material is written as the letters of a FEN, the strong side first: KRKAABB is a \
            chariot against two advisors and two elephants. A material that ends in + stands for \
            all that have no more guards on the weak side: KRK+ is KRK to KRKAABB",
    shared: || Endgames::shared(),
    read: |bytes| {
        let tables = Endgames::from_bytes(bytes)?;
        tables.check()?;
        Ok(Box::new(tables))
    },
    build: |materials, progress| {
        let mut read = Vec::new();
        for text in materials {
            read.extend(parse(text)?);
        }
        let tables = Endgames::generate(&read, |material, left| {
            progress(&material.to_string(), left);
        });
        Ok(Box::new(tables))
    },
};

/// The materials that a text stands for: one, or one against all guards.
fn parse(text: &str) -> Result<Vec<Material>, FileProblem> {
    let Some(bare) = text.strip_suffix('+') else {
        return Ok(vec![text.parse()?]);
    };
    let guards = ["", "A", "AA"]
        .into_iter()
        .flat_map(|advisors| ["", "B", "BB"].map(|elephants| [advisors, elephants].concat()));
    guards
        .map(|guards| Ok(format!("{bare}{guards}").parse()?))
        .collect()
}

impl EndgameTables for Endgames {
    fn summaries(&self) -> Vec<EndgameSummary> {
        let mut materials: Vec<_> = self.materials().collect();
        materials.sort_by_key(|material| (material.pieces(), material.to_string()));
        let summaries = materials.into_iter().filter_map(|material| {
            let summary = self.summary(material)?;
            Some(EndgameSummary {
                material: summary.material.to_string(),
                placements: summary.placements,
                outcomes: summary.outcomes,
                longest: summary.longest.into(),
                bytes: summary.packed,
            })
        });
        summaries.collect()
    }

    fn look_up(&self, session: &dyn Session) -> Result<Option<EndgameAnswer>, EngineError> {
        // The tables are those of the default rules.
        let record = Xiangqi::read_line(&session.line(), &Rules::default());
        let pos = record.map_err(EngineError::notation)?.end();
        let (board, turn) = (pos.board(), pos.turn());
        let Some(ending) = self.probe(board, turn) else {
            return Ok(None);
        };
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        // Every legal move leads to a position with a table too.
        let mut moves: Vec<(Move, TableValue)> = moves
            .into_iter()
            .filter_map(|mv| Some((mv, self.after(board, turn, mv)?)))
            .collect();
        // Among equals the move of the main line stays first.
        moves.sort_by_key(|(_, ending)| Reverse(ending.rank()));
        let line = self.line(board, turn);
        Ok(Some(EndgameAnswer {
            ending: ending.into(),
            line: line.iter().map(Move::to_string).collect(),
            moves: moves
                .into_iter()
                .map(|(mv, ending)| (mv.to_string(), ending.into()))
                .collect(),
        }))
    }

    fn to_bytes(&self) -> Vec<u8> {
        Endgames::to_bytes(self)
    }
}

impl From<TableValue> for EndgameValue {
    fn from(ending: TableValue) -> Self {
        Self {
            outcome: ending.outcome,
            plies: ending.plies.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plus_stands_for_all_guards() {
        let materials = parse("KRK+").expect("KRK+");
        let names: Vec<_> = materials.iter().map(Material::to_string).collect();
        assert_eq!(
            names,
            [
                "KRK", "KRKB", "KRKBB", "KRKA", "KRKAB", "KRKABB", "KRKAA", "KRKAAB", "KRKAABB"
            ]
        );
        assert_eq!(parse("KRKA").map(|one| one.len()).ok(), Some(1));
        assert!(parse("KRKR+").is_err());
    }
}
