//! A position with the windows of all its lines, updated incrementally.

use super::windows::{Pair, Windows, half};
use game_core::{Player, Position};
use gomoku_rules::{
    Gomoku, MAX_SIZE, Point, Rule,
    line::{LINES, Place},
};

/// The point at each bit of each line; where there is none, [`Point::NULL`].
const POINTS: [[Point; MAX_SIZE as usize]; LINES] = {
    let mut points = [[Point::NULL; MAX_SIZE as usize]; LINES];
    let mut at = 0;
    while at < MAX_SIZE as u32 * MAX_SIZE as u32 {
        let place = Place {
            line: (at / MAX_SIZE as u32) as usize,
            bit: at % MAX_SIZE as u32,
        };
        let places = Place::all(place.point());
        let mut i = 0;
        while i < places.len() {
            points[places[i].line][places[i].bit as usize] = place.point();
            i += 1;
        }
        at += 1;
    }
    points
};

/// The point at `bit` of `line`.
#[inline(always)]
pub(super) const fn point(line: usize, bit: u32) -> Point {
    POINTS[line][bit as usize]
}

/// The points where a player makes five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fives {
    None,
    One(Point),
    /// Two of them; there may be more.
    Many([Point; 2]),
}

/// The lines on which each player has a kind of window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sets {
    four: [u128; 2],
    three: [u128; 2],
    open_three: [u128; 2],
    open_two: [u128; 2],
}

/// A position and its windows.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pos: Gomoku,
    windows: [Windows; LINES],
    sets: Sets,
    /// The lines where five stones have room.
    room: u128,
    /// The halves of the players for whom only exactly five count.
    exact: Pair,
}

/// The changes by [`Board::play`].
pub(super) struct Changed {
    windows: [Windows; 4],
    sets: Sets,
}

impl Board {
    /// Takes a microsecond or two.
    pub(super) fn new(pos: &Gomoku) -> Self {
        let rule = pos.rules().rule();
        let exact = Player::BOTH.map(|player| {
            if rule.exact(player) {
                u64::from(u32::MAX) << (32 * player.index())
            } else {
                0
            }
        });
        let room = (0..LINES).filter(|&line| pos.lines().on_board(line).count_ones() >= 5);
        let room = room.fold(0, |lines, line| lines | 1 << line);
        let exact = exact[0] | exact[1];
        let mut board = Self {
            pos: pos.clone(),
            windows: [Windows::default(); LINES],
            sets: Sets::default(),
            room,
            exact,
        };
        for line in bits(room) {
            board.look(line);
        }
        board
    }

    /// Changes to the board of `pos`. Few lines change from one leaf of a search to the next: only
    /// those are recomputed.
    pub(super) fn follow(&mut self, pos: &Gomoku) {
        if pos.rules() != self.pos.rules() {
            *self = Self::new(pos);
            return;
        }
        let old = self.pos.lines();
        let new = pos.lines();
        let mut differ = 0;
        // The first lines are the rows: every point lies on one.
        for row in 0..usize::from(pos.rules().size()) {
            let changes =
                Player::BOTH.map(|player| old.stones(row, player) ^ new.stones(row, player));
            differ = bits_of(changes[0] | changes[1])
                .fold(differ, |lines, bit| lines | through(point(row, bit)));
        }
        self.pos.clone_from(pos);
        for line in bits(differ & self.room) {
            self.look(line);
        }
    }

    #[inline(always)]
    pub(super) fn pos(&self) -> &Gomoku {
        &self.pos
    }

    #[inline(always)]
    pub(super) fn turn(&self) -> Player {
        self.pos.turn()
    }

    /// Whether `player` can be forbidden a point.
    #[inline(always)]
    pub(super) fn is_restricted(&self, player: Player) -> bool {
        player == Player::First && self.pos.rules().rule() == Rule::Renju
    }

    /// Whether `player` may play on the empty `point`, whichever side is to move.
    #[inline(always)]
    pub(super) fn allows(&self, player: Player, point: Point) -> bool {
        !self.is_restricted(player) || self.pos.forbidden_at(point).is_none()
    }

    /// Any point where `player` may play.
    pub(super) fn anywhere(&self, player: Player) -> Option<Point> {
        self.pos.empty().find(|&point| self.allows(player, point))
    }

    /// Puts a stone of the player to move on the empty `point`.
    #[inline(always)]
    pub(super) fn play(&mut self, point: Point) -> Changed {
        let places = Place::all(point);
        let changed = Changed {
            windows: places.map(|place| self.windows[place.line]),
            sets: self.sets,
        };
        self.pos.play(point);
        for place in places {
            self.look(place.line);
        }
        changed
    }

    /// Takes back the last stone, which was put on `point`.
    #[inline(always)]
    pub(super) fn undo(&mut self, point: Point, changed: &Changed) {
        self.pos.undo(point, ());
        for (place, windows) in Place::all(point).iter().zip(&changed.windows) {
            self.windows[place.line] = *windows;
        }
        self.sets = changed.sets;
    }

