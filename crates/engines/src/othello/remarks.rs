//! What a disc does, in words: corners, the opponent's moves, edges, regions, discs for good.

use super::puzzles::{is_parity, is_wedge};
use crate::Remark;
use game_core::Position;
use othello_bitboard::{CORNERS, Move, Othello, squares};

/// The most opponent moves for a remark about low mobility.
const FEW: u32 = 3;
/// The fewest new stable discs for a remark.
const STABLE: u32 = 4;
/// So few empty squares make regions that are worth counting.
const ENDGAME: u32 = 20;

/// What `mv` does at `pos`.
pub(super) fn remarks(pos: &Othello, mv: Move) -> Vec<Remark> {
    if pos.decided().is_some() || !pos.is_legal(mv) || mv.bit() == 0 {
        return Vec::new();
    }
    let after = played(pos, mv);
    let mut remarks = Vec::new();
    let mut tell = |kind, en: String, zh: String| remarks.push(Remark::new(kind, en, zh));
    if mv.bit() & CORNERS != 0 {
        tell(
            "corner",
            format!("takes the corner {mv}"),
            format!("占角 {mv}"),
        );
    }
    let [could, can] = [pos.opponent_moves(), after.moves()].map(|moves| moves & CORNERS);
    for corner in squares(can & !could) {
        tell(
            "gives-corner",
            format!("gives up the corner {corner}"),
            format!("送出角 {corner}"),
        );
    }
    for corner in squares(soon_lost(pos, mv) & !can & !could) {
        tell(
            "gives-corner-soon",
            format!("gives up the corner {corner} in three moves"),
            format!("三步内送出角 {corner}"),
        );
    }
    for corner in squares(could & !can & !mv.bit()) {
        tell(
            "guards-corner",
            format!("keeps the opponent from the corner {corner}"),
            format!("不让对方占角 {corner}"),
        );
    }
    if is_wedge(pos, mv) {
        tell(
            "wedge",
            "wedges in between two discs on the edge".to_owned(),
            "在边上楔入".to_owned(),
        );
    }
    if pos.empty().count_ones() <= ENDGAME && is_parity(pos, mv) {
        tell(
            "parity",
            "moves into a region with an odd number of squares".to_owned(),
            "走入奇数空位的区域".to_owned(),
        );
    }
    let player = pos.turn();
    let stable = |pos: &Othello| pos.stable(player).count_ones();
    let gained = stable(&after).saturating_sub(stable(pos));
    if gained >= STABLE {
        tell(
            "stable",
            format!("makes {gained} discs safe for good"),
            format!("新增 {gained} 个稳定子"),
        );
    }
    if after.outcome().is_none() {
        match after.moves().count_ones() {
            0 => tell(
                "pass",
                "leaves the opponent without a move".to_owned(),
                "使对方无处可下".to_owned(),
            ),
            1 => tell(
                "few-moves",
                "leaves the opponent 1 move".to_owned(),
                "只给对方留 1 步".to_owned(),
            ),
            few if few <= FEW => tell(
                "few-moves",
                format!("leaves the opponent {few} moves"),
                format!("只给对方留 {few} 步"),
            ),
            _ => {}
        }
    }
    remarks
}

/// The corners that the opponent, after `mv`, can force: an answer of its own after which it can take
/// them whatever comes between. Those that no move of the player keeps are not this move's fault.
fn soon_lost(pos: &Othello, mv: Move) -> u64 {
    let given = forced_corners(&played(pos, mv));
    if given == 0 {
        return 0;
    }
    let others = squares(pos.moves() & !mv.bit());
    let kept = others.map(|other| {
        let after = played(pos, other.into());
        !(forced_corners(&after) | after.moves())
    });
    given & kept.fold(0, |kept, keeps| kept | keeps)
}

/// The corners that the player to move can take with its second move, by one first move for each.
fn forced_corners(pos: &Othello) -> u64 {
    let firsts = squares(pos.moves());
    let forced = firsts.map(|first| corners_whatever_comes(&played(pos, first.into())));
    forced.fold(0, |forced, by_one| forced | by_one)
}

/// The corners that the player who has just moved can take next, whatever the other does.
fn corners_whatever_comes(pos: &Othello) -> u64 {
    if pos.outcome().is_some() {
        return 0;
    }
    if pos.moves() == 0 {
        return pos.opponent_moves() & CORNERS;
    }
    let between = squares(pos.moves()).map(|mv| played(pos, mv.into()).moves());
    between.fold(CORNERS, |always, here| always & here)
}

/// The position after `mv`.
fn played(pos: &Othello, mv: Move) -> Othello {
    let mut after = *pos;
    after.play(mv);
    after
}
