//! Diners request the last place of a quarter of an hour in different slots, where all of them find free seats: the lock of the day's slots
//! serialises them. Without it the same race admits too many.

use std::pin::pin;
use std::sync::Arc;

use domain::ids::{CourseId, OnlineStockGroupId, OsgTimeId};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldRequest, place_hold};
use serde_json::json;
use sqlx::PgConnection;
use tests::{Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{count, end, expect_no_errors, many_servers, rush};

/// A lock of the requested slot only.
const OWN_SLOT_ALONE: &str = "CREATE OR REPLACE FUNCTION lock_slots_to_take(p_restaurant_id bigint, p_slots bigint[])
    RETURNS TABLE (id bigint, date date) LANGUAGE sql AS $$
        SELECT o.id, o.date FROM online_stock_groups o WHERE o.id = ANY (p_slots) FOR NO KEY UPDATE OF o $$";
const TIMES: [(&str, &str); 3] = [("18:00", "20:00"), ("18:05", "20:05"), ("18:10", "20:10")];

async fn paced(app: &TestApp, guests: i32) -> Restaurant {
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec { seats: 24, ..RestaurantSpec::default() }).await;
    let body = json!({ "pacing": { "dinner": { "pacing_max_guests": guests } } });
    owner.patch(&format!("/owners/api/pacing/{}", restaurant.slug), &body).await.is(200);
    restaurant
}

/// Slots of eight separate seats each, in one quarter of an hour.
async fn slots(app: &TestApp, restaurant: &Restaurant, days: i64) -> Vec<Slot> {
    let mut slots = Vec::new();
    for (place, times) in TIMES.into_iter().enumerate() {
        let items = (place * 8..place * 8 + 8).collect();
        let spec = SlotSpec { days, items, times: vec![times], counts: vec![1, 2, 3], ..SlotSpec::default() };
        slots.push(app.slot(restaurant, spec).await);
    }
    slots
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_holds_in_several_slots_respect_pacing() {
    let app = many_servers().await;
    let restaurant = paced(&app, 5).await;
    for round in 0..3 {
        let slots = slots(&app, &restaurant, 7 + round).await;
        let crowd = app.crowd(&restaurant, 24).await;
        let statuses = rush(crowd, &restaurant, 2, |index| slots[index % 3].clone()).await;
        expect_no_errors(&statuses);
        assert_eq!(count(&statuses, 201), 2, "two parties of two, and not a third: {statuses:?}");
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_party_increases_respect_pacing() {
    let app = many_servers().await;
    let restaurant = paced(&app, 3).await;
    for round in 0..3 {
        let slots = slots(&app, &restaurant, 7 + round).await;
        let gate = Arc::new(Barrier::new(2));
        let mut growing = JoinSet::new();
        for (slot, server) in slots.iter().zip(&app.base_urls).take(2) {
            let diner = app.diner(&format!("diner{}", app.next_number())).await;
            let uid = diner.book(&restaurant, slot, 1).await;
            let (diner, gate) = (diner.at(server), gate.clone());
            growing.spawn(async move {
                diner.csrf_token().await;
                gate.wait().await;
                let body = json!({ "reservation": { "guests_count": 2 } });
                diner.patch(&format!("/users/reservations/{uid}"), &body).await.status
            });
        }
        let statuses = growing.join_all().await;
        assert_eq!((count(&statuses, 200), count(&statuses, 422)), (1, 1), "{statuses:?}");
    }
    end(app).await;
}

async fn place(
    app: &TestApp,
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    diner: &Persona,
    slot: &Slot,
) -> Result<(), ReservationError> {
    let request = HoldRequest {
        restaurant: restaurant.id,
        diner: diner.id(),
        session: diner.session(),
        slot: OnlineStockGroupId(slot.id),
        time: OsgTimeId(slot.times[0]),
        course: CourseId(slot.courses[0]),
        guests: 1,
        locale: "ja",
        ticket_code: None,
        win: None,
    };
    place_hold(conn, &app.rng, app.now(), &request).await.map(drop)
}

/// A transaction holds the last place of the quarter and is not committed; meanwhile another diner requests it in another slot. The
/// transaction commits when that request waits for it, or has finished without waiting. Returns whether both got the place.
async fn while_a_hold_is_uncommitted(
    app: &TestApp,
    restaurant: &Restaurant,
    slots: &[Slot],
    first: &Persona,
    second: &Persona,
) -> bool {
    let mut tx = app.pool.begin().await.unwrap();
    place(app, &mut tx, restaurant, first, &slots[0]).await.expect("the place is free");
    let mut rival = pin!(async {
        let mut tx = app.pool.begin().await.unwrap();
        let placed = place(app, &mut tx, restaurant, second, &slots[1]).await;
        match &placed {
            Ok(()) => tx.commit().await.unwrap(),
            Err(error) => assert!(matches!(error, ReservationError::Full), "{error}"),
        }
        placed.is_ok()
    });
    let early = tokio::select! {
        is_placed = &mut rival => Some(is_placed),
        () = app.wait_for_blocked_lock() => None,
    };
    tx.commit().await.unwrap();
    match early {
        Some(is_placed) => is_placed,
        None => rival.await,
    }
}

async fn both_have_the_last_place(is_guarded: bool) -> bool {
    let app = TestApp::start().await;
    let restaurant = paced(&app, 1).await;
    let slots = slots(&app, &restaurant, 7).await;
    if !is_guarded {
        app.execute(OWN_SLOT_ALONE).await;
    }
    let (first, second) = (app.diner("first").await, app.diner("second").await);
    let is_placed = while_a_hold_is_uncommitted(&app, &restaurant, &slots, &first, &second).await;
    app.end_unverified().await;
    is_placed
}

#[tokio::test(flavor = "multi_thread")]
async fn slot_lock_gives_last_pacing_place_once() {
    assert!(!both_have_the_last_place(true).await, "with the lock");
    assert!(both_have_the_last_place(false).await, "without it");
}
