use crate::Wiring;
use game_core::{Notation, Outcome, Player, Position, zobrist};
use std::sync::Arc;
use std::thread;
use thiserror::Error;

/// Positions of one game side by side, in numbers instead of text: for programs that learn.
///
/// A move is an *action*, a number below [`actions`](Self::actions); see
/// [`Wiring::action`](crate::Wiring::action). What a position looks like is a stack of *planes*:
/// see [`planes`](Self::planes). The methods that fill memory of the caller's take it for all
/// positions at once, one after another, and share the work among threads.
///
/// ```
/// let session = engines::game("othello")?.session(&Default::default())?;
/// let mut batch = session.batch(2);
/// let f5 = batch.moves(0).into_iter().find(|(_, text)| text == "f5").ok_or("it is legal")?.0;
/// batch.play(&[Some(f5), None], 1)?;
/// assert_eq!((batch.moves(0).len(), batch.moves(1).len()), (3, 4));
/// assert!(batch.play(&[Some(f5), None], 1).is_err(), "the square is taken");
///
/// let mut planes = vec![0.0; 2 * batch.shape().iter().product::<usize>()];
/// batch.planes(&mut planes, 1);
/// assert_eq!(planes.iter().take(64).sum::<f32>(), 1.0, "the one white disc left");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Batch: Send + Sync {
    /// How many positions there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same positions once more.
    fn fork(&self) -> Box<dyn Batch>;

    /// How many actions there are, legal or not.
    fn actions(&self) -> usize;

    /// The planes of a position, the rows of a plane, and the cells of a row.
    fn shape(&self) -> [usize; 3];

    /// The position at `place`, in the game's notation.
    ///
    /// # Panics
    /// If there is none, as the other methods that take a place.
    fn position(&self, place: usize) -> String;

    /// The player to move at `place`.
    fn turn(&self, place: usize) -> Player;

    /// How the game at `place` ended for the first mover, if it did.
    fn outcome(&self, place: usize) -> Option<Outcome>;

    /// The legal actions at `place`, each with the move as the game writes it; none where the game
    /// is over, by the board or by a rule.
    fn moves(&self, place: usize) -> Vec<(usize, String)>;

    /// Fills `mask`, [`actions`](Self::actions) for each position: `true` where an action is legal.
    ///
    /// # Panics
    /// If `mask` is of another length.
    fn legal(&self, mask: &mut [bool], threads: usize);

    /// Fills `planes`, those of [`shape`](Self::shape) for each position, with the numbers of pieces
    /// on each cell as the player to move sees it: one plane for each kind of own pieces, one for
    /// each kind of the opponent's, and one that is all ones if the first mover is to move. The
    /// board is not turned.
    ///
    /// # Panics
    /// If `planes` is of another length.
    fn planes(&self, planes: &mut [f32], threads: usize);

    /// Plays an action in each position, or none.
    ///
    /// # Errors
    /// If one is not legal, or there are more or fewer than positions; then nothing has changed.
    fn play(&mut self, actions: &[Option<usize>], threads: usize) -> Result<(), BatchError>;

    /// Sets the position at `place` back to the one that the batch was made of.
    fn restart(&mut self, place: usize);

    /// Plays each game out by random moves, at most `plies` of them, without changing the positions.
    /// Fills `outcomes` for the first mover; `None` where a game has not ended by then. The same
    /// seed gives the same games, whatever the number of threads.
    ///
    /// # Panics
    /// If `outcomes` is of another length.
    fn playouts(&self, outcomes: &mut [Option<Outcome>], plies: usize, seed: u64, threads: usize);
}

/// Why the actions for a [`Batch`] were refused.
///
/// ```
/// use engines::BatchError;
/// let mut batch = engines::game("othello")?.session(&Vec::new())?.batch(2);
/// let error = batch.play(&[None, Some(0)], 1).unwrap_err();
/// assert_eq!(error, BatchError::Illegal { place: 1, action: 0 });
/// assert_eq!(error.to_string(), "action 0 is not legal in position 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There must be one for each position.
    #[error("{actions} actions are given for {positions} positions")]
    Count {
        /// How many were given.
        actions: usize,
        /// How many were needed.
        positions: usize,
    },
    /// An action is not legal where it stands.
    #[error("action {action} is not legal in position {place}")]
    Illegal {
        /// The position's place, from 0.
        place: usize,
        /// The action.
        action: usize,
    },
    /// The game is over.
    #[error("the game in position {place} is over: action {action} cannot be played")]
    Over {
        /// The position's place, from 0.
        place: usize,
        /// The action.
        action: usize,
    },
}

