//! The product's own statements of a booking, as a script for `pgbench`: what the same work costs without Rust and HTTP.
//! They are taken from `.sqlx`, so that the yardstick is never another booking than the product's.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use domain::db::BEGIN_PLANNED;
use serde_json::Value;

/// A statement by words that only it has, with what stands for its parameters.
const STATEMENTS: [(&str, &[&str]); 8] = [
    ("awaits_second_factor, restaurant_id", &[":token", ":now"]),
    ("is_phone_confirmed!", &[":restaurant_id", ":diner_id"]),
    ("r.user_id = $2 AND r.status IN", &[":restaurant_id", ":diner_id"]),
    ("near.date BETWEEN", &[":slots"]),
    ("\"selectors: Json", &[":restaurant_id", ":dates", ":slot_id", ":now"]),
    ("\"occupied!: Vec", &[":slots", ":now", ":restaurant_id"]),
    (
        "'hold_placed'",
        &[
            ":uid",
            ":uid",
            ":diner_id",
            "NULL",
            ":slot_id",
            ":time_id",
            ":course_id",
            ":starts_at",
            ":ends_at",
            ":one",
            ":title",
            ":title",
            ":price",
            ":zero",
            ":zero",
            ":policy",
            ":zero",
            ":locale",
            "NULL",
            ":until",
            ":now",
            ":items",
            ":stocks",
        ],
    ),
    (
        "SET stock_version = stock_version + 1",
        &[":restaurant_id", ":date", "stock_version", ":slot_id", ":starts_at", ":ends_at", ":items"],
    ),
];

const PREAMBLE: &str = "SELECT nextval('load_next') AS n \\gset
SELECT restaurant_id, slot_id, '{' || slot_id || '}' AS slots, time_id, course_id, diner_id, '{' || item_id || '}' AS items,
    '{' || stock_id || '}' AS stocks, '{' || date || '}' AS dates, date, starts_at, ends_at, token, now() AS now,
    now() + interval '10 minutes' AS until, 'bench-' || n AS uid, 1 AS one, 0 AS zero, 10000 AS price, 'コース' AS title,
    '[]' AS policy, 'ja' AS locale
FROM load_targets JOIN load_tokens USING (diner_id) WHERE n = :n \\gset
";

/// The script. The session is looked up before the transaction, the rest is the transaction.
pub fn booking_script(root: &Path) -> Result<String> {
    let known = statements(&root.join(".sqlx"))?;
    let mut script = PREAMBLE.to_owned();
    for (position, (words, parameters)) in STATEMENTS.iter().enumerate() {
        let mut found = known.iter().filter(|statement| statement.contains(words));
        let statement = found.next().with_context(|| format!("no statement of the product has {words:?}"))?;
        ensure!(found.next().is_none(), "more than one statement has {words:?}");
        if position == 1 {
            script += &format!("{BEGIN_PLANNED};\n");
        }
        script += &filled(statement, parameters);
        script += ";\n";
    }
    Ok(script + "COMMIT;\n")
}

fn statements(folder: &Path) -> Result<Vec<String>> {
    let mut known = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let described: Value = serde_json::from_str(&std::fs::read_to_string(entry?.path())?)?;
        known.extend(described["query"].as_str().map(str::to_owned));
    }
    Ok(known)
}

/// From the last parameter on, so that `$1` is not taken for the beginning of `$12`.
fn filled(statement: &str, parameters: &[&str]) -> String {
    let numbered = parameters.iter().enumerate().rev();
    let filled =
        numbered.fold(statement.to_owned(), |text, (index, value)| text.replace(&format!("${}", index + 1), value));
    filled.split_whitespace().collect::<Vec<_>>().join(" ")
}
