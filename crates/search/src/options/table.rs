//! The options as a table: a row for each, from which text is read and written, ablations are made
//! and documentation is printed.
//!
//! A new option is a field of [`Options`] with its range, a row here, and its use.

use super::{
    ExchangePruning, FirstGuess, HistoryBonus, HistoryPruning, LatePruning, Margin, MultiCut,
    MultiProbCut, NoisyProbCut, NullMove, Options, Preselection, ProbCut, ReductionShape,
    Reductions, Singular,
};
use crate::{Algorithm, TimeManagement};
use std::fmt;

/// An option of a search.
///
/// ```
/// use search::{OptionRow, Options};
/// let row = OptionRow::named("null_move").ok_or("no such option")?;
/// let value = row.parse("3:4")?;
/// let mut options = Options::default();
/// row.set(&mut options, value)?;
/// assert_eq!(options.null_move.map(|null| null.reduction), Some(3));
/// assert_eq!(row.get(&options)[0].to_string(), "3:4:0:0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
pub struct OptionRow {
    /// Its name in text.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Where the technique is from; empty where there is no paper to name.
    pub source: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// Whether no game that comes with the engine uses it: a technique to be studied.
    pub study: bool,
    /// The values between which an ablation switches it, the one that turns it off first.
    switched: &'static [&'static str],
    set: fn(&mut Options, OptionValue) -> Result<(), &'static str>,
    get: fn(&Options) -> Vec<OptionValue>,
}

/// A value that an option does not take.
///
/// ```
/// let row = search::OptionRow::named("table").ok_or("no such option")?;
/// let refused = row.parse("large").unwrap_err();
/// assert_eq!((refused.option, refused.expected), ("table", "on or off"));
/// assert_eq!(refused.to_string(), "table takes on or off");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{option} takes {expected}")]
#[non_exhaustive]
pub struct OptionRefused {
    /// The option's name.
    pub option: &'static str,
    /// What it takes.
    pub expected: &'static str,
}

/// The values that an option takes.
///
/// ```
/// use search::{OptionKind, OptionRow};
/// let kind = |name| OptionRow::named(name).map(|row| row.kind);
/// assert_eq!(kind("killers"), Some(OptionKind::Switch));
/// assert!(matches!(kind("first_guess"), Some(OptionKind::Choice { words: ["last", ..], .. })));
/// assert!(matches!(kind("quiescence"), Some(OptionKind::Number { least: 0, most: 100, .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `on` or `off`.
    Switch,
    /// A whole number.
    Number {
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
        /// Range and unit, for a person.
        expected: &'static str,
        /// As of a [part](OptionPart::span).
        span: Option<[i32; 2]>,
    },
    /// One of several words.
    Choice {
        /// The words.
        words: &'static [&'static str],
        /// All of them, for a person.
        expected: &'static str,
    },
    /// `off`, `on`, or the numbers of these parts separated by colons, of which the last may be left
    /// out.
    Numbers(&'static [OptionPart]),
}

/// One of the numbers of an option.
///
/// ```
/// use search::{OptionKind, OptionRow};
/// let row = OptionRow::named("late_pruning").ok_or("no such option")?;
/// let OptionKind::Numbers(parts) = row.kind else { return Err("not numbers") };
/// let names = parts.iter().map(|part| part.name);
/// assert!(names.eq(["depth", "moves", "per_depth_squared"]));
/// assert_eq!((parts[1].default, parts[1].span), (6, Some([1, 16])));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionPart {
    /// Its name among the option's parts, as in `late_pruning.moves`.
    pub name: &'static str,
    /// What it means, and what 0 means where that is something else.
    pub about: &'static str,
    /// The number of `on`, and where it is left out.
    pub default: i32,
    /// The least and the greatest number worth trying, between which a tuner looks: much narrower
    /// than its [range](Options::in_range). `None` for what is no matter of more or less, as a flag.
    /// Where 0 means never and lies outside, a 0 is not tuned.
    pub span: Option<[i32; 2]>,
}

/// A number of an option that can be tuned, and what it is now.
///
/// ```
/// use search::{LatePruning, OptionRow, Options};
/// let options = Options::default().with_late_pruning(Some(LatePruning::default()));
/// let row = OptionRow::named("late_pruning").ok_or("no such option")?;
/// let numbers = row.numbers(&options);
/// assert_eq!((numbers[1].name().as_str(), numbers[1].value), ("late_pruning.moves", 6));
/// assert_eq!(row.get(&options)[0].with(numbers[1].place, 9).to_string(), "3:9:3");
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionNumber {
    /// The option.
    pub row: &'static OptionRow,
    /// Its place among the option's numbers, from 0.
    pub place: usize,
    /// What it is.
    pub value: i32,
    /// The least and the greatest number [worth trying](OptionPart::span).
    pub span: [i32; 2],
}

