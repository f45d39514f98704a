//! The database's host vanishes without a word: packets of the open connections are swallowed, new connections work.

use std::time::Duration;

use tests::{Contender, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, eventually};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::{end, over_a_line, timed};

const QUEUES: i64 = 5;
/// What the product promises.
const BACK_WITHIN: Duration = Duration::from_secs(10);

async fn hold(contender: &Contender, restaurant: &Restaurant, slot: &Slot) -> u16 {
    contender.try_hold(restaurant, slot, 1).await.status
}

/// Diners who come one after the other, a few at a time, until told: when each was answered, and how.
async fn come(app: &TestApp, restaurant: &Restaurant, slot: &Slot, for_long: Duration) -> Vec<(Instant, u16)> {
    let until = Instant::now() + for_long;
    let mut crowd = app.crowd(restaurant, 300).await.into_iter();
    let (mut asking, mut answers) = (JoinSet::new(), Vec::new());
    while Instant::now() < until {
        let contender = crowd.next().expect("enough diners");
        let (restaurant, slot) = (restaurant.clone(), slot.clone());
        asking.spawn(async move {
            let status = hold(&contender, &restaurant, &slot).await;
            (Instant::now(), status)
        });
        tokio::time::sleep(Duration::from_millis(60)).await;
        while let Some(Ok(answer)) = asking.try_join_next() {
            answers.push(answer);
        }
    }
    answers.extend(asking.join_all().await);
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn bookings_go_on_ten_seconds_after_the_host_has_vanished() {
    let (app, line, database) = over_a_line().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 400, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let coming = come(&app, &restaurant, &slot, Duration::from_secs(13));
    let cutting = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        line.swallow();
        Instant::now()
    };
    let (answers, gone_at) = tokio::join!(coming, cutting);
    let before = answers.iter().filter(|(at, status)| *at < gone_at && *status == 201).count();
    assert!(before > 0, "bookings were taken before");
    let odd: Vec<_> = answers.iter().filter(|(_, status)| !matches!(status, 201 | 503)).collect();
    assert!(odd.is_empty(), "{odd:?}");
    let late: Vec<_> = answers.iter().filter(|(at, status)| *at > gone_at + BACK_WITHIN && *status != 201).collect();
    assert!(late.is_empty(), "{} of {} still fail", late.len(), answers.len());
    assert!(answers.iter().any(|(at, _)| *at > gone_at + BACK_WITHIN), "somebody came after that");
    eventually("readiness is back", async || timed(&app, "/health").await.0 == 200).await;
    end(app, line, database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_begins_anew_when_the_host_has_vanished() {
    let (mut app, line, database) = over_a_line().await;
    app.config.database_url.clone_from(&line.url);
    let worker = app.start_worker();
    // Each time it begins, its queues take new names.
    let begun = async || app.count("SELECT count(DISTINCT id) FROM apalis.workers").await;
    eventually("a worker is at work", async || begun().await >= QUEUES).await;
    // Its watch has looked at least once.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(begun().await, QUEUES);
    line.swallow();
    let gone_at = Instant::now();
    eventually("another is at work in its place", async || begun().await >= 2 * QUEUES).await;
    let taken = gone_at.elapsed();
    assert!(taken < 2 * BACK_WITHIN, "{taken:?}");
    worker.stop().await;
    app.config.database_url.clone_from(&database.url);
    end(app, line, database).await;
}
