//! The daily calendar's page (F114 to F116, F121, S-O-004).

use chrono::{DateTime, NaiveDate, Utc};
use domain::restaurants::actions::SettingsChange;
use serde_json::{Value, json};
use tests::{DAY, HOUR, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp};

async fn calendar(owner: &Persona, date: NaiveDate) -> Value {
    owner.get(&format!("/owners/daily_calendars/{date}")).await.data()
}

/// The items of a type.
fn items(page: &Value, item_type: &str) -> Vec<Value> {
    let all = page["items"].as_array().cloned().unwrap_or_default();
    all.into_iter().filter(|item| item["calendar_item_type"] == item_type).collect()
}

fn labels(page: &Value, item: &Value) -> Vec<String> {
    let groups = page["inventory_groups"].as_array().cloned().unwrap_or_default();
    let seats: Vec<_> =
        groups.iter().flat_map(|g| g["inventory_items"].as_array().cloned().unwrap_or_default()).collect();
    let uids = item["inventory_item_uids"].as_array().cloned().unwrap_or_default();
    let label = |uid: &Value| seats.iter().find(|seat| seat["uid"] == *uid).expect("a seat")["label"].clone();
    uids.iter().map(|uid| label(uid).as_str().expect("a label").to_owned()).collect()
}

/// A reservation that no call of this test makes.
struct Placed {
    kind: &'static str,
    status: &'static str,
    /// Of the restaurant's seats, by position.
    item: usize,
    hour: u32,
}

async fn place(app: &TestApp, restaurant: &Restaurant, date: NaiveDate, placed: Placed) -> String {
    let starts: DateTime<Utc> = format!("{date}T{:02}:00:00+09:00", placed.hour).parse().expect("a time");
    let uid = app.rng.uid();
    sqlx::query(
        "WITH guest AS (
             INSERT INTO customers (uid, restaurant_id, type, created_at) VALUES ($1 || 'c', $3, 'OfflineCustomer', $9) RETURNING id),
         profile AS (
             INSERT INTO customer_profiles (restaurant_id, customer_id, nickname) SELECT $3, id, '伊藤' FROM guest),
         placed AS (
             INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, customer_id, inventory_group_id, operation,
                 date, starts_at, ends_at, guests_count, held_until, accepted_at, created_at)
             SELECT $1, $2, $3, $4, $5, guest.id, $6, 'dinner', $7, $8, $8::timestamptz + interval '2 hours', 1,
                 CASE WHEN $5 = 'pending' THEN $8::timestamptz END, CASE WHEN $5 <> 'pending' THEN $9::timestamptz END, $9
             FROM guest RETURNING id)
         INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during, released_at)
         SELECT $3, id, $10, tstzrange($8, $8::timestamptz + interval '2 hours'),
             CASE WHEN $5 NOT IN ('pending', 'accepted') THEN $9::timestamptz END FROM placed",
    )
    .bind(&uid)
    .bind(app.rng.reservation_code())
    .bind(restaurant.id.0)
    .bind(placed.kind)
    .bind(placed.status)
    .bind(restaurant.group)
    .bind(date)
    .bind(starts)
    .bind(app.now())
    .bind(restaurant.items[placed.item])
    .execute(&app.pool)
    .await
    .expect("a reservation");
    app.refresh(restaurant, date).await;
    uid
}

