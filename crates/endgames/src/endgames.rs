use crate::{Material, TableValue, material::somebody_can_win, retrograde, table::Table};
use game_core::{Outcome, Player};
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib_with_limit};
use std::{
    collections::BTreeMap,
    sync::{LazyLock, OnceLock},
};
use xiangqi_movegen::{Board, Move};

/// A collection of tables, each unpacked on first use.
///
/// ```
/// use endgames::Endgames;
/// use game_core::{Outcome, Position};
/// use xiangqi_movegen::Xiangqi;
///
/// // A chariot against two advisors and two elephants: the fortress holds.
/// let pos: Xiangqi = "2bak4/4a4/4b4/9/9/9/9/9/9/4K3R w".parse()?;
/// let ending = Endgames::shared().probe(pos.board(), pos.turn()).expect("there is a table");
/// assert_eq!(ending.outcome, Outcome::Draw);
/// # Ok::<(), xiangqi_movegen::notation::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Endgames {
    slots: BTreeMap<Material, Slot>,
}

/// A table, packed by zlib, and unpacked on first use.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub packed: Vec<u8>,
    /// `None` if what is packed is no table.
    unpacked: OnceLock<Option<Table>>,
}

impl Slot {
    pub fn new(packed: Vec<u8>) -> Self {
        Self {
            packed,
            unpacked: OnceLock::new(),
        }
    }

    /// The table, unless it is damaged.
    pub fn table(&self, material: &Material) -> Option<&Table> {
        let unpack = || {
            let bytes = decompress_to_vec_zlib_with_limit(&self.packed, Endgames::LARGEST).ok()?;
            Table::new(material, bytes)
        };
        self.unpacked.get_or_init(unpack).as_ref()
    }
}

/// A summary of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The pieces.
    pub material: Material,
    /// Placements with the strong side to move, without mirror images.
    pub placements: usize,
    /// How many of them are won, drawn and lost.
    pub outcomes: [usize; 3],
    /// Plies of the longest win.
    pub longest: u8,
    /// Bytes that it takes when packed.
    pub packed: usize,
}

impl Endgames {
    /// The most placements that a table may have.
    pub(crate) const LARGEST: usize = 1 << 26;

