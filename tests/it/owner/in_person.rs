//! Bookings that staff record by phone or in person (F125 to F131).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, GuestSpec, OFFLINE_RESERVATIONS, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

/// The seats of a reservation.
pub fn labels(detail: &Value) -> Vec<&str> {
    let items = detail["inventory_items"].as_array().expect("items");
    items.iter().filter_map(|item| item["label"].as_str()).collect()
}

/// Staff record past visits afterwards: the specification does not forbid it, and visits and reports need it. They confirm the day (G257).
/// An invitation, which needs the guest's answer, requires a future time.
#[tokio::test]
async fn past_visit_is_recordable_if_confirmed_but_not_invitable() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let yesterday = VisitSpec { days: -1, ..VisitSpec::default() };
    let mut unconfirmed = app.visit(&restaurant, &yesterday).await;
    unconfirmed["offline_customer_uid"] = app.guest(&restaurant, GuestSpec::default()).await.into();
    unconfirmed["is_day_confirmed"] = json!(false);
    owner.post(OFFLINE_RESERVATIONS, &unconfirmed).await.refused(422, "past_unconfirmed");
    unconfirmed.as_object_mut().expect("a body").remove("is_day_confirmed");
    owner.post(OFFLINE_RESERVATIONS, &unconfirmed).await.refused(422, "past_unconfirmed");
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 0);
    let uid = owner.record_visit(&app, &restaurant, &yesterday).await.uid();
    let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await;
    assert_eq!((&detail["date"], &detail["status"]), (&json!("2026-11-30"), &json!("accepted")));
    let mail = GuestSpec { email: Some("ito@seki.test"), ..GuestSpec::default() };
    owner.invite(&app, &restaurant, &yesterday, mail).await.refused(400, "invitation_past");
    app.end().await;
}

/// G257
#[tokio::test]
async fn move_into_the_past_needs_a_confirmation() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let uid = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.uid();
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let past = app.day(-18).to_string();
    let change = |fields: Value| json!({ "offline_reservation": fields });
    owner.put(&path, &change(json!({ "date": past }))).await.refused(422, "past_unconfirmed");
    let instants =
        json!({ "starts_at": format!("{past}T18:00:00+09:00"), "ends_at": format!("{past}T20:00:00+09:00") });
    owner.put(&path, &change(instants)).await.refused(422, "past_unconfirmed");
    assert_eq!(owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await["date"], app.day(7).to_string());
    owner.put(&path, &change(json!({ "date": past, "is_day_confirmed": true }))).await.is(200);
    // The day of the visit stays, so nothing needs a confirmation.
    let later = json!({ "starts_at": "18:30", "ends_at": "20:30" });
    owner.put(&path, &change(later)).await.is(200);
    owner.put(&path, &change(json!({ "date": app.day(3) }))).await.is(200);
    app.end().await;
}

/// G257
#[tokio::test]
async fn booking_on_a_closed_day_needs_a_confirmation() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let closed = app.day(7);
    let close = json!({ "restaurant_calendar_date": { "date": closed, "is_closed": true } });
    owner.post("/owners/api/restaurant_calendar_dates/create_is_closed", &close).await.is(201);
    owner
        .record_visit(&app, &restaurant, &VisitSpec { days: 7, ..VisitSpec::default() })
        .await
        .refused(422, "closed_day_unconfirmed");
    let mail = GuestSpec { email: Some("ito@seki.test"), ..GuestSpec::default() };
    let on_closed = VisitSpec { days: 7, ..VisitSpec::default() };
    owner.invite(&app, &restaurant, &on_closed, mail).await.refused(422, "closed_day_unconfirmed");
    let mut confirmed = app.visit(&restaurant, &on_closed).await;
    confirmed["offline_customer_uid"] = app.guest(&restaurant, GuestSpec::default()).await.into();
    confirmed["is_day_confirmed"] = json!("1");
    owner.post(OFFLINE_RESERVATIONS, &confirmed).await.is(201);
    let uid = owner.record_visit(&app, &restaurant, &VisitSpec { days: 8, ..VisitSpec::default() }).await.uid();
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let to_closed = json!({ "offline_reservation": { "date": closed } });
    owner.put(&path, &to_closed).await.refused(422, "closed_day_unconfirmed");
    app.end().await;
}

