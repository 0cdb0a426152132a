//! The budget of a search.

use thiserror::Error;

/// The search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search was stopped")]
pub(super) struct Stopped;

/// Counts positions and reports them in batches.
pub(super) struct Meter<'a> {
    nodes: u64,
    paid: u64,
    /// The size of a batch.
    period: u64,
    spend: &'a mut dyn FnMut(u64) -> bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(period: u64, spend: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Self {
            nodes: 0,
            paid: 0,
            period,
            spend,
        }
    }

    /// Counts one position.
    #[inline(always)]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes - self.paid >= self.period {
            self.pay()
        } else {
            Ok(())
        }
    }

    /// Counts this many positions.
    #[cfg(feature = "gomoku")]
    pub(super) fn count_many(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        if self.nodes - self.paid >= self.period {
            self.pay()
        } else {
            Ok(())
        }
    }

    /// Reports the counted positions.
    #[cold]
    pub(super) fn pay(&mut self) -> Result<(), Stopped> {
        let nodes = self.nodes - self.paid;
        self.paid = self.nodes;
        if (self.spend)(nodes) {
            Ok(())
        } else {
            Err(Stopped)
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
