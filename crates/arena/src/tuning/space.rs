use super::SpaceError;
use engines::{EngineConfig, Family, Game, SearcherConfig, SearcherOption, Weight, Weights};
use search::{OPTIONS, OptionNumber, OptionRow, OptionValue, Options};

/// One of the numbers to tune: a weight of the evaluator, or a number of a search option.
///
/// In the tuning it is a real number, so that small steps add up; in play it is rounded.
///
/// ```
/// use arena::tuning::Space;
/// let config: engines::EngineConfig = "level=3,eval.mobility=600".parse()?;
/// let space = Space::of(engines::game("othello")?, &["mobility"], config.weights())?;
/// let mobility = &space.parameters[0];
/// assert_eq!((&*mobility.name, mobility.start, mobility.scale), ("mobility", 600.0, 600.0));
/// assert_eq!(space.clamp(vec![1e9]), [mobility.most]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name: a weight's, or an option's and its part's, as `late_pruning.moves`.
    pub name: String,
    /// What it is a number of.
    pub kind: ParameterKind,
    /// Its start.
    pub start: f64,
    /// The least that it may be.
    pub least: f64,
    /// The greatest that it may be.
    pub most: f64,
    /// Its magnitude, in parts of which an optimiser moves it: of a weight that of its start, or a
    /// thousandth of its range if it starts at 0; of an option's number half its
    /// [span](search::OptionPart::span). At least [`LEAST_SCALE`](Self::LEAST_SCALE).
    pub scale: f64,
}

/// What a [`Parameter`] is a number of.
///
/// ```
/// use arena::tuning::{ParameterKind, Space};
/// let xiangqi = engines::game("xiangqi")?;
/// let options = Space::of_options(xiangqi, &xiangqi.options(&vec![])?, &["late_pruning.moves"], &"pvs,late_pruning=6:5:1".parse()?)?;
/// let weights = Space::of(xiangqi, &["material.chariot"], &Default::default())?;
/// let option_of = |space: &Space| match space.parameters[0].kind {
///     ParameterKind::Option { row, .. } => Some(row.name),
///     ParameterKind::Weight | ParameterKind::Own => None,
/// };
/// assert_eq!((option_of(&options), option_of(&weights)), (Some("late_pruning"), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// The evaluator's weight of the parameter's name.
    Weight,
    /// A search option.
    Option {
        /// The option.
        row: &'static OptionRow,
        /// Which of its numbers, from 0.
        number: usize,
        /// The option at the start; its numbers that are not tuned stay.
        value: OptionValue,
    },
    /// An option of the parameter's name, which only one game or searcher has.
    Own,
}

impl Parameter {
    /// Smaller steps would vanish in rounding.
    pub const LEAST_SCALE: f64 = 5.0;
}

/// The parameters to tune, the space of the optimisers. A point is a number for each.
///
/// ```
/// use arena::tuning::Space;
/// let othello = engines::game("othello")?;
/// let config: engines::EngineConfig = "level=3,eval.mobility=600".parse()?;
/// let space = Space::of(othello, &["mobility", "corners"], config.weights())?;
/// assert_eq!(space.start(), [600.0, 5011.0]);
/// assert_eq!(space.config(&[599.6, -2.0]), "eval.mobility=600,eval.corners=-2");
/// assert!(Space::of(othello, &["luck"], config.weights()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// The parameters, in the order of a point's numbers; those of one option stand together.
    pub parameters: Vec<Parameter>,
}

impl Space {
    /// The weights of `game` that are `named`, in that order, or all if none is. Each starts at its
    /// value in `changes`, else at its default.
    ///
    /// # Errors
    /// If the game has no such weight or none at all, or one is named twice.
    pub fn of(
        game: &dyn Game,
        named: &[impl AsRef<str>],
        changes: &Weights,
    ) -> Result<Self, SpaceError> {
        let known = game.facts().weights;
        if known.is_empty() {
            return Err(SpaceError::None(game.name()));
        }
        let unknown = |name, known| SpaceError::Unknown {
            game: game.name(),
            name,
            known,
        };
        let chosen = choose(known, named, |weight| weight.name, unknown)?;
        let parameter = |weight: &Weight| {
            let changed = changes
                .iter()
                .find(|(name, _)| *name == weight.name)
                .map(|(_, value)| value);
            let [start, least, most] =
                [changed.unwrap_or(weight.value), weight.least, weight.most].map(f64::from);
            let scale = if start == 0.0 {
                (most - least) / 1000.0
            } else {
                start.abs()
            };
            let scale = scale.max(Parameter::LEAST_SCALE);
            Parameter {
                name: weight.name.to_owned(),
                kind: ParameterKind::Weight,
                start,
                least,
                most,
                scale,
            }
        };
        Ok(Self {
            parameters: chosen.into_iter().map(parameter).collect(),
        })
    }

