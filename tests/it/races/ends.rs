//! The last moment of a hold: completed, expired, released and taken by another diner, concurrently.

use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::reservations::holds::expire;
use tests::{Persona, RestaurantSpec, SlotSpec};

use super::{LAST_ROUND, end, many_servers, moment};

#[tokio::test(flavor = "multi_thread")]
async fn hold_completed_at_expiry_books_or_loses_seat() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let (mut booked, mut lost, mut usual) = (0, 0, Duration::ZERO);
    for round in 0..=LAST_ROUND {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, counts: vec![1], ..SlotSpec::default() }).await;
        let mut crowd = app.crowd(&restaurant, 2).await;
        let (mine, other) = (crowd.remove(0), crowd.remove(0));
        let uid = mine.try_hold(&restaurant, &slot, 1).await.uid();
        app.advance(599);
        let other = tests::Contender { token: app.token_for(&restaurant, other.persona.id()), ..other };
        let (pool, rng, clock) = (app.pool.clone(), app.rng.clone(), app.clock.clone());
        let confirming = async {
            let begun = Instant::now();
            (mine.persona.confirm(&restaurant, &uid).await, begun.elapsed())
        };
        let expiring = async {
            tokio::time::sleep(moment(usual, round)).await;
            clock.advance(chrono::Duration::seconds(1));
            let swept = expire::sweep(&pool, &rng, clock.now());
            let (swept, taken) = tokio::join!(swept, other.try_hold(&restaurant, &slot, 1));
            swept.expect("the sweep");
            taken
        };
        // Sequential in the first and the last round, crossed at every moment in between.
        let ((confirmed, took), taken) = match round {
            0 => (confirming.await, expiring.await),
            LAST_ROUND => {
                let taken = expiring.await;
                (confirming.await, taken)
            }
            _ => tokio::join!(confirming, expiring),
        };
        usual = if round == 0 { took } else { usual };
        match confirmed.status {
            200 => booked += 1,
            _ => {
                confirmed.refused(422, "hold_ended");
                lost += 1;
            }
        }
        let expected = if confirmed.status == 200 { 422 } else { 201 };
        assert_eq!(taken.status, expected, "round {round}: {} {}", confirmed.body, taken.body);
        app.verify().await;
    }
    eprintln!("{booked} were booked, {lost} came too late");
    assert!(booked > 0 && lost > 0);
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_completion_and_release_end_consistently() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for round in 0..20 {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, ..SlotSpec::default() }).await;
        let diner = app.crowd(&restaurant, 1).await.remove(0);
        let uid = diner.try_hold(&restaurant, &slot, 2).await.uid();
        let elsewhere: Arc<Persona> = Arc::new(diner.persona.at(&app.base_urls[1]));
        let (confirmed, cancelled) = tokio::join!(diner.persona.confirm(&restaurant, &uid), elsewhere.cancel(&uid));
        cancelled.is(204);
        if confirmed.status != 200 {
            confirmed.refused(422, "hold_ended");
        }
        assert_eq!(diner.persona.status_of(&uid).await, "void");
        let notices = sqlx::query_scalar(
            "SELECT count(*) FROM notifications n JOIN reservations r ON r.id = n.reservation_id WHERE r.uid = $1",
        );
        let notices: i64 = notices.bind(&uid).fetch_one(&app.pool).await.unwrap();
        assert_eq!(notices, if confirmed.status == 200 { 2 } else { 0 }, "the restaurant hears of both or of nothing");
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_sweepers_expire_a_hold_once() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 40, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    for contender in app.crowd(&restaurant, 40).await {
        contender.try_hold(&restaurant, &slot, 1).await.is(201);
    }
    app.advance(600);
    let sweep = || expire::sweep(&app.pool, &app.rng, app.now());
    let (a, b, c, d) = tokio::join!(sweep(), sweep(), sweep(), sweep());
    let expired: usize = [a, b, c, d].into_iter().map(|swept| swept.expect("a sweep")).sum();
    assert_eq!(expired, 40);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'hold_expired'").await, 40);
    end(app).await;
}
