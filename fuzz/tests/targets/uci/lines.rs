//! Lines as boards might write them, and what is left of them on the way.

use super::model::Model;
use boyi_fuzz::Draws;
use game_core::Position;
use xiangqi_movegen::{Rules, Xiangqi};

/// Some moves that follow one another from `pos` on, mostly, as one side or the other counts
/// ranks.
fn moves(draws: &mut Draws, pos: &Xiangqi, count: usize, model: &Model) -> Vec<String> {
    let mut writer = Model::new(false);
    writer.shown = Some(if draws.one_in(4) {
        !model.counts_from_one()
    } else {
        model.counts_from_one()
    });
    let mut pos = pos.clone();
    let mut texts = Vec::new();
    for _ in 0..count {
        let mut legal = Vec::new();
        if pos.legal_moves(&mut legal).is_some() {
            break;
        }
        let mv = draws.of(&legal);
        pos.play(mv);
        texts.push(writer.text(mv));
    }
    if draws.one_in(5) && !texts.is_empty() {
        let at = draws.below(texts.len());
        texts[at] = draws
            .of(&["a0a0", "e9e8", "h10g8", "c3c4", "xyz", "h2e2"])
            .to_owned();
    }
    texts
}

/// A position, as a line tells it.
fn position(draws: &mut Draws, model: &Model) -> String {
    const FENS: &[&str] = &[
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
        "4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1",
        "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1",
        "3ak4/9/9/9/9/9/9/9/9/3K5 b",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 119 60",
        "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/3K5 w - - 0 1",
        "4k4/9/9/9/4P4/9/9/9/9/4K4 x - - 0 1",
    ];
    let (start, pos) = if draws.one_in(3) {
        ("startpos".to_owned(), Xiangqi::default())
    } else {
        let fen = draws.of(FENS);
        (
            format!("fen {fen}"),
            Xiangqi::from_fen(fen, &Rules::default()).unwrap_or_default(),
        )
    };
    let count = if draws.one_in(3) { 0 } else { draws.below(12) };
    let moves = moves(draws, &pos, count, model);
    if moves.is_empty() && draws.one_in(2) {
        start
    } else {
        format!("{start} moves {}", moves.join(" "))
    }
}

/// A line as it might be meant, without the damage.
pub fn line(draws: &mut Draws, model: &Model) -> String {
    match draws.below(20) {
        0..=5 => format!(
            "{} {}",
            draws.of(&["position", "position", "position", "probe"]),
            position(draws, model)
        ),
        6 => position(draws, model),
        7 => {
            let count = 1 + draws.below(3);
            let moves: Vec<_> = (0..count)
                .flat_map(|_| moves(draws, &model.pos, 1, model))
                .collect();
            format!("banmoves {}", moves.join(" "))
        }
        8..=11 => {
            let how = draws.of(&[
                "depth 1",
                "depth 2",
                "nodes 200",
                "movetime 1",
                "wtime 100 btime 100 winc 0 binc 0 movestogo 9",
                "time 0 increment 0 opptime 5 oppincrement 1",
                "mate 1",
                "infinite",
                "depth infinite",
                "ponder wtime 100 btime 100",
                "ponder infinite",
                "draw nodes 100",
                "depth 0",
                "perft 1",
                "perft 2",
                "perft 9",
                "wtime -7 btime -7",
                "depth",
                "style risky depth 1",
            ]);
            if draws.one_in(3) {
                let moves = moves(draws, &model.pos, 1, model);
                format!("go {how} searchmoves {}", moves.join(" "))
            } else {
                format!("go {how}")
            }
        }
        12..=14 => {
            let set = draws.of(&[
                "name Hash value 1",
                "name Hash value 0",
                "name MultiPV value 3",
                "name MultiPV value 1",
                "name Threads value 1",
                "name Ponder value true",
                "name Clear Hash",
                "name UCI_Variant value xiangqi",
                "name UCI_Variant value chess",
                "name Level value 2",
                "name Level value full",
                "name Move Overhead value 20",
                "name Ranks value auto",
                "name Ranks value 0-9",
                "name Ranks value 1-10",
                "name Repetition Rule value check-ban",
                "name Move Limit value 0",
                "name Move Limit value 120",
                "name UCI_EngineAbout value x",
                "name Contempt value 3",
                "usemillisec true",
                "hashsize 1",
                "newgame",
                "style risky",
                "repetition alwaysdraw",
                "drawmoves 60",
                "ranks auto",
                "",
            ]);
            format!("setoption {set}")
        }
        15 | 16 => draws
            .of(&[
                "stop",
                "ponderhit",
                "ponderhit draw",
                "isready",
                "d",
                "ucinewgame",
            ])
            .to_owned(),
        17 => draws
            .of(&[
                "uci",
                "ucci",
                "ucicyclone",
                "debug on",
                "debug",
                "register later",
                "uci",
            ])
            .to_owned(),
        18 => draws
            .of(&[
                "xboard",
                "protover 2",
                "position",
                "position fen",
                "banmoves",
                "go depth x",
                "bestmove h2e2",
            ])
            .to_owned(),
        _ => draws.noise(40).into_iter().map(char::from).collect(),
    }
}

/// A line as it comes.
pub fn damaged(draws: &mut Draws, line: &str) -> Vec<u8> {
    let bytes = draws.damaged(
        line,
        b" \t,-+.0123456789azAZ/\x00\x01\x1b\x7f\x80\xe7\xff\r",
    );
    // The end is for later; much memory, many threads, deep counts and long thoughts are for
    // other tests.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let words: Vec<String> = text
        .split_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    let has = |word: &str| words.iter().any(|other| other.contains(word));
    let costly = words.first().is_some_and(|word| word == "setoption")
        && (has("hash") || has("thread") || has("batch"));
    let long = words.first().is_some_and(|word| word == "go")
        && (has("perft") || has("mate") || has("time"));
    let quits = words.first().is_some_and(|word| word == "quit");
    if costly || long || quits {
        line.as_bytes().to_vec()
    } else {
        bytes
    }
}
