//! Positions side by side as NumPy arrays.

use crate::error::of_batch;
use crate::games::Game;
use game_core::{Outcome, Player};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1,
    PyReadwriteArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{PoisonError, RwLock};

/// Positions of one game side by side, in numbers: for programs that learn. Everything is done for
/// all of them at once, without Python's lock, on as many threads as the batch was made with.
///
/// >>> import boyi, numpy as np
/// >>> batch = boyi.game("othello").start().batch(3)
/// >>> batch.planes().shape, batch.legal_mask().shape
/// ((3, 3, 8, 8), (3, 65))
/// >>> batch.play(batch.legal_mask().argmax(axis=1))
/// >>> batch.turns
/// array([1, 1, 1], dtype=int8)
/// >>> batch.playouts(seed=1).shape
/// (3,)
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Batch {
    game: Game,
    batch: RwLock<Box<dyn engines::Batch>>,
    threads: usize,
}

/// The planes of all positions of `batch`, one after another.
pub(crate) fn planes<'py>(
    py: Python<'py>,
    batch: &dyn engines::Batch,
    threads: usize,
) -> PyResult<Bound<'py, PyArray4<f32>>> {
    let [planes, rows, columns] = batch.shape();
    filled(py, [batch.len(), planes, rows, columns], None, |all| {
        batch.planes(all, threads)
    })
}

/// An array that `fill` fills, in place: the one given, or a new one.
fn filled<'py, T: Element + Send, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    shape: impl numpy::ndarray::IntoDimension<Dim = D>,
    given: Option<Bound<'py, PyArray<T, D>>>,
    fill: impl FnOnce(&mut [T]) + Send,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let shape = shape.into_dimension();
    let array = match given {
        None => PyArray::zeros(py, shape, false),
        Some(array) if array.shape() == numpy::ndarray::Dimension::slice(&shape) => array,
        Some(array) => {
            let [is, needed] = [array.shape(), numpy::ndarray::Dimension::slice(&shape)];
            let text = format!("out is of the shape {is:?}: {needed:?} is needed");
            return Err(PyValueError::new_err(text));
        }
    };
    let mut memory: PyReadwriteArray<'_, T, D> = array.try_readwrite()?;
    let slice = memory.as_slice_mut()?;
    py.detach(|| fill(slice));
    drop(memory);
    Ok(array)
}

impl Batch {
    pub fn new(game: Game, batch: Box<dyn engines::Batch>, threads: usize) -> Self {
        let batch = RwLock::new(batch);
        Self {
            game,
            batch,
            threads,
        }
    }

    /// Reads without Python's lock, so that a thread that writes can go on.
    fn read<T: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&dyn engines::Batch) -> T + Send,
    ) -> T {
        py.detach(|| {
            let batch = self.batch.read().unwrap_or_else(PoisonError::into_inner);
            read(&**batch)
        })
    }

    fn write<T: Send>(
        &self,
        py: Python<'_>,
        write: impl FnOnce(&mut dyn engines::Batch) -> T + Send,
    ) -> T {
        py.detach(|| {
            let mut batch = self.batch.write().unwrap_or_else(PoisonError::into_inner);
            write(&mut **batch)
        })
    }

    /// Reads what there is at one place.
    fn at<T: Send>(
        &self,
        py: Python<'_>,
        place: usize,
        read: impl FnOnce(&dyn engines::Batch) -> T + Send,
    ) -> PyResult<T> {
        let found = self.read(py, |batch| (place < batch.len()).then(|| read(batch)));
        found.ok_or_else(|| PyIndexError::new_err(format!("there is no position {place}")))
    }
}

