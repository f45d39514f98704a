//! The state of a party's visit: recorded, shown on the day, in the list and in the pane, undone, and rejected.

use serde_json::{Value, json};
use tests::{DAY, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp};

/// A booking of hanako's for two at 18:00 of tomorrow, and the restaurant's owner.
struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    slot: Slot,
    owner: Persona,
    uid: String,
}

impl Scene {
    async fn new() -> Self {
        let app = TestApp::start().await;
        let restaurant = app.restaurant(RestaurantSpec::default()).await;
        let slot = app.slot(&restaurant, SlotSpec::default()).await;
        let uid = app.diner("hanako").await.book(&restaurant, &slot, 2).await;
        app.advance(6 * DAY);
        let owner = app.owner(&restaurant).await;
        Self { app, restaurant, slot, owner, uid }
    }

    fn path(&self) -> String {
        format!("/owners/api/reservations/{}/service_state", self.uid)
    }

    /// Moves the clock to a time of the visit's day.
    fn goes_to(&self, time: &str) {
        let at = domain::zone::Zone::default().at(self.slot.date, time.parse().expect("a time"));
        self.app.advance((at - self.app.now()).num_seconds());
    }

    async fn block(&self) -> Value {
        let day = self.owner.get(&format!("/owners/daily_calendars/{}", self.slot.date)).await.data();
        let items = day["items"].as_array().expect("items").clone();
        items.into_iter().find(|item| item["uid"] == self.uid.as_str()).expect("the booking is on its day")
    }

    async fn noted(&self, body: Value) -> Value {
        self.owner.put(&self.path(), &body).await.data()
    }
}

#[tokio::test]
async fn service_steps_show_in_pane_and_list() {
    let scene = Scene::new().await;
    assert_eq!(scene.block().await["service"]["state"], Value::Null);
    scene.goes_to("18:02:00");
    scene.noted(json!({ "state": "arrived", "from": null })).await;
    scene.goes_to("18:05:00");
    scene.noted(json!({ "state": "seated", "from": "arrived" })).await;
    scene.goes_to("19:40:00");
    let paying =
        json!({ "state": "bill", "arrived_at": "18:02", "seated_at": "18:05", "bill_at": "19:35", "left_at": null });
    assert_eq!(scene.noted(json!({ "state": "bill", "at": "19:35" })).await, paying);
    assert_eq!(scene.block().await["service"], paying);
    let pane = scene.owner.get(&format!("/owners/api/online_reservations/{}", scene.uid)).await.is(200).json();
    assert_eq!(pane["data"]["service"], paying);
    let listed = scene.owner.get("/owners/reservations").await.data();
    assert_eq!(listed["reservations"][0]["service"], paying);
    let back = scene.noted(json!({ "state": "seated", "from": "bill" })).await;
    assert_eq!((&back["seated_at"], &back["bill_at"]), (&json!("18:05"), &Value::Null), "a mistake is taken back");
    assert_eq!(scene.noted(json!({ "state": null })).await["state"], Value::Null);
    let audited = "SELECT count(*) FROM audit_events WHERE action = 'reservation.service_state'";
    assert_eq!(scene.app.count(audited).await, 5);
    scene.app.end().await;
}