/// F125, F131
#[tokio::test]
async fn staff_booking_is_immediate_and_takes_web_slot() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let diner = app.diner("hanako").await;
    assert_eq!(diner.guests_options(&restaurant, &slot).await, [1, 2, 3, 4]);
    let reply = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await;
    assert_eq!(reply.is(201).json()["status"], 201);
    let uid = reply.uid();
    let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await;
    assert_eq!(
        (&detail["type"], &detail["status"], &detail["shown_status"], &detail["guests_count"], &detail["start_time"]),
        (&json!("offline_reservation"), &json!("accepted"), &json!("confirmed"), &json!(2), &json!("18:00"))
    );
    assert_eq!(detail["new_guests_count"], 2);
    assert_eq!((&detail["customer_fullname"], &detail["internal_memo"]), (&json!("伊藤"), &json!("窓側を希望")));
    assert_eq!(labels(&detail), ["C1", "C2"]);
    app.caches_follow().await;
    assert_eq!(diner.guests_options(&restaurant, &slot).await, [1, 2]);
    diner.try_hold(&restaurant, &slot, 3).await.refused(422, "full");
    app.verify().await;
    let gone = owner.delete(&format!("{OFFLINE_RESERVATIONS}/{uid}")).await;
    assert_eq!(gone.is(200).json()["status"], 204);
    app.caches_follow().await;
    assert_eq!(diner.guests_options(&restaurant, &slot).await, [1, 2, 3, 4], "the web slot is open again");
    assert_eq!(owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await["status"], "owner_delete");
    owner.delete(&format!("{OFFLINE_RESERVATIONS}/{uid}")).await.refused(400, "reservation_ended");
    app.end().await;
}

/// F126
#[tokio::test]
async fn every_form_rule_is_enforced() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { capacity: 2, ..RestaurantSpec::default() }).await;
    let spec = VisitSpec { guests: 3, ..VisitSpec::default() };
    let mut visit = app.visit(&restaurant, &spec).await;
    visit["offline_customer_uid"] = app.guest(&restaurant, GuestSpec::default()).await.into();
    let items = visit["inventory_item_uids"].clone();
    let wrong = [
        ("guests_count", json!(0)),
        ("guests_count", json!(-1)),
        ("guests_count", json!(2)),
        ("guests_count", json!(5)),
        ("course_uid", json!("")),
        ("course_uid", json!("foreign")),
        ("inventory_group_uid", Value::Null),
        ("inventory_item_uids", json!([])),
        ("inventory_item_uids", json!([items[0]])),
        ("inventory_item_uids", json!([items[0], items[0]])),
        ("inventory_item_uids", json!([items[0], "foreign"])),
        ("operation", json!("lunch")),
        ("operation", json!("brunch")),
        ("starts_at", Value::Null),
        ("starts_at", json!("soon")),
        ("ends_at", Value::Null),
    ];
    for (field, value) in wrong {
        let mut body = visit.clone();
        body[field] = value;
        let rejected = owner.post(OFFLINE_RESERVATIONS, &body).await.refused(400, "items_not_entered");
        assert_eq!(rejected["message"], "未入力の項目があります。", "{body}");
    }
    for (starts, ends) in [("20:00", "18:00"), ("18:02", "20:00"), ("09:00", "12:00"), ("22:00", "23:30")] {
        let mut body = visit.clone();
        body["starts_at"] = format!("{} {starts}", app.day(7)).into();
        body["ends_at"] = format!("{} {ends}", app.day(7)).into();
        owner.post(OFFLINE_RESERVATIONS, &body).await.refused(400, "outside_hours");
    }
    let mut english = visit.clone();
    english["guests_count"] = 0.into();
    let reply = owner.post(&format!("{OFFLINE_RESERVATIONS}?locale=en"), &english).await;
    assert_eq!(reply.json()["message"], "There are items not entered");
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 0);
    owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201);
    app.end().await;
}

