//! The terms that a hold copies from its restaurant, and its customer, are read by the transaction that writes it.

use domain::ids::{CourseId, OnlineStockGroupId, OsgTimeId};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldRequest, place_hold};
use domain::sessions;
use serde_json::{Value, json};
use sqlx::Connection;
use tests::{Restaurant, RestaurantSpec, SlotSpec, TestApp};

/// Changes the restaurant's fee and policy without invalidating a cache.
async fn change_in_silence(app: &TestApp, restaurant: &Restaurant) {
    sqlx::query("UPDATE restaurants SET reservation_fee = 700, cancellation_policy = $2 WHERE id = $1")
        .bind(restaurant.id.0)
        .bind(json!([{ "days_before": 3, "percent": 80 }]))
        .execute(&app.pool)
        .await
        .unwrap();
}

async fn terms(app: &TestApp, uid: &str) -> (i32, Value) {
    sqlx::query_as("SELECT reservation_fee, cancellation_policy FROM reservations WHERE uid = $1")
        .bind(uid)
        .fetch_one(&app.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_hold_takes_fee_and_policy_from_the_database_and_not_from_memory() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let (fee, policy) = terms(&app, &hanako.hold(&restaurant, &slot, 2).await).await;
    assert!(fee != 1400 && policy != json!([{ "days_before": 3, "percent": 80 }]), "{fee} {policy}");

    change_in_silence(&app, &restaurant).await;
    let changed = (1400, json!([{ "days_before": 3, "percent": 80 }]));
    assert_eq!(terms(&app, &kenji.hold(&restaurant, &slot, 2).await).await, changed);
    // A second choice of the same diner is decided behind the lock.
    assert_eq!(terms(&app, &hanako.hold(&restaurant, &slot, 1).await).await, (700, changed.1));
    app.end().await;
}

#[tokio::test]
async fn hold_behind_the_lock_is_rejected_after_sign_out() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let request = |session| HoldRequest {
        restaurant: restaurant.id,
        diner: hanako.id(),
        session,
        slot: OnlineStockGroupId(slot.id),
        time: OsgTimeId(slot.times[0]),
        course: CourseId(slot.courses[0]),
        guests: 1,
        locale: "ja",
        ticket_code: None,
        win: None,
    };
    let mut conn = app.pool.acquire().await.unwrap();
    let mut tx = conn.begin().await.unwrap();
    let other = place_hold(&mut tx, &app.rng, app.now(), &request(kenji.session())).await;
    assert!(matches!(other, Err(ReservationError::TokenInvalid)), "{other:?}");
    sessions::revoke(&mut tx, app.now(), &hanako.session()).await.unwrap();
    let ended = place_hold(&mut tx, &app.rng, app.now(), &request(hanako.session())).await;
    assert!(matches!(ended, Err(ReservationError::SignedOut)), "{ended:?}");
    tx.rollback().await.unwrap();
    drop(conn);
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 0);
    app.end().await;
}
