//! Sequential tests err as often as they say, and no oftener: matches drawn by lot, of which the
//! truth is known.

use arena::stats::{Estimate, Model, Pentanomial, Sprt, SprtVerdict};
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// A measure of strength.
type Strength = fn(&Estimate) -> f64;

/// What pairs give where a pair's points are as in `shape`, tilted until `strength` of it is
/// `wanted`.
fn tilted(shape: [f64; 5], strength: Strength, wanted: f64) -> [f64; 5] {
    let at = |tilt: f64| -> [f64; 5] {
        let weights: [f64; 5] =
            core::array::from_fn(|step| shape[step] * (tilt * step as f64).exp());
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    };
    let mut low = -2.0;
    let mut high = 2.0;
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        // Counted as of a great many pairs, so that rounding does not matter.
        let counts = Pentanomial(at(middle).map(|p| (p * 1e15) as u64));
        let found = strength(&Estimate::of_pairs(counts).expect("pairs"));
        if found < wanted {
            low = middle
        } else {
            high = middle
        }
    }
    at(low)
}

/// One match: pairs by lot until the test has decided.
fn play(test: &Sprt, truth: &[f64; 5], lots: &mut StdRng) -> (SprtVerdict, u64) {
    let mut pairs = Pentanomial::default();
    loop {
        let mut lot: f64 = lots.random();
        let points = truth.iter().position(|&p| {
            lot -= p;
            lot < 0.0
        });
        pairs.add(points.unwrap_or(2));
        if let Some(verdict) = test.verdict(test.llr_of_pairs(pairs)) {
            return (verdict, pairs.pairs());
        }
        assert!(pairs.pairs() < 20_000, "no end to it: {pairs:?}");
    }
}

#[test]
fn errors_are_as_rare_as_promised() {
    const MATCHES: u32 = 300;
    let shapes = [
        [1.0, 4.0, 6.0, 4.0, 1.0],
        [0.1, 3.0, 20.0, 3.0, 0.1],
        [3.0, 1.0, 2.0, 1.0, 3.0],
    ];
    let models: [(Model, Strength); 2] = [
        (Model::Logistic, |found| found.elo),
        (Model::Normalized, |found| found.nelo),
    ];
    let mut lots = StdRng::seed_from_u64(11);
    let mut lengths = Vec::new();
    for (shape, (model, strength)) in shapes
        .into_iter()
        .zip(models.into_iter().cycle())
        .chain([(shapes[1], models[1])])
    {
        // As far apart in either unit, so that a match takes some hundred pairs.
        let widest = strength(
            &Estimate::of_pairs(Pentanomial(
                tilted(shape, |found| found.nelo, 60.0).map(|p| (p * 1e15) as u64),
            ))
            .expect("pairs"),
        );
        let elo0 = -0.25 * widest;
        let elo1 = 0.75 * widest;
        let test = Sprt::new(elo0, elo1)
            .expect("in order")
            .with_model(model)
            .with_risks(0.05, 0.1)
            .expect("risks");
        for (truth, right, risk) in [
            (elo0, SprtVerdict::Elo0, 0.05),
            (elo1, SprtVerdict::Elo1, 0.1),
        ] {
            let truth = tilted(shape, strength, truth);
            let played: Vec<_> = (0..MATCHES)
                .map(|_| play(&test, &truth, &mut lots))
                .collect();
            let wrong = played
                .iter()
                .filter(|(verdict, _)| *verdict != right)
                .count() as f64
                / f64::from(MATCHES);
            let noise = (risk * (1.0 - risk) / f64::from(MATCHES)).sqrt();
            // A. Wald's bounds are overshot a little, which makes errors rarer; three standard
            // deviations are for chance.
            assert!(
                wrong <= risk + 3.0 * noise && wrong >= 0.2 * risk,
                "{model:?} {shape:?}: {wrong} wrong, not {risk}"
            );
            lengths.push((
                model,
                played.iter().map(|(_, pairs)| pairs).sum::<u64>() as f64 / f64::from(MATCHES),
            ));
        }
    }
    // A hypothesis in nElo takes the same number of pairs in any game.
    let normalised: Vec<f64> = lengths
        .iter()
        .filter(|(model, _)| *model == Model::Normalized)
        .map(|&(_, pairs)| pairs)
        .collect();
    let [least, most] = [f64::min as fn(f64, f64) -> f64, f64::max]
        .map(|of| normalised.iter().copied().reduce(of).expect("some"));
    assert!(most < 1.6 * least, "{lengths:?}");
}
