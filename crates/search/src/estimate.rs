use game_core::{Position, zobrist::mix};

/// Estimates how many positions [`minimax`](crate::minimax()) visits from `pos` to `depth`, the
/// root included.
///
/// The mean of `samples` random lines, each of which counts every ply for the product of the widths
/// above it: unbiased, and good enough to tell a second from a day (Knuth, "Estimating the
/// efficiency of backtrack programs", 1975). Repeats exactly for a `seed`. Costs at most
/// `samples * depth` move generations; without samples it is 0.
///
/// ```
/// use game_core::{Outcome, Player, Position};
/// # #[derive(Clone)]
/// # struct Binary;
/// # impl Position for Binary {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     const SLOTS: usize = 2;
/// #     fn turn(&self) -> Player { Player::First }
/// #     fn key(&self) -> u64 { 0 }
/// #     fn decided(&self) -> Option<Outcome> { None }
/// #     fn stuck(&self) -> Outcome { Outcome::Draw }
/// #     fn generate(&self, moves: &mut Vec<u8>) { moves.extend([0, 1]) }
/// #     fn play(&mut self, _: u8) {}
/// #     fn undo(&mut self, _: u8, (): ()) {}
/// #     fn slot(&self, mv: u8) -> usize { mv.into() }
/// # }
/// // Two moves everywhere: a tree of fifteen positions, whichever line is taken.
/// assert_eq!(search::estimate_tree(&Binary, 3, 10, 1), 15.0);
/// ```
pub fn estimate_tree<P: Position>(pos: &P, depth: u32, samples: u32, seed: u64) -> f64 {
    let mut state = mix(seed);
    let mut moves = Vec::new();
    let mut total = 0.0;
    for _ in 0..samples {
        let mut line = pos.clone();
        let mut level = 1.0;
        let mut nodes = 1.0;
        for ply in 0..depth {
            moves.clear();
            let adjudicated = |pos: &P| pos.adjudicate().is_some_and(|verdict| verdict.reach == 0);
            if line.decided().is_some()
                || ply > 0 && adjudicated(&line)
                || line.legal_moves(&mut moves).is_some()
            {
                break;
            }
            level *= moves.len() as f64;
            nodes += level;
            state = mix(state);
            line.play(moves[(state % moves.len() as u64) as usize]);
        }
        total += nodes;
    }
    total / f64::from(samples.max(1))
}
