//! Walk-ins: seated immediately, named later, rejected if a seat is occupied; and proposals of seats for them.

use serde_json::{Value, json};
use tests::{GuestSpec, HOUR, OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const WALK_INS: &str = "/owners/api/walk_ins";
const PROPOSALS: &str = "/owners/api/seat_proposals";

/// A counter of four, at 18:03 of a day on which C3 and C4 are booked for 19:30.
async fn evening() -> (TestApp, Restaurant, Persona, Value) {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let later = VisitSpec { days: 0, items: vec![2, 3], times: ("19:30", "21:30"), ..VisitSpec::default() };
    owner.record_visit(&app, &restaurant, &later).await.is(201);
    let place = app.visit(&restaurant, &VisitSpec { items: vec![0, 1, 2, 3], ..VisitSpec::default() }).await;
    app.advance(8 * HOUR + 3 * 60);
    (app, restaurant, owner, place)
}

fn walk_in(place: &Value, seats: &[usize]) -> Value {
    let uids: Vec<_> = seats.iter().map(|seat| place["inventory_item_uids"][*seat].clone()).collect();
    json!({
        "guests_count": seats.len(),
        "inventory_group_uid": place["inventory_group_uid"],
        "inventory_item_uids": uids,
    })
}

async fn block(app: &TestApp, owner: &Persona, uid: &str) -> Value {
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(0))).await.data();
    let items = day["items"].as_array().expect("items").clone();
    items.into_iter().find(|item| item["uid"] == uid).expect("the party is on its day")
}

#[tokio::test]
async fn walk_in_sits_until_next_booking_of_its_seats() {
    let (app, _, owner, place) = evening().await;
    let seated = owner.post(WALK_INS, &walk_in(&place, &[0, 1])).await.is(201).json()["data"].clone();
    assert_eq!((&seated["start_time"], &seated["end_time"]), (&json!("18:00"), &json!("20:00")), "the usual stay");
    let uid = seated["uid"].as_str().expect("a uid");
    let shown = block(&app, &owner, uid).await;
    assert_eq!((&shown["title"], &shown["is_walk_in"]), (&json!("ウォークイン"), &json!(true)));
    assert_eq!((&shown["service"]["state"], &shown["service"]["seated_at"]), (&json!("seated"), &json!("18:03")));
    let short = owner.post(WALK_INS, &walk_in(&place, &[2])).await.is(201).json()["data"].clone();
    assert_eq!(short["end_time"], "19:30", "then C3 is booked");
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.refused(400, "seat_taken");
    owner.delete(&format!("/owners/api/offline_reservations/{uid}")).await.is(200);
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'walk_in_seated'").await, 3);
    assert_eq!(app.count("SELECT count(*) FROM customers").await, 1, "nobody is written down for a walk-in");
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn overstaying_party_occupies_seats_until_departure() {
    let (app, _, owner, place) = evening().await;
    let seated = owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201).json();
    app.advance(2 * HOUR);
    let proposals = format!("{PROPOSALS}?date={}&guests_count=1&starts_at=20:05", app.day(0));
    let labels = async || owner.get(&proposals).await.data()["seats"][0]["labels"].clone();
    assert_eq!(labels().await, json!(["C2"]), "it was to leave C1 at 20:00");
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.refused(400, "seat_taken");
    let uid = seated["data"]["uid"].as_str().expect("a uid");
    let left = json!({ "state": "left" });
    owner.put(&format!("/owners/api/reservations/{uid}/service_state"), &left).await.is(200);
    assert_eq!(labels().await, json!(["C1"]));
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201);
    app.verify().await;
    app.end().await;
}

