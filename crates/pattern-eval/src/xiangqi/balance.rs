//! What material is worth besides the sum of its pieces.

use super::{Pairs, Weights, counts::for_red};
use game_core::Player;
use xiangqi_movegen::{Board, Kind};

/// What a side's material lacks, or the other's does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// It has a chariot, and the other side none.
    OtherChariot,
    /// It has a chariot, a horse or a cannon, and the other side none of them.
    OtherAttacker,
    /// Of its advisors and elephants none is gone.
    Nothing,
    /// All of its advisors and elephants are gone.
    Guards,
    /// It has a single piece that may cross the river, soldiers counted, or none.
    SecondAttacker,
    /// It has none at all: it cannot win.
    Attackers,
    /// It has no soldier.
    Soldiers,
}

impl Lack {
    /// All of them, by [`index`](Self::index).
    pub const ALL: [Self; 7] = [
        Self::OtherChariot,
        Self::OtherAttacker,
        Self::Nothing,
        Self::Guards,
        Self::SecondAttacker,
        Self::Attackers,
        Self::Soldiers,
    ];

    /// The place among all: 0 to 6.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A side's pieces by [`Kind::index`]; the general, always there, is not counted. A place is left
/// over.
type Men = [i16; 8];

/// How many pieces of each kind both have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material([Men; 2]);

impl Material {
    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        let mut men = [Men::default(); 2];
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::General) {
            for player in Player::BOTH {
                men[player.index()][kind.index()] = board.pieces(player, kind).len() as i16;
            }
        }
        Self(men)
    }

    /// Whether `lack` holds of `player`.
    #[inline]
    pub(super) fn lacks(&self, player: Player, lack: Lack) -> bool {
        let [
            _,
            advisors,
            elephants,
            horses,
            chariots,
            cannons,
            soldiers,
            _,
        ] = self.0[player.index()];
        let other = &self.0[(!player).index()];
        let guards = advisors + elephants;
        let attackers = horses + chariots + cannons;
        match lack {
            Lack::OtherChariot => chariots > 0 && other[Kind::Chariot.index()] == 0,
            Lack::OtherAttacker => {
                attackers > 0
                    && [Kind::Horse, Kind::Chariot, Kind::Cannon]
                        .iter()
                        .all(|kind| other[kind.index()] == 0)
            }
            Lack::Nothing => guards >= 4,
            Lack::Guards => guards == 0,
            Lack::SecondAttacker => attackers + soldiers <= 1,
            Lack::Attackers => attackers + soldiers == 0,
            Lack::Soldiers => soldiers == 0,
        }
    }

    /// How often the weight of `kind` with `other` counts in [`Weights::together`], Red's pairs
    /// less Black's.
    pub(super) fn together(&self, kind: usize, other: usize) -> i32 {
        let pairs =
            |men: &Men| i32::from(men[kind]) * (i32::from(men[other]) - i32::from(kind == other));
        let both = pairs(&self.0[0]) - pairs(&self.0[1]);
        if kind == other { both / 2 } else { both }
    }

    /// The same in [`Weights::against`].
    pub(super) fn against(&self, kind: usize, other: usize) -> i32 {
        let [red, black] = &self.0;
        i32::from(red[kind]) * i32::from(black[other])
            - i32::from(black[kind]) * i32::from(red[other])
    }
}

/// The weights as sums of products take them.
#[derive(Clone, Debug)]
pub(super) struct Balance {
    /// For each two kinds of one side, both ways: twice what they are worth together, and for two
    /// of a kind once.
    together: Pairs<8>,
    /// For each kind of one side and of the other; negative the other way.
    against: Pairs<8>,
}

impl Balance {
    pub(super) fn new(weights: &Weights) -> Self {
        let mut together = [[0; 8]; 8];
        let mut against = [[0; 8]; 8];
        for (kind, other) in pairs() {
            (together[kind][other], together[other][kind]) =
                (weights.together[kind][other], weights.together[kind][other]);
            if other < kind {
                (against[kind][other], against[other][kind]) =
                    (weights.against[kind][other], -weights.against[kind][other]);
            }
        }
        Self { together, against }
    }

    /// What `material` comes to, Red's less Black's.
    #[inline]
    pub(super) fn worth(&self, material: &Material) -> i32 {
        let [red, black] = &material.0;
        let product = |men: &Men, row: &[i16; 8]| -> i32 {
            men.iter()
                .zip(row)
                .map(|(&men, &weight)| i32::from(men) * i32::from(weight))
                .sum()
        };
        let mut twice = 0;
        let mut against = 0;
        for kind in 1..7 {
            let row = &self.together[kind];
            let ours = i32::from(red[kind]);
            let theirs = i32::from(black[kind]);
            // Nothing makes a pair with itself.
            let alone = i32::from(row[kind]);
            twice += ours * (product(red, row) - alone) - theirs * (product(black, row) - alone);
            against += ours * product(black, &self.against[kind]);
        }
        twice / 2 + against
    }
}

/// The pairs of kinds that have weights: each kind with itself and those before it.
pub(super) fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (1..7).flat_map(|kind| (1..=kind).map(move |other| (kind, other)))
}

/// Tells `count` what either side lacks: 1 for Red, -1 for Black.
#[inline]
pub(super) fn lacks(material: &Material, mut count: impl FnMut(Lack, i32)) {
    for lack in Lack::ALL {
        for player in Player::BOTH {
            count(lack, for_red(material.lacks(player, lack).into(), player));
        }
    }
}
