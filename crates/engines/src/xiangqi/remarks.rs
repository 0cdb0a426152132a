//! What a move of a piece does, in words: checks and mates, what it wins, attacks, saves and loses.

use super::{VALUES, mates};
use crate::Remark;
use game_core::{Notation, Outcome, Player, Position, Text};
use xiangqi_movegen::Board;
use xiangqi_movegen::{Kind as PieceKind, Move, Piece, Square, Xiangqi};

/// What `mv` does at `pos`. Exchanges are judged by the captures on one square.
pub(super) fn remarks(pos: &Xiangqi, mv: Move) -> Vec<Remark> {
    let player = pos.turn();
    let Some(moved) = pos.piece_at(mv.from).filter(|_| pos.is_legal(mv)) else {
        return Vec::new();
    };
    let names = Names::new();
    let mut after = pos.clone();
    after.play(mv);
    let mut remarks = Vec::new();
    let mut replies = Vec::new();
    if after.legal_moves(&mut replies) == Some(Outcome::Loss) {
        remarks.push(if after.in_check() {
            mates::mate(&after)
        } else {
            Remark::new("stalemate", "leaves no move, which wins", "困毙对方")
        });
        return remarks;
    }
    if after.in_check() {
        remarks.push(if after.checkers().bits().count_ones() > 1 {
            Remark::new("double-check", "gives check with two pieces", "双将")
        } else {
            Remark::new("check", "gives check", "将军")
        });
    }
    remarks.extend(mates::mates_in(&after));
    if let Some(taken) = pos.piece_at(mv.to) {
        let is_retaken = replies.iter().any(|reply| reply.to == mv.to);
        let gain = if is_retaken {
            pos.board().exchange(mv, &VALUES)
        } else {
            value(taken)
        };
        remarks.push(capture(gain, moved, taken, &names));
    }
    let targets = targets(after.board(), mv.to, player);
    let checks = attacks_general(after.board(), mv.to, player);
    let is_fork = targets.len() + usize::from(checks) > 1;
    let won = is_fork
        .then(|| won_by_fork(&after, &replies, mv.to))
        .flatten();
    remarks.extend(match won {
        Some(won) => Some(wins_by_fork(won, &names)),
        None => fork(&targets, checks, &names),
    });
    let lost = most_valuable(after.board(), !player);
    let was_lost = most_valuable(pos.board(), !player);
    if let Some((square, piece)) = lost {
        let gained = pos.piece_at(mv.to).map_or(0, value);
        // What a capture costs on its own square has been told with it.
        let is_told = gained > 0 && square == mv.to;
        if value(piece) > gained && !is_told {
            let Text { en, zh } = names.of(piece);
            remarks.push(Remark::new(
                "loses",
                format!("leaves the {en} on {square} to be won"),
                format!("让对方得 {square} 的{zh}"),
            ));
        }
    } else if let Some((square, piece)) = was_lost
        && mv.to != square
        && !pos.in_check()
    {
        let Text { en, zh } = names.of(piece);
        remarks.push(Remark::new(
            "saves",
            format!("saves the {en}"),
            format!("保住{zh}"),
        ));
    }
    remarks
}

/// What a capture brings: `gain`, once all have captured on its square.
fn capture(gain: i32, moved: Piece, taken: Piece, names: &Names) -> Remark {
    let [gives, takes] = [moved, taken].map(|piece| names.of(piece));
    let (kind, en, zh) = match gain {
        _ if gain >= value(taken) => (
            "wins-piece",
            format!("wins the {}", takes.en),
            format!("得{}", takes.zh),
        ),
        1.. => (
            "gains",
            format!("takes the {} for the {}", takes.en, gives.en),
            format!("以{}换{}，得利", gives.zh, takes.zh),
        ),
        0 => (
            "exchange",
            format!("exchanges the {} for the {}", gives.en, takes.en),
            format!("以{}兑{}", gives.zh, takes.zh),
        ),
        _ => (
            "sacrifice",
            format!("gives the {} for the {}", gives.en, takes.en),
            format!("弃{}换{}", gives.zh, takes.zh),
        ),
    };
    Remark::new(kind, en, zh)
}

