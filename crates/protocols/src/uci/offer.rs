//! The common part of the clients of UCI and what was made of it: options, and the `info` of a search.

use crate::client::{self, Command, Problem, Talk};
use engines::{Answer, Reply};
use game_core::{Outcome, Score};

/// What a program says about itself at the start.
#[derive(Debug, Default)]
pub(crate) struct Offer {
    /// Its name and version.
    pub name: String,
    /// The names of its options.
    pub options: Vec<String>,
}

impl Offer {
    /// More options than any program has.
    const MOST: usize = 1_000;

    /// Reads the offer up to the line `end`.
    pub fn hear(talk: &mut Talk, end: &'static str) -> Result<Self, Problem> {
        let mut offer = Self::default();
        talk.until(end, |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                offer.name = name.to_owned();
            } else if let Some(option) = line
                .strip_prefix("option ")
                .filter(|_| offer.options.len() < Self::MOST)
            {
                // UCCI leaves the word out, and the names have no spaces.
                let option = option.strip_prefix("name ").unwrap_or(option);
                offer.options.push(
                    option
                        .split(" type ")
                        .next()
                        .unwrap_or_default()
                        .trim()
                        .to_owned(),
                );
            }
            (line == end).then_some(())
        })?;
        Ok(offer)
    }

    /// The option of that name as the program spells it; capitals make no difference.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.options
            .iter()
            .find(|option| option.eq_ignore_ascii_case(name))
            .map(String::as_str)
    }

    /// The options of `command`, as the program spells them.
    pub fn chosen<'a>(
        &'a self,
        command: &'a Command,
    ) -> Result<Vec<(&'a str, Option<&'a str>)>, Problem> {
        let option = |(name, value): &'a (String, Option<String>)| match self.find(name) {
            Some(name) => Ok((name, value.as_deref())),
            None => Err(Problem::Option {
                name: name.clone(),
                known: self.options.join(", "),
            }),
        };
        command.options().iter().map(option).collect()
    }
}

/// The nodes and score of the `info` lines so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Info {
    /// Positions visited.
    pub nodes: u64,
    /// The value of the best line, for the program.
    pub score: Option<Score>,
}

impl Info {
    /// The program's reply, with the nodes and score it reported.
    pub fn answer(self, reply: Reply) -> Answer {
        client::answer(reply, self.nodes, self.score)
    }

    /// Reads what follows `info`; unknown words are ignored.
    pub fn hear(&mut self, text: &str) {
        let mut words = text.split_ascii_whitespace().peekable();
        let mut first_line = true;
        while let Some(word) = words.next() {
            match word {
                "nodes" => {
                    self.nodes = words
                        .peek()
                        .and_then(|word| word.parse().ok())
                        .unwrap_or(self.nodes)
                }
                "multipv" => first_line = words.peek() == Some(&"1"),
                "score" if first_line => {
                    // UCCI leaves `cp` out.
                    let kind = words
                        .next_if(|word| matches!(*word, "cp" | "mate"))
                        .unwrap_or("cp");
                    let value: Option<i32> = words.peek().and_then(|word| word.parse().ok());
                    self.score = value.map(|value| score(kind, value)).or(self.score);
                }
                "pv" | "string" => break,
                _ => {}
            }
        }
    }
}

/// A score in centipawns, or in moves to mate.
fn score(kind: &str, value: i32) -> Score {
    if kind == "cp" {
        return Score::eval(value);
    }
    // The longest mate that a score can express.
    let most = (Score::WIN.get() - Score::MAX_EVAL.get() - 1) as usize;
    let plies = (value.unsigned_abs() as usize).saturating_mul(2);
    if value > 0 {
        Score::terminal(Outcome::Win, plies.saturating_sub(1).min(most))
    } else {
        Score::terminal(Outcome::Loss, plies.min(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines() {
        let hear = |lines: &[&str]| {
            let mut info = Info::default();
            lines.iter().for_each(|line| info.hear(line));
            (info.nodes, info.score.map(Score::get))
        };
        assert_eq!(
            hear(&["depth 1 multipv 1 score cp 72 nodes 50 nps 50000 time 1 pv h1g3"]),
            (50, Some(72))
        );
        assert_eq!(
            hear(&["depth 6 score -4 pv h2e2", "nodes 900 time 10", ""]),
            (900, Some(-4))
        );
        assert_eq!(hear(&["score mate 1"]), (0, Some(30_999)));
        assert_eq!(hear(&["score mate -3 nodes 7"]), (7, Some(-30_994)));
        assert_eq!(hear(&["score mate 0"]), (0, Some(-31_000)));
        assert_eq!(hear(&["score mate -2147483648"]), (0, Some(-30_001)));
        assert_eq!(hear(&["score cp 2147483647"]), (0, Some(30_000)));
        assert_eq!(
            hear(&["multipv 1 score cp 9", "multipv 2 score cp 5"]),
            (0, Some(9))
        );
        assert_eq!(hear(&["string nodes 12 score cp 5"]), (0, None));
        for line in [
            "score",
            "score cp",
            "score cp x",
            "score mate 99999999999",
            "nodes",
            "nodes -1",
            "multipv \u{1f600}",
        ] {
            assert_eq!(hear(&[line]), (0, None), "{line}");
        }
    }
}
