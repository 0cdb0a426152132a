//! Measures how far the scores of different depths lie apart: the source of multi-ProbCut's
//! parameters.

use super::{
    Endgame, Goal, SolveLimits,
    deep::{self, Deep},
    probcut::{deviation, probe},
    search::{Memory, Search},
    table::Tables,
    window::Window,
};
use game_core::Position;
use othello_bitboard::{Othello, kernel::SimdLevel, wthor};
use pattern_eval::othello::{Filled, Weights};

/// Decided positions are left out: beyond this margin errors are large and do not matter.
const OPEN: f32 = 32.0;

/// Some hundred positions with this many empty squares from the archives named by `WTHOR`, or from
/// that of 1977.
fn positions(empties: u32) -> Vec<Othello> {
    let few = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/othello/WTH_1977.wtb"
    );
    let paths = std::env::var("WTHOR").unwrap_or(few.into());
    let mut all = Vec::new();
    for path in paths.split_whitespace() {
        let bytes = std::fs::read(path).expect("a file");
        for game in wthor::Archive::read(&bytes).expect("an archive").games {
            let mut position = Othello::START;
            let replay = game.replay();
            for mv in replay.into_iter().flat_map(|replay| replay.moves) {
                if position.empty().count_ones() == empties && !position.must_pass() {
                    all.push(position);
                    break;
                }
                position.play(mv);
            }
        }
    }
    let step = (all.len() / 300).max(1);
    all.into_iter().step_by(step).collect()
}

/// The scores of searches of 0 to 10 plies, and to the end with few empty squares.
fn scores(position: &Othello, memory: &mut Memory, endgame: &mut Endgame) -> Vec<(u32, f32)> {
    let own = position.own();
    let opp = position.opp();
    let empties = position.empty().count_ones();
    let window = Window {
        alpha: -65,
        beta: 65,
    };
    let short = (0..=10).map(|depth| {
        memory.tables.forget();
        let mut spend = |_| true;
        let mut search = Search::new(memory, u64::MAX, &mut spend);
        search.stack[empties as usize & 63] = Filled::new(own, opp);
        (
            depth,
            SimdLevel::best()
                .call(&mut search, own, opp, Deep { window, depth })
                .expect("there is no limit") as f32,
        )
    });
    let mut scores: Vec<_> = short.collect();
    if empties <= 20 {
        let solution = endgame
            .solve(position, Goal::Margin, &SolveLimits::default())
            .expect("there is no limit");
        scores.push((empties, solution.score as f32));
    }
    scores
}

/// The coefficients that fit best, by the normal equations.
fn least_squares<const N: usize>(rows: &[([f64; N], f64)]) -> [f64; N] {
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (x, y) in rows {
        for i in 0..N {
            (0..N).for_each(|j| matrix[i][j] += x[i] * x[j]);
            right[i] += x[i] * y;
        }
    }
    for i in 0..N {
        for row in (0..N).filter(|&row| row != i) {
            let factor = matrix[row][i] / matrix[i][i];
            (0..N).for_each(|j| matrix[row][j] -= factor * matrix[i][j]);
            right[row] -= factor * right[i];
        }
    }
    std::array::from_fn(|i| right[i] / matrix[i][i])
}

/// `WTHOR="PATH..." cargo test --release -p boyi-solvers --lib fit -- --ignored --nocapture`
#[test]
#[ignore = "minutes; prints what the deviations of multi-ProbCut are fitted to"]
fn fit() {
    let tables = Tables::with_bytes(1 << 26);
    let stack = Box::new([Filled::EMPTY; 64]);
    let mut memory = Memory {
        tables,
        stack,
        weights: Weights::trained(),
    };
    let mut endgame = Endgame::default();
    let mut rows = Vec::new();
    println!("empty depth probe  error  deviation  fitted");
    for empties in (deep::FROM..=20).step_by(2).chain([24, 28, 32, 36]) {
        let all: Vec<_> = positions(empties)
            .iter()
            .map(|it| scores(it, &mut memory, &mut endgame))
            .collect();
        let open: Vec<_> = all
            .iter()
            .filter(|row| row.iter().all(|(_, score)| score.abs() <= OPEN))
            .collect();
        for (i, &(depth, _)) in all
            .iter()
            .flat_map(|row| row.iter().enumerate())
            .take(all[0].len())
        {
            // Parity matters: the side that moves last is overrated.
            for j in (depth as usize % 2..i)
                .step_by(2)
                .filter(|&j| depth >= 3 && j.abs_diff(probe(depth) as usize) <= 2)
            {
                let errors: Vec<_> = open
                    .iter()
                    .map(|row| f64::from(row[i].1 - row[j].1))
                    .collect();
                let mean = errors.iter().sum::<f64>() / errors.len() as f64;
                let variance = errors
                    .iter()
                    .map(|error| (error - mean).powi(2))
                    .sum::<f64>()
                    / errors.len() as f64;
                let plies = f64::from(depth) - j as f64;
                let shallow = j as f64;
                rows.push((
                    [1.0, empties.into(), plies.sqrt(), shallow],
                    variance.sqrt(),
                ));
                let fitted = deviation(empties, depth, j as u32);
                println!(
                    "{empties:5} {depth:5} {j:5} {mean:+6.2} {:10.2} {fitted:7.2}",
                    variance.sqrt()
                );
            }
        }
    }
    println!(
        "1, empty, sqrt(depth - probe), probe: {:.3?}",
        least_squares(&rows)
    );
}
