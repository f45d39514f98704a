//! A deadlock aborts one of two transactions. If it is a request of a diner or of staff, it is retried, and the caller does not notice.

use reqwest::Method;
use serde_json::json;
use tests::{HOUR, Persona, RestaurantSpec, TestApp, VisitSpec};

/// The next insert into the audit log raises PostgreSQL's error for the victim of a deadlock; later inserts do not. A sequence is not
/// rolled back with the transaction.
const ONCE: &str = "
    CREATE SEQUENCE met;
    CREATE FUNCTION meets_a_deadlock() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF nextval('met') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER meets_a_deadlock BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION meets_a_deadlock();
    ALTER TABLE audit_events DISABLE TRIGGER meets_a_deadlock";

async fn answered(app: &TestApp, diner: &Persona, path: &str, body: serde_json::Value) {
    request_during_deadlock(app, diner, Method::POST, path, body).await;
}

async fn request_during_deadlock(app: &TestApp, who: &Persona, method: Method, path: &str, body: serde_json::Value) {
    app.execute("ALTER SEQUENCE met RESTART; ALTER TABLE audit_events ENABLE TRIGGER meets_a_deadlock").await;
    who.call(method, path).json(&body).send().await.is(200);
    app.execute("ALTER TABLE audit_events DISABLE TRIGGER meets_a_deadlock").await;
    assert!(app.count("SELECT last_value FROM met").await > 1, "{path} met it, and went on");
}

#[tokio::test]
async fn an_invited_diners_answer_outlives_one() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let (uid, other) = (
        owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await,
        owner.invite_diner(&app, &restaurant, &VisitSpec { days: 9, ..VisitSpec::default() }, &hanako).await,
    );
    app.execute(ONCE).await;
    let fewer = json!({ "ivr_guest_count_alter_request": { "new_guest_count": 1 } });
    answered(&app, &hanako, &format!("/users/reservations/{uid}/ivr_guest_count_alter_requests"), fewer).await;
    let path = |uid: &str, answer: &str| format!("/users/invited_reservations/{uid}/{answer}");
    answered(&app, &hanako, &path(&uid, "accept"), json!({ "policy_agreed": true })).await;
    answered(&app, &hanako, &path(&other, "decline"), json!({})).await;
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'guests_count_reduced'").await, 1);
    app.execute("ALTER SEQUENCE met RESTART; ALTER TABLE audit_events ENABLE TRIGGER meets_a_deadlock").await;
    hanako.cancel(&uid).await.is(204);
    assert!(app.count("SELECT last_value FROM met").await > 1, "and so does a cancellation");
    app.end().await;
}

#[tokio::test]
async fn visit_note_survives_deadlock() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let spec = VisitSpec { days: 0, ..VisitSpec::default() };
    let uid = owner.record_visit(&app, &restaurant, &spec).await.is(201).json()["uid"].clone();
    let path = |call: &str| format!("/owners/api/reservations/{}/{call}", uid.as_str().expect("a uid"));
    app.advance(9 * HOUR);
    app.execute(ONCE).await;
    let step = json!({ "state": "seated", "idempotency_key": "0123456789abcdef" });
    request_during_deadlock(&app, &owner, Method::PUT, &path("service_state"), step).await;
    request_during_deadlock(&app, &owner, Method::PUT, &path("service_state"), json!({ "state": "left" })).await;
    request_during_deadlock(&app, &owner, Method::PUT, &path("no_show"), json!({ "no_show": true, "from": "left" }))
        .await;
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'reservation.service_state'").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'reservation.no_show'").await, 1);
    app.end().await;
}
