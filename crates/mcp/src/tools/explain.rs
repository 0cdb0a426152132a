use crate::error::ToolError;
use crate::shared::Shared;
use crate::subject::Subject;
use engines::{Game, Session, Weights};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The arguments of `explain`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The game, as `new_game` named it.
    pub game_id: String,
    /// A legal move, to see what it would do. By default the last move played.
    #[serde(rename = "move")]
    pub text: Option<String>,
}

/// What a move does.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Explanation {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The side that plays it, by its name.
    pub player: String,
    /// What it does, in words without a subject: `blocks a four`. They are what the rules, the
    /// shapes or a solver show, never a guess. Empty where there is nothing to say.
    pub does: Vec<String>,
    /// The evaluation before it.
    pub before: Option<Evaluation>,
    /// The evaluation after it; null if it ends the game.
    pub after: Option<Evaluation>,
}

/// An evaluation without search, term by term.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Evaluation {
    /// The side that positive values are good for, by its name: always the first mover.
    pub good_for: String,
    /// The unit of values.
    pub unit: String,
    /// The terms; none where an evaluator, as a network, has no parts.
    pub terms: Vec<Term>,
    /// The whole.
    pub total: f64,
}

/// A term of an evaluation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Term {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// `explain`
pub(crate) fn run(shared: &Shared, arguments: Arguments) -> Result<Explanation, ToolError> {
    let subject = shared.read(&arguments.game_id, |open| open.subject())?;
    let Subject { game, line, .. } = &subject;
    let (mut session, text) = match arguments.text {
        Some(text) => (subject.session()?, text),
        None => {
            let last = line.moves.last().ok_or(ToolError::NothingToExplain)?;
            let before = Subject {
                line: line.up_to(line.moves.len() - 1),
                ..subject.clone()
            };
            (before.session()?, last.clone())
        }
    };
    let state = session.state();
    if let Some(ending) = state.ending {
        return Err(ToolError::Over(ending.reason));
    }
    let illegal = |session: &dyn Session, error| ToolError::IllegalMove {
        error,
        legal: session.legal_moves(),
    };
    let remarks = session.remarks(&text);
    let remarks = remarks.map_err(|error| illegal(&*session, error))?;
    let before = evaluation(*game, &*session)?;
    let played = session.play(&text);
    let text = played.map_err(|error| illegal(&*session, error))?;
    let does = remarks
        .into_iter()
        .map(|remark| remark.text.en.into_owned());
    Ok(Explanation {
        text,
        player: state.player().to_owned(),
        does: does.collect(),
        before,
        after: evaluation(*game, &*session)?,
    })
}

fn evaluation(game: &dyn Game, session: &dyn Session) -> Result<Option<Evaluation>, ToolError> {
    let evaluation = engines::Evaluation::of(game, session, &Weights::default());
    let Some(evaluation) = evaluation.map_err(ToolError::Search)? else {
        return Ok(None);
    };
    let facts = game.facts();
    let terms = evaluation.terms.into_iter();
    Ok(Some(Evaluation {
        good_for: facts.players[0].to_owned(),
        unit: facts.unit.to_owned(),
        terms: terms
            .map(|(name, value)| Term {
                name: name.to_owned(),
                value,
            })
            .collect(),
        total: evaluation.total,
    }))
}
