//! The rungs of a match at several budgets.

use super::read_duration;
use search::Limits;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// Budgets of a move, in rising order: `nodes=10k,30k,1M`, `time=10ms,1s` or `depth=4,6,8`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The unit of the budgets.
    pub unit: Unit,
    /// The budgets, each greater than the one before.
    pub rungs: Vec<Rung>,
}

/// What a budget counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Positions visited.
    Nodes,
    /// Milliseconds.
    Time,
    /// Plies.
    Depth,
}

impl Unit {
    /// Its name in front of the budgets.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Depth => "depth",
        }
    }

    /// What a picture writes along its axis.
    pub fn axis(self) -> &'static str {
        match self {
            Self::Nodes => "nodes a move",
            Self::Time => "milliseconds a move",
            Self::Depth => "plies",
        }
    }
}

/// One budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// As it was written.
    pub text: String,
    /// Nodes, milliseconds or plies.
    pub size: f64,
    /// The limits of a move.
    pub limits: Limits,
}

/// A text that is no ladder.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum LadderError {
    /// It does not begin with a unit.
    #[error("it begins with nodes=, time= or depth=, as nodes=10k,100k,1M")]
    Unit,
    /// A budget cannot be read.
    #[error("{0:?} is no budget: {1}")]
    Budget(String, String),
    /// A budget is not greater than the one before.
    #[error("{0:?} is not greater than the budget before it")]
    Order(String),
    /// There are too many.
    #[error("{0} budgets are too many: {most} will do", most = Ladder::MOST)]
    Length(usize),
}

impl Ladder {
    /// The most rungs.
    pub const MOST: usize = 16;
}

impl FromStr for Ladder {
    type Err = LadderError;

    fn from_str(text: &str) -> Result<Self, LadderError> {
        let (unit, budgets) = text.split_once('=').ok_or(LadderError::Unit)?;
        let unit = [Unit::Nodes, Unit::Time, Unit::Depth]
            .into_iter()
            .find(|known| known.name() == unit.trim())
            .ok_or(LadderError::Unit)?;
        let rungs = budgets
            .split(',')
            .map(|budget| rung(unit, budget.trim()))
            .collect::<Result<Vec<_>, _>>()?;
        if rungs.len() > Self::MOST {
            return Err(LadderError::Length(rungs.len()));
        }
        match rungs.windows(2).find(|pair| pair[0].size >= pair[1].size) {
            Some(pair) => Err(LadderError::Order(pair[1].text.clone())),
            None => Ok(Self { unit, rungs }),
        }
    }
}

fn rung(unit: Unit, text: &str) -> Result<Rung, LadderError> {
    let wrong = |problem: &str| LadderError::Budget(text.to_owned(), problem.to_owned());
    let (size, limits) = match unit {
        Unit::Nodes => {
            let nodes = count(text).ok_or_else(|| wrong("a number of nodes is 500, 10k or 2M"))?;
            (nodes as f64, Limits::nodes(nodes))
        }
        Unit::Time => {
            let time = read_duration(text).map_err(|error| wrong(&error.to_string()))?;
            if time == Duration::ZERO {
                return Err(wrong("a move takes time"));
            }
            (time.as_secs_f64() * 1e3, Limits::time(time))
        }
        Unit::Depth => {
            let plies = text
                .parse()
                .ok()
                .filter(|plies| (1..=1_000).contains(plies));
            let plies: u32 = plies.ok_or_else(|| wrong("a depth is 1 to 1000 plies"))?;
            (plies.into(), Limits::depth(plies))
        }
    };
    Ok(Rung {
        text: text.to_owned(),
        size,
        limits,
    })
}

/// A positive number, with `k` for thousands and `M` for millions.
fn count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => match text.strip_suffix(['m', 'M']) {
            Some(digits) => (digits, 1_000_000),
            None => (text, 1),
        },
    };
    let number = digits.parse::<u64>().ok()?.checked_mul(factor)?;
    (number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ladders_are_read() {
        let sizes = |text: &str| {
            let ladder: Ladder = text.parse().expect(text);
            let sizes: Vec<f64> = ladder.rungs.iter().map(|rung| rung.size).collect();
            (ladder.unit, sizes)
        };
        assert_eq!(
            sizes("nodes=500,10k, 2M"),
            (Unit::Nodes, vec![500.0, 10_000.0, 2_000_000.0])
        );
        assert_eq!(sizes("time=10ms,1s"), (Unit::Time, vec![10.0, 1_000.0]));
        assert_eq!(sizes("depth=4"), (Unit::Depth, vec![4.0]));
        let ladder: Ladder = "nodes=10k,30K".parse().expect("a ladder");
        assert_eq!(ladder.rungs[1].limits, Limits::nodes(30_000));
        assert_eq!(ladder.rungs[1].text, "30K");
    }

    #[test]
    fn wrong_words_are_named() {
        let error = |text: &str| text.parse::<Ladder>().expect_err(text).to_string();
        for text in ["", "10k", "plies=3", "=1,2"] {
            assert_eq!(error(text), LadderError::Unit.to_string());
        }
        for text in [
            "nodes=",
            "nodes=0",
            "nodes=1g",
            "nodes=-5",
            "nodes=99999999999999M",
        ] {
            assert!(error(text).contains("10k or 2M"), "{text}");
        }
        assert!(error("time=5").contains('5') && error("time=0ms").contains("takes time"));
        for text in ["depth=0", "depth=x", "depth=1001"] {
            assert!(error(text).contains("1 to 1000"), "{text}");
        }
        assert_eq!(
            error("nodes=10k,9999"),
            "\"9999\" is not greater than the budget before it"
        );
        assert!(error("depth=3,3").contains("not greater"));
        let many = format!(
            "nodes={}",
            (1..=17)
                .map(|n| n.to_string())
                .collect::<Vec<_>>()
                .join(",")
        );
        assert_eq!(error(&many), "17 budgets are too many: 16 will do");
    }
}
