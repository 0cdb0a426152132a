use crate::{Ending, EngineError, Session};
use game_core::Player;
use thiserror::Error;

/// Who sits on one side of a [`GameTable`].
pub trait Seat {
    /// Whether a person plays; otherwise an engine does.
    fn is_person(&self) -> bool;
}

/// A game in progress: the session that knows the rules, the two seats, a resignation, and whether
/// engines are paused.
///
/// It starts no search: its owner asks [`engine_to_move`](Self::engine_to_move) after every
/// change.
///
/// ```
/// use engines::{GameTable, Seat};
/// use game_core::Player;
/// struct Person(bool);
/// impl Seat for Person {
///     fn is_person(&self) -> bool {
///         self.0
///     }
/// }
/// let session = engines::game("othello")?.session(&Default::default())?;
/// let mut table = GameTable::new(session, [Person(true), Person(false)]);
/// table.play("f5")?;
/// assert_eq!(table.engine_to_move(), Some(1));
/// table.play("d6")?;
/// assert_eq!((table.undo()?, table.engine_to_move()), (2, None));
/// assert_eq!((table.redo()?, table.ply()), (2, 2));
/// table.resign(0)?;
/// assert_eq!(table.ending().and_then(|ending| ending.winner), Some(Player::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameTable<S> {
    session: Box<dyn Session>,
    seats: [S; 2],
    resignation: Option<Resignation>,
    paused: bool,
}

/// Who resigned, and at which ply. Other positions of the record are not over.
#[derive(Clone, Copy, Debug)]
struct Resignation {
    seat: usize,
    ply: usize,
}

