//! Diners whose parties grow request the last seats of a slot, and other diners hold them: a seat has one party (F074, gaps G090).

use std::sync::Arc;

use serde_json::json;
use tests::{Restaurant, RestaurantSpec, SlotSpec, TestApp};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{ask, count, end, many_servers};

const DROP: &str = "ALTER TABLE reservation_seats DROP CONSTRAINT reservation_seats_no_overlap";
const NO_NEIGHBOURS: &str = "CREATE OR REPLACE FUNCTION lock_slots_to_take(p_restaurant_id bigint, p_slots bigint[])
    RETURNS TABLE (id bigint, date date) LANGUAGE sql AS $$
        SELECT o.id, o.date FROM online_stock_groups o WHERE o.id = ANY (p_slots) FOR NO KEY UPDATE OF o $$";
const WAIT: &str = "CREATE FUNCTION wait_a_little() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$";

/// Creates `parties` parties of one guest, in a slot of that many seats and two more.
async fn parties(app: &TestApp, restaurant: &Restaurant, parties: usize, days: i64) -> Vec<(tests::Persona, String)> {
    let slot = app.slot(restaurant, SlotSpec { days, counts: vec![1, 2, 3], ..SlotSpec::default() }).await;
    let mut booked = Vec::new();
    for index in 0..parties {
        let diner = app.diner(&format!("diner{}", app.next_number())).await;
        let uid = diner.book(restaurant, &slot, 1).await;
        booked.push((diner.at(&app.base_urls[index % app.base_urls.len()]), uid));
    }
    booked
}

async fn grow_concurrently(booked: Vec<(tests::Persona, String)>, guests: i32) -> Vec<u16> {
    let gate = Arc::new(Barrier::new(booked.len()));
    let mut growing = JoinSet::new();
    for (diner, uid) in booked {
        let gate = gate.clone();
        growing.spawn(async move {
            diner.csrf_token().await;
            gate.wait().await;
            let body = json!({ "reservation": { "guests_count": guests } });
            diner.patch(&format!("/users/reservations/{uid}"), &body).await.status
        });
    }
    growing.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_party_increases_share_remaining_seats() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    for round in 0..3 {
        let booked = parties(&app, &restaurant, 6, 7 + round).await;
        let statuses = grow_concurrently(booked, 2).await;
        assert_eq!((count(&statuses, 200), count(&statuses, 422)), (2, 4), "two seats were left: {statuses:?}");
        app.verify().await;
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_party_grows_while_a_crowd_wants_the_seats() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    for round in 0..3 {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, ..SlotSpec::default() }).await;
        let diner = app.diner(&format!("diner{}", app.next_number())).await;
        let uid = diner.book(&restaurant, &slot, 2).await;
        let crowd = app.crowd(&restaurant, 8).await;
        let gate = Arc::new(Barrier::new(9));
        let mut holding = JoinSet::new();
        for contender in crowd {
            let (gate, restaurant, slot) = (gate.clone(), restaurant.clone(), slot.clone());
            holding.spawn(async move {
                gate.wait().await;
                ask(&contender, &restaurant, &slot, 2).await.0.status
            });
        }
        let growing = async {
            gate.wait().await;
            let body = json!({ "reservation": { "guests_count": 4 } });
            diner.patch(&format!("/users/reservations/{uid}"), &body).await.status
        };
        let (grown, held) = tokio::join!(growing, holding.join_all());
        assert_eq!(usize::from(grown == 200) + count(&held, 201), 1, "{grown} {held:?}");
        assert!(matches!(grown, 200 | 409 | 422), "{grown}");
        app.verify().await;
    }
    end(app).await;
}

/// Two parties of one guest in two slots of the same evening, each next to a seat that both slots offer, grow into it concurrently. Only
/// the constraint separates them: neither locks the other's slot, and both read before either takes the seat.
async fn two_grow_into_one_seat(is_guarded: bool) -> (Vec<u16>, bool) {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 3, ..RestaurantSpec::default() }).await;
    let mut booked = Vec::new();
    for (items, server) in [(vec![0, 2], 0), (vec![1, 2], 1)] {
        let slot = app.slot(&restaurant, SlotSpec { items, counts: vec![1, 2], ..SlotSpec::default() }).await;
        let diner = app.diner(&format!("diner{}", app.next_number())).await;
        let uid = diner.book(&restaurant, &slot, 1).await;
        booked.push((diner.at(&app.base_urls[server]), uid));
    }
    app.execute(NO_NEIGHBOURS).await;
    app.execute(WAIT).await;
    app.execute("CREATE TRIGGER wait BEFORE UPDATE ON course_days FOR EACH STATEMENT EXECUTE FUNCTION wait_a_little()")
        .await;
    if !is_guarded {
        app.execute(DROP).await;
    }
    let statuses = grow_concurrently(booked, 2).await;
    let findings = app.findings().await;
    let is_oversold = findings.iter().any(|finding| finding.starts_with("two live reservations sit on one seat"));
    app.end_unverified().await;
    (statuses, is_oversold)
}

#[tokio::test(flavor = "multi_thread")]
async fn constraint_sells_contested_seat_once() {
    let (statuses, is_oversold) = two_grow_into_one_seat(true).await;
    assert_eq!((count(&statuses, 200), count(&statuses, 422), is_oversold), (1, 1, false), "{statuses:?}");
    let (statuses, is_oversold) = two_grow_into_one_seat(false).await;
    assert_eq!((count(&statuses, 200), is_oversold), (2, true), "without it: {statuses:?}");
}
