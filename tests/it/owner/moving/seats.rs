//! Diners' bookings and invitations get other seats, and the slot's stocks follow.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{
    Csrf, DAY, GuestSpec, HOUR, OFFLINE_RESERVATIONS, Persona, RESERVATIONS, RestaurantSpec, Slot, SlotSpec, VisitSpec,
};

use super::{Scene, labels};

/// A diner's booking for two on C1 and C2 of a slot, and the way to move it.
async fn booked(scene: &Scene, spec: SlotSpec) -> (Slot, Persona, String, String) {
    let slot = scene.app.slot(&scene.restaurant, spec).await;
    let diner = scene.app.diner("hanako").await;
    let uid = diner.book(&scene.restaurant, &slot, 2).await;
    let path = format!("/owners/api/reservations/{uid}/seats");
    (slot, diner, uid, path)
}

#[tokio::test]
async fn reseated_booking_keeps_web_stock() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let (slot, diner, uid, path) = booked(&scene, SlotSpec::default()).await;
    let own = format!("/users/reservations/{uid}");
    let agreed = diner.get(&own).await.data();
    let body = json!({
        "inventory_item_uids": scene.seats(&[2, 3]).await, "expected_inventory_item_uids": scene.seats(&[0, 1]).await,
    });
    let moved = scene.owner.put(&path, &body).await.data();
    assert_eq!((labels(&moved), &moved["start_time"]), (vec!["C3", "C4"], &json!("18:00")));
    scene.app.verify().await;
    assert_eq!(diner.get(&own).await.data(), agreed, "the diner notices nothing");
    let kenji = scene.app.diner("kenji").await;
    scene.app.caches_follow().await;
    assert_eq!(kenji.guests_options(&scene.restaurant, &slot).await, [1, 2], "C1 and C2 are offered now");
    scene.owner.put(&path, &body).await.refused(409, "reservation_moved");
    scene.owner.put(&path, &json!({ "inventory_item_uids": scene.seats(&[3, 2]).await })).await.is(200);
    let audited = "SELECT count(*) FROM audit_events WHERE action = 'reservation_seats_moved'";
    assert_eq!(scene.app.count(audited).await, 1, "who stays is not moved");
    let neighbours = scene.seats(&[1, 2]).await;
    let moved = scene.owner.put(&path, &json!({ "inventory_item_uids": neighbours })).await.data();
    assert_eq!(labels(&moved), ["C2", "C3"], "a seat that it has may stay");
    scene.app.verify().await;
    diner.delete(&format!("{RESERVATIONS}/{uid}")).await;
    scene.app.caches_follow().await;
    assert_eq!(kenji.guests_options(&scene.restaurant, &slot).await, [1, 2, 3, 4], "and all of it when it is over");
    scene.app.end().await;
}

#[tokio::test]
async fn booking_on_unoffered_seat_keeps_its_stock() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let (slot, _, _, path) = booked(&scene, SlotSpec { items: vec![0, 1, 2], ..SlotSpec::default() }).await;
    let kenji = scene.app.diner("kenji").await;
    assert_eq!(kenji.guests_options(&scene.restaurant, &slot).await, [1]);
    let onto = async |items: &[usize]| {
        let body = json!({ "inventory_item_uids": scene.seats(items).await });
        scene.owner.put(&path, &body).await.is(200);
        scene.app.verify().await;
        scene.app.caches_follow().await;
        kenji.guests_options(&scene.restaurant, &slot).await
    };
    assert_eq!(onto(&[0, 3]).await, [1], "one seat of the web is left as before, and C2 is the restaurant's own");
    assert_eq!(onto(&[2, 3]).await, [1]);
    assert_eq!(onto(&[0, 1]).await, [1], "and back again");
    scene.app.end().await;
}

