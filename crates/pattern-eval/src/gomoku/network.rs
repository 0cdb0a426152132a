//! The trained evaluator: a network over what a stone would make of every empty point.

use super::{Patterns, Shape, Threat};
use crate::network::shipped;
use game_core::{Evaluator, Player, Position};
use gomoku_rules::{Gomoku, MAX_SIZE, Point};
use nnue::{Changes, FeatureSet, Features, Trained};
use std::sync::{Arc, LazyLock};

/// Units of the hidden layer, for each perspective.
const HIDDEN: usize = 32;

/// The trained evaluator: a network of [what both players would make of each point](PointClasses).
/// 400 points, about an open two, multiply the odds of winning by e.
pub type Network = nnue::Network<PointClasses, HIDDEN>;

/// The weights of a [`Network`].
pub type Layers = nnue::Layers<HIDDEN>;

/// The features of the network: for each empty point, the three best shapes that a stone of either
/// player would form there.
///
/// A feature is a pair of classes, the viewer's own and the opponent's, so a point activates one
/// feature at most, and none where neither player would make as much as an open two. A network
/// learns from them what no sum over points and players tells: that a point is worth more where
/// both want it, or how many threats there are in all.
///
/// In renju Black has features separate from White's, since the same shapes are worth less to a
/// player who may not make two of them.
///
/// It keeps [`Patterns`] in step with the position, which a guide may [read](AsRef).
#[derive(Clone, Debug)]
pub struct PointClasses {
    patterns: Patterns,
    /// By player, the class of a point by its shapes.
    classes: [&'static Classes; 2],
    /// The offset of Black's features from White's: 0 but in renju.
    black_offset: u16,
}

type Classes = [u8; 1 << 16];

impl Default for PointClasses {
    fn default() -> Self {
        Self {
            patterns: Patterns::default(),
            classes: [&TABLES[0]; 2],
            black_offset: 0,
        }
    }
}

/// Ranks of shapes that count: what is less than an open two is nothing.
const RANKS: usize = 7;
/// Classes of a point for a player: three ranks in any order, and a point that is forbidden.
const CLASSES: usize = RANKS * (RANKS + 1) * (RANKS + 2) / 6 + 1;
const FORBIDDEN: u8 = CLASSES as u8 - 1;
/// Pairs of classes.
const PAIRS: usize = CLASSES * CLASSES;

/// The rank of a shape.
const fn rank(shape: Shape) -> usize {
    match shape {
        Shape::Nothing | Shape::One | Shape::OpenOne | Shape::Two | Shape::Overline => 0,
        Shape::OpenTwo => 1,
        Shape::Three => 2,
        Shape::OpenThree => 3,
        Shape::Four => 4,
        Shape::DoubleFour | Shape::StraightFour => 5,
        Shape::Five => 6,
    }
}

/// The class of a point by its four shapes, four bits each: for Black in renju, and in general.
fn class(shapes: u16, renju: bool) -> u8 {
    let shapes = super::judgement::unpack(shapes);
    if renju && Threat::of_shapes(shapes, true) == Threat::Forbidden {
        return FORBIDDEN;
    }
    let mut ranks = shapes.map(rank);
    ranks.sort_unstable();
    let [_, third, second, best] = ranks;
    // Multisets in order: those of three ranks below `best`, of two below `second`, of one.
    (best * (best + 1) * (best + 2) / 6 + second * (second + 1) / 2 + third) as u8
}

/// [`class`] of all shapes: in general, and for Black in renju.
static TABLES: LazyLock<[Box<Classes>; 2]> = LazyLock::new(|| {
    [false, true].map(|renju| {
        let classes: Vec<u8> = (0..=u16::MAX).map(|shapes| class(shapes, renju)).collect();
        classes.try_into().expect("one of each")
    })
});

impl PointClasses {
    /// Units of the hidden layer, for each perspective.
    pub const HIDDEN: usize = HIDDEN;

    /// The feature set as data.
    pub const SET: FeatureSet = FeatureSet::of::<Gomoku, Self>();

    /// The same features, with patterns in which points within `radius` of a stone are
    /// [near](Patterns::within).
    pub fn within(self, radius: u32) -> Self {
        Self {
            patterns: self.patterns.within(radius),
            ..self
        }
    }

    /// The classes of a point with these packed shapes, by player.
    #[inline]
    fn classes(&self, shapes: u32) -> [u8; 2] {
        let [black, white] = [shapes as u16, (shapes >> 16) as u16].map(usize::from);
        [self.classes[0][black], self.classes[1][white]]
    }

