use crate::Level;
use search::{
    Algorithm, FirstGuess, LatePruning, Limits, Minimax, MultiCut, NullMove, Options, Preselection, ProbCut, Reductions,
    Shape, Slack,
};
use std::{fmt, str::FromStr, time::Duration};
use thiserror::Error;

/// What thinks: a level, or a searcher with options of one's own.
#[derive(Clone, Debug)]
pub enum Mind {
    /// A level from [`Level::MIN`] to [`Level::MAX`].
    Level(u8),
    /// A searcher at full strength.
    Spec(Spec),
}

/// A searcher and its options, read from `searcher[,option=value...]`, as `pvs,null_move=off,hash=64,depth=6`.
///
/// Searchers: `minimax alphabeta aspiration pvs mtdf`. Options: `depth` (plies), `nodes`, `time` (as `500ms` or `2s`), `hash`
/// (MiB), `threads`, `quiescence` (plies), `step` (1 or 2 plies), `first_guess` (`last`, `above` or `below`, for mtdf); the switches (`on` or `off`) `table killers history
/// continuation counter_moves extensions single_reply fail_hard prove`; and the techniques, which are `on`, `off` or numbers
/// parted by colons, as many as one wants to change of those that [`search::Options`] explains:
///
/// | technique | numbers |
/// |---|---|
/// | `aspiration` | half the window, in hundredths of a unit |
/// | `null_move` | R, plies for one more (0: never), least depth to verify (0: never) |
/// | `late_moves` | least depth, moves before, steps |
/// | `late_log` | base, slope, history heeded (0 or 1): `late_moves` by logarithms |
/// | `late_pruning` | greatest depth, moves, more a square ply |
/// | `reverse_futility` `futility` `razoring` | greatest depth, hundredths a ply |
/// | `internal_reduction` `order_by_eval` | least depth |
/// | `multi_cut` | C, M, R, least depth, ALL nodes too (0 or 1) |
/// | `prob_cut` | depth, shallow depth, slope, intercept, sigma, threshold; given again, another is added |
/// | `singular` | margin in hundredths of a unit |
/// | `beam` | moves |
/// | `preselection` | plies, least number of moves |
///
/// ```
/// let spec: engines::Spec = "pvs,null_move=off,depth=6".parse()?;
/// assert_eq!((spec.name(), spec.limits.depth), ("pvs", Some(6)));
/// assert!("pvs,null_move=maybe".parse::<engines::Spec>().is_err());
/// # Ok::<(), engines::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec {
    /// How the root is asked; `None` is plain minimax.
    pub algorithm: Option<Algorithm>,
    /// What the spec limits itself to, over what each question says.
    pub limits: Limits,
    /// The table's size in MiB.
    pub hash: usize,
    /// Threads that search at once and share the table; with more than one, node counts vary.
    pub threads: usize,
    /// Options by name and value, over the game's own.
    changes: Vec<(String, String)>,
    text: String,
}

/// A spec that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SpecError {
    /// The searcher is not known.
    #[error("there is no searcher {0:?}; there are {known}", known = Spec::SEARCHERS.join(", "))]
    Searcher(String),
    /// An option has no `=`.
    #[error("option {0:?} is not name=value")]
    NotAnOption(String),
    /// The option is not known.
    #[error("there is no option {0:?}; there are {known}", known = OPTIONS.join(", "))]
    Option(String),
    /// The option does not take that value.
    #[error("option {name} takes {expected}, not {value:?}")]
    Value {
        /// The option.
        name: String,
        /// The value refused.
        value: String,
        /// What is accepted.
        expected: &'static str,
    },
    /// The level is not a number in range.
    #[error("level {0:?} is not a number from {min} to {max}", min = Level::MIN, max = Level::MAX)]
    Level(String),
}

const OPTIONS: [&str; 33] = [
    "depth",
    "nodes",
    "time",
    "hash",
    "threads",
    "quiescence",
    "step",
    "first_guess",
    "aspiration",
    "table",
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
];

impl Spec {
    /// The searchers' names.
    pub const SEARCHERS: [&'static str; 5] = ["minimax", "alphabeta", "aspiration", "pvs", "mtdf"];

    /// The table's size where the spec gives none, in MiB.
    pub const HASH: usize = 16;

    /// The searcher of that name, with the game's own options.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, SpecError> {
        name.parse()
    }

