//! `seki announcements`: sends every batch, stops, and resumes.

use serde_json::{Value, json};
use tests::{Ran, RestaurantSpec, TestApp, run_seki};

/// More than one batch.
const READERS: usize = 201;

/// Starts an announcement to the readers. Returns its id.
async fn start_announcement() -> (TestApp, String) {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let crowd = app.crowd(&restaurant, READERS).await;
    sqlx::query(
        "INSERT INTO customers (uid, restaurant_id, type, user_id, shop_notification, created_at)
         SELECT 'reader' || id, $1, 'OnlineCustomer', id, true, $2 FROM users WHERE id = ANY ($3)",
    )
    .bind(restaurant.id.0)
    .bind(app.now())
    .bind(crowd.iter().map(|reader| reader.persona.id().0).collect::<Vec<_>>())
    .execute(&app.pool)
    .await
    .expect("customers");
    let announcement = json!({ "subject_type": "event", "body": "新酒の会を催します。" });
    owner.post("/owners/announcements", &json!({ "announcement": announcement })).await.is(200);
    let id = app.count("SELECT max(id) FROM announcements").await;
    owner.post(&format!("/owners/announcements/{id}/confirm"), &json!({})).await.is(200);
    (app, id.to_string())
}

fn count(ran: &Ran) -> u64 {
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let report: Value = serde_json::from_str(&ran.stdout).expect("an object");
    report["count"].as_u64().expect("a count")
}

#[tokio::test(flavor = "multi_thread")]
async fn announcement_is_sent_in_all_batches_stopped_and_resumed() {
    const STATUS: &str = "SELECT count(*) FROM announcements WHERE status = 'stopped'";
    let (app, id) = start_announcement().await;
    let id = id.as_str();
    app.programs_follow().await;
    let variables = app.variables();
    let run = async |arguments: &[&str]| run_seki(&[&["announcements"], arguments].concat(), &variables).await;
    let all = READERS as u64;
    assert_eq!(count(&run(&["send", "--json"]).await), all);
    assert_eq!(count(&run(&["send", "--json"]).await), 0);

    assert_eq!(run(&["stop", id]).await.code, 2, "a prompt without a terminal");
    assert_eq!(count(&run(&["stop", id, "--dry-run", "--json"]).await), all);
    let early = run(&["resume", id, "--yes"]).await;
    assert!(early.code == 1 && early.stderr.contains("is not stopped: it is sending"), "{}", early.stderr);
    assert_eq!(count(&run(&["stop", id, "--yes", "--json"]).await), all);
    assert_eq!(run(&["stop", id, "--yes"]).await.code, 1, "it is being stopped");
    assert_eq!(count(&run(&["send", "--json"]).await), 0);
    assert_eq!(app.count(STATUS).await, 1);
    let waiting = "SELECT count(*) FROM mail_deliveries WHERE sent_at IS NULL AND dropped_at IS NULL";
    assert_eq!(app.count(waiting).await, 0);

    assert_eq!(count(&run(&["resume", id, "--yes", "--json"]).await), all);
    assert_eq!(count(&run(&["send", "--json"]).await), all);
    assert_eq!(app.count(waiting).await, i64::try_from(READERS).expect("a number"));
    assert_eq!(run(&["stop", "4711", "--yes"]).await.code, 2, "there is no such announcement");
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'command_line' AND action LIKE 'announcement.%'";
    assert_eq!(app.count(audited).await, 2);
    app.end().await;
}