/// A party that has come occupies its seats, whichever of its steps staff recorded, until it leaves or is a no-show after all.
#[tokio::test]
async fn overstaying_party_that_was_never_seated_occupies_seats() {
    let (app, restaurant, owner, place) = evening().await;
    let booked = VisitSpec { days: 0, items: vec![0], guests: 1, times: ("18:05", "20:05") };
    let booked = owner.record_visit(&app, &restaurant, &booked).await.is(201).json();
    let path = format!("/owners/api/reservations/{}/service_state", booked["uid"].as_str().expect("a uid"));
    let step = async |state: &str| {
        owner.put(&path, &json!({ "state": state })).await.is(200);
    };
    app.advance(2 * HOUR + 10 * 60);
    let proposals = format!("{PROPOSALS}?date={}&guests_count=1&starts_at=20:15", app.day(0));
    let labels = async || owner.get(&proposals).await.data()["seats"][0]["labels"].clone();
    assert_eq!(labels().await, json!(["C1"]), "no step is recorded");
    step("bill").await;
    assert_eq!(labels().await, json!(["C2"]));
    step("arrived").await;
    assert_eq!(labels().await, json!(["C2"]));
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.refused(400, "seat_taken");
    step("seated").await;
    step("no_show").await;
    assert_eq!(labels().await, json!(["C1"]), "a no-show has no seats");
    step("arrived").await;
    step("left").await;
    assert_eq!(labels().await, json!(["C1"]));
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn early_departure_frees_seats_and_return_needs_free_seats() {
    let (app, _, owner, place) = evening().await;
    let seated = owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201).json();
    let uid = seated["data"]["uid"].as_str().expect("a uid");
    let path = format!("/owners/api/reservations/{uid}/service_state");
    app.advance(HOUR);
    owner.put(&path, &json!({ "state": "left" })).await.is(200);
    assert_eq!(block(&app, &owner, uid).await["rendered_till"], "19:00");
    owner.put(&path, &json!({ "state": "seated" })).await.is(200);
    assert_eq!(block(&app, &owner, uid).await["rendered_till"], "20:00", "taken back, they have the seat again");
    owner.put(&path, &json!({ "state": "left" })).await.is(200);
    let next = owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201).json();
    assert_eq!(next["data"]["start_time"], "19:00");
    owner.put(&path, &json!({ "state": "seated" })).await.refused(400, "seat_taken");
    app.verify().await;
    let uid = next["data"]["uid"].as_str().expect("a uid");
    owner.delete(&format!("/owners/api/offline_reservations/{uid}")).await.is(200);
    owner.put(&path, &json!({ "state": "seated" })).await.is(200);
    app.end().await;
}

/// A late worker does not block seats: the row of an expired hold keeps no party from its seats.
#[tokio::test]
async fn returned_party_regains_seats_of_unswept_expired_hold() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { cutoff_hours: 0, ..RestaurantSpec::default() }).await;
    let spec = VisitSpec { days: 0, items: vec![0], guests: 1, times: ("18:00", "20:00") };
    let uid = owner.record_visit(&app, &restaurant, &spec).await.is(201).json()["uid"].clone();
    let uid = uid.as_str().expect("a uid");
    let (step, no_show) =
        (format!("/owners/api/reservations/{uid}/service_state"), format!("/owners/api/reservations/{uid}/no_show"));
    app.advance(9 * HOUR);
    owner.put(&step, &json!({ "state": "left" })).await.is(200);
    let times = vec![("19:30", "21:30")];
    let slot = app.slot(&restaurant, SlotSpec { days: 0, items: vec![0], times, ..SlotSpec::default() }).await;
    app.diner("hanako").await.hold(&restaurant, &slot, 1).await;
    owner.put(&step, &json!({ "state": "seated" })).await.refused(400, "seat_taken");
    app.advance(601);
    owner.put(&step, &json!({ "state": "seated" })).await.is(200);
    assert_eq!(block(&app, &owner, uid).await["rendered_till"], "20:00");

    owner.put(&no_show, &json!({ "no_show": true, "from": "seated" })).await.is(200);
    app.diner("kenji").await.hold(&restaurant, &slot, 1).await;
    owner.put(&no_show, &json!({ "no_show": false })).await.refused(400, "seat_taken");
    app.advance(601);
    owner.put(&no_show, &json!({ "no_show": false })).await.is(200);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn the_seats_of_a_no_show_are_free_until_they_come_after_all() {
    let (app, restaurant, owner, place) = evening().await;
    let booked = VisitSpec { days: 0, items: vec![0, 1], guests: 2, times: ("18:05", "20:05") };
    let booked = owner.record_visit(&app, &restaurant, &booked).await.is(201).json();
    let path = format!("/owners/api/reservations/{}/service_state", booked["uid"].as_str().expect("a uid"));
    app.advance(30 * 60);
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.refused(400, "seat_taken");
    owner.put(&path, &json!({ "state": "no_show" })).await.is(200);
    owner.put(&path, &json!({ "state": "arrived" })).await.is(200);
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.refused(400, "seat_taken");
    owner.put(&path, &json!({ "state": "no_show" })).await.is(200);
    let other = owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201).json()["data"]["uid"].clone();
    owner.put(&path, &json!({ "state": "arrived" })).await.refused(400, "seat_taken");
    app.advance(3 * 60);
    let other = other.as_str().expect("a uid");
    let left = json!({ "state": "left" });
    owner.put(&format!("/owners/api/reservations/{other}/service_state"), &left).await.is(200);
    let gone = block(&app, &owner, other).await;
    assert_eq!((&gone["end_time"], &gone["seats_until"]), (&json!("20:30"), &json!("18:35")), "however it is drawn");
    app.advance(3 * 60);
    owner.put(&path, &json!({ "state": "arrived" })).await.is(200);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn early_arrival_occupies_seats() {
    let (app, restaurant, owner, place) = evening().await;
    let early = VisitSpec { days: 0, items: vec![0], guests: 1, times: ("18:30", "20:30") };
    let booked = owner.record_visit(&app, &restaurant, &early).await.is(201).json();
    let uid = booked["uid"].as_str().expect("a uid");
    let seated = json!({ "state": "seated" });
    owner.put(&format!("/owners/api/reservations/{uid}/service_state"), &seated).await.is(200);
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.refused(400, "seat_taken");
    let ask = format!("{PROPOSALS}?date={}&guests_count=1&starts_at=18:05&ends_at=18:25", app.day(0));
    assert_eq!(owner.get(&ask).await.data()["seats"][0]["labels"], json!(["C2"]));
    app.end().await;
}