/// F114
#[tokio::test]
async fn the_day_is_cut_into_columns_and_rows() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { capacity: 2, ..RestaurantSpec::default() }).await;
    let page = calendar(&owner, app.day(0)).await;
    assert_eq!((&page["date"], &page["is_today"]), (&json!(app.day(0).to_string()), &json!(true)));
    let columns = page["columns"].as_array().expect("columns").clone();
    assert_eq!(columns.len(), 24, "11:00 to 23:00 in half hours");
    let first = json!({ "key": "11:00", "label": "11:00", "operation": "dinner", "from": "11:00", "till": "11:30" });
    assert_eq!(columns[0], first);
    let group = &page["inventory_groups"][0];
    assert_eq!((&group["short_label"], &group["capacity_per_stock"]), (&json!("C"), &json!(2)));
    assert_eq!(group["inventory_items"].as_array().map(Vec::len), Some(4));
    assert_eq!(
        (&page["operations"][0]["default_stay_minutes"], &page["courses"][0]["price"]),
        (&json!(120), &json!(10_000))
    );
    assert_eq!((&page["is_closed"], &page["daily_memo"], &page["tags"]), (&json!(false), &json!(""), &json!([])));
    app.execute("INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes) SELECT id, 'lunch', '09:00', '10:00', 60 FROM restaurants").await;
    let path = format!("/owners/daily_calendars/{}?quarter_hour=1", app.day(0));
    let page = owner.get(&path).await.data();
    let keys: Vec<_> = page["columns"].as_array().expect("columns").iter().map(|c| c["key"].clone()).collect();
    assert_eq!(&keys[..6], ["09:00", "09:15", "09:30", "09:45", "divider-10:00", "11:00"]);
    assert_eq!((&page["columns"][4]["label"], &page["columns"][4]["operation"]), (&Value::Null, &Value::Null));
    owner.set_cookie("quarter_hour_calendar", "1");
    assert_eq!(calendar(&owner, app.day(0)).await["is_quarter_hour"], true, "the switch is remembered");
    app.change(&restaurant, SettingsChange { quarter_hour_calendar: Some(true), ..SettingsChange::default() }).await;
    owner.set_cookie("quarter_hour_calendar", "0");
    assert_eq!(calendar(&owner, app.day(0)).await["is_quarter_hour"], false);
    owner.forget_cookie("quarter_hour_calendar");
    assert_eq!(calendar(&owner, app.day(0)).await["is_quarter_hour"], true, "else the restaurant decides");
    app.end().await;
}

/// F116
#[tokio::test]
async fn a_booking_goes_from_slot_to_hold_to_reservation_to_cancelled() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec { items: vec![0, 1, 2], ..SlotSpec::default() }).await;
    let owner = app.owner(&restaurant).await;
    let page = calendar(&owner, slot.date).await;
    let offered = &items(&page, "OnlineStockGroup")[0];
    assert_eq!(labels(&page, offered), ["C1", "C2", "C3"]);
    assert_eq!((&offered["title"], &offered["subtitle"]), (&json!("18:00–20:00"), &json!("1–4名")));
    assert_eq!((&offered["is_past_cutoff"], &offered["has_effective_course"]), (&json!(false), &json!(true)));

    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    let page = calendar(&owner, slot.date).await;
    let hold = &items(&page, "Pending")[0];
    assert_eq!((&hold["title"], &hold["status"]), (&json!("お客様が枠を確保中です"), &json!("pending")));
    assert_eq!(
        (&hold["start_time"], &hold["rendered_from"], &hold["rendered_till"]),
        (&json!("18:00"), &json!("18:00"), &json!("20:00"))
    );
    assert_eq!(labels(&page, hold), ["C1", "C2"]);
    assert!(!hold.to_string().contains("hanako"), "{hold}");
    assert_eq!(labels(&page, &items(&page, "OnlineStockGroup")[0]), ["C3"]);

    hanako.confirm(&restaurant, &uid).await.is(200);
    let page = calendar(&owner, slot.date).await;
    let booked = &items(&page, "OnlineReservation")[0];
    assert_eq!((&booked["title"], &booked["subtitle"]), (&json!("hanako 太郎"), &json!("2名 おまかせ")));
    assert_eq!(
        (&booked["uid"], &booked["status"], &booked["visit_count"]),
        (&json!(uid), &json!("accepted"), &json!(0))
    );
    owner.get(&format!("/owners/api/online_reservations/{uid}")).await.is(200);

    hanako.cancel(&uid).await;
    let page = calendar(&owner, slot.date).await;
    let cancelled = &items(&page, "OnlineReservation")[0];
    assert_eq!((&cancelled["status"], labels(&page, cancelled)), (&json!("void"), vec!["C1".to_owned(), "C2".into()]));
    app.end().await;
}

