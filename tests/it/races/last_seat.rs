//! 200 diners on three servers for one seat.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tests::{Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, eventually};
use tokio::task::JoinSet;

use super::{ask, count, counted_rush, end, expect_no_errors, many_servers, rush};

const DINERS: usize = 200;

async fn one_seat(app: &TestApp) -> Restaurant {
    app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await
}

async fn a_day(app: &TestApp, restaurant: &Restaurant, days: i64) -> Slot {
    app.slot(restaurant, SlotSpec { days, counts: vec![1], ..SlotSpec::default() }).await
}

/// F051
#[tokio::test(flavor = "multi_thread")]
async fn the_last_seat_has_one_winner_ten_times_over() {
    let app = many_servers().await;
    let restaurant = one_seat(&app).await;
    for round in 0..10 {
        let slot = a_day(&app, &restaurant, 7 + round).await;
        let statuses = rush(app.crowd(&restaurant, DINERS).await, &restaurant, 1, |_| slot.clone()).await;
        expect_no_errors(&statuses);
        assert_eq!(count(&statuses, 201), 1, "round {round}");
        app.verify().await;
    }
    end(app).await;
}

/// The winner releases the seat immediately, so it is won again and again, by one diner at a time.
#[tokio::test(flavor = "multi_thread")]
async fn repeatedly_released_seat_has_one_holder_at_a_time() {
    let app = many_servers().await;
    let restaurant = one_seat(&app).await;
    for round in 0..5 {
        let slot = a_day(&app, &restaurant, 7 + round).await;
        let sitting = Arc::new(std::sync::atomic::AtomicI32::new(0));
        let mut asking = JoinSet::new();
        for contender in app.crowd(&restaurant, DINERS).await {
            let (restaurant, slot, sitting) = (restaurant.clone(), slot.clone(), sitting.clone());
            asking.spawn(async move {
                let (reply, _) = ask(&contender, &restaurant, &slot, 1).await;
                if reply.status == 201 {
                    let others = sitting.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                    assert_eq!(others, 0, "two diners got the seat");
                    sitting.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                    let uid = reply.uid();
                    contender.persona.cancel(&uid).await.is(204);
                }
                reply.status
            });
        }
        let statuses = asking.join_all().await;
        expect_no_errors(&statuses);
        assert!(count(&statuses, 201) >= 1);
        assert_eq!(app.count("SELECT count(*) FROM reservation_seats WHERE released_at IS NULL").await, 0);
        let late = Arc::new(app.crowd(&restaurant, 1).await.remove(0));
        eventually("the seat can be had again", || async { late.try_hold(&restaurant, &slot, 1).await.status == 201 })
            .await;
        app.advance(600);
        assert_eq!(app.sweep_holds().await, 1);
    }
    end(app).await;
}

/// Time jumps nine minutes in total while all diners request: one jump after each sixth of the responses.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_whose_holds_expire_meanwhile_has_one_live_hold_at_most() {
    let app = many_servers().await;
    let restaurant = one_seat(&app).await;
    for round in 0..5 {
        let slot = a_day(&app, &restaurant, 7 + round).await;
        let answers = Arc::new(AtomicUsize::new(0));
        let crowd = app.crowd(&restaurant, DINERS).await;
        let asking = counted_rush(crowd, &restaurant, 1, |_| slot.clone(), &answers);
        let leaps = async {
            for leap in 1..=5 {
                eventually("answers come", async || answers.load(Ordering::Relaxed) >= leap * DINERS / 6).await;
                app.clock.advance(chrono::Duration::seconds(110));
            }
        };
        let (statuses, ()) = tokio::join!(asking, leaps);
        expect_no_errors(&statuses);
        assert!(count(&statuses, 201) >= 1);
        assert_eq!(app.count("SELECT count(*) FROM reservation_seats WHERE released_at IS NULL").await, 1);
        app.advance(600);
        let late = app.crowd(&restaurant, 1).await.remove(0);
        late.try_hold(&restaurant, &slot, 1).await.is(201);
        app.verify().await;
        app.advance(600);
        assert_eq!(app.sweep_holds().await, 1);
    }
    end(app).await;
}
