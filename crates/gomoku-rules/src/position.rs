use crate::{
    Error, Forbidden, Point, Rule, Rules,
    forbidden::forbidden,
    line::{LINES, Lines, Place, beside, fives, is_shut_in, run},
};
use game_core::{Outcome, Player, Position, zobrist};

/// A position of gomoku or renju: the stones, the turn, and whether someone has won.
///
/// Black is [`Player::First`]. A position owns no memory: cloning it copies about a kilobyte.
///
/// ```
/// use game_core::{Notation, Outcome, Position};
/// use gomoku_rules::{Gomoku, Rule, Rules};
///
/// let rules = Rules::new(15, Rule::Renju)?;
/// let mut pos = Gomoku::parse("X:h8i8j8k8 O:h9i9j9k9 turn:X", &rules)?;
/// pos.play(pos.parse_move("l8")?);
/// assert_eq!(pos.decided(), Some(Outcome::Loss), "White is to move, and Black has five");
/// assert_eq!(pos.reason(), Some("five in a row"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gomoku {
    lines: Lines,
    key: u64,
    stones: u16,
    rules: Rules,
    turn: Player,
    winner: Option<Player>,
}

/// Keys of the stones, Black's and then White's, and of the turn, frozen.
const KEYS: [u64; 2 * Point::INDICES + 1] = zobrist::keys(*b"gomoku\0\0");
const WHITE_TO_MOVE: u64 = KEYS[2 * Point::INDICES];

impl Gomoku {
    /// The empty board, Black to move.
    pub fn new(rules: Rules) -> Self {
        // Boards that differ in size or rule are different games to a table or a book.
        let key = zobrist::mix(u64::from(rules.size()) << 8 | rules.rule() as u64);
        Self {
            lines: Lines::new(rules.size()),
            key,
            stones: 0,
            rules,
            turn: Player::First,
            winner: None,
        }
    }

    /// A position set up with the stones of `black` and `white`, in any number; a five among them
    /// has won.
    ///
    /// # Errors
    /// If a point is not on the board or holds two stones, or both players have a five.
    pub fn set_up(
        rules: Rules,
        black: &[Point],
        white: &[Point],
        turn: Player,
    ) -> Result<Self, Error> {
        let mut pos = Self::new(rules);
        for (player, points) in Player::BOTH.into_iter().zip([black, white]) {
            for &point in points {
                pos.check_empty(point)?;
                pos.toggle(point, player);
                pos.stones += 1;
            }
        }
        if turn == Player::Second {
            pos.pass();
        }
        let five = |&player: &Player| {
            pos.points(player)
                .any(|point| pos.lines.wins(rules.rule(), point, player))
        };
        let mut winners = Player::BOTH.into_iter().filter(five);
        let winner = winners.next();
        let other = winners.next();
        if other.is_some() {
            return Err(Error::TwoWinners);
        }
        pos.winner = winner;
        Ok(pos)
    }

    /// What a stone adds to the [key](Position::key), by exclusive or, so that a solver can look up
    /// a position without playing to it: with one stone more of either player the turn is the same
    /// again. `point` must not be [`Point::NULL`].
    ///
    /// ```
    /// use game_core::{Player, Position};
    /// use gomoku_rules::Gomoku;
    /// let (mut pos, h8, i9) = (Gomoku::default(), "h8".parse()?, "i9".parse()?);
    /// let key = pos.key() ^ Gomoku::stone_key(h8, Player::First) ^ Gomoku::stone_key(i9, Player::Second);
    /// pos.play(h8);
    /// pos.play(i9);
    /// assert_eq!(pos.key(), key);
    /// # Ok::<(), gomoku_rules::Error>(())
    /// ```
    #[inline]
    pub fn stone_key(point: Point, player: Player) -> u64 {
        KEYS[player.index() * Point::INDICES + point.index()]
    }

    /// The size and the rule.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The stones, line by line.
    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Who has five in a row.
    #[inline]
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The number of stones on the board.
    #[inline]
    pub fn stones(&self) -> u32 {
        self.stones.into()
    }