/// The batch of a wired game.
pub(crate) struct WiredBatch<W: Wiring> {
    start: Place<W>,
    places: Vec<Place<W>>,
    outline: Arc<Outline>,
    actions: usize,
}

/// What the planes of a game are, under its rules.
pub(crate) struct Outline {
    /// The letters of the kinds of pieces, where there are several.
    kinds: Vec<char>,
    shape: [usize; 3],
}

impl Outline {
    /// That of the game that goes on at `pos`. Takes some microseconds.
    pub fn of<P: Notation>(pos: &P) -> Self {
        let presentation = P::presentation();
        let kinds: Vec<char> = presentation.pieces.iter().map(|kind| kind.letter).collect();
        let board = pos.board_view();
        Self {
            shape: [2 * kinds.len().max(1) + 1, board.rows(), board.columns],
            kinds,
        }
    }
}

/// A position, and what it takes a list of its moves to know.
struct Place<W: Wiring> {
    pos: W::Position,
    /// The legal moves, none where the game is over.
    legal: Vec<<W::Position as Position>::Move>,
    /// How the game ended, for the player to move.
    ended: Option<Outcome>,
}

impl<W: Wiring> Clone for Place<W> {
    fn clone(&self) -> Self {
        Self {
            pos: self.pos.clone(),
            legal: self.legal.clone(),
            ended: self.ended,
        }
    }
}

impl<W: Wiring> Place<W> {
    fn new(pos: W::Position) -> Self {
        let mut place = Self {
            pos,
            legal: Vec::new(),
            ended: None,
        };
        place.list();
        place
    }

    fn list(&mut self) {
        self.legal.clear();
        let verdict = || self.pos.adjudicate().map(|verdict| verdict.outcome);
        self.ended = self.pos.legal_moves(&mut self.legal).or_else(verdict);
        if self.ended.is_some() {
            self.legal.clear();
        }
    }

    fn play(&mut self, mv: <W::Position as Position>::Move) {
        self.pos.play(mv);
        self.list();
    }

    fn action(&self, mv: <W::Position as Position>::Move) -> usize {
        W::action(&self.pos, mv)
    }

    fn move_of(&self, action: usize) -> Option<<W::Position as Position>::Move> {
        let mut legal = self.legal.iter().copied();
        legal.find(|&mv| self.action(mv) == action)
    }

    /// `outcome`, which is for the player to move, for the first mover.
    fn of_first(&self, outcome: Outcome) -> Outcome {
        Outcome::of(outcome.winner(self.pos.turn()), Player::First)
    }

    fn fill(&self, planes: &mut [f32], kinds: &[char]) {
        let turn = self.pos.turn();
        let each = kinds.len().max(1);
        let size = planes.len() / (2 * each + 1);
        planes.fill(0.0);
        W::pieces(&self.pos, &mut |cell, piece| {
            let kind = kinds.iter().position(|&letter| letter == piece.letter);
            let side = usize::from(piece.owner != turn);
            planes[(side * each + kind.unwrap_or(0)) * size + cell] += 1.0;
        });
        if turn == Player::First {
            planes[2 * each * size..].fill(1.0);
        }
    }
}

impl<W: Wiring> WiredBatch<W> {
    pub(crate) fn new(pos: W::Position, count: usize, outline: Arc<Outline>) -> Self {
        let actions = W::actions(&pos);
        let start = Place::new(pos);
        Self {
            places: vec![start.clone(); count],
            start,
            outline,
            actions,
        }
    }

    /// Fills the row of each position, `width` long, by calling `work` on `threads` threads.
    fn fill<T: Send>(
        &self,
        rows: &mut [T],
        width: usize,
        threads: usize,
        work: impl Fn(usize, &Place<W>, &mut [T]) + Sync,
    ) {
        assert_eq!(rows.len(), self.places.len() * width, "memory for a batch");
        let each = share(self.places.len(), threads);
        let parts = self.places.chunks(each).zip(rows.chunks_mut(each * width));
        let on = |part: usize, (places, rows): (&[Place<W>], &mut [T])| {
            let rows = rows.chunks_mut(width);
            for ((index, place), row) in (part * each..).zip(places).zip(rows) {
                work(index, place, row);
            }
        };
        side_by_side(parts, on);
    }
}

/// How many of `count` each of the threads gets.
fn share(count: usize, threads: usize) -> usize {
    count.div_ceil(threads.max(1)).max(1)
}

