//! The formulas against result lines that others printed.

use super::*;

/// Whether `value`, printed with as many digits as `text` has, reads `text`; the last digit may be
/// off by one, for the printers round intermediate values too.
fn reads(value: f64, text: &str) -> bool {
    let digits = text
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    let printed: f64 = text.parse().expect("a number");
    (value - printed).abs() <= 1.01 * 10f64.powi(-(digits as i32))
}

/// cutechess-cli's "Score of .. vs ..: W - L - D" and "Elo difference: .. +/- .., LOS: ..".
#[test]
fn cutechess_lines() {
    let lines = [
        // JoAnnP38/Pedantic, pull requests 8 and 10
        ([332, 316, 352], "5.6", "17.3", "73.5"),
        ([1342, 1317, 1341], "2.2", "8.8", "68.6"),
        // spamdrew128/Wahoo, pull request 104
        ([509, 396, 1058], "20.0", "10.4", "100.0"),
        // kelseyde/calvin-chess-engine, pull requests 97 and 65
        ([143, 129, 368], "7.6", "17.5", "80.2"),
        ([1216, 1199, 3939], "0.9", "5.3", "63.5"),
        ([395, 343, 1422], "8.4", "8.6", "97.2"),
        // dede1751/carp, pull request 5
        ([1448, 1320, 1679], "10.0", "8.0", "99.3"),
        // jw1912/akimbo, pull request 29
        ([1593, 1433, 1971], "11.1", "7.5", "99.8"),
    ];
    for ([wins, losses, draws], elo, error, los) in lines {
        let found = Estimate::of_games(Trinomial {
            wins,
            draws,
            losses,
        })
        .expect("games");
        let read =
            reads(found.elo, elo) && reads(found.elo_error, error) && reads(100.0 * found.los, los);
        assert!(
            read,
            "{wins} - {losses} - {draws}: {elo} +/- {error}, {los} %, not {found:?}"
        );
    }
}

