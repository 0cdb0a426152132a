use search::{
    Algorithm, FirstGuess, LatePruning, Leaf, Margin, MctsOptions, MultiCut, MultiProbCut,
    NullMove, Options, Preselection, ProbCut, Reductions, Selection, Shape,
};

/// Every option's name.
pub(super) const OPTIONS: [&str; 45] = [
    "bare",
    "book",
    "random",
    "depth",
    "mate",
    "nodes",
    "time",
    "hash",
    "threads",
    "quiescence",
    "step",
    "first_guess",
    "aspiration",
    "table",
    "table_depth",
    "score_cache",
    "enhanced_cutoffs",
    "killers",
    "history",
    "continuation",
    "counter_moves",
    "order_by_eval",
    "null_move",
    "reverse_futility",
    "razoring",
    "futility",
    "multi_cut",
    "prob_cut",
    "multi_prob_cut",
    "late_pruning",
    "late_moves",
    "late_log",
    "internal_reduction",
    "beam",
    "preselection",
    "singular",
    "single_reply",
    "extensions",
    "fail_hard",
    "prove",
    "unit",
    "exploration",
    "seed",
    "selection",
    "leaf",
];

/// Those of Monte Carlo tree search.
pub(super) const SAMPLING: [&str; 4] = ["exploration", "seed", "selection", "leaf"];

/// Sets one option; the error is what the option takes, or `None` if there is no such option.
pub(super) fn change(
    options: &mut Options,
    name: &str,
    value: &str,
) -> Result<(), Option<&'static str>> {
    let mut changed = *options;
    set(&mut changed, name, value)?;
    if changed != changed.in_range() {
        return Err(Some(
            "on or off, or its numbers parted by colons, each in its range",
        ));
    }
    *options = changed;
    Ok(())
}

fn set(options: &mut Options, name: &str, value: &str) -> Result<(), Option<&'static str>> {
    let switch = match name {
        "table" => &mut options.table,
        "killers" => &mut options.killers,
        "history" => &mut options.history,
        "continuation" => &mut options.continuation,
        "counter_moves" => &mut options.counter_moves,
        "single_reply" => &mut options.single_reply,
        "extensions" => &mut options.extensions,
        "fail_hard" => &mut options.fail_hard,
        "prove" => &mut options.prove,
        "quiescence" => {
            options.quiescence = number(value, 0, 100).ok_or(Some("plies, 0 to 100"))? as u32;
            return Ok(());
        }
        "step" => {
            options.step = number(value, 1, 2).ok_or(Some("1 or 2 plies"))? as u32;
            return Ok(());
        }
        "table_depth" => {
            options.table_depth = number(value, 0, 100).ok_or(Some("plies, 0 to 100"))? as i32;
            return Ok(());
        }
        "score_cache" => {
            options.score_cache = number(value, 0, 4_096).ok_or(Some("0 to 4096 MiB"))? as u32;
            return Ok(());
        }
        "aspiration" => {
            options.aspiration =
                number(value, 1, 100_000).ok_or(Some("1 to 100000 hundredths of a unit"))? as i32;
            return Ok(());
        }
        "unit" => {
            options.unit = number(value, 1, 10_000).ok_or(Some("1 to 10000 points"))? as i32;
            return Ok(());
        }
        "first_guess" => {
            options.first_guess = match value {
                "last" => FirstGuess::Last,
                "above" => FirstGuess::Above,
                "below" => FirstGuess::Below,
                _ => return Err(Some("last, above or below")),
            };
            return Ok(());
        }
        _ => return technique(options, name, value),
    };
    *switch = match value {
        "on" => true,
        "off" => false,
        _ => return Err(Some("on or off")),
    };
    Ok(())
}

