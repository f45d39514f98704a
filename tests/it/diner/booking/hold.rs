use std::sync::Arc;

use serde_json::json;
use tests::{RESERVATIONS, RestaurantSpec, SlotSpec, TestApp, eventually};
use tokio::task::JoinSet;

/// F049
#[tokio::test]
async fn seats_are_held_for_ten_minutes_and_gone_for_others() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    assert_eq!(kenji.guests_options(&restaurant, &slot).await, [1, 2]);
    let reply = hanako.try_hold(&restaurant, &slot, 2).await;
    let answer = reply.is(201).json();
    let uid = answer["uid"].as_str().unwrap();
    assert_eq!(answer["data"], json!({ "uid": uid }));
    assert_eq!(answer["status"], 201);
    assert_eq!(answer["redirect_to"], format!("/r/sushi-test/reservations/{uid}/review"));
    assert!(uid.len() >= 20);
    eventually("the slot looks full", || async { kenji.guests_options(&restaurant, &slot).await.is_empty() }).await;
    kenji.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    let review = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    assert_eq!(review["hold"], json!({ "uid": uid, "seconds_to_complete": 600 }));
    app.end().await;
}

/// F070
#[tokio::test]
async fn hold_expires_after_ten_minutes_without_a_worker() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    app.advance(599);
    kenji.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    assert_eq!(
        hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data()["hold"]["seconds_to_complete"],
        1
    );
    app.advance(1);
    let gone = hanako.confirm(&restaurant, &uid).await;
    assert_eq!(gone.refused(422, "hold_ended")["redirect_to"], "/r/sushi-test");
    hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.refused(422, "hold_ended");
    hanako.open(&format!("/r/sushi-test/reservations/{uid}/review")).await.goes_to("/r/sushi-test");
    let upcoming = hanako.get("/users/upcoming_reservations").await.data();
    assert_eq!(upcoming["reservations"], json!([]), "what came to nothing is not listed");
    kenji.book(&restaurant, &slot, 1).await;
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE status = 'expired'").await, 1);
    app.end().await;
}

#[tokio::test]
async fn calendar_frees_expired_holds_without_a_worker() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    hanako.hold(&restaurant, &slot, 1).await;
    eventually("full for others", || async { kenji.month("sushi-test", "2026-12").await["has_availability"] == false })
        .await;
    app.advance(600);
    assert_eq!(kenji.month("sushi-test", "2026-12").await["available_dates"], json!([slot.date.to_string()]));
    assert_eq!(kenji.guests_options(&restaurant, &slot).await, [1]);
    app.end().await;
}

#[tokio::test]
async fn sweep_expires_hold_without_notification() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    hanako.hold(&restaurant, &slot, 2).await;
    app.advance(600);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM reservations WHERE status = 'expired'", 1).await;
    app.becomes("SELECT count(*) FROM online_stocks WHERE online_reservable_id IS NOT NULL", 0).await;
    worker.stop().await;
    assert_eq!(app.count("SELECT count(*) FROM notifications").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries").await, 0);
    app.end().await;
}

/// Three holds that run out keep their seats for half an hour: then there is a pause, which grows. Others are not affected, nor is the same
/// diner elsewhere.
#[tokio::test]
async fn repeated_holds_without_a_booking_lead_to_a_pause() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let (slot, other) =
        (app.slot(&restaurant, SlotSpec::default()).await, app.slot(&elsewhere, SlotSpec::default()).await);
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let wait = async || hanako.calendar("sushi-test").await["seconds_before_creatable"].as_i64().expect("seconds");
    for _ in 0..5 {
        // Replaced immediately: the diner chose again.
        hanako.hold(&restaurant, &slot, 1).await;
    }
    for _ in 0..2 {
        assert_eq!(wait().await, 0);
        hanako.hold(&restaurant, &slot, 1).await;
        app.advance(600);
        app.sweep_holds().await;
    }
    hanako.hold(&restaurant, &slot, 1).await;
    assert_eq!(wait().await, 600, "a page of the third hold is too early for its whole lifetime");
    app.advance(600);
    app.sweep_holds().await;
    assert_eq!(wait().await, 600);
    hanako.try_hold(&restaurant, &slot, 1).await.refused(400, "not_creatable_yet");
    kenji.hold(&restaurant, &slot, 1).await;
    hanako.hold(&elsewhere, &other, 1).await;
    app.advance(600);
    app.sweep_holds().await;
    hanako.book(&restaurant, &slot, 1).await;
    assert_eq!(wait().await, 0, "the booked hold does not count");
    app.end().await;
}

/// A page that was opened before the last hold has a token without its pause.
#[tokio::test]
async fn pause_applies_to_tokens_issued_before_it() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    for _ in 0..2 {
        hanako.hold(&restaurant, &slot, 1).await;
        app.advance(600);
        app.sweep_holds().await;
    }
    let token = hanako.calendar_token("sushi-test").await;
    let request = slot.hold_request(&restaurant, 1, &token);
    let held = hanako.post(RESERVATIONS, &request).await.uid();
    assert_eq!(hanako.post(RESERVATIONS, &request).await.uid(), held, "a repeated request returns its hold");
    app.advance(300);
    hanako.cancel(&held).await.is(204);
    app.advance(1);
    hanako.post(RESERVATIONS, &request).await.refused(400, "not_creatable_yet");
    app.end().await;
}

