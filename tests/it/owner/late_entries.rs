//! Notes that were recorded offline and are sent later: they carry the time at which they happened, and sending one twice is harmless.

use serde_json::{Value, json};
use tests::{HOUR, Persona, Restaurant, RestaurantSpec, TestApp, VisitSpec};

const WALK_INS: &str = "/owners/api/walk_ins";
const KEY: &str = "3f2b8c1e-7a44-4d0a-9d57-1f0f8f6f2c11";
const OTHER_KEY: &str = "3f2b8c1e-7a44-4d0a-9d57-1f0f8f6f2c12";

/// A counter of four seats at 19:03, after an hour offline. C3 and C4 are booked for 17:30 to 21:30.
struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    owner: Persona,
    booking: String,
    walk_in: Value,
}

impl Scene {
    async fn new() -> Self {
        let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
        let booked = VisitSpec { days: 0, items: vec![2, 3], times: ("17:30", "21:30"), ..VisitSpec::default() };
        let booking = owner.record_visit(&app, &restaurant, &booked).await.is(201).json();
        let place = app.visit(&restaurant, &VisitSpec { items: vec![0, 1], ..VisitSpec::default() }).await;
        app.advance(9 * HOUR + 3 * 60);
        let walk_in = json!({
            "guests_count": 2,
            "inventory_group_uid": place["inventory_group_uid"],
            "inventory_item_uids": place["inventory_item_uids"],
        });
        let booking = booking["uid"].as_str().expect("a uid").to_owned();
        Self { app, restaurant, owner, booking, walk_in }
    }

    /// The instant `minutes` ago.
    fn ago(&self, minutes: i64) -> String {
        (self.app.now() - chrono::Duration::minutes(minutes)).to_rfc3339()
    }

    fn walk_in(&self, key: &str, happened_at: &str) -> Value {
        let mut body = self.walk_in.clone();
        body["idempotency_key"] = json!(key);
        body["happened_at"] = json!(happened_at);
        body
    }

    fn path(&self) -> String {
        format!("/owners/api/reservations/{}/service_state", self.booking)
    }

    async fn block(&self, uid: &str) -> Value {
        let day = self.owner.get(&format!("/owners/daily_calendars/{}", self.app.day(0))).await.data();
        let items = day["items"].as_array().expect("items").clone();
        items.into_iter().find(|item| item["uid"] == uid).expect("the party is on its day")
    }
}

#[tokio::test]
async fn late_walk_in_keeps_arrival_time_and_is_idempotent() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let body = scene.walk_in(KEY, &scene.ago(60));
    let first = owner.post(WALK_INS, &body).await.is(201).json()["data"].clone();
    assert_eq!((&first["start_time"], &first["end_time"]), (&json!("18:00"), &json!("20:00")));
    app.advance(60);
    assert_eq!(
        owner.post(WALK_INS, &body).await.is(201).json()["data"],
        first,
        "the answer was lost, and is given again"
    );
    let shown = scene.block(first["uid"].as_str().expect("a uid")).await;
    assert_eq!((&shown["service"]["state"], &shown["service"]["seated_at"]), (&json!("seated"), &json!("18:03")));
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE is_walk_in").await, 1);
    let audited = "SELECT count(*) FROM audit_events WHERE action = 'walk_in_seated' AND detail ? 'happened_at'";
    assert_eq!(app.count(audited).await, 1);
    let mut other = body.clone();
    other["internal_memo"] = json!("窓側");
    owner.post(WALK_INS, &other).await.refused(422, "idempotency_key_reused");
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn same_party_from_two_tabs_is_recorded_once() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let body = scene.walk_in(KEY, &scene.ago(5));
    let (one, other) = tokio::join!(owner.post(WALK_INS, &body), owner.post(WALK_INS, &body));
    assert_eq!(one.is(201).json()["data"]["uid"], other.is(201).json()["data"]["uid"]);
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE is_walk_in").await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn rejected_request_may_retry_with_its_key() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let body = scene.walk_in(KEY, &scene.ago(10));
    let rival = owner.post(WALK_INS, &scene.walk_in(OTHER_KEY, &scene.ago(5))).await.is(201).json();
    owner.post(WALK_INS, &body).await.refused(400, "seat_taken");
    let rival = rival["data"]["uid"].as_str().expect("a uid");
    owner.delete(&format!("/owners/api/offline_reservations/{rival}")).await.is(200);
    owner.post(WALK_INS, &body).await.is(201);
    assert_eq!(app.count("SELECT count(*) FROM idempotent_writes WHERE answer IS NULL").await, 0);
    scene.app.end().await;
}

