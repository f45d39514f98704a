//! Days off, tags, memos, and the month at a glance (F122, F124, F156 to F158).

use serde_json::{Value, json};
use tests::{GuestSpec, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const DATES: &str = "/owners/api/restaurant_calendar_dates";

async fn tag(app: &TestApp, restaurant: &Restaurant, label: &str) -> i64 {
    let insert = "INSERT INTO calendar_tags (restaurant_id, label, color) VALUES ($1, $2, '#ab3524') RETURNING id";
    sqlx::query_scalar(insert).bind(restaurant.id.0).bind(label).fetch_one(&app.pool).await.expect("a tag")
}

/// A day of the monthly calendar.
async fn shown(owner: &Persona, date: chrono::NaiveDate) -> Value {
    let page = owner.get(&format!("/owners/monthly_calendars/{}", date.format("%Y-%m"))).await.data();
    let days = page["days"].as_array().cloned().expect("days");
    days.into_iter().find(|day| day["date"] == date.to_string()).expect("the day")
}

/// F035, F156, F157
#[tokio::test]
async fn a_closed_day_has_no_web_slots_until_it_is_opened() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (diner, guest) = (app.diner("diner").await, app.diner("guest").await);
    let booked = guest.book(&restaurant, &slot, 1).await;
    let close = json!({ "restaurant_calendar_date": { "date": slot.date, "is_closed": true } });
    let closed = owner.post(&format!("{DATES}/create_is_closed"), &close).await.is(201).json();
    assert_eq!((&closed["status"], &closed["date"]), (&json!(201), &json!(slot.date)));
    assert_eq!((&closed["reservations"], &closed["guests"]), (&json!(1), &json!(1)), "the remaining ones are reported");
    diner.sees(&restaurant, &slot, &[]).await;
    let offered = async || {
        app.caches_follow().await;
        diner.month(restaurant.slug, "2026-12").await["available_dates"].clone()
    };
    assert_eq!(offered().await, json!([]), "the date is offered no more");
    assert_eq!(guest.status_of(&booked).await, "accepted", "who has booked stays");
    assert_eq!(shown(&owner, slot.date).await["is_closed"], true);
    let open = json!({ "restaurant_calendar_date": { "is_closed": "0" } });
    let id = closed["id"].as_i64().expect("a number");
    for member in [id.to_string(), slot.date.to_string()] {
        owner.put(&format!("{DATES}/{member}/update_is_closed"), &open).await.is(200);
        diner.sees(&restaurant, &slot, &[1, 2, 3]).await;
        let again = json!({ "restaurant_calendar_date": { "is_closed": 1 } });
        owner.put(&format!("{DATES}/{member}/update_is_closed"), &again).await.is(200);
        diner.sees(&restaurant, &slot, &[]).await;
    }
    let many = json!({ "date_list": [slot.date, app.day(8), app.day(9)], "is_closed": false });
    let opened = owner.post(&format!("{DATES}/bulk_update_is_closed"), &many).await.is(200).json();
    assert_eq!((&opened["reservations"], &opened["guests"]), (&json!(1), &json!(1)));
    diner.sees(&restaurant, &slot, &[1, 2, 3]).await;
    assert_eq!(offered().await, json!([slot.date]));
    let holidays = owner.get(&format!("/owners/holidays?month={}", slot.date.format("%Y-%m"))).await.data();
    let day = holidays["days"].as_array().and_then(|days| days.iter().find(|d| d["date"] == slot.date.to_string()));
    let day = day.expect("the day");
    assert_eq!(
        (&day["is_closed"], &day["reservations"], &day["free_web_stocks"]),
        (&json!(false), &json!(1), &json!(3))
    );
    app.end().await;
}