    /// The numbers of the search options that `config` has on, in the order of [`OPTIONS`]: those of
    /// the options or single parts that are `named`, or all if none is. Each starts at what it is in
    /// `base`, the game's [options](Game::options) under its rules, and may go as far as its
    /// [span](search::OptionPart::span), which is widened to where it starts. Of a searcher that the
    /// game or the program [adds](engines::SearcherWiring), its own options, within their bounds.
    ///
    /// # Errors
    /// If `config` is no alpha-beta search with the game's options nor one that was added, there is
    /// no such option, it is off or has no number to tune, or one is named twice.
    ///
    /// ```
    /// use arena::tuning::Space;
    /// let xiangqi = engines::game("xiangqi")?;
    /// let config = "aspiration,late_pruning=6:5:1".parse()?;
    /// let base = xiangqi.options(&Vec::new())?;
    /// let space = Space::of_options(xiangqi, &base, &["late_pruning", "futility.per_ply"], &config)?;
    /// assert_eq!(space.start(), [120.0, 6.0, 5.0, 1.0]);
    /// assert_eq!(space.config(&[131.3, 6.0, 4.6, 1.0]), "futility=6:131,late_pruning=6:5:1");
    /// assert!(Space::of_options(xiangqi, &base, &["razoring"], &config).is_err(), "it is off");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_options(
        game: &dyn Game,
        base: &Options,
        named: &[impl AsRef<str>],
        config: &EngineConfig,
    ) -> Result<Self, SpaceError> {
        let searcher = match config {
            EngineConfig::Searcher(searcher) if searcher.family == Family::Added => {
                return Self::of_own_options(game, named, searcher);
            }
            EngineConfig::Searcher(searcher)
                if matches!(searcher.family, Family::Kernel(_) | Family::Smp) && !searcher.bare =>
            {
                searcher
            }
            _ => return Err(SpaceError::NoSearch(config.to_string())),
        };
        let options = searcher.options(*base);
        let known: Vec<OptionNumber> = OPTIONS
            .iter()
            .flat_map(|row| row.numbers(&options))
            .collect();
        let mut chosen = vec![named.is_empty(); known.len()];
        for name in named.iter().map(AsRef::as_ref) {
            let is_meant = |number: &OptionNumber| number.row.name == name || number.name() == name;
            let mut found = false;
            for (chosen, _) in chosen
                .iter_mut()
                .zip(&known)
                .filter(|(_, number)| is_meant(number))
            {
                if std::mem::replace(chosen, true) {
                    return Err(SpaceError::Twice(name.to_owned()));
                }
                found = true;
            }
            if !found {
                return Err(refused(name, &known));
            }
        }
        let parameter = |(number, _): (&OptionNumber, _)| {
            let value = *number.row.get(&options).first()?;
            let start = f64::from(number.value);
            let [least, most] = number.span.map(f64::from);
            Some(Parameter {
                name: number.name(),
                kind: ParameterKind::Option {
                    row: number.row,
                    number: number.place,
                    value,
                },
                start,
                least: least.min(start),
                most: most.max(start),
                scale: ((most - least) / 2.0).max(Parameter::LEAST_SCALE),
            })
        };
        let parameters: Vec<_> = known
            .iter()
            .zip(chosen)
            .filter(|(_, chosen)| *chosen)
            .filter_map(parameter)
            .collect();
        if parameters.is_empty() {
            return Err(SpaceError::NoNumbers(config.to_string()));
        }
        Ok(Self { parameters })
    }

    /// The options of a searcher that was added, as [`of_options`](Self::of_options) says.
    fn of_own_options(
        game: &dyn Game,
        named: &[impl AsRef<str>],
        searcher: &SearcherConfig,
    ) -> Result<Self, SpaceError> {
        let known = game
            .searcher(searcher.name())
            .map_or(&[][..], |facts| facts.options);
        if known.is_empty() {
            return Err(SpaceError::NoNumbers(searcher.to_string()));
        }
        let unknown = |name, known| SpaceError::NoOption { name, known };
        let chosen = choose(known, named, |option| option.name, unknown)?;
        let parameter = |option: &SearcherOption| {
            let [start, least, most] =
                [searcher.own_value(option), option.least, option.most].map(f64::from);
            Parameter {
                name: option.name.to_owned(),
                kind: ParameterKind::Own,
                start,
                least,
                most,
                scale: ((most - least) / 2.0).max(Parameter::LEAST_SCALE),
            }
        };
        Ok(Self {
            parameters: chosen.into_iter().map(parameter).collect(),
        })
    }

    /// The same space with no parameter further from 0 than `cap`.
    ///
    /// # Errors
    /// If one begins beyond it.
    pub fn capped(mut self, cap: f64) -> Result<Self, SpaceError> {
        for parameter in &mut self.parameters {
            if parameter.start.abs() > cap {
                return Err(SpaceError::Beyond {
                    name: parameter.name.clone(),
                    start: parameter.start,
                    cap,
                });
            }
            (parameter.least, parameter.most) =
                (parameter.least.max(-cap), parameter.most.min(cap));
        }
        Ok(self)
    }

    /// The start of the parameters.
    pub fn start(&self) -> Vec<f64> {
        self.parameters
            .iter()
            .map(|parameter| parameter.start)
            .collect()
    }

    /// The point nearest to `point` at which every number is within its bounds.
    pub fn clamp(&self, mut point: Vec<f64>) -> Vec<f64> {
        for (value, parameter) in point.iter_mut().zip(&self.parameters) {
            *value = value.clamp(parameter.least, parameter.most);
        }
        point
    }

    /// The numbers at `point` as options of an engine configuration:
    /// `eval.mobility=600,eval.corners=4000`, `futility=6:131,late_pruning=6:5:1`.
    pub fn config(&self, point: &[f64]) -> String {
        let mut texts = Vec::new();
        let mut numbers = self.parameters.iter().zip(point).peekable();
        while let Some((parameter, value)) = numbers.next() {
            let whole = |value: &f64| value.round() as i32;
            texts.push(match parameter.kind {
                ParameterKind::Own => format!("{}={}", parameter.name, whole(value)),
                ParameterKind::Weight => {
                    format!("{}{}={}", Weights::PREFIX, parameter.name, whole(value))
                }
                ParameterKind::Option {
                    row,
                    number,
                    value: at_start,
                } => {
                    let mut option = at_start.with(number, whole(value));
                    while let Some((ParameterKind::Option { number, .. }, value)) = numbers
                        .next_if(|(next, _)| next.is_of(row))
                        .map(|(next, value)| (next.kind, value))
                    {
                        option = option.with(number, whole(value));
                    }
                    format!("{}={option}", row.name)
                }
            });
        }
        texts.join(",")
    }
}

