//! A rush at one restaurant, seen from another.

use std::time::Duration;

use tests::{Options, RestaurantSpec, SlotSpec, TestApp};

use super::{count, end, expect_no_errors, rush};

/// A lock is awaited for 20 s.
const LONG_TIMEOUTS: &[(&str, &str)] = &[("DATABASE_PATIENCE", "10")];
/// Shorter than the lock timeout of the first waiter: requests queued behind it get no response by then.
const ANSWERED_WITHIN: Duration = Duration::from_secs(15);

#[tokio::test(flavor = "multi_thread")]
async fn waiting_bookings_do_not_block_other_restaurants() {
    let app = TestApp::with(Options { connections: 6, settings: LONG_TIMEOUTS, ..Options::default() }).await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let quiet = app.slot(&other, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let (crowd, neighbour) = (app.crowd(&restaurant, 20).await, app.crowd(&other, 1).await);
    let mut staff = app.pool.begin().await.unwrap();
    sqlx::query("SELECT id FROM online_stock_groups WHERE id = $1 FOR UPDATE")
        .bind(slot.id)
        .execute(&mut *staff)
        .await
        .unwrap();
    let rushing = tokio::spawn({
        let (restaurant, slot) = (restaurant.clone(), slot.clone());
        async move { rush(crowd, &restaurant, 1, |_| slot.clone()).await }
    });
    app.wait_for_blocked_lock().await;
    let booked = tokio::time::timeout(ANSWERED_WITHIN, neighbour[0].try_hold(&other, &quiet, 1)).await;
    booked.expect("no request waits for another restaurant's slot").is(201);
    assert!(!rushing.is_finished(), "the slot was locked all the while");
    staff.rollback().await.unwrap();
    let statuses = rushing.await.unwrap();
    expect_no_errors(&statuses);
    assert_eq!(count(&statuses, 201), 8);
    end(app).await;
}
