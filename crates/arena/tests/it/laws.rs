//! What holds of any counts and of any bytes.

use arena::Side;
use arena::game::{TimeControl, Timing};
use arena::openings::Openings;
use arena::stats::{
    Estimate, Model, Pentanomial, Sprt, Trinomial, elo_of_score, rate, score_of_elo,
};
use arena::tournament::{GameRecord, Match, Shard, Ticket, merge, read_line, write_line};
use proptest::prelude::*;
use std::time::Duration;

fn pairs() -> impl Strategy<Value = Pentanomial> {
    prop::array::uniform5(0u64..2_000).prop_map(Pentanomial)
}

proptest! {
    #[test]
    fn results_told_by_the_other_side_are_mirrored(
        pairs in pairs(),
        elo0 in -20.0..20.0,
        more in 0.5..20.0,
    ) {
        let mut mirrored = pairs;
        mirrored.0.reverse();
        match (Estimate::of_pairs(pairs), Estimate::of_pairs(mirrored)) {
            (None, None) => prop_assert_eq!(pairs.pairs(), 0),
            (Some(one), Some(other)) => {
                prop_assert!((one.score + other.score - 1.0).abs() < 1e-9);
                prop_assert!((one.los + other.los - 1.0).abs() < 1e-9);
                prop_assert!((0.0..=1.0).contains(&one.los));
                if one.elo.is_finite() {
                    prop_assert!((one.elo + other.elo).abs() < 1e-6 && (one.elo - elo_of_score(one.score)).abs() < 1e-9);
                    prop_assert!((one.nelo + other.nelo).abs() < 1e-6 && one.nelo_error > 0.0);
                    prop_assert!(one.elo_error >= 0.0);
                    let [low, high] = one.elo_interval;
                    prop_assert!(low < one.elo && one.elo < high, "{low} {} {high}", one.elo);
                    // With many games it is the one that other programs print.
                    let other = [one.elo - one.elo_error, one.elo + one.elo_error];
                    if pairs.pairs() > 2_000 && one.elo.abs() < 200.0 {
                        prop_assert!((low - other[0]).abs() < 1.0 && (high - other[1]).abs() < 1.0, "{low} {high} {other:?}");
                    }
                }
            }
            other => prop_assert!(false, "{other:?}"),
        }
        for model in [Model::Logistic, Model::Normalized] {
            let test = Sprt::new(elo0, elo0 + more).expect("in order").with_model(model);
            let mirror = Sprt::new(-elo0 - more, -elo0).expect("in order").with_model(model);
            let llr = test.llr_of_pairs(pairs);
            let reflection = mirror.llr_of_pairs(mirrored);
            prop_assert!(
                llr.is_finite() && (llr + reflection).abs() < 1e-6 * (1.0 + llr.abs()),
                "{} {}",
                llr,
                reflection,
            );
        }
    }

    /// For small effects the ratio is near that of normal variables, the approximation of earlier
    /// test frameworks.
    #[test]
    fn the_ratio_is_near_its_normal_approximation(counts in prop::array::uniform5(400u64..2_000)) {
        let found = Estimate::of_pairs(Pentanomial(counts)).expect("pairs");
        let pairs: u64 = counts.iter().sum();
        let square = |(i, &count): (usize, &u64)| count as f64 * (i as f64 / 4.0 - found.score).powi(2);
        let variance = counts.iter().enumerate().map(square).sum::<f64>() / pairs as f64;
        let s0 = score_of_elo(0.0);
        let s1 = score_of_elo(2.0);
        let normal = pairs as f64 * (s1 - s0) * (2.0 * found.score - s0 - s1) / (2.0 * variance);
        let exact = Sprt::new(0.0, 2.0).expect("in order").llr_of_pairs(Pentanomial(counts));
        // The null hypothesis' own variance is what the approximation leaves out: large where the
        // result is far from it.
        let far = (found.score - 0.5).abs() / variance.sqrt();
        prop_assert!(
            (exact - normal).abs() <= 0.02 + far * normal.abs(),
            "{} {} {}",
            exact,
            normal,
            far,
        );
    }

    #[test]
    fn ratings_average_to_nothing(wins in prop::collection::vec((0u64..50, 0u64..50, 0u64..50), 6)) {
        let mut results = vec![vec![Trinomial::default(); 4]; 4];
        let met = (0..4).flat_map(|i| (i + 1..4).map(move |j| (i, j)));
        for ((i, j), (wins, draws, losses)) in met.zip(wins) {
            let games = Trinomial { wins, draws, losses };
            (results[i][j], results[j][i]) = (games, games.reversed());
        }
        let ratings = rate(&results);
        prop_assert!(
            ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6,
            "{:?}",
            ratings,
        );
    }

    /// A log's ticket is compared with the match's: no number may change by being written down.
    #[test]
    fn tickets_are_read_as_they_were_written(
        elo in (-1000.0..0.0, 0.0..1000.0f64),
        risks in (1e-9..0.499, 1e-9..0.499),
        base in 1u64..1 << 40,
        increment in 0u64..1 << 40,
    ) {
        let config = || "level=1".parse().expect("a configuration");
        let mut plan = Match::new(engines::game("othello").expect("built in"), config(), config());
        plan.sprt = Sprt::new(elo.0, elo.1).and_then(|test| test.with_model(Model::Normalized).with_risks(risks.0, risks.1)).ok();
        prop_assert!(plan.sprt.is_some());
        let [base, increment] = [base, increment].map(Duration::from_micros);
        plan.limits.clock = Some(TimeControl { base, increment, moves: None }.clock());
        let game = GameRecord {
            index: 0,
            first: Side::A,
            winner: None,
            reason: String::new(),
            fault: None,
            opening: String::new(),
            moves: String::new(),
            nodes: [0; 2],
            timing: Some([Timing { used_us: u64::MAX, left_us: 0, least_us: i64::MIN }; 2]),
        };
        let ticket = Ticket::of(&plan);
        let read = read_line(write_line(&ticket, &game).as_bytes()).expect("good");
        prop_assert_eq!(read, Some((ticket, game)));
    }

    #[test]
    fn no_bytes_break_a_reader(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        text in "\\PC{0,60}",
    ) {
        let _ = read_line(&bytes);
        let _ = merge([bytes.as_slice(), text.as_bytes()]);
        let _ = text.parse::<Shard>();
        let _ = Openings::parse(&text, engines::game("othello").expect("built in"), &Vec::new());
    }

    #[test]
    fn a_line_with_a_byte_changed_is_refused_or_read(at in 0usize..400, byte in any::<u8>()) {
        let plan = Match::new(
            engines::game("othello").expect("built in"),
            "pvs,depth=1".parse().expect("a configuration"),
            "level=1".parse().expect("a configuration"),
        );
        let game = GameRecord {
            index: 3,
            first: Side::B,
            winner: None,
            reason: "the board is full".to_owned(),
            fault: None,
            opening: "startpos".to_owned(),
            moves: "f5 d6 c3".to_owned(),
            nodes: [u64::MAX, 0],
            timing: None,
        };
        let ticket = Ticket::of(&plan);
        let mut line = write_line(&ticket, &game).into_bytes();
        prop_assert_eq!(read_line(&line).expect("good"), Some((ticket.clone(), game)));
        let at = at % line.len();
        line[at] = byte;
        if let Ok(Some((_, game))) = read_line(&line) {
            prop_assert!(game.index < ticket.of.max(1_000));
        }
    }
}
