use game_core::Player;
use gomoku_rules::{
    Gomoku, Point,
    line::{Direction, Place},
};

/// Appends the empty points within `radius` of a stone, a king's steps away at most, in board order.
///
/// With one stone on the board the radius is 1, and on an empty board the only candidate is the centre. Whether Black may
/// play on a point is left to [`is_legal`](game_core::Position::is_legal): under renju it can happen that a player with a
/// legal move has no legal candidate.
///
/// Allocates nothing but room in `moves`.
///
/// ```
/// use game_core::Notation;
/// use gomoku_rules::{Gomoku, Rules};
/// use pattern_eval::gomoku::candidates;
/// let mut moves = Vec::new();
/// candidates(&Gomoku::start(&Rules::default()), 3, &mut moves);
/// assert_eq!(moves, ["h8".parse()?]);
/// moves.clear();
/// candidates(&"X:a1 O:o15".parse()?, 3, &mut moves);
/// assert_eq!(moves.len(), 2 * (4 * 4 - 1));
/// # Ok::<(), gomoku_rules::Error>(())
/// ```
pub fn candidates(pos: &Gomoku, radius: u32, moves: &mut Vec<Point>) {
    let size = pos.rules().size();
    let radius = match pos.stones() {
        0 => return moves.extend(Point::new(size / 2, size / 2)),
        1 => radius.min(1),
        _ => radius,
    }
    .min(size.into());
    let (size, lines) = (usize::from(size), pos.lines());
    let rows = (0..size).filter_map(|row| Point::new(0, row as u8)).map(|point| Place::of(point, Direction::Row).line);
    // The columns within reach of each row's own stones.
    let mut near = [0; gomoku_rules::MAX_SIZE as usize];
    for (near, line) in near.iter_mut().zip(rows.clone()) {
        *near = lines.stones(line, Player::First) | lines.stones(line, Player::Second);
        for _ in 0..radius {
            *near |= *near << 1 | *near >> 1;
        }
    }
    for (row, line) in rows.enumerate() {
        let reach = radius as usize;
        let rows = &near[row.saturating_sub(reach)..size.min(row + reach + 1)];
        let mut bits = rows.iter().fold(0, |bits, row| bits | row) & lines.empty(line);
        while bits != 0 {
            moves.push(Place { line, bit: bits.trailing_zeros() }.point());
            bits &= bits - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Notation, Position};
    use gomoku_rules::{Rule, Rules};
    use proptest::prelude::*;

    #[test]
    fn few_stones() {
        let near = |text: &str, radius| {
            let mut moves = Vec::new();
            candidates(&text.parse().expect(text), radius, &mut moves);
            moves.len()
        };
        assert_eq!(near("startpos", 3), 1);
        assert_eq!(near("startpos", 0), 1);
        assert_eq!(near("X:h8", 3), 8);
        assert_eq!(near("X:a1", 3), 3);
        assert_eq!(near("X:h8i9", 0), 0);
        assert_eq!(near("X:h8i9", u32::MAX), 223);
    }

    proptest! {
        #[test]
        fn those_near_a_stone(size in 5..=20_u8, radius in 0..5_u32, stones in prop::collection::btree_set((0..20_u8, 0..20_u8), 2..9)) {
            let rules = Rules::new(size, Rule::Freestyle).expect("a good size");
            let mut pos = Gomoku::start(&rules);
            for point in stones.into_iter().filter_map(|(col, row)| Point::new(col % size, row % size)) {
                if pos.is_empty(point) && pos.decided().is_none() {
                    pos.play(point);
                }
            }
            prop_assume!(pos.stones() >= 2);
            let mut found = Vec::new();
            candidates(&pos, radius, &mut found);
            let all: Vec<Point> = Player::BOTH.into_iter().flat_map(|player| pos.points(player)).collect();
            let near = |a: &Point, b: &Point| a.col().abs_diff(b.col()).max(a.row().abs_diff(b.row())) <= radius as u8;
            let slow: Vec<Point> = pos.empty().filter(|point| all.iter().any(|stone| near(point, stone))).collect();
            prop_assert_eq!(found, slow);
        }
    }
}
