//! What is made of tournament games: the sound ones are learnt from, the others are counted.

use othello_bitboard::wthor::Archive;
use std::fs;
use train::othello::Game;

const WTH_1977: &[u8] = include_bytes!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/othello/WTH_1977.wtb"
));

#[test]
fn one_broken_game_costs_no_other() {
    let count = |bytes: &[u8]| {
        let (sound, broken) = Game::of_archive(&Archive::read(bytes).expect("an archive"));
        (sound.len(), broken)
    };
    assert_eq!(count(WTH_1977), (12, 0));
    let mut bytes = WTH_1977.to_vec();
    // The first move of the second game, after the header, a game and what comes before the moves.
    bytes[16 + 68 + 8] = 11;
    assert_eq!(count(&bytes), (11, 1));
}

#[test]
#[ignore = "needs the whole database, a directory named by BOYI_WTHOR"]
fn the_whole_database_is_read() {
    let dir = std::env::var("BOYI_WTHOR").expect("BOYI_WTHOR names a directory of .wtb files");
    let mut sound = 0;
    let mut broken = 0;
    let mut known = 0;
    for entry in fs::read_dir(dir).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "wtb") {
            let archive = Archive::read(&fs::read(path).expect("a file")).expect("an archive");
            let (games, others) = Game::of_archive(&archive);
            known += games.iter().filter(|game| game.known.is_some()).count();
            sound += games.len();
            broken += others;
        }
    }
    println!("{sound} sound, {broken} broken, {known} with a theoretical score");
    assert_eq!((sound, broken), (137_548 - 413, 413));
}