#[tokio::test]
async fn freed_seats_stay_reserved_for_groups_after_a_move() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let Scene { app, restaurant, owner } = &scene;
    let switch_on = json!({ "restaurant_operation": {
        "enable_online_cancellation": true, "can_create_online_cancellation_within_days": 30 } });
    owner.patch(&format!("/owners/api/restaurant_operations/{}", restaurant.slug), &switch_on).await.is(200);
    let group = app.customer_group(restaurant, "常連", false).await;
    let standby = json!({ "customer_group": { "allow_standby": true, "standby_notify_before_days": 3 } });
    owner.patch(&format!("/owners/api/customer_groups/{group}"), &standby).await.is(200);
    let (slot, hanako, freed, _) = booked(&scene, SlotSpec::default()).await;
    let kenji = app.diner("kenji").await;
    let uid = kenji.book(restaurant, &slot, 2).await;
    hanako.cancel(&freed).await.is(204);

    let body = json!({ "inventory_item_uids": scene.seats(&[0, 1]).await });
    owner.put(&format!("/owners/api/reservations/{uid}/seats"), &body).await.is(200);
    app.verify().await;
    app.caches_follow().await;
    let stranger = app.diner("stranger").await;
    stranger.sees(restaurant, &slot, &[]).await;
    stranger.try_hold(restaurant, &slot, 1).await.refused(422, "full");
    let cancellation = sqlx::query_scalar::<_, String>("SELECT uid FROM online_cancellations");
    let cancellation = cancellation.fetch_one(&app.pool).await.expect("a freed slot");
    let pane = owner.get(&format!("/owners/api/online_cancellations/{cancellation}")).await.is(200).json();
    assert_eq!(
        (&pane["data"]["is_open"], &pane["data"]["inventory_item_labels"]),
        (&json!(true), &json!(["C3", "C4"]))
    );
    scene.app.end().await;
}

#[tokio::test]
async fn party_is_not_moved_to_unsuitable_seats() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let Scene { app, restaurant, owner } = &scene;
    let times = vec![("18:00", "20:00"), ("20:00", "22:00")];
    let (_, diner, uid, path) = booked(&scene, SlotSpec { times, ..SlotSpec::default() }).await;
    scene.party(&VisitSpec { items: vec![3], guests: 1, ..VisitSpec::default() }).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let theirs = app.visit(&other, &VisitSpec::default()).await["inventory_item_uids"].clone();
    let first = scene.seats(&[0]).await[0].clone();
    let onto = async |uids: &Value| owner.put(&path, &json!({ "inventory_item_uids": uids })).await;
    onto(&scene.seats(&[2, 3]).await).await.refused(400, "seat_taken");
    for uids in [scene.seats(&[2]).await, scene.seats(&[0, 1, 2]).await, theirs, json!([first, first]), json!([])] {
        onto(&uids).await.refused(400, "items_not_entered");
    }
    owner.put(&path, &json!({})).await.refused(422, "no_known_field");
    owner.put(&path, &json!({ "inventory_item_uids": 7 })).await.refused(422, "invalid_input");
    let body = json!({ "inventory_item_uids": scene.seats(&[1, 2]).await });
    app.owner(&other).await.put(&path, &body).await.refused(404, "not_found");
    app.anonymous().put(&path, &body).await.refused(401, "sign_in_required");
    diner.put(&path, &body).await.refused(401, "sign_in_required");
    owner.call(Method::PUT, &path).csrf(Csrf::None).json(&body).send().await.refused(422, "csrf");
    owner.put("/owners/api/reservations/none/seats", &body).await.refused(404, "not_found");
    let request = json!({ "uid": uid, "reason": "customer", "fee_waived": true, "agreed_with_customer": true, "delete_os": false });
    owner.post("/owners/reservation_cancel_requests", &request).await;
    onto(&body["inventory_item_uids"]).await.refused(400, "cancel_request_open");
    app.execute("DELETE FROM reservation_cancel_requests").await;
    assert_eq!(labels(&owner.reservation_detail("/owners/api/online_reservations", &uid).await), ["C1", "C2"]);
    onto(&body["inventory_item_uids"]).await.is(200);
    let gone = scene.party(&VisitSpec { days: 9, ..VisitSpec::default() }).await;
    owner.delete(&format!("{OFFLINE_RESERVATIONS}/{gone}")).await.is(200);
    owner.put(&format!("/owners/api/reservations/{gone}/seats"), &body).await.refused(400, "reservation_ended");
    app.verify().await;
    let _ = restaurant;
    scene.app.end().await;
}

