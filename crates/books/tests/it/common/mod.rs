//! Games of Othello and a search that knows nothing but mobility.

use books::build::{Plan, Played, Question, SearchResult, build};
use books::{Book, Entry, Tally};
use game_core::{Outcome, Player, Position, Score, zobrist};
use othello_bitboard::{Othello, wthor::Archive};

/// The games of a file of WTHOR.
pub fn games() -> Vec<Played<othello_bitboard::Move>> {
    let bytes = include_bytes!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/othello/WTH_1977.wtb"
    ));
    let archive = Archive::read(bytes).expect("a file of games");
    let played = |game: &othello_bitboard::wthor::Game| {
        let record = game.replay().expect("a sound game");
        let end = record.end();
        let winner = end.outcome().expect("it is over").winner(end.turn());
        Played {
            moves: record.moves,
            outcome: Some(Outcome::of(winner, Player::First)),
        }
    };
    archive.games.iter().map(played).collect()
}

pub fn plan() -> Plan {
    Plan {
        plies: 9,
        min_games: 2,
        depth: 2,
        deviations: 40,
        margin: 300,
        ..Plan::default()
    }
}

/// The book that `games`, `plan` and `search` come to.
pub fn built() -> Book {
    build(
        "othello",
        &Othello::START,
        &games(),
        &plan(),
        &search,
        &|_| {},
    )
}

/// Minimax that counts moves.
pub fn search(question: &Question<'_, Othello>) -> Option<SearchResult<othello_bitboard::Move>> {
    fn value(pos: &Othello, depth: u32) -> i32 {
        let mut moves = Vec::new();
        if pos.legal_moves(&mut moves).is_some() {
            return 1_000 * pos.final_margin().signum();
        }
        if depth == 0 {
            return 37
                * (pos.moves().count_ones() as i32 - pos.opponent_moves().count_ones() as i32)
                + pos.margin();
        }
        let after = |mv| {
            let mut after = *pos;
            after.play(mv);
            -value(&after, depth - 1)
        };
        moves.into_iter().map(after).max().expect("a move")
    }
    let mut moves = Vec::new();
    question.pos.legal_moves(&mut moves);
    moves.retain(|mv| !question.exclude.contains(mv));
    let worth = |&mv: &othello_bitboard::Move| {
        let mut after = *question.pos;
        after.play(mv);
        -value(&after, question.depth - 1)
    };
    let mv = moves.into_iter().max_by_key(worth)?;
    Some(SearchResult {
        mv,
        score: Score::eval(worth(&mv)),
        depth: question.depth,
    })
}

/// A book of nonsense.
pub fn at_random(seed: u64, count: usize) -> Book {
    let mut random = seed;
    let mut next = move |below: u64| {
        random = zobrist::mix(random);
        random % below
    };
    let mut position = || {
        let key = next(u64::MAX);
        let entry = |next: &mut dyn FnMut(u64) -> u64| {
            let score = Score::DRAW + (next(64_001) as i32 - 32_000);
            let mut count = || next(u64::from(u32::MAX) + 1) as u32;
            let tally = Tally {
                wins: count(),
                draws: count(),
                losses: count(),
                open: count(),
            };
            Entry {
                mv: next(65_536) as u16,
                score,
                depth: next(256) as u8,
                tally,
            }
        };
        let moves = 1 + next(5);
        (key, (0..moves).map(|_| entry(&mut next)).collect())
    };
    Book::new(
        "othello",
        (0..count)
            .map(|_| position())
            .collect::<Vec<(u64, Vec<_>)>>(),
    )
}
