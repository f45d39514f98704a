//! Days that an admin marks as checked.

use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, SlotSpec, TestApp};

const PATH: &str = "/admin/r/sushi-test/bulk_checked_calendars";

async fn day(who: &Persona, path: &str, date: &str) -> Value {
    let days = who.get(path).await.data()["days"].clone();
    days.as_array().expect("days").iter().find(|day| day["date"] == date).expect("the day").clone()
}

#[tokio::test]
async fn checked_days_change_in_bulk_and_show_in_owner_month() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    app.close_day(&restaurant, "2026-12-25".parse().expect("a day")).await;
    let (month, owners_month) = (format!("{PATH}?month=2026-12"), "/owners/monthly_calendars/2026-12");
    let answer = admin
        .post(PATH, &json!({ "dates": ["2026-12-24", "2026-12-25", "2026-12-24"], "checked": true }))
        .await
        .is(200)
        .json();
    assert_eq!((&answer["count"], &answer["redirect_to"]), (&json!(2), &json!(month)));
    let seen = day(&admin, &month, "2026-12-25").await;
    assert_eq!((&seen["is_closed"], &seen["checked_by"]), (&json!(true), &json!("管理")));
    assert!(seen["checked_at"].is_string(), "{seen}");
    assert_eq!(day(&admin, &month, "2026-12-26").await["checked_at"], Value::Null);
    let theirs = day(&owner, owners_month, "2026-12-25").await;
    assert_eq!((&theirs["is_checked"], &theirs["is_closed"]), (&json!(true), &json!(true)));
    assert_eq!(day(&owner, owners_month, "2026-12-26").await["is_checked"], false);

    let form = [("dates", "2026-12-25\r\n2026-12-26\r\n"), ("checked", "0")];
    admin.submit(PATH, &form).await.goes_to(&month);
    assert_eq!(day(&owner, owners_month, "2026-12-25").await["is_checked"], false);
    assert_eq!(day(&owner, owners_month, "2026-12-24").await["is_checked"], true);
    assert_eq!(day(&owner, owners_month, "2026-12-25").await["is_closed"], true, "a day off stays one");
    let audited =
        "SELECT count(*) FROM audit_events WHERE action IN ('days_checked', 'days_unchecked') AND actor = 'admin'";
    assert_eq!(app.count(audited).await, 2);
    app.end().await;
}

#[tokio::test]
async fn checked_day_list_shows_contents_and_accepts_any_day() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    let seen = day(&admin, PATH, &slot.date.to_string()).await;
    assert_eq!((&seen["reservations"], &seen["web_stocks"]), (&json!(1), &json!(4)));
    admin
        .post(&PATH.replace("sushi-test", elsewhere.slug), &json!({ "dates": [slot.date], "checked": true }))
        .await
        .is(200);
    assert_eq!(day(&admin, PATH, &slot.date.to_string()).await["checked_at"], Value::Null, "of another restaurant");
    let year: Vec<_> = (0..367).map(|days| app.day(days).to_string()).collect();
    for dates in [json!([]), json!(["soon"]), json!("2026-12-01\n2026-02-30"), json!(year), Value::Null] {
        admin.post(PATH, &json!({ "dates": dates, "checked": true })).await.refused(422, "invalid_input");
    }
    admin.post(PATH, &json!({ "dates": [slot.date], "checked": "perhaps" })).await.refused(422, "invalid_input");
    admin.get(&format!("{PATH}?month=soon")).await.refused(404, "not_found");
    assert_eq!(app.count("SELECT count(*) FROM restaurant_calendar_dates WHERE checked_at IS NOT NULL").await, 1);
    app.end().await;
}