impl OptionNumber {
    /// The option's name, and the part's where it has several: `quiescence`, `late_pruning.moves`.
    pub fn name(&self) -> String {
        match self.row.kind {
            OptionKind::Numbers(parts) if parts.len() > 1 => {
                format!("{}.{}", self.row.name, parts[self.place].name)
            }
            _ => self.row.name.to_owned(),
        }
    }
}

/// A value of an option.
///
/// ```
/// use search::{OptionRow, OptionValue};
/// let row = OptionRow::named("null_move").ok_or("no such option")?;
/// let value = row.parse("3:4")?;
/// assert!(matches!(value, OptionValue::Numbers(Some([3, 4, 0, 0, ..]), 4)));
/// assert_eq!(value.with(0, 2).to_string(), "2:4:0:0");
/// assert_eq!(row.parse("off")?, OptionValue::Numbers(None, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Of a [switch](OptionKind::Switch).
    Switch(bool),
    /// Of a [number](OptionKind::Number).
    Number(u32),
    /// Of a [choice](OptionKind::Choice): the word.
    Choice(&'static str),
    /// Of [numbers](OptionKind::Numbers): as many as the option has, the rest 0; `None` for `off`.
    Numbers(Option<[i32; OptionValue::MOST]>, usize),
}

impl OptionValue {
    /// No option has more numbers.
    pub const MOST: usize = 9;

    /// The same value with another number at `place`, from 0; what has no such place is left as it
    /// is.
    pub fn with(mut self, place: usize, number: i32) -> Self {
        match &mut self {
            Self::Number(old) => *old = number.max(0).unsigned_abs(),
            Self::Numbers(Some(numbers), count) if place < *count => numbers[place] = number,
            _ => {}
        }
        self
    }

    fn on(self) -> bool {
        matches!(self, Self::Switch(true))
    }

    fn number(self) -> u32 {
        match self {
            Self::Number(number) => number,
            _ => 0,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Choice(word) => word,
            _ => "",
        }
    }

    /// The first `N` numbers.
    fn numbers<const N: usize>(self) -> Option<[i32; N]> {
        match self {
            Self::Numbers(numbers, _) => numbers.and_then(|all| all.first_chunk().copied()),
            _ => None,
        }
    }

    fn of<const N: usize>(numbers: Option<[i32; N]>) -> Self {
        let filled = |numbers: [i32; N]| {
            let mut all = [0; Self::MOST];
            all[..N].copy_from_slice(&numbers);
            all
        };
        Self::Numbers(numbers.map(filled), N)
    }
}

/// As [`OptionRow::parse`] reads it.
impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(true) => f.write_str("on"),
            Self::Switch(false) | Self::Numbers(None, _) => f.write_str("off"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Choice(word) => f.write_str(word),
            Self::Numbers(Some(numbers), count) => {
                for (i, number) in numbers[..*count].iter().enumerate() {
                    let colon = if i == 0 { "" } else { ":" };
                    write!(f, "{colon}{number}")?;
                }
                Ok(())
            }
        }
    }
}

