use crate::{Book, Symmetric};
use game_core::Score;
use std::cmp::Reverse;

/// A line of a book, to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainLine<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// The score after the line's own moves, for the player of the first move.
    pub score: Score,
    /// The games that followed it to where the lines part.
    pub games: u64,
    /// The number of moves up to where no other line is the same; best play follows.
    pub own: usize,
}

impl Book {
    /// The `count` most played lines from `pos`, each continued with the book's best moves.
    /// Starting with the empty line, the line with the most games is split into all its moves until
    /// there are this many. Empty if the book has no move.
    pub fn main_lines<P: Symmetric>(&self, pos: &P, count: usize) -> Vec<MainLine<P::Move>> {
        let mut lines = vec![Stem {
            pos: pos.clone(),
            moves: Vec::new(),
            score: None,
            games: u64::MAX,
            done: false,
        }];
        while lines.len() < count
            && let Some(most) = (0..lines.len())
                .filter(|&i| !lines[i].done)
                .max_by_key(|&i| (lines[i].games, Reverse(i)))
        {
            let page = self.page(&lines[most].pos);
            let played: Vec<_> = page
                .iter()
                .filter(|entry| entry.tally.games() > 0)
                .collect();
            // In a game where positions repeat, a book may contain a cycle.
            if played.is_empty() || lines[most].moves.len() >= self.len() {
                lines[most].done = true;
                continue;
            }
            let stem = lines.remove(most);
            for entry in played.into_iter().rev() {
                let mut line = Stem {
                    games: entry.tally.games(),
                    ..stem.clone()
                };
                line.moves.push(entry.mv);
                let turn = line.pos.turn();
                line.pos.play(entry.mv);
                line.score = Some(turn.value_for(pos.turn(), entry.score));
                lines.insert(most, line);
            }
        }
        lines.sort_by_key(|line| Reverse(line.games));
        lines.truncate(count);
        let finished = |stem: Stem<P>| {
            let own = stem.moves.len();
            let games = if own == 0 { 0 } else { stem.games };
            let score = stem
                .score
                .or_else(|| self.page(pos).first().map(|entry| entry.score));
            let moves = [stem.moves, self.line(&stem.pos)].concat();
            (!moves.is_empty()).then(|| MainLine {
                moves,
                score: score.unwrap_or_default(),
                games,
                own,
            })
        };
        lines.into_iter().filter_map(finished).collect()
    }
}

/// A line that can still be split.
#[derive(Clone)]
struct Stem<P: Symmetric> {
    pos: P,
    moves: Vec<P::Move>,
    score: Option<Score>,
    games: u64,
    done: bool,
}
