use crate::Player;
use alloc::{borrow::Cow, vec::Vec};

/// A text for people, in the two languages of the page.
///
/// ```
/// use game_core::Text;
/// assert_eq!(Text::new("Othello", "黑白棋").zh, "黑白棋");
/// assert_eq!(Text::same("Hex").en, Text::same("Hex").zh);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Text {
    /// In English.
    pub en: Cow<'static, str>,
    /// In Chinese.
    pub zh: Cow<'static, str>,
}

impl Text {
    /// A text in English and in Chinese.
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Self {
            en: Cow::Borrowed(en),
            zh: Cow::Borrowed(zh),
        }
    }

    /// A text that is the same in both languages.
    pub const fn same(text: &'static str) -> Self {
        Self::new(text, text)
    }
}

/// How a game presents itself to people: its texts, its sides and its pieces, as data.
///
/// Together with [`BoardView`](crate::BoardView) and [`BoardShape`](crate::BoardShape) it is all
/// that a page needs to draw a game that it does not know.
///
/// ```
/// use game_core::{PieceKind, Presentation, PlayerLook, Text};
/// let sides = [
///     PlayerLook::new(Text::new("White", "白方"), "#f3ecdc"),
///     PlayerLook::new(Text::new("Black", "黑方"), "#33302c"),
/// ];
/// let draughts = Presentation::new(Text::new("Draughts", "跳棋"), sides)
///     .how_to_play(Text::new("Jump over all of them.", "吃光对方的棋子。"))
///     .rule(Text::new("Capture", "吃子"), Text::new("A man jumps over a man.", "兵跳过对方的兵。"), "startpos")
///     .piece(PieceKind::disc('M', Text::new("man", "兵")))
///     .piece(PieceKind::disc('K', Text::new("king", "王")).sign("♛"))
///     .word("reason.no move", Text::new("no move is left", "无子可动"));
/// assert_eq!(draughts.pieces[1].look.signs().map(|signs| signs[0]), Some("♛"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Presentation {
    /// The game's name.
    pub title: Text,
    /// How to play, in a line; may be empty.
    pub how_to_play: Text,
    /// The two sides, the first mover first.
    pub sides: [PlayerLook; 2],
    /// The rules, one thing after another, each with a position to see it in; may be empty.
    pub rules: Vec<RuleCard>,
    /// What there is to tell of the kinds of pieces. A piece of a letter that is not listed is a
    /// disc of its owner's colour without a name of its own.
    pub pieces: Vec<PieceKind>,
    /// Texts for the words that the game uses elsewhere, by key: a reason for its end as
    /// `reason.five in a row`, a rule setting as `rule.size` and one of its values as
    /// `rule.value.renju`, a unit as `unit.discs`, a move without cells as `move.pass`, a kind of
    /// forbidden point as `forbidden.33`. A word without a text is shown as it is.
    pub words: Vec<(&'static str, Text)>,
}

/// One thing to know of the rules, with a position in which it can be seen and tried.
///
/// ```
/// use game_core::{Notation, Position};
/// use othello_bitboard::Othello;
/// let rules = Othello::presentation().rules;
/// let passing = rules.iter().find(|rule| rule.title.en == "Passing").ok_or("no such rule")?;
/// // In its position Black moves again, since White cannot.
/// let game = Othello::parse_line(passing.line, &())?.end();
/// assert!(passing.text.en.contains("has to pass") && game.must_pass());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RuleCard {
    /// What it is about, in a few words.
    pub title: Text,
    /// The rule, in two or three sentences.
    pub text: Text,
    /// Settings of the rules that the position needs, by name; the others are the defaults.
    pub settings: &'static [(&'static str, &'static str)],
    /// The position, perhaps with moves, as the game reads one.
    pub line: &'static str,
}

/// One of the two players, as people see it.
///
/// ```
/// use game_core::{PlayerLook, Presentation, Text};
/// // Sides whose names are colours have these, where a game says no more.
/// let plain = Presentation::plain("draughts", |player| ["white", "black"][player.index()]);
/// assert_eq!(plain.sides[0], PlayerLook::new(Text::same("white"), "#fffdf6"));
/// // And where it does:
/// let ivory = PlayerLook::new(Text::new("White", "白方"), "#f3ecdc");
/// assert_ne!(plain.sides[0], ivory);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayerLook {
    /// What the side is called.
    pub name: Text,
    /// Its colour, as CSS writes it: `#c23b22`.
    pub colour: &'static str,
}

impl PlayerLook {
    /// A side of that name and colour.
    pub const fn new(name: Text, colour: &'static str) -> Self {
        Self { name, colour }
    }
}

