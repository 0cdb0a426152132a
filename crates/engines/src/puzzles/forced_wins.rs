use super::{FoundPuzzle, PuzzleMaker, only_moves};
use game_core::Position;
use search::{Control, Dfpn, DfpnVerdict, Limits};

/// Finds forced wins with one first move, in any game: all that its rules say, proved by
/// proof-number search, and every other move disproved.
///
/// ```
/// use engines::{ForcedWins, PuzzleMaker};
/// let pos: othello_bitboard::Othello =
///     "OXOOOOO-OXXOXOO-OXOXOOOXOXOXOOOXOXXOOOOOOOOXXOXXOOXXXX---XXXXXX- X".parse()?;
/// let found = ForcedWins::default().find(&pos).ok_or("there is a puzzle")?;
/// assert_eq!((found.solution[0].to_string(), found.only), ("h1".to_owned(), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ForcedWins {
    /// The most positions for the proof of a move, right or wrong.
    pub nodes: u64,
    /// The least plies of a win.
    pub plies: usize,
}

/// Wins of three plies or more, 50,000 positions a proof.
impl Default for ForcedWins {
    fn default() -> Self {
        Self {
            nodes: 50_000,
            plies: 3,
        }
    }
}

impl ForcedWins {
    /// The theme.
    pub const THEME: &'static str = "win";

    /// The memory of a proof.
    const BYTES: usize = 1 << 20;
}

impl<P: Position + Send> PuzzleMaker<P> for ForcedWins {
    fn find(&mut self, pos: &P) -> Option<FoundPuzzle<P::Move>> {
        let player = pos.turn();
        let prove = |pos: &P| {
            let mut search = Dfpn::with_bytes(Self::BYTES);
            search.prove(pos, player, Limits::nodes(self.nodes), &Control::default())
        };
        let proof = prove(pos);
        if proof.verdict != DfpnVerdict::Proved || proof.line.len() < self.plies {
            return None;
        }
        let only = only_moves(pos, &proof.line, |after, _| match prove(after).verdict {
            DfpnVerdict::Proved => Some(true),
            DfpnVerdict::Disproved => Some(false),
            DfpnVerdict::Unknown => None,
        });
        (only > 0).then_some(FoundPuzzle {
            theme: Self::THEME,
            solution: proof.line,
            only,
            nodes: proof.nodes,
        })
    }
}