#[tokio::test]
async fn walk_in_is_identified_once() {
    let (app, restaurant, owner, place) = evening().await;
    let seated = owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201).json();
    let path = format!("{WALK_INS}/{}/customer", seated["data"]["uid"].as_str().expect("a uid"));
    let guest = app.guest(&restaurant, GuestSpec { nickname: "飛田 来", ..GuestSpec::default() }).await;
    owner.put(&path, &json!({ "customer_uid": "nobody" })).await.refused(400, "customer_unknown");
    let detail = owner.put(&path, &json!({ "customer_uid": guest })).await.data();
    assert_eq!((&detail["nickname"], &detail["is_walk_in"]), (&json!("飛田 来"), &json!(true)));
    owner.put(&path, &json!({ "customer_uid": guest })).await.refused(422, "party_already_named");
    let page = owner.get(&format!("/owners/customers/{guest}")).await.data();
    assert_eq!(page["visits"].as_array().map(Vec::len), Some(1));
    app.end().await;
}

/// G327
#[tokio::test]
async fn wrongly_chosen_guest_is_replaced_and_removed() {
    let (app, restaurant, owner, place) = evening().await;
    let seated = owner.post(WALK_INS, &walk_in(&place, &[0])).await.is(201).json();
    let path = format!("{WALK_INS}/{}/customer", seated["data"]["uid"].as_str().expect("a uid"));
    let guest = app.guest(&restaurant, GuestSpec { nickname: "飛田 来", ..GuestSpec::default() }).await;
    let other = app.guest(&restaurant, GuestSpec { nickname: "飛田 礼", ..GuestSpec::default() }).await;
    let body = |wanted: &Value, seen: &Value| json!({ "customer_uid": wanted, "expected_customer_uid": seen });
    let (first, second, none) = (json!(guest), json!(other), Value::Null);
    owner.put(&path, &body(&first, &none)).await.is(200);
    owner.put(&path, &body(&second, &none)).await.refused(409, "guest_replaced");
    owner.put(&path, &body(&none, &second)).await.refused(409, "guest_replaced");
    let detail = owner.put(&path, &body(&second, &first)).await.data();
    assert_eq!((&detail["nickname"], &detail["customer_uid"]), (&json!("飛田 礼"), &second));
    owner.put(&path, &body(&second, &first)).await.is(200);
    let visits = async |uid: &str| {
        let page = owner.get(&format!("/owners/customers/{uid}")).await.data();
        page["visits"].as_array().map(Vec::len)
    };
    assert_eq!((visits(&guest).await, visits(&other).await), (Some(0), Some(1)));
    let detail = owner.put(&path, &body(&none, &second)).await.data();
    assert_eq!((&detail["customer_uid"], &detail["is_walk_in"]), (&Value::Null, &json!(true)));
    let changed =
        "SELECT count(*) FROM audit_events WHERE action = 'reservation_guest_changed' AND detail ? 'customer_id'";
    assert_eq!(app.count(changed).await, 2);

    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let neighbour = app.owner(&elsewhere).await;
    neighbour.put(&path, &body(&none, &none)).await.refused(404, "not_found");
    app.anonymous().put(&path, &body(&first, &none)).await.refused(401, "sign_in_required");
    let foreign = app.guest(&elsewhere, GuestSpec::default()).await;
    owner.put(&path, &body(&json!(foreign), &none)).await.refused(400, "customer_unknown");
    owner.put(&path, &json!({ "expected_customer_uid": null })).await.refused(400, "items_not_entered");
    owner.put(&path, &json!({ "customer_uid": 7 })).await.refused(422, "invalid_input");
    app.verify().await;
    app.end().await;
}