    /// Whose stone is on `point`; `None` also beyond the board.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Player> {
        if !self.rules.contains(point) {
            return None;
        }
        Player::BOTH
            .into_iter()
            .find(|&player| self.lines.stones(point.row().into(), player) >> point.col() & 1 == 1)
    }

    /// The points with stones of `player`, in board order.
    pub fn points(&self, player: Player) -> impl Iterator<Item = Point> {
        self.on_rows(move |pos, row| pos.lines.stones(row, player))
    }

    /// The points without a stone, in board order.
    pub fn empty(&self) -> impl Iterator<Item = Point> {
        self.on_rows(|pos, row| pos.lines.empty(row))
    }

    /// The points whose bits `row` gives, row by row. The first lines are the rows.
    #[inline]
    fn on_rows(&self, row: impl Fn(&Self, usize) -> u32) -> impl Iterator<Item = Point> {
        (0..usize::from(self.rules.size())).flat_map(move |line| {
            let mut bits = row(self, line);
            core::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(Place { line, bit }.point())
            })
        })
    }

    /// Whether `point` is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.rules.contains(point) && self.lines.empty(point.row().into()) >> point.col() & 1 == 1
    }

    /// What forbids a black stone on `point`, whichever side is to move. `None` under the other
    /// rules, and where the point is not empty.
    ///
    /// Where few stones are near this takes nanoseconds, where threes depend on one another about a
    /// microsecond.
    ///
    /// ```
    /// use game_core::Notation;
    /// use gomoku_rules::{Forbidden, Gomoku, Rule, Rules};
    /// let rules = Rules::new(15, Rule::Renju)?;
    /// let pos = Gomoku::parse("X:h7h9g8i8 turn:X", &rules)?;
    /// assert_eq!(pos.forbidden_at("h8".parse()?), Some(Forbidden::ThreeThree));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn forbidden_at(&self, point: Point) -> Option<Forbidden> {
        (self.rules.rule() == Rule::Renju && self.is_empty(point))
            .then(|| forbidden(&self.lines, point))
            .flatten()
    }

    /// Appends the points, line by line, where one more stone of `player` wins; a point may come up
    /// once a line.
    ///
    /// Scans the board, in some hundred nanoseconds: for solvers and tests. An evaluator keeps the
    /// lines' words in step.
    pub fn winning_points(&self, player: Player, points: &mut Vec<Point>) {
        let rule = self.rules.rule();
        for line in 0..LINES {
            let stones = self.lines.stones(line, player);
            let mut made = fives(stones, self.lines.empty(line), rule.exact(player));
            while made != 0 {
                let bit = made.trailing_zeros();
                made &= made - 1;
                let others = self.lines.stones(line, !player);
                if !(rule.shuts_in() && is_shut_in(stones | 1 << bit, others, bit)) {
                    points.push(Place { line, bit }.point());
                }
            }
        }
    }

    /// Calls `each` with the points where a stone of the opponent keeps `player` from winning on the empty
    /// point `five`: that point, and where a row may be [shut in](Rule::shuts_in), the empty end of
    /// one whose other end is taken. None of them keeps him from winning elsewhere.
    ///
    /// ```
    /// use game_core::{Notation, Player};
    /// use gomoku_rules::{Gomoku, Rule, Rules};
    /// let rules = Rules::new(15, Rule::Caro)?;
    /// let pos = Gomoku::parse("X:d8e8f8g8 O:c8 turn:O", &rules)?;
    /// let mut stops = Vec::new();
    /// pos.stops("h8".parse()?, Player::First, |point| stops.push(point));
    /// assert_eq!(stops, ["h8".parse()?, "i8".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stops(&self, five: Point, player: Player, mut each: impl FnMut(Point)) {
        each(five);
        if !self.rules.rule().shuts_in() {
            return;
        }
        for Place { line, bit } in Place::all(five) {
            let stones = self.lines.stones(line, player) | 1 << bit;
            if !self.rules.rule().wins(player, run(stones, bit)) {
                continue;
            }
            let [others, empty] = [self.lines.stones(line, !player), self.lines.empty(line)];
            let [below, above] = beside(stones, bit);
            for (end, far) in [(below, above), (above, below)] {
                if empty & end != 0 && others & far != 0 {
                    let bit = end.trailing_zeros();
                    each(Place { line, bit }.point());
                }
            }
        }
    }

    /// # Errors
    /// If `point` is not on the board or not empty.
    pub(crate) fn check_empty(&self, point: Point) -> Result<(), Error> {
        if !self.rules.contains(point) {
            return Err(Error::OffBoard {
                text: point.to_string(),
                size: self.rules.size(),
            });
        }
        if self.is_empty(point) {
            Ok(())
        } else {
            Err(Error::Occupied(point))
        }
    }

    /// # Errors
    /// If `point` is no legal move here, and why not.
    pub(crate) fn check_move(&self, point: Point) -> Result<(), Error> {
        if self.decided().is_some() {
            return Err(Error::GameOver(point));
        }
        self.check_empty(point)?;
        match self
            .forbidden_at(point)
            .filter(|_| self.turn == Player::First)
        {
            Some(kind) => Err(Error::Forbidden { point, kind }),
            None => Ok(()),
        }
    }

    #[inline]
    fn toggle(&mut self, point: Point, player: Player) {
        self.lines.toggle(point, player);
        self.key ^= Self::stone_key(point, player);
    }

    #[inline]
    fn pass(&mut self) {
        self.turn = !self.turn;
        self.key ^= WHITE_TO_MOVE;
    }
}

