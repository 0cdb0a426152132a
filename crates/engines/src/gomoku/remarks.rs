//! What a stone does, in words: the shapes it makes, those it takes from the opponent, and what it
//! leaves.

use crate::Remark;
use game_core::{Evaluator, Player, Position};
use gomoku_rules::{Gomoku, Point};
use pattern_eval::gomoku::{Patterns, Shape, Threat};
use solvers::SolveLimits;
use solvers::gomoku::Vcf;

/// What `mv` does at `pos`. Returns nothing under caro, where the shapes alone do not show whether a
/// row is blocked at both ends.
pub(super) fn remarks(pos: &Gomoku, mv: Point) -> Vec<Remark> {
    if pos.rules().rule().shuts_in() || pos.decided().is_some() || !pos.is_legal(mv) {
        return Vec::new();
    }
    let [own, other] = [pos.turn(), !pos.turn()];
    let mut patterns = Patterns::default();
    patterns.reset(pos);
    let made = patterns.threat(mv, own).0;
    let stopped = patterns.threat(mv, other).0;
    let mut remarks: Vec<_> = makes(made, patterns.shapes(mv, own))
        .into_iter()
        .chain(stops(stopped, patterns.shapes(mv, other)))
        .collect();
    if made == Threat::Five {
        return remarks;
    }
    let mut after = pos.clone();
    after.play(mv);
    let before = std::mem::take(&mut patterns);
    patterns.reset(&after);
    if made < Threat::Three {
        remarks.extend(threatens(&before, &patterns, own));
    }
    remarks.extend(leaves(&after, &patterns, made));
    let is_forced = (Threat::Four..Threat::StraightFour).contains(&made);
    if is_forced && patterns.best(other) < Threat::Five && wins_by_fours(&after) {
        remarks.push(Remark::new(
            "wins-by-fours",
            "wins by one four after another",
            "连冲四必胜",
        ));
    }
    remarks
}

/// The shape made.
fn makes(threat: Threat, shapes: [Shape; 4]) -> Option<Remark> {
    let (kind, en, zh) = match threat {
        Threat::Five => ("five", "makes five in a row", "连成五子"),
        Threat::StraightFour if shapes.contains(&Shape::StraightFour) => {
            ("straight-four", "makes a straight four", "成活四")
        }
        Threat::StraightFour => ("double-four", "makes two fours", "成双四"),
        Threat::FourThree => ("four-three", "makes a four and an open three", "成四三"),
        Threat::Four | Threat::FourTwo => ("four", "makes a four", "冲四"),
        Threat::DoubleThree => ("double-three", "makes two open threes", "成双活三"),
        Threat::Three | Threat::ThreeTwo => ("three", "makes an open three", "成活三"),
        _ => return None,
    };
    Some(Remark::new(kind, en, zh))
}

/// The shape that the opponent would have made there.
fn stops(threat: Threat, shapes: [Shape; 4]) -> Option<Remark> {
    let (kind, en, zh) = match threat {
        Threat::Five => ("stops-five", "blocks a four", "挡住对方的四"),
        Threat::StraightFour if shapes.contains(&Shape::StraightFour) => (
            "stops-straight-four",
            "blocks an open three",
            "挡住对方的活三",
        ),
        Threat::StraightFour => (
            "stops-double-four",
            "takes the point of two fours",
            "占对方双四的点",
        ),
        Threat::FourThree => (
            "stops-four-three",
            "takes the point of a four-three",
            "占对方四三的点",
        ),
        Threat::DoubleThree => (
            "stops-double-three",
            "takes the point of two open threes",
            "占对方双活三的点",
        ),
        _ => return None,
    };
    Some(Remark::new(kind, en, zh))
}

/// What a further stone of `own` would make now and would not have made `before`: a four with an open
/// three, or two fours.
fn threatens(before: &Patterns, after: &Patterns, own: Player) -> Option<Remark> {
    // One set has all points of lesser fours.
    let new = |threat| {
        let mut points = after.points(own, threat).iter();
        points.find(|&point| {
            after.threat(point, own).0 == threat && before.threat(point, own).0 < Threat::FourThree
        })
    };
    let is_straight = |point: &Point| after.shapes(*point, own).contains(&Shape::StraightFour);
    if let Some(point) = new(Threat::StraightFour).filter(|point| !is_straight(point)) {
        let en = format!("threatens two fours at {point}");
        let zh = format!("准备在 {point} 成双四");
        return Some(Remark::new("threatens-double-four", en, zh));
    }
    let point = new(Threat::FourThree)?;
    let en = format!("threatens a four-three at {point}");
    let zh = format!("准备在 {point} 成四三");
    Some(Remark::new("threatens-four-three", en, zh))
}

/// What the opponent may do next that wins at once, or by a straight four that no four of `made`
/// comes before.
fn leaves(after: &Gomoku, patterns: &Patterns, made: Threat) -> Option<Remark> {
    let other = after.turn();
    let at = |threat| {
        patterns
            .points(other, threat)
            .iter()
            .find(|&point| after.is_legal(point))
    };
    if let Some(point) = at(Threat::Five) {
        let (en, zh) = (
            format!("leaves a five at {point}"),
            format!("让对方在 {point} 连五"),
        );
        return Some(Remark::new("leaves-five", en, zh));
    }
    if made >= Threat::Four {
        return None;
    }
    let point = at(Threat::StraightFour)?;
    let en = format!("leaves a straight four or two fours at {point}");
    let zh = format!("让对方在 {point} 成活四或双四");
    Some(Remark::new("leaves-straight-four", en, zh))
}

/// Whether the player who has just moved wins by fours alone, whatever the answer.
fn wins_by_fours(after: &Gomoku) -> bool {
    let limits = SolveLimits::nodes(20_000);
    let defences = Vcf::with_bytes(1 << 18).defences(after, &limits);
    defences.good.is_empty() && defences.unknown.is_empty()
}