    #[inline(always)]
    fn look(&mut self, line: usize) {
        let lines = self.pos.lines();
        let [black, white] = Player::BOTH.map(|player| u64::from(lines.stones(line, player)));
        let empty = u64::from(lines.empty(line));
        let windows = Windows::of(black | white << 32, empty | empty << 32, self.exact);
        self.windows[line] = windows;
        let bit = 1_u128 << line;
        let Sets {
            four,
            three,
            open_three,
            open_two,
        } = &mut self.sets;
        let Windows {
            four: fours,
            three: threes,
            open_three: open_threes,
            open_two: open_twos,
        } = windows;
        for (set, kind) in [
            (four, fours),
            (three, threes),
            (open_three, open_threes),
            (open_two, open_twos),
        ] {
            for (player, lines) in set.iter_mut().enumerate() {
                // No branch: the change is hard to predict.
                let some = u128::from(half(kind, player) != 0).wrapping_neg();
                *lines = *lines & !bit | bit & some;
            }
        }
    }

    /// The points where `player` makes five.
    pub(super) fn fives(&self, player: Player) -> Fives {
        self.fives_on(bits(self.sets.four[player.index()]), player)
    }

    /// Those on the lines through `point`.
    #[inline(always)]
    pub(super) fn fives_at(&self, point: Point, player: Player) -> Fives {
        self.fives_on(
            Place::all(point).into_iter().map(|place| place.line),
            player,
        )
    }

    #[inline(always)]
    fn fives_on(&self, lines: impl Iterator<Item = usize>, player: Player) -> Fives {
        let mut found = Fives::None;
        for line in lines {
            let mut windows = half(self.windows[line].four, player.index());
            while windows != 0 {
                let [five, _] = self.holes(line, windows.trailing_zeros(), 5);
                windows &= windows - 1;
                match found {
                    Fives::None => found = Fives::One(five),
                    Fives::One(other) if other != five => return Fives::Many([other, five]),
                    _ => {}
                }
            }
        }
        found
    }

    /// The first and the last empty point of the `length` points from bit `from` on; there must be
    /// one.
    #[inline(always)]
    pub(super) fn holes(&self, line: usize, from: u32, length: u32) -> [Point; 2] {
        let empty = self.pos.lines().empty(line) & (1_u32 << length).wrapping_sub(1) << from;
        [
            point(line, empty.trailing_zeros()),
            point(line, 31 - empty.leading_zeros()),
        ]
    }

    /// Whether `player` has a window in which a four could be made.
    #[inline(always)]
    pub(super) fn has_four(&self, player: Player) -> bool {
        self.sets.three[player.index()] != 0
    }

    /// Calls `each` with every line, of those in the set `within`, every point on it where `player`
    /// makes a four, and the point that then makes five; as often as there are windows for it.
    #[inline(always)]
    pub(super) fn each_four(
        &self,
        player: Player,
        within: u128,
        mut each: impl FnMut(usize, Point, Point),
    ) {
        for line in bits(self.sets.three[player.index()] & within) {
            let mut windows = half(self.windows[line].three, player.index());
            while windows != 0 {
                let [low, high] = self.holes(line, windows.trailing_zeros(), 5);
                windows &= windows - 1;
                each(line, low, high);
                each(line, high, low);
            }
        }
    }

    /// Calls `each` with every point where `player` can make a straight four, its line, and the two
    /// points that would then make five; as often as there are windows for it.
    pub(super) fn each_open_three(
        &self,
        player: Player,
        mut each: impl FnMut(usize, Point, [Point; 2]),
    ) {
        for line in bits(self.sets.open_three[player.index()]) {
            let mut windows = half(self.windows[line].open_three, player.index());
            while windows != 0 {
                let from = windows.trailing_zeros();
                windows &= windows - 1;
                each(
                    line,
                    self.holes(line, from + 1, 4)[0],
                    [point(line, from), point(line, from + 5)],
                );
            }
        }
    }

    /// Calls `each` with every point where `player` can make an open three; as often as there are
    /// windows for it.
    pub(super) fn each_three(&self, player: Player, mut each: impl FnMut(Point)) {
        for line in bits(self.sets.open_two[player.index()]) {
            let mut windows = half(self.windows[line].open_two, player.index());
            while windows != 0 {
                self.holes(line, windows.trailing_zeros() + 1, 4)
                    .into_iter()
                    .for_each(&mut each);
                windows &= windows - 1;
            }
        }
    }

    /// On how many lines but `except` a stone of `player` on `point` would make an open three.
    pub(super) fn threes_at(&self, player: Player, point: Point, except: usize) -> usize {
        let makes = |place: &Place| {
            // Windows in which the point is one of the four inner ones.
            let near = 0b1111 << place.bit >> 4;
            half(self.windows[place.line].open_two, player.index()) & near != 0
        };
        Place::all(point)
            .iter()
            .filter(|place| place.line != except && makes(place))
            .count()
    }
}

/// The lines through `point`, none through [`Point::NULL`].
#[inline(always)]
pub(super) fn through(point: Point) -> u128 {
    if point.is_null() {
        return 0;
    }
    Place::all(point)
        .into_iter()
        .fold(0, |lines, place| lines | 1 << place.line)
}

/// The bits set in a line's word.
#[inline(always)]
fn bits_of(mut word: u32) -> impl Iterator<Item = u32> + use<> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// The numbers of the bits set.
#[inline(always)]
fn bits(mut set: u128) -> impl Iterator<Item = usize> + use<> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit as usize)
    })
}

#[cfg(test)]
mod tests;