/// F128
#[tokio::test]
async fn exactly_one_customer_of_the_restaurant_is_meant() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let visit = app.visit(&restaurant, &VisitSpec::default()).await;
    let own = app.guest(&restaurant, GuestSpec::default()).await;
    let other = app.guest(&foreign, GuestSpec::default()).await;
    let with = |pairs: &[(&str, &str)]| {
        let mut body = visit.clone();
        for (key, uid) in pairs {
            body[*key] = (*uid).into();
        }
        body
    };
    let cases: [(&[(&str, &str)], &str); 5] = [
        (&[], "one_customer"),
        (&[("offline_customer_uid", &own), ("online_customer_uid", "x")], "one_customer"),
        (&[("offline_customer_uid", &other)], "customer_unknown"),
        (&[("online_customer_uid", &own)], "customer_unknown"),
        (&[("offline_customer_uid", "a\u{0}b")], "invalid_input"),
    ];
    for (pairs, code) in cases {
        let status = if code == "invalid_input" { 422 } else { 400 };
        owner.post(OFFLINE_RESERVATIONS, &with(pairs)).await.refused(status, code);
    }
    let body = with(&[("offline_customer_uid", &own)]);
    app.anonymous().post(OFFLINE_RESERVATIONS, &body).await.refused(401, "sign_in_required");
    app.diner("hanako").await.post(OFFLINE_RESERVATIONS, &body).await.refused(401, "sign_in_required");
    owner.call(Method::POST, OFFLINE_RESERVATIONS).csrf(Csrf::None).json(&body).send().await.refused(422, "csrf");
    owner.post(OFFLINE_RESERVATIONS, &json!({ "guests_count": "many" })).await.refused(422, "invalid_input");
    let elsewhere = app.owner(&foreign).await;
    elsewhere.post(OFFLINE_RESERVATIONS, &body).await.refused(400, "items_not_entered");
    owner.post(OFFLINE_RESERVATIONS, &body).await.is(201);
    app.end().await;
}

/// F127
#[tokio::test]
async fn occupied_or_held_seats_are_rejected() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.is(201);
    for times in [("18:00", "20:00"), ("17:00", "18:05"), ("19:55", "22:00"), ("17:00", "22:00")] {
        let spec = VisitSpec { items: vec![1, 2], times, ..VisitSpec::default() };
        owner.record_visit(&app, &restaurant, &spec).await.refused(400, "seat_taken");
    }
    owner
        .record_visit(&app, &restaurant, &VisitSpec { times: ("20:00", "22:00"), ..VisitSpec::default() })
        .await
        .is(201);
    let hanako = app.diner("hanako").await;
    hanako.hold(&restaurant, &slot, 1).await;
    let other_seats = VisitSpec { items: vec![2, 3], ..VisitSpec::default() };
    let rejected = owner.record_visit(&app, &restaurant, &other_seats).await.refused(400, "seat_held");
    assert!(rejected["message"].as_str().is_some_and(|text| text.contains("手続き中")), "{rejected}");
    app.advance(600);
    owner.record_visit(&app, &restaurant, &other_seats).await.is(201);
    app.end().await;
}