/// F157, F158
#[tokio::test]
async fn tags_and_memos_show_on_their_days() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let (busy, private) = (tag(&app, &restaurant, "繁忙日").await, tag(&app, &restaurant, "貸切").await);
    let (first, second) = (app.day(3), app.day(4));
    let path = format!("/owners/api/dates/{first}/tags/{busy}");
    owner.post(&path, &json!({})).await.is(201);
    owner.post(&path, &json!({})).await.is(201);
    assert_eq!(shown(&owner, first).await["tag_ids"], json!([busy]));
    let month = owner.get(&format!("/owners/monthly_calendars/{}", first.format("%Y-%m"))).await.data();
    let tag = json!({ "id": busy, "label": "繁忙日", "color": "#ab3524" });
    assert!(month["tags"].as_array().is_some_and(|tags| tags.contains(&tag)), "{}", month["tags"]);
    owner.delete(&path).await.is(204);
    assert_eq!(shown(&owner, first).await["tag_ids"], json!([]));
    let many = json!({ "date_list": [first, second], "calendar_tag_ids": [busy, private] });
    owner.post("/owners/api/restaurant_calendar_dates_tags/bulk_update_tags", &many).await.is(200);
    assert_eq!(shown(&owner, second).await["tag_ids"], json!([busy, private]));
    let less = json!({ "date_list": [second], "calendar_tag_ids": [busy] });
    owner.post("/owners/api/restaurant_calendar_dates_tags/bulk_destroy_tags", &less).await.is(200);
    assert_eq!(shown(&owner, second).await["tag_ids"], json!([private]));
    assert_eq!(shown(&owner, first).await["tag_ids"], json!([busy, private]));
    let memo = json!({ "restaurant_calendar_date": { "daily_memo": " 花を替える\n鯛を頼む " } });
    owner.patch(&format!("{DATES}/{first}"), &memo).await.is(200);
    assert_eq!(shown(&owner, first).await["daily_memo"], "花を替える\n鯛を頼む");
    assert_eq!(shown(&owner, first).await["is_closed"], false, "a memo closes nothing");
    app.end().await;
}

/// F122
#[tokio::test]
async fn the_month_has_a_cell_per_day_with_its_numbers_and_circles() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec { items: vec![0, 1, 2], ..SlotSpec::default() }).await;
    app.diner("diner").await.book(&restaurant, &slot, 2).await;
    sqlx::query(
        "WITH setting AS (INSERT INTO calendar_operation_settings (restaurant_id, operation) VALUES ($1, 'dinner') RETURNING 1)
         INSERT INTO calendar_operation_slots (restaurant_id, operation, inventory_group_id, start_time, end_time, monday, tuesday,
             wednesday, thursday, friday, saturday, sunday, holiday)
         SELECT $1, 'dinner', $2, '17:00', '22:00', 4, 4, 4, 4, 4, 4, 4, 4 FROM setting",
    )
    .bind(restaurant.id.0)
    .bind(restaurant.group)
    .execute(&app.pool)
    .await
    .expect("a promise");
    let day = shown(&owner, slot.date).await;
    let meal = &day["meals"][0];
    assert_eq!((&meal["reservations"], &meal["guests"]), (&json!(1), &json!(2)), "{day}");
    assert_eq!((&meal["web_stocks"], &meal["free_web_stocks"]), (&json!(3), &json!(1)));
    assert_eq!(meal["invitations"], 0);
    let hold = app.slot(&restaurant, SlotSpec { items: vec![3], days: 8, ..SlotSpec::default() }).await;
    app.diner("holder").await.hold(&restaurant, &hold, 1).await;
    let invited = VisitSpec { days: 8, items: vec![0], guests: 1, ..VisitSpec::default() };
    let mail = GuestSpec { email: Some("ito@seki.test"), ..GuestSpec::default() };
    owner.invite(&app, &restaurant, &invited, mail).await.is(201);
    let other = shown(&owner, hold.date).await;
    let offered = &other["meals"][0];
    assert_eq!(
        (&offered["reservations"], &offered["invitations"]),
        (&json!(0), &json!(1)),
        "neither is a booking: {other}"
    );
    let mark = json!({ "inventory_group_short_label": "C", "from": "17:00", "till": "22:00", "promised": 4, "filled": 3,
                       "has_header": true });
    assert_eq!(meal["marks"], json!([mark]));
    let page = owner.get("/owners/monthly_calendars/2026-11").await.data();
    assert_eq!(page["days"].as_array().map(Vec::len), Some(30));
    assert_eq!(page["days"][22]["holiday"], "勤労感謝の日");
    assert!(page["months"].as_array().is_some_and(|months| months.contains(&json!("2026-11"))));
    for (path, status) in [
        ("/owners/monthly_calendars/2026-13", 404),
        ("/owners/monthly_calendars/soon", 404),
        ("/owners/holidays?month=2026", 404),
        ("/owners/holidays", 200),
    ] {
        assert_eq!(owner.get(path).await.status, status, "{path}");
    }
    app.end().await;
}

