//! What Python gives by name, as the text that the library reads: one grammar for all.

use crate::error;
use engines::{EngineConfig, Family, Settings};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyString};
use std::time::Duration;

/// The settings of the rules that `given` names.
pub(crate) fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let given = given.into_iter().flat_map(|given| given.iter());
    given
        .map(|(name, value)| {
            let name = name.extract::<String>()?.replace('_', "-");
            let value = word(&value)?.ok_or_else(|| error::no_setting(format!("{name}: None")))?;
            Ok((name, value))
        })
        .collect()
}

/// The configuration of an engine: a level or a searcher, which may bring options as text, and
/// options by name.
pub(crate) fn config(
    searcher: Option<&str>,
    level: Option<u8>,
    seed: Option<u64>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<EngineConfig> {
    let mut text = match (searcher, level) {
        (Some(_), Some(_)) => {
            return Err(error::no_option(
                "an engine is a searcher or a level, not both",
            ));
        }
        (Some(searcher), None) => searcher.to_owned(),
        (None, Some(level)) => format!("level={level}"),
        (None, None) => engines::SearcherConfig::default().to_string(),
    };
    for (name, value) in given.into_iter().flat_map(|given| given.iter()) {
        let name: String = name.extract()?;
        let mut add = |name: &str, value: &Bound<'_, PyAny>| {
            if let Some(value) = word(value)? {
                text += &format!(",{name}={value}");
            }
            PyResult::Ok(())
        };
        match name.as_str() {
            "time" if !value.is_none() => {
                text += &format!(",time={}ms", duration(value.extract()?)?.as_millis());
            }
            "evaluator" => add("eval", &value)?,
            "weights" if !value.is_none() => {
                for (weight, value) in value.cast::<PyDict>()?.iter() {
                    add(&format!("eval.{}", weight.extract::<String>()?), &value)?;
                }
            }
            name => add(name, &value)?,
        }
    }
    let config: EngineConfig = text.parse().map_err(error::of_config)?;
    match (&config, seed) {
        // This one has a seed among its own options.
        (EngineConfig::Searcher(searcher), Some(seed)) if searcher.family == Family::Mcts => {
            let text = format!("{text},seed={seed}");
            text.parse().map_err(error::of_config)
        }
        _ => Ok(config),
    }
}

/// A value as text: `True` is `on`; `None` is none at all.
fn word(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(switch) = value.cast::<PyBool>() {
        let word = if switch.is_true() { "on" } else { "off" };
        return Ok(Some(word.to_owned()));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Some(number.extract::<f64>()?.to_string()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Some(text.to_string()));
    }
    // Whole numbers, paths.
    Ok(Some(value.str()?.to_string()))
}

/// So many seconds.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| error::no_option(format!("time={seconds}: it must be a number of seconds")))
}