/// F130
#[tokio::test]
async fn guests_times_seats_and_notes_are_changed() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { seats: 6, ..RestaurantSpec::default() }).await;
    let uid =
        owner.record_visit(&app, &restaurant, &VisitSpec { items: vec![1, 2], ..VisitSpec::default() }).await.uid();
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await;
    let change = |fields: Value| json!({ "offline_reservation": fields });
    let more = owner.put(&path, &change(json!({ "new_guests_count": 4 }))).await.data();
    assert_eq!((&more["guests_count"], labels(&more)), (&json!(4), vec!["C1", "C2", "C3", "C4"]));
    let by_id = format!("{OFFLINE_RESERVATIONS}/{}", detail["id"]);
    let fewer = owner.put(&by_id, &change(json!({ "new_guests_count": 1 }))).await.data();
    assert_eq!(labels(&fewer), ["C1"]);
    let notes = json!({
        "customer_attributes": {
            "id": detail["customer_id"], "restaurant_id": detail["restaurant_id"],
            "profile_attributes": {
                "id": detail["customer_profile_id"], "nickname": " 佐藤 ", "internal_memo": "常連", "phone_local_number": "０９０-1234-5678",
            },
        },
        "internal_memo": "誕生日", "new_guests_count": 1, "starts_at": "19:00", "ends_at": "21:00",
    });
    let noted = owner.put(&path, &change(notes)).await.data();
    let expected = ("佐藤", "誕生日", "常連", "09012345678", "19:00", "21:00");
    let fields =
        ["nickname", "internal_memo", "customer_internal_memo", "display_phone_number", "start_time", "end_time"];
    let found: Vec<_> = fields.iter().map(|field| noted[*field].as_str().unwrap_or_default()).collect();
    assert_eq!(found, [expected.0, expected.1, expected.2, expected.3, expected.4, expected.5]);
    app.verify().await;
    let items =
        app.visit(&restaurant, &VisitSpec { items: vec![5], ..VisitSpec::default() }).await["inventory_item_uids"]
            .clone();
    let moved = owner.put(&path, &change(json!({ "inventory_item_uids": items }))).await.data();
    assert_eq!(labels(&moved), ["C6"]);
    app.end().await;
}

#[tokio::test]
async fn staff_see_which_seats_are_free_and_move_a_party_there() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let uid = owner
        .record_visit(&app, &restaurant, &VisitSpec { items: vec![0], guests: 1, ..VisitSpec::default() })
        .await
        .uid();
    let neighbour = VisitSpec { items: vec![1], guests: 1, times: ("18:00", "20:00"), ..VisitSpec::default() };
    owner.record_visit(&app, &restaurant, &neighbour).await.is(201);
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let seats = async |query: &str| -> Vec<(String, bool)> {
        let reply = owner.get(&format!("{path}/seats{query}")).await;
        let seats = reply.data().as_array().expect("seats").clone();
        let seat = |seat: &Value| (seat["label"].as_str().unwrap_or_default().to_owned(), seat["is_free"] == true);
        seats.iter().map(seat).collect()
    };
    let free = |found: Vec<(String, bool)>| -> Vec<String> {
        found.into_iter().filter_map(|(label, is_free)| is_free.then_some(label)).collect()
    };
    assert_eq!(free(seats("").await), ["C1", "C3", "C4"], "its own is free for it");
    assert_eq!(free(seats("?starts_at=20:00&ends_at=22:00").await), ["C1", "C2", "C3", "C4"]);
    assert_eq!(free(seats("?ends_at=22:00").await), ["C1", "C3", "C4"]);
    for query in ["?starts_at=never", "?ends_at=30:00", "?starts_at=20:00", "?starts_at=%00"] {
        owner.get(&format!("{path}/seats{query}")).await.refused(422, "invalid_input");
    }
    let move_to = async |item: usize| {
        let spec = VisitSpec { items: vec![item], ..VisitSpec::default() };
        let items = app.visit(&restaurant, &spec).await["inventory_item_uids"].clone();
        owner.put(&path, &json!({ "offline_reservation": { "inventory_item_uids": items } })).await
    };
    move_to(1).await.refused(400, "seat_taken");
    assert_eq!(labels(&owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await), ["C1"]);
    assert_eq!(labels(&move_to(2).await.data()), ["C3"]);
    app.verify().await;
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.owner(&foreign).await.get(&format!("{path}/seats")).await.refused(404, "not_found");
    app.anonymous().get(&format!("{path}/seats")).await.refused(401, "sign_in_required");
    app.end().await;
}