    /// The searcher's name.
    pub fn name(&self) -> &'static str {
        self.algorithm.map_or(Minimax::<()>::NAME, Algorithm::name)
    }

    /// `base` with this spec's searcher and changes.
    pub fn options(&self, base: Options) -> Options {
        let mut options = base;
        if let Some(algorithm) = self.algorithm {
            options.algorithm = algorithm;
        }
        for (name, value) in &self.changes {
            // Each was tried when the spec was read.
            let _ = change(&mut options, name, value);
        }
        options
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        let bad = |expected| SpecError::Value { name: name.to_owned(), value: value.to_owned(), expected };
        match name {
            "depth" => self.limits.depth = Some(number(value, 1, 10_000).ok_or_else(|| bad("plies, 1 or more"))? as u32),
            "nodes" => self.limits.nodes = Some(number(value, 1, u64::MAX).ok_or_else(|| bad("a number of nodes"))?),
            "time" => self.limits.time = Some(duration(value).ok_or_else(|| bad("a time as 500ms or 2s"))?),
            "hash" => self.hash = number(value, 1, 65_536).ok_or_else(|| bad("1 to 65536 MiB"))? as usize,
            "threads" => self.threads = number(value, 1, 64).ok_or_else(|| bad("1 to 64"))? as usize,
            _ => {
                // Tried after the others, for some can be given only so often.
                change(&mut self.options(Options::default()), name, value).map_err(|unknown| match unknown {
                    Some(expected) => bad(expected),
                    None => SpecError::Option(name.to_owned()),
                })?;
                self.changes.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }
}

/// Sets one option; the error is what the option takes, or `None` if there is no such option.
fn change(options: &mut Options, name: &str, value: &str) -> Result<(), Option<&'static str>> {
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
        "aspiration" => {
            options.aspiration = number(value, 1, 100_000).ok_or(Some("1 to 100000 hundredths of a unit"))? as i32;
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
    fn slack(value: &str) -> Result<Option<Slack>, Option<&'static str>> {
        let default = Slack::default();
        Ok(numbers(value, [default.depth, default.a_ply])?.map(|[depth, a_ply]| Slack { depth, a_ply }))
    }
    let positive = |number: i32| (number > 0).then_some(number);
    match name {
        "order_by_eval" => options.order_by_eval = numbers(value, [2])?.map(|[depth]| depth),
        "null_move" => {
            let default = NullMove::default();
            options.null_move = numbers(value, [default.reduction, default.every, 0])?
                .map(|[reduction, every, verify]| NullMove { reduction, every, verify: positive(verify), ..default });
        }
        "reverse_futility" => options.reverse_futility = slack(value)?,
        "razoring" => options.razoring = slack(value)?,
        "futility" => options.futility = slack(value)?,
        "multi_cut" => {
            let MultiCut { cuts, moves, reduction, depth, all_nodes } = MultiCut::default();
            options.multi_cut = numbers(value, [cuts, moves, reduction, depth, all_nodes.into()])?
                .map(|[cuts, moves, reduction, depth, all]| MultiCut { cuts, moves, reduction, depth, all_nodes: all > 0 });
        }
        "prob_cut" => match numbers(value, [4, 2, 100, 0, 100, ProbCut::THRESHOLD])? {
            None => options.prob_cuts = Default::default(),
            Some([depth, shallow, slope, intercept, sigma, threshold]) => {
                let free = options.prob_cuts.iter_mut().find(|cut| cut.is_none()).ok_or(Some("no more than four pairs"))?;
                *free = Some(ProbCut { depth, shallow, slope, intercept, sigma, threshold });
            }
        },
        "late_pruning" => {
            let LatePruning { depth, moves, a_square } = LatePruning::default();
            options.late_pruning = numbers(value, [depth, moves, a_square])?.map(|[depth, moves, a_square]| LatePruning {
                depth,
                moves,
                a_square,
            });
        }
        "late_moves" => {
            let default = Reductions::default();
            options.late_moves = numbers(value, [default.depth, default.after, 12])?
                .map(|[depth, after, step]| Reductions { depth, after, shape: Shape::Steps(step), ..default });
        }
        "late_log" => {
            options.late_moves = numbers(value, [50, 45, 1])?.map(|[base, slope, history]| Reductions {
                shape: Shape::Logarithmic { base, slope },
                by_history: history > 0,
                ..Reductions::default()
            });
        }
        "internal_reduction" => options.internal_reduction = numbers(value, [4])?.map(|[depth]| depth),
        "beam" => options.beam = numbers(value, [8])?.map(|[moves]| moves.max(1) as u32),
        "preselection" => {
            options.preselection = numbers(value, [3, 3])?
                .map(|[plies, least]| Preselection { plies: plies.max(0) as u32, least: least.max(1) as u32 });
        }
        "singular" => options.singular = numbers(value, [50])?.map(|[margin]| margin),
        _ => return Err(None),
    }
    Ok(())
}

/// A technique's numbers, in place of as many of its `defaults`; `None` if it is off.
fn numbers<const N: usize>(value: &str, defaults: [i32; N]) -> Result<Option<[i32; N]>, Option<&'static str>> {
    match value {
        "on" => return Ok(Some(defaults)),
        "off" => return Ok(None),
        _ => {}
    }
    let mut numbers = defaults;
    for (i, text) in value.split(':').enumerate() {
        let (Some(place), Ok(number @ -100_000..=100_000)) = (numbers.get_mut(i), text.parse()) else {
            return Err(Some("on or off, or its numbers parted by colons"));
        };
        *place = number;
    }
    Ok(Some(numbers))
}

fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// A duration written as `500ms`, `2s`, `1.5s` or `2m`; at most a day.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(engines::duration("1.5s"), Some(Duration::from_millis(1500)));
/// assert_eq!(engines::duration("soon"), None);
/// ```
pub fn duration(text: &str) -> Option<Duration> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic())?;
    let seconds = match &text[unit..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let digits = text[..unit].bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let amount: f64 = text[..unit].parse().ok().filter(|_| digits)?;
    (amount * seconds <= 86_400.0).then(|| Duration::from_secs_f64(amount * seconds))
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parts = text.split(',');
        let name = parts.next().unwrap_or_default();
        let algorithm = match name {
            Minimax::<()>::NAME => None,
            _ => Some(name.parse().map_err(|_| SpecError::Searcher(name.to_owned()))?),
        };
        let (limits, hash, threads) = (Limits::none(), Self::HASH, 1);
        let mut spec = Self { algorithm, limits, hash, threads, changes: Vec::new(), text: text.to_owned() };
        for part in parts {
            let (name, value) = part.split_once('=').ok_or_else(|| SpecError::NotAnOption(part.to_owned()))?;
            spec.set(name, value)?;
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Mind {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let Some(level) = text.strip_prefix("level=") else { return text.parse().map(Self::Spec) };
        let number = level.parse().ok().filter(|number| (Level::MIN..=Level::MAX).contains(number));
        number.map(Self::Level).ok_or_else(|| SpecError::Level(level.to_owned()))
    }
}

impl fmt::Display for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(number) => write!(f, "level={number}"),
            Self::Spec(spec) => spec.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(changes: &str) -> Options {
        let spec: Spec = format!("aspiration,{changes}").parse().expect(changes);
        spec.options(Options::default())
    }

    #[test]
    fn each_option_has_a_name_that_changes_it() {
        let limits = ["depth", "nodes", "time", "hash", "threads"];
        let mut seen = vec![Options::default()];
        for name in OPTIONS.into_iter().filter(|name| !limits.contains(name)) {
            let value = match name {
                "quiescence" | "step" => "2",
                "aspiration" | "unit" => "50",
                "first_guess" => "above",
                "table" | "killers" | "history" | "counter_moves" | "extensions" | "prove" => "off",
                _ => "on",
            };
            let changed = options(&format!("{name}={value}"));
            assert!(!seen.contains(&changed), "{name}={value}");
            seen.push(changed);
            for bad in ["", "x", "1:x", "1:2:3:4:5:6:7", "9999999999", "1.5"] {
                let error = format!("aspiration,{name}={bad}").parse::<Spec>().expect_err(name).to_string();
                assert!(error.contains(name), "{error}");
            }
        }
    }

    #[test]
    fn numbers_go_where_they_are_said_to() {
        let null = NullMove { reduction: 3, every: 5, verify: Some(6), ..NullMove::default() };
        assert_eq!(options("null_move=3:5:6").null_move, Some(null));
        assert_eq!(options("null_move=3").null_move, Some(NullMove { reduction: 3, ..NullMove::default() }));
        assert_eq!(options("futility=4:200").futility, Some(Slack { depth: 4, a_ply: 200 }));
        let multi = MultiCut { cuts: 2, moves: 6, reduction: 3, depth: 4, all_nodes: true };
        assert_eq!(options("multi_cut=2:6:3:4:1").multi_cut, Some(multi));
        let late = LatePruning { depth: 2, moves: 9, a_square: 1 };
        assert_eq!(options("late_pruning=2:9:1").late_pruning, Some(late));
        let steps = Reductions { depth: 4, after: 2, shape: Shape::Steps(6), by_history: false };
        assert_eq!(options("late_moves=4:2:6").late_moves, Some(steps));
        let logarithmic = Shape::Logarithmic { base: 30, slope: 60 };
        assert_eq!(options("late_log=30:60").late_moves.map(|late| late.shape), Some(logarithmic));
        let cut = |depth| ProbCut { depth, shallow: 1, slope: 90, intercept: -5, sigma: 200, threshold: 120 };
        let two = options("prob_cut=3:1:90:-5:200:120,prob_cut=4:1:90:-5:200:120").prob_cuts;
        assert_eq!(two, [Some(cut(3)), Some(cut(4)), None, None]);
        assert!("pvs,prob_cut=on,prob_cut=on,prob_cut=on,prob_cut=on,prob_cut=on".parse::<Spec>().is_err(), "one too many");
        assert_eq!(options("prob_cut=on,prob_cut=off").prob_cuts, [None; 4]);
        assert_eq!(options("preselection=2:4").preselection, Some(Preselection { plies: 2, least: 4 }));
        assert_eq!((options("beam=9").beam, options("singular=40").singular), (Some(9), Some(40)));
    }
}
