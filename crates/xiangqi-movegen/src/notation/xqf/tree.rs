use super::{XqfError, XqfProblem, header::Header, header::square};
use crate::{Move, notation::text};
use core::fmt::Write;

/// A move, and what is said of it. The first node is the position before all moves.
pub(super) struct Node {
    /// [`Move::NULL`] at the first node.
    pub mv: Move,
    /// Where it stands in the file.
    pub offset: usize,
    remark: Option<String>,
    /// The node that it follows; its own number at the first.
    parent: usize,
    /// What follows it, the main line first.
    children: Vec<usize>,
}

/// The moves of a file, every node after the one that it follows.
pub(super) struct Tree {
    pub nodes: Vec<Node>,
}

impl Tree {
    /// The deepest nesting of variations that is reported.
    const DEEPEST: usize = 20;

    pub fn read(bytes: &[u8], header: &Header<'_>) -> Result<Self, XqfError> {
        let mut reader = Reader {
            bytes,
            header,
            at: Header::SIZE,
        };
        let mut nodes = Vec::new();
        // The nodes that more moves follow, once the line that is being read has ended.
        let mut waiting = Vec::new();
        let mut parent = None;
        loop {
            let this = nodes.len();
            let (node, continues, has_other) = reader.node(parent)?;
            if let Some(parent) = parent {
                let parent: &mut Node = &mut nodes[parent];
                parent.children.push(this);
            }
            nodes.push(node);
            if has_other && let Some(parent) = parent {
                waiting.push(parent);
            }
            parent = if continues { Some(this) } else { waiting.pop() };
            if parent.is_none() {
                return Ok(Self { nodes });
            }
        }
    }

    /// The nodes of the main line.
    pub fn main_line(&self) -> Vec<usize> {
        self.line_from(0)
    }

    fn line_from(&self, node: usize) -> Vec<usize> {
        core::iter::successors(self.nodes[node].children.first().copied(), |&node| {
            self.nodes[node].children.first().copied()
        })
        .collect()
    }

    /// What is said of a node of the main line, and what could be played in its place.
    pub fn remark(&self, node: usize) -> Option<String> {
        let mut text = self.nodes[node].remark.clone().unwrap_or_default();
        self.write_others(node, 0, &mut text);
        (!text.is_empty()).then_some(text)
    }

    /// Appends the lines that begin in place of a node, if that is the main one there.
    fn write_others(&self, node: usize, depth: usize, text: &mut String) {
        let siblings = &self.nodes[self.nodes[node].parent].children;
        if depth > Self::DEEPEST || siblings.first() != Some(&node) {
            return;
        }
        for &other in &siblings[1..] {
            if !text.is_empty() {
                text.push(' ');
            }
            self.write_variation(other, depth, text);
        }
    }

    /// Appends the line that begins with a node, in parentheses, and those within it.
    fn write_variation(&self, first: usize, depth: usize, text: &mut String) {
        text.push('(');
        for (ply, node) in core::iter::once(first)
            .chain(self.line_from(first))
            .enumerate()
        {
            let Node { mv, remark, .. } = &self.nodes[node];
            let space = if ply == 0 { "" } else { " " };
            // A text never fails to grow.
            let _ = write!(text, "{space}{mv}");
            if let Some(remark) = remark {
                let _ = write!(text, " {remark}");
            }
            self.write_others(node, depth + 1, text);
        }
        text.push(')');
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    header: &'a Header<'a>,
    at: usize,
}

impl Reader<'_> {
    /// Takes this many bytes, unveiled.
    fn take(&mut self, count: usize, what: &'static str) -> Result<Vec<u8>, XqfError> {
        let error = XqfError {
            offset: self.bytes.len(),
            problem: XqfProblem::Short(what),
        };
        let taken = self
            .bytes
            .get(self.at..)
            .and_then(|rest| rest.get(..count))
            .ok_or(error)?;
        let unveil =
            |(i, byte): (usize, &u8)| byte.wrapping_sub(self.header.stream[(self.at + i) % 32]);
        let taken = taken.iter().enumerate().map(unveil).collect();
        self.at += count;
        Ok(taken)
    }

    /// Takes a node; and tells whether a move follows it, and whether another could be played in
    /// its place.
    fn node(&mut self, parent: Option<usize>) -> Result<(Node, bool, bool), XqfError> {
        let offset = self.at;
        let record = self.take(4, "moves")?;
        let (continues, has_other, has_remark) = match (self.header.veiled, record[2]) {
            (false, tag) => (tag & 0xf0 != 0, tag & 0x0f != 0, true),
            (true, tag) => (tag & 0x80 != 0, tag & 0x40 != 0, tag & 0x20 != 0),
        };
        let mut remark = None;
        if has_remark {
            let at = self.at;
            let length = self.take(4, "length of a remark")?;
            let length = i64::from(u32::from_le_bytes([
                length[0], length[1], length[2], length[3],
            ]));
            let length = if length > 0 {
                length - self.header.remark
            } else {
                0
            };
            let left = self.bytes.len() - self.at;
            let length = usize::try_from(length)
                .ok()
                .filter(|&length| length <= left);
            let Some(length) = length else {
                let told = self.told(at);
                return Err(XqfError {
                    offset: at,
                    problem: XqfProblem::LongRemark(told),
                });
            };
            let bytes = self.take(length, "remark")?;
            let text = text::decode_gb(&bytes);
            let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
            remark = (!text.is_empty()).then(|| text.replace("\r\n", "\n"));
        }
        let from = record[0].wrapping_sub(24).wrapping_sub(self.header.from);
        let to = record[1].wrapping_sub(32).wrapping_sub(self.header.to);
        let mv = match (parent.is_none(), square(from), square(to)) {
            // What stands at the first node is no move.
            (true, ..) => Move::NULL,
            (false, Some(from), Some(to)) => Move::new(from, to),
            (false, ..) => {
                return Err(XqfError {
                    offset,
                    problem: XqfProblem::OffBoard { from, to },
                });
            }
        };
        let node = Node {
            mv,
            offset,
            remark,
            parent: parent.unwrap_or_default(),
            children: Vec::new(),
        };
        Ok((node, continues, has_other))
    }

    /// The length of the remark at `at`.
    fn told(&self, at: usize) -> i64 {
        let byte = |i: usize| self.bytes[at + i].wrapping_sub(self.header.stream[(at + i) % 32]);
        i64::from(u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])) - self.header.remark
    }
}
