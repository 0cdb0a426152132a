use crate::{Board, Move, Xiangqi};
use game_core::{Player, Position};

impl Xiangqi {
    /// A legal move that ends the game at once: after it the opponent has none, and so has lost, in
    /// check or not. One that gives check, if there is one.
    ///
    /// Costs about as much as to generate the moves: most quiet ones are known to leave the
    /// opponent an answer.
    ///
    /// ```
    /// use xiangqi_movegen::Xiangqi;
    /// let mate = |fen: &str| Ok::<_, xiangqi_movegen::notation::TextError>(fen.parse::<Xiangqi>()?.mate_in_one());
    /// assert_eq!(mate("3k5/8R/9/9/9/9/9/9/7R1/4K4 w")?, Some("h1d1".parse()?));
    /// // Not a check, and the black general has no move left.
    /// assert_eq!(mate("3k5/8R/9/9/9/9/9/9/4A4/5K3 w")?, Some("i8e8".parse()?));
    /// assert_eq!(Xiangqi::default().mate_in_one(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mate_in_one(&self) -> Option<Move> {
        self.board().mate_in_one(self.turn())
    }
}

impl Board {
    /// A legal move of `us` after which the opponent has none; one that gives check, if there is
    /// one.
    pub(crate) fn mate_in_one(&self, us: Player) -> Option<Move> {
        let board = self;
        let them = !us;
        // What they could answer if it were their turn. Where a quiet move lets it stand it leaves
        // them a move.
        let answer = board.find_move(them, |mv| !board.exposes(them, mv, true));
        let mut stalemate = None;
        let mate = board.find_move(us, |mv| {
            let checks = board.gives_check(us, mv);
            if !checks && stalemate.is_some() {
                return false;
            }
            let mut after = *board;
            after.make(mv);
            if !checks
                && answer.is_some_and(|answer| {
                    after.can_make(them, answer) && !after.exposes(them, answer, true)
                })
            {
                return false;
            }
            let over = !after.has_legal_move(them) && !board.exposes(us, mv, true);
            if over && !checks {
                stalemate = Some(mv);
            }
            over && checks
        });
        mate.or(stalemate)
    }
}