/// A cached page does not know a hold that its web server has not received yet, even if the clock jumps past the hold's end.
#[tokio::test]
async fn sweep_ends_hold_unknown_to_cached_pages() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let diner = app.crowd(&restaurant, 1).await.remove(0);
    app.caches_follow().await;
    app.anonymous().month("sushi-test", "2026-12").await;
    // The next pull of changes waits here.
    let mut unheard = app.pool.begin().await.unwrap();
    let lock = sqlx::raw_sql("LOCK TABLE restaurant_settings_versions IN ACCESS EXCLUSIVE MODE");
    lock.execute(&mut *unheard).await.unwrap();
    diner.try_hold(&restaurant, &slot, 1).await.is(201);
    app.advance(600);
    assert_eq!(app.sweep_holds().await, 1);
    assert_eq!(app.count("SELECT count(*) FROM reservation_seats WHERE released_at IS NULL").await, 0);
    unheard.rollback().await.unwrap();
    app.end().await;
}

#[tokio::test]
async fn rejected_crowd_does_not_block_seats_after_the_hold_ends() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let winner = app.crowd(&restaurant, 1).await.remove(0);
    winner.try_hold(&restaurant, &slot, 1).await.is(201);
    app.caches_follow().await;
    let crowd = Arc::new((app.crowd(&restaurant, 40).await, restaurant, slot));
    let mut asking = JoinSet::new();
    for index in 0..40 {
        let crowd = crowd.clone();
        asking.spawn(async move { crowd.0[index].try_hold(&crowd.1, &crowd.2, 1).await.status });
    }
    assert!(asking.join_all().await.iter().all(|status| *status == 422));
    app.advance(600);
    let (restaurant, slot) = (&crowd.1, &crowd.2);
    let late = app.crowd(restaurant, 1).await.remove(0);
    late.try_hold(restaurant, slot, 1).await.is(201);
    app.end().await;
}

/// F053
#[tokio::test]
async fn every_size_on_offer_can_be_booked_and_no_other() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 3, capacity: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![2, 3, 6, 8], ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    assert_eq!(
        hanako.guests_options(&restaurant, &slot).await,
        [2, 3, 6],
        "eight guests do not fit on three tables of two"
    );
    hanako.try_hold(&restaurant, &slot, 8).await.refused(422, "full");
    let unlisted = hanako.try_hold(&restaurant, &slot, 4).await;
    unlisted.refused(422, "not_offered");
    assert_eq!(unlisted.bad_fields(), ["guests_count"]);
    let kenji = app.diner("kenji").await;
    kenji.book(&restaurant, &slot, 3).await;
    eventually("one table is left", || async { hanako.guests_options(&restaurant, &slot).await == [2] }).await;
    hanako.try_hold(&restaurant, &slot, 3).await.refused(422, "full");
    hanako.book(&restaurant, &slot, 2).await;
    assert_eq!(app.count("SELECT count(*) FROM reservation_seats").await, 3);
    app.end().await;
}

/// F054
#[tokio::test]
async fn a_last_seat_goes_to_one_guest_only_where_that_is_allowed() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 3, ..RestaurantSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    for (days, last_solo) in [(7, false), (8, true)] {
        let slot = app.slot(&restaurant, SlotSpec { days, counts: vec![2], last_solo, ..SlotSpec::default() }).await;
        let kenji = app.diner(&format!("kenji{days}")).await;
        assert_eq!(hanako.guests_options(&restaurant, &slot).await, [2], "three seats left: no party of one");
        hanako.try_hold(&restaurant, &slot, 1).await.is(422);
        kenji.book(&restaurant, &slot, 2).await;
        let expected: &[i64] = if last_solo { &[1] } else { &[] };
        eventually("one seat is left", || async { hanako.guests_options(&restaurant, &slot).await == expected }).await;
        assert_eq!(hanako.try_hold(&restaurant, &slot, 1).await.status, if last_solo { 201 } else { 422 });
    }
    app.end().await;
}

#[tokio::test]
async fn party_gets_adjacent_seats_if_possible() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 5, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let blocker = app
        .slot(&restaurant, SlotSpec { items: vec![1], times: vec![("17:00", "19:00")], ..SlotSpec::default() })
        .await;
    kenji.book(&restaurant, &blocker, 1).await;
    hanako.book(&restaurant, &slot, 2).await;
    let seats = "SELECT string_agg(i.label, ' ' ORDER BY i.position) FROM reservation_seats s
                 JOIN inventory_items i ON i.id = s.inventory_item_id JOIN reservations r ON r.id = s.reservation_id
                 WHERE r.guests_count = 2";
    let seats: String = sqlx::query_scalar(seats).fetch_one(&app.pool).await.unwrap();
    assert_eq!(seats, "C3 C4", "the second seat is taken until seven");
    app.end().await;
}

#[tokio::test]
async fn overlapping_slots_share_their_seats() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let one = vec![1];
    let early = app
        .slot(&restaurant, SlotSpec { counts: one.clone(), times: vec![("17:00", "19:00")], ..SlotSpec::default() })
        .await;
    let middle = app
        .slot(&restaurant, SlotSpec { counts: one.clone(), times: vec![("18:00", "20:00")], ..SlotSpec::default() })
        .await;
    let late =
        app.slot(&restaurant, SlotSpec { counts: one, times: vec![("19:00", "21:00")], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    hanako.book(&restaurant, &early, 1).await;
    kenji.try_hold(&restaurant, &middle, 1).await.refused(422, "full");
    eventually("the overlap is hidden", || async { kenji.guests_options(&restaurant, &middle).await.is_empty() }).await;
    kenji.book(&restaurant, &late, 1).await;
    app.end().await;
}