/// Calls `work` for every part in parallel: for the first on this thread, for each other on a new one.
fn side_by_side<T: Send>(parts: impl Iterator<Item = T>, work: impl Fn(usize, T) + Sync) {
    let mut parts = parts.enumerate();
    let first = parts.next();
    thread::scope(|scope| {
        for (number, part) in parts {
            let work = &work;
            scope.spawn(move || work(number, part));
        }
        if let Some((number, part)) = first {
            work(number, part);
        }
    });
}

impl<W: Wiring> Batch for WiredBatch<W> {
    fn len(&self) -> usize {
        self.places.len()
    }

    fn fork(&self) -> Box<dyn Batch> {
        Box::new(Self {
            start: self.start.clone(),
            places: self.places.clone(),
            outline: Arc::clone(&self.outline),
            actions: self.actions,
        })
    }

    fn actions(&self) -> usize {
        self.actions
    }

    fn shape(&self) -> [usize; 3] {
        self.outline.shape
    }

    fn position(&self, place: usize) -> String {
        self.places[place].pos.to_string()
    }

    fn turn(&self, place: usize) -> Player {
        self.places[place].pos.turn()
    }

    fn outcome(&self, place: usize) -> Option<Outcome> {
        let place = &self.places[place];
        place.ended.map(|outcome| place.of_first(outcome))
    }

    fn moves(&self, place: usize) -> Vec<(usize, String)> {
        let place = &self.places[place];
        let named = |&mv: &_| (place.action(mv), place.pos.format_move(mv));
        place.legal.iter().map(named).collect()
    }

    fn legal(&self, mask: &mut [bool], threads: usize) {
        self.fill(mask, self.actions, threads, |_, place, row| {
            row.fill(false);
            for &mv in &place.legal {
                row[place.action(mv)] = true;
            }
        });
    }

    fn planes(&self, planes: &mut [f32], threads: usize) {
        let width = self.outline.shape.iter().product();
        self.fill(planes, width, threads, |_, place, row| {
            place.fill(row, &self.outline.kinds);
        });
    }

    fn play(&mut self, actions: &[Option<usize>], threads: usize) -> Result<(), BatchError> {
        if actions.len() != self.places.len() {
            return Err(BatchError::Count {
                actions: actions.len(),
                positions: self.places.len(),
            });
        }
        let mut moves = vec![None; self.places.len()];
        self.fill(&mut moves, 1, threads, |index, place, row| {
            row[0] = actions[index].and_then(|action| place.move_of(action));
        });
        for (index, (mv, action)) in moves.iter().zip(actions).enumerate() {
            if let (None, &Some(action)) = (mv, action) {
                let place = index;
                return Err(match self.places[index].ended {
                    Some(_) => BatchError::Over { place, action },
                    None => BatchError::Illegal { place, action },
                });
            }
        }
        let each = share(self.places.len(), threads);
        let parts = self.places.chunks_mut(each).zip(moves.chunks(each));
        side_by_side(parts, |_, (places, moves)| {
            for (place, mv) in places.iter_mut().zip(moves) {
                if let Some(mv) = *mv {
                    place.play(mv);
                }
            }
        });
        Ok(())
    }

    fn restart(&mut self, place: usize) {
        self.places[place].clone_from(&self.start);
    }

    fn playouts(&self, outcomes: &mut [Option<Outcome>], plies: usize, seed: u64, threads: usize) {
        self.fill(outcomes, 1, threads, |index, place, row| {
            let mut state = zobrist::mix(zobrist::mix(seed) ^ index as u64);
            // By a multiplication in place of a division: the bias is below 2^-50.
            let below = |bound: usize| {
                state = zobrist::mix(state);
                ((u128::from(state) * bound as u128) >> 64) as usize
            };
            // A playout begins by asking whether a game has ended; this one knows, and by rules too.
            let outcome = match place.ended {
                Some(outcome) => Some(outcome),
                None => {
                    let memory = &mut Vec::with_capacity(128);
                    place.pos.playout(plies, memory, below)
                }
            };
            row[0] = outcome.map(|outcome| place.of_first(outcome));
        });
    }
}

#[cfg(test)]
#[cfg(all(feature = "gomoku", feature = "othello", feature = "xiangqi"))]
mod tests {
    use super::*;
    use crate::GAMES;
    use std::collections::BTreeSet;

    fn batch(game: &str, count: usize) -> Box<dyn Batch> {
        let game = crate::game(game).expect("built in");
        game.session(&Vec::new()).expect("a session").batch(count)
    }