#[tokio::test]
async fn a_stock_that_another_party_of_the_slot_has_is_not_taken_from_it() {
    let scene = Scene::new(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let times = vec![("17:00", "19:00"), ("20:00", "22:00")];
    let slot = scene.app.slot(&scene.restaurant, SlotSpec { times, ..SlotSpec::default() }).await;
    let (early, late) = (scene.app.diner("hanako").await, scene.app.diner("kenji").await);
    let uid = early.book(&scene.restaurant, &slot, 1).await;
    let later = Slot { times: vec![slot.times[1]], ..slot };
    late.book(&scene.restaurant, &later, 1).await;
    let path = format!("/owners/api/reservations/{uid}/seats");
    let body = json!({ "inventory_item_uids": scene.seats(&[1]).await });
    scene.owner.put(&path, &body).await.refused(400, "slot_seat_taken");
    scene.app.end().await;
}

/// Returns the parties on C1 and C2 in the middle of dinner, for a slot at three seats.
async fn two_of_a_slot(scene: &Scene) -> (Slot, [String; 2]) {
    let Scene { app, restaurant, .. } = scene;
    let slot = app.slot(restaurant, SlotSpec { days: 2, items: vec![0, 1, 2], ..SlotSpec::default() }).await;
    let first = app.diner("hanako").await.book(restaurant, &slot, 1).await;
    let second = app.diner("kenji").await.book(restaurant, &slot, 1).await;
    app.advance(2 * DAY + 9 * HOUR);
    (slot, [first, second])
}

async fn seat_of(scene: &Scene, uid: &str) -> String {
    labels(&scene.detail("/owners/api/online_reservations", uid).await).join("・")
}

#[tokio::test]
async fn vacated_slot_seat_is_reusable_and_return_needs_free_seat() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let (_, [gone, moved]) = two_of_a_slot(&scene).await;
    let Scene { app, owner, .. } = &scene;
    let own = [seat_of(&scene, &gone).await, seat_of(&scene, &moved).await];
    let place = |label: &str| usize::from(label.as_bytes()[1] - b'1');
    let step = async |uid: &str, state: &str| {
        owner.put(&format!("/owners/api/reservations/{uid}/service_state"), &json!({ "state": state })).await
    };
    let onto = async |uid: &str, label: &str| {
        let seats = scene.seats(&[place(label)]).await;
        owner.put(&format!("/owners/api/reservations/{uid}/seats"), &json!({ "inventory_item_uids": seats })).await
    };
    step(&gone, "seated").await.is(200);
    onto(&moved, &own[0]).await.refused(400, "seat_taken");
    step(&gone, "left").await.is(200);
    app.advance(600);
    onto(&moved, &own[0]).await.is(200);
    assert_eq!([seat_of(&scene, &gone).await, seat_of(&scene, &moved).await], [own[0].clone(), own[0].clone()]);
    app.verify().await;
    step(&gone, "bill").await.refused(400, "seat_taken");
    onto(&moved, &own[1]).await.is(200);
    app.verify().await;
    step(&gone, "bill").await.is(200);
    app.verify().await;

    step(&moved, "no_show").await.is(200);
    app.advance(600);
    onto(&gone, &own[1]).await.is(200);
    app.verify().await;
    step(&moved, "seated").await.refused(400, "seat_taken");
    onto(&moved, "C3").await.is(200);
    step(&moved, "seated").await.is(200);
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn overstaying_party_moves_to_vacated_table() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let Scene { app, owner, .. } = &scene;
    let party = |items, times| VisitSpec { days: 1, items, guests: 1, times };
    let gone = scene.party(&party(vec![1], ("17:30", "19:30"))).await;
    let stays = scene.party(&party(vec![0], ("17:00", "19:00"))).await;
    let step = async |uid: &str, state: &str| {
        owner.put(&format!("/owners/api/reservations/{uid}/service_state"), &json!({ "state": state })).await
    };
    app.advance(DAY + 8 * HOUR);
    for (uid, state) in [(&gone, "seated"), (&stays, "seated"), (&gone, "left")] {
        step(uid, state).await.is(200);
    }
    app.advance(2 * HOUR);
    let seats = json!({ "inventory_item_uids": scene.seats(&[1]).await });
    let moved = owner.put(&format!("/owners/api/reservations/{stays}/seats"), &seats).await.is(200).json();
    assert_eq!(labels(&moved["data"]), ["C2"]);
    app.verify().await;
    app.advance(60);
    let path = format!("{OFFLINE_RESERVATIONS}/{stays}");
    owner.delete(&path).await.is(200);
    owner.post(&format!("{path}/restore"), &json!({})).await.is(200);
    assert_eq!(
        labels(&scene.detail(OFFLINE_RESERVATIONS, &stays).await),
        ["C2"],
        "the original seat, next to the party it was seated with"
    );
    app.verify().await;
    scene.app.end().await;
}