/// F130
#[tokio::test]
async fn invalid_change_is_rejected_as_a_whole() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let uid = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.uid();
    owner
        .record_visit(&app, &restaurant, &VisitSpec { items: vec![2], guests: 1, ..VisitSpec::default() })
        .await
        .is(201);
    let evening = VisitSpec { items: vec![0], guests: 1, times: ("20:00", "22:00"), ..VisitSpec::default() };
    owner.record_visit(&app, &restaurant, &evening).await.is(201);
    let before = app.state().await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let profile = |fields: Value| json!({ "customer_attributes": { "profile_attributes": fields } });
    let cases = [
        (json!({ "new_guests_count": 5 }), 400, "guests_out_of_range"),
        (json!({ "new_guests_count": 0 }), 400, "guests_out_of_range"),
        (json!({ "new_guests_count": 4 }), 400, "not_enough_seats"),
        (json!({ "starts_at": "19:00", "ends_at": "21:00" }), 400, "seat_taken"),
        (json!({ "starts_at": "19:02", "ends_at": "21:00" }), 400, "outside_hours"),
        (json!({ "starts_at": "never" }), 422, "invalid_input"),
        (json!({ "inventory_item_uids": ["foreign", "x"] }), 400, "items_not_entered"),
        (profile(json!({ "nickname": " " })), 422, "nickname_blank"),
        (profile(json!({ "nickname": "\u{200b}" })), 422, "nickname_blank"),
        (profile(json!({ "nickname": "佐藤\r\n鈴木" })), 422, "invalid_input"),
        (profile(json!({ "nickname": "\u{202e}nimda" })), 422, "invalid_input"),
        (profile(json!({ "nickname": "佐藤 http://evil.example" })), 422, "invalid_input"),
        (profile(json!({ "nickname": "x".repeat(101) })), 422, "invalid_input"),
        (profile(json!({ "internal_memo": "x".repeat(5_001) })), 422, "invalid_input"),
        (profile(json!({ "phone_local_number": "12" })), 422, "invalid_input"),
        (json!({ "customer_attributes": { "id": 999_999 } }), 404, "not_found"),
        (json!({ "internal_memo": "x".repeat(5_001) }), 422, "invalid_input"),
    ];
    for (fields, status, code) in cases {
        owner.put(&path, &json!({ "offline_reservation": fields })).await.refused(status, code);
    }
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let elsewhere = app.owner(&foreign).await;
    let memo = json!({ "offline_reservation": { "internal_memo": "" } });
    elsewhere.put(&path, &memo).await.refused(404, "not_found");
    elsewhere.delete(&path).await.refused(404, "not_found");
    elsewhere.get(&path).await.refused(404, "not_found");
    app.anonymous().put(&path, &json!({})).await.refused(401, "sign_in_required");
    owner.delete("/owners/api/offline_reservations/none").await.refused(404, "not_found");
    assert_eq!(app.state().await, before, "nothing was changed");
    app.end().await;
}

#[tokio::test]
async fn course_over_daily_maximum_is_rejected() {
    let limited = tests::CourseSpec { daily_max: Some(3), ..tests::CourseSpec::default() };
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { courses: vec![limited], ..RestaurantSpec::default() }).await;
    let uid = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.uid();
    let other_seats = VisitSpec { items: vec![2, 3], ..VisitSpec::default() };
    owner.record_visit(&app, &restaurant, &other_seats).await.refused(400, "course_full");
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let change = json!({ "offline_reservation": { "new_guests_count": 4 } });
    owner.put(&path, &change).await.refused(400, "course_full");
    let change = json!({ "offline_reservation": { "new_guests_count": 3 } });
    owner.put(&path, &change).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn deleted_booking_is_restored_or_the_reason_is_given() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.uid();
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let restore = format!("{path}/restore");
    owner.post(&restore, &json!({})).await.refused(400, "reservation_not_deleted");
    owner.delete(&path).await.is(200);
    owner.post(&restore, &json!({})).await.is(200);
    let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await;
    assert_eq!((&detail["status"], labels(&detail)), (&json!("accepted"), vec!["C1", "C2"]));
    assert_eq!(detail["expired_at"], Value::Null);
    app.caches_follow().await;
    let diner = app.diner("hanako").await;
    assert_eq!(diner.guests_options(&restaurant, &slot).await, [1, 2], "its seats are off the web again");
    app.verify().await;

    owner.delete(&path).await.is(200);
    diner.hold(&restaurant, &slot, 4).await;
    owner.post(&restore, &json!({})).await.refused(400, "seat_held");
    assert_eq!(
        owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await["status"],
        "owner_delete",
        "nothing is half done"
    );
    app.advance(700);
    owner.post(&restore, &json!({})).await.is(200);
    let audited = "SELECT count(*) FROM audit_events WHERE action = 'offline_reservation_restored'";
    assert_eq!(app.count(audited).await, 2);
    app.end().await;
}

