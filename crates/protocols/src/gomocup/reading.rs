use super::command::{At, Stone, Stones};
use super::refusal::Refusal;
use game_core::clip;

/// A list of stones being read, or the first error in it.
pub struct Reading {
    pub kind: Stones,
    pub stones: Result<Vec<Stone>, Refusal>,
}

impl Reading {
    /// More than any board holds, so that a longer list is refused.
    const MOST: usize = 1_000;

    /// The stones that stand in the same line as the command, and whether they end there.
    ///
    /// # Errors
    /// If anything comes after their end.
    pub fn of(kind: Stones, rest: &str) -> Result<(Self, bool), Refusal> {
        let mut reading = Self {
            kind,
            stones: Ok(Vec::new()),
        };
        let mut ended = false;
        for word in rest.split_whitespace() {
            if ended {
                return Err(Refusal::argument(kind.word(), "nothing after DONE", word));
            }
            ended = word.eq_ignore_ascii_case("DONE");
            if !ended {
                reading.add(word);
            }
        }
        Ok((reading, ended))
    }

    /// Adds a stone.
    pub fn add(&mut self, text: &str) {
        let (read, wanted) = match self.kind {
            Stones::Swap2Board => (
                At::read(text).map(|at| Stone { at, own: true }),
                "a stone, as 7,7",
            ),
            Stones::Board | Stones::YxBoard => (Stone::read(text), "a stone, as 7,7,1 or 7,7,2"),
        };
        match (read, &mut self.stones) {
            (Some(stone), Ok(stones)) if stones.len() < Self::MOST => stones.push(stone),
            (Some(_), _) => {}
            (None, _) => self.refuse(Refusal::Stone {
                word: self.kind.word(),
                wanted,
                given: clip(text),
            }),
        }
    }

    /// Records an error, if it is the first.
    pub fn refuse(&mut self, refusal: Refusal) {
        if self.stones.is_ok() {
            self.stones = Err(refusal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_in_one_line() {
        let read = |text| {
            Reading::of(Stones::Board, text)
                .map(|(reading, ended)| (reading.stones.map(|s| s.len()), ended))
        };
        assert_eq!(read(""), Ok((Ok(0), false)));
        assert_eq!(read("7,7,1 8,8,2"), Ok((Ok(2), false)));
        assert_eq!(read("7,7,1 done"), Ok((Ok(1), true)));
        assert_eq!(
            read("7,7,1 DONE 8,8,2"),
            Err(Refusal::argument("BOARD", "nothing after DONE", "8,8,2"))
        );
        let many = "7,7,1 ".repeat(5_000);
        assert_eq!(read(&many), Ok((Ok(Reading::MOST), false)));
        let (mut reading, _) = Reading::of(Stones::Swap2Board, "7,7 7,7,1 x").expect("no end");
        reading.refuse(Refusal::TooLong);
        let first = Refusal::Stone {
            word: "SWAP2BOARD",
            wanted: "a stone, as 7,7",
            given: "7,7,1".to_owned(),
        };
        assert_eq!(reading.stones, Err(first));
    }
}