    /// The features of a point of these classes, by perspective; 0 where there is nothing.
    #[inline]
    fn features(&self, [black, white]: [u8; 2]) -> [u16; 2] {
        let pair = |own, other| u16::from(own) * CLASSES as u16 + u16::from(other);
        let own = pair(black, white);
        [
            own + u16::from(own > 0) * self.black_offset,
            pair(white, black),
        ]
    }
}

impl Features<Gomoku> for PointClasses {
    const NAME: &'static str = "gomoku point classes of three shapes, by stones";
    const COUNT: usize = 2 * PAIRS;
    const MAX_ACTIVE: usize = MAX_SIZE as usize * MAX_SIZE as usize;
    const BUCKETS: usize = 2 * LEVELS * (LEVELS + 1) * PHASES;
    const SCALE: i32 = 400;

    fn reset(&mut self, pos: &Gomoku) {
        self.patterns.reset(pos);
        let renju = self.patterns.is_renju();
        self.classes[0] = &TABLES[usize::from(renju)];
        self.black_offset = if renju { PAIRS as u16 } else { 0 };
    }

    #[inline]
    fn played(&mut self, pos: &Gomoku, mv: Point, undo: &()) {
        self.patterns.played(pos, mv, undo);
    }

    #[inline]
    fn undone(&mut self, pos: &Gomoku, mv: Point, undo: &()) {
        self.patterns.undone(pos, mv, undo);
    }

    fn active(&self, pos: &Gomoku, viewer: Player, features: &mut Vec<u16>) {
        let all = pos.empty().map(|point| {
            let shapes = self.patterns.packed_shapes(point);
            self.features(self.classes(shapes))[viewer.index()]
        });
        features.extend(all.filter(|&feature| feature > 0));
    }

    #[inline]
    fn changed(&self, _: &Gomoku, mv: Point, (): &(), changes: &mut Changes) {
        if mv.is_null() {
            return;
        }
        for [before, now] in self.patterns.changed_shapes() {
            let [before, now] = [before, now].map(|shapes| self.classes(shapes));
            if before == now {
                continue;
            }
            let [before, now] = [before, now].map(|classes| self.features(classes));
            for viewer in Player::BOTH {
                let before = before[viewer.index()];
                let now = now[viewer.index()];
                changes.remove_if(before > 0, viewer, before);
                changes.add_if(now > 0, viewer, now);
            }
        }
    }