/// No later note of a party restores the seats that it has left.
#[tokio::test]
async fn departed_party_keeps_its_seated_time() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let Scene { app, owner, .. } = &scene;
    let party = |days, times| VisitSpec { days, items: vec![0], guests: 1, times };
    let gone = scene.party(&party(1, ("17:00", "20:00"))).await;
    app.advance(DAY + 8 * HOUR);
    for state in ["seated", "left"] {
        let step = format!("/owners/api/reservations/{gone}/service_state");
        owner.put(&step, &json!({ "state": state })).await.is(200);
    }
    scene.party(&party(1, ("18:30", "20:30"))).await;
    let sat = async |what: &str| {
        let seats = sqlx::query_as::<_, (i64, bool)>(
            "SELECT count(*), bool_and(upper(s.during) < r.ends_at) FROM reservation_seats s JOIN reservations r ON r.id = s.reservation_id
             WHERE r.uid = $1 AND s.released_at IS NULL",
        );
        let seats = seats.bind(&gone).fetch_one(&app.pool).await.expect("seats");
        assert_eq!(seats, (1, true), "{what}");
        app.verify().await;
    };
    sat("left").await;
    app.execute("UPDATE reservations SET is_course_chosen = false").await;
    let course =
        sqlx::query_scalar::<_, String>("SELECT uid FROM courses WHERE id = (SELECT min(course_id) FROM reservations)");
    let course = course.fetch_one(&app.pool).await.expect("a course");
    let path = format!("{OFFLINE_RESERVATIONS}/{gone}");
    owner.put(&path, &json!({ "offline_reservation": { "course_uid": course } })).await.is(200);
    sat("the course is chosen at the bill").await;
    owner.delete(&path).await.is(200);
    owner.post(&format!("{path}/restore"), &json!({})).await.is(200);
    sat("a deletion is undone").await;
    let seats = json!({ "inventory_item_uids": scene.seats(&[1]).await });
    owner.put(&format!("/owners/api/reservations/{gone}/seats"), &seats).await.is(200);
    sat("it sat elsewhere").await;
    scene.app.end().await;
}

/// The later party of a slot that is sold twice an evening has not arrived yet, and keeps its own stock.
#[tokio::test]
async fn returning_party_takes_no_stock_of_later_bookings() {
    let scene = Scene::new(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let Scene { app, restaurant, owner } = &scene;
    let times = vec![("17:00", "19:00"), ("20:00", "22:00")];
    let slot = app.slot(restaurant, SlotSpec { days: 2, times, ..SlotSpec::default() }).await;
    let early = app.diner("hanako").await.book(restaurant, &slot, 1).await;
    let later = Slot { times: vec![slot.times[1]], ..slot };
    let late = app.diner("kenji").await.book(restaurant, &later, 1).await;
    app.advance(2 * DAY + 8 * HOUR);
    let early_seat = scene.detail("/owners/api/online_reservations", &early).await["inventory_items"][0]["uid"].clone();
    let onto = json!({ "inventory_item_uids": [early_seat] });
    let seats = format!("/owners/api/reservations/{late}/seats");
    let step = format!("/owners/api/reservations/{early}/service_state");
    owner.put(&seats, &onto).await.refused(400, "slot_seat_taken");
    owner.put(&step, &json!({ "state": "left" })).await.is(200);
    owner.put(&seats, &onto).await.is(200);
    app.verify().await;
    owner.put(&step, &json!({ "state": "seated" })).await.refused(400, "slot_seat_taken");
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn holds_cannot_move_and_pending_invitations_can() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let slot = scene.app.slot(&scene.restaurant, SlotSpec::default()).await;
    let held = scene.app.diner("hanako").await.hold(&scene.restaurant, &slot, 1).await;
    let body = json!({ "inventory_item_uids": scene.seats(&[1]).await });
    scene.owner.put(&format!("/owners/api/reservations/{held}/seats"), &body).await.refused(400, "seat_held");
    let spec = VisitSpec { days: 8, ..VisitSpec::default() };
    let guest = GuestSpec { email: Some("guest@seki.test"), ..GuestSpec::default() };
    let invited = scene.owner.invite(&scene.app, &scene.restaurant, &spec, guest).await.is(201).json()["uid"].clone();
    let path = format!("/owners/api/reservations/{}/seats", invited.as_str().expect("a uid"));
    let body = json!({ "inventory_item_uids": scene.seats(&[2, 3]).await });
    let moved = scene.owner.put(&path, &body).await.data();
    assert_eq!((labels(&moved), &moved["status"]), (vec!["C3", "C4"], &json!("pending")));
    let in_person = scene.party(&VisitSpec { days: 8, ..VisitSpec::default() }).await;
    scene.owner.put(&format!("/owners/api/reservations/{in_person}/seats"), &body).await.refused(400, "seat_taken");
    scene.app.verify().await;
    scene.app.end().await;
}