#[tokio::test]
async fn abandoned_hold_leaves_no_trace() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    hanako.cancel(&uid).await.is(204);
    let page = calendar(&owner, slot.date).await;
    assert_eq!(page["items"].as_array().map(Vec::len), Some(1), "only the slot: {page}");
    hanako.hold(&restaurant, &slot, 1).await;
    app.advance(601);
    let page = calendar(&owner, slot.date).await;
    assert_eq!(items(&page, "Pending").len(), 0, "its time is over, swept or not");
    assert_eq!(labels(&page, &items(&page, "OnlineStockGroup")[0]).len(), 3, "its seat is free once it is swept");
    app.end().await;
}

/// F115, F119
#[tokio::test]
async fn every_kind_of_item_has_its_type_and_its_pane() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let date = app.day(1);
    let kinds = [
        ("offline_reservation", "accepted", "OfflineReservation"),
        ("offsite_reservation", "accepted", "OffsiteReservation"),
        ("invited_reservation", "pending", "InvitedReservation"),
        ("invited_temporary_reservation", "pending", "ReservationInvite"),
        ("online_reservation", "owner_delete", "OnlineReservation"),
    ];
    for (item, (kind, status, _)) in kinds.into_iter().enumerate() {
        place(&app, &restaurant, date, Placed { kind, status, item, hour: 18 }).await;
    }
    app.execute("INSERT INTO reservation_invites (reservation_id, restaurant_id, uid, invite_type, created_at)
                 SELECT id, restaurant_id, 'invite', 'smsInvited', created_at FROM reservations WHERE type = 'invited_temporary_reservation'").await;
    place(&app, &restaurant, date, Placed { kind: "offline_reservation", status: "owner_delete", item: 5, hour: 18 })
        .await;
    let gold = app.slot(&restaurant, SlotSpec { days: 1, items: vec![6], ..SlotSpec::default() }).await;
    app.execute("WITH round AS (INSERT INTO gold_rounds (title, slug, created_at) VALUES ('春', 'spring', '2026-01-01') RETURNING id)
                 INSERT INTO gold_allocations (uid, restaurant_id, gold_round_id, online_stock_group_id, created_at)
                 SELECT 'gold', o.restaurant_id, round.id, o.id, '2026-01-01' FROM online_stock_groups o, round").await;
    app.execute("UPDATE customer_profiles SET kana = 'イトウ'").await;
    let page = calendar(&owner, gold.date).await;
    for (kind, _, item_type) in kinds {
        let found = items(&page, item_type);
        assert_eq!(found.len(), 1, "{kind}: {page}");
        assert_eq!(found[0]["title"], "伊藤", "{kind}");
        assert_eq!(found[0]["customer_fullname_kana"], "イトウ", "{kind}");
    }
    assert_eq!(items(&page, "ReservationInvite")[0]["is_sms_invite"], true);
    assert_eq!(labels(&page, &items(&page, "GoldAllocatedSlot")[0]), ["C7"]);
    assert_eq!(page["items"].as_array().map(Vec::len), Some(6), "what staff took away again is gone");
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&elsewhere).await;
    for (item_type, call) in PANES {
        let uid = items(&page, item_type)[0]["uid"].as_str().expect("a uid").to_owned();
        let path = format!("/owners/api/{call}/{uid}");
        let pane = owner.get(&path).await.is(200).json();
        assert_eq!((&pane["status"], pane["data"].is_object()), (&json!(200), true), "{call}: {pane}");
        stranger.get(&path).await.refused(404, "not_found");
    }
    app.end_unverified().await;
}

/// The call that reads an item's pane.
const PANES: [(&str, &str); 6] = [
    ("OnlineReservation", "online_reservations"),
    ("OfflineReservation", "offline_reservations"),
    ("OffsiteReservation", "offsite_reservations"),
    ("InvitedReservation", "invited_reservations"),
    ("ReservationInvite", "reservation_invites"),
    ("GoldAllocatedSlot", "online_stock_groups"),
];