/// fastchess's "Elo: .. +/- .., nElo: .. +/- .. LOS: .." and "Ptnml(0-2): [..]"; its LLR is of Elo
/// in either unit.
#[test]
fn fastchess_lines() {
    use Model::{Logistic, Normalized};
    type Test = (f64, f64, Model, &'static str);
    let lines: [([u64; 5], [&str; 5], Option<Test>); 6] = [
        // Disservin/fastchess, issue 807
        (
            [30, 6, 18, 0, 6],
            ["-168.40", "73.37", "-170.08", "62.16", "0.00"],
            None,
        ),
        // Disservin/fastchess, pull request 515
        (
            [0, 1, 4, 0, 0],
            ["-34.86", "62.20", "-122.84", "215.34", "13.18"],
            None,
        ),
        // lynx-chess/Lynx, pull request 1899
        (
            [235, 1384, 2521, 1341, 239],
            ["-1.06", "4.05", "-1.67", "6.37", "30.33"],
            Some((-5.0, 0.0, Logistic, "1.69")),
        ),
        // brunocodutra/cinder, pull requests 727 and 804
        (
            [50, 287, 610, 387, 73],
            ["18.04", "8.23", "28.19", "12.84", "100.00"],
            Some((0.0, 5.0, Normalized, "2.97")),
        ),
        (
            [320, 2667, 5158, 2850, 359],
            ["3.99", "2.72", "6.63", "4.52", "99.80"],
            Some((0.0, 3.0, Normalized, "2.90")),
        ),
        // The second engine of Disservin/fastchess, issue 1007, without its LOS
        (
            [1, 3, 4, 1, 4],
            ["53.88", "134.87", "57.12", "133.55", "79.9"],
            None,
        ),
    ];
    for (pairs, [elo, elo_error, nelo, nelo_error, los], test) in lines {
        let found = Estimate::of_pairs(Pentanomial(pairs)).expect("pairs");
        assert!(
            reads(found.elo, elo) && reads(found.elo_error, elo_error),
            "{pairs:?}: {found:?}"
        );
        assert!(
            reads(found.nelo, nelo) && reads(found.nelo_error, nelo_error),
            "{pairs:?}: {found:?}"
        );
        // Theirs takes the score to be normal, which holds where there are many games.
        assert!(
            pairs.iter().sum::<u64>() < 1_000 || reads(100.0 * found.los, los),
            "{pairs:?}: {found:?}"
        );
        if let Some((elo0, elo1, model, llr)) = test {
            let test = Sprt::new(elo0, elo1).expect("hypotheses").with_model(model);
            assert!(
                reads(test.llr_of_pairs(Pentanomial(pairs)), llr),
                "{pairs:?} {}",
                test.llr_of_pairs(Pentanomial(pairs))
            );
        }
    }
}

/// What fastchess's own tests of its Elo and SPRT expect (app/tests/elo_test.cpp and
/// sprt_test.cpp), to one percent. Left out are its two cases in which one side won everything,
/// under normalised Elo: the iteration there stops short of the maximum.
#[test]
fn fastchess_tests() {
    let near = |value: f64, expected: f64| {
        (value - expected).abs() <= 0.01 * (1.0 + value.abs().max(expected.abs()))
    };
    let games = |wins, losses, draws| Trinomial {
        wins,
        draws,
        losses,
    };
    for (counts, nelo, error) in [
        (games(76, 89, 123), -20.76, 40.13),
        (games(136, 96, 111), 49.77, 36.77),
        (games(34, 356, 0), -508.44, 34.48),
    ] {
        let found = Estimate::of_games(counts).expect("games");
        assert!(
            near(found.nelo, nelo) && near(found.nelo_error, error),
            "{counts:?} {found:?}"
        );
    }
    for (pairs, [elo, elo_error, nelo, nelo_error]) in [
        ([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28]),
        ([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96]),
        ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65]),
    ] {
        let found = Estimate::of_pairs(Pentanomial(pairs)).expect("pairs");
        assert!(
            near(found.elo, elo) && near(found.elo_error, elo_error),
            "{pairs:?} {found:?}"
        );
        assert!(
            near(found.nelo, nelo) && near(found.nelo_error, nelo_error),
            "{pairs:?} {found:?}"
        );
    }
    let test = |elo0, elo1, model| Sprt::new(elo0, elo1).expect("hypotheses").with_model(model);
    use Model::{Logistic, Normalized};
    for (elo0, elo1, model, counts, llr) in [
        (0.0, 2.0, Normalized, games(36433, 36027, 68692), 0.92),
        (-1.75, 0.25, Normalized, games(10871, 10650, 20431), 2.30),
        (0.5, 2.5, Logistic, games(21404, 21184, 40708), -1.57),
        (0.0, 2.0, Logistic, games(57433, 57030, 106593), -2.59),
    ] {
        let found = test(elo0, elo1, model).llr_of_games(counts);
        assert!(near(found, llr), "{counts:?} {llr} {found}");
    }
    for (elo0, elo1, model, pairs, llr) in [
        (0.0, 2.0, Normalized, [365, 16618, 36229, 16974, 390], 2.25),
        (-1.75, 0.25, Normalized, [127, 4883, 10712, 5150, 104], 3.01),
        (0.5, 2.5, Logistic, [223, 9863, 21279, 10037, 246], -3.07),
        (0.0, 2.0, Logistic, [871, 26175, 55983, 26678, 821], -4.98),
    ] {
        let found = test(elo0, elo1, model).llr_of_pairs(Pentanomial(pairs));
        assert!(near(found, llr), "{pairs:?} {llr} {found}");
    }
}

/// Fishtest's "LLR: .. {elo0,elo1}" and "Ptnml(0-2): ..", in pull requests of
/// official-stockfish/Stockfish: braces are bounds in logistic Elo, angle brackets in normalised.
#[test]
fn fishtest_lines() {
    use Model::{Logistic, Normalized};
    let lines = [
        // 2493
        (-1.0, 3.0, Logistic, [424, 2948, 5832, 3045, 460], "2.94"),
        (
            0.0,
            2.0,
            Logistic,
            [1284, 17437, 55536, 18085, 1292],
            "2.94",
        ),
        // 3209
        (-0.25, 1.25, Logistic, [253, 4282, 17604, 4431, 286], "2.94"),
        (0.25, 1.25, Logistic, [58, 3302, 33130, 3518, 84], "2.97"),
        // 3098
        (-0.25, 1.25, Logistic, [491, 7345, 29693, 7670, 465], "2.96"),
        // 2971
        (-0.5, 1.5, Logistic, [17, 253, 1042, 337, 39], "2.96"),
        // 3514
        (-0.5, 2.5, Normalized, [264, 5737, 31270, 5964, 269], "2.97"),
        (0.5, 3.5, Normalized, [29, 2205, 35000, 2392, 34], "2.94"),
        // 6036
        (0.5, 2.5, Normalized, [1, 1098, 3954, 1346, 1], "2.94"),
        (0.0, 2.0, Normalized, [0, 1236, 4490, 1474, 1], "2.94"),
    ];
    for (elo0, elo1, model, pairs, llr) in lines {
        let found = Sprt::new(elo0, elo1)
            .expect("hypotheses")
            .with_model(model)
            .llr_of_pairs(Pentanomial(pairs));
        assert!(
            reads(found, llr),
            "{pairs:?} [{elo0}, {elo1}]: {llr}, not {found}"
        );
    }
}