#[tokio::test]
async fn only_the_restaurants_own_bookings_come_back() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&other).await;
    let uid = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.uid();
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    owner.delete(&path).await.is(200);
    let restore = format!("{path}/restore");
    app.anonymous().post(&restore, &json!({})).await.refused(401, "sign_in_required");
    stranger.post(&restore, &json!({})).await.refused(404, "not_found");
    owner.post(&format!("{OFFLINE_RESERVATIONS}/unknown/restore"), &json!({})).await.refused(404, "not_found");
    let slot = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let online = app.diner("hanako").await.book(&restaurant, &slot, 1).await;
    owner.post(&format!("{OFFLINE_RESERVATIONS}/{online}/restore"), &json!({})).await.refused(404, "not_found");
    assert_eq!(owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await["status"], "owner_delete");
    app.end().await;
}

/// As POST and PATCH of a customer (owner §7).
#[tokio::test]
async fn number_of_another_guest_is_a_conflict() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let other =
        json!({ "customer": { "profile_attributes": { "nickname": "佐藤", "phone_local_number": "08011110001" } } });
    let other = owner.post("/owners/api/customers", &other).await.is(201).json();
    let uid = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.uid();
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let write = async |number: &str| {
        let profile = json!({ "phone_local_number": number });
        let customer = json!({ "customer_attributes": { "profile_attributes": profile } });
        owner.put(&path, &json!({ "offline_reservation": customer })).await
    };
    let refused = write("080-1111-0001").await;
    refused.refused(409, "customer_known");
    assert_eq!(refused.json()["current"], json!(null), "no colleague has changed it");
    assert_eq!(refused.json()["redirect_to"], format!("/owners/customers/{}", other["uid"].as_str().expect("a uid")));
    let count = "SELECT count(*) FROM customer_profiles WHERE phone_e164 = '+818011110001'";
    assert_eq!(app.count(count).await, 1);
    write("08022220002").await.is(200);
    write("08022220002").await.is(200);
    let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await;
    assert_eq!((&detail["display_phone_number"], &detail["new_guests_count"]), (&json!("08022220002"), &json!(2)));
    write("").await.is(200);
    app.end().await;
}

/// A lost response: the client cannot know whether the booking was saved, and sends it again with its key.
#[tokio::test]
async fn repeated_booking_with_its_key_is_saved_once() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let closed = json!({ "restaurant_calendar_date": { "date": app.day(7), "is_closed": true } });
    owner.post("/owners/api/restaurant_calendar_dates/create_is_closed", &closed).await.is(201);
    let mut body = app.visit(&restaurant, &VisitSpec::default()).await;
    body["offline_customer_uid"] = app.guest(&restaurant, GuestSpec::default()).await.into();
    body["idempotency_key"] = json!("3f2b8c1e-7a44-4d0a-9d57-1f0f8f6f2c11");
    body["is_day_confirmed"] = json!(false);
    owner.post(OFFLINE_RESERVATIONS, &body).await.refused(422, "closed_day_unconfirmed");
    body["is_day_confirmed"] = json!(true);
    let (one, other) = tokio::join!(owner.post(OFFLINE_RESERVATIONS, &body), owner.post(OFFLINE_RESERVATIONS, &body));
    let first = one.is(201).json();
    assert_eq!(other.is(201).json(), first);
    body["is_day_confirmed"] = json!(false);
    assert_eq!(
        owner.post(OFFLINE_RESERVATIONS, &body).await.is(201).json(),
        first,
        "a repeated attempt needs no confirmation"
    );
    body["internal_memo"] = json!("別の席");
    let refused = owner.post(OFFLINE_RESERVATIONS, &body).await.refused(422, "booking_already_saved");
    assert_eq!(
        refused["message"],
        "前の送信で、予約はすでに保存されています。この画面を閉じて、予約の内容をご確認ください。"
    );
    body["idempotency_key"] = json!("short");
    owner.post(OFFLINE_RESERVATIONS, &body).await.refused(422, "invalid_input");
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 1);
    app.verify().await;
    app.end().await;
}
