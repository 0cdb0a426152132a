use crate::error::ToolError;
use rmcp::handler::server::common::FromContextPart;
use rmcp::handler::server::tool::ToolCallContext;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;

/// The arguments of a call, or what is wrong with them.
///
/// It takes the place of the wrapper of `rmcp`, which answers arguments that cannot be read with an
/// error of the protocol: most clients hide that from the model, which could mend its call.
pub(crate) struct Parameters<T>(pub Result<T, ToolError>);

impl<S, T: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Parameters<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, rmcp::ErrorData> {
        let arguments = context.arguments.take().unwrap_or_default();
        Ok(Self(read(Value::Object(arguments))))
    }
}

impl<T: JsonSchema> JsonSchema for Parameters<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Reads `arguments`; an error begins with the path of the value that is wrong.
fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, ToolError> {
    serde_path_to_error::deserialize(arguments).map_err(|error| {
        let path = error.path().to_string();
        let problem = error.inner();
        // What is missing, or should not be there, the problem names itself.
        ToolError::Arguments(match path.as_str() {
            "." => problem.to_string(),
            path => format!("{path}: {problem}"),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Cup {
        #[expect(dead_code, reason = "read, and no more")]
        size: u8,
    }

    #[test]
    fn a_refusal_says_where() {
        let refused = |value| read::<Vec<Cup>>(value).expect_err("a refusal").to_string();
        for (value, text) in [
            (json!([{ "size": 300 }]), "[0].size: invalid value"),
            (json!([{ "size": 1 }, {}]), "missing field `size`"),
            (json!([{ "size": 1, "tea": 1 }]), "unknown field `tea`"),
            (json!({}), "invalid type: map"),
        ] {
            let told = refused(value);
            assert!(told.contains(text), "{told}");
        }
    }
}
