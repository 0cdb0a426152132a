use super::*;
use game_core::{Notation, zobrist::mix};
use gomoku_rules::Rules;

/// Random play and back: the incremental state equals a fresh one.
#[test]
fn windows_are_kept_up_to_date() {
    for (seed, rule) in [
        (1_u64, Rule::Freestyle),
        (2, Rule::Standard),
        (3, Rule::Renju),
    ] {
        let rules = Rules::new(9, rule).expect("a good size");
        let mut board = Board::new(&Gomoku::start(&rules));
        let mut state = seed;
        let mut played = Vec::new();
        let start = board.clone();
        let mut follower = Board::new(&Gomoku::default());
        while board.pos().decided().is_none() {
            state = mix(state);
            let empty: Vec<_> = board.pos().empty().collect();
            let point = empty[(state % empty.len() as u64) as usize];
            played.push((point, board.play(point)));
            let fresh = Board::new(board.pos());
            assert_eq!((board.windows, board.sets), (fresh.windows, fresh.sets));
            if state.is_multiple_of(3) {
                follower.follow(board.pos());
                assert_eq!(
                    (follower.windows, follower.sets, follower.pos()),
                    (fresh.windows, fresh.sets, board.pos())
                );
            }
            for player in Player::BOTH {
                let mut wins = Vec::new();
                board.pos().winning_points(player, &mut wins);
                wins.sort();
                wins.dedup();
                match board.fives(player) {
                    Fives::None => assert!(wins.is_empty()),
                    Fives::One(five) => assert_eq!(wins, [five]),
                    Fives::Many(fives) => assert!(
                        fives[0] != fives[1] && fives.iter().all(|five| wins.contains(five))
                    ),
                }
            }
        }
        while let Some((point, changed)) = played.pop() {
            board.undo(point, &changed);
        }
        assert_eq!(
            (board.windows, board.sets, &board.pos),
            (start.windows, start.sets, &start.pos)
        );
        follower.follow(board.pos());
        assert_eq!(
            (follower.windows, follower.sets, &follower.pos),
            (start.windows, start.sets, &start.pos)
        );
    }
}

/// The lines on which a stone would make an open three are those that have one through it
/// afterwards.
#[test]
fn threes_that_a_stone_would_make() {
    let mut seen = 0;
    for seed in 1..40 {
        let rules = Rules::new(
            8,
            [Rule::Freestyle, Rule::Standard, Rule::Renju][seed as usize % 3],
        )
        .expect("a good size");
        let mut board = Board::new(&Gomoku::start(&rules));
        let mut state = seed;
        while board.pos().decided().is_none() && board.pos().stones() < 24 {
            let player = board.turn();
            let empty: Vec<_> = board.pos().empty().collect();
            for &point in &empty {
                let places = Place::all(point);
                let predicted = places.map(|place| board.threes_at(player, point, place.line));
                let changed = board.play(point);
                let made = places.map(|Place { line, bit }| {
                    let windows = half(board.windows[line].open_three, player.index());
                    (0..32)
                        .any(|from| windows >> from & 1 == 1 && (from + 1..from + 5).contains(&bit))
                });
                board.undo(point, &changed);
                let all = made.into_iter().filter(|&made| made).count();
                assert_eq!(
                    predicted,
                    made.map(|made| all - usize::from(made)),
                    "{point} in {}",
                    board.pos()
                );
                seen += usize::from(all > 1);
            }
            state = mix(state);
            board.play(empty[(state % empty.len() as u64) as usize]);
        }
    }
    assert!(seen > 20, "{seen} points with two threes");
}