/// Why something cannot be done at a [`GameTable`].
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum TableError {
    /// No person was to move before.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// The record ends here.
    #[error("there is no move to play again")]
    NothingToRedo,
    /// The record is shorter.
    #[error("the record has {0} plies")]
    NoSuchPly(usize),
    /// The game is over.
    #[error("the game is over ({0})")]
    Over(&'static str),
    /// Only people resign on request.
    #[error("an engine does not resign at another's word")]
    NotAPerson,
}

impl<S: Seat> GameTable<S> {
    /// The game of `session`, the first mover's seat first.
    pub fn new(session: Box<dyn Session>, seats: [S; 2]) -> Self {
        Self {
            session,
            seats,
            resignation: None,
            paused: false,
        }
    }

    /// The session: its moves can only be changed through the table.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Changes to another game with the same seats.
    pub fn set_session(&mut self, session: Box<dyn Session>) {
        self.session = session;
        self.resignation = None;
        self.paused = false;
    }

    /// Who plays, the first mover first.
    pub fn seats(&self) -> &[S; 2] {
        &self.seats
    }

    /// As [`seats`](Self::seats), to change them.
    pub fn seats_mut(&mut self) -> &mut [S; 2] {
        &mut self.seats
    }

    /// The index of the seat to move.
    pub fn to_move(&self) -> usize {
        self.session.state().turn.index()
    }

    /// How many moves are played.
    pub fn ply(&self) -> usize {
        self.session.state().ply
    }

    /// Whether a person is to move.
    pub fn is_persons_turn(&self) -> bool {
        self.seats[self.to_move()].is_person()
    }

    /// Whether a person has a seat.
    pub fn has_person(&self) -> bool {
        self.seats.iter().any(Seat::is_person)
    }

    /// The seat of the engine that should think about its move now.
    pub fn engine_to_move(&self) -> Option<usize> {
        let waits = self.paused || self.is_persons_turn() || self.ending().is_some();
        (!waits).then(|| self.to_move())
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        let state = self.session.state();
        let resigned = || {
            let Resignation { seat, .. } = self.resignation_here()?;
            Some(Ending {
                winner: Some(Player::BOTH[1 - seat]),
                reason: "resignation",
                margin: None,
            })
        };
        state.ending.or_else(resigned)
    }

    /// Checks that the game is not over.
    ///
    /// # Errors
    /// If it is.
    pub fn check_open(&self) -> Result<(), TableError> {
        match self.ending() {
            Some(ending) => Err(TableError::Over(ending.reason)),
            None => Ok(()),
        }
    }

    /// Plays a move for the side to move and returns it as the game writes it.
    ///
    /// # Errors
    /// If the text is refused; then nothing has changed.
    pub fn play(&mut self, text: &str) -> Result<String, EngineError> {
        let mv = self.session.read(text)?;
        let mv = self.session.play(&mv)?;
        self.resignation = None;
        Ok(mv)
    }

    /// Takes a resignation back, or goes back to where a person was last to move; between engines,
    /// one ply. Returns how many plies were taken back.
    ///
    /// # Errors
    /// If no person was to move before.
    pub fn undo(&mut self) -> Result<usize, TableError> {
        let ply = self.ply();
        let resigned = self.resignation_here().is_some();
        let back = if resigned && self.is_persons_turn() {
            None
        } else {
            self.nearest((0..ply).rev())
                .filter(|&found| self.stops_at(found))
        };
        match back {
            Some(to) => self.go_to(to),
            None if resigned => {}
            None => return Err(TableError::NothingToUndo),
        }
        self.resignation = None;
        Ok(ply - self.ply())
    }

    /// Goes on to where a person is to move next, or to the end of the record; between engines, one
    /// ply. Returns how many plies were played again.
    ///
    /// # Errors
    /// If the record ends here.
    pub fn redo(&mut self) -> Result<usize, TableError> {
        let ply = self.ply();
        let to = self.nearest(ply + 1..=self.record_len());
        self.go_to(to.ok_or(TableError::NothingToRedo)?);
        Ok(self.ply() - ply)
    }

    /// Goes to any ply of the record.
    ///
    /// # Errors
    /// If the record is shorter; then nothing has changed.
    pub fn seek(&mut self, ply: usize) -> Result<(), TableError> {
        let length = self.record_len();
        if ply > length {
            return Err(TableError::NoSuchPly(length));
        }
        self.go_to(ply);
        Ok(())
    }

    /// The plies of the whole record, played and to be played again.
    pub fn record_len(&self) -> usize {
        self.session.state().length
    }

    /// Ends the game by the resignation of a seat.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, seat: usize) -> Result<(), TableError> {
        self.check_open()?;
        let ply = self.ply();
        self.resignation = Some(Resignation { seat, ply });
        Ok(())
    }

    /// As [`resign`](Self::resign), at a person's request.
    ///
    /// # Errors
    /// If the game is over, or an engine has the seat.
    pub fn resign_for_person(&mut self, seat: usize) -> Result<(), TableError> {
        self.check_open()?;
        if !self.seats[seat].is_person() {
            return Err(TableError::NotAPerson);
        }
        self.resign(seat)
    }

    /// Begins again from the same start, with an empty record.
    ///
    /// # Errors
    /// If the session refuses its own start.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        self.session.set(&self.session.line().up_to(0))?;
        self.resignation = None;
        self.paused = false;
        Ok(())
    }

    /// Begins again from the same start; the moves so far can be played again.
    pub fn rewind(&mut self) {
        self.session.seek(0);
        self.resignation = None;
        self.paused = false;
    }

    /// Swaps the seats.
    pub fn swap(&mut self) {
        self.seats.swap(0, 1);
    }

    /// Whether engines are paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Pauses the engines, or lets them go on.
    pub fn pause(&mut self, paused: bool) {
        self.paused = paused;
    }

    fn resignation_here(&self) -> Option<Resignation> {
        self.resignation
            .filter(|resignation| resignation.ply == self.ply())
    }

    /// The first of `plies` to [stop at](Self::stops_at), or else the last.
    fn nearest(&mut self, plies: impl Iterator<Item = usize>) -> Option<usize> {
        let mut last = None;
        for ply in plies {
            last = Some(ply);
            if self.stops_at(ply) {
                break;
            }
        }
        last
    }

    /// Whether a person is to move at `ply`, or no person plays.
    fn stops_at(&mut self, ply: usize) -> bool {
        let here = self.ply();
        self.session.seek(ply);
        let stops = self.is_persons_turn() || !self.has_person();
        self.session.seek(here);
        stops
    }

    fn go_to(&mut self, ply: usize) {
        self.session.seek(ply);
        // An engine would play on at once, and the rest of the record would be lost.
        self.paused = !self.is_persons_turn();
    }
}

