//! The options as a table: a row for each, from which text is read and written, ablations are made
//! and documentation is printed.
//!
//! A new option is a field of [`Options`] with its range, a row here, and its use.

use super::{
    ExchangePruning, FirstGuess, HistoryBonus, HistoryPruning, LatePruning, Margin, MultiCut,
    MultiProbCut, NoisyProbCut, NullMove, Options, Preselection, ProbCut, Reductions, Shape,
    Singular,
};
use crate::Algorithm;
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
/// # Ok::<(), &'static str>(())
/// ```
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

/// The values that an option takes.
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
    },
    /// One of several words.
    Choice {
        /// The words.
        words: &'static [&'static str],
        /// All of them, for a person.
        expected: &'static str,
    },
    /// `off`, `on`, or numbers separated by colons, of which the last may be left out.
    Numbers {
        /// What each number means.
        names: &'static [&'static str],
        /// The numbers of `on`, and of those left out.
        defaults: &'static [i32],
    },
}

/// A value of an option.
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
    pub fn parse(&self, text: &str) -> Result<OptionValue, &'static str> {
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
            } => match text.parse() {
                Ok(number) if (least..=most).contains(&number) => Ok(OptionValue::Number(number)),
                _ => Err(expected),
            },
            OptionKind::Choice { words, expected } => {
                let word = words.iter().find(|&&word| word == text);
                word.map(|&word| OptionValue::Choice(word)).ok_or(expected)
            }
            OptionKind::Numbers { defaults, .. } => {
                const EXPECTED: &str = "on or off, or its numbers parted by colons";
                if text == "off" {
                    return Ok(OptionValue::Numbers(None, defaults.len()));
                }
                let mut numbers = [0; OptionValue::MOST];
                numbers[..defaults.len()].copy_from_slice(defaults);
                if text != "on" {
                    for (i, text) in text.split(':').enumerate() {
                        let place = numbers[..defaults.len()].get_mut(i).ok_or(EXPECTED)?;
                        *place = text.parse().map_err(|_| EXPECTED)?;
                    }
                }
                Ok(OptionValue::Numbers(Some(numbers), defaults.len()))
            }
        }
    }

    /// Sets the option to a value that [`parse`](Self::parse) has read; another kind of value turns
    /// it off.
    ///
    /// # Errors
    /// If a number is out of its [range](Options::in_range), or there are too many pairs of
    /// ProbCut; then `options` are as they were.
    pub fn set(&self, options: &mut Options, value: OptionValue) -> Result<(), &'static str> {
        let mut changed = *options;
        (self.set)(&mut changed, value)?;
        if changed != changed.in_range() {
            return Err("on or off, or its numbers parted by colons, each in its range");
        }
        *options = changed;
        Ok(())
    }

    /// What the option is: one value, or several of one that can be given more than once.
    pub fn get(&self, options: &Options) -> Vec<OptionValue> {
        (self.get)(options)
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

/// By name and kind.
impl fmt::Debug for OptionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OptionRow")
            .field("name", &self.name)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
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
    ($field:ident, $range:expr, $expected:literal, $about:literal, $switched:expr, $study:literal) => {
        OptionRow {
            name: stringify!($field),
            about: $about,
            source: "",
            kind: OptionKind::Number {
                least: *$range.start(),
                most: *$range.end(),
                expected: $expected,
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
    ($field:ident, $names:expr, $defaults:expr, $about:literal, $source:literal, $study:literal,
     $make:expr, $show:expr) => {
        OptionRow {
            name: stringify!($field),
            about: $about,
            source: $source,
            kind: OptionKind::Numbers {
                names: $names,
                defaults: $defaults,
            },
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
            &["depth", "hundredths of a unit per ply"],
            &[Margin::DEFAULT.depth, Margin::DEFAULT.per_ply],
            $about,
            $source,
            $study,
            |[depth, per_ply]| Margin { depth, per_ply },
            |margin: Margin| [margin.depth, margin.per_ply]
        )
    };
}

/// A row of a technique with one number, which is the field of the same name.
macro_rules! least_depth {
    ($field:ident, $name:literal, $default:literal, $about:literal, $source:literal, $study:literal) => {
        technique!(
            $field,
            &[$name],
            &[$default],
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
        "Follows noisy moves beyond the horizon by at most this many plies.",
        &["0"],
        false
    ),
    number!(
        step,
        1..=2_u32,
        "1 or 2 plies",
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
        "Uses the table with at least this depth left; 0 also beyond the horizon.",
        &["0", "1", "3"],
        false
    ),
    number!(
        score_cache,
        0..=4_096_u32,
        "0 to 4096 MiB",
        "Caches evaluations by position, in each thread.",
        &["0", "16"],
        true
    ),
    least_depth!(
        enhanced_cutoffs,
        "least depth",
        2,
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
        "Ranks quiet moves by how often they cut off after the same earlier moves: 1, 2, 4 and 6 \
         plies before.",
        &["0", "1", "2"],
        false
    ),
    OptionRow {
        name: "history_bonus",
        about: "What history learns from a cutoff.",
        source: "",
        kind: OptionKind::Numbers {
            names: &["points per ply", "points per squared ply", "points at most"],
            defaults: &[
                HistoryBonus::DEFAULT.linear,
                HistoryBonus::DEFAULT.square,
                HistoryBonus::DEFAULT.most,
            ],
        },
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
    least_depth!(
        order_by_eval,
        "least depth",
        2,
        "Orders moves by the evaluation after each.",
        "",
        true
    ),
    technique!(
        null_move,
        &[
            "R",
            "plies for one more (0: never)",
            "least depth to verify (0: never)",
            "hundredths of a unit beyond beta for one more (0: never)"
        ],
        &[NullMove::DEFAULT.reduction, NullMove::DEFAULT.every, 0, 0],
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
        &["C", "M", "R", "least depth", "at ALL nodes too (0 or 1)"],
        &[
            MultiCut::DEFAULT.cuts,
            MultiCut::DEFAULT.moves,
            MultiCut::DEFAULT.reduction,
            MultiCut::DEFAULT.depth,
            MultiCut::DEFAULT.all_nodes as i32
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
        kind: OptionKind::Numbers {
            names: &[
                "depth",
                "shallow depth",
                "slope",
                "intercept",
                "sigma",
                "threshold",
            ],
            defaults: &[4, 2, 100, 0, 100, ProbCut::THRESHOLD],
        },
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
                values.push(OptionValue::Numbers(None, OptionValue::MOST));
            }
            values
        },
    },
    technique!(
        multi_prob_cut,
        &["threshold", "gate", "least depth"],
        &[
            MultiProbCut::DEFAULT.threshold,
            MultiProbCut::DEFAULT.gate,
            MultiProbCut::DEFAULT.depth
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
        &["least depth", "hundredths of a unit above beta", "R"],
        &[
            NoisyProbCut::DEFAULT.depth,
            NoisyProbCut::DEFAULT.margin,
            NoisyProbCut::DEFAULT.reduction
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
        &["greatest depth", "moves", "more per squared depth"],
        &[
            LatePruning::DEFAULT.depth,
            LatePruning::DEFAULT.moves,
            LatePruning::DEFAULT.per_depth_squared
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
        &["greatest depth", "points of history per ply"],
        &[
            HistoryPruning::DEFAULT.depth,
            HistoryPruning::DEFAULT.per_ply
        ],
        "Leaves out quiet moves with a bad history near the horizon.",
        "",
        true,
        |[depth, per_ply]| HistoryPruning { depth, per_ply },
        |history: HistoryPruning| [history.depth, history.per_ply]
    ),
    technique!(
        exchange_pruning,
        &["greatest depth", "hundredths of a unit per squared ply"],
        &[
            ExchangePruning::DEFAULT.depth,
            ExchangePruning::DEFAULT.per_depth_squared
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
        kind: OptionKind::Numbers {
            names: &["least depth", "moves before", "moves for one more ply"],
            defaults: &[Reductions::DEFAULT.depth, Reductions::DEFAULT.after, 12],
        },
        study: false,
        switched: ON_OFF,
        set: |options, value| {
            options.late_moves = value.numbers().map(|[depth, after, step]| Reductions {
                depth,
                after,
                shape: Shape::Steps(step),
                ..Reductions::DEFAULT
            });
            Ok(())
        },
        get: |options| {
            let steps = |late: Reductions| match late.shape {
                Shape::Steps(step) => Some([late.depth, late.after, step]),
                Shape::Logarithmic { .. } => None,
            };
            vec![OptionValue::of(options.late_moves.and_then(steps))]
        },
    },
    OptionRow {
        name: "late_log",
        about: "Late-move reductions by logarithms of depth and move number.",
        source: "",
        kind: OptionKind::Numbers {
            names: &[
                "base",
                "slope",
                "points of history for a ply (0: none)",
                "more at cut nodes",
                "more where not improving",
                "less in the principal variation",
                "more where replies cut off",
                "more after a noisy table move",
                "root moves too (0 or 1)",
            ],
            defaults: &[50, 45, 0, 0, 0, 0, 0, 0, 0],
        },
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
                shape: Shape::Logarithmic { base, slope },
                history,
                cut_node,
                not_improving,
                pv,
                refuted,
                noisy_first,
                ..Reductions::DEFAULT
            };
            options.late_moves = value.numbers().map(reductions);
            Ok(())
        },
        get: |options| {
            let logarithms = |late: Reductions| match late.shape {
                Shape::Logarithmic { base, slope } => Some([
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
                Shape::Steps(_) => None,
            };
            vec![OptionValue::of(options.late_moves.and_then(logarithms))]
        },
    },
    least_depth!(
        internal_reduction,
        "least depth",
        4,
        "Searches a ply less where the table knows no move (internal iterative reduction).",
        "Schröder, 2021",
        false
    ),
    technique!(
        beam,
        &["moves"],
        &[8],
        "Searches only this many moves of a node, the best by order.",
        "Greenblatt, Eastlake and Crocker, 1967",
        false,
        |[moves]: [i32; 1]| moves.max(1) as u32,
        |moves: u32| [moves as i32]
    ),
    technique!(
        preselection,
        &["plies", "least number of moves"],
        &[3, 3],
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
            "hundredths of a unit",
            "least depth",
            "hundredths more for a second ply (0: never)",
            "multi-cut (0 or 1)",
            "plies less where it is not"
        ],
        &[
            Singular::DEFAULT.margin,
            Singular::DEFAULT.depth,
            Singular::DEFAULT.double,
            Singular::DEFAULT.multi_cut as i32,
            Singular::DEFAULT.negative
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
    least_depth!(
        delta,
        "hundredths of a unit",
        200,
        "Leaves out noisy moves beyond the horizon that cannot lift the evaluation to the window.",
        "",
        true
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
            if let OptionKind::Numbers { names, defaults } = row.kind {
                assert_eq!(names.len(), defaults.len(), "{row:?}");
            }
        }
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
        assert_eq!(row.set(&mut options, value), Err("no more than four pairs"));
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
