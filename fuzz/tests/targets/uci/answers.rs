//! What is answered, and whether that is right.

use crate::common::Talk;

/// What must be answered to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// That something is wrong.
    Error,
    /// This, word by word.
    Text(&'static str),
    /// One that begins so, after any others.
    After(&'static str),
    /// A move that is one of these where there are any, and none where there is none.
    Move(Vec<String>),
    /// This many leaves counted.
    Leaves(u64),
}

/// Takes what is answered; what is wrong with it.
pub fn check(due: &Due, talk: &mut Talk, ucci: bool) -> Result<(), String> {
    let mut hear = || talk.hear().ok_or("the end");
    // Reports of a search come before its answer, and belong to no line.
    let over = |line: &str| line.contains("the game is over by the rules");
    let told = |line: &str| line.starts_with("info ") && (!is_remark(line) || over(line));
    let mut line = hear()?;
    match due {
        Due::Error if is_remark(&line) && !over(&line) => Ok(()),
        Due::Error => {
            while told(&line) {
                line = hear()?;
            }
            is_remark(&line)
                .then_some(())
                .ok_or(format!("{line:?} is no error"))
        }
        Due::Text(text) => {
            while told(&line) {
                line = hear()?;
            }
            if line == *text {
                Ok(())
            } else {
                Err(format!("{line:?} is not {text}"))
            }
        }
        Due::After(text) => {
            while !line.starts_with(text) {
                line = hear()?;
            }
            Ok(())
        }
        Due::Leaves(leaves) => {
            let mut counted = 0;
            while !line.starts_with("Nodes searched: ") {
                counted += line
                    .split_once(": ")
                    .and_then(|(_, count)| count.parse().ok())
                    .unwrap_or(0);
                line = hear()?;
            }
            hear()?;
            let sum: u64 = line
                .rsplit(' ')
                .next()
                .and_then(|sum| sum.parse().ok())
                .unwrap_or(u64::MAX);
            if (sum, counted) == (*leaves, *leaves) {
                Ok(())
            } else {
                Err(format!("{line:?} are not {leaves}"))
            }
        }
        Due::Move(legal) => {
            while told(&line) {
                line = hear()?;
            }
            let mut words = line.split(' ');
            let right = match (words.next(), words.next()) {
                (Some("nobestmove"), None) => ucci && legal.is_empty(),
                (Some("bestmove"), Some("(none)")) => !ucci && legal.is_empty(),
                (Some("bestmove"), Some(mv)) => legal.iter().any(|other| other == mv),
                _ => false,
            };
            if right {
                Ok(())
            } else {
                Err(format!("{line:?} is none of {legal:?}"))
            }
        }
    }
}

fn is_remark(line: &str) -> bool {
    line.starts_with("info string ") || line.starts_with("info message ")
}
