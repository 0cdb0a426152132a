//! Malformed and hostile messages.
