//! One diner, two browsers, two servers.

use std::collections::HashSet;
use std::sync::Arc;

use tests::{RestaurantSpec, SlotSpec, cards};
use tokio::task::JoinSet;

use super::{end, many_servers};

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_identical_requests_make_one_hold() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for round in 0..10 {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, ..SlotSpec::default() }).await;
        let diner = app.crowd(&restaurant, 1).await.remove(0);
        let request = slot.hold_request(&restaurant, 2, &diner.token);
        let mut sending = JoinSet::new();
        for server in [0, 1, 2, 0, 1, 2] {
            let (browser, request) = (diner.persona.at(&app.base_urls[server]), request.clone());
            sending.spawn(async move { browser.post(tests::RESERVATIONS, &request).await });
        }
        let replies = sending.join_all().await;
        let uids: HashSet<_> = replies.iter().map(|reply| reply.is(201).json()["uid"].to_string()).collect();
        assert_eq!(uids.len(), 1, "round {round}");
    }
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 10);
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_different_requests_leave_one_hold() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let mut slots = Vec::new();
    for days in 7..13 {
        slots.push(app.slot(&restaurant, SlotSpec { days, ..SlotSpec::default() }).await);
    }
    for round in 0..10 {
        let diner = app.crowd(&restaurant, 1).await.remove(0);
        let mut sending = JoinSet::new();
        for (server, slot) in slots.iter().enumerate() {
            let browser = diner.persona.at(&app.base_urls[server % 3]);
            let request = slot.hold_request(&restaurant, 1, &diner.token);
            sending.spawn(async move { browser.post(tests::RESERVATIONS, &request).await.status });
        }
        let statuses = sending.join_all().await;
        assert!(statuses.iter().all(|status| matches!(status, 201 | 409)), "round {round}: {statuses:?}");
        let live = sqlx::query_scalar("SELECT count(*) FROM reservations WHERE user_id = $1 AND status = 'pending'");
        let live: i64 = live.bind(diner.persona.id().0).fetch_one(&app.pool).await.unwrap();
        assert_eq!(live, 1);
        app.execute("UPDATE reservations SET held_until = created_at WHERE status = 'pending'").await;
        assert_eq!(app.sweep_holds().await, 1);
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_completion_on_three_servers_charges_once() {
    let app = many_servers().await;
    let (restaurant, slot) = crate::diner::payments::prepaid_restaurant(&app, 10).await;
    for round in 0..5 {
        let diner = app.diner(&format!("diner{round}")).await.with_card(&app.outside, cards::GOOD).await;
        let uid = Arc::new(diner.hold(&restaurant, &slot, 1).await);
        let mut sending = JoinSet::new();
        for server in [0, 1, 2, 0, 1, 2] {
            let (browser, restaurant, uid) = (diner.at(&app.base_urls[server]), restaurant.clone(), uid.clone());
            sending.spawn(async move { browser.confirm(&restaurant, &uid).await.status });
        }
        let statuses = sending.join_all().await;
        assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
        assert_eq!(diner.status_of(&uid).await, "accepted");
        assert_eq!(app.kept_of(&diner).await, 24_390);
    }
    end(app).await;
}
