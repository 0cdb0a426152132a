//! What both players' stones would make of each empty point of a line: looked up in the tables,
//! found by the crate whose automaton they are compiled from, and found by comparing every form in
//! every place: `cargo bench -p pattern-eval`.

use aho_corasick::AhoCorasick;
use criterion::{Criterion, criterion_group, criterion_main};
use pattern_eval::gomoku::{SHAPES, Shape, line_shapes};
use std::hint::black_box;

/// Lines of fifteen points as they stand on boards.
const LINES: [&str; 4] = [
    "000000000000000",
    "000001200000000",
    "000211101200000",
    "020112221011020",
];
const REACH: usize = 4;

fn bits(line: &str, stone: u8) -> u32 {
    (0..)
        .zip(line.bytes())
        .fold(0, |bits, (at, cell)| bits | u32::from(cell == stone) << at)
}

/// The best shape of the stone at `at` that `find` sees in the text: it tells each form found,
/// where it begins and ends.
fn best(at: usize, mut find: impl FnMut(&mut dyn FnMut(usize, usize, Shape))) -> Shape {
    let mut best = Shape::Nothing;
    find(&mut |start, end, shape| {
        if start <= at && at < end && start + REACH >= at && end <= at + REACH + 1 {
            best = best.max(shape);
        }
    });
    best
}

/// For every empty point both players' shapes, by `find` in a text in which one's own stones are
/// `1`.
fn all(
    line: &str,
    find: impl Fn(&[u8], &mut dyn FnMut(usize, usize, Shape)),
) -> Vec<(u32, [Shape; 2])> {
    let own = line.as_bytes().to_vec();
    let other: Vec<u8> = own
        .iter()
        .map(|&cell| {
            if cell == b'0' {
                b'0'
            } else {
                b'1' + b'2' - cell
            }
        })
        .collect();
    let mut texts = [own, other];
    let empty: Vec<usize> = (0..line.len())
        .filter(|&at| line.as_bytes()[at] == b'0')
        .collect();
    let put = |text: &mut Vec<u8>, at: usize| {
        text[at] = b'1';
        let shape = best(at, |each| find(text, each));
        text[at] = b'0';
        shape
    };
    empty
        .into_iter()
        .map(|at| (at as u32, texts.each_mut().map(|text| put(text, at))))
        .collect()
}

fn lines(c: &mut Criterion) {
    let forms: Vec<(&str, Shape)> = SHAPES
        .iter()
        .flat_map(|&(shape, forms)| forms.iter().map(move |&form| (form, shape)))
        .collect();
    let automaton =
        AhoCorasick::new(forms.iter().map(|(form, _)| form)).expect("some hundred short patterns");
    let search = |text: &[u8], each: &mut dyn FnMut(usize, usize, Shape)| {
        for found in automaton.find_overlapping_iter(text) {
            each(
                found.start(),
                found.end(),
                forms[found.pattern().as_usize()].1,
            );
        }
    };
    let scan = |text: &[u8], each: &mut dyn FnMut(usize, usize, Shape)| {
        for &(form, shape) in &forms {
            for start in 0..text.len().saturating_sub(form.len() - 1) {
                if text[start..].starts_with(form.as_bytes()) {
                    each(start, start + form.len(), shape);
                }
            }
        }
    };
    let look = |line: &str| {
        line_shapes([b'1', b'2'].map(|stone| bits(line, stone)), 0x7fff, false).collect::<Vec<_>>()
    };
    let words = LINES.map(|line| [b'1', b'2'].map(|stone| bits(line, stone)));
    for line in LINES {
        assert!(
            look(line) == all(line, search) && look(line) == all(line, scan),
            "{line}: they differ"
        );
    }
    let mut group = c.benchmark_group("four lines");
    group.bench_function("tables", |b| {
        b.iter(|| {
            let mut sum = 0;
            for stones in black_box(words) {
                line_shapes(stones, 0x7fff, false)
                    .for_each(|(bit, [a, b])| sum += bit + a as u32 + b as u32);
            }
            sum
        });
    });
    group.bench_function("find_overlapping_iter", |b| {
        b.iter(|| black_box(LINES).map(|line| all(line, search).len()))
    });
    group.bench_function("naive scan", |b| {
        b.iter(|| black_box(LINES).map(|line| all(line, scan).len()))
    });
    group.finish();
}

criterion_group!(benches, lines);
criterion_main!(benches);