    /// The tables that come with this crate, which a process unpacks once.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Endgames> = LazyLock::new(|| {
            Endgames::from_bytes(include_bytes!("../data/xiangqi.endgames"))
                .expect("a test reads every table")
        });
        &SHARED
    }

    /// Unpacks every table now instead of on first use: about a tenth of a second for [those that
    /// come with this crate](Self::shared), which then take 21 MB.
    pub fn unpack(&self) {
        for (material, slot) in &self.slots {
            slot.table(material);
        }
    }

    /// Builds the tables of `materials` and of all materials that captures lead to, those with the
    /// fewest pieces first. Before each it calls `begin` with the material and the number of tables
    /// left.
    ///
    /// Uses all cores, and some 12 bytes of memory for each placement of the largest table.
    pub fn generate(materials: &[Material], mut begin: impl FnMut(&Material, usize)) -> Self {
        let mut needed: Vec<_> = materials.to_vec();
        let mut next = 0;
        while let Some(material) = needed.get(next) {
            needed.extend(material.after_a_capture());
            next += 1;
        }
        needed.sort_by_key(|material| (material.pieces(), *material));
        needed.dedup();
        let mut made = Self::default();
        for (i, material) in needed.iter().enumerate() {
            begin(material, needed.len() - i);
            let table = retrograde::solve(material, &made);
            let slot = Slot::new(compress_to_vec_zlib(&table.bytes, 9));
            slot.unpacked.set(Some(table)).expect("a new slot is empty");
            made.slots.insert(*material, slot);
        }
        made
    }

    /// The ending of a position with `turn` to move, who cannot capture the general; `None` if
    /// there is no table for it.
    ///
    /// The history of the game does not count: see [`TableValue`]. One look-up with the strong side to
    /// move, and one for each legal move with the weak side to move. The first probe of a material
    /// unpacks its table.
    pub fn probe(&self, board: &Board, turn: Player) -> Option<TableValue> {
        let Some((material, strong)) = Material::of(board) else {
            let decided = || {
                if board.has_legal_move(turn) {
                    TableValue::DRAW
                } else {
                    TableValue::after(0)
                }
            };
            return (!somebody_can_win(board)).then(decided);
        };
        let table = self.slots.get(&material)?.table(&material)?;
        if turn == strong {
            return Some(table.ending(board, strong));
        }
        if board.is_drawn_by_material(turn) {
            return Some(TableValue::DRAW);
        }
        let mut best = Some(TableValue::after(0));
        board.each_legal_move(turn, |mv| {
            let ending = best.and_then(|_| self.after(board, turn, mv));
            best = best.zip(ending).map(|(best, ending)| {
                if ending.rank() > best.rank() {
                    ending
                } else {
                    best
                }
            });
        });
        best
    }

    /// The ending after `mv`, a legal move, for `turn`; `None` if there is no table for the
    /// position after it.
    pub fn after(&self, board: &Board, turn: Player, mv: Move) -> Option<TableValue> {
        let mut after = *board;
        after.make(mv);
        Some(self.probe(&after, !turn)?.before())
    }

    /// The best of `turn`'s moves and how the game ends with it: the quickest win, or a draw, or
    /// the slowest loss. `None` if there is no table, or no legal move.
    pub fn best(&self, board: &Board, turn: Player) -> Option<(Move, TableValue)> {
        let mut best: Option<(Move, TableValue)> = None;
        let mut known = true;
        board.each_legal_move(turn, |mv| match self.after(board, turn, mv) {
            Some(ending) if best.is_none_or(|(_, best)| ending.rank() > best.rank()) => {
                best = Some((mv, ending))
            }
            Some(_) => {}
            None => known = false,
        });
        best.filter(|_| known)
    }

    /// Perfect play to the end from a decisive position; empty for a draw, or without a table.
    pub fn line(&self, board: &Board, turn: Player) -> Vec<Move> {
        let mut board = *board;
        let mut turn = turn;
        let mut line = Vec::new();
        while let Some((mv, ending)) = self
            .best(&board, turn)
            .filter(|(_, ending)| ending.outcome != Outcome::Draw)
        {
            debug_assert!(line.len() <= usize::from(TableValue::LONGEST), "{ending:?}");
            line.push(mv);
            board.make(mv);
            turn = !turn;
        }
        line
    }

    /// Whether there is a table for the pieces on `board`, or neither side can win.
    pub fn knows(&self, board: &Board) -> bool {
        match Material::of(board) {
            Some((material, _)) => self.slots.contains_key(&material),
            None => !somebody_can_win(board),
        }
    }

    /// The materials with tables, in ascending order.
    pub fn materials(&self) -> impl ExactSizeIterator<Item = &Material> {
        self.slots.keys()
    }

    /// The summary of the table of `material`, by counting; `None` if there is no table.
    pub fn summary(&self, material: &Material) -> Option<Summary> {
        let slot = self.slots.get(material)?;
        let table = slot.table(material)?;
        let mut summary = Summary {
            material: *material,
            placements: 0,
            outcomes: [0; 3],
            longest: 0,
            packed: slot.packed.len(),
        };
        for number in 0..table.layout.len() {
            let Some(board) = table.layout.board(number) else {
                continue;
            };
            if !board.checkers(Player::Second).is_empty() {
                continue;
            }
            let ending = table.ending(&board, Player::First);
            summary.placements += 1;
            summary.outcomes[ending.outcome as usize] += 1;
            if ending.outcome == Outcome::Win {
                summary.longest = summary.longest.max(ending.plies);
            }
        }
        Some(summary)
    }

    pub(crate) fn slots(&self) -> &BTreeMap<Material, Slot> {
        &self.slots
    }

    pub(crate) fn from_slots(slots: BTreeMap<Material, Slot>) -> Self {
        Self { slots }
    }
}

/// Two collections are equal if their tables pack to the same bytes.
impl PartialEq for Endgames {
    fn eq(&self, other: &Self) -> bool {
        let packed = |endgames: &'_ Self| -> Vec<_> {
            endgames
                .slots
                .iter()
                .map(|(&material, slot)| (material, slot.packed.clone()))
                .collect()
        };
        packed(self) == packed(other)
    }
}