impl Parameter {
    /// Whether it is a number of the option `row`.
    fn is_of(&self, row: &OptionRow) -> bool {
        matches!(self.kind, ParameterKind::Option { row: own, .. } if own == row)
    }
}

/// The `known` rows that are `named`, in that order, or all if none is. `unknown` is the error of a
/// name that there is not, given all that there are.
///
/// # Errors
/// If a name is unknown or given twice.
fn choose<'a, T>(
    known: &'a [T],
    named: &[impl AsRef<str>],
    name_of: fn(&T) -> &'static str,
    unknown: impl Fn(String, String) -> SpaceError,
) -> Result<Vec<&'a T>, SpaceError> {
    if named.is_empty() {
        return Ok(known.iter().collect());
    }
    let mut chosen: Vec<&T> = Vec::new();
    for name in named.iter().map(AsRef::as_ref) {
        let row = known.iter().find(|row| name_of(row) == name);
        let row = row.ok_or_else(|| {
            let known: Vec<_> = known.iter().map(name_of).collect();
            unknown(name.to_owned(), known.join(", "))
        })?;
        if chosen.iter().any(|row| name_of(row) == name) {
            return Err(SpaceError::Twice(name.to_owned()));
        }
        chosen.push(row);
    }
    Ok(chosen)
}

/// Why `name` is none of the numbers that can be tuned.
fn refused(name: &str, known: &[OptionNumber]) -> SpaceError {
    let name = name.to_owned();
    // A part that is off is that of an option.
    let option = name.split('.').next().unwrap_or_default();
    match OptionRow::named(option) {
        Some(_) => SpaceError::NotTuned(name),
        None => SpaceError::NoOption {
            name,
            known: known
                .iter()
                .map(OptionNumber::name)
                .collect::<Vec<_>>()
                .join(", "),
        },
    }
}
