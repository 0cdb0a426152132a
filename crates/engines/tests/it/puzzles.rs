//! Puzzles: those that are shipped, and how they are found.

use engines::{ForcedWins, Game, Puzzle, PuzzleMaker, game, only_moves};
use game_core::{GameLine, Outcome, Position};
use othello_bitboard::Othello;
use std::collections::HashSet;

fn find(game: &dyn Game, line: &str) -> Option<Puzzle> {
    let mut finder = game.puzzle_finder(&Vec::new()).expect("no settings");
    finder.find(&line.into()).expect("it is read")
}

#[test]
fn three_hundred_and_more_of_each_game_are_shipped_and_can_be_played_through() {
    for game in engines::GAMES.iter() {
        let name = game.name();
        let puzzles = game.puzzles();
        assert!(puzzles.len() >= 300, "{name}: {}", puzzles.len());
        assert!(game.facts().has_puzzles);
        let ids: HashSet<_> = puzzles.iter().map(Puzzle::id).collect();
        assert_eq!(ids.len(), puzzles.len(), "{name}");
        let words = game.presentation().words;
        let mut session = game.session(&Vec::new()).expect("no settings");
        for puzzle in &puzzles {
            session.set_line(puzzle.line()).expect("a position");
            let player = session.state().turn;
            assert!(session.legal_moves().len() > 1, "{puzzle}");
            let mut own = 0;
            for mv in &puzzle.solution {
                own += usize::from(session.state().turn == player);
                assert_eq!(session.play(mv).expect("a legal move"), *mv);
            }
            assert!((1..=own).contains(&puzzle.only), "{puzzle}");
            assert!((500..3_000).contains(&puzzle.rating), "{puzzle}");
            let key = format!("puzzle.{}", puzzle.theme);
            let is_known = words.iter().any(|word| word.0 == key) || puzzle.theme == "opening";
            assert!(is_known, "{puzzle}");
        }
    }
}

/// Some of each theme are found again, with the same proof.
#[test]
fn what_is_shipped_is_what_the_finder_finds() {
    for game in engines::GAMES.iter() {
        let mut told = HashSet::new();
        for (number, puzzle) in game.puzzles().into_iter().enumerate() {
            if number % 16 != 0 && !told.insert(puzzle.theme.clone()) {
                continue;
            }
            let again = find(game, &puzzle.position).unwrap_or_else(|| panic!("{puzzle}"));
            let rating = puzzle.rating;
            assert_eq!(Puzzle { rating, ..again }, puzzle);
        }
    }
}

#[test]
fn a_second_way_or_none_makes_no_puzzle() {
    let [gomoku, othello, xiangqi] =
        ["gomoku", "othello", "xiangqi"].map(|name| game(name).expect(name));
    for (game, line) in [
        // A four at either end of an open three, and nothing at all.
        (gomoku, "X:g8h8i8 O:a1b3c5 turn:X"),
        (gomoku, "X:g8 O:a1 turn:X"),
        // Two chariots, and either may begin; a lone cannon.
        (xiangqi, "4k4/9/9/9/9/8p/9/9/R8/1R3K3 w"),
        (xiangqi, "3k5/9/9/9/9/8p/9/9/C8/5K3 w"),
        // Too early for the endgame solver, and beyond the book.
        (othello, "startpos moves f5f6e6f4c3"),
        // The game is over, and a move without a choice.
        (gomoku, "X:g8h8i8j8k8 O:a1b3c5d7 turn:O"),
        (
            othello,
            "OOOOOOOOOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXX- O",
        ),
    ] {
        assert_eq!(find(game, line), None, "{line}");
    }
    let mut finder = gomoku.puzzle_finder(&Vec::new()).expect("no settings");
    assert!(finder.find(&GameLine::from("X:z99 turn:X")).is_err());
    assert!(
        gomoku
            .puzzle_finder(&vec![("luck".into(), "on".into())])
            .is_err()
    );
}

/// Only one chariot mates at once, and the other only helps.
#[test]
fn a_mate_is_found_with_its_line() {
    let xiangqi = game("xiangqi").expect("built in");
    let puzzle = find(xiangqi, "3k5/R8/9/9/9/8p/9/9/9/1R3K3 w").expect("a mate");
    assert_eq!(
        (puzzle.theme.as_str(), puzzle.solution.join(" ")),
        ("mate", "b0b9".to_owned())
    );
    assert_eq!(puzzle.only, 1);
}

