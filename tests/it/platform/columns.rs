//! A query names its columns: during a migration that adds columns, servers of the previous release still run, and they read rows by
//! position.

use std::path::Path;

use serde_json::Value;

/// Returns the part of a statement outside all parentheses, words separated by one space.
fn outermost(statement: &str) -> String {
    let mut depth = 0;
    let mut kept = String::new();
    for sign in statement.chars() {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 => kept.push(sign),
            _ => {}
        }
    }
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn reads_all_columns(statement: &str) -> bool {
    let outermost = outermost(statement);
    [".*", "SELECT *", "DISTINCT *", "RETURNING *", ", *"].iter().any(|all| outermost.contains(all))
}

#[test]
fn no_row_is_read_by_a_star() {
    assert!(reads_all_columns("SELECT r.*, a.label_ja FROM restaurants r JOIN areas a ON a.id = r.area_id"));
    assert!(reads_all_columns("WITH b AS (SELECT id FROM t) SELECT  * FROM b"));
    assert!(reads_all_columns("UPDATE t SET a = 1 RETURNING *"));
    assert!(!reads_all_columns("SELECT count(*), a * b FROM (SELECT * FROM t) t"));

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.sqlx");
    let mut found = Vec::new();
    let mut seen = 0;
    for entry in std::fs::read_dir(&folder).expect("the prepared queries") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a prepared query");
        let prepared: Value = serde_json::from_str(&text).expect("JSON");
        let query = prepared["query"].as_str().expect("its text");
        let has_rows = prepared["describe"]["columns"].as_array().is_some_and(|columns| !columns.is_empty());
        if has_rows && reads_all_columns(query) {
            found.push(query.to_owned());
        }
        seen += 1;
    }
    assert!(seen > 100, "{seen} queries in {}", folder.display());
    assert!(found.is_empty(), "these read by position what a release may widen: {found:#?}");
}
