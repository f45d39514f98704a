//! The pane of a gold allocation (F199, gaps G191).

use serde_json::{Value, json};
use tests::{Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp};

/// Reserves a slot for the round of this name, and returns the pane's address.
pub async fn allocate(app: &TestApp, restaurant: &Restaurant, slot: &Slot, round: &str) -> String {
    let uids: (String, String) = sqlx::query_as(
        "WITH round AS (
             INSERT INTO gold_rounds (title, slug, created_at) VALUES ($1, $1, $2)
             ON CONFLICT (slug) DO UPDATE SET title = excluded.title RETURNING id),
         allocated AS (
             INSERT INTO gold_allocations (uid, restaurant_id, gold_round_id, online_stock_group_id, available_as_second_from, created_at)
             SELECT $3, $4, id, $5, '2027-01-01T10:00:00+09:00', $2 FROM round RETURNING uid, restaurant_id)
         SELECT a.uid, o.uid FROM allocated a JOIN online_stock_groups o ON o.restaurant_id = a.restaurant_id AND o.id = $5",
    )
    .bind(round)
    .bind(app.now())
    .bind(app.rng.uid())
    .bind(restaurant.id.0)
    .bind(slot.id)
    .fetch_one(&app.pool)
    .await
    .expect("an allocation");
    app.refresh(restaurant, slot.date).await;
    format!("/admin/r/{}/online_stock_groups/{}/gold_allocations/{}", restaurant.slug, uids.1, uids.0)
}

async fn round(app: &TestApp, slug: &str) -> i64 {
    let find = sqlx::query_scalar("SELECT id FROM gold_rounds WHERE slug = $1").bind(slug);
    find.fetch_one(&app.pool).await.expect("a round")
}

/// F199
#[tokio::test]
async fn round_and_time_are_changed_and_the_slot_becomes_an_ordinary_one() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, diner) = (app.admin().await, app.diner("hanako").await);
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let other = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let pane = allocate(&app, &restaurant, &slot, "december").await;
    allocate(&app, &restaurant, &other, "january").await;
    let third = app.slot(&restaurant, SlotSpec { days: 9, ..SlotSpec::default() }).await;
    allocate(&app, &restaurant, &third, "december").await;
    assert!(diner.guests_options(&restaurant, &slot).await.is_empty(), "set aside");
    let (december, january) = (round(&app, "december").await, round(&app, "january").await);
    let data = admin.get(&pane).await.data();
    assert_eq!(
        (&data["gold_allocation"]["gold_round_id"], &data["gold_allocation"]["listed_from"]),
        (&json!(december), &Value::Null)
    );
    assert_eq!(data["gold_rounds"].as_array().map(Vec::len), Some(2));
    assert_eq!(data["online_stock_group"]["date"], slot.date.to_string());

    let change = json!({ "gold_round_id": january, "listed_from": "2026-12-20T10:00" });
    assert_eq!(admin.patch(&pane, &change).await.is(200).json()["redirect_to"], pane);
    let changed = admin.get(&pane).await.data()["gold_allocation"].clone();
    assert_eq!(
        (&changed["gold_round_id"], &changed["listed_from"]),
        (&json!(january), &json!("2026-12-20T10:00:00+09:00"))
    );
    admin.patch(&pane, &json!({ "gold_round_id": january })).await.is(200);
    let kept = admin.get(&pane).await.data()["gold_allocation"]["listed_from"].clone();
    assert_eq!(kept, "2026-12-20T10:00:00+09:00", "what is left out remains");
    admin.patch(&pane, &json!({ "listed_from": "2026-12-21T10:00" })).await.is(200);
    let kept = admin.get(&pane).await.data()["gold_allocation"].clone();
    assert_eq!((&kept["gold_round_id"], &kept["listed_from"]), (&json!(january), &json!("2026-12-21T10:00:00+09:00")));
    let form = [("_method", "patch"), ("gold_round_id", "1"), ("listed_from", "")];
    let form = [form[0], ("gold_round_id", &*december.to_string()), form[2]];
    admin.submit(&pane, &form).await.goes_to(&pane);
    let changed = admin.get(&pane).await.data()["gold_allocation"].clone();
    assert_eq!((&changed["gold_round_id"], &changed["listed_from"]), (&json!(december), &Value::Null));

    let list = pane.split("/gold_allocations").next().expect("the slot's page").to_owned();
    assert_eq!(admin.delete(&pane).await.is(200).json()["redirect_to"], list);
    app.caches_follow().await;
    assert_eq!(diner.guests_options(&restaurant, &slot).await, [1, 2, 3, 4], "an ordinary slot");
    assert_eq!(admin.get(&list).await.data()["online_stock_group"]["gold"], Value::Null);
    admin.get(&pane).await.refused(404, "not_found");
    admin.delete(&pane).await.refused(404, "not_found");
    let audited =
        "SELECT count(*) FROM audit_events WHERE action IN ('gold_allocation_changed', 'gold_allocation_removed')";
    assert_eq!(app.count(audited).await, 5);
    app.end().await;
}

