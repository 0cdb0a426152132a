//! Lines as managers might write them, and what is left of them on the way.

use super::model::Model;
use boyi_fuzz::Draws;

/// Some lines as they might be meant, without the damage.
pub fn lines(draws: &mut Draws, model: &Model) -> Vec<String> {
    let size = model.game.as_ref().map_or(15, |game| usize::from(game.0));
    let reach = if draws.one_in(20) { 25 } else { size };
    let point = |draws: &mut Draws| format!("{},{}", draws.below(reach), draws.below(reach));
    match draws.below(16) {
        0 => vec![format!(
            "START {}",
            if draws.one_in(6) {
                draws.below(40)
            } else {
                5 + draws.below(16)
            }
        )],
        1 => vec![
            draws
                .of(&["RESTART", "RESTART", "RECTSTART 9,9", "RECTSTART 15,20"])
                .to_owned(),
        ],
        2 => vec!["BEGIN".to_owned()],
        3..=6 => vec![format!("TURN {}", point(draws))],
        7 => vec![format!("PLAY {}", point(draws))],
        8 => {
            let stones = model
                .game
                .as_ref()
                .map(|game| game.1.as_slice())
                .unwrap_or_default();
            match stones.len() {
                0 => vec![format!("TAKEBACK {}", point(draws))],
                count => {
                    let (x, y, _) = if draws.one_in(2) {
                        stones[count - 1]
                    } else {
                        stones[draws.below(count)]
                    };
                    vec![format!("TAKEBACK {x},{y}")]
                }
            }
        }
        9 | 10 => {
            let word = draws.of(&["BOARD", "YXBOARD", "SWAP2BOARD", "YXBOARD"]);
            let count = if word == "SWAP2BOARD" {
                [0, 3, 5, 3, 5, 4][draws.below(6)]
            } else {
                draws.below(2 * size)
            };
            let first = draws.below(2);
            let mut stones: Vec<String> = Vec::new();
            let mut seen: Vec<String> = Vec::new();
            for i in 0..count {
                let point = point(draws);
                if !seen.contains(&point) || draws.one_in(40) {
                    let field = if draws.one_in(30) {
                        1 + draws.below(3)
                    } else {
                        1 + (first + i) % 2
                    };
                    stones.push(if word == "SWAP2BOARD" {
                        point.clone()
                    } else {
                        format!("{point},{field}")
                    });
                    seen.push(point);
                }
            }
            if draws.one_in(2) {
                vec![format!("{word} {} DONE", stones.join(" "))]
            } else {
                let mut lines = vec![word.to_owned()];
                lines.extend(stones);
                if !draws.one_in(20) {
                    lines.push("DONE".to_owned());
                }
                lines
            }
        }
        11 | 12 => {
            let key = draws.of(&[
                "timeout_turn 1000",
                "timeout_turn 0",
                "timeout_match 0",
                "timeout_match 60000",
                "time_left 5000",
                "time_left 2147483647",
                "time_left -5",
                "time_increment 10",
                "rule 0",
                "rule 1",
                "rule 4",
                "rule 2",
                "rule 8",
                "max_memory 70000000",
                "max_memory 0",
                "thread_num 2",
                "thread_num 1",
                "max_depth 3",
                "max_node 500",
                "max_node 0",
                "max_node -1",
                "max_depth -1",
                "show_detail 3",
                "show_detail 0",
                "game_type 1",
                "folder /tmp",
                "evaluate 3,3",
                "caution_factor 4",
                "pondering 0",
            ]);
            vec![format!("INFO {key}")]
        }
        13 => vec![
            draws
                .of(&["YXSTOP", "STOP", "ABOUT", "DONE", "YXSHOWFORBID"])
                .to_owned(),
        ],
        14 => vec![
            draws
                .of(&[
                    "YXNBEST 1",
                    "YXNBEST 3",
                    "YXNBEST 900",
                    "YXSHOWFORBID",
                    "YXSHOWINFO",
                ])
                .to_owned(),
        ],
        _ => vec![draws.noise(40).into_iter().map(char::from).collect()],
    }
}

/// A line as it comes.
pub fn damaged(draws: &mut Draws, line: &str) -> Vec<u8> {
    let bytes = draws.damaged(
        line,
        b" \t,,-+.0123456789azAZ\x00\x01\x1b\x7f\x80\xe7\xff\r",
    );
    // The end is for later, and dozens of threads are for other tests.
    let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
    let kept = text.split_whitespace().next() == Some("end") || text.contains("thread_num");
    if kept {
        line.as_bytes().to_vec()
    } else {
        bytes
    }
}
