/// Choices made by the bytes of a fuzzer, first to last.
///
/// After the last byte every choice is the first one, and nothing rare happens.
///
/// ```
/// let mut draws = boyi_fuzz::Draws::new(&[2, 7]);
/// assert_eq!((draws.below(10), draws.of(&["a", "b", "c"])), (2, "b"));
/// assert!(draws.is_over() && draws.below(1_000) == 0 && !draws.one_in(9));
/// ```
#[derive(Clone, Debug)]
pub struct Draws<'a> {
    rest: &'a [u8],
}

impl<'a> Draws<'a> {
    /// Draws from `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether no byte is left.
    pub fn is_over(&self) -> bool {
        self.rest.is_empty()
    }

    /// The bytes that are left.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next byte; 0 after the last.
    pub fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                byte
            }
            None => 0,
        }
    }

    /// A number below `end`, from as few bytes as it needs.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let mut number = 0;
        let mut most = end - 1;
        while most > 0 {
            number = number << 8 | usize::from(self.byte());
            most >>= 8;
        }
        number % end
    }

    /// True one time in `count`.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    /// One of `all`.
    ///
    /// # Panics
    /// If there is none.
    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Up to `most` bytes as they come.
    pub fn noise(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.byte()).collect()
    }

    /// A text: one of `samples`, whole or changed in a few places; or some of `signs`; or noise.
    pub fn text(&mut self, samples: &[&str], signs: &str) -> String {
        match self.below(16) {
            0 => String::from_utf8_lossy(&self.noise(60)).into_owned(),
            1 => {
                let signs: Vec<char> = signs.chars().collect();
                (0..self.below(60)).map(|_| self.of(&signs)).collect()
            }
            _ => {
                let signs: Vec<char> = signs.chars().collect();
                let chars = |text: &str| text.chars().collect::<Vec<_>>();
                let mut text = chars(self.of(samples));
                for _ in 0..self.below(4) {
                    let other = chars(self.of(samples));
                    self.change(&mut text, &other, &signs);
                }
                text.into_iter().collect()
            }
        }
    }

    /// A file: one of `samples`, whole or changed in a few places; or noise.
    pub fn file(&mut self, samples: &[&[u8]]) -> Vec<u8> {
        if self.one_in(16) {
            return self.noise(255);
        }
        let mut file = self.of(samples).to_vec();
        for _ in 0..self.below(4) {
            let other = self.of(samples);
            let sign = self.byte();
            self.change(
                &mut file,
                other,
                &[0, 1, 0x7f, 0x80, 0xff, b'\n', b' ', sign],
            );
        }
        file
    }

    /// `line` as bytes, one time in four [mutated](Self::mutated). Rarely it is longer than a
    /// server reads. It has no newline.
    pub fn damaged(&mut self, line: &str, signs: &[u8]) -> Vec<u8> {
        let mut bytes = if self.one_in(4) {
            self.mutated(line, signs)
        } else {
            line.as_bytes().to_vec()
        };
        if self.one_in(2_000) {
            bytes.resize(16_380 + self.below(10), b'7');
        }
        bytes.retain(|&byte| byte != b'\n');
        bytes
    }

    /// `line` as bytes, one to three of them changed, left out, doubled or put in.
    pub fn mutated(&mut self, line: &str, signs: &[u8]) -> Vec<u8> {
        let mut bytes = line.as_bytes().to_vec();
        for _ in 0..=self.below(3) {
            self.change_one(&mut bytes, signs);
        }
        bytes.retain(|&byte| byte != b'\n');
        bytes
    }

    /// Changes `text` in one place, or joins its beginning to the end of `other`.
    fn change<T: Copy>(&mut self, text: &mut Vec<T>, other: &[T], signs: &[T]) {
        match self.below(8) {
            0 => text.truncate(self.below(text.len() + 1)),
            1 => {
                text.truncate(self.below(text.len() + 1));
                text.extend(&other[self.below(other.len() + 1)..]);
            }
            2 => {
                let from = self.below(text.len() + 1);
                let to = from + self.below(text.len() - from + 1);
                let part = text[from..to].to_vec();
                let at = self.below(text.len() + 1);
                text.splice(at..at, part);
            }
            3 => {
                let from = self.below(text.len() + 1);
                let to = from + self.below(text.len() - from + 1);
                text.drain(from..to);
            }
            _ => self.change_one(text, signs),
        }
    }

    /// Replaces, leaves out, doubles or puts in one place of `text`.
    fn change_one<T: Copy>(&mut self, text: &mut Vec<T>, signs: &[T]) {
        let at = self.below(text.len() + 1);
        let sign = self.of(signs);
        match self.below(4) {
            0 if at < text.len() => text[at] = sign,
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => text.insert(at, text[at]),
            _ => text.insert(at, sign),
        }
    }
}
