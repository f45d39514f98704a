//! The largest responses, complete: a new, lost or changed field is visible here. Values that differ between runs are blanked, and of long
//! lists only the beginning is kept. `INSTA_UPDATE=always` rewrites the snapshots.

pub mod settle;

use serde_json::{Value, json};
use tests::{Persona, RESERVATIONS, TestApp};

/// Compares an answer with its file below `snapshots/`.
fn matches(name: &str, mut answer: Value) {
    settle::redact(&mut answer);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_json_snapshot!(name, answer);
    });
}

async fn all_match(persona: &Persona, pages: &[(&str, String)]) {
    for (name, path) in pages {
        matches(name, persona.get(path).await.is(200).json());
    }
}

/// The uid of a reservation of the demo world that is on tomorrow's calendar.
async fn uid_of(app: &TestApp, kind: &str, status: &str) -> String {
    let query = "SELECT r.uid FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
                 WHERE t.slug = 'sushi-kagura' AND r.date = '2026-12-02' AND r.type = $1 AND r.status = $2
                 ORDER BY r.starts_at, r.created_at, r.id LIMIT 1";
    let uid = sqlx::query_scalar(query).bind(kind).bind(status).fetch_one(&app.pool).await;
    uid.unwrap_or_else(|error| panic!("{kind} {status}: {error}"))
}

/// Holds seats for two at dinner, and returns the uid.
async fn hold(app: &TestApp, diner: &Persona) -> String {
    let date = app.day(14);
    let slot = diner.day("sushi-kagura", date).await["dinner"][0].clone();
    let body = json!({
        "new_reservation": {
            "online_stock_group_id": slot["id"], "guests_count": 2,
            "time_selector_option_id": slot["time_options"][0]["id"], "course_id": slot["courses"][0]["id"],
        },
        "restaurant_slug": "sushi-kagura",
        "reservation_calendar_token": diner.calendar_token("sushi-kagura").await,
        "recaptcha_token": "human",
    });
    diner.post(RESERVATIONS, &body).await.uid()
}

#[tokio::test]
async fn diner_responses() {
    let app = TestApp::with_demo_world().await;
    let hanako = app.demo_diner("hanako@seki.test").await;
    let pages = [
        ("home", "/".to_owned()),
        ("restaurant", "/r/sushi-kagura".to_owned()),
        ("new_reservation", "/r/sushi-kagura/reservations/new".to_owned()),
        ("favourites", "/users/customers".to_owned()),
        ("profile", "/users/profile".to_owned()),
        ("invited_reservations", "/users/invited_reservations".to_owned()),
    ];
    all_match(&hanako, &pages).await;
    matches("availability_month", hanako.month("sushi-kagura", "2026-12").await);
    matches("availability_day", hanako.day("sushi-kagura", app.day(14)).await);
    let uid = hold(&app, &hanako).await;
    let pages = [
        ("review", format!("/r/sushi-kagura/reservations/{uid}/review")),
        ("reservation", format!("/users/reservations/{uid}")),
        ("upcoming_reservations", "/users/upcoming_reservations".to_owned()),
    ];
    all_match(&hanako, &pages).await;
    app.end().await;
}

#[tokio::test]
async fn owner_responses() {
    let app = TestApp::with_demo_world().await;
    let owner = app.demo_owner("owner@seki.test").await;
    let online = uid_of(&app, "online_reservation", "accepted").await;
    let in_person = uid_of(&app, "offline_reservation", "accepted").await;
    let pages = [
        ("owner_home", "/owners".to_owned()),
        ("owner_daily_calendar", "/owners/daily_calendars/2026-12-02".to_owned()),
        ("owner_monthly_calendar", "/owners/monthly_calendars/2026-12".to_owned()),
        ("owner_customers", "/owners/customers".to_owned()),
        ("owner_reservations", "/owners/reservations".to_owned()),
        ("owner_reservation", format!("/owners/reservations/{online}")),
        ("owner_online_reservation", format!("/owners/api/online_reservations/{online}")),
        ("owner_in_person_reservation", format!("/owners/api/offline_reservations/{in_person}")),
        ("owner_notifications", "/owners/notifications".to_owned()),
        ("owner_new_announcement", "/owners/announcements/new".to_owned()),
        ("owner_operation_settings", "/owners/restaurant_operation/edit".to_owned()),
    ];
    all_match(&owner, &pages).await;
    let customer = owner.get("/owners/customers").await.data()["customers"][0]["uid"].clone();
    let customer = customer.as_str().expect("a customer's uid").to_owned();
    all_match(&owner, &[("owner_customer", format!("/owners/customers/{customer}"))]).await;
    app.end().await;
}
