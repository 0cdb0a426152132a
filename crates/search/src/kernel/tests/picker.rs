//! The order in which moves come out.

use crate::Stage;
use crate::kernel::picker::{Picker, Stacks};
use proptest::prelude::*;
use std::cmp::Reverse;

proptest! {
    #[test]
    fn moves_come_by_rank_and_equal_ones_as_generated(
        ranks in prop::collection::vec(prop_oneof![-3..3, Just(i32::MIN), Just(i32::MAX), any::<i32>()], 0..24),
    ) {
        let mut stacks = Stacks::EMPTY;
        // The node above, which has picked one of its moves, lies below on the stacks.
        let mut above = stacks.open_with([100, 101, 102].into_iter());
        prop_assert_eq!(stacks.pick(&mut above), Some(100));

        let mut picker = stacks.open(None, Stage::Quiet);
        stacks.moves.extend(0..ranks.len());
        stacks.ranks.clone_from(&ranks);
        stacks.begin(&mut picker);
        let mut want: Vec<usize> = (0..ranks.len()).collect();
        want.sort_by_key(|&mv| Reverse(ranks[mv]));
        for (done, &mv) in want.iter().enumerate() {
            prop_assert_eq!(stacks.pick(&mut picker), Some(mv));
            prop_assert_eq!(stacks.tried(&picker).collect::<Vec<_>>(), &want[..done]);
        }
        prop_assert_eq!(stacks.pick(&mut picker), None);
        stacks.close(&picker);

        prop_assert_eq!([(); 3].map(|()| stacks.pick(&mut above)), [Some(101), Some(102), None]);
        stacks.close(&above);
        prop_assert!(stacks.moves.is_empty() && stacks.picks.is_empty());
    }
}

#[test]
fn the_second_stage_begins_anew() {
    let mut stacks = Stacks::EMPTY;
    let mut picker = stacks.open(None, Stage::Quiet);
    for (moves, ranks) in [([1, 2], [5, 6]), ([3, 4], [7, 8])] {
        stacks.moves.extend(moves);
        stacks.ranks = ranks.into();
        stacks.begin(&mut picker);
        assert_eq!(stacks.tried(&picker).count(), 0, "of this stage");
        assert_eq!(
            [(); 3].map(|()| stacks.pick(&mut picker)),
            [Some(moves[1]), Some(moves[0]), None]
        );
    }
    stacks.close(&picker);
    assert!(stacks.moves.is_empty());
}

#[test]
fn the_tables_move_and_the_stages_come_once_each() {
    let mut stacks = Stacks::EMPTY;
    let mut picker = stacks.open(Some(7), Stage::Quiet);
    assert_eq!([(); 2].map(|()| picker.take_first()), [Some(7), None]);
    assert_eq!(
        [(); 3].map(|()| picker.next_stage()),
        [Some(Stage::Noisy), Some(Stage::Quiet), None]
    );
    let mut noisy: Picker<u8> = stacks.open(None, Stage::Noisy);
    assert_eq!(
        [(); 2].map(|()| noisy.next_stage()),
        [Some(Stage::Noisy), None]
    );
    assert_eq!(
        stacks.open_with([1].into_iter()).next_stage(),
        None,
        "its moves are all there"
    );
}

#[test]
fn clearing_leaves_nothing() {
    let mut stacks = Stacks::EMPTY;
    stacks.open_with([1, 2].into_iter());
    stacks.clear();
    assert!(stacks.moves.is_empty() && stacks.picks.is_empty());
}
