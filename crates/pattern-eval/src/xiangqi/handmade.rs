use super::Weights;
use super::balance::{Balance, Material};
use super::counts::{Counts, Group, Rows, for_red};
use super::standing::{Standing, Worths, material};
use crate::{Explain, Term};
use game_core::{Evaluator, Position, Score};
use std::sync::Arc;
use xiangqi_movegen::{Move, Piece, Xiangqi};

/// The evaluator described in [the module](super).
///
/// It keeps material and placement up to date from move to move and counts the rest anew. Clones
/// share their weights.
#[derive(Clone, Debug)]
pub struct Handmade {
    tables: Arc<Tables>,
    standing: Standing,
}

#[derive(Debug)]
struct Tables {
    weights: Weights,
    worths: Worths,
    balance: Balance,
    rows: Rows,
}

impl Handmade {
    /// The evaluator with these weights.
    pub fn new(weights: Weights) -> Self {
        let worths = Worths::new(&weights);
        let balance = Balance::new(&weights);
        let rows = weights.rows();
        Self {
            tables: Arc::new(Tables {
                weights,
                worths,
                balance,
                rows,
            }),
            standing: Standing::default(),
        }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.tables.weights
    }
}

impl Default for Handmade {
    fn default() -> Self {
        Self::new(Weights::DEFAULT)
    }
}

impl Evaluator<Xiangqi> for Handmade {
    fn reset(&mut self, pos: &Xiangqi) {
        self.standing = Standing::new(pos.board(), &self.tables.worths);
    }

    #[inline]
    fn played(&mut self, pos: &Xiangqi, mv: Move, &captured: &Option<Piece>) {
        self.standing
            .follow(pos, mv, captured, &self.tables.worths, 1);
    }

    #[inline]
    fn undone(&mut self, pos: &Xiangqi, mv: Move, &captured: &Option<Piece>) {
        self.standing
            .follow(pos, mv, captured, &self.tables.worths, -1);
    }

    #[inline]
    fn evaluate(&mut self, pos: &Xiangqi) -> Score {
        let tables = &*self.tables;
        let men = Material::of(pos.board());
        let value = self.standing.worth()
            + tables.balance.worth(&men)
            + Counts::of(pos, &men).worth(&tables.rows);
        Score::eval(for_red(value, pos.turn()) + self.tables.weights.tempo)
    }
}

impl Explain<Xiangqi> for Handmade {
    fn terms(&mut self, pos: &Xiangqi) -> Vec<Term> {
        let men = Material::of(pos.board());
        let counts = Counts::of(pos, &men);
        let material = material(pos, self.weights());
        let of = |group| counts.worth_of(group, &self.tables.rows);
        let terms = [
            ("material", material),
            ("balance", self.tables.balance.worth(&men) + of(Group::Lack)),
            ("placement", self.standing.worth() - material),
            ("mobility", of(Group::Mobility)),
            ("threats", of(Group::Threatened) + of(Group::Hanging)),
            ("protection", of(Group::Protected)),
            ("palace", of(Group::Palace)),
            ("danger", of(Group::Danger)),
            ("soldiers", of(Group::Soldiers)),
            ("tempo", for_red(self.weights().tempo, pos.turn())),
        ];
        terms
            .map(|(name, value)| Term {
                name,
                value: for_red(value, pos.turn()).into(),
            })
            .to_vec()
    }
}
