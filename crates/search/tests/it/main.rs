//! What holds of every searcher, on games small enough to know the truth.

mod dfpn;
mod games;
mod handle;
mod limits;
mod mcts;
mod oracle;
mod paths;
mod pruned;
mod requests;
mod roots;
mod smp;
mod techniques;
mod techniques_alone;
