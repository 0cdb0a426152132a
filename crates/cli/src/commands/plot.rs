//! Curves as SVG: the cost of a search against its depth, weights against the rounds of their
//! tuning, Elo against the games learnt from, the course of a game.

use crate::{failure::Failure, whole_file::WholeFile};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::coord::types::{RangedCoordf64, RangedCoordu32};
use plotters::prelude::*;
use std::ops::Range;

/// A picture that could not be drawn.
pub type PlotError = DrawingAreaErrorKind<std::io::Error>;

/// Points in the order of their depths or rounds, under a name.
pub struct Curve {
    /// The name in the legend.
    pub name: String,
    /// Depth or round, and height, which on a logarithmic scale is above 0.
    pub points: Vec<(u32, f64)>,
}

/// Heights against depth, on a logarithmic scale.
pub struct Panel {
    /// The quantity drawn.
    pub title: &'static str,
    /// One for each searcher, in the same order in every panel.
    pub curves: Vec<Curve>,
    /// Writes a height.
    pub label: fn(f64) -> String,
}

/// Writes `picture` to the file that was opened for it.
pub fn write(file: WholeFile, picture: Result<String, PlotError>) -> Result<(), Failure> {
    let svg = picture.map_err(|error| Failure::in_file(file.path(), error))?;
    file.write(svg.as_bytes())
}

/// Draws `panels` side by side.
pub fn cost(title: &str, panels: &[Panel]) -> Result<String, PlotError> {
    picture((560 * panels.len() as u32, 440), |root| {
        let root = root.titled(title, FONT)?;
        let mut areas = root.split_evenly((1, panels.len())).into_iter().zip(panels);
        areas.try_for_each(|(area, panel)| logarithmic(&area, panel))
    })
}

