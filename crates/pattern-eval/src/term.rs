use game_core::{Evaluator, Position};

/// One named part of an evaluation.
///
/// ```
/// # #[cfg(feature = "othello")] {
/// use game_core::{Evaluator, Notation, Position};
/// use othello_bitboard::Othello;
/// use pattern_eval::{Explain, othello::Handmade};
/// let mut pos = Othello::START;
/// for mv in pos.parse_moves("f5 d6 c3").expect("they are legal") {
///     pos.play(mv);
/// }
/// let mut eval = Handmade::default();
/// eval.reset(&pos);
/// let terms = eval.terms(&pos);
/// let worst = terms.iter().min_by(|one, other| one.value.total_cmp(&other.value));
/// assert_eq!(worst.map(|term| term.name), Some("discs"), "White, to move, has the fewer");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Its name: `mobility`, `corners`.
    pub name: &'static str,
    /// Its contribution for the player to move, in the evaluator's unit.
    pub value: f64,
}

/// An evaluator that can explain its score.
///
/// ```
/// # #[cfg(feature = "othello")] {
/// use game_core::{Evaluator, Position, Score};
/// use othello_bitboard::Othello;
/// use pattern_eval::{Explain, Term};
///
/// /// Corners and moves.
/// struct Corners;
///
/// impl Corners {
///     fn counts(pos: &Othello) -> [i32; 2] {
///         const CORNERS: u64 = 0x8100_0000_0000_0081;
///         let [own, opp] = [pos.own(), pos.opp()].map(|discs| (discs & CORNERS).count_ones() as i32);
///         [300 * (own - opp), 10 * pos.count_moves() as i32]
///     }
/// }
///
/// impl Evaluator<Othello> for Corners {
///     fn evaluate(&mut self, pos: &Othello) -> Score {
///         Score::eval(Self::counts(pos).iter().sum())
///     }
/// }
///
/// impl Explain<Othello> for Corners {
///     fn terms(&mut self, pos: &Othello) -> Vec<Term> {
///         let [corners, moves] = Self::counts(pos).map(f64::from);
///         vec![Term { name: "corners", value: corners }, Term { name: "moves", value: moves }]
///     }
/// }
///
/// let sum: f64 = Corners.terms(&Othello::START).iter().map(|term| term.value).sum();
/// assert_eq!((sum, Corners.evaluate(&Othello::START).get()), (40.0, 40));
/// # }
/// ```
pub trait Explain<P: Position>: Evaluator<P> {
    /// The parts that add up to [`evaluate`](Evaluator::evaluate), up to rounding and clamping. The
    /// evaluator must be in step with `pos`, as after [`reset`](Evaluator::reset). It allocates, so
    /// it is for people, not for a search. By default the whole is one term.
    fn terms(&mut self, pos: &P) -> Vec<Term> {
        vec![Term {
            name: "evaluation",
            value: self.evaluate(pos).get().into(),
        }]
    }
}
