//! Nim, copy-make (the undo is the whole former position), with legality checked lazily. The last
//! to take wins.
use super::mix;
use game_core::{Outcome, Player, Position};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nim {
    pub heaps: [u8; 3],
    pub turn: Player,
}

impl Nim {
    const MAX: u8 = 15;

    pub fn new(heaps: [u8; 3]) -> Self {
        Self {
            heaps,
            turn: Player::First,
        }
    }
}

impl Position for Nim {
    type Move = (u8, u8);
    type Undo = Self;
    const SLOTS: usize = 48;
    const LAZY_LEGALITY: bool = true;

    fn turn(&self) -> Player {
        self.turn
    }
    fn key(&self) -> u64 {
        let [a, b, c] = self.heaps.map(u64::from);
        mix(a << 16 | b << 8 | c, self.turn as u64)
    }
    fn decided(&self) -> Option<Outcome> {
        None
    }
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }
    fn generate(&self, moves: &mut Vec<(u8, u8)>) {
        moves.extend((0..3).flat_map(|heap| (1..=Self::MAX).map(move |n| (heap, n))));
    }
    fn is_legal(&self, (heap, n): (u8, u8)) -> bool {
        n <= self.heaps[heap as usize]
    }
    fn play(&mut self, (heap, n): (u8, u8)) -> Self {
        let old = *self;
        self.heaps[heap as usize] -= n;
        self.turn = !self.turn;
        old
    }
    fn undo(&mut self, _: (u8, u8), old: Self) {
        *self = old;
    }
    fn pack(&self, (heap, n): (u8, u8)) -> u16 {
        u16::from(heap) * 16 + u16::from(n)
    }
    fn unpack(&self, bits: u16) -> Option<(u8, u8)> {
        (bits < 48 && !bits.is_multiple_of(16)).then_some(((bits / 16) as u8, (bits % 16) as u8))
    }
    fn slot(&self, mv: (u8, u8)) -> usize {
        self.pack(mv).into()
    }
}
