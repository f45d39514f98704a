//! Text messages that are given up: messages whose subject has ended, and messages that were not sent within a day.

use domain::outbox::messages;
use serde_json::json;
use tests::{DAY, GuestSpec, INVITED_RESERVATIONS, Persona, Restaurant, RestaurantSpec, TestApp, VisitSpec};

const DROPPED: &str =
    "SELECT count(*) FROM sms_deliveries WHERE template = 'invitation' AND sent_at IS NULL AND dropped_at IS NOT NULL";

/// The uid of an invitation by text message.
async fn invite(app: &TestApp, restaurant: &Restaurant, owner: &Persona) -> String {
    let guest =
        GuestSpec { kind: "InvitedCustomer", nickname: "高橋", email: None, phone: "9011112222", takes_sms: true };
    let reply = owner.invite(app, restaurant, &VisitSpec::default(), guest).await;
    reply.uid()
}

async fn waiting(app: &TestApp) -> i64 {
    let mut conn = app.pool.acquire().await.expect("a connection");
    messages::count_waiting(&mut conn, app.now()).await.expect("a count").count
}

#[tokio::test]
async fn one_whose_subject_is_over_is_dropped_and_waits_no_longer() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let uid = invite(&app, &restaurant, &owner).await;
    assert_eq!(waiting(&app).await, 1);
    owner.delete(&format!("{INVITED_RESERVATIONS}/{uid}")).await.is(200);
    app.drain_jobs().await;
    assert_eq!((app.count(DROPPED).await, waiting(&app).await), (1, 0));
    assert!(app.outside.inbox("+819011112222").await.is_empty());
    app.end().await;
}

#[tokio::test]
async fn one_that_is_a_day_old_is_dropped_and_no_replay_sends_it() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    invite(&app, &restaurant, &owner).await;
    app.execute(
        "UPDATE apalis.jobs SET id = '01ARZ3NDEKTSV4RRFFQ69G5FAV', status = 'Failed', attempts = max_attempts WHERE job_type = 'sms'",
    )
    .await;
    // It would go out otherwise: the invitation stands for longer than a day.
    app.execute("UPDATE reservations SET held_until = held_until + interval '3 days'").await;
    app.advance(DAY - 1);
    assert_eq!(messages::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep"), 0);
    assert_eq!(app.count(DROPPED).await, 0, "not a second too early");
    app.advance(1);
    let mut conn = app.pool.acquire().await.expect("a connection");
    assert_eq!(messages::count_due(&mut conn, app.now()).await.expect("a count"), 0);
    drop(conn);
    messages::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    assert_eq!((app.count(DROPPED).await, waiting(&app).await), (1, 0));

    let admin = app.admin().await;
    admin.post("/admin/api/jobs/01ARZ3NDEKTSV4RRFFQ69G5FAV/retry", &json!({})).await.is(200);
    app.drain_jobs().await;
    assert_eq!(
        app.count("SELECT count(*) FROM apalis.jobs WHERE id = '01ARZ3NDEKTSV4RRFFQ69G5FAV' AND status = 'Done'").await,
        1
    );
    assert!(app.outside.inbox("+819011112222").await.is_empty());
    app.end().await;
}

#[tokio::test]
async fn one_that_is_a_day_old_is_never_waited_for_also_before_a_sweep() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    invite(&app, &restaurant, &owner).await;
    app.execute("DELETE FROM apalis.jobs").await;
    assert_eq!(waiting(&app).await, 1);
    app.advance(DAY + 60);
    let admin = app.admin().await;
    let health = admin.get("/admin/health").await.data()["health"].clone();
    let checks = health["checks"].as_array().expect("checks");
    let texts = checks.iter().find(|check| check["subject"] == "text_messages").expect("a check");
    assert_eq!((&texts["level"], &texts["count"]), (&json!("good"), &json!(0)));
    app.end().await;
}
