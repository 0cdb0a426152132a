//! What the library tells as JSON, as Python's own dictionaries, lists, texts and numbers.

use pyo3::prelude::*;
use serde_json::Value;

/// `value` as Python reads it.
pub(crate) fn plain(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    let json = py.import("json")?;
    Ok(json.call_method1("loads", (value.to_string(),))?.unbind())
}
