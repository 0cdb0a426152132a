//! Statistics of a match: Elo, normalised Elo, likelihood of superiority, and the sequential test.
//!
//! Everything here is a pure function of counts. Let x be A's score in a unit of play (a game, or a
//! pair of games divided by two), between 0 and 1, with mean m and variance v over n units.
//!
//! * Elo is `400 log10(m / (1 - m))`: A. Elo, "The Rating of Chessplayers" (1978), the logistic
//!   form.
//! * Its 95 % interval holds the means whose profile likelihood is at least `exp(-z^2 / 2)` of the
//!   best one's, z = 1.96, carried through the same function: A. Owen, "Empirical Likelihood"
//!   (2001), chapter 2, with a tenth of a unit of every possible score added to those seen, so that
//!   it says something after few games, too.
//! * Its error, which other programs print, is half the width of `m ± z sqrt(v / n)` carried through.
//! * nElo, normalised Elo, is `(m - 1/2) / s * 800 / ln 10`, where s is the standard deviation of a
//!   single game: `sqrt(v)` by games and `sqrt(2 v)` by pairs. M. Van den Bergh, "Normalized Elo"
//!   (2020).
//! * LOS, the likelihood of superiority, is the chance that a normal variable exceeds minus the
//!   signed root of twice the log-likelihood ratio of m to 1/2.
//! * [`rate`] rates more than two players.
//! * SPRT is the generalised sequential probability ratio test: see [`Sprt`].

mod counts;
mod estimate;
mod likelihood;
mod normal;
mod rating;
mod sprt;

pub use counts::{Pentanomial, Trinomial};
pub use estimate::{Estimate, Z95, elo_of_score, score_of_elo};
pub use rating::{Rating, rate};
pub use sprt::{BadSprt, Model, Sprt, SprtVerdict, UnknownModel};

#[cfg(test)]
mod published;
