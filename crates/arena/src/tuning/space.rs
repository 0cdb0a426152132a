use super::SpaceError;
use engines::{Game, Weight, Weights};

/// One of the weights to tune.
///
/// In the tuning it is a real number, so that small steps add up; in play it is rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The weight's name.
    pub name: String,
    /// Its start.
    pub start: f64,
    /// The least that it may be.
    pub least: f64,
    /// The greatest that it may be.
    pub most: f64,
    /// Its magnitude: that of its start, or a thousandth of its range if it starts at 0; at least
    /// [`LEAST_SCALE`](Self::LEAST_SCALE).
    pub scale: f64,
}

impl Parameter {
    /// Smaller steps would vanish in rounding.
    pub const LEAST_SCALE: f64 = 5.0;
}

/// The weights to tune, the space of the optimisers. A point is a number for each weight.
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
    /// The weights, in the order of a point's numbers.
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
        let mut chosen: Vec<&Weight> = Vec::new();
        for name in named.iter().map(AsRef::as_ref) {
            let weight = known
                .iter()
                .find(|weight| weight.name == name)
                .ok_or_else(|| SpaceError::Unknown {
                    game: game.name(),
                    name: name.to_owned(),
                    known: known
                        .iter()
                        .map(|weight| weight.name)
                        .collect::<Vec<_>>()
                        .join(", "),
                })?;
            if chosen.contains(&weight) {
                return Err(SpaceError::Twice(name.to_owned()));
            }
            chosen.push(weight);
        }
        if named.is_empty() {
            chosen.extend(known);
        }
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

    /// The same space with no weight further from 0 than `cap`.
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

    /// The start of the weights.
    pub fn start(&self) -> Vec<f64> {
        self.parameters
            .iter()
            .map(|parameter| parameter.start)
            .collect()
    }

    /// The point nearest to `point` at which every weight is within its bounds.
    pub fn clamp(&self, mut point: Vec<f64>) -> Vec<f64> {
        for (value, parameter) in point.iter_mut().zip(&self.parameters) {
            *value = value.clamp(parameter.least, parameter.most);
        }
        point
    }

    /// The weights at `point` as options of an engine configuration:
    /// `eval.mobility=600,eval.corners=4000`.
    pub fn config(&self, point: &[f64]) -> String {
        let option = |(parameter, value): (&Parameter, &f64)| {
            format!(
                "{}{}={}",
                Weights::PREFIX,
                parameter.name,
                value.round() as i32
            )
        };
        self.parameters
            .iter()
            .zip(point)
            .map(option)
            .collect::<Vec<_>>()
            .join(",")
    }
}