/// Sets one of the techniques that have numbers.
fn technique(options: &mut Options, name: &str, value: &str) -> Result<(), Option<&'static str>> {
    fn slack(value: &str) -> Result<Option<Margin>, Option<&'static str>> {
        let default = Margin::default();
        Ok(numbers(value, [default.depth, default.per_ply])?
            .map(|[depth, per_ply]| Margin { depth, per_ply }))
    }
    let positive = |number: i32| (number > 0).then_some(number);
    match name {
        "enhanced_cutoffs" => options.enhanced_cutoffs = numbers(value, [2])?.map(|[depth]| depth),
        "order_by_eval" => options.order_by_eval = numbers(value, [2])?.map(|[depth]| depth),
        "null_move" => {
            let default = NullMove::default();
            options.null_move = numbers(value, [default.reduction, default.every, 0])?.map(
                |[reduction, every, verify]| NullMove {
                    reduction,
                    every,
                    verify: positive(verify),
                    ..default
                },
            );
        }
        "reverse_futility" => options.reverse_futility = slack(value)?,
        "razoring" => options.razoring = slack(value)?,
        "futility" => options.futility = slack(value)?,
        "multi_cut" => {
            let MultiCut {
                cuts,
                moves,
                reduction,
                depth,
                all_nodes,
            } = MultiCut::default();
            options.multi_cut = numbers(value, [cuts, moves, reduction, depth, all_nodes.into()])?
                .map(|[cuts, moves, reduction, depth, all]| MultiCut {
                    cuts,
                    moves,
                    reduction,
                    depth,
                    all_nodes: all > 0,
                });
        }
        "prob_cut" => match numbers(value, [4, 2, 100, 0, 100, ProbCut::THRESHOLD])? {
            None => options.prob_cuts = Default::default(),
            Some([depth, shallow, slope, intercept, sigma, threshold]) => {
                let free = options
                    .prob_cuts
                    .iter_mut()
                    .find(|cut| cut.is_none())
                    .ok_or(Some("no more than four pairs"))?;
                *free = Some(ProbCut {
                    depth,
                    shallow,
                    slope,
                    intercept,
                    sigma,
                    threshold,
                });
            }
        },
        "multi_prob_cut" => {
            let MultiProbCut {
                threshold,
                gate,
                depth,
            } = MultiProbCut::default();
            options.multi_prob_cut =
                numbers(value, [threshold, gate, depth])?.map(|[threshold, gate, depth]| {
                    MultiProbCut {
                        threshold,
                        gate,
                        depth,
                    }
                });
        }
        "late_pruning" => {
            let LatePruning {
                depth,
                moves,
                per_depth_squared,
            } = LatePruning::default();
            options.late_pruning = numbers(value, [depth, moves, per_depth_squared])?.map(
                |[depth, moves, per_depth_squared]| LatePruning {
                    depth,
                    moves,
                    per_depth_squared,
                },
            );
        }
        "late_moves" => {
            let default = Reductions::default();
            options.late_moves =
                numbers(value, [default.depth, default.after, 12])?.map(|[depth, after, step]| {
                    Reductions {
                        depth,
                        after,
                        shape: Shape::Steps(step),
                        ..default
                    }
                });
        }
        "late_log" => {
            options.late_moves =
                numbers(value, [50, 45, 1])?.map(|[base, slope, history]| Reductions {
                    shape: Shape::Logarithmic { base, slope },
                    by_history: history > 0,
                    ..Reductions::default()
                });
        }
        "internal_reduction" => {
            options.internal_reduction = numbers(value, [4])?.map(|[depth]| depth)
        }
        "beam" => options.beam = numbers(value, [8])?.map(|[moves]| moves.max(1) as u32),
        "preselection" => {
            options.preselection = numbers(value, [3, 3])?.map(|[plies, least]| Preselection {
                plies: plies.max(0) as u32,
                least: least.max(1) as u32,
            });
        }
        "singular" => options.singular = numbers(value, [50])?.map(|[margin]| margin),
        _ => return Err(None),
    }
    Ok(())
}

/// The values between which an ablation switches an option of a search by `algorithm`: off, and on
/// if it may be off.
pub(super) fn switches(name: &str, algorithm: Algorithm) -> &'static [&'static str] {
    match name {
        // What a search may spend, the evaluator's scale, and what only Monte Carlo tree search
        // heeds.
        "depth" | "mate" | "nodes" | "time" | "hash" | "threads" | "unit" => &[],
        "exploration" | "seed" | "selection" | "leaf" => &[],
        // As good as the full window.
        "aspiration" if algorithm == Algorithm::Aspiration => &["100000"],
        "first_guess" if algorithm == Algorithm::MtdF => &["above"],
        "aspiration" | "first_guess" => &[],
        "quiescence" => &["0"],
        "step" => &["1", "2"],
        "table_depth" => &["0", "1", "3"],
        "score_cache" => &["0", "16"],
        _ => &["off", "on"],
    }
}

/// Sets one option of Monte Carlo tree search; the error is what the option takes.
pub(super) fn sample(
    options: &mut MctsOptions,
    name: &str,
    value: &str,
) -> Result<(), &'static str> {
    match name {
        "exploration" => {
            let given = value
                .parse()
                .ok()
                .filter(|given| (0.0..=1_000.0).contains(given));
            options.exploration = given.ok_or("a number from 0 to 1000")?;
        }
        "seed" => options.seed = value.parse().map_err(|_| "a whole number")?,
        "selection" => {
            options.selection = match value {
                "ucb1" => Selection::Ucb1,
                "puct" => Selection::Puct,
                _ => return Err("ucb1 or puct"),
            }
        }
        _ => {
            options.leaf = match value {
                "evaluator" => Leaf::Evaluator,
                "playout" => Leaf::Playout,
                _ => return Err("evaluator or playout"),
            }
        }
    }
    Ok(())
}

