use super::*;
use crate::Explain;
use crate::xiangqi::tests::{POSITIONS, changed, pos};
use game_core::{Evaluator, Player, Position, conform};
use std::sync::Arc;
use xiangqi_movegen::{Kind, Move, Piece, Square, Xiangqi};

fn value_by(mut eval: Network, pos: &Xiangqi) -> i32 {
    eval.reset(pos);
    eval.evaluate(pos).get()
}

/// Every number as great as it may be, of either sign.
fn loud(sign: i16) -> Arc<Layers> {
    let mut layers = Layers::zero();
    layers.psqt.fill(sign * i16::MAX);
    layers
        .inputs
        .as_flattened_mut()
        .fill(sign.abs() * Layers::MAX_INPUT);
    layers.biases.fill(Layers::MAX_INPUT);
    layers
        .outputs
        .as_flattened_mut()
        .fill(sign * Layers::MAX_OUTPUT);
    layers.tempo.fill(sign * i16::MAX);
    Arc::new(layers)
}

#[test]
fn the_evaluator_keeps_its_laws() {
    for fen in POSITIONS {
        for eval in [
            Network::default(),
            Network::new(loud(1)),
            Network::new(loud(-1)),
        ] {
            conform::evaluator(&pos(fen), &eval, 2).unwrap();
        }
    }
}

#[test]
fn both_sides_see_the_same() {
    for fen in POSITIONS {
        let pos = pos(fen);
        // A half turn, which is what the other player sees.
        let turned = changed(&pos, !pos.turn(), |at, piece| {
            (at.rotated(), Piece::new(!piece.player, piece.kind))
        });
        assert_eq!(
            value_by(Network::default(), &pos),
            value_by(Network::default(), &turned),
            "{fen}"
        );
    }
}

#[test]
fn terms_add_up() {
    for fen in POSITIONS {
        let pos = pos(fen);
        let mut eval = Network::default();
        eval.reset(&pos);
        let sum: f64 = eval.terms(&pos).iter().map(|term| term.value).sum();
        assert_eq!(sum, f64::from(eval.evaluate(&pos).get()), "{fen}");
    }
}

/// The sum that the network stands for, term by term.
#[test]
fn the_value_is_what_the_numbers_say() {
    let mut layers = Layers::zero();
    let mut random = 1_u32;
    let mut number = |most: i16| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 16) as i16 % most
    };
    layers.psqt.fill_with(|| number(8_000));
    layers.inputs.as_flattened_mut().fill_with(|| number(90));
    layers.biases.fill_with(|| number(200));
    layers
        .outputs
        .as_flattened_mut()
        .fill_with(|| number(Layers::MAX_OUTPUT));
    layers.tempo.fill_with(|| number(300));
    for fen in POSITIONS {
        let pos = pos(fen);
        let stage = Layers::stage(pos.board().occupied().len());
        let pieces = || Square::all().filter_map(|at| Some((at, pos.piece_at(at)?)));
        let mut hidden = 0_i64;
        let mut parts = i64::from(layers.tempo[stage]);
        for (half, viewer) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
            for unit in 0..Layers::HIDDEN {
                let inputs = pieces().map(|(at, piece)| {
                    i64::from(layers.inputs[Layers::input(viewer, piece, at)][unit])
                });
                let sum = i64::from(layers.biases[unit]) + inputs.sum::<i64>();
                let output = layers.outputs[stage][half * Layers::HIDDEN + unit];
                hidden += sum.clamp(0, 255).pow(2) * i64::from(output);
            }
        }
        for (at, piece) in pieces() {
            let worth = i64::from(layers.psqt[Layers::input(piece.player, piece, at)]);
            parts += if piece.player == pos.turn() {
                worth
            } else {
                -worth
            };
        }
        let expected = hidden * 450 / (255 * 255 * 64) + parts / 8;
        assert_eq!(
            i64::from(value_by(Network::new(Arc::new(layers.clone())), &pos)),
            expected,
            "{fen}"
        );
    }
}

