use crate::error::ToolError;
use crate::shared::Shared;
use game_core::Glyphs;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The arguments of `show`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The game, as `new_game` named it.
    pub game_id: String,
    /// How to show it; as text by default.
    #[serde(default)]
    pub format: Format,
    /// Whether the text has the game's own signs, as 車, in place of letters.
    #[serde(default)]
    pub signs: bool,
}

/// How a board is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// As text.
    #[default]
    Text,
    /// As an SVG picture, embedded as a resource of the type `image/svg+xml`.
    Svg,
    /// As both.
    Both,
}

/// What is shown beside the picture.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Shown {
    /// Names the game in other calls.
    pub game_id: String,
    /// The board as text, if it was asked for.
    pub board: Option<String>,
    /// The address of the picture, if it was asked for: the content has a resource of this address.
    pub picture: Option<String>,
    /// The position alone, in the game's notation.
    pub position: String,
}

/// `show`
pub(crate) fn run(shared: &Shared, arguments: Arguments) -> Result<CallToolResult, ToolError> {
    let Arguments {
        game_id,
        format,
        signs,
    } = arguments;
    shared.read(&game_id, |open| {
        let session = open.session();
        let glyphs = if signs {
            Glyphs::Native
        } else {
            Glyphs::Letters
        };
        let board = (format != Format::Svg).then(|| session.diagram(glyphs));
        let picture = (format != Format::Text).then(|| {
            let address = format!("boyi://games/{game_id}/{}.svg", session.state().ply);
            (address, engines::board_svg(open.game, session))
        });
        let shown = Shown {
            game_id: game_id.clone(),
            board: board.clone(),
            picture: picture.as_ref().map(|(address, _)| address.clone()),
            position: session.view().position,
        };
        let mut content: Vec<_> = board.map(ContentBlock::text).into_iter().collect();
        content.extend(picture.map(|(address, svg)| {
            let picture = ResourceContents::text(svg, address);
            ContentBlock::resource(picture.with_mime_type("image/svg+xml"))
        }));
        let mut result = CallToolResult::structured(serde_json::json!(shown));
        result.content = content;
        result
    })
}