impl OptionRow {
    /// The row of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|row| row.name == name)
    }

    /// Reads a value.
    ///
    /// # Errors
    /// If the option does not take it: what it takes.
    ///
    /// ```
    /// let row = search::OptionRow::named("null_move").ok_or("no such option")?;
    /// let refused = row.parse("perhaps").unwrap_err();
    /// assert_eq!(refused.to_string(), "null_move takes on or off, or its numbers parted by colons");
    /// # Ok::<(), &'static str>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<OptionValue, OptionRefused> {
        self.read(text).map_err(|expected| self.refusal(expected))
    }

    fn refusal(&self, expected: &'static str) -> OptionRefused {
        OptionRefused {
            option: self.name,
            expected,
        }
    }

    fn read(&self, text: &str) -> Result<OptionValue, &'static str> {
        match self.kind {
            OptionKind::Switch => match text {
                "on" => Ok(OptionValue::Switch(true)),
                "off" => Ok(OptionValue::Switch(false)),
                _ => Err("on or off"),
            },
            OptionKind::Number {
                least,
                most,
                expected,
                ..
            } => match text.parse() {
                Ok(number) if (least..=most).contains(&number) => Ok(OptionValue::Number(number)),
                _ => Err(expected),
            },
            OptionKind::Choice { words, expected } => {
                let word = words.iter().find(|&&word| word == text);
                word.map(|&word| OptionValue::Choice(word)).ok_or(expected)
            }
            OptionKind::Numbers(parts) => {
                const EXPECTED: &str = "on or off, or its numbers parted by colons";
                if text == "off" {
                    return Ok(OptionValue::Numbers(None, parts.len()));
                }
                let mut numbers = [0; OptionValue::MOST];
                for (number, part) in numbers.iter_mut().zip(parts) {
                    *number = part.default;
                }
                if text != "on" {
                    for (i, text) in text.split(':').enumerate() {
                        let place = numbers[..parts.len()].get_mut(i).ok_or(EXPECTED)?;
                        *place = text.parse().map_err(|_| EXPECTED)?;
                    }
                }
                Ok(OptionValue::Numbers(Some(numbers), parts.len()))
            }
        }
    }

    /// Sets the option to a value that [`parse`](Self::parse) has read; another kind of value turns
    /// it off.
    ///
    /// # Errors
    /// If a number is out of its [range](Options::in_range), or there are too many pairs of
    /// ProbCut; then `options` are as they were.
    pub fn set(&self, options: &mut Options, value: OptionValue) -> Result<(), OptionRefused> {
        let mut changed = *options;
        (self.set)(&mut changed, value).map_err(|expected| self.refusal(expected))?;
        if changed != changed.in_range() {
            return Err(
                self.refusal("on or off, or its numbers parted by colons, each in its range")
            );
        }
        *options = changed;
        Ok(())
    }

    /// What the option is: one value, or several of one that can be given more than once.
    pub fn get(&self, options: &Options) -> Vec<OptionValue> {
        (self.get)(options)
    }

    /// The numbers of the option that can be tuned: those with a [span](OptionPart::span) of an
    /// option that `options` have on. None of what their algorithm does not use.
    pub fn numbers(&'static self, options: &Options) -> Vec<OptionNumber> {
        if self.switched(options.algorithm).is_empty() {
            return Vec::new();
        }
        let number = |place, value, span: Option<[i32; 2]>| {
            let span = span.filter(|span| value != 0 || span[0] <= 0)?;
            Some(OptionNumber {
                row: self,
                place,
                value,
                span,
            })
        };
        match (self.kind, self.get(options).as_slice()) {
            (OptionKind::Number { span, .. }, &[OptionValue::Number(value)]) => {
                number(0, value as i32, span).into_iter().collect()
            }
            (OptionKind::Numbers(parts), &[OptionValue::Numbers(Some(values), _)]) => (0..)
                .zip(values)
                .zip(parts)
                .filter_map(|((place, value), part)| number(place, value, part.span))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The values between which an ablation of a search by `algorithm` switches it: off, and on if
    /// it may be off; none for what is no technique.
    pub fn switched(&self, algorithm: Algorithm) -> &'static [&'static str] {
        match self.name {
            "aspiration" if algorithm != Algorithm::Aspiration => &[],
            "first_guess" if algorithm != Algorithm::MtdF => &[],
            _ => self.switched,
        }
    }
}

