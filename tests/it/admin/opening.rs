//! A restaurant opens for booking only with an owner and a notification address (gaps G182).

use domain::audit::Actor;
use domain::ids::NotificationAddressId;
use domain::restaurants::subscriptions;
use serde_json::{Value, json};
use tests::{DAY, HOUR, Persona, Restaurant, RestaurantSpec, TestApp, justified};

const RESTAURANT: &str = "/admin/restaurants/sushi-test";
const ADDRESSES: &str = "/admin/restaurants/sushi-test/restaurant_email_subscriptions";
const RISKY: &str = "/admin/api/r/sushi-test/restaurant_dengerous_settings";

async fn setup(starts_in: i64) -> (TestApp, Restaurant, Persona) {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { starts_in, ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    (app, restaurant, admin)
}

async fn start(app: &TestApp, preset: &str) -> String {
    let id = app.count("SELECT id FROM restaurant_operations").await;
    format!("/admin/restaurants/set_osa?operation_id={id}&type={preset}")
}

async fn missing(admin: &Persona) -> Value {
    admin.get(RESTAURANT).await.data()["restaurant"]["missing_to_open"].clone()
}

async fn address(app: &TestApp) -> String {
    let id = app.count("SELECT max(id) FROM restaurant_email_subscriptions").await;
    format!("{ADDRESSES}/{id}")
}

#[tokio::test]
async fn online_start_needs_owner_and_notification_address() {
    let (app, restaurant, admin) = setup(30 * DAY).await;
    let before = app.count("SELECT extract(epoch FROM or_starts_at)::bigint FROM restaurant_operations").await;
    assert_eq!(missing(&admin).await, json!(["owner", "email"]));
    for preset in ["future", "5days"] {
        let refusal = admin.post(&start(&app, preset).await, &json!({})).await.refused(409, "opening_incomplete");
        assert!(refusal["detail"].as_str().unwrap().contains("通知先メール"), "{refusal}");
    }
    app.add_notification_address(&restaurant).await;
    app.owner(&restaurant).await;
    app.execute("UPDATE restaurant_owners SET role = 'staff'").await;
    assert_eq!(missing(&admin).await, json!(["owner"]), "staff are no owners");
    admin.post(&start(&app, "future").await, &json!({})).await.refused(409, "opening_incomplete");
    let after = app.count("SELECT extract(epoch FROM or_starts_at)::bigint FROM restaurant_operations").await;
    assert_eq!(before, after);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'online_start_set'").await, 0);
    admin.post(&start(&app, "2years").await, &json!({})).await.is(200);
    app.execute("UPDATE restaurant_owners SET role = 'owner'").await;
    assert_eq!(missing(&admin).await, json!([]));
    admin.post(&start(&app, "future").await, &json!({})).await.is(200);
    app.end().await;
}

/// Places in a waiting room belong to the instant of the opening (gaps G302).
#[tokio::test]
async fn online_start_with_a_place_in_its_waiting_room_is_not_moved() {
    let (app, restaurant, admin) = setup(HOUR).await;
    app.add_recipients(&restaurant).await;
    app.execute("UPDATE restaurant_operations SET has_waiting_room = true").await;
    app.touch_settings(&restaurant).await;
    app.caches_follow().await;
    let hanako = app.diner("hanako").await;
    let room = "/users/api/waiting_rooms/sushi-test";
    app.advance(HOUR - 600);
    hanako.post(room, &json!({})).await.is(201);
    for preset in ["future", "2years"] {
        admin.post(&start(&app, preset).await, &json!({})).await.refused(409, "waiting_room_opening_awaited");
    }
    assert_eq!(hanako.get(room).await.is(200).json()["waiting_room"]["state"], "waiting");
    hanako.delete(room).await.is(200);
    admin.post(&start(&app, "2years").await, &json!({})).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn restaurant_does_not_open_while_its_last_notification_address_is_removed() {
    let (app, restaurant, admin) = setup(30 * DAY).await;
    app.add_recipients(&restaurant).await;
    let (open, nothing) = (start(&app, "future").await, json!({}));
    let id = NotificationAddressId(app.count("SELECT id FROM restaurant_email_subscriptions").await);
    let mut tx = app.pool.begin().await.unwrap();
    subscriptions::remove(&mut tx, app.now(), Actor::CommandLine, restaurant.id, id).await.expect("it is not open");
    let end = async {
        app.wait_for_blocked_lock().await;
        tx.commit().await.unwrap();
    };
    let (answer, ()) = tokio::join!(admin.post(&open, &nothing), end);
    answer.refused(409, "opening_incomplete");
    app.end().await;
}

#[tokio::test]
async fn hidden_restaurant_is_shown_only_with_recipients_once_it_has_started() {
    let (app, restaurant, admin) = setup(-1).await;
    app.execute("UPDATE restaurants SET visibility = 'hidden'").await;
    let visibility = |value: &str| justified(json!({ "restaurant": { "visibility": value } }));
    for value in ["public", "unlisted"] {
        admin.put(RISKY, &visibility(value)).await.refused(422, "opening_incomplete");
    }
    app.execute("UPDATE restaurant_operations SET or_starts_at = or_starts_at + interval '30 days'").await;
    admin.put(RISKY, &visibility("public")).await.is(200);
    admin.put(RISKY, &visibility("hidden")).await.is(200);
    app.execute("UPDATE restaurant_operations SET or_starts_at = or_starts_at - interval '30 days'").await;
    app.add_recipients(&restaurant).await;
    admin.put(RISKY, &visibility("public")).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn last_notification_address_of_open_restaurant_remains() {
    let (app, restaurant, admin) = setup(-1).await;
    app.add_recipients(&restaurant).await;
    admin.delete(&address(&app).await).await.refused(409, "last_notification_address");
    assert_eq!(app.count("SELECT count(*) FROM restaurant_email_subscriptions").await, 1);
    admin.post(ADDRESSES, &json!({ "restaurant_email_subscription": { "email": "hall@kagura.test" } })).await.is(201);
    admin.delete(&address(&app).await).await.is(200);
    admin.post(&start(&app, "2years").await, &json!({})).await.is(200);
    admin.delete(&address(&app).await).await.is(200);
    app.end().await;
}