#[tokio::test]
async fn restricted_closed_and_late_slots_are_labelled() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    for seat in 0..4 {
        app.whitelist(&restaurant, &slot, seat, group).await;
    }
    let owner = app.owner(&restaurant).await;
    let page = calendar(&owner, slot.date).await;
    let offered = &items(&page, "OnlineStockGroup")[0];
    assert_eq!(
        (&offered["has_whitelist_online_stock"], &offered["online_stock_customer_group_labels"]),
        (&json!(true), &json!(["常連"]))
    );
    assert_eq!(offered["has_open_online_stock"], false, "all its seats are restricted");
    app.execute("UPDATE online_stocks SET access_control = 'blacklist' WHERE id = (SELECT min(id) FROM online_stocks)")
        .await;
    let partly = calendar(&owner, slot.date).await;
    assert_eq!(items(&partly, "OnlineStockGroup")[0]["has_open_online_stock"], true);
    assert_eq!(page["customer_groups"][0]["label"], "常連");
    app.close_day(&restaurant, slot.date).await;
    app.execute("UPDATE courses SET is_active = false").await;
    app.refresh(&restaurant, slot.date).await;
    app.advance(7 * DAY);
    let page = calendar(&owner, slot.date).await;
    let offered = &items(&page, "OnlineStockGroup")[0];
    assert_eq!((&offered["is_past_cutoff"], &offered["has_effective_course"]), (&json!(true), &json!(false)));
    assert_eq!((&page["is_closed"], page["calendar_date_id"].is_i64()), (&json!(true), true));
    app.end().await;
}

#[tokio::test]
async fn operation_slots_are_drawn_as_filling_circles() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let date = app.day(1);
    assert_eq!(calendar(&owner, date).await["marks"], json!([]));
    app.execute(
        "WITH setting AS (
             INSERT INTO calendar_operation_settings (restaurant_id, operation) SELECT id, 'dinner' FROM restaurants)
         INSERT INTO calendar_operation_slots (restaurant_id, operation, inventory_group_id, start_time, end_time, monday, tuesday,
             wednesday, thursday, friday, saturday, sunday, holiday)
         SELECT restaurant_id, 'dinner', id, '17:00', '21:00', 3, 3, 3, 3, 3, 3, 3, 3 FROM inventory_groups",
    )
    .await;
    place(&app, &restaurant, date, Placed { kind: "offline_reservation", status: "accepted", item: 0, hour: 18 }).await;
    let mark = calendar(&owner, date).await["marks"][0].clone();
    assert_eq!((&mark["promised"], &mark["filled"]), (&json!(3), &json!(1)));
    assert_eq!(
        (&mark["inventory_group_short_label"], &mark["from"], &mark["till"]),
        (&json!("C"), &json!("17:00"), &json!("21:00"))
    );
    app.end_unverified().await;
}

#[tokio::test]
async fn visits_without_a_review_are_pointed_out_for_two_days() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let date = app.day(0);
    place(&app, &restaurant, date, Placed { kind: "offline_reservation", status: "accepted", item: 0, hour: 18 }).await;
    let mut seen = Vec::new();
    for hours in [0, 10, 24, 24] {
        app.advance(hours * HOUR);
        seen.push(calendar(&owner, date).await["has_unreviewed"] == true);
    }
    assert_eq!(seen, [false, true, true, false]);
    app.end_unverified().await;
}

#[tokio::test]
async fn daily_calendar_needs_access_and_valid_date() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let date = app.day(1);
    place(&app, &other, date, Placed { kind: "offline_reservation", status: "accepted", item: 0, hour: 18 }).await;
    let owner = app.owner(&restaurant).await;
    let page = calendar(&owner, date).await;
    assert_eq!(page["items"], json!([]));
    let path = format!("/owners/daily_calendars/{date}");
    owner.get(&format!("{path}?restaurant_slug=tempura-test")).await.refused(404, "not_found");
    for bad in ["2026-02-30", "2026-1-1", "today", "20261201", "2026-12-01x", "%00"] {
        owner.get(&format!("/owners/daily_calendars/{bad}")).await.refused(404, "not_found");
    }
    for odd in ["quarter_hour=", "quarter_hour=x", "quarter_hour=2"] {
        assert_eq!(owner.get(&format!("{path}?{odd}")).await.data()["is_quarter_hour"], false);
    }
    app.anonymous().get(&path).await.refused(401, "sign_in_required");
    app.anonymous().open(&path).await.goes_to("/owners/sign_in");
    app.diner("hanako").await.get(&path).await.refused(401, "sign_in_required");
    assert_eq!(owner.open(&path).await.embedded()["page"], "owner_daily_calendar");
    app.end_unverified().await;
}
