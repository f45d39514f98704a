//! `seki schedule list` after nights without a worker: which ticks were made up for, and which were skipped.

use domain::jobs::schedules;
use serde_json::Value;
use tests::{DAY, TestApp, run_seki};

/// The row of a schedule, cell by cell.
fn cells(table: &str, name: &str) -> Vec<String> {
    let rows = table.lines().map(|line| line.split(['│', '┆']).map(|cell| cell.trim().to_owned()).collect::<Vec<_>>());
    let mut cells = rows.filter(|row| row.len() > 2).map(|row| row[1..row.len() - 1].to_vec());
    cells.find(|row| row[0] == name).unwrap_or_else(|| panic!("no {name} in {table}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn missed_tick_is_listed_as_skipped() {
    let app = TestApp::start().await;
    schedules::ensure(&mut app.pool.acquire().await.expect("a connection"), app.now()).await.expect("rows");
    // Two nights later, by day, a worker runs again.
    app.advance(2 * DAY);
    let fired = schedules::fire_due(&app.pool, &app.rng, app.now()).await.expect("a check");
    assert_eq!(fired, ["rounds", "refill", "ledger", "prune"], "verify, which runs only at night, is left out");
    let (table, json) = (["schedule", "list"], ["schedule", "list", "--json"]);
    let listed = run_seki(&table, &app.variables()).await;
    let rows: Vec<Value> = serde_json::from_str(&run_seki(&json, &app.variables()).await.stdout).expect("a list");
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    assert_eq!(
        cells(&listed.stdout, "verify"),
        [
            "verify",
            "Checks of the data",
            "0 50 4 * * *",
            "Asia/Tokyo",
            "Skipped",
            "2026-12-04T04:50:00+09:00",
            "",
            "",
            "",
            "2026-12-03T04:50:00+09:00"
        ],
        "the last of the two"
    );
    assert_eq!(cells(&listed.stdout, "prune").last().map(String::as_str), Some(""), "made up for");
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}"));
    assert_eq!(
        (&row("verify")["skipped_tick"], &row("verify")["last_tick"]),
        (&"2026-12-02T19:50:00Z".into(), &Value::Null)
    );
    assert_eq!(
        (&row("prune")["last_tick"], &row("prune")["skipped_tick"]),
        (&"2026-12-02T19:30:00Z".into(), &Value::Null)
    );
    app.end().await;
}