fn logarithmic(area: &Area<'_>, panel: &Panel) -> Result<(), PlotError> {
    let points = || {
        panel
            .curves
            .iter()
            .flat_map(|curve| curve.points.iter().copied())
    };
    let depths = points().map(|(depth, _)| depth);
    let first = depths.clone().min().unwrap_or(0);
    let last = depths.max().unwrap_or(1);
    let decades = decades(points().map(|(_, height)| height));
    let mut chart = frame(area, panel.title)
        .build_cartesian_2d(first..last.max(first + 1), decades.log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(FAINT)
        .x_labels((last - first + 1).min(16) as usize)
        .y_label_formatter(&|&height| (panel.label)(height))
        .x_desc("depth")
        .draw()?;
    draw(&mut chart, &panel.curves, 3)
}

/// One player's scores against budgets.
pub struct Scores {
    /// The name in the legend.
    pub name: String,
    /// The budget, and the score in per cent between the ends of its interval.
    pub points: Vec<(f64, [f64; 3])>,
}

/// Draws scores against budgets, which `axis` names, on a logarithmic scale.
pub fn ladder(title: &str, axis: &str, players: &[Scores]) -> Result<String, PlotError> {
    let budgets = || {
        let points = players.iter().flat_map(|player| &player.points);
        points.map(|&(budget, _)| budget)
    };
    let least = budgets().fold(f64::INFINITY, f64::min);
    let most = budgets().fold(0.0, f64::max);
    let range = if least < most {
        least / 1.1..most * 1.1
    } else {
        decades(budgets())
    };
    picture((720, 480), |root| {
        let ticks = range.log_scale().with_key_points(budgets().collect());
        let mut chart = frame(root, title).build_cartesian_2d(ticks, 0.0..100.0_f64)?;
        let whole = |number: &f64| format!("{number:.0}");
        chart
            .configure_mesh()
            .light_line_style(FAINT)
            .max_light_lines(2)
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .x_desc(axis)
            .y_desc("score in %")
            .draw()?;
        for (player, color) in players.iter().zip(COLORS.iter().cycle()) {
            let style = color.stroke_width(2);
            let points = || player.points.iter().copied();
            chart.draw_series(points().map(|(budget, [low, _, high])| {
                PathElement::new([(budget, low), (budget, high)], color)
            }))?;
            let line = points().map(|(budget, [_, score, _])| (budget, score));
            chart
                .draw_series(LineSeries::new(line, style).point_size(3))?
                .label(&player.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        legend(&mut chart)
    })
}

/// Draws weights against rounds, each relative to its start.
pub fn rounds(title: &str, curves: &[Curve]) -> Result<String, PlotError> {
    let points = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let last = points().map(|(round, _)| round).max().unwrap_or(0).max(1);
    let (low, high) = points().fold((0.9, 1.1), |(low, high): (f64, f64), (_, height)| {
        (low.min(height), high.max(height))
    });
    let room = (high - low) / 20.0;
    picture((960, 480), |root| {
        let mut chart = linear(
            root,
            title,
            ("rounds", 0..last),
            ("parts of the start", low - room..high + room),
        )?;
        draw(&mut chart, curves, 0)
    })
}

/// Draws the Elo of the best network against the games of self-play.
pub fn learning(title: &str, points: Vec<(u32, f64)>) -> Result<String, PlotError> {
    let last = points
        .iter()
        .map(|(games, _)| *games)
        .max()
        .unwrap_or(0)
        .max(1);
    let heights = points.iter().map(|(_, rating)| *rating);
    let high = heights.fold(100.0, f64::max);
    picture((720, 480), |root| {
        let mut chart = linear(
            root,
            title,
            ("games", 0..last),
            ("Elo over the start", -high / 20.0..high * 1.05),
        )?;
        let name = "sum of the gate matches that were won".to_owned();
        draw(&mut chart, &[Curve { name, points }], 3)
    })
}

/// Draws `values`, one for each move from number `first`: a curve around the line of equality,
/// infinite values at the edge; the moves in `marked` are highlighted.
pub fn course(
    title: &str,
    unit: &str,
    first: usize,
    values: &[f64],
    marked: &[usize],
) -> Result<String, PlotError> {
    let top = values
        .iter()
        .filter(|value| value.is_finite())
        .fold(1.0, |top: f64, value| top.max(value.abs()));
    let points: Vec<_> = (first..)
        .zip(values.iter().map(|value| value.clamp(-top, top)))
        .collect();
    let last = first + values.len().max(2) - 1;
    picture((960, 400), |root| {
        let mut chart = linear(
            root,
            title,
            ("move", first..last),
            (unit, -top * 1.05..top * 1.05),
        )?;
        chart.draw_series(LineSeries::new([(first, 0.0), (last, 0.0)], BLACK))?;
        chart.draw_series(LineSeries::new(
            points.iter().copied(),
            COLORS[0].stroke_width(2),
        ))?;
        let marked = points.iter().filter(|(ply, _)| marked.contains(ply));
        chart.draw_series(marked.map(|&point| Circle::new(point, 4, COLORS[1].filled())))?;
        Ok(())
    })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'c, 'a, X, Y> = ChartContext<'c, SVGBackend<'a>, Cartesian2d<X, Y>>;

/// The SVG that `draw` draws on white.
fn picture(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        draw(&root)?;
        root.present()?;
    }
    Ok(svg)
}

/// A chart under a title, with room for the labels of its axes.
fn frame<'c, 'a>(area: &'c Area<'a>, title: &str) -> ChartBuilder<'c, 'a, SVGBackend<'a>> {
    let mut chart = ChartBuilder::on(area);
    chart
        .caption(title, FONT)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64);
    chart
}

/// A chart whose axes have names and even scales.
fn linear<'c, 'a, X>(
    area: &'c Area<'a>,
    title: &str,
    (across, x): (&str, Range<X>),
    (up, y): (&str, Range<f64>),
) -> Result<Chart<'c, 'a, <Range<X> as AsRangedCoord>::CoordDescType, RangedCoordf64>, PlotError>
where
    Range<X>: AsRangedCoord<Value = X>,
    <Range<X> as AsRangedCoord>::CoordDescType: ValueFormatter<X>,
{
    let mut chart = frame(area, title).build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(FAINT)
        .max_light_lines(2)
        .x_desc(across)
        .y_desc(up)
        .draw()?;
    Ok(chart)
}

/// Draws `curves`, with dots of that size where their points are, and a legend.
fn draw<'c, 'a: 'c, Y: Ranged<ValueType = f64>>(
    chart: &mut Chart<'c, 'a, RangedCoordu32, Y>,
    curves: &[Curve],
    dots: u32,
) -> Result<(), PlotError> {
    for (curve, color) in curves.iter().zip(COLORS.iter().cycle()) {
        let style = color.stroke_width(2);
        let drawn = chart
            .draw_series(LineSeries::new(curve.points.iter().copied(), style).point_size(dots))?;
        drawn
            .label(&curve.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    legend(chart)
}

/// The names of the curves, in the corner.
fn legend<'c, 'a: 'c, X: Ranged, Y: Ranged>(
    chart: &mut Chart<'c, 'a, X, Y>,
) -> Result<(), PlotError> {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(FAINT)
        .draw()?;
    Ok(())
}

const FONT: (&str, u32) = ("sans-serif", 18);
const FAINT: RGBColor = RGBColor(225, 225, 225);

/// Colours that are safe for the colour-blind: M. Okabe and K. Ito, "Color Universal Design"
/// (2002), with a grey instead of the yellow, which is hard to see on white.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
    RGBColor(150, 150, 150),
];