/// A kind of pieces: those with the same [`letter`](crate::Piece::letter).
///
/// ```
/// use game_core::{PieceKind, PieceLook, Text};
/// let look = PieceLook::Sign(["兵", "卒"]);
/// let names = [Text::new("soldier", "兵"), Text::new("soldier", "卒")];
/// let soldier = PieceKind { letter: 'P', names, look };
/// assert_eq!(soldier.look.signs(), Some(["兵", "卒"]));
/// // Where both sides call the piece the same, and show it by one sign.
/// let king = PieceKind::disc('K', Text::new("king", "王")).sign("♛");
/// assert_eq!((king.names[0].en.as_ref(), king.look.signs()), ("king", Some(["♛", "♛"])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PieceKind {
    /// The letter of [`Piece`](crate::Piece).
    pub letter: char,
    /// What the piece is called, without its colour; the first mover's, then the second's.
    pub names: [Text; 2],
    /// How it looks.
    pub look: PieceLook,
}

/// How a piece looks. All is drawn in the colour of its side, or in what is seen well upon it.
///
/// ```
/// use game_core::{PieceKind, PieceLook, Text};
/// let horse = PieceKind::disc('H', Text::new("horse", "马"));
/// assert_eq!((&horse.look, horse.look.signs()), (&PieceLook::Disc, None));
/// let signs = ["马", "馬"];
/// assert_eq!(horse.look(PieceLook::Sign(signs)).look.signs(), Some(signs));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum PieceLook {
    /// A disc.
    #[default]
    Disc,
    /// A disc with a sign or a letter: the first mover's, the second's.
    Sign([&'static str; 2]),
    /// A disc with SVG path data upon it, in a square of 100 by 100.
    Emblem(&'static str),
    /// A figure without a disc, of one or two SVG path data in a square of 100 by 100: its outline,
    /// and its lines inside, which may be empty.
    Figure([&'static str; 2]),
}

impl PieceLook {
    /// The signs of the two players' discs, if there are any.
    pub const fn signs(&self) -> Option<[&'static str; 2]> {
        match self {
            Self::Sign(signs) => Some(*signs),
            _ => None,
        }
    }
}

impl PieceKind {
    /// A disc; both players call it the same.
    pub fn disc(letter: char, name: Text) -> Self {
        Self {
            letter,
            names: [name.clone(), name],
            look: PieceLook::Disc,
        }
    }

    /// The same with a sign on the disc.
    pub fn sign(self, sign: &'static str) -> Self {
        self.look(PieceLook::Sign([sign, sign]))
    }

    /// The same with another look.
    pub fn look(self, look: PieceLook) -> Self {
        Self { look, ..self }
    }
}

impl Presentation {
    /// A game of that title with these sides, and with discs as pieces.
    pub fn new(title: Text, sides: [PlayerLook; 2]) -> Self {
        Self {
            title,
            sides,
            ..Self::default()
        }
    }

    /// What can be said of a game that says nothing of itself but its name and its players' names:
    /// the first is dark and the second is light, unless their names are colours.
    pub fn plain(name: &'static str, player_name: impl Fn(Player) -> &'static str) -> Self {
        let colours = ["#2b2925", "#f1ebde"];
        let side = |player: Player| {
            let name = player_name(player);
            let named = COLOURS.iter().find(|(colour, _)| *colour == name);
            let colour = named.map_or(colours[player.index()], |(_, colour)| colour);
            PlayerLook::new(Text::same(name), colour)
        };
        Self::new(Text::same(name), Player::BOTH.map(side))
    }

    /// The same with a line of how to play.
    pub fn how_to_play(self, how_to_play: Text) -> Self {
        Self {
            how_to_play,
            ..self
        }
    }

    /// The same with one more thing to know of the rules, in a position under the default settings.
    pub fn rule(self, title: Text, text: Text, line: &'static str) -> Self {
        self.rule_under(&[], title, text, line)
    }

    /// The same with one more thing to know of the rules, in a position under these settings.
    pub fn rule_under(
        mut self,
        settings: &'static [(&'static str, &'static str)],
        title: Text,
        text: Text,
        line: &'static str,
    ) -> Self {
        self.rules.push(RuleCard {
            title,
            text,
            settings,
            line,
        });
        self
    }

    /// The same with one kind of pieces more.
    pub fn piece(mut self, kind: PieceKind) -> Self {
        self.pieces.push(kind);
        self
    }

    /// The same with the text of one more of [`words`](Self::words).
    pub fn word(mut self, key: &'static str, text: Text) -> Self {
        self.words.push((key, text));
        self
    }

    /// The same with the texts of more [`words`](Self::words).
    pub fn words(mut self, words: impl IntoIterator<Item = (&'static str, Text)>) -> Self {
        self.words.extend(words);
        self
    }
}

/// Names of players that are colours.
const COLOURS: [(&str, &str); 6] = [
    ("black", "#1d1b19"),
    ("white", "#fffdf6"),
    ("red", "#b23f2c"),
    ("yellow", "#e6b422"),
    ("blue", "#2f62b5"),
    ("green", "#2e7d4f"),
];
