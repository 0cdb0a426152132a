use game_core::{Player, Position, Record, zobrist};
use othello_bitboard::{Othello, wthor};
use pattern_eval::othello::DISC;
use rayon::prelude::*;
use solvers::othello::{Endgame, Goal, SolveLimits};

/// A position and the value to be predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The discs of the side to move.
    pub own: u64,
    /// The others.
    pub opp: u64,
    /// The final margin for the side to move, in hundredths of a disc.
    pub value: i16,
    /// Its sample weight; that of an exact value is 1.
    pub weight: f32,
}

impl Sample {
    /// The sample weight of a position whose value is a game's result, which includes the players'
    /// mistakes.
    pub(super) const PLAYED: f32 = 0.3;

    pub(super) fn new(pos: &Othello, value: i32, weight: f32) -> Self {
        Self {
            own: pos.own(),
            opp: pos.opp(),
            value: value as i16,
            weight,
        }
    }

    /// The position, with Black to move: colours do not matter.
    pub fn position(&self) -> Othello {
        Othello::new(self.own, self.opp, Player::First).unwrap_or_default()
    }
}

/// An endgame solver for many positions with few empty squares: its memory fits into the
/// processor's.
pub(super) fn solver() -> Endgame {
    Endgame::with_bytes(1 << 17)
}

/// The margin of `pos` if both sides play perfectly, in discs.
pub(super) fn solve(solver: &mut Endgame, pos: &Othello) -> i32 {
    solver
        .solve(pos, Goal::Margin, &SolveLimits::default())
        .expect("nothing limits it")
        .score
}

/// A game to learn from.
#[derive(Clone, Debug)]
pub struct Game {
    /// The moves from the start.
    pub record: Record<Othello>,
    /// The number of empty squares at which the margin of perfect play is known, and this margin
    /// for Black.
    pub known: Option<(u32, i32)>,
}

impl Game {
    /// The valid games of a WTHOR file with their theoretical scores, and the number of invalid
    /// ones.
    pub fn of_archive(archive: &wthor::Archive) -> (Vec<Self>, usize) {
        let depth = u32::from(archive.header.depth);
        let read = |game: &wthor::Game| {
            let record = game.replay().ok()?;
            let known = (depth > 0).then(|| (depth, 2 * i32::from(game.theoretical_score) - 64));
            Some(Self { record, known })
        };
        let games: Vec<_> = archive.games.iter().filter_map(read).collect();
        let broken = archive.games.len() - games.len();
        (games, broken)
    }

    /// The positions before each move.
    pub(super) fn positions(&self) -> Vec<Othello> {
        let mut pos = self.record.start;
        let before = |&mv| {
            let before = pos;
            pos.play(mv);
            before
        };
        self.record.moves.iter().map(before).collect()
    }

    /// The positions of the game, each with a value: with `solved` empty squares or fewer the exact
    /// one; before, what perfect play from there on leads to; and where the game's own `known`
    /// margin reaches, that.
    fn samples(&self, solved: u32, solver: &mut Endgame) -> Vec<Sample> {
        let line = self.positions();
        // From the end backwards, for Black.
        let end = self.record.end();
        let for_black = |pos: &Othello, margin: i32| {
            if pos.turn() == Player::First {
                margin
            } else {
                -margin
            }
        };
        let mut margin = for_black(&end, end.final_margin());
        let mut samples = Vec::with_capacity(line.len());
        for pos in line.iter().rev() {
            let empties = pos.empty().count_ones();
            let exact = empties <= solved;
            if exact {
                margin = for_black(pos, solve(solver, pos));
            }
            let known = self
                .known
                .filter(|&(from, black)| empties >= from && black.abs() <= 64);
            let shown = for_black(pos, known.map_or(margin, |(_, black)| black));
            samples.push(Sample::new(
                pos,
                shown * DISC,
                if exact { 1.0 } else { Sample::PLAYED },
            ));
        }
        samples
    }
}

/// Positions by the number of empty squares, 0 to 60.
pub(super) type ByEmpties = Vec<Vec<Sample>>;

