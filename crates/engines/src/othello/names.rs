//! The names that WTHOR gives as numbers.

use crate::{IndexedGame, NameList};
use game_core::Tags;
use othello_bitboard::{tags, wthor};

/// The players and the tournaments.
pub const LISTS: &[NameList] = &[
    NameList {
        extension: "jou",
        read: |bytes| Ok(wthor::players(bytes)?),
    },
    NameList {
        extension: "trn",
        read: |bytes| Ok(wthor::tournaments(bytes)?),
    },
];

/// Puts the names of [`LISTS`] in place of the numbers of `game`.
pub fn name(game: &mut IndexedGame, lists: &[Vec<String>]) {
    let [players, tournaments] = lists else {
        return;
    };
    let named = |list: &[String], tag: &str| {
        let (_, number) = game.tags.iter().find(|(name, _)| name == tag)?;
        list.get(number.parse::<usize>().ok()?).cloned()
    };
    let names = tags::NUMBERS.map(|tag| named(players, tag));
    let event = named(tournaments, tags::TOURNAMENT);
    for (known, name) in game.names.iter_mut().zip(names) {
        *known = known.take().or(name);
    }
    let has_event = game.tags.iter().any(|(name, _)| name == Tags::EVENT);
    if let Some(event) = event.filter(|_| !has_event) {
        game.tags.push((Tags::EVENT.to_owned(), event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_names_and_names_stay() {
        let lists = [["??", "Ann", "Bob"], ["", "Open", "Final"]];
        let lists = lists.map(|list| list.map(str::to_owned).to_vec());
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut game = IndexedGame {
            settings: Vec::new(),
            line: "startpos".into(),
            names: [None, Some("Eve".to_owned())],
            tags: vec![
                tag(tags::NUMBERS[0], "2"),
                tag(tags::NUMBERS[1], "1"),
                tag(tags::TOURNAMENT, "7"),
            ],
            outcome: None,
            positions: Vec::new(),
        };
        name(&mut game, &lists);
        assert_eq!(game.names, [Some("Bob".to_owned()), Some("Eve".to_owned())]);
        assert_eq!(game.tags.len(), 3, "there is no seventh tournament");
        game.tags[2].1 = "1".to_owned();
        name(&mut game, &lists);
        assert_eq!(game.tags.last(), Some(&tag(Tags::EVENT, "Open")));
        name(&mut game, &lists);
        assert_eq!(game.tags.len(), 4, "once is enough");
    }
}