/// By name: no two rows have the same.
impl PartialEq for OptionRow {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for OptionRow {}

/// By name and kind.
impl fmt::Debug for OptionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OptionRow")
            .field("name", &self.name)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// A number with what is worth trying.
const fn part(name: &'static str, about: &'static str, default: i32, span: [i32; 2]) -> OptionPart {
    OptionPart {
        name,
        about,
        default,
        span: Some(span),
    }
}

/// A number that is not tuned.
const fn fixed(name: &'static str, about: &'static str, default: i32) -> OptionPart {
    OptionPart {
        name,
        about,
        default,
        span: None,
    }
}

/// `off`, then `on`.
const ON_OFF: &[&str] = &["off", "on"];

/// A row of a switch, which is the field of the same name.
macro_rules! switch {
    ($field:ident, $about:literal, $source:literal, $study:literal) => {
        OptionRow {
            name: stringify!($field),
            about: $about,
            source: $source,
            kind: OptionKind::Switch,
            study: $study,
            switched: ON_OFF,
            set: |options, value| {
                options.$field = value.on();
                Ok(())
            },
            get: |options| vec![OptionValue::Switch(options.$field)],
        }
    };
}

/// A row of a number, which is the field of the same name.
macro_rules! number {
    ($field:ident, $range:expr, $expected:literal, $span:expr, $about:literal, $switched:expr,
     $study:literal) => {
        OptionRow {
            name: stringify!($field),
            about: $about,
            source: "",
            kind: OptionKind::Number {
                least: *$range.start(),
                most: *$range.end(),
                expected: $expected,
                span: $span,
            },
            study: $study,
            switched: $switched,
            set: |options, value| {
                options.$field = value.number() as _;
                Ok(())
            },
            get: |options| vec![OptionValue::Number(options.$field as u32)],
        }
    };
}

/// A row of a technique with numbers, which is the field of the same name.
macro_rules! technique {
    ($field:ident, $parts:expr, $about:literal, $source:literal, $study:literal, $make:expr,
     $show:expr) => {
        OptionRow {
            name: stringify!($field),
            about: $about,
            source: $source,
            kind: OptionKind::Numbers($parts),
            study: $study,
            switched: ON_OFF,
            set: |options, value| {
                options.$field = value.numbers().map($make);
                Ok(())
            },
            get: |options| vec![OptionValue::of(options.$field.map($show))],
        }
    };
}

/// A row of a [`Margin`], which is the field of the same name.
macro_rules! margin {
    ($field:ident, $about:literal, $source:literal, $study:literal) => {
        technique!(
            $field,
            &[
                part("depth", "depth", Margin::DEFAULT.depth, [1, 12]),
                part(
                    "per_ply",
                    "hundredths of a unit per ply",
                    Margin::DEFAULT.per_ply,
                    [20, 400]
                )
            ],
            $about,
            $source,
            $study,
            |[depth, per_ply]| Margin { depth, per_ply },
            |margin: Margin| [margin.depth, margin.per_ply]
        )
    };
}

/// A row of a technique that is one number, which is the field of the same name.
macro_rules! single {
    ($field:ident, $part:expr, $about:literal, $source:literal, $study:literal) => {
        technique!(
            $field,
            &[$part],
            $about,
            $source,
            $study,
            |[number]: [i32; 1]| number,
            |number: i32| [number]
        )
    };
}

/// Every option that has a name in text, in the order of lists.
pub static OPTIONS: &[OptionRow] = &[
    number!(
        quiescence,
        0..=100_u32,
        "plies, 0 to 100",
        Some([1, 16]),
        "Follows noisy moves beyond the horizon by at most this many plies.",
        &["0"],
        false
    ),
    number!(
        step,
        1..=2_u32,
        "1 or 2 plies",
        None,
        "Deepens by this many plies an iteration.",
        &["1", "2"],
        false
    ),
    OptionRow {
        name: "first_guess",
        about: "Where MTD(f) puts its first null window.",
        source: "Plaat, Schaeffer, Pijls and de Bruin, 1996",
        kind: OptionKind::Choice {
            words: &["last", "above", "below"],
            expected: "last, above or below",
        },
        study: true,
        switched: &["above"],
        set: |options, value| {
            options.first_guess = match value.word() {
                "above" => FirstGuess::Above,
                "below" => FirstGuess::Below,
                _ => FirstGuess::Last,
            };
            Ok(())
        },
        get: |options| {
            vec![OptionValue::Choice(match options.first_guess {
                FirstGuess::Last => "last",
                FirstGuess::Above => "above",
                FirstGuess::Below => "below",
            })]
        },
    },
    number!(
        aspiration,
        1..=100_000_u32,
        "1 to 100000 hundredths of a unit",
        Some([5, 400]),
        "Half the aspiration window.",
        // As good as the full window.
        &["100000"],
        false
    ),
    switch!(
        table,
        "Keeps a transposition table.",
        "Greenblatt, Eastlake and Crocker, 1967",
        false
    ),
    number!(
        table_depth,
        0..=100_u32,
        "plies, 0 to 100",
        None,
        "Uses the table with at least this depth left; 0 also beyond the horizon.",
        &["0", "1", "3"],
        false
    ),
    number!(
        score_cache,
        0..=4_096_u32,
        "0 to 4096 MiB",
        None,
        "Caches evaluations by position, in each thread.",
        &["0", "16"],
        true
    ),
    single!(
        enhanced_cutoffs,
        part("depth", "least depth", 2, [1, 8]),
        "Looks the moves' positions up in the table before searching any.",
        "Plaat, Schaeffer, Pijls and de Bruin, 1996",
        true
    ),
    switch!(
        killers,
        "Tries first the two quiet moves that last cut off at the same ply.",
        "Akl and Newborn, 1977",
        false
    ),
    switch!(
        history,
        "Ranks quiet moves by how often they cut off.",
        "Schaeffer, 1983",
        false
    ),
    number!(
        continuation,
        0..=4_u32,
        "0 to 4 earlier moves",
        None,
        "Ranks quiet moves by how often they cut off after the same earlier moves: 1, 2, 4 and 6 \
         plies before.",
        &["0", "1", "2"],
        false
    ),
    OptionRow {
        name: "history_bonus",
        about: "What history learns from a cutoff.",
        source: "",
        kind: OptionKind::Numbers(&[
            part(
                "linear",
                "points per ply",
                HistoryBonus::DEFAULT.linear,
                [0, 500],
            ),
            part(
                "square",
                "points per squared ply",
                HistoryBonus::DEFAULT.square,
                [0, 20],
            ),
            part(
                "most",
                "points at most",
                HistoryBonus::DEFAULT.most,
                [100, 4_000],
            ),
        ]),
        study: false,
        switched: ON_OFF,
        set: |options, value| {
            let [linear, square, most] = value.numbers().unwrap_or_default();
            options.history_bonus = HistoryBonus {
                linear,
                square,
                most,
            };
            Ok(())
        },
        get: |options| {
            let bonus = options.history_bonus;
            let numbers = [bonus.linear, bonus.square, bonus.most];
            vec![OptionValue::of((numbers != [0; 3]).then_some(numbers))]
        },
    },
    switch!(
        counter_moves,
        "Tries early the reply that last refuted the opponent's move.",
        "Uiterwijk, 1992",
        false
    ),
    single!(
        order_by_eval,
        part("depth", "least depth", 2, [1, 8]),
        "Orders moves by the evaluation after each.",
        "",
        true
    ),
    technique!(
        null_move,
        &[
            part("reduction", "R", NullMove::DEFAULT.reduction, [1, 6]),
            part(
                "every",
                "plies for one more (0: never)",
                NullMove::DEFAULT.every,
                [2, 10]
            ),
            part("verify", "least depth to verify (0: never)", 0, [4, 20]),
            part(
                "eval",
                "hundredths of a unit beyond beta for one more (0: never)",
                NullMove::DEFAULT.eval,
                [50, 600]
            )
        ],
        "Lets a player who can afford to pass cut off.",
        "Donninger, 1993; Heinz, 1999; Tabibi and Netanyahu, 2002",
        false,
        |[reduction, every, verify, eval]| NullMove {
            reduction,
            every,
            verify: (verify > 0).then_some(verify),
            eval,
            ..NullMove::DEFAULT
        },
        |null: NullMove| [
            null.reduction,
            null.every,
            null.verify.unwrap_or(0),
            null.eval
        ]
    ),
    switch!(
        improving,
        "Prunes more where the static evaluation has not risen in two plies, less where it has.",
        "",
        false
    ),
    switch!(
        correction,
        "Corrects the static evaluation by the errors that searches have found in positions of the \
         same structure (correction history).",
        "",
        false
    ),
    margin!(
        reverse_futility,
        "Leaves a node whose static evaluation is this far above the window.",
        "Heinz, 1998",
        false
    ),
    margin!(
        razoring,
        "Leaves a node whose static evaluation is this far below the window, after quiescence.",
        "Birmingham and Kent, 1977",
        true
    ),
    margin!(
        futility,
        "Leaves out quiet moves where the static evaluation is this far below the window.",
        "Schaeffer, 1986; Heinz, 1998",
        false
    ),
    technique!(
        multi_cut,
        &[
            part("cuts", "C", MultiCut::DEFAULT.cuts, [1, 6]),
            part("moves", "M", MultiCut::DEFAULT.moves, [3, 20]),
            part("reduction", "R", MultiCut::DEFAULT.reduction, [1, 6]),
            part("depth", "least depth", MultiCut::DEFAULT.depth, [3, 12]),
            fixed(
                "all_nodes",
                "at ALL nodes too (0 or 1)",
                MultiCut::DEFAULT.all_nodes as i32
            )
        ],
        "Leaves a node where several moves cut off in a shallower search.",
        "Björnsson and Marsland, 1999",
        true,
        |[cuts, moves, reduction, depth, all]| MultiCut {
            cuts,
            moves,
            reduction,
            depth,
            all_nodes: all > 0,
        },
        |multi: MultiCut| [
            multi.cuts,
            multi.moves,
            multi.reduction,
            multi.depth,
            multi.all_nodes.into()
        ]
    ),
    OptionRow {
        name: "prob_cut",
        about: "Leaves a node whose value a shallower search predicts; given again, another pair of \
                depths is added.",
        source: "Buro, 1995",
        // Pairs of depths are measured, by `boyi fit`.
        kind: OptionKind::Numbers(&[
            fixed("depth", "depth", 4),
            fixed("shallow", "shallow depth", 2),
            fixed("slope", "slope", 100),
            fixed("intercept", "intercept", 0),
            fixed("sigma", "sigma", 100),
            fixed("threshold", "threshold", ProbCut::THRESHOLD),
        ]),
        study: true,
        switched: ON_OFF,
        set: |options, value| {
            let Some([depth, shallow, slope, intercept, sigma, threshold]) = value.numbers() else {
                options.prob_cuts = Default::default();
                return Ok(());
            };
            let free = options.prob_cuts.iter_mut().find(|cut| cut.is_none());
            *free.ok_or("no more than four pairs")? = Some(ProbCut {
                depth,
                shallow,
                slope,
                intercept,
                sigma,
                threshold,
            });
            Ok(())
        },
        get: |options| {
            let numbers = |cut: ProbCut| {
                let [depth, shallow] = [cut.depth, cut.shallow];
                [
                    depth,
                    shallow,
                    cut.slope,
                    cut.intercept,
                    cut.sigma,
                    cut.threshold,
                ]
            };
            let cuts = options.prob_cuts.iter().flatten();
            let mut values: Vec<_> = cuts
                .map(|&cut| OptionValue::of(Some(numbers(cut))))
                .collect();
            if values.is_empty() {
                values.push(OptionValue::of::<6>(None));
            }
            values
        },
    },
    technique!(
        multi_prob_cut,
        &[
            part(
                "threshold",
                "threshold",
                MultiProbCut::DEFAULT.threshold,
                [30, 250]
            ),
            part("gate", "gate", MultiProbCut::DEFAULT.gate, [-100, 200]),
            part("depth", "least depth", MultiProbCut::DEFAULT.depth, [2, 8])
        ],
        "ProbCut with the pairs of depths that the game's guide gives for each phase.",
        "Buro, 1997",
        false,
        |[threshold, gate, depth]| MultiProbCut {
            threshold,
            gate,
            depth,
        },
        |multi: MultiProbCut| [multi.threshold, multi.gate, multi.depth]
    ),
    technique!(
        noisy_prob_cut,
        &[
            part("depth", "least depth", NoisyProbCut::DEFAULT.depth, [3, 10]),
            part(
                "margin",
                "hundredths of a unit above beta",
                NoisyProbCut::DEFAULT.margin,
                [50, 500]
            ),
            part("reduction", "R", NoisyProbCut::DEFAULT.reduction, [2, 6])
        ],
        "Leaves a node that a noisy move lifts beyond the window by a margin.",
        "",
        true,
        |[depth, margin, reduction]| NoisyProbCut {
            depth,
            margin,
            reduction,
        },
        |cut: NoisyProbCut| [cut.depth, cut.margin, cut.reduction]
    ),
    technique!(
        late_pruning,
        &[
            part(
                "depth",
                "greatest depth",
                LatePruning::DEFAULT.depth,
                [2, 12]
            ),
            part("moves", "moves", LatePruning::DEFAULT.moves, [1, 16]),
            part(
                "per_depth_squared",
                "more per squared depth",
                LatePruning::DEFAULT.per_depth_squared,
                [0, 6]
            )
        ],
        "Leaves out quiet moves late in the order (late-move pruning).",
        "",
        false,
        |[depth, moves, per_depth_squared]| LatePruning {
            depth,
            moves,
            per_depth_squared,
        },
        |late: LatePruning| [late.depth, late.moves, late.per_depth_squared]
    ),
    technique!(
        history_pruning,
        &[
            part(
                "depth",
                "greatest depth",
                HistoryPruning::DEFAULT.depth,
                [1, 10]
            ),
            part(
                "per_ply",
                "points of history per ply",
                HistoryPruning::DEFAULT.per_ply,
                [500, 8_000]
            )
        ],
        "Leaves out quiet moves with a bad history near the horizon.",
        "",
        true,
        |[depth, per_ply]| HistoryPruning { depth, per_ply },
        |history: HistoryPruning| [history.depth, history.per_ply]
    ),
    technique!(
        exchange_pruning,
        &[
            part(
                "depth",
                "greatest depth",
                ExchangePruning::DEFAULT.depth,
                [2, 12]
            ),
            part(
                "per_depth_squared",
                "hundredths of a unit per squared ply",
                ExchangePruning::DEFAULT.per_depth_squared,
                [5, 100]
            )
        ],
        "Leaves out quiet moves that lose by exchange near the horizon.",
        "",
        true,
        |[depth, per_depth_squared]| ExchangePruning {
            depth,
            per_depth_squared,
        },
        |exchange: ExchangePruning| [exchange.depth, exchange.per_depth_squared]
    ),
    OptionRow {
        name: "late_moves",
        about: "Late-move reductions by steps.",
        source: "",
        kind: OptionKind::Numbers(&[
            part("depth", "least depth", Reductions::DEFAULT.depth, [2, 8]),
            part("after", "moves before", Reductions::DEFAULT.after, [1, 12]),
            part("step", "moves for one more ply", 12, [3, 40]),
        ]),
        study: false,
        switched: ON_OFF,
        set: |options, value| {
            options.late_moves = value.numbers().map(|[depth, after, step]| Reductions {
                depth,
                after,
                shape: ReductionShape::Steps(step),
                ..Reductions::DEFAULT
            });
            Ok(())
        },
        get: |options| {
            let steps = |late: Reductions| match late.shape {
                ReductionShape::Steps(step) => Some([late.depth, late.after, step]),
                ReductionShape::Logarithmic { .. } => None,
            };
            vec![OptionValue::of(options.late_moves.and_then(steps))]
        },
    },
    OptionRow {
        name: "late_log",
        about: "Late-move reductions by logarithms of depth and move number.",
        source: "",
        kind: OptionKind::Numbers(&[
            part("base", "base", 50, [0, 150]),
            part("slope", "slope", 45, [20, 100]),
            part(
                "history",
                "points of history for a ply (0: none)",
                0,
                [2_000, 20_000],
            ),
            part("cut_node", "more at cut nodes", 0, [0, 250]),
            part("not_improving", "more where not improving", 0, [0, 200]),
            part("pv", "less in the principal variation", 0, [0, 200]),
            part("refuted", "more where replies cut off", 0, [0, 250]),
            part("noisy_first", "more after a noisy table move", 0, [0, 250]),
            fixed("root", "root moves too (0 or 1)", 0),
        ]),
        study: false,
        switched: ON_OFF,
        set: |options, value| {
            let reductions = |[
                base,
                slope,
                history,
                cut_node,
                not_improving,
                pv,
                refuted,
                noisy_first,
                root,
            ]: [i32; 9]| Reductions {
                shape: ReductionShape::Logarithmic { base, slope },
                history,
                cut_node,
                not_improving,
                pv,
                refuted,
                noisy_first,
                root: root > 0,
                ..Reductions::DEFAULT
            };
            options.late_moves = value.numbers().map(reductions);
            Ok(())
        },
        get: |options| {
            let logarithms = |late: Reductions| match late.shape {
                ReductionShape::Logarithmic { base, slope } => Some([
                    base,
                    slope,
                    late.history,
                    late.cut_node,
                    late.not_improving,
                    late.pv,
                    late.refuted,
                    late.noisy_first,
                    late.root.into(),
                ]),
                ReductionShape::Steps(_) => None,
            };
            vec![OptionValue::of(options.late_moves.and_then(logarithms))]
        },
    },
    single!(
        internal_reduction,
        part("depth", "least depth", 4, [2, 12]),
        "Searches a ply less where the table knows no move (internal iterative reduction).",
        "Schröder, 2021",
        false
    ),
    technique!(
        beam,
        &[part("moves", "moves", 8, [4, 64])],
        "Searches only this many moves of a node, the best by order.",
        "Greenblatt, Eastlake and Crocker, 1967",
        false,
        |[moves]: [i32; 1]| moves.max(1) as u32,
        |moves: u32| [moves as i32]
    ),
    technique!(
        preselection,
        &[
            part("plies", "plies", 3, [1, 10]),
            part("least", "least number of moves", 3, [2, 20])
        ],
        "Keeps only the moves that a search of half the depth likes best.",
        "",
        true,
        |[plies, least]: [i32; 2]| Preselection {
            plies: plies.max(0) as u32,
            least: least.max(1) as u32,
        },
        |kept: Preselection| [kept.plies as i32, kept.least as i32]
    ),
    technique!(
        singular,
        &[
            part(
                "margin",
                "hundredths of a unit",
                Singular::DEFAULT.margin,
                [10, 200]
            ),
            part("depth", "least depth", Singular::DEFAULT.depth, [4, 12]),
            part(
                "double",
                "hundredths more for a second ply (0: never)",
                Singular::DEFAULT.double,
                [10, 200]
            ),
            fixed(
                "multi_cut",
                "multi-cut (0 or 1)",
                Singular::DEFAULT.multi_cut as i32
            ),
            fixed(
                "negative",
                "plies less where it is not",
                Singular::DEFAULT.negative
            )
        ],
        "Extends a table move that is better than all others by this margin.",
        "Anantharaman, Campbell and Hsu, 1990",
        false,
        |[margin, depth, double, multi_cut, negative]| Singular {
            margin,
            depth,
            double,
            multi_cut: multi_cut > 0,
            negative,
        },
        |singular: Singular| [
            singular.margin,
            singular.depth,
            singular.double,
            singular.multi_cut.into(),
            singular.negative
        ]
    ),
    switch!(
        single_reply,
        "Extends the only legal move by a ply.",
        "",
        true
    ),
    switch!(
        extensions,
        "Follows moves by the extra plies that the game's guide asks for.",
        "",
        false
    ),
    single!(
        delta,
        part("margin", "hundredths of a unit", 200, [50, 600]),
        "Leaves out noisy moves beyond the horizon that cannot lift the evaluation to the window.",
        "",
        true
    ),
    technique!(
        time_management,
        &[
            fixed(
                "base",
                "hundredths of a fair share",
                TimeManagement::DEFAULT.base
            ),
            fixed(
                "nodes",
                "more by the other moves' nodes",
                TimeManagement::DEFAULT.nodes
            )
        ],
        "On a clock, thinks longer while moves other than the best one take nodes.",
        "",
        false,
        |[base, nodes]| TimeManagement { base, nodes },
        |time: TimeManagement| [time.base, time.nodes]
    ),
    switch!(
        fail_hard,
        "Returns the window's edge where a value lies beyond it.",
        "Knuth and Moore, 1975",
        true
    ),
    switch!(
        prove,
        "Asks the game's guide for proofs: threat search, endgame solver, tables.",
        "",
        false
    ),
    number!(
        unit,
        1..=10_000_u32,
        "1 to 10000 points",
        None,
        "Points in a natural unit of the evaluator.",
        &[],
        false
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_texts_are_sentences() {
        for (i, row) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[..i].iter().all(|other| other.name != row.name));
            assert!(row.about.ends_with('.'), "{row:?}");
            if let OptionKind::Numbers(parts) = row.kind {
                assert!(parts.len() <= OptionValue::MOST, "{row:?}");
                for (i, part) in parts.iter().enumerate() {
                    let name = part.name;
                    assert!(parts[..i].iter().all(|other| other.name != name), "{row:?}");
                }
            }
        }
    }

