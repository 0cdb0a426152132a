use super::{Game, Played, parse::clean};
use crate::{Othello, Square};
use core::fmt;
use game_core::{Player, Position};

/// Writes the game on one line; what is not known is left out, but for the result, which is then
/// `?`.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut property =
            |name: &str, value: &Option<String>| match value.as_deref().and_then(clean) {
                Some(value) => write!(f, "{name}[{value}]"),
                None => Ok(()),
            };
        let known = |name: &'static str| Some(name.to_owned());
        let [black, white] = &self.times;
        property("(;GM", &known("Othello"))?;
        property("PC", &self.place)?;
        property("DT", &self.date)?;
        property("PB", &self.names[0])?;
        property("PW", &self.names[1])?;
        property("RB", &self.ratings[0])?;
        property("RW", &self.ratings[1])?;
        if black == white {
            property("TI", black)?;
        } else {
            property("TB", black)?;
            property("TW", white)?;
        }
        property("TY", &known("8"))?;
        property("RE", &self.result.clone().or_else(|| known("?")))?;
        write!(f, "BO[8 {}]", Board(&self.start))?;
        let mut player = self.start.turn();
        for played in &self.moves {
            let name = if player == Player::First { 'B' } else { 'W' };
            write!(f, "{name}[{played}]")?;
            player = !player;
        }
        f.write_str(";)")
    }
}

/// A board in the signs of the format.
struct Board<'a>(&'a Othello);

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |player| if player == Player::First { "*" } else { "O" };
        Square::all().try_for_each(|square| f.write_str(self.0.disc(square).map_or("-", sign)))?;
        write!(f, " {}", sign(self.0.turn()))
    }
}

/// Writes `F5`, `F5/1.50`, `F5//0.25`, `F5/1.50/0.25`, or `PA` for the pass.
impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv.square() {
            Some(square) => write!(f, "{}", square.to_string().to_ascii_uppercase())?,
            None => f.write_str("PA")?,
        }
        match (self.eval, self.seconds) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{}", amount(eval)),
            (eval, Some(seconds)) => write!(
                f,
                "/{}/{}",
                eval.map(amount).unwrap_or_default(),
                amount(seconds)
            ),
        }
    }
}

/// `amount` to the hundredth, or as exactly as it takes.
fn amount(amount: f64) -> String {
    let short = format!("{amount:.2}");
    if short.parse() == Ok(amount) {
        short
    } else {
        amount.to_string()
    }
}