#[tokio::test]
async fn invalid_foreign_or_unknown_days_are_rejected() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (own, foreign) = (tag(&app, &restaurant, "繁忙日").await, tag(&app, &other, "繁忙日").await);
    app.close_day(&other, app.day(3)).await;
    let foreign_day: i64 =
        sqlx::query_scalar("SELECT id FROM restaurant_calendar_dates").fetch_one(&app.pool).await.unwrap();
    let tags = "/owners/api/restaurant_calendar_dates_tags";
    let day = app.day(3);
    let date = |date: &str| json!({ "restaurant_calendar_date": { "date": date, "is_closed": true } });
    let list = |list: Value, ids: Value| json!({ "date_list": list, "calendar_tag_ids": ids, "is_closed": true });
    let posts = [
        (format!("{DATES}/create_is_closed"), date("2026-02-30"), 422, "invalid_input"),
        (format!("{DATES}/create_is_closed"), date("9999-12-31"), 422, "invalid_input"),
        (format!("{DATES}/create_is_closed"), json!({}), 422, "invalid_input"),
        (format!("{DATES}/bulk_update_is_closed"), list(json!([]), json!([])), 422, "invalid_input"),
        (format!("{DATES}/bulk_update_is_closed"), list(json!(["soon"]), json!([])), 422, "invalid_input"),
        (format!("{tags}/bulk_update_tags"), list(json!([day]), json!([])), 422, "invalid_input"),
        (format!("{tags}/bulk_update_tags"), list(json!([day]), json!([own, foreign])), 404, "not_found"),
        (format!("{tags}/bulk_destroy_tags"), list(json!([day]), json!([foreign])), 404, "not_found"),
        (format!("/owners/api/dates/{day}/tags/{foreign}"), json!({}), 404, "not_found"),
        (format!("/owners/api/dates/soon/tags/{own}"), json!({}), 404, "not_found"),
        (format!("/owners/api/dates/{day}/tags/first"), json!({}), 404, "not_found"),
    ];
    for (path, body, status, code) in &posts {
        owner.post(path, body).await.refused(*status, code);
        app.anonymous().post(path, body).await.refused(401, "sign_in_required");
    }
    let open = json!({ "restaurant_calendar_date": { "is_closed": false } });
    let memo = |text: &str| json!({ "restaurant_calendar_date": { "daily_memo": text } });
    owner.put(&format!("{DATES}/{foreign_day}/update_is_closed"), &open).await.refused(404, "not_found");
    owner.put(&format!("{DATES}/soon/update_is_closed"), &open).await.refused(404, "not_found");
    owner.patch(&format!("{DATES}/{foreign_day}"), &memo("!")).await.refused(404, "not_found");
    owner.patch(&format!("{DATES}/{day}"), &memo(&"長".repeat(2_001))).await.refused(422, "invalid_input");
    assert_eq!(app.count("SELECT count(*) FROM calendar_date_tags").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM restaurant_calendar_dates").await, 1);
    for page in ["/owners/monthly_calendars/2026-12", "/owners/holidays"] {
        app.anonymous().get(page).await.refused(401, "sign_in_required");
    }
    app.end().await;
}
