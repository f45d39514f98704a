//! `seki outbox`, as a cron job runs it: reminders are written once, and a mail that lost its job gets a new one.

use serde_json::{Value, json};
use tests::{DAY, HOUR, RestaurantSpec, SlotSpec, TestApp, run_seki};

const REMINDED: &str = "SELECT count(*) FROM reservations WHERE reminded_at IS NOT NULL";
const WAITING: &str = "SELECT count(*) FROM apalis.jobs WHERE job_type IN ('mail', 'sms') AND status <> 'Done'";

/// The count that a command reports, with and without a dry run.
async fn counts(app: &TestApp, verb: &str) -> (u64, u64, u64) {
    app.programs_follow().await;
    let count = async |more: &[&str]| {
        let ran = run_seki(&[&["outbox", verb, "--json"], more].concat(), &app.variables()).await;
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let report: Value = serde_json::from_str(&ran.stdout).expect("an object");
        report["count"].as_u64().expect("a count")
    };
    (count(&["--dry-run"]).await, count(&[]).await, count(&[]).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn outbox_command_enqueues_messages_once() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    let wants = json!({ "reminder": { "by_sms": "1" } });
    hanako.patch(&format!("/users/reservations/{uid}/reminder"), &wants).await.is(200);
    app.drain_jobs().await;
    assert_eq!(counts(&app, "remind").await, (0, 0, 0), "a week before the visit");
    app.advance(6 * DAY + HOUR);
    assert_eq!(counts(&app, "remind").await, (1, 1, 0));
    assert_eq!(app.count(REMINDED).await, 1);

    assert_eq!(app.count(WAITING).await, 2, "one for the mail, one for the message");
    app.advance(120);
    assert_eq!(
        (counts(&app, "mail").await, counts(&app, "text").await),
        ((0, 0, 0), (0, 0, 0)),
        "they have their jobs"
    );
    app.execute("DELETE FROM apalis.jobs").await;
    assert_eq!((counts(&app, "mail").await, counts(&app, "text").await), ((1, 1, 0), (1, 1, 0)));
    assert_eq!(app.count(WAITING).await, 2);
    app.end().await;
}
