//! The statements of a booking, as a script for `pgbench`: the cost of the same work without Rust and HTTP. They are taken from `.sqlx`, so
//! the reference is always the product's own booking.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// A statement, found by words that only it contains, with values for its parameters.
const STATEMENTS: [(&str, &[&str]); 3] = [
    (
        "s ON s.place = me.place",
        &[
            "ARRAY[:restaurant_id]",
            "ARRAY[:diner_id]",
            "ARRAY[:token]::bytea[]",
            ":now",
            "(:now::timestamptz - interval '2 hours')",
            "5",
        ],
    ),
    ("\"stocks: Json", &["ARRAY[:restaurant_id]", "ARRAY[:slot_id]", ":restaurant_id", "NULL", ":now", "false"]),
    ("SELECT place_holds(", &[":requests", ":until", ":now", "false", "NULL"]),
];

/// The hold request of a target, as the product writes it.
const REQUEST: &str = "jsonb_build_object(
        'restaurant_id', restaurant_id, 'uid', 'bench-' || n, 'reservation_code', 'bench-' || n, 'user_id', diner_id, 'online_stock_group_id', slot_id,
        'osg_time_id', time_id, 'course_id', course_id, 'guests_count', 1, 'prepaid_price', 0, 'reservation_fee', 0,
        'cancellation_policy', '[]'::jsonb, 'access_class', 0, 'locale', 'ja', 'stocks', ARRAY[stock_id], 'needed', 1,
        'day_version', stock_version)";

/// Returns the script of one booking, for connections with the settings of `db::connect_planned`.
pub fn booking_script(root: &Path) -> Result<String> {
    let known = statements(&root.join(".sqlx"))?;
    // One booking per transaction, however many the product writes together.
    let mut script = format!(
        "SELECT nextval('load_next') AS n \\gset
SELECT restaurant_id, slot_id, diner_id, token, now() AS now, now() + interval '10 minutes' AS until, jsonb_build_array({REQUEST}) AS requests
FROM load_targets JOIN load_tokens USING (diner_id) JOIN restaurant_days USING (restaurant_id, date) WHERE n = :n \\gset
"
    );
    for (words, parameters) in &STATEMENTS {
        let mut found = known.iter().filter(|statement| statement.contains(words));
        let statement = found.next().with_context(|| format!("no statement of the product has {words:?}"))?;
        ensure!(found.next().is_none(), "more than one statement has {words:?}");
        let filled = filled(statement, parameters);
        ensure!(!filled.contains('$'), "a parameter of the statement with {words:?} has no value: {filled}");
        script += &filled;
        script += ";\n";
    }
    Ok(script)
}

/// Returns the script of a batch: `size` bookings in one transaction, by the function through which the product writes them, without the
/// reads before it. The sequence `load_next` must advance by `size`.
pub fn batch_script(size: i64) -> String {
    let before = size - 1;
    format!(
        "SELECT nextval('load_next') AS n \\gset
SELECT now() AS now, now() + interval '10 minutes' AS until, jsonb_agg({REQUEST}) AS requests
FROM load_targets JOIN restaurant_days USING (restaurant_id, date) WHERE n BETWEEN :n - {before} AND :n \\gset
SELECT place_holds(:requests, :until, :now, false, NULL);
"
    )
}

fn statements(folder: &Path) -> Result<Vec<String>> {
    let mut known = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let described: Value = serde_json::from_str(&std::fs::read_to_string(entry?.path())?)?;
        known.extend(described["query"].as_str().map(str::to_owned));
    }
    Ok(known)
}

/// From the last parameter to the first, so `$1` does not match the beginning of `$12`.
fn filled(statement: &str, parameters: &[&str]) -> String {
    let numbered = parameters.iter().enumerate().rev();
    let filled =
        numbered.fold(statement.to_owned(), |text, (index, value)| text.replace(&format!("${}", index + 1), value));
    filled.split_whitespace().collect::<Vec<_>>().join(" ")
}
