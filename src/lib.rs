//! Boyi.
