use super::game::{KingBuckets, Move, NULL, Piece, Skirmish};
use super::{SET, random};
use crate::{Dense, Features, Layers, Network};
use game_core::{Evaluator, Player, Position, Score, conform};
use proptest::prelude::*;
use pulp::Arch;
use std::sync::Arc;

fn network<const HIDDEN: usize>(seed: u64) -> Network<KingBuckets, HIDDEN> {
    // Without a dense layer, and with layers of one unit, of a vector's, and of no vector's.
    let dense = [0, 1, 16, 35][seed as usize % 4];
    Network::new(KingBuckets::default(), Arc::new(random(seed, dense)))
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
    let layer = layers.dense.get(bucket);
    let weights = || layer.iter().flat_map(|layer| &layer.weights);
    let biases = layer.iter().flat_map(|layer| &layer.biases);
    let mut dense: Vec<i64> = biases.map(|&bias| 1_020 * i64::from(bias)).collect();
    for (nth, viewer) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
        let mut active = Vec::new();
        features.active(pos, viewer, &mut active);
        let active = || active.iter().map(|&feature| usize::from(feature));
        for unit in 0..HIDDEN {
            let rows = active().map(|feature| i64::from(layers.inputs[feature][unit]));
            let sum = i64::from(layers.biases[unit]) + rows.sum::<i64>();
            let output = i64::from(layers.outputs[bucket][nth][unit]);
            let square = sum.clamp(0, 255).pow(2);
            network += square * output;
            for (sum, weights) in dense.iter_mut().zip(weights()) {
                *sum += square / 64 * i64::from(weights[nth][unit]);
            }
        }
        let worth: i64 = active()
            .map(|feature| i64::from(layers.psqt[feature]))
            .sum();
        psqt += if nth == 0 { worth } else { -worth };
    }
    let outputs = layer.iter().flat_map(|layer| &layer.outputs);
    let added = dense.iter().zip(outputs);
    let added = added.map(|(&sum, &output)| sum.clamp(0, 4 * 65_025).pow(2) * i64::from(output));
    network += added.sum::<i64>() / (16 * 65_025);
    let scale = i64::from(<KingBuckets as Features<Skirmish>>::SCALE);
    (network * scale / (255 * 255 * 64), psqt / 8)
}

#[test]
fn the_evaluator_keeps_its_laws() {
    for seed in 0..4 {
        conform::evaluator(&Skirmish::start(), &network::<16>(seed), 3).unwrap();
        conform::evaluator(&Skirmish::start(), &network::<64>(seed + 1), 2).unwrap();
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
fn the_greatest_dense_weights_do_not_wrap() {
    // As many hidden units as a sum holds.
    let hidden = &[i16::MAX; 2_048];
    for sign in [1, -1] {
        let mut dense = Dense::zero(256);
        let weights = dense.weights.as_flattened_mut().as_flattened_mut();
        weights.fill(sign * Dense::<2_048>::MAX_WEIGHT);
        dense.biases.fill(sign * Dense::<2_048>::MAX_BIAS);
        dense.outputs.fill(-Layers::<2_048>::MAX_OUTPUT);
        let expected = if sign == 1 { -256 * 127 * 255 * 255 } else { 0 };
        assert_eq!(dense.forward([hidden; 2]), expected);
    }
}

#[test]
fn a_dense_layer_whose_outputs_are_0_changes_nothing() {
    let pos = Skirmish::start();
    let plain = random::<16>(4, 0);
    let mut layers = random::<16>(4, 16);
    let value = |layers: &Layers<16>| {
        fresh(
            &Network::new(KingBuckets::default(), Arc::new(layers.clone())),
            &pos,
        )
    };
    assert_ne!(value(&layers), value(&plain));
    for dense in &mut layers.dense {
        dense.outputs.fill(0);
    }
    assert_eq!(value(&layers), value(&plain));
    assert_eq!(layers.with_dense(0), plain);
}

#[test]
fn dense_layers_fit_if_there_is_one_for_each_bucket_or_none() {
    let whole = random::<16>(1, 4);
    assert_eq!((whole.dense_units(), whole.fits(&SET)), (4, true));
    type Change = fn(&mut Vec<Dense<16>>);
    let changes: [Change; 6] = [
        |dense| dense.truncate(2),
        |dense| dense[1] = Dense::zero(5),
        |dense| dense[0].weights.truncate(3),
        |dense| dense[2].outputs.truncate(3),
        |dense| dense.fill(Dense::zero(0)),
        |dense| dense.fill(Dense::zero(257)),
    ];
    for change in changes {
        let mut layers = whole.clone();
        change(&mut layers.dense);
        assert!(!layers.fits(&SET));
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
