//! Each server caches answers in memory; all of them learn of a change soon.

use std::sync::Arc;

use serde_json::json;
use tests::{Options, RestaurantSpec, SlotSpec, TestApp, eventually};
use tokio::time::Instant;

#[tokio::test]
async fn every_server_learns_of_a_booking_and_of_its_end_within_a_second() {
    let app = TestApp::with(Options { servers: 3, ..Options::default() }).await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let everywhere: Arc<Vec<_>> = Arc::new(app.base_urls.iter().map(|url| app.anonymous().at(url)).collect());
    let all_say = async |expected: serde_json::Value| {
        let began = Instant::now();
        for diner in everywhere.iter() {
            eventually("the server knows", || async {
                diner.month("sushi-test", "2026-12").await["available_dates"] == expected
            })
            .await;
        }
        began.elapsed()
    };
    all_say(json!(["2026-12-08"])).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    let learnt = all_say(json!([])).await;
    hanako.at(&app.base_urls[2]).cancel(&uid).await.is(204);
    let forgot = all_say(json!(["2026-12-08"])).await;
    eprintln!("learnt of the booking after {learnt:?}, of its end after {forgot:?}");
    app.end().await;
}

/// The summaries of a day agree with its slots, after anything that can happen to them.
#[tokio::test]
async fn the_month_and_its_days_never_disagree() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, capacity: 2, ..RestaurantSpec::default() }).await;
    let mut slots = Vec::new();
    for days in 1..6 {
        let times = vec![("17:00", "19:00"), ("19:30", "21:30")];
        slots.push(app.slot(&restaurant, SlotSpec { days, counts: vec![2, 3], times, ..SlotSpec::default() }).await);
    }
    let diners = [app.diner("hanako").await, app.diner("kenji").await, app.diner("aoi").await];
    let mut uids = Vec::new();
    for step in 0..18_usize {
        let diner = &diners[step % 3];
        let slot = &slots[(step * 7) % 5];
        match step % 6 {
            5 => app.advance(600),
            4 if !uids.is_empty() => {
                let (owner, uid): (usize, String) = uids.remove(0);
                diners[owner].cancel(&uid).await;
            }
            _ => {
                let reply = diner.try_hold(&restaurant, slot, 2 + i32::from(step % 4 == 1)).await;
                if reply.status == 201 {
                    let uid = reply.uid();
                    if step % 2 == 0 {
                        diner.confirm(&restaurant, &uid).await.is(200);
                    }
                    uids.push((step % 3, uid));
                }
            }
        }
        app.caches_follow().await;
        let month = app.anonymous().month("sushi-test", "2026-12").await;
        for slot in &slots {
            let day = app.anonymous().day("sushi-test", slot.date).await;
            let is_open = month["available_dates"].as_array().unwrap().contains(&json!(slot.date.to_string()));
            assert_eq!(is_open, day != json!({}), "step {step}, {}: {month} {day}", slot.date);
        }
    }
    app.end().await;
}
