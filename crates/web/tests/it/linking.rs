//! How the page's modules become one script: what `build/` does, as the build does it.

#[path = "../../build/linker.rs"]
mod linker;

use linker::{link, without_comments};
use std::collections::BTreeMap;

fn modules(sources: &[(&str, &str)]) -> BTreeMap<String, String> {
    let owned = |&(path, source): &(&str, &str)| (path.to_owned(), source.to_owned());
    sources.iter().map(owned).collect()
}

#[test]
fn modules_come_before_those_that_need_them_and_once() {
    let modules = modules(&[
        (
            "js/main.js",
            "import { b } from './deep/b.js';\nimport {\n  a as one,\n} from './a.js';\nb(one);\n",
        ),
        ("js/a.js", "/** Says. */\nexport const a = 1;\n"),
        (
            "js/deep/b.js",
            "import { a } from '../a.js';\n// Adds.\nexport function b(x) {\n  return a + x;\n}\n",
        ),
        ("js/other.js", "nonsense"),
    ]);
    let linked = link("js/main.js", &modules).expect("linked");
    assert_eq!(
        linked.script,
        "const $m1 = (() => {\nconst a = 1;\nreturn { a };\n})();\n\
         const $m2 = (() => {\nconst { a } = $m1;\nfunction b(x) {\n  return a + x;\n}\nreturn { b };\n})();\n\
         const { b } = $m2;\nconst { a: one } = $m1;\nb(one);\n"
    );
}

#[test]
fn what_is_fetched_later_stays_a_file() {
    let modules = modules(&[
        (
            "js/main.js",
            "const zh = async () => (await import('./i18n/zh.js')).zh;\n",
        ),
        ("js/i18n/zh.js", "export const zh = {};\n"),
    ]);
    let linked = link("js/main.js", &modules).expect("linked");
    assert_eq!(linked.later, ["js/i18n/zh.js"]);
    assert!(linked.script.contains("import('js/i18n/zh.js')"));
}

#[test]
fn what_is_not_understood_is_refused_by_name() {
    for (source, told) in [
        ("import x from './a.js';", "import x"),
        ("import * as x from './a.js';", "import * as x"),
        ("import { x } from './a.js'", "import { x }"),
        ("import { x } from './none.js';", "there is no none.js"),
        ("import { x } from './main.js';", "needs itself"),
        ("export default 1;", "export default"),
        ("export let x = 1;", "export let"),
        ("export { x };", "export { x }"),
        ("export * from './a.js';", "export *"),
        ("import(name);", "import(name)"),
        ("import('./none.js');", "there is no none.js"),
    ] {
        let modules = modules(&[("main.js", source), ("a.js", "export const x = 1;\n")]);
        let error = link("main.js", &modules).expect_err(source);
        assert!(error.contains(told), "{source}: {error}");
    }
}

#[test]
fn comments_on_lines_of_their_own_are_left_out() {
    let source = "/**\n * Long.\n */\nconst a = '// no comment';\n\n  // Short.\n  a(); // At its end.\n/* One. */\nb();\n";
    assert_eq!(
        without_comments(source),
        "const a = '// no comment';\n  a(); // At its end.\nb();\n"
    );
}
