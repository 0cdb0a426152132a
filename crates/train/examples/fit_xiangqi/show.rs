//! Weights as Rust.

use pattern_eval::xiangqi::{Pairs, Weights};

/// Weights by two kinds, a row a line.
fn pairs(table: &Pairs) -> String {
    format!(
        "[\n{}    ]",
        table.map(|row| format!("        {row:?},\n")).concat()
    )
}

/// Writes the weights as `tuned.rs` has them.
pub fn show(weights: &Weights) {
    const KINDS: [&str; 7] = [
        "GENERAL", "ADVISOR", "ELEPHANT", "HORSE", "CHARIOT", "CANNON", "SOLDIER",
    ];
    let Weights {
        material,
        together,
        against,
        lack,
        mobility,
        threatened,
        hanging,
        protected,
        palace,
        danger,
        ..
    } = weights;
    let Weights {
        linked_soldiers,
        tempo,
        ..
    } = weights;
    let bare = KINDS.map(|kind| format!("BARE_{kind}"));
    println!(
        "//! The weights that [`Weights::DEFAULT`] is made of: fitted to games, see `train::xiangqi`.\n"
    );
    println!("use super::{{Bonus, Weights}};\n\npub(super) const WEIGHTS: Weights = Weights {{");
    println!(
        "    material: {material:?},\n    placement: [{}],\n    bare: [{}],",
        KINDS.join(", "),
        bare.join(", ")
    );
    println!(
        "    together: {},\n    against: {},\n    lack: {lack:?},",
        pairs(together),
        pairs(against)
    );
    println!(
        "    mobility: {mobility:?},\n    threatened: {threatened:?},\n    hanging: {hanging:?},"
    );
    println!("    protected: {protected:?},\n    palace: {palace:?},\n    danger: {danger:?},");
    println!("    linked_soldiers: {linked_soldiers},\n    tempo: {tempo},\n}};");
    for (prefix, tables) in [("", &weights.placement), ("BARE_", &weights.bare)] {
        for (kind, table) in KINDS.iter().zip(tables) {
            println!("\n#[rustfmt::skip]\nconst {prefix}{kind}: Bonus = [");
            for row in table {
                println!(
                    "    [{}],",
                    row.map(|bonus| format!("{bonus:4}")).join(", ")
                );
            }
            println!("];");
        }
    }
}
