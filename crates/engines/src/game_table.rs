use crate::{Ending, EngineError, Session, SwapChoice, SwapRule, SwapStep};
use game_core::{Player, Score};
use thiserror::Error;

/// Who sits on one side of a [`GameTable`].
///
/// ```
/// use engines::{EngineConfig, GameTable, Seat};
/// /// Who plays in a room of a server.
/// enum Player {
///     Person(&'static str),
///     Engine(EngineConfig),
/// }
/// impl Seat for Player {
///     fn is_person(&self) -> bool {
///         matches!(self, Self::Person(_))
///     }
/// }
/// let session = engines::game("xiangqi")?.session(&Vec::new())?;
/// let table = GameTable::new(session, [Player::Engine(EngineConfig::level(8)), Player::Person("Ann")]);
/// assert_eq!((table.engine_to_move(), table.has_person()), (Some(0), true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Seat {
    /// Whether a person plays; otherwise an engine does.
    fn is_person(&self) -> bool;
}

/// A game in progress: the session that knows the rules, the two seats, an opening that shares the
/// sides, a resignation, and whether engines are paused.
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
    swap: Option<Swap>,
    resignation: Option<Resignation>,
    paused: bool,
}

/// An opening that shares the sides. Until a side is chosen, seat 0 is the opener's.
#[derive(Clone, Copy, Debug)]
struct Swap {
    rule: SwapRule,
    state: SwapState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SwapState {
    Open,
    /// The chooser has chosen to add moves.
    Adding,
    Chosen,
}

/// Who resigned, and at which ply. Other positions of the record are not over.
#[derive(Clone, Copy, Debug)]
struct Resignation {
    seat: usize,
    ply: usize,
}

/// What an engine does with its turn, by what its search found.
///
/// ```
/// use engines::{EngineTurn, GameTable, Seat, SwapChoice};
/// use game_core::Score;
/// # struct Engine;
/// # impl Seat for Engine {
/// #     fn is_person(&self) -> bool { false }
/// # }
/// let gomoku = engines::game("gomoku")?;
/// let unit = gomoku.facts().points_per_unit;
/// let mut table = GameTable::new(gomoku.session(&Vec::new())?, [Engine, Engine]);
/// table.begin_swap(gomoku.facts().swap("swap2")?)?;
/// // The opener plays three stones, of which its search has told the line.
/// let line = ["h8", "i9", "j6", "g7"].map(String::from);
/// assert_eq!(table.engine_turn(&line, None, unit), EngineTurn::Play(&line[..3]));
/// line[..3].iter().try_for_each(|mv| table.play(mv).map(drop))?;
/// // The other engine sees White, who is to move, two open twos behind.
/// let turn = table.engine_turn(&line[3..], Some(Score::eval(-2 * unit)), unit);
/// assert_eq!(turn, EngineTurn::Choose(SwapChoice::First));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineTurn<'a> {
    /// It plays these moves: one, or the next ones of an opening that shares the sides.
    Play(&'a [String]),
    /// It chooses a side, or to add moves.
    Choose(SwapChoice),
}

/// Why something cannot be done at a [`GameTable`].
///
/// ```
/// use engines::{GameTable, Seat, TableError};
/// # struct Person;
/// # impl Seat for Person {
/// #     fn is_person(&self) -> bool { true }
/// # }
/// let mut table = GameTable::new(engines::game("othello")?.session(&Vec::new())?, [Person, Person]);
/// assert_eq!(table.undo(), Err(TableError::NothingToUndo));
/// table.resign(0)?;
/// let error = table.resign(1).unwrap_err();
/// assert_eq!(error.to_string(), "the game is over (resignation)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// No side is to be chosen, or no moves may be added.
    #[error("there is no such choice to make")]
    NoChoice,
    /// An opening that shares the sides begins with the game.
    #[error("{name} takes at most {most} moves, not {ply}")]
    TooLate {
        /// The opening's name.
        name: &'static str,
        /// How many moves it has.
        most: usize,
        /// How many are played.
        ply: usize,
    },
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
            swap: None,
            resignation: None,
            paused: false,
        }
    }

    /// Begins the game with an opening that shares the sides: seat 0 opens, and
    /// [`to_move`](Self::to_move) follows the opening until a side is [chosen](Self::choose).
    ///
    /// # Errors
    /// If more moves are played than the opening has.
    ///
    /// ```
    /// use engines::{GameTable, Seat, SwapChoice, SwapStep};
    /// #[derive(Debug, PartialEq)]
    /// struct Person(&'static str);
    /// impl Seat for Person {
    ///     fn is_person(&self) -> bool {
    ///         true
    ///     }
    /// }
    /// let gomoku = engines::game("gomoku")?;
    /// let swap2 = gomoku.facts().swap("swap2")?;
    /// let mut table = GameTable::new(gomoku.session(&Default::default())?, [Person("Ann"), Person("Bob")]);
    /// table.begin_swap(swap2)?;
    /// for (stone, mover) in [("h8", 0), ("i9", 0), ("j6", 0)] {
    ///     assert_eq!(table.to_move(), mover);
    ///     table.play(stone)?;
    /// }
    /// assert_eq!(table.swap_step(), Some(SwapStep::Choose { seat: 1, may_add: true }));
    /// table.choose(SwapChoice::First)?;
    /// assert_eq!((table.seats(), table.to_move()), (&[Person("Bob"), Person("Ann")], 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_swap(&mut self, rule: SwapRule) -> Result<(), TableError> {
        let ply = self.ply();
        let most = rule.plies + rule.more;
        if ply > most {
            let name = rule.name;
            return Err(TableError::TooLate { name, most, ply });
        }
        let state = SwapState::Open;
        self.swap = Some(Swap { rule, state });
        Ok(())
    }

    /// The opening that the game began with, if it shares the sides.
    pub fn swap_rule(&self) -> Option<SwapRule> {
        self.swap.map(|swap| swap.rule)
    }

    /// What the opening waits for; `None` without one, once a side is chosen, or if the game is
    /// over.
    pub fn swap_step(&self) -> Option<SwapStep> {
        let Swap { rule, state } = self.swap?;
        let under_way = state != SwapState::Chosen && self.ending().is_none();
        under_way.then(|| rule.step(self.ply(), state == SwapState::Adding))
    }

    /// Chooses for the seat to move. Seats are by side from then on, the first mover's first.
    /// Returns whether they were exchanged.
    ///
    /// # Errors
    /// If there is no such choice to make; then nothing has changed.
    pub fn choose(&mut self, choice: SwapChoice) -> Result<bool, TableError> {
        let Some(SwapStep::Choose { seat, may_add }) = self.swap_step() else {
            return Err(TableError::NoChoice);
        };
        let Some(swap) = &mut self.swap else {
            return Err(TableError::NoChoice);
        };
        let side = match choice {
            SwapChoice::First => 0,
            SwapChoice::Second => 1,
            SwapChoice::More if may_add => {
                swap.state = SwapState::Adding;
                return Ok(false);
            }
            SwapChoice::More => return Err(TableError::NoChoice),
        };
        swap.state = SwapState::Chosen;
        if side != seat {
            self.swap_seats();
        }
        Ok(side != seat)
    }

    /// The session: its moves can only be changed through the table.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Changes to another game with the same seats.
    pub fn set_session(&mut self, session: Box<dyn Session>) {
        self.session = session;
        self.swap = None;
        self.resignation = None;
        self.paused = false;
    }

    /// Who plays, the first mover first; in an opening that shares the sides, the opener.
    pub fn seats(&self) -> &[S; 2] {
        &self.seats
    }

    /// As [`seats`](Self::seats), to change them.
    pub fn seats_mut(&mut self) -> &mut [S; 2] {
        &mut self.seats
    }

    /// The index of the seat to move.
    pub fn to_move(&self) -> usize {
        let turn = self.session.state().turn.index();
        self.swap_step().map_or(turn, SwapStep::seat)
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

    /// What the engine to move does after a search of this position that found `moves`, the best
    /// line, and `score` for the side to move, if it found one. The evaluator's `unit`, as in
    /// [`GameFacts::points_per_unit`](crate::GameFacts::points_per_unit), tells which scores are even.
    pub fn engine_turn<'a>(
        &self,
        moves: &'a [String],
        score: Option<Score>,
        unit: i32,
    ) -> EngineTurn<'a> {
        let count = match self.swap_step() {
            Some(SwapStep::Choose { may_add, .. }) => {
                let turn = self.session.state().turn;
                let score = score.unwrap_or(Score::DRAW);
                return EngineTurn::Choose(SwapChoice::of(score, turn, may_add, unit));
            }
            Some(SwapStep::Play { left, .. }) => left,
            None => 1,
        };
        EngineTurn::Play(&moves[..count.min(moves.len())])
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
    /// If the text is refused, or a side is to be chosen first; then nothing has changed.
    pub fn play(&mut self, text: &str) -> Result<String, EngineError> {
        if let Some(SwapStep::Choose { .. }) = self.swap_step() {
            let text = text.to_owned();
            return Err(EngineError::ChoiceDue { text });
        }
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

    /// Begins again from the same start, with an empty record; an opening that shares the sides
    /// begins again too.
    ///
    /// # Errors
    /// If the session refuses its own start.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        self.session.set(&self.session.line().up_to(0))?;
        self.start_over();
        Ok(())
    }

    /// Begins again from the same start; the moves so far can be played again. An opening that
    /// shares the sides begins again too.
    pub fn rewind(&mut self) {
        self.session.seek(0);
        self.start_over();
    }

    /// Swaps the seats.
    pub fn swap_seats(&mut self) {
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

    /// Forgets what happened in the game, as at its start.
    fn start_over(&mut self) {
        if let Some(swap) = &mut self.swap {
            swap.state = SwapState::Open;
        }
        self.resignation = None;
        self.paused = false;
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
        // Before the first choice nothing is chosen yet.
        if let Some(swap) = &mut self.swap
            && swap.state == SwapState::Adding
            && ply < swap.rule.plies
        {
            swap.state = SwapState::Open;
        }
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

    const SWAP2: SwapRule = SwapRule {
        name: "swap2",
        plies: 3,
        more: 2,
    };

    fn swap2(line: &str) -> GameTable<Who> {
        let mut table = table([Person, Engine], line);
        table.begin_swap(SWAP2).expect("a short line");
        table
    }

    #[test]
    fn the_opener_plays_for_both_sides_until_one_is_chosen() {
        use SwapChoice::{First, More, Second};
        // Who has the first side in the end, and who is to move then: White, on the second side.
        let cases: [(&[SwapChoice], [Who; 2], usize); 4] = [
            (&[First], [Engine, Person], 3),
            (&[Second], [Person, Engine], 3),
            (&[More, First], [Person, Engine], 5),
            (&[More, Second], [Engine, Person], 5),
        ];
        for (choices, seats, plies) in cases {
            let mut table = swap2("startpos");
            let mut moves = ["f5", "d6", "c3", "d3", "c4"].into_iter();
            let mut choices = choices.iter();
            while let Some(step) = table.swap_step() {
                assert_eq!(table.to_move(), step.seat());
                match step {
                    SwapStep::Play { .. } => {
                        assert_eq!(table.choose(First), Err(TableError::NoChoice));
                        let mv = moves.next().expect("no more than five");
                        assert!(table.play(mv).is_ok());
                    }
                    SwapStep::Choose { may_add, .. } => {
                        let refused = table.play("d3").expect_err("a choice is due");
                        assert!(matches!(refused, EngineError::ChoiceDue { .. }));
                        if !may_add {
                            assert_eq!(table.choose(More), Err(TableError::NoChoice));
                        }
                        let choice = choices.next().expect("a choice");
                        assert!(table.choose(*choice).is_ok());
                    }
                }
            }
            assert!(*table.seats() == seats && table.ply() == plies);
            assert_eq!((table.to_move(), table.swap_rule()), (1, Some(SWAP2)));
            assert_eq!(table.choose(First), Err(TableError::NoChoice));
            assert!(table.restart().is_ok());
            let step = SwapStep::Play { seat: 0, left: 3 };
            assert_eq!(table.swap_step(), Some(step), "it opens again");
        }
    }

    #[test]
    fn an_engine_plays_as_many_moves_as_its_turn_has() {
        let line: Vec<String> = ["c5", "f6", "e3", "c4"].map(str::to_owned).into();
        let turn = |line_so_far: &str, line: &'static [String], score| {
            swap2(line_so_far).engine_turn(line, score, 100)
        };
        let line: &'static [String] = line.leak();
        let even = Some(Score::eval(40));
        assert_eq!(turn("startpos", line, None), EngineTurn::Play(&line[..3]));
        assert_eq!(
            turn("startpos moves f5d6", &line[..1], None),
            EngineTurn::Play(&line[..1])
        );
        // White is to move.
        let choices = [
            ("f5d6c3", even, SwapChoice::More),
            ("f5d6c3", None, SwapChoice::More),
            ("f5d6c3", Some(Score::eval(60)), SwapChoice::Second),
            ("f5d6c3", Some(Score::eval(-60)), SwapChoice::First),
            ("f5d6c3d3c4", Some(Score::eval(-40)), SwapChoice::First),
        ];
        for (moves, score, choice) in choices {
            let answer = turn(&format!("startpos moves {moves}"), line, score);
            assert_eq!(answer, EngineTurn::Choose(choice), "{moves} {score:?}");
        }
        let table = table([Person, Engine], "startpos moves f5");
        assert_eq!(
            table.engine_turn(line, even, 100),
            EngineTurn::Play(&line[..1])
        );
    }

    #[test]
    fn an_opening_is_taken_back_with_its_choices() {
        let mut table = swap2("startpos moves f5d6c3");
        table.seats = [Person, Person];
        assert_eq!(table.choose(SwapChoice::More), Ok(false));
        assert_eq!(table.to_move(), 1, "the chooser adds a move");
        assert!(table.play("d3").is_ok());
        assert_eq!((table.undo(), table.undo()), (Ok(1), Ok(1)));
        assert_eq!((table.ply(), table.to_move()), (2, 0));
        assert!(table.redo().is_ok());
        let may_add = true;
        let choose = SwapStep::Choose { seat: 1, may_add };
        assert_eq!(
            table.swap_step(),
            Some(choose),
            "nothing is chosen any more"
        );
        assert_eq!((table.resign(0), table.swap_step()), (Ok(()), None));
        assert_eq!(table.choose(SwapChoice::First), Err(TableError::NoChoice));
    }

    #[test]
    fn an_opening_begins_with_the_game() {
        let mut late = table([Person, Engine], "startpos moves f5d6c3d3c4f4");
        let refused = late.begin_swap(SWAP2);
        assert!(matches!(
            refused,
            Err(TableError::TooLate {
                most: 5,
                ply: 6,
                ..
            })
        ));
        assert_eq!((late.swap_rule(), late.to_move()), (None, 0));
        let mut other = swap2("startpos");
        other.set_session(table([Person, Engine], FOUR).session);
        assert_eq!((other.swap_rule(), other.swap_step()), (None, None));
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
