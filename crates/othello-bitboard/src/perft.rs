//! Perft by batches of boards.

use crate::{
    bits,
    kernel::{Batch, Kernel, Routine, SimdLevel},
};

/// Counts the lines of `depth` plies from the board where `own` is to move: a forced pass is a ply,
/// a finished game one line at any depth.
///
/// Moves to play wait in a queue for each number of plies to go after them; a full queue is played
/// out at once, a vector of boards at a time. So every board is made and every move found, in an
/// order that suits the processor, and those of the last ply are counted without being played.
pub fn perft(level: SimdLevel, own: u64, opp: u64, depth: u32) -> u64 {
    // From the last possible ply on, nothing changes.
    let empty = (!(own | opp)).count_ones();
    let depth = depth.min(2 * empty + 1) as usize;
    if depth == 0 {
        return 1;
    }
    let mut counter = Counter {
        queues: vec![Batch::EMPTY; depth],
        lines: 0,
    };
    level.call(&mut counter, own, opp, Start { depth });
    counter.lines
}

struct Counter {
    /// Moves to play, by the number of plies to go after them.
    queues: Vec<Batch>,
    lines: u64,
}

/// The board to start from.
struct Start {
    depth: usize,
}

impl Routine<Start> for Counter {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, Start { depth }: Start) {
        kernel.call(
            self,
            own,
            opp,
            Node {
                places: kernel.moves(own, opp),
                depth,
            },
        );
        for depth in (1..depth).rev() {
            self.play_out(kernel, depth);
        }
    }
}

/// A board whose moves are known.
struct Node {
    places: u64,
    depth: usize,
}

impl Routine<Node> for Counter {
    type Output = ();

    /// Queues the moves.
    #[inline(always)]
    fn run<K: Kernel>(
        &mut self,
        kernel: K,
        mut own: u64,
        mut opp: u64,
        Node {
            mut places,
            mut depth,
        }: Node,
    ) {
        if places == 0 {
            places = kernel.moves(opp, own);
            depth -= 1;
            if places == 0 || depth == 0 {
                self.lines += 1;
                return;
            }
            (own, opp) = (opp, own);
        }
        if depth == 1 {
            self.lines += u64::from(places.count_ones());
            return;
        }
        for bit in bits(places) {
            if self.queues[depth - 1].is_full() {
                self.play_out(kernel, depth - 1);
            }
            self.queues[depth - 1].push(own, opp, kernel.mark(bit));
        }
    }
}

impl Counter {
    /// Plays the moves that have `depth` plies to go after them.
    #[inline(always)]
    fn play_out<K: Kernel>(&mut self, kernel: K, depth: usize) {
        let queue = &mut self.queues[depth];
        let len = queue.len();
        if depth == 1 {
            self.lines += kernel.count(queue);
            queue.clear();
            return;
        }
        kernel.advance(queue);
        queue.clear();
        for i in 0..len {
            let (own, opp, places) = self.queues[depth].get(i);
            kernel.call(self, own, opp, Node { places, depth });
        }
    }
}