#[tokio::test]
async fn concurrent_step_gets_conflict() {
    let scene = Scene::new().await;
    scene.goes_to("18:02:00");
    let colleague = scene.app.staff_of(&[&scene.restaurant]).await;
    let (path, body) = (scene.path(), json!({ "state": "seated", "from": null }));
    let (first, second) = tokio::join!(scene.owner.put(&path, &body), colleague.put(&path, &body));
    let mut answers = [first.status, second.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
    colleague.put(&path, &json!({ "state": "left", "from": "arrived" })).await.refused(409, "service_state_moved");
    colleague.put(&path, &json!({ "state": "left", "from": "seated" })).await.is(200);
    scene.app.end().await;
}

#[tokio::test]
async fn a_no_show_counts_with_the_guest_until_they_come_after_all() {
    let scene = Scene::new().await;
    scene.goes_to("17:50:00");
    scene.owner.put(&scene.path(), &json!({ "state": "no_show" })).await.refused(422, "reservation_not_begun");
    scene.goes_to("18:31:00");
    scene.noted(json!({ "state": "no_show" })).await;
    let customer = scene.owner.get("/owners/reservations").await.data()["reservations"][0]["customer_uid"].clone();
    let guest = format!("/owners/customers/{}", customer.as_str().expect("a customer"));
    assert_eq!(scene.owner.get(&guest).await.data()["no_show_count"], 1);
    assert_eq!(scene.block().await["service"]["state"], "no_show");
    scene.noted(json!({ "state": "seated" })).await;
    assert_eq!(scene.owner.get(&guest).await.data()["no_show_count"], 0);
    scene.noted(json!({ "state": "no_show" })).await;
    assert_eq!(scene.block().await["rendered_till"], "18:30", "others may have the seats");
    let by_guest = format!("/owners/api/reservations/{}/no_show", scene.uid);
    scene.owner.put(&by_guest, &json!({ "no_show": false })).await.is(200);
    assert_eq!(scene.block().await["rendered_till"], "20:00");
    scene.app.end().await;
}

/// The guest's page shows an older state than a colleague recorded.
#[tokio::test]
async fn no_show_from_the_guests_page_compares_the_recorded_step() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    scene.goes_to("18:31:00");
    let customer = owner.get("/owners/reservations").await.data()["reservations"][0]["customer_uid"].clone();
    let guest = format!("/owners/customers/{}", customer.as_str().expect("a customer"));
    let shown = async || owner.get(&guest).await.data()["visits"][0]["service_state"].clone();
    assert_eq!(shown().await, Value::Null);
    scene.noted(json!({ "state": "seated", "from": null })).await;
    let by_guest = format!("/owners/api/reservations/{}/no_show", scene.uid);
    for stale in [json!({ "no_show": true }), json!({ "no_show": true, "from": null })] {
        owner.put(&by_guest, &stale).await.refused(409, "service_state_moved");
    }
    owner.put(&by_guest, &json!({ "no_show": true, "from": "asleep" })).await.refused(422, "invalid_input");
    assert_eq!(scene.block().await["service"]["state"], "seated");
    assert_eq!(shown().await, "seated");

    owner.put(&by_guest, &json!({ "no_show": true, "from": "seated" })).await.is(200);
    assert_eq!(shown().await, "no_show");
    scene.noted(json!({ "state": "seated", "from": "no_show" })).await;
    scene.noted(json!({ "state": "left", "from": "seated" })).await;
    let undone = json!({ "no_show": false, "from": "no_show" });
    owner.put(&by_guest, &undone).await.refused(409, "service_state_moved");
    assert_eq!(shown().await, "left");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'reservation.no_show'").await, 1);
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.owner(&elsewhere).await.put(&by_guest, &undone).await.refused(404, "not_found");
    app.anonymous().put(&by_guest, &undone).await.refused(401, "sign_in_required");
    scene.app.end().await;
}

#[tokio::test]
async fn step_of_future_ended_or_foreign_visit_is_rejected() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let path = scene.path();
    owner.put(&path, &json!({ "state": "arrived" })).await.refused(422, "reservation_not_begun");
    scene.goes_to("18:02:00");
    owner.put(&path, &json!({ "state": "asleep" })).await.refused(422, "invalid_input");
    owner.put(&path, &json!({ "state": 1 })).await.refused(400, "malformed_body");
    for at in ["soon", "18:03", "2026-12-01T18:00"] {
        let refused = owner.put(&path, &json!({ "state": "seated", "at": at })).await;
        assert_eq!(refused.is(422).bad_fields(), ["at"], "{at}");
    }
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.owner(&elsewhere).await.put(&path, &json!({ "state": "seated" })).await.refused(404, "not_found");
    app.anonymous().put(&path, &json!({ "state": "seated" })).await.refused(401, "sign_in_required");
    assert_eq!(app.count("SELECT count(*) FROM reservation_service_times").await, 0);
    let nowhere = "/owners/api/reservations/nothing/service_state";
    owner.put(nowhere, &json!({ "state": "seated" })).await.refused(404, "not_found");
    scene.app.end().await;
}