/// The empty board under the default rules.
impl Default for Gomoku {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

impl Position for Gomoku {
    type Move = Point;
    type Undo = ();
    const SLOTS: usize = Point::INDICES;
    const LAZY_LEGALITY: bool = true;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn key_after(&self, mv: Point) -> Option<u64> {
        Some(self.key ^ Self::stone_key(mv, self.turn) ^ WHITE_TO_MOVE)
    }

    #[inline]
    fn decided(&self) -> Option<Outcome> {
        if self.winner.is_some() || self.stones() == self.rules.area() {
            return Some(Outcome::of(self.winner, self.turn));
        }
        None
    }

    /// A draw: Black has only forbidden points left.
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn generate(&self, moves: &mut Vec<Point>) {
        for line in 0..usize::from(self.rules.size()) {
            let mut bits = self.lines.empty(line);
            while bits != 0 {
                moves.push(
                    Place {
                        line,
                        bit: bits.trailing_zeros(),
                    }
                    .point(),
                );
                bits &= bits - 1;
            }
        }
    }

    #[inline]
    fn is_legal(&self, mv: Point) -> bool {
        self.turn == Player::Second || self.forbidden_at(mv).is_none()
    }

    /// Also plays [`Point::NULL`], which passes the turn.
    #[inline]
    fn play(&mut self, mv: Point) {
        let player = self.turn;
        self.pass();
        if mv.is_null() {
            return;
        }
        self.toggle(mv, player);
        self.stones += 1;
        if self.lines.wins(self.rules.rule(), mv, player) {
            self.winner = Some(player);
        }
    }

    #[inline]
    fn undo(&mut self, mv: Point, (): ()) {
        self.pass();
        if mv.is_null() {
            return;
        }
        self.toggle(mv, self.turn);
        self.stones -= 1;
        self.winner = None;
    }

    #[inline]
    fn pack(&self, mv: Point) -> u16 {
        mv.bits()
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Point> {
        Point::from_bits(bits).filter(|&point| self.is_empty(point))
    }

    #[inline]
    fn slot(&self, mv: Point) -> usize {
        mv.index()
    }

    fn count_moves(&self) -> u64 {
        if self.rules.rule() == Rule::Renju && self.turn == Player::First {
            return self
                .empty()
                .filter(|&point| forbidden(&self.lines, point).is_none())
                .count() as u64;
        }
        u64::from(self.rules.area() - self.stones())
    }

    /// Keeps up the lines alone, and takes the points from one list.
    fn playout(
        &self,
        plies: usize,
        moves: &mut Vec<Point>,
        mut below: impl FnMut(usize) -> usize,
    ) -> Option<Outcome> {
        if let Some(outcome) = self.decided() {
            return Some(outcome);
        }
        let rule = self.rules.rule();
        let mut lines = self.lines.clone();
        let mut turn = self.turn;
        moves.clear();
        self.generate(moves);
        for left in (0..=plies).rev() {
            // Forbidden points that were drawn are put aside for this turn, at the list's end.
            let mut open = moves.len();
            let at = loop {
                if open == 0 {
                    return Some(Outcome::Draw);
                }
                let at = below(open);
                let forbids = rule == Rule::Renju && turn == Player::First;
                if !forbids || forbidden(&lines, moves[at]).is_none() {
                    break at;
                }
                open -= 1;
                moves.swap(at, open);
            };
            if left == 0 {
                break;
            }
            let point = moves.swap_remove(at);
            lines.toggle(point, turn);
            if lines.wins(rule, point, turn) {
                return Some(Outcome::of(Some(turn), self.turn));
            }
            turn = !turn;
        }
        None
    }
}