/// The pieces that the one on `square` could win if its side were to move again.
fn targets(board: &Board, square: Square, player: Player) -> Vec<Piece> {
    let mut targets = Vec::new();
    board.each_legal_move(player, |mv| {
        let target = board.piece_at(mv.to);
        let target = target.filter(|_| mv.from == square && board.exchange_wins(mv, 1, &VALUES));
        targets.extend(target.filter(|piece| piece.kind != PieceKind::General));
    });
    targets.sort_by_key(|&piece| -value(piece));
    targets
}

/// Whether the piece on `square` attacks the general.
fn attacks_general(board: &Board, square: Square, player: Player) -> bool {
    board.checkers(!player).contains(square)
}

/// An attack on two pieces at once. A general in check counts: the answer to it costs the other
/// piece.
fn fork(targets: &[Piece], checks: bool, names: &Names) -> Option<Remark> {
    let (en, zh) = match targets {
        [one] if checks => {
            let one = names.of(*one);
            (
                format!("forks the general and the {}", one.en),
                format!("将军抽{}", one.zh),
            )
        }
        [one, other, ..] => {
            let [one, other] = [one, other].map(|piece| names.of(*piece));
            (
                format!("forks the {} and the {}", one.en, other.en),
                format!("捉双：{}和{}", one.zh, other.zh),
            )
        }
        _ => return None,
    };
    Some(Remark::new("fork", en, zh))
}

/// The piece that the one on `square`, which has just moved, wins whichever of the legal `answers` is
/// played: the least of them. What the answer takes, and what can be taken after the capture, is set against it.
fn won_by_fork(after: &Xiangqi, answers: &[Move], square: Square) -> Option<Piece> {
    let mut least: Option<Piece> = None;
    for &answer in answers {
        let paid = after.piece_at(answer.to).map_or(0, value);
        let mut answered = after.clone();
        answered.play(answer);
        let won = best_capture(&answered, square, paid)?;
        if least.is_none_or(|least| value(won) < value(least)) {
            least = Some(won);
        }
    }
    least
}

/// The most valuable piece that the one on `square` captures without losing more than it wins, with
/// `paid` lost already.
fn best_capture(pos: &Xiangqi, square: Square, paid: i32) -> Option<Piece> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let captures = moves.into_iter().filter(|mv| mv.from == square);
    let pays = |mv: Move| {
        let taken = pos.piece_at(mv.to)?;
        let mut next = pos.clone();
        next.play(mv);
        let back = most_valuable(next.board(), next.turn());
        let lost = back.map_or(0, |(_, piece)| value(piece));
        (value(taken) > paid + lost).then_some(taken)
    };
    captures.filter_map(pays).max_by_key(|&taken| value(taken))
}

fn wins_by_fork(won: Piece, names: &Names) -> Remark {
    let Text { en, zh } = names.of(won);
    Remark::new(
        "wins-by-fork",
        format!("wins the {en} by a fork"),
        format!("捉双得{zh}"),
    )
}

fn value(piece: Piece) -> i32 {
    VALUES[piece.kind.index()]
}

/// The most valuable piece that `player` could win if it were to move, where it stands.
fn most_valuable(board: &Board, player: Player) -> Option<(Square, Piece)> {
    let mut most: Option<(i32, Square, Piece)> = None;
    board.each_legal_move(player, |mv| {
        let Some(piece) = board.piece_at(mv.to) else {
            return;
        };
        let value = value(piece);
        // The least of what it wins: a piece that is only exchanged for less is not lost.
        if board.exchange(mv, &VALUES) >= value && most.is_none_or(|(least, ..)| value > least) {
            most = Some((value, mv.to, piece));
        }
    });
    most.map(|(_, square, piece)| (square, piece))
}

/// What the pieces are called.
struct Names(Vec<game_core::PieceKind>);

impl Names {
    fn new() -> Self {
        Self(Xiangqi::presentation().pieces)
    }

    fn of(&self, piece: Piece) -> Text {
        let letter = piece.kind.letter().to_ascii_uppercase();
        let named = self.0.iter().find(|kind| kind.letter == letter);
        named.map_or(Text::new("piece", "棋子"), |kind| {
            kind.names[piece.player.index()].clone()
        })
    }
}
