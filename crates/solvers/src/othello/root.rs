//! One question about one position, searched at one selectivity after the other.

use super::{
    deep,
    endgame::Goal,
    search::{Search, Stopped},
    selectivity::Selectivity,
    window::Window,
};
use othello_bitboard::{Move, Othello, flips, kernel::SimdLevel, moves, squares};

/// From this many empty squares the search to the end follows shallower ones.
const DEEPENED: u32 = 16;

/// The deepest of those stops this many plies before the end.
const SHORT: u32 = 10;

/// The window for who wins.
const OUTCOME: Window = Window { alpha: -1, beta: 1 };

/// The selectivities that make an exact solve fastest.
pub(super) const QUICKEST: &[Selectivity] = &[Selectivity::P73, Selectivity::Exact];

/// Those of a solve that may end at any of them: the step from 73 % to the exact score is long.
pub(super) const GRADUAL: &[Selectivity] =
    &[Selectivity::P73, Selectivity::P95, Selectivity::Exact];

pub(super) struct Root<'a, 'b> {
    search: &'a mut Search<'b>,
    processor: SimdLevel,
    goal: Goal,
    own: u64,
    opp: u64,
    /// The selectivities still to come.
    levels: &'static [Selectivity],
    score: Option<i32>,
}

impl<'a, 'b> Root<'a, 'b> {
    pub(super) fn new(
        search: &'a mut Search<'b>,
        processor: SimdLevel,
        goal: Goal,
        position: &Othello,
        levels: &'static [Selectivity],
    ) -> Self {
        Self {
            search,
            processor,
            goal,
            own: position.own(),
            opp: position.opp(),
            levels,
            score: None,
        }
    }

    /// Accounts for all positions visited so far.
    pub(super) fn pay(&mut self) -> Result<(), Stopped> {
        self.search.pay()
    }

    pub(super) fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The score and the line at the next selectivity, or the exact ones if no other would be
    /// faster.
    pub(super) fn next(&mut self) -> Result<(i32, Vec<Move>, Selectivity), Stopped> {
        let empties = (!(self.own | self.opp)).count_ones();
        let level = match self.levels.split_first() {
            Some((&level, rest)) if empties >= deep::FROM => {
                self.levels = rest;
                level
            }
            _ => Selectivity::Exact,
        };
        self.search.level = level;
        if self.score.is_none() && empties >= DEEPENED {
            self.deepen(empties)?;
        }
        let score = match (self.goal, self.score) {
            (Goal::Outcome, _) => self.ask(OUTCOME, empties)?.signum(),
            (Goal::Margin, None) => self.ask(
                Window {
                    alpha: -65,
                    beta: 65,
                },
                empties,
            )?,
            (Goal::Margin, Some(guess)) => self.around(guess, 1, empties)?,
        };
        // A final margin is even, but a probable score need not be.
        let score = if self.goal == Goal::Margin {
            score / 2 * 2
        } else {
            score
        };
        self.score = Some(score);
        let line = if level == Selectivity::Exact {
            self.line(score)?
        } else {
            self.likely()
        };
        Ok((score, line, level))
    }

    fn ask(&mut self, window: Window, depth: u32) -> Result<i32, Stopped> {
        self.search
            .ask(self.processor, self.own, self.opp, window, depth)
    }

    /// A first guess by iterative deepening short of the end, which also fills the table with best
    /// moves.
    fn deepen(&mut self, empties: u32) -> Result<(), Stopped> {
        let most = empties - SHORT;
        let mut guess = 0;
        for depth in (4 - most % 2..=most).step_by(2) {
            guess = match self.goal {
                Goal::Margin => self.around(guess, 3, depth)?,
                Goal::Outcome => self.ask(OUTCOME, depth)?,
            };
        }
        self.score = Some(guess / 2 * 2);
        Ok(())
    }

    /// The score, searched by a window of `reach` on either side of `guess` that moves until it
    /// contains the score.
    fn around(&mut self, mut guess: i32, reach: i32, depth: u32) -> Result<i32, Stopped> {
        let mut lower = -64;
        let mut upper = 64;
        loop {
            let window = Window {
                alpha: guess - reach,
                beta: guess + reach,
            };
            let score = self.ask(window, depth)?;
            let inside = window.alpha < score && score < window.beta;
            if score > guess {
                lower = score;
            } else {
                upper = score;
            }
            // Probable scores may contradict each other, but the loop must end.
            if inside || lower >= upper {
                return Ok(score);
            }
            // On to an even score.
            guess = if score > guess {
                score + (score & 1)
            } else {
                score - (score & 1)
            };
        }
    }

    /// The line of best moves in the table, unproved.
    fn likely(&self) -> Vec<Move> {
        let mut own = self.own;
        let mut opp = self.opp;
        let mut line = Vec::new();
        loop {
            let places = moves(own, opp);
            let mv = if places == 0 {
                if moves(opp, own) == 0 {
                    return line;
                }
                Move::PASS
            } else {
                let known = self
                    .search
                    .tables
                    .probe(own, opp)
                    .and_then(|entry| Move::new(entry.best[0]));
                match known.filter(|mv| places & mv.bit() != 0) {
                    Some(mv) => mv,
                    None => return line,
                }
            };
            line.push(mv);
            let flipped = mv.square().map_or(0, |square| flips(square, own, opp));
            (own, opp) = (opp ^ flipped, own ^ flipped | mv.bit());
        }
    }

    /// A line with the proved score; if only the winner is asked, its first move.
    fn line(&mut self, mut score: i32) -> Result<Vec<Move>, Stopped> {
        let mut own = self.own;
        let mut opp = self.opp;
        let mut line = Vec::new();
        while let Some(mv) = self.keeps(own, opp, score)? {
            line.push(mv);
            if self.goal == Goal::Outcome {
                break;
            }
            let flipped = mv.square().map_or(0, |square| flips(square, own, opp));
            (own, opp, score) = (opp ^ flipped, own ^ flipped | mv.bit(), -score);
        }
        Ok(line)
    }

    /// A move with the known score; `None` if the game is over.
    fn keeps(&mut self, own: u64, opp: u64, score: i32) -> Result<Option<Move>, Stopped> {
        let places = moves(own, opp);
        if places == 0 {
            return Ok((moves(opp, own) != 0).then_some(Move::PASS));
        }
        // If only the winner matters, all losses are equal.
        let score = if self.goal == Goal::Outcome && score < 0 {
            -64
        } else {
            score
        };
        // The table has the move, unless the entry was replaced.
        let known = self
            .search
            .tables
            .probe(own, opp)
            .and_then(|entry| Move::new(entry.best[0]))
            .and_then(Move::square);
        let known = known.filter(|square| places & square.bit() != 0);
        let rest = squares(places & !known.map_or(0, |square| square.bit()));
        for square in known.into_iter().chain(rest) {
            let flipped = flips(square, own, opp);
            let window = Window::null(-score);
            let (own, opp) = (opp ^ flipped, own ^ flipped | square.bit());
            let empties = (!(own | opp)).count_ones();
            if self.search.ask(self.processor, own, opp, window, empties)? <= -score {
                return Ok(Some(square.into()));
            }
        }
        unreachable!("a move keeps what the search has proved")
    }
}
