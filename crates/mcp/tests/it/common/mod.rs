//! A client and its server in one process.

use mcp::rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, Tool};
use mcp::rmcp::service::{RoleClient, RunningService};
use mcp::rmcp::{ClientHandler, ServiceExt};
use mcp::{Config, ServeError, Server};
use serde_json::Value;
use tokio::task::JoinHandle;

/// A client of a server that serves it alone.
pub struct Client<H: ClientHandler = ()> {
    pub service: RunningService<RoleClient, H>,
    server: JoinHandle<Result<(), ServeError>>,
    tools: Vec<Tool>,
}

impl Client {
    /// A client of the usual server.
    pub async fn new() -> Self {
        Self::of(Config::default()).await
    }

    /// A client of a server like that.
    pub async fn of(config: Config) -> Self {
        Self::with((), config).await
    }
}

impl<H: ClientHandler> Client<H> {
    /// A client that handles what the server sends unasked.
    pub async fn with(handler: H, config: Config) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(theirs);
        let server = tokio::spawn(Server::new(config).serve(input, output));
        let service = handler.serve(ours).await.expect("a server");
        let tools = service.list_all_tools().await.expect("tools");
        Self {
            service,
            server,
            tools,
        }
    }

    /// The tool of that name.
    pub fn tool(&self, name: &str) -> &Tool {
        let tool = self.tools.iter().find(|tool| tool.name == name);
        tool.unwrap_or_else(|| panic!("no tool {name}"))
    }

    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// The result of a call, whatever it is.
    pub async fn call(&self, tool: &str, arguments: Value) -> CallToolResult {
        let call = params(tool, arguments);
        let result = self.service.call_tool(call).await;
        result.unwrap_or_else(|error| panic!("{tool}: {error}"))
    }

    /// The answer of a call that succeeds, which is what its schema says.
    pub async fn ok(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments.clone()).await;
        assert_eq!(
            result.is_error,
            Some(false),
            "{tool} {arguments}: {result:?}"
        );
        let answer = result.structured_content.expect("an answer");
        let schema = self.tool(tool).output_schema.as_deref().expect("a schema");
        let schema = Value::Object(schema.clone());
        if let Err(error) = jsonschema::validate(&schema, &answer) {
            panic!("{tool} answers {answer}: {error}");
        }
        answer
    }

    /// Why a call is refused.
    pub async fn refused(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments.clone()).await;
        assert_eq!(
            result.is_error,
            Some(true),
            "{tool} {arguments}: {result:?}"
        );
        assert_eq!(result.structured_content, None, "{tool} {arguments}");
        match &result.content[..] {
            [ContentBlock::Text(text)] => text.text.clone(),
            content => panic!("{tool}: {content:?}"),
        }
    }

    /// Opens a game and returns its id.
    pub async fn open(&self, arguments: Value) -> String {
        let opened = self.ok("new_game", arguments).await;
        text(&opened["state"]["game_id"]).to_owned()
    }

    /// Leaves; the server ends as well.
    pub async fn leave(self) {
        self.service.cancel().await.expect("it ends");
        self.server.await.expect("no panic").expect("no error");
    }
}

/// A call of `tool`.
pub fn params(tool: &str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else {
        panic!("{tool} takes an object, not {arguments}");
    };
    CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments)
}

/// The text of a value.
pub fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
}

/// The texts of a list.
pub fn texts(value: &Value) -> Vec<&str> {
    let list = value.as_array();
    let list = list.unwrap_or_else(|| panic!("{value} is no list"));
    list.iter().map(text).collect()
}
