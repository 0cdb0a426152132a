use engines::{Game, Session, Setting};

/// What lies on the board of a session, row by row from the top.
pub struct Board {
    /// The length of a side.
    pub size: usize,
    /// `X` for Black, `O` for White, `.` for nobody.
    points: Vec<char>,
    /// Whether discs are counted at the end.
    counts: bool,
}

impl Board {
    /// The board of a `session` by the rules of `settings`.
    pub fn of(session: &dyn Session, settings: &[Setting], game: &dyn Game) -> Self {
        let position = session.position();
        match game
            .facts()
            .rules
            .iter()
            .find(|setting| setting.name == "size")
        {
            None => {
                let points = position
                    .chars()
                    .take(64)
                    .map(|sign| if sign == '-' { '.' } else { sign })
                    .collect();
                Self {
                    size: 8,
                    points,
                    counts: true,
                }
            }
            Some(setting) => {
                let given = settings
                    .iter()
                    .find(|(name, _)| name == setting.name)
                    .map(|(_, value)| value.as_str());
                let size = given.unwrap_or(setting.default).parse().unwrap_or(0);
                Self {
                    size,
                    points: stones(&position, size),
                    counts: false,
                }
            }
        }
    }

    /// The rows, points set apart.
    pub fn rows(&self) -> String {
        let row = |points: &[char]| {
            points
                .iter()
                .map(char::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        self.points
            .chunks(self.size.max(1))
            .map(row)
            .fold(String::new(), |text, row| text + "\n" + &row)
    }

    /// The margin of discs, as `B+12` or `0`, empty squares given to the winner; `None` where
    /// nothing is counted.
    pub fn score(&self) -> Option<String> {
        let count = |sign| self.points.iter().filter(|&&point| point == sign).count();
        let black = count('X');
        let white = count('O');
        let empty = count('.');
        self.counts.then(|| match black.abs_diff(white) {
            0 => "0".to_owned(),
            margin => format!(
                "{}+{}",
                if black > white { 'B' } else { 'W' },
                margin + empty
            ),
        })
    }
}

/// The stones of a text such as `X:h8i9 O:g7 turn:X`, on a board whose row 1 is at the bottom.
fn stones(position: &str, size: usize) -> Vec<char> {
    let mut points = vec!['.'; size * size];
    for part in position.split(' ') {
        let Some((sign @ ("X" | "O"), list)) = part.split_once(':') else {
            continue;
        };
        let starts: Vec<usize> = list
            .char_indices()
            .filter(|(_, c)| c.is_ascii_lowercase())
            .map(|(at, _)| at)
            .collect();
        for (i, &start) in starts.iter().enumerate() {
            let point = &list[start..starts.get(i + 1).copied().unwrap_or(list.len())];
            let column = usize::from(point.as_bytes()[0] - b'a');
            let row: usize = point[1..].parse().unwrap_or(0);
            let place = size.checked_sub(row).map(|above| above * size + column);
            if let (Some(point), Some(sign)) = (
                place.and_then(|place| points.get_mut(place)),
                sign.chars().next(),
            ) {
                *point = sign;
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_from_the_top() {
        let board = |points| Board {
            size: 3,
            points,
            counts: false,
        };
        assert_eq!(
            board(stones("X:a1c3 O:b2 turn:X", 3)).rows(),
            "\n. . X\n. O .\nX . ."
        );
        assert_eq!(board(stones("X:a1", 3)).score(), None);
        assert_eq!(
            stones("X:a19 O:t1 z:1", 20)
                .iter()
                .filter(|&&sign| sign != '.')
                .count(),
            2
        );
    }

    #[test]
    fn margins() {
        let score = |text: &str| {
            Board {
                size: 2,
                points: text.chars().collect(),
                counts: true,
            }
            .score()
        };
        assert_eq!(
            ["XXXO", "OO.X", "XO..", "X..."].map(|text| score(text).expect("counted")),
            ["B+2", "W+2", "0", "B+4"]
        );
    }
}