/// Empty training and validation sets.
pub(super) fn none() -> [ByEmpties; 2] {
    [vec![Vec::new(); 61], vec![Vec::new(); 61]]
}

/// The training and validation positions of `games`: the number of a game and the seed decide which
/// it belongs to.
pub(super) fn split(
    games: &[Game],
    solved: u32,
    (seed, share): (u64, f64),
    done: &(dyn Fn(usize) + Sync),
) -> [ByEmpties; 2] {
    const CHUNK: usize = 256;
    let samples = games.par_chunks(CHUNK).map(|games| {
        let mut solver = solver();
        let samples: Vec<_> = games
            .iter()
            .map(|game| game.samples(solved, &mut solver))
            .collect();
        done(samples.len());
        samples
    });
    let samples: Vec<_> = samples.collect();
    let mut parts = none();
    for (number, samples) in samples.into_iter().flatten().enumerate() {
        let kept = is_kept(number, seed, share);
        for sample in samples {
            let empties = (sample.own | sample.opp).count_zeros() as usize;
            parts[usize::from(kept)][empties].push(sample);
        }
    }
    parts
}

/// Whether the game of that number is in the validation set, which has this `share` of the games.
pub(super) fn is_kept(number: usize, seed: u64, share: f64) -> bool {
    let random = zobrist::mix(zobrist::mix(seed) ^ number as u64);
    ((random >> 11) as f64) < share * (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Game {
        /// Those of 1977.
        pub(crate) fn examples() -> Vec<Self> {
            games()
        }
    }

    fn games() -> Vec<Game> {
        let bytes = include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/data/othello/WTH_1977.wtb"
        ));
        let (games, broken) = Game::of_archive(&wthor::Archive::read(bytes).unwrap());
        assert_eq!((games.len(), broken), (12, 0));
        games
    }

    #[test]
    fn margins_are_what_was_played_solved_or_known() {
        let mut other = Endgame::with_bytes(0);
        for game in games() {
            let end = game.record.end();
            let black = if end.turn() == Player::First {
                end.final_margin()
            } else {
                -end.final_margin()
            };
            let (from, known) = game.known.unwrap();
            assert_eq!(from, 24);
            let turns = || game.positions();
            let played = Game {
                known: None,
                ..game.clone()
            }
            .samples(0, &mut solver());
            for (sample, pos) in played.iter().rev().zip(turns()) {
                assert_eq!(
                    (sample.own, sample.opp, sample.weight),
                    (pos.own(), pos.opp(), Sample::PLAYED)
                );
                assert_eq!(
                    i32::from(sample.value),
                    if pos.turn() == Player::First {
                        black
                    } else {
                        -black
                    } * DISC
                );
            }
            let solved = game.samples(8, &mut solver());
            let mut last = None;
            for (sample, pos) in solved.iter().rev().zip(turns()) {
                let value = i32::from(sample.value);
                let sign = if pos.turn() == Player::First { 1 } else { -1 };
                let empties = pos.empty().count_ones();
                assert_eq!(
                    sample.weight,
                    if empties <= 8 { 1.0 } else { Sample::PLAYED }
                );
                match empties {
                    0..=8 => assert_eq!(value, solve(&mut other, &pos) * DISC, "{pos}"),
                    9..=23 => assert!(
                        last.replace(sign * value)
                            .is_none_or(|last| last == sign * value),
                        "one for all"
                    ),
                    _ => assert_eq!(value, sign * known * DISC),
                }
            }
        }
    }

    #[test]
    fn a_game_is_learnt_from_or_kept() {
        let games = games();
        let [train, kept] = split(&games, 0, (3, 0.3), &|_| {});
        let count = |part: &ByEmpties| part.iter().map(Vec::len).sum::<usize>();
        let all: usize = games.iter().map(|game| game.record.moves.len()).sum();
        assert_eq!(count(&train) + count(&kept), all);
        assert_eq!(train[60].len() + kept[60].len(), 12, "whole games");
        assert!(!kept[60].is_empty() && kept[30].len() <= kept[60].len());
        let share = (0..100_000)
            .filter(|&number| is_kept(number, 9, 0.1))
            .count();
        assert!((9_500..10_500).contains(&share), "{share}");
    }
}