    #[test]
    fn what_can_be_tuned_takes_all_of_its_span() {
        let mut tuned = 0;
        for row in OPTIONS {
            let mut options = Options {
                algorithm: Algorithm::Aspiration,
                quiescence: 8,
                ..Options::default()
            };
            if let OptionKind::Numbers(parts) = row.kind {
                // As it is switched on, but that nothing is left at 0.
                let value = (0..).zip(parts).fold(
                    row.parse("on").expect("numbers"),
                    |value, (place, part)| match part.span {
                        Some([least, _]) => value.with(place, least.max(1)),
                        None => value,
                    },
                );
                row.set(&mut options, value).expect("the least of each");
                let spans = parts.iter().filter(|part| part.span.is_some()).count();
                assert!(
                    row.name == "prob_cut" || row.numbers(&options).len() == spans,
                    "{row:?}"
                );
            }
            for number in row.numbers(&options) {
                let [least, most] = number.span;
                assert!(least < most, "{}", number.name());
                for value in [least, most] {
                    let mut tuned = options;
                    let text = row.get(&options)[0].with(number.place, value).to_string();
                    let value = row.parse(&text).expect("its own text");
                    assert_eq!(
                        row.set(&mut tuned, value),
                        Ok(()),
                        "{} {text}",
                        number.name()
                    );
                    assert_eq!(row.get(&tuned), [value], "{} {text}", number.name());
                }
                tuned += 1;
            }
        }
        assert!(tuned > 40, "{tuned}");
    }

