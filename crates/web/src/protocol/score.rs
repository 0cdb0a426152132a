use engines::Game;
use game_core::Score;
use serde::Serialize;

/// A score for people and for graphs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ScoreText {
    /// In the game's words.
    text: String,
    /// In the game's unit; `None` where a forced end is not counted in that.
    units: Option<f64>,
    /// How the game ends, if the score tells.
    end: Option<End>,
    /// Whom it favours: 1 for the player whose view this is, -1 for the other.
    sign: i32,
    /// Whether it is the exact result of the game, not an estimate.
    #[serde(rename = "final")]
    is_final: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct End {
    /// The plies until then, if known.
    plies: Option<usize>,
    /// The margin in discs, in a game that has one.
    margin: Option<f64>,
}

impl ScoreText {
    /// `score` in the words of `game`.
    pub fn new(game: &dyn Game, score: Score) -> Self {
        let reading = game.reading(score);
        let end = reading.is_final.then(|| End {
            plies: score.plies_to_end(),
            margin: reading.margin.map(f64::from),
        });
        Self {
            text: reading.to_string(),
            units: reading.units,
            end,
            sign: score.get().signum(),
            is_final: reading.is_final,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Outcome;
    use serde_json::json;

    #[test]
    fn a_score_is_an_opinion_or_an_end() {
        let score = |game: &str, score| {
            serde_json::to_value(ScoreText::new(engines::game(game).expect(game), score))
                .expect(game)
        };
        let win = score("gomoku", Score::terminal(Outcome::Win, 3));
        assert_eq!(
            win,
            json!({"text": "win in 3", "units": null, "end": {"plies": 3, "margin": null}, "sign": 1, "final": true})
        );
        let opinion = score("gomoku", Score::eval(-200));
        assert_eq!(
            opinion,
            json!({"text": "-200", "units": -0.5, "end": null, "sign": -1, "final": false})
        );
        let opinion = score("othello", Score::eval(-100));
        assert_eq!(
            (&opinion["sign"], &opinion["final"], &opinion["end"]),
            (&json!(-1), &json!(false), &json!(null))
        );
    }
}
