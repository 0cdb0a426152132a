use crate::{args::Play, failure::Failure};
pub fn run(_: Play, _: bool) -> Result<(), Failure> {
    Ok(())
}
