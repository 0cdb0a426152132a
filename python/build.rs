//! What a linker needs to hear of symbols that Python brings.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