    #[test]
    fn what_is_off_or_never_is_not_tuned() {
        let names = |options: &Options| -> Vec<String> {
            OPTIONS
                .iter()
                .flat_map(|row| row.numbers(options))
                .map(|number| number.name())
                .collect()
        };
        let options = Options {
            algorithm: Algorithm::Pvs,
            quiescence: 0,
            null_move: Some(NullMove::default()),
            singular: Some(Singular::DEFAULT),
            ..Options::default()
        };
        let expected = [
            "history_bonus.linear",
            "history_bonus.square",
            "history_bonus.most",
            "null_move.reduction",
            "null_move.every",
            "singular.margin",
            "singular.depth",
        ];
        assert_eq!(names(&options), expected);
        let options = options.with_algorithm(Algorithm::Aspiration);
        assert_eq!(names(&options)[0], "aspiration");
    }

    #[test]
    fn what_is_set_is_got_and_reads_back() {
        for row in OPTIONS {
            let texts: &[&str] = match row.kind {
                OptionKind::Switch => &["on", "off"],
                OptionKind::Number { .. } => &["1", "2"],
                OptionKind::Choice { words, .. } => words,
                OptionKind::Numbers { .. } => &["off", "on", "3"],
            };
            for text in texts {
                let mut options = Options::default();
                let value = row.parse(text).expect(text);
                row.set(&mut options, value).expect(text);
                assert_eq!(row.get(&options), [value], "{row:?} {text}");
                assert_eq!(row.parse(&value.to_string()), Ok(value), "{row:?} {text}");
            }
        }
    }