/// The result of the player to move, by looking at everything.
fn brute_force(pos: &Othello) -> Outcome {
    let mut moves = Vec::new();
    if let Some(outcome) = pos.legal_moves(&mut moves) {
        return outcome;
    }
    let results = moves.into_iter().map(|mv| {
        let mut after = *pos;
        after.play(mv);
        match brute_force(&after) {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    });
    let rank = |outcome: &Outcome| match outcome {
        Outcome::Win => 2,
        Outcome::Draw => 1,
        Outcome::Loss => 0,
    };
    results.max_by_key(rank).expect("a move")
}

/// Positions of random games with this many empty squares.
fn ends(empties: u32, count: u64) -> Vec<Othello> {
    let random = |game: u64| {
        let mut pos = Othello::default();
        let mut chance = game + 1;
        let mut moves = Vec::new();
        while pos.empty().count_ones() > empties {
            moves.clear();
            if pos.legal_moves(&mut moves).is_some() {
                return None;
            }
            chance = game_core::zobrist::mix(chance);
            pos.play(moves[(chance % moves.len() as u64) as usize]);
        }
        Some(pos)
    };
    (0..count).filter_map(random).collect()
}

/// How many moves of `pos` win.
fn winning(pos: &Othello) -> usize {
    let mut moves = Vec::new();
    let _ = pos.legal_moves(&mut moves);
    let wins = |mv: &othello_bitboard::Move| {
        let mut after = *pos;
        after.play(*mv);
        brute_force(&after) == Outcome::Loss
    };
    moves.iter().filter(|mv| wins(mv)).count()
}

#[test]
fn both_makers_find_what_looking_at_everything_finds() {
    let othello = game("othello").expect("built in");
    let mut finder = othello.puzzle_finder(&Vec::new()).expect("no settings");
    let mut general = ForcedWins::default();
    let (mut found, mut drawn) = (0, 0);
    for pos in ends(7, 240) {
        let mut moves = Vec::new();
        if pos.legal_moves(&mut moves).is_some() || moves.len() == 1 {
            continue;
        }
        let is_won = winning(&pos) == 1;
        let forced = general.find(&pos);
        assert_eq!(forced.is_some(), is_won, "{pos}");
        let puzzle = finder
            .find(&pos.to_string().as_str().into())
            .expect("it is read");
        let theme = puzzle.as_ref().map(|puzzle| puzzle.theme.as_str());
        assert_eq!(theme.is_some_and(|theme| theme != "draw"), is_won, "{pos}");
        drawn += usize::from(theme == Some("draw"));
        let (Some(puzzle), Some(forced)) = (puzzle, forced) else {
            continue;
        };
        found += 1;
        assert_eq!(puzzle.solution[0], forced.solution[0].to_string());
        // Every move that counts is the only one that wins, and the next is not.
        let mut reached = pos;
        let mut own = 0;
        for &mv in &forced.solution {
            if reached.turn() == pos.turn() {
                let is_only = winning(&reached) == 1;
                assert_eq!(is_only, own < forced.only, "{pos}: {own}");
                if !is_only {
                    break;
                }
                own += 1;
            }
            reached.play(mv);
        }
    }
    assert!(found > 20 && drawn > 0, "{found} {drawn}");
}

#[test]
fn a_move_that_is_not_refuted_for_certain_is_not_the_only_one() {
    let pos = &ends(7, 10)[0];
    let mut moves = Vec::new();
    let _ = pos.legal_moves(&mut moves);
    let line = &moves[..1];
    assert!(moves.len() > 1);
    assert_eq!(only_moves(pos, line, |_, _| Some(false)), 1);
    assert_eq!(only_moves(pos, line, |_, _| None), 0);
    assert_eq!(only_moves(pos, line, |_, _| Some(true)), 0);
    let mut left = Vec::new();
    only_moves(pos, line, |_, own| {
        left.push(own);
        Some(false)
    });
    assert_eq!(left, vec![0; moves.len() - 1]);
}
