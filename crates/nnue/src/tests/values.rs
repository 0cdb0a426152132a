use super::game::{KingBuckets, Move, NULL, Piece, Skirmish};
use super::{SET, random};
use crate::{Features, Layers, Network};
use game_core::{Evaluator, Player, Position, Score, conform};
use proptest::prelude::*;
use pulp::Arch;
use std::sync::Arc;

fn network<const HIDDEN: usize>(seed: u64) -> Network<KingBuckets, HIDDEN> {
    Network::new(KingBuckets::default(), Arc::new(random(seed)))
}

/// The value computed anew.
fn fresh<const HIDDEN: usize>(network: &Network<KingBuckets, HIDDEN>, pos: &Skirmish) -> Score {
    let mut network = Network::new(KingBuckets::default(), network.layers().clone());
    network.reset(pos);
    network.evaluate(pos)
}

/// A step of a random walk over the game tree.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// One of the legal moves.
    Play(usize),
    Null,
    /// Takes back a move, from before the last reset too.
    Undo,
    Evaluate,
    Reset,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => any::<usize>().prop_map(Step::Play),
        1 => Just(Step::Null),
        6 => Just(Step::Undo),
        4 => Just(Step::Evaluate),
        1 => Just(Step::Reset),
    ];
    prop::collection::vec(step, 0..120)
}

/// Follows the steps and calls `look` wherever they say evaluate, and at the end.
fn walk<const HIDDEN: usize>(
    network: &mut Network<KingBuckets, HIDDEN>,
    steps: &[Step],
    mut look: impl FnMut(&mut Network<KingBuckets, HIDDEN>, &Skirmish),
) {
    let mut pos = Skirmish::start();
    let mut played: Vec<(Move, Option<Piece>)> = Vec::new();
    network.reset(&pos);
    for step in steps {
        match *step {
            Step::Play(_) | Step::Null => {
                let mut moves = Vec::new();
                let ended = pos.legal_moves(&mut moves).is_some();
                let mv = match *step {
                    Step::Play(nth) if !ended => moves[nth % moves.len()],
                    Step::Null => NULL,
                    _ => continue,
                };
                let undo = pos.play(mv);
                network.played(&pos, mv, &undo);
                played.push((mv, undo));
            }
            Step::Undo => {
                if let Some((mv, undo)) = played.pop() {
                    network.undone(&pos, mv, &undo);
                    pos.undo(mv, undo);
                }
            }
            Step::Evaluate => look(network, &pos),
            Step::Reset => network.reset(&pos),
        }
    }
    look(network, &pos);
}

proptest! {
    #[test]
    fn lazy_updates_equal_values_computed_anew(seed: u64, steps in steps()) {
        walk(&mut network::<16>(seed), &steps, |network, pos| {
            assert_eq!(network.evaluate(pos), fresh(network, pos));
        });
        // A tile and what is left over.
        walk(&mut network::<80>(seed), &steps, |network, pos| {
            assert_eq!(network.evaluate(pos), fresh(network, pos));
        });
    }

    #[test]
    fn every_instruction_set_gives_the_same(seed: u64, steps in steps()) {
        // More units than one sum of 32 bits holds.
        let mut others = network::<208>(seed);
        let mut archs = vec![Arch::Scalar, Arch::new()];
        #[cfg(target_arch = "x86_64")]
        archs.extend(pulp::x86::V3::try_new().map(Arch::V3));
        for arch in archs {
            others.arch = arch;
            walk(&mut others, &steps, |network, pos| {
                let mut scalar = network.clone();
                let plain = scalar.prepare(pos).run();
                assert_eq!(network.arch.dispatch(network.prepare(pos)), plain);
            });
        }
    }

    #[test]
    fn values_are_what_the_formula_says(seed: u64, steps in steps()) {
        walk(&mut network::<80>(seed), &steps, |network, pos| {
            let parts = network.parts(pos);
            assert_eq!((i64::from(parts.0), i64::from(parts.1)), formula(network.layers(), pos));
            assert_eq!(network.evaluate(pos), Score::eval(parts.0 + parts.1));
        });
    }
}

/// The formula of [`Layers`], term by term.
fn formula<const HIDDEN: usize>(layers: &Layers<HIDDEN>, pos: &Skirmish) -> (i64, i64) {
    let mut features = KingBuckets::default();
    features.reset(pos);
    let bucket = features.bucket(pos);
    let mut network = 0;
    let mut psqt = i64::from(layers.tempo[bucket]);
    for (nth, viewer) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
        let mut active = Vec::new();
        features.active(pos, viewer, &mut active);
        let active = || active.iter().map(|&feature| usize::from(feature));
        for unit in 0..HIDDEN {
            let rows = active().map(|feature| i64::from(layers.inputs[feature][unit]));
            let sum = i64::from(layers.biases[unit]) + rows.sum::<i64>();
            let output = i64::from(layers.outputs[bucket][nth][unit]);
            network += sum.clamp(0, 255).pow(2) * output;
        }
        let worth: i64 = active()
            .map(|feature| i64::from(layers.psqt[feature]))
            .sum();
        psqt += if nth == 0 { worth } else { -worth };
    }
    let scale = i64::from(<KingBuckets as Features<Skirmish>>::SCALE);
    (network * scale / (255 * 255 * 64), psqt / 8)
}

#[test]
fn the_evaluator_keeps_its_laws() {
    for seed in 0..4 {
        conform::evaluator(&Skirmish::start(), &network::<16>(seed), 3).unwrap();
        conform::evaluator(&Skirmish::start(), &network::<64>(seed), 2).unwrap();
    }
}

#[test]
fn the_game_keeps_its_laws() {
    conform::position(&Skirmish::start(), 3).unwrap();
}

#[test]
fn the_greatest_weights_do_not_wrap() {
    for sign in [1, -1] {
        let mut layers = Layers::<144>::zero(&SET);
        layers.inputs.as_flattened_mut().fill(SET.max_input());
        layers.psqt.fill(sign * i16::MAX);
        layers.biases.fill(SET.max_input());
        layers.tempo.fill(sign * i16::MAX);
        let outputs = layers.outputs.as_flattened_mut().as_flattened_mut();
        outputs.fill(sign * Layers::<16>::MAX_OUTPUT);
        let pos = Skirmish::start();
        let mut network = Network::new(KingBuckets::default(), Arc::new(layers));
        network.reset(&pos);
        let sum = 2 * 144 * 255 * 255 * 127 * i64::from(sign);
        let expected = sum * 300 / (255 * 255 * 64);
        assert_eq!(i64::from(network.parts(&pos).0), expected);
    }
}

#[test]
#[should_panic(expected = "not those of skirmish king buckets")]
fn weights_of_another_shape_are_refused() {
    let mut layers = Layers::<16>::zero(&SET);
    layers.psqt.pop();
    Network::new(KingBuckets::default(), Arc::new(layers)).reset(&Skirmish::start());
}

#[test]
fn both_players_see_the_same() {
    let pos = Skirmish::start();
    let mut turned = pos.clone();
    turned.play(NULL);
    turned.cells.reverse();
    for cell in turned.cells.iter_mut().flatten() {
        cell.player = !cell.player;
    }
    assert_eq!(turned.turn(), Player::Second);
    let network = network::<16>(3);
    assert_eq!(fresh(&network, &pos), fresh(&network, &turned));
}