#[test]
fn inputs_are_what_the_viewer_sees() {
    let at = |text: &str| text.parse::<Square>().expect(text);
    let red = Piece::new(Player::First, Kind::Horse);
    let black = Piece::new(Player::Second, Kind::Horse);
    assert_eq!(Layers::input(Player::First, red, at("b0")), 3 * 90 + 1);
    assert_eq!(
        Layers::input(Player::Second, black, at("h9")),
        3 * 90 + 1,
        "his own, from his left"
    );
    assert_eq!(Layers::input(Player::First, black, at("b0")), 10 * 90 + 1);
    assert_eq!([1, 4, 5, 28, 29, 32].map(Layers::stage), [0, 0, 1, 6, 7, 7]);
}

#[test]
fn moves_from_before_the_reset_are_taken_back() {
    for (mv, reply) in [("h2e2", "h9g7"), ("h2h9", "i9h9"), ("h2e2", "none")] {
        let mut pos = Xiangqi::default();
        let mv: Move = mv.parse().expect(mv);
        let before = value_by(Network::default(), &pos);
        let undo = pos.play(mv);
        let after = value_by(Network::default(), &pos);
        let mut eval = Network::default();
        let reply = if reply == "none" {
            Move::NULL
        } else {
            reply.parse().expect(reply)
        };
        let second = pos.play(reply);
        eval.reset(&pos);
        for (mv, undo, value) in [(reply, second, after), (mv, undo, before)] {
            eval.undone(&pos, mv, &undo);
            pos.undo(mv, undo);
            assert_eq!(eval.evaluate(&pos).get(), value, "{mv}");
        }
        let undo = pos.play(mv);
        eval.played(&pos, mv, &undo);
        assert_eq!(eval.evaluate(&pos).get(), after, "{mv} once more");
    }
}

#[test]
fn a_null_move_changes_the_turn_alone() {
    let mut pos = pos(POSITIONS[1]);
    let mut eval = Network::default();
    eval.reset(&pos);
    let before = eval.evaluate(&pos);
    let undo = pos.play(Move::NULL);
    eval.played(&pos, Move::NULL, &undo);
    assert_eq!(
        eval.evaluate(&pos).get(),
        value_by(Network::default(), &pos)
    );
    eval.undone(&pos, Move::NULL, &undo);
    pos.undo(Move::NULL, undo);
    assert_eq!(eval.evaluate(&pos), before);
}

#[test]
fn files_come_back_as_they_were() {
    for layers in [
        Layers::trained(),
        loud(1),
        loud(-1),
        Arc::new(Layers::zero()),
    ] {
        assert_eq!(
            Layers::from_bytes(&layers.to_bytes()).as_ref(),
            Ok(&*layers)
        );
    }
}

#[test]
fn damaged_files_are_refused() {
    let file = Layers::trained().to_bytes();
    assert_eq!(Layers::from_bytes(&file[1..]), Err(LayersError::Magic));
    assert_eq!(Layers::from_bytes(b""), Err(LayersError::Magic));
    assert_eq!(
        Layers::from_bytes(&file[..file.len() / 2]),
        Err(LayersError::Damaged)
    );
    let line = file.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let short = [
        &file[..line],
        &miniz_oxide::deflate::compress_to_vec_zlib(&[0; 10], 1),
    ]
    .concat();
    let error = Layers::from_bytes(&short).expect_err("too short");
    assert!(
        matches!(error, LayersError::Length { numbers: 5, .. }),
        "{error}"
    );
    let too_loud: [fn(&mut Layers); 3] = [
        |layers| layers.inputs[7][7] = -Layers::MAX_INPUT - 1,
        |layers| layers.biases[7] = Layers::MAX_INPUT + 1,
        |layers| layers.outputs[7][7] = i16::MIN,
    ];
    for (change, what) in too_loud.into_iter().zip(["inputs", "biases", "outputs"]) {
        let mut layers = Layers::zero();
        change(&mut layers);
        let error = Layers::from_bytes(&layers.to_bytes()).expect_err(what);
        assert!(error.to_string().contains(what), "{error}");
    }
}

#[test]
fn what_wins_is_worth_more() {
    let value = |fen: &str| value_by(Network::default(), &pos(fen));
    let start = value(Xiangqi::START);
    assert!((-50..150).contains(&start), "{start}");
    // A horse up, and a chariot down.
    assert!(value("r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w") > start + 200);
    assert!(value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w") < start - 400);
}