    #[test]
    fn no_two_legal_moves_share_an_action() {
        for game in GAMES.iter() {
            let mut batch = batch(game.name(), 8);
            for ply in 0..200 {
                let mut actions = Vec::new();
                for place in 0..batch.len() {
                    let moves = batch.moves(place);
                    let numbers: BTreeSet<_> = moves.iter().map(|(action, _)| *action).collect();
                    assert_eq!(numbers.len(), moves.len(), "{}", batch.position(place));
                    assert!(numbers.last().is_none_or(|&last| last < batch.actions()));
                    let chosen = zobrist::mix(ply * 8 + place as u64) as usize;
                    let chosen = moves.get(chosen.checked_rem(moves.len()).unwrap_or(0));
                    actions.push(chosen.map(|(action, _)| *action));
                }
                batch.play(&actions, 3).expect("they are legal");
            }
        }
    }

    /// A game may tell its pieces faster than by its view; they are the same.
    #[test]
    fn planes_show_what_the_view_shows() {
        for game in GAMES.iter() {
            let mut session = game.session(&Vec::new()).expect("a session");
            for ply in 0..40 {
                let batch = session.batch(1);
                let [count, rows, columns] = batch.shape();
                let mut planes = vec![0.5; count * rows * columns];
                batch.planes(&mut planes, 1);
                let view = session.view();
                let size = rows * columns;
                let own = |cell: usize| {
                    let half = (count / 2) * size;
                    let shown = |plane: &usize| planes[plane * size + cell] == 1.0;
                    let [own, other] = [0, half / size].map(|from| {
                        (from..from + count / 2)
                            .filter(|plane| shown(plane))
                            .count()
                    });
                    (own, other)
                };
                for (cell, found) in view.board.cells.iter().enumerate() {
                    let expected = found.piece.map_or((0, 0), |piece| {
                        let own = piece.owner == view.turn;
                        (usize::from(own), usize::from(!own))
                    });
                    assert_eq!(own(cell), expected, "{} {cell}", view.position);
                }
                let moves = session.legal_moves();
                let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else {
                    break;
                };
                if session.state().ending.is_none() {
                    session.play(mv).expect("it is legal");
                }
            }
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let batch = batch("xiangqi", 50);
        let all = |threads| {
            let mut mask = vec![false; 50 * batch.actions()];
            let mut planes = vec![0.5; 50 * batch.shape().iter().product::<usize>()];
            let mut outcomes = vec![None; 50];
            batch.legal(&mut mask, threads);
            batch.planes(&mut planes, threads);
            batch.playouts(&mut outcomes, 300, 7, threads);
            (mask, planes, outcomes)
        };
        let (mask, planes, outcomes) = all(1);
        assert_eq!(mask.iter().filter(|legal| **legal).count(), 50 * 44);
        // Thirty-two pieces, and that the first mover is to move.
        assert_eq!(planes.iter().sum::<f32>(), 50.0 * (32.0 + 90.0));
        let winners: BTreeSet<_> = outcomes.iter().flatten().map(|end| *end as u8).collect();
        assert!(winners.len() > 1, "not every game ends alike");
        for threads in [0, 3, 64] {
            assert_eq!(
                all(threads),
                (mask.clone(), planes.clone(), outcomes.clone())
            );
        }
    }

    #[test]
    fn a_refused_action_changes_nothing() {
        let mut batch = batch("gomoku", 2);
        let before = batch.position(0);
        let refused = batch.play(&[Some(0), Some(225)], 1);
        let error = BatchError::Illegal {
            place: 1,
            action: 225,
        };
        assert_eq!(refused, Err(error));
        assert_eq!(batch.position(0), before);
        let count = BatchError::Count {
            actions: 1,
            positions: 2,
        };
        assert_eq!(batch.play(&[Some(0)], 1), Err(count));
        batch.play(&[Some(0), None], 1).expect("it is legal");
        batch.restart(0);
        assert_eq!(batch.position(0), before);
    }

    #[test]
    fn a_game_that_is_over_takes_no_action_and_keeps_its_outcome() {
        let game = crate::game("gomoku").expect("built in");
        let mut session = game.session(&Vec::new()).expect("a session");
        let line = "startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8";
        session.set_line(line).expect("a line");
        let mut batch = session.batch(1);
        assert_eq!(batch.outcome(0), Some(Outcome::Win));
        assert_eq!(batch.moves(0), []);
        let over = BatchError::Over {
            place: 0,
            action: 3,
        };
        assert_eq!(batch.play(&[Some(3)], 1), Err(over));
        let mut outcomes = [None];
        batch.playouts(&mut outcomes, 9, 1, 1);
        assert_eq!(outcomes, [Some(Outcome::Win)]);
    }
}
