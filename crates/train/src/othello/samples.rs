use super::exact::solve;
use game_core::{Player, Position, Record, zobrist};
use othello_bitboard::{Othello, wthor};

/// A position and the margin to be foretold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The discs of the side to move.
    pub own: u64,
    /// The others.
    pub opp: u64,
    /// The final margin for the side to move, in discs.
    pub margin: i8,
}

impl Sample {
    /// The position, with Black to move: colours do not matter.
    pub fn position(&self) -> Othello {
        Othello::new(self.own, self.opp, Player::First).unwrap_or_default()
    }
}

/// A game to learn from.
#[derive(Clone, Debug)]
pub struct Game {
    /// The moves from the start.
    pub record: Record<Othello>,
    /// With how many empty squares the margin is known that perfect play leads to, and this margin for Black.
    pub known: Option<(u32, i32)>,
}

impl Game {
    /// The sound games of a WTHOR file, with their theoretical scores; and how many are not sound.
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

    /// The positions of the game, each with a margin: with `solved` empty squares or fewer the exact one; before, what
    /// perfect play from there on leads to; and where the game's own `known` margin reaches, that.
    fn samples(&self, solved: u32) -> Vec<Sample> {
        let (mut pos, mut line) = (self.record.start, Vec::new());
        for &mv in &self.record.moves {
            line.push(pos);
            pos.play(mv);
        }
        // For the side to move, and from the end backwards: what was played bounds what could have been.
        let mut margin = pos.final_margin();
        let mut samples = Vec::with_capacity(line.len());
        for pos in line.into_iter().rev() {
            margin = -margin;
            let empties = pos.empty().count_ones();
            if empties <= solved {
                margin = solve(&pos, margin);
            }
            let black = self.known.filter(|&(from, black)| empties >= from && black.abs() <= 64);
            let shown = black.map_or(margin, |(_, black)| if pos.turn() == Player::First { black } else { -black });
            samples.push(Sample { own: pos.own(), opp: pos.opp(), margin: shown as i8 });
        }
        samples
    }
}

/// Positions by the number of empty squares, 0 to 60.
pub(super) type ByEmpties = Vec<Vec<Sample>>;

/// The positions of `games`, those to learn from and those to judge by: a game is one or the other, as its number and the
/// seed say.
pub(super) fn split(
    games: &[Game],
    solved: u32,
    (seed, share): (u64, f64),
    threads: usize,
    done: &(dyn Fn(usize) + Sync),
) -> [ByEmpties; 2] {
    const CHUNK: usize = 256;
    let chunks: Vec<_> = games.chunks(CHUNK).collect();
    let samples = super::parallel::map(threads, chunks.len(), |chunk| {
        let samples: Vec<_> = chunks[chunk].iter().map(|game| game.samples(solved)).collect();
        done(samples.len());
        samples
    });
    let mut parts = [vec![Vec::new(); 61], vec![Vec::new(); 61]];
    for (number, samples) in samples.into_iter().flatten().enumerate() {
        let kept = is_kept(number, seed, share);
        for sample in samples {
            let empties = (sample.own | sample.opp).count_zeros() as usize;
            parts[usize::from(kept)][empties].push(sample);
        }
    }
    parts
}

/// Whether the game of that number is kept from training, as a `share` of them are.
fn is_kept(number: usize, seed: u64, share: f64) -> bool {
    let random = zobrist::mix(zobrist::mix(seed) ^ number as u64);
    ((random >> 11) as f64) < share * (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<Game> {
        let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/othello/WTH_1977.wtb"));
        let (games, broken) = Game::of_archive(&wthor::Archive::read(bytes).unwrap());
        assert_eq!((games.len(), broken), (12, 0));
        games
    }

    #[test]
    fn margins_are_what_was_played_solved_or_known() {
        for game in games() {
            let end = game.record.end();
            let black = if end.turn() == Player::First { end.final_margin() } else { -end.final_margin() };
            let (from, known) = game.known.unwrap();
            assert_eq!(from, 24);
            let turns = || {
                let mut pos = game.record.start;
                game.record.moves.iter().map(move |&mv| (pos, pos.play(mv)).0).collect::<Vec<_>>()
            };
            let played = Game { known: None, ..game.clone() }.samples(0);
            for (sample, pos) in played.iter().rev().zip(turns()) {
                assert_eq!((sample.own, sample.opp), (pos.own(), pos.opp()));
                assert_eq!(i32::from(sample.margin), if pos.turn() == Player::First { black } else { -black });
            }
            let solved = game.samples(8);
            let mut last = None;
            for (sample, pos) in solved.iter().rev().zip(turns()) {
                let (margin, sign) = (i32::from(sample.margin), if pos.turn() == Player::First { 1 } else { -1 });
                match pos.empty().count_ones() {
                    0..=8 => assert_eq!(margin, solve(&pos, -64), "{pos}"),
                    9..=23 => assert!(last.replace(sign * margin).is_none_or(|last| last == sign * margin), "one for all"),
                    _ => assert_eq!(margin, sign * known),
                }
            }
        }
    }

    #[test]
    fn a_game_is_learnt_from_or_kept() {
        let games = games();
        let [train, kept] = split(&games, 0, (3, 0.3), 2, &|_| {});
        let count = |part: &ByEmpties| part.iter().map(Vec::len).sum::<usize>();
        let all: usize = games.iter().map(|game| game.record.moves.len()).sum();
        assert_eq!(count(&train) + count(&kept), all);
        assert_eq!(train[60].len() + kept[60].len(), 12, "whole games");
        assert!(!kept[60].is_empty() && kept[30].len() <= kept[60].len());
        assert_eq!([train, kept], split(&games, 0, (3, 0.3), 1, &|_| {}), "whatever the threads");
        let share = (0..100_000).filter(|&number| is_kept(number, 9, 0.1)).count();
        assert!((9_500..10_500).contains(&share), "{share}");
    }
}
