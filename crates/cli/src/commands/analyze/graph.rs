//! Draws the course of a game with block characters.

/// Rows of text.
const ROWS: usize = 9;
/// The most columns; in a longer game only every second or third move has one.
const COLUMNS: usize = 100;
/// A cell filled by eighths.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws `values` as columns filled from below: half full is even, an infinite value is full or
/// empty.
///
/// The scale is the greatest finite magnitude, at least 1.
pub fn draw(values: &[f64]) -> String {
    let top = values
        .iter()
        .filter(|value| value.is_finite())
        .fold(1.0, |top: f64, value| top.max(value.abs()));
    let step = values.len().div_ceil(COLUMNS).max(1);
    let heights: Vec<usize> = values
        .chunks(step)
        .filter_map(|chunk| chunk.last())
        .map(|&value| height(value, top))
        .collect();
    let mut rows: Vec<String> = (0..ROWS)
        .map(|row| {
            let label = match row {
                0 => format!("{top:+.1}"),
                _ if row == ROWS / 2 => "0".to_owned(),
                _ if row == ROWS - 1 => format!("{:+.1}", -top),
                _ => String::new(),
            };
            let below = (ROWS - 1 - row) * 8;
            let cells = heights
                .iter()
                .map(|&height| BLOCKS[height.saturating_sub(below).min(8)]);
            format!("{label:>8} ┤{}", cells.collect::<String>())
                .trim_end()
                .to_owned()
        })
        .collect();
    rows.push(format!("{:>8} └{}", "", "─".repeat(heights.len())));
    rows.join("\n")
}

/// The height of `value` between `-top` and `top` in eighths of a cell: half of them for 0, at
/// least one.
fn height(value: f64, top: f64) -> usize {
    let share = (value / top).clamp(-1.0, 1.0);
    let full = (8 * ROWS) as f64;
    ((share + 1.0) / 2.0 * full).round().max(1.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_is_half_and_an_end_is_the_edge() {
        let eighths = 8 * ROWS;
        for (value, expected) in [
            (0.0, eighths / 2),
            (4.0, eighths),
            (f64::INFINITY, eighths),
            (-2.0, eighths / 4),
            (-4.0, 1),
            (f64::NEG_INFINITY, 1),
        ] {
            assert_eq!(height(value, 4.0), expected, "{value}");
        }
        let drawn = draw(&[0.0, 4.0, -4.0, f64::INFINITY]);
        let rows: Vec<_> = drawn.lines().collect();
        assert_eq!(
            (rows.len(), rows[0], rows[8]),
            (10, "    +4.0 ┤ █ █", "    -4.0 ┤██▁█"),
            "{drawn}"
        );
        assert_eq!(
            (rows[3], rows[4]),
            ("         ┤ █ █", "       0 ┤▄█ █"),
            "{drawn}"
        );
        assert_eq!(rows[9], "         └────");
    }

    #[test]
    fn long_games_are_told_in_fewer_columns() {
        for moves in [0, 1, 99, 100, 101, 350, 1_000] {
            let drawn = draw(&vec![0.5; moves]);
            let width = drawn
                .lines()
                .map(|row| row.chars().count())
                .max()
                .unwrap_or_default();
            assert!(
                width <= 10 + COLUMNS && (moves < COLUMNS || width > 10 + COLUMNS / 2),
                "{moves}: {width}"
            );
            assert!(
                drawn.contains("+1.0") && drawn.contains("-1.0"),
                "nothing is scaled up: {drawn}"
            );
        }
    }
}