#[tokio::test]
async fn a_step_that_is_sent_late_keeps_its_time_and_is_noted_once() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let arrived = json!({ "state": "arrived", "from": null, "at": scene.ago(60), "idempotency_key": KEY });
    let first = owner.put(&scene.path(), &arrived).await.is(200).json();
    assert_eq!(first["data"]["arrived_at"], "18:03");
    let seated = json!({ "state": "seated", "from": "arrived", "at": scene.ago(50), "idempotency_key": OTHER_KEY });
    owner.put(&scene.path(), &seated).await.is(200);
    assert_eq!(owner.put(&scene.path(), &arrived).await.is(200).json(), first, "the later change remains");
    let service = scene.block(&scene.booking).await["service"].clone();
    assert_eq!((&service["state"], &service["seated_at"]), (&json!("seated"), &json!("18:13")));
    let audited =
        "SELECT count(*) FROM audit_events WHERE action = 'reservation.service_state' AND detail ? 'happened_at'";
    assert_eq!(app.count(audited).await, 2);
    let other = json!({ "state": "left", "from": "arrived", "at": scene.ago(60), "idempotency_key": KEY });
    owner.put(&scene.path(), &other).await.refused(422, "idempotency_key_reused");
    let colleague = app.staff_of(&[&scene.restaurant]).await;
    colleague.put(&scene.path(), &arrived).await.refused(422, "idempotency_key_reused");
    scene.app.end().await;
}

#[tokio::test]
async fn future_old_or_unkeyed_walk_ins_are_rejected() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    for at in ["soon", "18:03", "", &scene.ago(-1), &scene.ago(24 * 60 + 1)] {
        let refused = owner.post(WALK_INS, &scene.walk_in(KEY, at)).await;
        assert_eq!(refused.is(422).bad_fields(), ["happened_at"], "{at}");
    }
    for at in [scene.ago(-1), scene.ago(24 * 60 + 1)] {
        let step = json!({ "state": "seated", "at": at, "idempotency_key": KEY });
        assert_eq!(owner.put(&scene.path(), &step).await.is(422).bad_fields(), ["at"], "{at}");
    }
    for key in ["", "short", "with spaces and more", &"x".repeat(65)] {
        let refused = owner.post(WALK_INS, &scene.walk_in(key, &scene.ago(5))).await;
        assert_eq!(refused.is(422).bad_fields(), ["idempotency_key"], "{key}");
        let step = json!({ "state": "seated", "idempotency_key": key });
        assert_eq!(owner.put(&scene.path(), &step).await.is(422).bad_fields(), ["idempotency_key"], "{key}");
    }
    let mut wrong = scene.walk_in(KEY, &scene.ago(5));
    wrong["happened_at"] = json!(5);
    assert!(owner.post(WALK_INS, &wrong).await.status >= 400);
    assert_eq!(app.count("SELECT count(*) FROM idempotent_writes").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE is_walk_in").await, 0);
    scene.app.end().await;
}

#[tokio::test]
async fn a_key_belongs_to_its_restaurant() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let body = scene.walk_in(KEY, &scene.ago(5));
    owner.post(WALK_INS, &body).await.is(201);
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&elsewhere).await;
    stranger.post(WALK_INS, &body).await.refused(400, "items_not_entered");
    let step = json!({ "state": "seated", "at": scene.ago(5), "idempotency_key": KEY });
    stranger.put(&scene.path(), &step).await.refused(404, "not_found");
    app.anonymous().post(WALK_INS, &body).await.refused(401, "sign_in_required");
    assert_eq!(app.count("SELECT count(*) FROM idempotent_writes").await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn cached_shell_has_no_user_data_and_worker_covers_calendar() {
    let scene = Scene::new().await;
    let page = scene.owner.get("/owners/away").await.is(200).json();
    assert_eq!((&page["page"], &page["session"], &page["data"]), (&json!("owner_away"), &Value::Null, &json!({})));
    let worker = scene.app.anonymous().get("/day-worker.js").await;
    assert_eq!(worker.header("service-worker-allowed"), "/");
    assert_eq!(worker.header("cache-control"), "no-cache");
    scene.app.end().await;
}