/// G327
#[tokio::test]
async fn guest_of_a_phone_booking_is_replaced_but_not_removed() {
    let (app, restaurant, owner, _) = evening().await;
    let uid = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.uid();
    let own = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await["customer_uid"].clone();
    let other = app.guest(&restaurant, GuestSpec { nickname: "飛田 礼", ..GuestSpec::default() }).await;
    let path = format!("{WALK_INS}/{uid}/customer");
    let removed = json!({ "customer_uid": null, "expected_customer_uid": own });
    owner.put(&path, &removed).await.refused(400, "items_not_entered");
    let body = json!({ "customer_uid": other, "expected_customer_uid": own });
    assert_eq!(owner.put(&path, &body).await.data()["customer_uid"], other.as_str());
    owner.delete(&format!("{OFFLINE_RESERVATIONS}/{uid}")).await.is(200);
    let back = json!({ "customer_uid": own, "expected_customer_uid": other });
    owner.put(&path, &back).await.refused(400, "reservation_ended");
    app.end().await;
}

/// G163
#[tokio::test]
async fn seated_and_nameless_parties_are_not_listed_for_review() {
    let (app, restaurant, owner, place) = evening().await;
    let seat = async |seat: usize| {
        let reply = owner.post(WALK_INS, &walk_in(&place, &[seat])).await.is(201).json();
        reply["data"]["uid"].as_str().expect("a uid").to_owned()
    };
    let (nameless, named) = (seat(0).await, seat(1).await);
    let guest = app.guest(&restaurant, GuestSpec { nickname: "飛田 来", ..GuestSpec::default() }).await;
    owner.put(&format!("{WALK_INS}/{named}/customer"), &json!({ "customer_uid": guest })).await.is(200);
    let date = app.day(0);
    let listed = async || {
        let list = owner.get(&format!("/owners/api/not_reviewed_reservations?date={date}")).await.is(200).json();
        let uids: Vec<_> =
            list.as_array().expect("visits").iter().map(|visit| visit["reservation_uid"].clone()).collect();
        let day = owner.get(&format!("/owners/daily_calendars/{date}")).await.data();
        assert_eq!(day["has_unreviewed"], !uids.is_empty());
        uids
    };
    app.advance(2 * HOUR + 10 * 60);
    assert!(listed().await.is_empty(), "both stay past their planned end");
    for uid in [&nameless, &named] {
        let path = format!("/owners/api/reservations/{uid}/service_state");
        owner.put(&path, &json!({ "state": "left" })).await.is(200);
    }
    assert_eq!(listed().await, [json!(named)]);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn invalid_or_foreign_walk_ins_are_rejected() {
    let (app, _, owner, place) = evening().await;
    let body = walk_in(&place, &[0, 1]);
    let with = |field: &str, value: Value| {
        let mut body = body.clone();
        body[field] = value;
        body
    };
    let wrong = [
        ("guests_count", json!(0)),
        ("guests_count", json!(1)),
        ("guests_count", json!(3)),
        ("inventory_group_uid", json!("foreign")),
        ("inventory_item_uids", json!([])),
        ("inventory_item_uids", json!(["foreign", "other"])),
        ("course_uid", json!("foreign")),
    ];
    for (field, value) in wrong {
        owner.post(WALK_INS, &with(field, value)).await.refused(400, "items_not_entered");
    }
    let long = with("internal_memo", json!("長".repeat(5_001)));
    assert_eq!(owner.post(WALK_INS, &long).await.is(422).bad_fields(), ["internal_memo"]);
    let words = owner.post(WALK_INS, &with("guests_count", json!("two"))).await;
    assert_eq!(words.is(422).bad_fields(), ["guests_count"]);
    app.anonymous().post(WALK_INS, &body).await.refused(401, "sign_in_required");
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&elsewhere).await;
    stranger.post(WALK_INS, &body).await.refused(400, "items_not_entered");
    let seated = owner.post(WALK_INS, &body).await.is(201).json();
    let path = format!("{WALK_INS}/{}/customer", seated["data"]["uid"].as_str().expect("a uid"));
    let guest = app.guest(&elsewhere, GuestSpec::default()).await;
    stranger.put(&path, &json!({ "customer_uid": guest })).await.refused(404, "not_found");
    owner.put(&path, &json!({ "customer_uid": guest })).await.refused(400, "customer_unknown");
    app.advance(5 * HOUR);
    owner.post(WALK_INS, &walk_in(&place, &[0])).await.refused(400, "outside_hours");
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE is_walk_in").await, 1);
    app.end().await;
}