    /// By the best threats of both players and the stones on the board, and in renju by the colour to
    /// move.
    #[inline]
    fn bucket(&self, pos: &Gomoku) -> usize {
        let turn = pos.turn();
        let own = level(self.patterns.best(turn));
        let other = match self.patterns.best(!turn) {
            best if best >= Threat::StraightFour => LEVELS,
            best => level(best),
        };
        let black = self.patterns.is_renju() && turn == Player::First;
        let threats = (usize::from(black) * LEVELS + own) * (LEVELS + 1) + other;
        threats * PHASES + phase(pos.stones())
    }
}

impl Trained<HIDDEN> for PointClasses {
    /// As trained on games that begin inside searches; unpacked when first asked for.
    fn trained() -> Arc<Layers> {
        static TRAINED: LazyLock<Arc<Layers>> = LazyLock::new(|| {
            let file = include_bytes!("../../data/gomoku.network");
            shipped(file, &PointClasses::SET)
        });
        TRAINED.clone()
    }
}

/// Levels of a player's best threat.
const LEVELS: usize = 4;

#[inline]
const fn level(best: Threat) -> usize {
    match best {
        Threat::Nothing | Threat::Forbidden | Threat::Two | Threat::DoubleTwo => 0,
        Threat::Three | Threat::ThreeTwo | Threat::DoubleThree => 1,
        Threat::Four | Threat::FourTwo => 2,
        Threat::FourThree | Threat::StraightFour | Threat::Five => 3,
    }
}

/// Phases of a game.
const PHASES: usize = 4;

/// The phase by the stones on the board, so that the same shapes may be worth more on an empty board
/// than on a full one.
#[inline]
const fn phase(stones: u32) -> usize {
    match stones {
        0..20 => 0,
        20..36 => 1,
        36..60 => 2,
        _ => 3,
    }
}

impl AsRef<Patterns> for Network {
    #[inline]
    fn as_ref(&self) -> &Patterns {
        &self.features().patterns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Explain;
    use game_core::{Notation, conform};
    use gomoku_rules::{Rule, Rules};
    use proptest::prelude::*;

    const POSITIONS: [&str; 4] = [
        "startpos",
        "X:h8 O: turn:O",
        "X:g8i8h9h10f9f10f11 O:k8f12 turn:O",
        "X:h8i8g9f7 O:h9i9j10 turn:O",
    ];

    fn parsed(text: &str, rule: Rule) -> Gomoku {
        let rules = Rules::new(15, rule).expect("a good size");
        Gomoku::parse(text, &rules).expect(text)
    }

    fn value(pos: &Gomoku) -> i32 {
        let mut eval = Network::default();
        eval.reset(pos);
        eval.evaluate(pos).get()
    }

    #[test]
    fn the_evaluator_keeps_its_laws() {
        for rule in Rule::ALL {
            for text in POSITIONS {
                conform::evaluator(&parsed(text, rule), &Network::default(), 1).unwrap();
            }
        }
    }

    #[test]
    fn classes_are_of_three_ranks() {
        let class = |shapes: [Shape; 4], renju| {
            let packed = shapes
                .iter()
                .rev()
                .fold(0, |all, &shape| all << 4 | shape as u16);
            super::class(packed, renju)
        };
        let nothing = [Shape::Nothing; 4];
        assert_eq!(class(nothing, false), 0);
        assert_eq!(
            class(
                [Shape::One, Shape::OpenOne, Shape::Two, Shape::Overline],
                false
            ),
            0
        );
        let [two, three] = [Shape::OpenTwo, Shape::OpenThree];
        let best = class([Shape::Nothing, two, two, three], false);
        assert_eq!(
            class([two, three, Shape::One, two], false),
            best,
            "in any order"
        );
        assert_eq!(class([two, three, two, two], false), best, "the best three");
        assert_ne!(class([two, three, Shape::One, Shape::One], false), best);
        assert_ne!(class([two, three, Shape::One, three], false), best);
        let fours = [Shape::Four, Shape::Nothing, Shape::Four, Shape::Nothing];
        assert_eq!(class(fours, true), FORBIDDEN);
        assert!(class(fours, false) < FORBIDDEN);
        let fives = [Shape::Five; 4];
        assert_eq!(
            usize::from(class(fives, false)),
            CLASSES - 2,
            "the greatest"
        );
        let mut all: Vec<u8> = TABLES[0].to_vec();
        all.sort_unstable();
        all.dedup();
        let expected: Vec<u8> = (0..FORBIDDEN).collect();
        assert_eq!(all, expected, "each is of some shapes");
    }

    #[test]
    fn phases_are_by_the_stones() {
        let phases = [0, 19, 20, 35, 36, 59, 60, 225].map(phase);
        assert_eq!(phases, [0, 0, 1, 1, 2, 2, 3, 3]);
    }

    /// In freestyle nothing tells the players apart but the turn.
    #[test]
    fn both_players_see_the_same() {
        for (one, other) in [
            ("X:h8i8g9 O:a1a2 turn:X", "X:a1a2 O:h8i8g9 turn:O"),
            ("X:h8i9j10 O:g7h9h10 turn:X", "X:g7h9h10 O:h8i9j10 turn:O"),
        ] {
            let [one, other] = [one, other].map(|text| parsed(text, Rule::Freestyle));
            assert_eq!(value(&one), value(&other), "{one}");
        }
    }

    #[test]
    fn terms_add_up() {
        for text in POSITIONS {
            let pos = parsed(text, Rule::Freestyle);
            let mut eval = Network::default();
            eval.reset(&pos);
            let sum: f64 = eval.terms(&pos).iter().map(|term| term.value).sum();
            assert_eq!(sum, f64::from(eval.evaluate(&pos).get()), "{text}");
        }
    }

    #[test]
    fn threats_are_worth_having() {
        let value = |text| value(&parsed(text, Rule::Freestyle));
        assert!(
            value("X:h8i8j8 O:a1a2 turn:X") > 1_000,
            "an open three, to move"
        );
        assert!(
            value("X:h8i8j8 O:a1a2 turn:O") < -100,
            "and the other to move"
        );
        assert!(value("X:h8i8g9 O:a1a2 turn:X") > value("X:h8a8g1 O:a1a2 turn:X"));
    }

    proptest! {
        /// What moves add and remove leads to what is active.
        #[test]
        fn changes_lead_to_the_active_features(
            rule in 0..Rule::ALL.len(),
            points in prop::collection::vec((4_u8..11, 4_u8..11), 1..30),
        ) {
            let mut pos = parsed("startpos", Rule::ALL[rule]);
            let mut kept = Network::default();
            kept.reset(&pos);
            let mut played = Vec::new();
            for (col, row) in points {
                let mv = Point::new(col, row).expect("on the board");
                if pos.decided().is_some() || pos.stone(mv).is_some() || !pos.is_legal(mv) {
                    continue;
                }
                pos.play(mv);
                kept.played(&pos, mv, &());
                played.push(mv);
                if (col + row) % 3 > 0 {
                    prop_assert_eq!(kept.evaluate(&pos).get(), value(&pos), "{}", pos);
                }
            }
            while let Some(mv) = played.pop() {
                kept.undone(&pos, mv, &());
                pos.undo(mv, ());
                prop_assert_eq!(kept.evaluate(&pos).get(), value(&pos), "{}", pos);
            }
        }
    }
}
