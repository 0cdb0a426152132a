#![doc = include_str!("../README.md")]
#![cfg(target_arch = "wasm32")]

use wasm_bindgen::prelude::wasm_bindgen;
use web::LocalGames;

#[wasm_bindgen]
extern "C" {
    /// Sends a message from this worker to its page.
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(message: &str);
}

/// The games of one page: it sends what it would send to a server, and what a server would answer
/// is posted to it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Games(LocalGames);

#[wasm_bindgen]
impl Games {
    /// Greets the page.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[expect(
        clippy::new_without_default,
        reason = "JavaScript knows constructors alone"
    )]
    pub fn new() -> Self {
        Self(LocalGames::new(LocalGames::config(), post_message))
    }

    /// Carries out a message of the page.
    pub fn send(&mut self, message: &str) {
        self.0.send(message);
    }

    /// Does what is due, and one search if one waits. Returns after how many milliseconds there is
    /// more to do; nothing if not before the next message.
    pub fn work(&mut self) -> Option<f64> {
        self.0.work().map(|wait| wait.as_secs_f64() * 1000.0)
    }
}