#[tokio::test]
async fn concurrent_seating_on_same_seats_conflicts() {
    let (app, restaurant, owner, place) = evening().await;
    let colleague = app.staff_of(&[&restaurant]).await;
    let (ours, theirs) = (walk_in(&place, &[0, 1]), walk_in(&place, &[1, 2]));
    let (first, second) = tokio::join!(owner.post(WALK_INS, &ours), colleague.post(WALK_INS, &theirs));
    let mut answers = [first.status, second.status];
    answers.sort_unstable();
    assert_eq!(answers, [201, 400]);
    owner.post(WALK_INS, &walk_in(&place, &[3])).await.is(201);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn seats_are_proposed_for_a_party_with_the_reason_for_each() {
    let (app, restaurant, owner, _) = evening().await;
    let slot = SlotSpec { days: 0, items: vec![0], times: vec![("18:00", "20:00")], ..SlotSpec::default() };
    app.slot(&restaurant, slot).await;
    let today = app.day(0);
    let ask = |guests: i32, time: &str| format!("{PROPOSALS}?date={today}&guests_count={guests}&starts_at={time}");
    let found = owner.get(&ask(1, "19:00")).await.data();
    let seats = |of: &Value, what: &str| -> Vec<(String, Value)> {
        let list = of[what].as_array().expect("proposals").clone();
        list.into_iter().map(|one| (one["labels"][0].as_str().unwrap_or_default().to_owned(), one)).collect()
    };
    let (label, best) = &seats(&found, "seats")[0];
    assert_eq!((label.as_str(), &best["reasons"]), ("C2", &json!(["fills_seats", "not_on_web"])), "the web keeps C1");
    assert_eq!(best["web_times"], json!([]));
    assert_eq!(
        (&best["start_time"], &best["end_time"], &best["leftover"]),
        (&json!("19:00"), &json!("21:00"), &json!(0))
    );
    let pair = owner.get(&ask(2, "19:00")).await.data();
    assert_eq!(pair["seats"][0]["labels"], json!(["C1", "C2"]));
    assert_eq!(pair["seats"][0]["reasons"], json!(["fills_seats", "side_by_side", "off_the_web"]));
    assert_eq!(pair["seats"][0]["web_times"], json!(["18:00"]), "the turn that loses C1");
    let four = owner.get(&ask(4, "19:00")).await.data();
    assert_eq!(four["seats"], json!([]), "C3 and C4 are booked from 19:30 on");
    assert_eq!(four["other_times"], json!([]));
    let early = owner.get(&format!("{}&ends_at=20:00", ask(4, "19:00"))).await.data();
    assert_eq!(early["other_times"][0]["start_time"], "18:30");
    let crowd = owner.get(&ask(99, "19:00")).await.data();
    assert_eq!(crowd, json!({ "seats": [], "other_times": [] }));
    app.end().await;
}

#[tokio::test]
async fn a_proposal_needs_a_day_a_party_and_a_time() {
    let (app, _, owner, _) = evening().await;
    let today = app.day(0);
    let wrong = [
        (format!("{PROPOSALS}?date=soon&guests_count=2&starts_at=19:00"), "date"),
        (format!("{PROPOSALS}?date={today}&guests_count=0&starts_at=19:00"), "guests_count"),
        (format!("{PROPOSALS}?date={today}&guests_count=2&starts_at=late"), "starts_at"),
        (format!("{PROPOSALS}?date={today}&guests_count=2&starts_at=03:00"), "starts_at"),
        (format!("{PROPOSALS}?date={today}&guests_count=2&starts_at=19:00&ends_at=18:00"), "ends_at"),
    ];
    for (address, field) in wrong {
        assert_eq!(owner.get(&address).await.is(422).bad_fields(), [field], "{address}");
    }
    let valid = format!("{PROPOSALS}?date={today}&guests_count=2&starts_at=19:00");
    app.anonymous().get(&valid).await.refused(401, "sign_in_required");
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let theirs = app.owner(&elsewhere).await.get(&valid).await.data();
    assert_eq!(theirs["seats"][0]["labels"], json!(["C1", "C2"]), "a restaurant gets only its own seats");
    app.end().await;
}

#[tokio::test]
async fn seated_party_moves_to_vacated_table() {
    let (app, _, owner, place) = evening().await;
    let seat = async |seats: &[usize]| {
        let reply = owner.post(WALK_INS, &walk_in(&place, seats)).await.is(201).json();
        reply["data"]["uid"].as_str().expect("a uid").to_owned()
    };
    let (gone, moved) = (seat(&[0]).await, seat(&[1]).await);
    app.advance(40 * 60);
    let seats = |seat: usize| json!({ "inventory_item_uids": [place["inventory_item_uids"][seat]] });
    let by_seat = format!("/owners/api/reservations/{moved}/seats");
    owner.put(&by_seat, &seats(0)).await.refused(400, "seat_taken");
    let step = |uid: &str| format!("/owners/api/reservations/{uid}/service_state");
    owner.put(&step(&gone), &json!({ "state": "left" })).await.is(200);
    app.advance(10 * 60);
    owner.put(&by_seat, &seats(0)).await.is(200);
    let shown = block(&app, &owner, &moved).await;
    let drawn = |shown: &Value| (shown["start_time"].clone(), shown["rendered_from"].clone());
    assert_eq!(drawn(&shown), (json!("18:00"), json!("18:40")), "drawn from when the others left");
    owner.put(&step(&gone), &json!({ "state": "bill" })).await.refused(400, "seat_taken");
    owner.post(WALK_INS, &walk_in(&place, &[1])).await.is(201);
    app.verify().await;

    owner.put(&step(&moved), &json!({ "state": "left" })).await.is(200);
    let again = seat(&[0]).await;
    let manual = format!("{OFFLINE_RESERVATIONS}/{again}");
    app.advance(10 * 60);
    let resized = json!({ "offline_reservation": { "ends_at": "20:15" } });
    owner.put(&manual, &resized).await.is(200);
    assert_eq!(drawn(&block(&app, &owner, &again).await), (json!("18:50"), json!("18:50")));
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn unchosen_courses_do_not_count() {
    let (app, _, owner, place) = evening().await;
    let seated = owner.post(WALK_INS, &walk_in(&place, &[0, 1])).await.is(201).json();
    let uid = seated["data"]["uid"].as_str().expect("a uid");
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    assert_eq!(block(&app, &owner, uid).await["is_course_open"], true);
    let detail = owner.get(&path).await.data();
    assert_eq!(
        (&detail["course_uid"], &detail["course_name"], &detail["course_price"]),
        (&Value::Null, &json!("コース未定"), &json!(0))
    );
    let course = detail["course_choices"][0].clone();
    let chosen = json!({ "offline_reservation": { "course_uid": course["uid"] } });
    let detail = owner.put(&path, &chosen).await.data();
    assert_eq!((&detail["course_uid"], &detail["course_name"]), (&course["uid"], &course["title"]));
    assert!(detail["course_price"].as_i64().expect("yen") > 0);
    assert_eq!(block(&app, &owner, uid).await["is_course_open"], false);
    assert_eq!(app.count("SELECT sum(guests_count) FROM course_days").await, 4, "each party counts once");
    app.verify().await;
    app.end().await;
}
