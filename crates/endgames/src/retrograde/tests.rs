use super::*;

/// Tables of all kinds of pieces, small enough to check completely.
fn tables() -> Endgames {
    let materials =
        ["KRKA", "KNKB", "KCAK", "KNAK", "KPKA", "KPPK"].map(|text| text.parse().expect(text));
    Endgames::generate(&materials, |_, _| {})
}

/// Every position of a material with either side to move.
fn positions(material: &Material) -> impl Iterator<Item = (Board, Player)> {
    let layout = Layout::new(material);
    (0..layout.len())
        .filter_map(move |number| layout.board(number))
        .flat_map(|board| {
            Player::BOTH
                .map(|turn| (board, turn))
                .into_iter()
                .filter(|(board, turn)| board.checkers(!*turn).is_empty())
        })
}

fn moves_of(board: &Board, turn: Player) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal_moves(turn, &mut moves);
    moves
}

/// The value of a position follows from those its moves lead to, which is all that retrograde
/// analysis promises. By induction on the distance no win is missed or too short, and none is
/// invented, since every win has a shorter one behind it.
#[test]
fn every_ending_is_the_best_of_what_its_moves_lead_to() {
    let tables = tables();
    let mut seen = [0; 3];
    for material in tables.materials() {
        for (board, turn) in positions(material) {
            let ending = tables.probe(&board, turn).expect("there is a table");
            let expected = if board.is_drawn_by_material(turn) {
                TableValue::DRAW
            } else {
                let endings = moves_of(&board, turn)
                    .into_iter()
                    .map(|mv| tables.after(&board, turn, mv).expect("a table"));
                endings
                    .max_by_key(|ending| ending.rank())
                    .unwrap_or(TableValue::after(0))
            };
            assert_eq!(ending, expected, "{material} {board:?} {turn:?}");
            seen[ending.outcome as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 2_000), "{seen:?}");
}

/// Whether `turn` mates within `plies`, by exhaustive search.
fn mates(board: &Board, turn: Player, plies: u8) -> bool {
    moves_of(board, turn).into_iter().any(|mv| {
        let mut after = *board;
        after.make(mv);
        let replies = moves_of(&after, !turn);
        replies.is_empty()
            || plies > 1
                && !after.is_drawn_by_material(!turn)
                && replies.into_iter().all(|reply| {
                    let mut next = after;
                    next.make(reply);
                    mates(&next, turn, plies - 2)
                })
    })
}

/// The same from the other end: by a search without tables.
#[test]
fn short_wins_are_those_that_a_search_finds() {
    let tables = tables();
    let mut seen = [0; 2];
    for material in tables.materials() {
        for (board, turn) in positions(material)
            .filter(|&(_, turn)| turn == Player::First)
            .step_by(997)
        {
            let ending = tables.probe(&board, turn).expect("there is a table");
            let within = |plies| ending.outcome == Outcome::Win && ending.plies <= plies;
            assert_eq!(mates(&board, turn, 1), within(1), "{material} {board:?}");
            assert_eq!(mates(&board, turn, 3), within(3), "{material} {board:?}");
            seen[usize::from(within(3))] += 1;
        }
    }
    assert!(seen[0] > 100 && seen[1] > 20, "{seen:?}");
}

#[test]
fn a_line_is_as_long_as_its_ending_says() {
    let tables = tables();
    let mut longest = 0;
    for material in tables.materials() {
        for (mut board, mut turn) in positions(material).step_by(9973) {
            let ending = tables.probe(&board, turn).expect("there is a table");
            let line = tables.line(&board, turn);
            assert_eq!(
                line.len(),
                usize::from(ending.plies),
                "{material} {board:?}"
            );
            for mv in line.iter().copied() {
                assert!(moves_of(&board, turn).contains(&mv));
                board.make(mv);
                turn = !turn;
            }
            assert_eq!(
                ending.outcome != Outcome::Draw,
                moves_of(&board, turn).is_empty()
            );
            longest = longest.max(line.len());
        }
    }
    assert!(longest > 10, "{longest}");
}
