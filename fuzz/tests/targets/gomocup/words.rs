//! What words and numbers mean, in the simplest terms.

/// Whether what follows the word makes sense, on whatever board.
pub fn readable(word: &str, rest: &str) -> bool {
    match word {
        "START" => number(rest).is_some(),
        "RECTSTART" => pair(rest).is_some(),
        "TURN" | "PLAY" | "TAKEBACK" => small_pair(rest).is_some(),
        "YXNBEST" => number(rest).is_some_and(|count| count > 0),
        "INFO" => {
            let (key, value) = key_and_value(rest);
            let times = [
                "timeout_turn",
                "timeout_match",
                "time_left",
                "time_increment",
            ];
            let others = [
                "max_memory",
                "hash_size",
                "thread_num",
                "max_depth",
                "max_node",
                "show_detail",
                "rule",
            ];
            let bounds = ["max_memory", "max_depth", "max_node"];
            let negative = value
                .strip_prefix('-')
                .is_some_and(|value| number(value).is_some());
            if [&times[..], &bounds].concat().contains(&key.as_str()) {
                negative || number(value).is_some()
            } else {
                !others.contains(&key.as_str()) || number(value).is_some()
            }
        }
        "BOARD" | "YXBOARD" | "SWAP2BOARD" => true,
        _ => rest.is_empty(),
    }
}

pub fn key_and_value(rest: &str) -> (String, &str) {
    let (key, value) = match rest.find(char::is_whitespace) {
        Some(at) => (&rest[..at], rest[at..].trim()),
        None => (rest, ""),
    };
    (key.to_ascii_lowercase(), value)
}

pub fn number(text: &str) -> Option<u64> {
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_digit()) {
        None
    } else {
        text.parse().ok()
    }
}

pub fn pair(text: &str) -> Option<(u64, u64)> {
    let (x, y) = text.split_once(',')?;
    Some((number(x.trim())?, number(y.trim())?))
}

pub fn small_pair(text: &str) -> Option<(u64, u64)> {
    pair(text).filter(|&(x, y)| x.max(y) <= u64::from(u32::MAX))
}
