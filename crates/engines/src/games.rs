use crate::{Game, UnknownGame};
use std::borrow::Cow;
use std::fmt;

/// Games by name: what a command, a server or a protocol offers.
///
/// The games built in are [`GAMES`]; a program with a game of its own adds it to them.
///
/// ```
/// let othello = engines::GAMES.get("othello")?;
/// let games = engines::Games::new(&[]).with(othello);
/// assert_eq!(games.names().collect::<Vec<_>>(), ["othello"]);
/// assert_eq!(games.get("hex").unwrap_err().to_string(), "there is no game \"hex\"; there are othello");
/// # Ok::<(), engines::UnknownGame>(())
/// ```
#[derive(Clone)]
pub struct Games(Cow<'static, [&'static dyn Game]>);

impl Games {
    /// These games, in this order; their names must differ.
    pub const fn new(games: &'static [&'static dyn Game]) -> Self {
        Self(Cow::Borrowed(games))
    }

    /// These games and `game`, which takes the place of one of the same name.
    #[must_use]
    pub fn with(mut self, game: &'static dyn Game) -> Self {
        let games = self.0.to_mut();
        match games.iter_mut().find(|known| known.name() == game.name()) {
            Some(known) => *known = game,
            None => games.push(game),
        }
        self
    }

    /// The game of that name.
    ///
    /// # Errors
    /// If there is none, saying which there are.
    pub fn get(&self, name: &str) -> Result<&'static dyn Game, UnknownGame> {
        let found = self.iter().find(|game| game.name() == name);
        found.ok_or_else(|| UnknownGame {
            name: name.to_owned(),
            known: self.names().collect(),
        })
    }

    /// The games, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static dyn Game> + '_ {
        self.0.iter().copied()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their names, in the same order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'static str> + '_ {
        self.iter().map(|game| game.name())
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl<'g> IntoIterator for &'g Games {
    type Item = &'static dyn Game;
    type IntoIter = std::iter::Copied<std::slice::Iter<'g, &'static dyn Game>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// Every game built in, in alphabetical order.
pub static GAMES: Games = Games::new(&[
    #[cfg(feature = "gomoku")]
    crate::gomoku::GAME,
    #[cfg(feature = "othello")]
    crate::othello::GAME,
    #[cfg(feature = "xiangqi")]
    crate::xiangqi::GAME,
]);

/// The game built in of that name: [`Games::get`] of [`GAMES`].
///
/// # Errors
/// If there is none, saying which there are.
///
/// ```
/// let othello = engines::game("othello")?;
/// let session = othello.session(&Default::default())?;
/// assert_eq!(session.legal_moves(), ["d3", "c4", "f5", "e6"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn game(name: &str) -> Result<&'static dyn Game, UnknownGame> {
    GAMES.get(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_takes_the_place_of_its_namesake() {
        let [first, .., last] = &GAMES.iter().collect::<Vec<_>>()[..] else {
            panic!("two games at least");
        };
        let games = Games::new(&[]).with(*first).with(*last).with(*first);
        let names: Vec<_> = games.names().collect();
        assert_eq!(names, [first.name(), last.name()]);
    }
}
