use super::{ApiError, Command};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A message that was read: a command, and the number of its reply.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub id: u64,
    pub command: Command,
}

/// A message that was refused, and the number of its reply, if that could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub id: Option<u64>,
    pub fault: ApiError,
}

impl Request {
    /// The greatest integer that JavaScript represents exactly: 2^53.
    const MOST: u64 = 1 << 53;

    /// Reads a message.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let unnamed = |fault| Refused { id: None, fault };
        let value = serde_json::from_str(text).map_err(|error| {
            unnamed(ApiError::new(
                "message",
                format!("a JSON object is needed: {error}"),
            ))
        })?;
        let Value::Object(mut args) = value else {
            return Err(unnamed(ApiError::new(
                "message",
                "a JSON object is needed, as {\"id\": 1, \"do\": \"ping\"}",
            )));
        };
        let id = Self::id(&mut args).map_err(unnamed)?;
        let command = Command::read(args).map_err(|fault| Refused {
            id: Some(id),
            fault,
        })?;
        Ok(Self { id, command })
    }

    fn id(args: &mut Map<String, Value>) -> Result<u64, ApiError> {
        let id = args.shift_remove("id").and_then(|id| id.as_u64());
        id.filter(|&id| id <= Self::MOST)
            .ok_or_else(|| ApiError::new("id", "a whole number from 0 to 2^53 is needed"))
    }
}

/// The reply to message `id`.
pub(crate) fn reply(id: Option<u64>, result: Result<impl Serialize, ApiError>) -> String {
    match result {
        Ok(ok) => json!({ "re": id, "ok": ok }),
        Err(fault) => json!({ "re": id, "error": fault }),
    }
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_cannot_be_read_is_refused_by_the_name_of_its_field() {
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        let long = format!(r#"{{"id":1,"do":"{}"}}"#, "x".repeat(10_000));
        for (text, id, field) in [
            ("", None, "message"),
            ("ping", None, "message"),
            ("[]", None, "message"),
            ("null", None, "message"),
            (r#"{"id":1,"do":"ping"}}"#, None, "message"),
            (r#"{"id":1,"do":"\ud800"}"#, None, "message"),
            (r#"{"id":1e999,"do":"ping"}"#, None, "message"),
            (&deep, None, "message"),
            (&long, Some(1), "do"),
            ("{}", None, "id"),
            (r#"{"id":-1,"do":"ping"}"#, None, "id"),
            (r#"{"id":1.5,"do":"ping"}"#, None, "id"),
            (r#"{"id":"1","do":"ping"}"#, None, "id"),
            (r#"{"id":9007199254740993,"do":"ping"}"#, None, "id"),
            (r#"{"id":7}"#, Some(7), "do"),
            (r#"{"id":7,"do":7}"#, Some(7), "do"),
            (r#"{"id":7,"do":"dance"}"#, Some(7), "do"),
            (r#"{"id":7,"do":"ping","x":1}"#, Some(7), "x"),
            (r#"{"id":7,"do":"ping","":1}"#, Some(7), "message"),
            (r#"{"id":7,"do":"play"}"#, Some(7), "move"),
            (
                r#"{"id":7,"do":"play","move":"h8","ply":-1}"#,
                Some(7),
                "ply",
            ),
            (r#"{"id":7,"do":"play","move":8,"ply":1}"#, Some(7), "move"),
            (
                r#"{"id":7,"do":"play","move":"h8","ply":1,"mvoe":1}"#,
                Some(7),
                "mvoe",
            ),
            (r#"{"id":7,"do":"open","game":7}"#, Some(7), "game"),
            (
                r#"{"id":7,"do":"open","game":"gomoku","settings":{"size":15}}"#,
                Some(7),
                "settings.size",
            ),
            (
                r#"{"id":7,"do":"open","game":"gomoku","settings":[]}"#,
                Some(7),
                "settings",
            ),
            (
                r#"{"id":7,"do":"players","players":[{"kind":"human"}]}"#,
                Some(7),
                "players",
            ),
            (
                r#"{"id":7,"do":"players","players":[{"kind":"human"},{"kind":"robot"}]}"#,
                Some(7),
                "players.1.kind",
            ),
            (
                r#"{"id":7,"do":"players","players":[{"kind":"human"},{"engine":"pvs"}]}"#,
                Some(7),
                "players.1.kind",
            ),
            (
                r#"{"id":7,"do":"players","players":[{"kind":"human"},{"kind":"human","x":1}]}"#,
                Some(7),
                "players.1.x",
            ),
            (
                r#"{"id":7,"do":"players","players":[{"kind":"engine","engine":"X"},{"kind":"human"}]}"#,
                Some(7),
                "players.0.engine",
            ),
            (
                r#"{"id":7,"do":"lab","searchers":["pvs","X"],"limits":{"depth":2}}"#,
                Some(7),
                "searchers.1",
            ),
            (
                r#"{"id":7,"do":"lab","searchers":["pvs"],"limits":{"deep":2}}"#,
                Some(7),
                "limits.deep",
            ),
            (r#"{"id":7,"do":"stop","what":"time"}"#, Some(7), "what"),
            (r#"{"id":7,"do":"resign","player":2}"#, Some(7), "player"),
        ] {
            let refused = Request::read(text).expect_err(text);
            assert_eq!(
                (refused.id, refused.fault.field.as_str()),
                (id, field),
                "{text}: {}",
                refused.fault
            );
            assert!(
                !refused.fault.message.is_empty() && refused.fault.message.chars().count() <= 1001,
                "{}",
                refused.fault
            );
        }
    }
}
