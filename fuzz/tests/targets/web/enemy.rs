//! Messages that no game can take.

use super::human;
use boyi_fuzz::Draws;
use serde_json::{Value, json};

/// Every command there is.
pub const COMMANDS: [&str; 20] = [
    "open", "join", "play", "undo", "redo", "seek", "players", "resign", "restart", "hint", "go",
    "stop", "pause", "continue", "analyze", "lab", "import", "export", "evaluate", "ping",
];

/// The field that an error must name; any, where several are wrong.
pub type Field = Option<&'static str>;

/// Draws hostile messages. None of them is legal in a game of gomoku of two humans, one move old,
/// so that each must fail.
pub struct Enemy<'a>(pub Draws<'a>);

impl Enemy<'_> {
    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.0.below(from.len())]
    }

    /// A number from `least` to `most`.
    fn number(&mut self, least: usize, most: usize) -> usize {
        least + self.0.below(most - least + 1)
    }

    /// A value of no use to any command.
    fn nonsense(&mut self) -> Value {
        let deep = (0..self.number(1, 59)).fold(json!(1), |inner, _| json!([inner]));
        let long = "9".repeat(self.number(1, 399));
        let values = [
            json!(null),
            json!(true),
            json!(-1),
            json!(1.5),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(1e300),
            json!(-0.0),
            json!(""),
            json!("\u{0}"),
            json!("\u{202e}\u{10ffff}"),
            json!("h8\u{0}"),
            json!("１５"),
            json!("../../etc/passwd"),
            json!("<script>alert(1)</script>"),
            json!("'; drop table games; --"),
            json!(long),
            json!("x".repeat(3000)),
            json!([]),
            json!([[], {}]),
            json!({}),
            json!({ "__proto__": { "kind": "engine" } }),
            json!({ "kind": "human" }),
            deep,
        ];
        self.pick(&values).clone()
    }

    fn move_text(&mut self) -> Value {
        let text: String = (0..self.number(0, 11))
            .map(|_| {
                self.0
                    .of(&['a', 'h', 'z', '0', '8', '9', ' ', '\u{0}', 'é', '-', '漢'])
            })
            .collect();
        // Moves of other games, of this one where they are not legal, and noise.
        let texts = [
            "h2e2",
            "pass",
            "f5f6",
            "h8",
            "h0",
            "h16",
            "p8",
            "h-8",
            "H99999999999",
            "h8i9",
            "--",
            "0000",
            text.as_str(),
        ];
        let text = *self.pick(&texts);
        // Noise may hit upon a move, which may have spaces around it; then it is replaced.
        let word = text.trim();
        let legal = word.len() > 1
            && word.as_bytes()[0].is_ascii_alphabetic()
            && word[1..]
                .parse::<u8>()
                .is_ok_and(|rank| (1..=15).contains(&rank));
        json!(if legal && word != "h8" { "h8" } else { text })
    }

    fn engine(&mut self) -> Value {
        let huge = "9".repeat(self.number(1, 299));
        let engine_configs = [
            "pvs,threads=1000000".to_owned(),
            "pvs,threads=64".to_owned(),
            "pvs,hash=4096".to_owned(),
            "pvs,hash=-1".to_owned(),
            "smp,threads=3".to_owned(),
            "pvs,eval.twos=1e999".to_owned(),
            "pvs,eval.twos=NaN".to_owned(),
            format!("pvs,eval.twos={huge}9999999"),
            "pvs,eval.=1".to_owned(),
            "level=3,eval.mobility=1".to_owned(),
            "level=3,depth=1".to_owned(),
            "level=0".to_owned(),
            "level=256".to_owned(),
            format!("level={huge}99"),
            "level=3\u{0}".to_owned(),
            "pvs,depth=0".to_owned(),
            "pvs,time=forever".to_owned(),
            "pvs,time=999999999999s".to_owned(),
            "cmd:rm -rf /".to_owned(),
            ",".repeat(500),
            "pvs,=,=".to_owned(),
            "".to_owned(),
        ];
        json!(self.pick(&engine_configs))
    }

    /// A message as text, and what it must get.
    pub fn message(&mut self, id: u64, room: &str) -> (String, Field) {
        let named = |command: &str, mut args: Value, field: &'static str| {
            (args["id"], args["do"]) = (json!(id), json!(command));
            (args.to_string(), Some(field))
        };
        let anything = |mut args: Value, command: &str| {
            (args["id"], args["do"]) = (json!(id), json!(command));
            (args.to_string(), None)
        };
        match self.0.below(22) {
            0 => {
                let bytes: String = self.0.noise(199).into_iter().map(char::from).collect();
                (bytes, Some("message"))
            }
            1 => {
                let deep = self.number(130, 19_999);
                let text = if self.0.one_in(2) {
                    "[".repeat(deep)
                } else {
                    "{\"id\":".repeat(deep.min(9_000))
                };
                (text, Some("message"))
            }
            2 => {
                // A good message cut short.
                let whole = json!({ "id": id, "do": "play", "move": "a1", "ply": 1 }).to_string();
                let cut = self.0.below(whole.len());
                (whole[..cut].to_owned(), Some("message"))
            }
            3 => {
                let escapes = ["\\ud800", "\\udfff", "\\u12", "\\x00", "\\ud83d\\u0041"];
                (
                    format!("{{\"id\":{id},\"do\":\"{}\"}}", self.pick(&escapes)),
                    Some("message"),
                )
            }
            4 => (
                format!(
                    "{{\"id\":{id},\"do\":\"ping\",\"x\":1e{}}}",
                    self.number(400, 89_999)
                ),
                Some("message"),
            ),
            5 => {
                let bad = self.nonsense();
                let bad = if bad.is_u64() && bad != json!(u64::MAX) {
                    json!(null)
                } else {
                    bad
                };
                (json!({ "id": bad, "do": "ping" }).to_string(), Some("id"))
            }
            6 => {
                let name = self.nonsense();
                (json!({ "id": id, "do": name }).to_string(), Some("do"))
            }
            7 => {
                let command = *self.pick(&COMMANDS);
                let mut args = self.nonsense();
                if !args.is_object() {
                    args = json!({});
                }
                args["surely unknown"] = self.nonsense();
                anything(args, command)
            }
            8 => {
                let mv = self.move_text();
                named("play", json!({ "move": mv, "ply": 1 }), "move")
            }
            9 => {
                let ply = *self.pick(&[0_u64, 2, 3, 400, 1 << 40]);
                named("play", json!({ "move": "a1", "ply": ply }), "ply")
            }
            10 => {
                let (field, good) = *self.pick(&[("move", "ply"), ("ply", "move")]);
                let mut args = json!({ good: if good == "ply" { json!(1) } else { json!("a1") } });
                let bad = self.nonsense();
                // These would be of the right type.
                args[field] = if bad.is_string() || bad.is_u64() {
                    json!([])
                } else {
                    bad
                };
                named("play", args, field)
            }
            11 => {
                let ply = *self.pick(&[2_u64, 3, 1_000_000, u64::MAX]);
                named("seek", json!({ "ply": ply }), "ply")
            }
            12 => {
                let size = *self.pick(&[
                    "1000000000",
                    "0",
                    "-1",
                    "21",
                    "4",
                    "15.0",
                    "99999999999999999999",
                    " 15",
                    "٣",
                ]);
                named(
                    "open",
                    json!({ "game": "gomoku", "settings": { "size": size } }),
                    "settings.size",
                )
            }
            13 => {
                let game = *self.pick(&["chess", "Gomoku", "gomoku ", "", "go"]);
                named("open", json!({ "game": game }), "game")
            }
            14 => {
                let lines = [
                    "startpos moves a1 a1".to_owned(),
                    "X:".to_owned() + &"h8".repeat(2000) + " O: turn:O",
                    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w".to_owned(),
                    "9".repeat(5000),
                    "moves moves moves".to_owned(),
                    "\u{0}".to_owned(),
                ];
                let line = self.pick(&lines).clone();
                named("open", json!({ "game": "gomoku", "line": line }), "line")
            }
            15 => {
                let engine = self.engine();
                let seat = self.0.below(2);
                let mut players = [human(), human()];
                players[seat] = json!({ "kind": "engine", "engine": engine });
                named(
                    "players",
                    json!({ "players": players }),
                    ["players.0.engine", "players.1.engine"][seat],
                )
            }
            16 => {
                let bad = self.nonsense();
                // An invalid array fails at one of its elements.
                if bad.is_array() {
                    anything(json!({ "players": bad }), "players")
                } else {
                    named("players", json!({ "players": bad }), "players")
                }
            }
            17 => {
                let command = *self.pick(&["hint", "go", "evaluate"]);
                let engine = self.engine();
                named(command, json!({ "engine": engine }), "engine")
            }
            18 => {
                let key: String = (0..22)
                    .map(|_| char::from(*self.pick(b"0aZ/%.\"\0")))
                    .collect();
                let keys = [
                    key,
                    room.to_lowercase() + "x",
                    room[1..].to_owned(),
                    format!("{room}\u{0}"),
                    format!("{room} "),
                ];
                let key = self.pick(&keys).clone();
                named("join", json!({ "room": key }), "room")
            }
            19 => {
                let texts = [
                    "Piskvorky 1000000000x1000000000, 0:0, 0\n".to_owned(),
                    "Piskvorky 15x15, 0:0, 0\n99,99,0\n".to_owned(),
                    "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n".to_owned(),
                    "[Event \"x\"]\n1. h2e2".to_owned(),
                    "x".repeat(50_000),
                    String::new(),
                ];
                let text = self.pick(&texts).clone();
                named("import", json!({ "text": text }), "text")
            }
            20 => {
                let engine = self.engine();
                let engine = if engine.as_str().is_some_and(|engine| engine.is_empty()) {
                    json!("x")
                } else {
                    engine
                };
                named(
                    "lab",
                    json!({ "searchers": ["pvs", engine], "limits": { "depth": 1 } }),
                    "searchers.1",
                )
            }
            _ => {
                let length = (64 << 10) + 1 + self.0.below(30_000);
                (
                    format!(
                        "{{\"id\":{id},\"do\":\"ping\",\"x\":\"{}\"}}",
                        "x".repeat(length)
                    ),
                    Some("message"),
                )
            }
        }
    }
}
