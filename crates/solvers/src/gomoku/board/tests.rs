use super::*;
use game_core::{Notation, zobrist::mix};
use gomoku_rules::Rules;

/// Play at random and back again: what is kept up to date is what a fresh look finds.
#[test]
fn windows_are_kept_up_to_date() {
    for (seed, rule) in [(1_u64, Rule::Freestyle), (2, Rule::Standard), (3, Rule::Renju)] {
        let rules = Rules::new(9, rule).expect("a good size");
        let mut board = Board::new(&Gomoku::start(&rules));
        let (mut state, mut played) = (seed, Vec::new());
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
                assert_eq!((follower.windows, follower.sets, follower.pos()), (fresh.windows, fresh.sets, board.pos()));
            }
            for player in Player::BOTH {
                let mut wins = Vec::new();
                board.pos().winning_points(player, &mut wins);
                wins.sort();
                wins.dedup();
                match board.fives(player) {
                    Fives::None => assert!(wins.is_empty()),
                    Fives::One(five) => assert_eq!(wins, [five]),
                    Fives::Many(fives) => assert!(fives[0] != fives[1] && fives.iter().all(|five| wins.contains(five))),
                }
            }
        }
        while let Some((point, changed)) = played.pop() {
            board.undo(point, &changed);
        }
        assert_eq!((board.windows, board.sets, &board.pos), (start.windows, start.sets, &start.pos));
        follower.follow(board.pos());
        assert_eq!((follower.windows, follower.sets, &follower.pos), (start.windows, start.sets, &start.pos));
    }
}
