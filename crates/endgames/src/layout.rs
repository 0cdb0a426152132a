use crate::Material;
use game_core::Player;
use xiangqi_movegen::{Bitboard, Board, Kind, Piece, Square};

/// The placements of a material, numbered: the strong side as Red, its general on one of the files
/// `d` and `e`.
///
/// A placement with the general on `f` has the number of its mirror image. With the general on `e`
/// both images have a number. Some numbers have no placement: two pieces would share a square.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// From the most significant digit to the least.
    groups: Vec<Group>,
    len: usize,
}

/// The pieces of one kind of one side: a digit of the number.
#[derive(Clone, Debug)]
struct Group {
    piece: Piece,
    /// The possible sets of squares, in colexicographic order.
    sets: Vec<Bitboard>,
    /// The index of each square among those of the piece.
    places: [u8; Square::COUNT],
}

/// The most of one kind: five soldiers.
const MOST: usize = 5;

impl Group {
    fn new(piece: Piece, count: usize) -> Self {
        let mut homes = piece.home();
        if piece == STRONG {
            homes = homes.filter(|square| square.file() <= MIDDLE).collect();
        }
        let mut places = [0; Square::COUNT];
        let squares: Vec<_> = homes.collect();
        for (place, square) in squares.iter().enumerate() {
            places[square.index()] = place as u8;
        }
        let mut sets = Vec::new();
        choose(&squares, count, Bitboard::EMPTY, &mut sets);
        Self {
            piece,
            sets,
            places,
        }
    }

    /// The number of the set of those squares.
    #[inline]
    fn digit(&self, set: Bitboard) -> usize {
        (1..)
            .zip(set)
            .map(|(nth, square)| binomial(usize::from(self.places[square.index()]), nth))
            .sum()
    }
}

const STRONG: Piece = Piece::new(Player::First, Kind::General);
/// The file `e`.
const MIDDLE: u8 = 4;

/// All sets of `count` of `squares` with `taken`, ordered by their greatest member, then by the
/// next.
fn choose(squares: &[Square], count: usize, taken: Bitboard, sets: &mut Vec<Bitboard>) {
    if count == 0 {
        return sets.push(taken);
    }
    for (place, &square) in squares.iter().enumerate() {
        choose(&squares[..place], count - 1, taken.with(square), sets);
    }
}

/// The binomial coefficient of `n` and `k`.
#[inline]
fn binomial(n: usize, k: usize) -> usize {
    debug_assert!(k <= MOST);
    match k {
        1 => n,
        2 => n * n.saturating_sub(1) / 2,
        _ => (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1)),
    }
}

/// `square` from `strong`'s view, or its mirror image.
#[inline]
fn seen(square: Square, strong: Player, mirrored: bool) -> Square {
    let square = if strong == Player::First {
        square
    } else {
        square.rotated()
    };
    if mirrored { square.mirrored() } else { square }
}

impl Layout {
    pub fn new(material: &Material) -> Self {
        let mut groups: Vec<_> = material
            .groups()
            .map(|(piece, count)| Group::new(piece, count))
            .collect();
        // The most mobile piece changes fastest: neighbours are then similar and pack well.
        groups.sort_by_key(|group| (group.piece.kind != Kind::General, group.sets.len()));
        let len = groups.iter().map(|group| group.sets.len()).product();
        Self { groups, len }
    }

    /// The number of placements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of a board of this material, `strong` being its strong side.
    #[inline]
    pub fn number(&self, board: &Board, strong: Player) -> usize {
        let mirrored = seen(board.general(strong), strong, false).file() > MIDDLE;
        self.number_of(board, strong, mirrored)
    }

    /// The number of the mirror image of a board with its strong general, Red's, in the middle.
    pub fn mirror(&self, board: &Board) -> usize {
        self.number_of(board, Player::First, true)
    }

    #[inline]
    fn number_of(&self, board: &Board, strong: Player, mirrored: bool) -> usize {
        self.groups.iter().fold(0, |number, group| {
            let player = if strong == Player::First {
                group.piece.player
            } else {
                !group.piece.player
            };
            let mut set = board.pieces(player, group.piece.kind);
            if mirrored || strong == Player::Second {
                set = set.map(|square| seen(square, strong, mirrored)).collect();
            }
            number * group.sets.len() + group.digit(set)
        })
    }

    /// The board of a number, unless two pieces would stand on one square.
    pub fn board(&self, mut number: usize) -> Option<Board> {
        let mut board = Board::EMPTY;
        for group in self.groups.iter().rev() {
            let set = group.sets[number % group.sets.len()];
            number /= group.sets.len();
            if set.meets(board.occupied()) {
                return None;
            }
            set.for_each(|square| board.put(square, group.piece));
        }
        Some(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> Layout {
        Layout::new(&text.parse().expect(text))
    }

    #[test]
    fn every_number_is_its_boards() {
        for (text, len) in [
            ("KRK", 6 * 9 * 90),
            ("KPPKA", 6 * 9 * 5 * 55 * 54 / 2),
            ("KNABKBB", 6 * 9 * 90 * 5 * 7 * 21),
        ] {
            let layout = layout(text);
            assert_eq!(layout.len(), len, "{text}");
            let mut boards = 0;
            for number in (0..len).step_by(7) {
                let Some(board) = layout.board(number) else {
                    continue;
                };
                boards += 1;
                assert_eq!(layout.number(&board, Player::First), number, "{text}");
                assert_eq!(
                    Material::of(&board)
                        .map(|(material, _)| material.to_string())
                        .as_deref(),
                    Some(text)
                );
            }
            assert!(boards * 2 > len / 7, "{text}: {boards} of {len}");
        }
    }

    #[test]
    fn mirrors_and_colours_share_a_number() {
        let layout = layout("KNPKAB");
        for number in (0..layout.len()).step_by(1009) {
            let Some(board) = layout.board(number) else {
                continue;
            };
            let mut mirror = Board::EMPTY;
            let mut other = Board::EMPTY;
            for square in board.occupied() {
                let piece = board.piece_at(square).expect("occupied");
                mirror.put(seen(square, Player::First, true), piece);
                other.put(square.rotated(), Piece::new(!piece.player, piece.kind));
            }
            assert_eq!(layout.number(&other, Player::Second), number);
            if board.general(Player::First).file() < MIDDLE {
                assert_eq!(layout.number(&mirror, Player::First), number);
            } else {
                assert_eq!(layout.mirror(&mirror), number);
                assert_eq!(layout.number(&mirror, Player::First), layout.mirror(&board));
            }
        }
    }

    #[test]
    fn binomials_are_pascals() {
        let mut row = vec![1];
        for n in 0..60 {
            for k in 1..=MOST {
                assert_eq!(
                    binomial(n, k),
                    row.get(k).copied().unwrap_or(0),
                    "{n} over {k}"
                );
            }
            row = (0..=row.len())
                .map(|k| row.get(k).unwrap_or(&0) + if k > 0 { row[k - 1] } else { 0 })
                .collect();
        }
    }
}
