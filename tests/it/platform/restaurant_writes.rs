//! Two files write restaurants, `actions.rs` (settings) and `profile.rs` (description). Both invalidate the caches and write an audit
//! event.

use std::path::Path;

use domain::restaurants::actions::SettingsChange;
use domain::restaurants::model::Visibility;
use domain::restaurants::policy::{CancellationPolicy, FeeTier};
use serde_json::{Value, json};
use tests::{RestaurantSpec, SlotSpec, TestApp, eventually};

/// Places that may write the tables of a restaurant's settings. New restaurants are in no cache yet.
const WRITERS: [(&str, &str); 5] = [
    ("domain/src/restaurants/actions.rs", "UPDATE"),
    ("domain/src/restaurants/profile.rs", "UPDATE"),
    ("domain/src/restaurants/profile.rs", "INSERT INTO"),
    ("cli/src/seed/restaurants.rs", "INSERT INTO"),
    ("cli/src/generate/restaurants.rs", "INSERT INTO"),
];

/// The statements of a source that write a restaurant's settings.
fn writes(source: &str) -> Vec<&'static str> {
    let words: Vec<_> =
        source.split_whitespace().map(|word| word.trim_matches(|c: char| "\"(,;".contains(c))).collect();
    let is_of_settings = |table: Option<&&str>| matches!(table, Some(&"restaurants" | &"restaurant_operations"));
    let at = |place: usize| match words[place] {
        "UPDATE" if is_of_settings(words.get(place + 1)) => Some("UPDATE"),
        "INTO" if is_of_settings(words.get(place + 1)) => Some("INSERT INTO"),
        "FROM" if place > 0 && words[place - 1] == "DELETE" && is_of_settings(words.get(place + 1)) => {
            Some("DELETE FROM")
        }
        _ => None,
    };
    (0..words.len()).filter_map(at).collect()
}

fn collect_writes(folder: &Path, root: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_writes(&path, root, found);
            continue;
        }
        if !path.extension().is_some_and(|kind| kind == "rs" || kind == "sql") {
            continue;
        }
        let name = path.strip_prefix(root).expect("below the root").display().to_string();
        let source = std::fs::read_to_string(&path).expect("a source");
        let strangers = writes(&source).into_iter().filter(|kind| !WRITERS.contains(&(name.as_str(), kind)));
        found.extend(strangers.map(|kind| format!("{name}: {kind}")));
    }
}

#[test]
fn a_restaurants_settings_are_written_in_one_place() {
    assert_eq!(writes("\"UPDATE restaurants SET a = 1\""), ["UPDATE"]);
    assert_eq!(writes("INSERT INTO\n    restaurant_operations (a)"), ["INSERT INTO"]);
    assert_eq!(writes("DELETE FROM restaurants; UPDATE restaurant_days SET a = 1 FROM restaurants"), ["DELETE FROM"]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["domain/src", "web-server/src", "worker/src", "cli/src", "migrations/functions"] {
        collect_writes(&root.join(folder), &root, &mut found);
    }
    assert!(found.is_empty(), "these belong into restaurants::actions, which invalidates the caches: {found:#?}");
}

#[tokio::test]
async fn a_change_reaches_every_answer_and_the_audit_log() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let visitor = app.anonymous();
    assert_eq!(visitor.month("sushi-test", "2026-12").await["available_dates"], json!(["2026-12-08"]));

    let later =
        SettingsChange { online_starts_at: Some(app.now() + chrono::Duration::days(2)), ..SettingsChange::default() };
    app.change(&restaurant, later).await;
    eventually("the month has the change", || async {
        visitor.month("sushi-test", "2026-12").await["available_dates"] == json!([])
    })
    .await;

    let policy = CancellationPolicy::new(vec![FeeTier { days_before: 2, percent: 40 }]);
    let terms = SettingsChange {
        online_starts_at: Some(app.now()),
        reservation_fee: Some(500),
        policy: Some(policy),
        visibility: Some(Visibility::Unlisted),
        ..SettingsChange::default()
    };
    app.change(&restaurant, terms).await;
    let uid = app.diner("hanako").await.hold(&restaurant, &slot, 2).await;
    let held: (i32, Value) =
        sqlx::query_as("SELECT reservation_fee, cancellation_policy FROM reservations WHERE uid = $1")
            .bind(uid)
            .fetch_one(&app.pool)
            .await
            .unwrap();
    assert_eq!(held, (1000, json!([{ "days_before": 2, "percent": 40 }])));
    let details: Vec<Value> = sqlx::query_scalar(
        "SELECT detail FROM audit_events WHERE action = 'restaurant_updated' AND actor = $1 ORDER BY id",
    )
    .bind("command_line")
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(details[0], json!({ "changed": ["online_starts_at"] }));
    assert_eq!(
        details[1],
        json!({ "changed": ["visibility", "reservation_fee", "cancellation_policy", "online_starts_at"] })
    );
    app.end().await;
}