#[tokio::test]
async fn invalid_gold_change_saves_nothing_and_reserved_slots_stay_gold() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    app.diner("hanako").await.book(&restaurant, &slot, 1).await;
    let pane = allocate(&app, &restaurant, &slot, "december").await;
    let there = app.slot(&elsewhere, SlotSpec::default()).await;
    let theirs = allocate(&app, &elsewhere, &there, "december").await;
    let december = round(&app, "december").await;
    // A round in which only another restaurant has allocations.
    let other = app.slot(&elsewhere, SlotSpec { days: 9, ..SlotSpec::default() }).await;
    allocate(&app, &elsewhere, &other, "january").await;
    let january = round(&app, "january").await;
    assert_eq!(admin.get(&pane).await.data()["gold_rounds"].as_array().map(Vec::len), Some(1));
    for (change, field) in [
        (json!({ "gold_round_id": january }), "gold_round_id"),
        (json!({ "gold_round_id": "", "listed_from": "2026-12-20T10:00" }), "gold_round_id"),
        (json!({ "gold_round_id": december + 1_000 }), "gold_round_id"),
        (json!({ "gold_round_id": "december" }), "gold_round_id"),
        (json!({ "gold_round_id": december, "listed_from": "tomorrow" }), "listed_from"),
        (json!({ "gold_round_id": december, "listed_from": "2027-01-01T10:01" }), "listed_from"),
    ] {
        let reply = admin.patch(&pane, &change).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [field], "{change}");
    }
    admin.delete(&pane).await.refused(422, "slot_stock_reserved");
    // The allocation of one slot is not found at another, nor at another restaurant.
    let uid = theirs.rsplit('/').next().expect("a uid");
    let (mixed, foreign) = (pane.rsplit_once('/').expect("a path").0, pane.replace("sushi-test", "tempura-test"));
    for path in [format!("{mixed}/{uid}"), foreign] {
        admin.get(&path).await.refused(404, "not_found");
        admin.patch(&path, &json!({ "gold_round_id": december })).await.refused(404, "not_found");
        admin.delete(&path).await.refused(404, "not_found");
    }
    assert_eq!(app.count("SELECT count(*) FROM gold_allocations").await, 3);
    app.end().await;
}

/// The values are compared after the lock: a save that waits for another one does not overwrite it (gaps G311).
#[tokio::test]
async fn gold_change_that_waited_for_another_one_is_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let other = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let pane = allocate(&app, &restaurant, &slot, "december").await;
    allocate(&app, &restaurant, &other, "january").await;
    let (december, january) = (round(&app, "december").await, round(&app, "january").await);
    let late = json!({ "gold_round_id": december, "listed_from": "2026-12-20T10:00",
        "expected": { "gold_round_id": december, "listed_from": null } });
    let mut first = app.pool.begin().await.expect("a transaction");
    let lock = sqlx::query("SELECT id FROM online_stock_groups WHERE id = $1 FOR UPDATE").bind(slot.id);
    lock.execute(&mut *first).await.expect("a lock");
    let (reply, ()) = tokio::join!(admin.patch(&pane, &late), async {
        app.wait_for_blocked_lock().await;
        let change = sqlx::query("UPDATE gold_allocations SET gold_round_id = $1 WHERE online_stock_group_id = $2");
        change.bind(january).bind(slot.id).execute(&mut *first).await.expect("a change");
        first.commit().await.expect("a commit");
    });
    let problem = reply.refused(409, "edited_meanwhile");
    assert_eq!(problem["current"], json!({ "fields": { "gold_round_id": january } }));
    let kept = admin.get(&pane).await.data()["gold_allocation"].clone();
    assert_eq!((&kept["gold_round_id"], &kept["listed_from"]), (&json!(january), &Value::Null));
    app.refresh(&restaurant, slot.date).await;
    app.end().await;
}
