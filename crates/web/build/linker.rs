//! Links ES modules into one script, so that a browser asks for one file instead of one file a
//! module.
//!
//! Each module becomes a function that returns its exports. The linker supports what the page
//! uses: named imports, exported functions, classes and constants, each at the beginning of a line,
//! and no cycles. Anything else is an error that names it. A dynamic `import('./other.js')` stays a
//! separate file, fetched when it is needed; its path becomes one from the root of the sources.

use std::collections::BTreeMap;
use std::fmt::Write;

/// What linking gives.
#[derive(Debug)]
pub struct Linked {
    /// The script, for `<script type="module">`.
    pub script: String,
    /// The modules that are fetched when they are needed, by their paths.
    pub later: Vec<String>,
}

/// Links what `entry` needs; `modules` are the sources by their paths.
///
/// # Errors
/// If a module is missing, needs itself, or says something that is not understood; the text names
/// the place.
pub fn link(entry: &str, modules: &BTreeMap<String, String>) -> Result<Linked, String> {
    let mut linking = Linking {
        modules,
        state: BTreeMap::new(),
        linked: 0,
        script: String::new(),
        later: Vec::new(),
    };
    linking.include(entry, true)?;
    Ok(Linked {
        script: linking.script,
        later: linking.later,
    })
}

/// A source without its comments that stand on lines of their own, for a reader has the sources.
pub fn without_comments(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut commented = false;
    for line in source.lines() {
        let text = line.trim();
        commented |= text.starts_with("/*");
        if !commented && !text.starts_with("//") && !text.is_empty() {
            kept.push_str(line);
            kept.push('\n');
        }
        commented &= !text.ends_with("*/");
    }
    kept
}

struct Linking<'a> {
    modules: &'a BTreeMap<String, String>,
    /// The number of each module that is in the script; none for those under way.
    state: BTreeMap<String, Option<usize>>,
    linked: usize,
    script: String,
    later: Vec<String>,
}

impl Linking<'_> {
    /// Adds a module and, before it, those that it needs; gives its number.
    fn include(&mut self, path: &str, entry: bool) -> Result<usize, String> {
        match self.state.get(path) {
            Some(Some(number)) => return Ok(*number),
            Some(None) => return Err(format!("{path} needs itself")),
            None => {}
        }
        let source = self
            .modules
            .get(path)
            .ok_or_else(|| format!("there is no {path}"))?;
        self.state.insert(path.to_owned(), None);
        let module = Module::parse(path, source)?;
        let mut head = String::new();
        for Import { names, from } in &module.imports {
            let number = self.include(&resolve(path, from), false)?;
            if !names.is_empty() {
                let _ = writeln!(head, "const {{ {} }} = $m{number};", names.join(", "));
            }
        }
        for other in module.later {
            if !self.modules.contains_key(&other) {
                return Err(format!("there is no {other}, which {path} fetches"));
            }
            self.later.push(other);
        }
        self.linked += 1;
        let number = self.linked;
        let body = module.body;
        let _ = if entry {
            // The last one is the script itself, and may wait for what it needs.
            write!(self.script, "{head}{body}")
        } else {
            let exports = module.exports.join(", ");
            writeln!(
                self.script,
                "const $m{number} = (() => {{\n{head}{body}return {{ {exports} }};\n}})();"
            )
        };
        self.state.insert(path.to_owned(), Some(number));
        Ok(number)
    }
}

struct Import {
    /// As a pattern of an object has them: `name`, or `name: local`.
    names: Vec<String>,
    from: String,
}

struct Module {
    imports: Vec<Import>,
    exports: Vec<String>,
    /// By their paths.
    later: Vec<String>,
    body: String,
}

impl Module {
    fn parse(path: &str, source: &str) -> Result<Self, String> {
        let mut module = Self {
            imports: Vec::new(),
            exports: Vec::new(),
            later: Vec::new(),
            body: String::new(),
        };
        let refuse = |line: &str| format!("{path}: this is not understood: {line}");
        let text = without_comments(source);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement.push(' ');
                    statement.push_str(lines.next().ok_or_else(|| refuse(&statement))?.trim());
                }
                let import = Import::parse(&statement).ok_or_else(|| refuse(&statement))?;
                module.imports.push(import);
                continue;
            }
            let rest = match line.strip_prefix("export ") {
                Some(rest) => {
                    module
                        .exports
                        .push(declared(rest).ok_or_else(|| refuse(line))?);
                    rest
                }
                None => line,
            };
            if let Some((before, call)) = rest.split_once("import(") {
                let parts = call
                    .strip_prefix('\'')
                    .and_then(|call| call.split_once("')"));
                let (from, after) = parts.ok_or_else(|| refuse(line))?;
                let other = resolve(path, from);
                let _ = writeln!(module.body, "{before}import('{other}'){after}");
                module.later.push(other);
                continue;
            }
            module.body.push_str(rest);
            module.body.push('\n');
        }
        Ok(module)
    }
}

impl Import {
    /// Reads `import { name, other as local } from './file.js';` or `import './file.js';`.
    fn parse(statement: &str) -> Option<Self> {
        let rest = statement.strip_prefix("import ")?.strip_suffix(';')?;
        let (names, from) = match rest.split_once(" from ") {
            Some((names, from)) => (names.trim().strip_prefix('{')?.strip_suffix('}')?, from),
            None => ("", rest),
        };
        let names = names
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        Some(Self {
            names: names.map(|name| name.replace(" as ", ": ")).collect(),
            from: from.strip_prefix('\'')?.strip_suffix('\'')?.to_owned(),
        })
    }
}

/// The name that a declaration gives, if it is one whose value never changes.
fn declared(declaration: &str) -> Option<String> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest = ["function ", "function* ", "class ", "const "]
        .iter()
        .find_map(|keyword| declaration.strip_prefix(keyword))?;
    let end =
        rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$')?;
    (end > 0).then(|| rest[..end].to_owned())
}

/// The path that `from` means in the module `path`.
fn resolve(path: &str, from: &str) -> String {
    let mut parts: Vec<_> = path.split('/').collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
