//! What NBoard is told of a search, whatever it is that searches.

use crate::common::{Talk, setup};

/// Too many squares before the end to see it soon.
const LATE: &str = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
                    BO[8 --OOO-------XX-----XOO--O-XOOX--OOXXOO--OOOXXO--OOOOXX--OOOOO--- *];)";

/// Six squares before the end.
const LAST: &str = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
                    BO[8 --XXXXX-OOOXXXXOOOOOXXXXOXOXXOXXOXXXOXXXOOXOXXXXOXXXOOO--OOOOO-- *];)";

fn told(config: &str, lines: &[&str]) -> Vec<String> {
    let mut talk = Talk::nboard(&setup("othello", config));
    lines.iter().for_each(|line| talk.say(line));
    talk.hang_up();
    talk.end()
}

fn beginning<'a>(told: &'a [String], word: &str) -> Vec<&'a str> {
    told.iter()
        .map(String::as_str)
        .filter(|line| line.starts_with(word))
        .collect()
}

#[test]
fn what_is_proved_is_told_as_such() {
    let told = told("pvs,hash=1", &["set depth 20", LAST, "hint 1", "go"]);
    let lines = beginning(&told, "search ");
    let last = lines.last().expect("a line");
    assert!(last.ends_with(" 0 100%"), "{last}");
    let eval = last.split(' ').nth(2).expect("a value");
    assert_eq!(
        eval.parse::<f64>().map(|eval| eval % 2.0),
        Ok(0.0),
        "{last}: a margin of discs"
    );
    assert!(
        beginning(&told, "===")[0].contains(&format!("/{eval}/")),
        "{told:?}"
    );
}

#[test]
fn any_searcher_gives_a_hint() {
    for config in [
        "mcts,nodes=2000,hash=1",
        "mcts,nodes=2000,hash=1,threads=2",
        "minimax",
        "level=1",
        "level=4",
    ] {
        for position in [LATE, LAST] {
            let told = told(config, &["set depth 2", position, "hint 1"]);
            assert!(
                !beginning(&told, "search ").is_empty(),
                "{config}: {told:?}"
            );
        }
    }
    // Who proves wins may find none; a move is told all the same, and that nothing is known of it.
    let nothing = told(
        "dfpn,nodes=100,hash=1",
        &["set depth 60", LATE, "hint 1", "go"],
    );
    let lines = beginning(&nothing, "search ");
    assert!(
        lines.len() == 1 && lines[0].ends_with(" 0.00 0 0"),
        "{nothing:?}"
    );
    assert!(beginning(&nothing, "===")[0].contains("//"), "{nothing:?}");
    let proved = told("dfpn,hash=4", &["set depth 60", LAST, "hint 1", "analyze"]);
    let lines = beginning(&proved, "search ");
    assert!(
        lines.len() == 1 && lines[0].ends_with(".00 0 100%W"),
        "{proved:?}"
    );
    let eval = lines[0].split(' ').nth(2).expect("a value");
    assert_eq!(
        beginning(&proved, "analysis"),
        [format!("analysis 0 {eval}")]
    );
}

#[test]
fn the_book_is_named() {
    let told = told(
        "level=16,book=on",
        &["set depth 6", "move f5", "go", "hint 1"],
    );
    let lines = beginning(&told, "book ");
    assert_eq!(lines.len(), 1, "{told:?}");
    let mv = lines[0]
        .split(' ')
        .nth(1)
        .expect("a line")
        .get(..2)
        .expect("a move");
    assert!(beginning(&told, "===")[0].contains(mv), "{told:?}");
    // Advice is thought about.
    assert!(!beginning(&told, "search ").is_empty());
}
