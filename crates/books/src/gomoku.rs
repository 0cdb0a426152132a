//! Gomoku: the eight symmetries of the square; colours are not exchanged.

use crate::Symmetric;
use game_core::{Player, Position};
use gomoku_rules::{Gomoku, Point};

/// Mirrors the columns, mirrors the rows and exchanges the axes, as the bits of `symmetry` say.
fn image(point: Point, size: u8, symmetry: usize) -> Point {
    let mirrored = |at: u8, bit: usize| {
        if symmetry & bit == 0 {
            at
        } else {
            size - 1 - at
        }
    };
    let col = mirrored(point.col(), 1);
    let row = mirrored(point.row(), 2);
    let (col, row) = if symmetry & 4 == 0 {
        (col, row)
    } else {
        (row, col)
    };
    Point::new(col, row).unwrap_or(point)
}

impl Symmetric for Gomoku {
    /// The image with the least key, by the first symmetry that gives it. Some 10 µs.
    fn canonical_form(&self) -> (Self, usize) {
        let rules = self.rules();
        let size = self.rules().size();
        let turned = |symmetry: usize| {
            let points = |player| {
                self.points(player)
                    .map(|point| image(point, size, symmetry))
                    .collect::<Vec<_>>()
            };
            Self::set_up(
                rules,
                &points(Player::First),
                &points(Player::Second),
                self.turn(),
            )
            .ok()
        };
        let images = (1..8).filter_map(|symmetry| Some((turned(symmetry)?, symmetry)));
        images.fold((self.clone(), 0), |best, other| {
            if other.0.key() < best.0.key() {
                other
            } else {
                best
            }
        })
    }

    fn move_image(&self, mv: Point, symmetry: usize) -> Point {
        image(mv, self.rules().size(), symmetry)
    }

    fn inverse_of(symmetry: usize) -> usize {
        // Mirrors and half turns are their own inverses; the two quarter turns are each other's.
        match symmetry {
            5 => 6,
            6 => 5,
            other => other,
        }
    }
}
