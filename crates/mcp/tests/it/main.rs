//! The server as a client meets it: the client of the protocol's own library, at the other end of a
//! pipe.

mod bounds;
mod catalogue;
mod common;
mod games;
mod hostile;
mod refusals;
mod show;
mod study;
