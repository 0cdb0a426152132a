use super::Kernel;
use crate::table::Entry;
use crate::{Guide, PathScore};
use game_core::{Evaluator, Node, Position, Score, Window};

/// The table, as far as the options let it be asked.
impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// What the table knows of `pos`, asked with `depth` left.
    #[inline]
    pub(super) fn recall(&mut self, pos: &P, depth: i32) -> Option<Entry> {
        if depth < self.table_depth {
            return None;
        }
        let entry = self.table.probe(pos.key());
        self.stats.table_probes += 1;
        self.stats.table_hits += u64::from(entry.is_some());
        entry
    }

    /// Lets the table know of `pos`, searched with `depth` left.
    #[inline]
    pub(super) fn remember(&self, pos: &P, depth: i32, entry: Entry) {
        if depth >= self.table_depth {
            self.table.store(pos.key(), entry);
        }
    }

    /// The score with which `entry` ends the search of `line` to `depth` at once, if it does.
    #[inline(always)]
    pub(super) fn known_answer(
        &mut self,
        line: &mut Node<'_, P, E>,
        entry: Entry,
        depth: i32,
        window: Window,
    ) -> Option<PathScore> {
        if !self.accepts(entry, depth) {
            return None;
        }
        let score = Score::from_table(entry.score, line.ply());
        if !entry.bound.answers(score, window) || self.guide.path_matters(line) {
            return None;
        }
        self.stats.table_cutoffs += 1;
        Some(score.into())
    }

    /// Whether an entry is deep enough for a question of `depth`.
    #[inline]
    pub(super) fn accepts(&self, entry: Entry, depth: i32) -> bool {
        let stored = i32::from(entry.depth);
        if self.options.equal_depth {
            stored == depth || stored == Entry::PROVEN
        } else {
            stored >= depth
        }
    }
}
