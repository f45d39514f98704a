//! A test names every row of docs/specification/features.md; a heading over a whole file does not count.

use std::collections::BTreeSet;
use std::path::Path;

/// Folders with tests, all of whose code is test code.
const TESTS: [&str; 3] = ["tests/it", "tests/browser/specs", "tests/browser/support"];
/// Folders with code that has its tests in place.
const SOURCES: [&str; 8] =
    ["domain/src", "web-server/src", "worker/src", "cli/src", "fixtures", "site/src", "admin-ui/src", "packages"];
const SKIPPED: [&str; 3] = ["node_modules", "dist", "target"];

/// The features that a text names: `F` and three digits.
fn features(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| word.len() == 4 && word.starts_with('F') && word[1..].bytes().all(|c| c.is_ascii_digit()))
        .map(str::to_owned)
}

/// The part of a source that is test code.
fn tests_of<'a>(name: &str, source: &'a str) -> &'a str {
    let is_all = [".test.ts", ".test.tsx", "_tests.rs"].iter().any(|end| name.ends_with(end)) || name == "tests.rs";
    if is_all {
        return source;
    }
    match source.find("#[cfg(test)]") {
        Some(at) if name.ends_with(".rs") => &source[at..],
        _ => "",
    }
}

fn collect_features(folder: &Path, is_test: bool, named: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !SKIPPED.contains(&name) {
                collect_features(&path, is_test, named);
            }
        } else if [".rs", ".ts", ".tsx"].iter().any(|end| name.ends_with(end)) && name != "features.rs" {
            let source = std::fs::read_to_string(&path).expect("a source");
            let code = if is_test { &source } else { tests_of(name, &source) };
            named.extend(code.lines().filter(|line| !line.trim_start().starts_with("//!")).flat_map(features));
        }
    }
}

#[test]
fn every_feature_is_named_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let list = std::fs::read_to_string(root.join("docs/specification/features.md")).expect("the list of features");
    let rows: BTreeSet<_> =
        list.lines().filter_map(|line| line.strip_prefix("| ")).filter_map(|row| features(row).next()).collect();
    assert_eq!(rows.len(), 211, "a row is not understood");
    let mut named = BTreeSet::new();
    for (folders, is_test) in [(&TESTS[..], true), (&SOURCES[..], false)] {
        for folder in folders {
            collect_features(&root.join(folder), is_test, &mut named);
        }
    }
    let missing: Vec<_> = rows.difference(&named).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
    let unknown: Vec<_> = named.difference(&rows).collect();
    assert!(unknown.is_empty(), "no row is called {unknown:?}");
}

#[test]
fn headings_and_code_that_is_no_test_name_nothing() {
    assert_eq!(features("F001, (F002) XF003 F4 F00x F0055").collect::<Vec<_>>(), ["F001", "F002"]);
    assert_eq!(tests_of("a.rs", "// F001\n#[cfg(test)]\n// F002"), "#[cfg(test)]\n// F002");
    assert_eq!((tests_of("a.ts", "// F001"), tests_of("a.test.ts", "// F001")), ("", "// F001"));
}