/// The powers of ten around `heights`.
fn decades(heights: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = heights.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), height| {
        (low.min(height), high.max(height))
    });
    if low > high {
        return 1.0..10.0;
    }
    let low = low.log10().floor() as i32;
    let high = high.log10().ceil() as i32;
    10_f64.powi(low)..10_f64.powi(high.max(low + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_around_all_heights() {
        assert_eq!(decades([3.0, 1_500.0].into_iter()), 1.0..10_000.0);
        assert_eq!(decades([100.0].into_iter()), 100.0..1_000.0);
        assert_eq!(decades([0.002, 0.5].into_iter()), 0.001..1.0);
        assert_eq!(decades([].into_iter()), 1.0..10.0);
    }

    #[test]
    fn whatever_there_is_can_be_drawn() {
        let panel = |points: &[(u32, f64)]| Panel {
            title: "nodes",
            curves: vec![Curve {
                name: "a < b & c".to_owned(),
                points: points.to_vec(),
            }],
            label: |height| format!("{height}"),
        };
        for points in [
            &[][..],
            &[(1, 1.0)],
            &[(4, 1e-6), (5, 1e12)],
            &[(1, 10.0), (300, 10.0)],
        ] {
            let svg = cost("title", &[panel(points), panel(points)]).expect("drawn");
            assert!(
                svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
                "{svg}"
            );
            assert!(svg.contains("a &lt; b &amp; c"), "{svg}");
            assert_eq!(
                svg,
                cost("title", &[panel(points), panel(points)]).expect("drawn"),
                "the same twice"
            );
        }
        for points in [
            &[][..],
            &[(0, 1.0)],
            &[(0, 1.0), (300, -7.5)],
            &[(0, 0.0), (1, 1e9)],
        ] {
            let curves = || {
                (0..9).map(|i| Curve {
                    name: format!("weight {i}"),
                    points: points.to_vec(),
                })
            };
            let svg = rounds("title", &curves().collect::<Vec<_>>()).expect("drawn");
            assert!(
                svg.starts_with("<svg") && svg.contains("weight 8") && svg.contains("rounds"),
                "{svg}"
            );
        }
        for points in [
            &[][..],
            &[(1_000.0, [0.0, 0.0, 0.0])],
            &[(1e4, [40.0, 50.0, 60.0]), (1e6, [90.0, 100.0, 100.0])],
        ] {
            let players = ["a < b", "c"].map(|name| Scores {
                name: name.to_owned(),
                points: points.to_vec(),
            });
            let svg = ladder("title", "nodes", &players).expect("drawn");
            assert!(svg.starts_with("<svg") && svg.contains("a &lt; b"), "{svg}");
            assert_eq!(svg.matches("<circle").count(), 2 * points.len(), "{svg}");
        }
        for values in [&[][..], &[0.0], &[f64::INFINITY, -3.0, f64::NEG_INFINITY]] {
            let svg = course("title", "discs", 7, values, &[8]).expect("drawn");
            assert!(svg.starts_with("<svg") && svg.contains("discs"), "{svg}");
            assert_eq!(svg.contains("<circle"), values.len() > 1);
        }
    }
}