/// A technique's numbers, in place of as many of its `defaults`; `None` if it is off.
pub(super) fn numbers<const N: usize>(
    value: &str,
    defaults: [i32; N],
) -> Result<Option<[i32; N]>, Option<&'static str>> {
    match value {
        "on" => return Ok(Some(defaults)),
        "off" => return Ok(None),
        _ => {}
    }
    let mut numbers = defaults;
    for (i, text) in value.split(':').enumerate() {
        let (Some(place), Ok(number)) = (numbers.get_mut(i), text.parse()) else {
            return Err(Some("on or off, or its numbers parted by colons"));
        };
        *place = number;
    }
    Ok(Some(numbers))
}

pub(super) fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearcherConfig;

    fn options(changes: &str) -> Options {
        let config: SearcherConfig = format!("aspiration,{changes}").parse().expect(changes);
        config.options(Options::default())
    }

    #[test]
    fn each_option_has_a_name_that_changes_it() {
        let others = [
            "bare",
            "book",
            "random",
            "depth",
            "mate",
            "nodes",
            "time",
            "hash",
            "threads",
            "exploration",
            "seed",
            "selection",
            "leaf",
        ];
        let mut seen = vec![Options::default()];
        for name in OPTIONS.into_iter().filter(|name| !others.contains(name)) {
            let value = match name {
                "quiescence" | "step" | "table_depth" | "score_cache" => "2",
                "aspiration" | "unit" => "50",
                "first_guess" => "above",
                "table" | "killers" | "history" | "counter_moves" | "extensions" | "prove" => "off",
                _ => "on",
            };
            let changed = options(&format!("{name}={value}"));
            assert!(!seen.contains(&changed), "{name}={value}");
            seen.push(changed);
            for bad in ["", "x", "1:x", "1:2:3:4:5:6:7", "9999999999", "1.5"] {
                let error = format!("aspiration,{name}={bad}")
                    .parse::<SearcherConfig>()
                    .expect_err(name)
                    .to_string();
                assert!(error.contains(name), "{error}");
            }
        }
    }

    #[test]
    fn numbers_go_where_they_are_said_to() {
        let null = NullMove {
            reduction: 3,
            every: 5,
            verify: Some(6),
            ..NullMove::default()
        };
        assert_eq!(options("null_move=3:5:6").null_move, Some(null));
        assert_eq!(
            options("null_move=3").null_move,
            Some(NullMove {
                reduction: 3,
                ..NullMove::default()
            })
        );
        assert_eq!(
            options("futility=4:200").futility,
            Some(Margin {
                depth: 4,
                per_ply: 200
            })
        );
        let multi = MultiCut {
            cuts: 2,
            moves: 6,
            reduction: 3,
            depth: 4,
            all_nodes: true,
        };
        assert_eq!(options("multi_cut=2:6:3:4:1").multi_cut, Some(multi));
        let late = LatePruning {
            depth: 2,
            moves: 9,
            per_depth_squared: 1,
        };
        assert_eq!(options("late_pruning=2:9:1").late_pruning, Some(late));
        let steps = Reductions {
            depth: 4,
            after: 2,
            shape: Shape::Steps(6),
            by_history: false,
        };
        assert_eq!(options("late_moves=4:2:6").late_moves, Some(steps));
        let logarithmic = Shape::Logarithmic {
            base: 30,
            slope: 60,
        };
        assert_eq!(
            options("late_log=30:60").late_moves.map(|late| late.shape),
            Some(logarithmic)
        );
        let cut = |depth| ProbCut {
            depth,
            shallow: 1,
            slope: 90,
            intercept: -5,
            sigma: 200,
            threshold: 120,
        };
        let two = options("prob_cut=3:1:90:-5:200:120,prob_cut=4:1:90:-5:200:120").prob_cuts;
        assert_eq!(two, [Some(cut(3)), Some(cut(4)), None, None]);
        assert!(
            "pvs,prob_cut=on,prob_cut=on,prob_cut=on,prob_cut=on,prob_cut=on"
                .parse::<SearcherConfig>()
                .is_err(),
            "one too many"
        );
        assert_eq!(options("prob_cut=on,prob_cut=off").prob_cuts, [None; 4]);
        assert_eq!(
            options("preselection=2:4").preselection,
            Some(Preselection { plies: 2, least: 4 })
        );
        assert_eq!(
            (options("beam=9").beam, options("singular=40").singular),
            (Some(9), Some(40))
        );
    }
}