/// An outcome for the first mover as a number.
fn value(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

#[pymethods]
impl Batch {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game
    }

    /// How many actions there are, legal or not.
    #[getter]
    fn actions(&self, py: Python<'_>) -> usize {
        self.read(py, |batch| batch.actions())
    }

    /// The planes of a position, the rows of a plane, and the cells of a row.
    #[getter]
    fn shape(&self, py: Python<'_>) -> (usize, usize, usize) {
        self.read(py, |batch| batch.shape()).into()
    }

    /// The players to move: 0 is the first mover, 1 the other.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let turns = self.read(py, |batch| {
            let turn = |place| i8::from(batch.turn(place) == Player::Second);
            (0..batch.len()).map(turn).collect()
        });
        PyArray1::from_vec(py, turns)
    }

    /// Which games are over.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let over = self.read(py, |batch| {
            let over = |place| batch.outcome(place).is_some();
            (0..batch.len()).map(over).collect()
        });
        PyArray1::from_vec(py, over)
    }

    /// What the games have brought the first mover: 1 for a win, -1 for a loss, 0 for a draw or
    /// while a game goes on.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let results = self.read(py, |batch| {
            let result = |place| batch.outcome(place).map_or(0, value);
            (0..batch.len()).map(result).collect()
        });
        PyArray1::from_vec(py, results)
    }

    /// Which actions are legal, a row for each position; written to `out` if one is given.
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray2<bool>>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let (count, actions) = self.read(py, |batch| (batch.len(), batch.actions()));
        filled(py, [count, actions], out, |mask| {
            let batch = self.batch.read().unwrap_or_else(PoisonError::into_inner);
            batch.legal(mask, self.threads);
        })
    }

    /// What the players to move see, as numbers of pieces, as `Position.planes` has it; written to
    /// `out` if one is given.
    #[pyo3(signature = (out = None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray4<f32>>>,
    ) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let (count, [planes, rows, columns]) = self.read(py, |batch| (batch.len(), batch.shape()));
        filled(py, [count, planes, rows, columns], out, |all| {
            let batch = self.batch.read().unwrap_or_else(PoisonError::into_inner);
            batch.planes(all, self.threads);
        })
    }

    /// Plays an action in each position; -1 leaves one as it is. If one is refused, nothing has
    /// changed.
    fn play(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_array();
        let action = |&number: &i64| match number {
            -1 => None,
            // What is no action is none of the legal ones.
            number => Some(usize::try_from(number).unwrap_or(usize::MAX)),
        };
        let actions: Vec<_> = actions.iter().map(action).collect();
        let played = self.write(py, |batch| batch.play(&actions, self.threads));
        played.map_err(of_batch)
    }

    /// Sets the games that are over, or those that `which` is true of, back to their start.
    #[pyo3(signature = (which = None))]
    fn restart(&self, py: Python<'_>, which: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        let which = which.map(|which| which.as_array().to_vec());
        let count = self.read(py, |batch| batch.len());
        if let Some(given) = which.as_ref().map(Vec::len).filter(|&given| given != count) {
            let text = format!("{given} truth values are given for {count} positions");
            return Err(PyValueError::new_err(text));
        }
        self.write(py, |batch| {
            for place in 0..batch.len() {
                let chosen = match &which {
                    Some(which) => which[place],
                    None => batch.outcome(place).is_some(),
                };
                if chosen {
                    batch.restart(place);
                }
            }
        });
        Ok(())
    }

    /// Plays each game out by random moves, at most `plies` of them, without changing the
    /// positions. Returns what they bring the first mover: 1, 0 or -1, and 0 where a game has not
    /// ended by then. The same seed gives the same games on any number of threads.
    #[pyo3(signature = (seed, plies = 1000))]
    fn playouts<'py>(&self, py: Python<'py>, seed: u64, plies: usize) -> Bound<'py, PyArray1<i8>> {
        let results = self.read(py, |batch| {
            let mut outcomes = vec![None; batch.len()];
            batch.playouts(&mut outcomes, plies, seed, self.threads);
            let value = |outcome: &Option<Outcome>| outcome.map_or(0, value);
            outcomes.iter().map(value).collect()
        });
        PyArray1::from_vec(py, results)
    }

    /// The legal actions of one position, each with the move's text.
    fn moves<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyDict>> {
        let actions = PyDict::new(py);
        let mut legal = self.at(py, place, |batch| batch.moves(place))?;
        legal.sort_unstable();
        for (action, text) in legal {
            actions.set_item(action, text)?;
        }
        Ok(actions)
    }

    /// One of the positions, in the game's notation.
    fn text(&self, py: Python<'_>, place: usize) -> PyResult<String> {
        self.at(py, place, |batch| batch.position(place))
    }

    /// The same positions once more.
    fn copy(&self, py: Python<'_>) -> Self {
        let batch = self.read(py, |batch| batch.fork());
        Self::new(self.game, batch, self.threads)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.read(py, |batch| batch.len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let count = self.__len__(py);
        format!("<boyi.Batch {}, {count} positions>", self.game.game.name())
    }
}