#[cfg(test)]
#[cfg(feature = "othello")]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Who {
        Person,
        Engine,
    }
    use Who::{Engine, Person};

    impl Seat for Who {
        fn is_person(&self) -> bool {
            *self == Person
        }
    }

    fn table(seats: [Who; 2], line: &str) -> GameTable<Who> {
        let othello = crate::game("othello").expect("built in");
        let mut session = othello.session(&Vec::new()).expect("no settings");
        session.set_line(line).expect("a legal line");
        GameTable::new(session, seats)
    }

    const FOUR: &str = "startpos moves f5d6c3d3";

    #[test]
    fn undo_and_redo_stop_where_a_person_is_to_move() {
        let cases: [([Who; 2], &[usize], &[usize]); 3] = [
            ([Person, Engine], &[2, 0], &[2, 4]),
            ([Engine, Person], &[3, 1], &[3, 4]),
            ([Engine, Engine], &[3, 2, 1, 0], &[1, 2, 3, 4]),
        ];
        for (seats, back, on) in cases {
            let mut table = table(seats, FOUR);
            for &ply in back {
                let before = table.ply();
                assert_eq!(table.undo().map(|taken| before - taken), Ok(ply));
                assert_eq!(table.ply(), ply);
            }
            assert_eq!(table.undo(), Err(TableError::NothingToUndo));
            for &ply in on {
                let before = table.ply();
                assert_eq!(table.redo().map(|played| before + played), Ok(ply));
            }
            assert_eq!(table.redo(), Err(TableError::NothingToRedo));
            assert_eq!(table.is_paused(), !table.is_persons_turn());
            assert_eq!(table.engine_to_move(), None);
        }
    }

    #[test]
    fn a_resignation_holds_where_it_was_given() {
        let mut table = table([Person, Engine], FOUR);
        assert_eq!(table.resign_for_person(1), Err(TableError::NotAPerson));
        assert_eq!(table.resign_for_person(0), Ok(()));
        let winner = |table: &GameTable<Who>| table.ending().and_then(|ending| ending.winner);
        assert_eq!(winner(&table), Some(Player::Second));
        assert_eq!(table.resign(1), Err(TableError::Over("resignation")));
        assert_eq!(table.seek(1), Ok(()));
        assert_eq!((table.ending(), table.is_paused()), (None, true));
        assert_eq!(table.seek(5), Err(TableError::NoSuchPly(4)));
        assert_eq!(table.seek(4), Ok(()));
        assert_eq!(winner(&table), Some(Player::Second));
        assert_eq!(
            (table.undo(), table.ply(), table.ending()),
            (Ok(0), 4, None)
        );
        // While the engine thinks, its move is not waited for.
        assert_eq!(table.seek(3), Ok(()));
        table.pause(false);
        assert_eq!((table.engine_to_move(), table.resign(0)), (Some(1), Ok(())));
        assert_eq!(table.engine_to_move(), None);
        assert_eq!((table.undo(), table.ply()), (Ok(1), 2));
        assert_eq!(table.seek(3), Ok(()));
        assert_eq!(table.ending(), None, "it was taken back");
    }

    #[test]
    fn a_resignation_before_any_move_of_ones_own_is_taken_back_alone() {
        let mut table = table([Engine, Person], "startpos");
        assert_eq!((table.resign(1), table.undo()), (Ok(()), Ok(0)));
        assert_eq!((table.ending(), table.engine_to_move()), (None, Some(0)));
        assert_eq!(table.undo(), Err(TableError::NothingToUndo));
    }

    #[test]
    fn a_move_ends_the_record_and_a_resignation() {
        let mut table = table([Person, Person], FOUR);
        assert_eq!((table.seek(2), table.resign(0)), (Ok(()), Ok(())));
        assert!(table.play("a1").is_err() && table.ending().is_some());
        assert!(table.undo().is_ok());
        assert_eq!(table.play(" C3 ").ok().as_deref(), Some("c3"));
        assert_eq!((table.ply(), table.record_len()), (3, 3));
        assert_eq!(table.resign(0), Ok(()));
        table.pause(true);
        table.rewind();
        assert_eq!((table.ply(), table.record_len()), (0, 3));
        assert_eq!((table.ending(), table.is_paused()), (None, false));
        assert_eq!(table.resign(0), Ok(()));
        assert!(table.restart().is_ok());
        assert_eq!((table.ply(), table.record_len()), (0, 0));
        assert_eq!((table.ending(), table.is_paused()), (None, false));
    }
}
