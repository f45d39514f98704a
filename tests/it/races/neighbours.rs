//! A rush at one restaurant, seen from another.

use std::time::{Duration, Instant};

use tests::{Options, RestaurantSpec, SlotSpec, TestApp};

use super::{count, end, nobody_met_an_error, rush};

/// So long a request waits for a lock before it is told that it cannot be answered.
const A_LOCK_IS_AWAITED: Duration = Duration::from_secs(2);

#[tokio::test(flavor = "multi_thread")]
async fn bookings_that_wait_at_one_restaurant_leave_room_for_those_of_another() {
    let app = TestApp::with(Options { connections: 6, ..Options::default() }).await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let quiet = app.slot(&other, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let (crowd, neighbour) = (app.crowd(&restaurant, 20).await, app.crowd(&other, 1).await);
    let locked_at = Instant::now();
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
    app.somebody_waits_for_a_lock().await;
    let booked = tokio::time::timeout(Duration::from_secs(5), neighbour[0].try_hold(&other, &quiet, 1)).await;
    booked.expect("nobody waits for another restaurant's slot").is(201);
    assert!(!rushing.is_finished(), "the slot was locked all the while");
    staff.rollback().await.unwrap();
    let was_quick = locked_at.elapsed() < A_LOCK_IS_AWAITED;
    let statuses = rushing.await.unwrap();
    // On a machine that is too busy for it, those who waited longer than anybody does were told to come again.
    if was_quick {
        nobody_met_an_error(&statuses);
        assert_eq!(count(&statuses, 201), 8);
    }
    end(app).await;
}
