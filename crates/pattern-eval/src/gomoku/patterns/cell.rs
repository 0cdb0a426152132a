//! The board as an array of cells.

use crate::gomoku::judgement::Worth;
use gomoku_rules::{MAX_SIZE, Point};

/// Cells are numbered in rows of 32, so that a step along a direction is a constant step in
/// numbers.
pub(super) const CELLS: usize = 32 * MAX_SIZE as usize;
/// Those steps, in the order of [`Direction::ALL`](gomoku_rules::line::Direction::ALL).
pub(super) const STEPS: [i32; 4] = [1, 32, 33, -31];

/// The data of a point. Half a cache line: a move copies the cells it changes, and undoing copies
/// them back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// By direction: the windows around an empty point, the first player's in the low half. Those
    /// around a stone are from the time when it was placed.
    pub(super) windows: [u32; 4],
    /// The first player's four shapes in the low half, four bits each, and the second player's in
    /// the high one.
    pub(super) shapes: u32,
    /// By player.
    pub(super) worth: [Worth; 2],
    /// Its own number.
    pub(super) number: u32,
}

impl Cell {
    /// Empty cells.
    pub(super) const NONE: [Self; CELLS] = {
        let mut cells = [Self {
            windows: [0; 4],
            shapes: 0,
            worth: [Worth::NOTHING; 2],
            number: 0,
        }; CELLS];
        let mut number = 0;
        while number < CELLS {
            cells[number].number = number as u32;
            number += 1;
        }
        cells
    };
}

/// The number of a point's cell.
#[inline(always)]
pub(super) fn number(point: Point) -> usize {
    usize::from(point.row()) << 5 | usize::from(point.col())
}

/// The first player's half and the second's.
#[inline(always)]
pub(super) fn halves(word: u32) -> [u16; 2] {
    [word as u16, (word >> 16) as u16]
}

/// A stack of earlier cells.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// Those up to `kept`, and room for more.
    cells: Vec<Cell>,
    kept: usize,
}

impl Past {
    /// More cells than a stone changes: its own, and ten on each line.
    pub(super) const ROOM: usize = 64;

    pub(super) fn none() -> Self {
        Self {
            cells: vec![Cell::NONE[0]; 1 << 12],
            kept: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.kept = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.kept
    }

    /// Room for what a stone changes.
    #[inline(always)]
    pub(super) fn room(&mut self) -> &mut [Cell; Self::ROOM] {
        if self.cells.len() < self.kept + Self::ROOM {
            self.grow();
        }
        self.cells[self.kept..]
            .first_chunk_mut()
            .expect("there is room")
    }

    #[cold]
    fn grow(&mut self) {
        self.cells.resize(2 * self.cells.len(), Cell::NONE[0]);
    }

    /// Keeps the first `count` in the room.
    #[inline(always)]
    pub(super) fn keep(&mut self, count: usize) -> &[Cell] {
        let from = self.kept;
        self.kept += count;
        &self.cells[from..self.kept]
    }

    /// All but the first `kept`.
    #[inline(always)]
    pub(super) fn since(&self, kept: usize) -> &[Cell] {
        &self.cells[kept..self.kept]
    }

    /// All but the first `kept` are what they were.
    #[inline(always)]
    pub(super) fn take_back(&mut self, kept: usize, cells: &mut [Cell; CELLS]) {
        for cell in self.cells[kept..self.kept].iter().rev() {
            cells[cell.number as usize] = *cell;
        }
        self.kept = kept;
    }
}