    #[test]
    fn what_is_out_of_range_changes_nothing() {
        let row = OptionRow::named("futility").expect("an option");
        let mut options = Options::default();
        let value = row.parse("-1:5").expect("numbers");
        assert!(row.set(&mut options, value).is_err());
        assert_eq!(options, Options::default());
        let row = OptionRow::named("prob_cut").expect("an option");
        let value = row.parse("on").expect("a pair");
        for _ in 0..4 {
            assert_eq!(row.set(&mut options, value), Ok(()));
        }
        let refused = row.set(&mut options, value).expect_err("a fifth");
        assert_eq!(refused.expected, "no more than four pairs");
        assert_eq!(row.get(&options).len(), 4);
    }

    /// A technique is `study` exactly where its default and every shipped game leave it alone; the
    /// games are checked where they are wired.
    #[test]
    fn study_techniques_are_off_by_default() {
        for row in OPTIONS.iter().filter(|row| row.study) {
            let default = row.get(&Options::default());
            let off = [
                OptionValue::Switch(false),
                OptionValue::Number(0),
                OptionValue::Choice("last"),
            ];
            let is_off = |value: &OptionValue| {
                off.contains(value) || matches!(value, OptionValue::Numbers(None, _))
            };
            assert!(default.iter().all(is_off), "{row:?}");
        }
    }
}
