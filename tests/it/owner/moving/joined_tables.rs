//! Staff join further tables to a party beyond the number that its size needs.

use serde_json::{Value, json};
use tests::{OFFLINE_RESERVATIONS, RestaurantSpec, SlotSpec, VisitSpec};

use super::{Scene, labels};

/// A restaurant of tables for four, with a party of `guests` at the first.
async fn party_at_a_table(guests: i32) -> (Scene, String, String) {
    let scene = Scene::new(RestaurantSpec { capacity: 4, ..RestaurantSpec::default() }).await;
    let uid = scene.party(&VisitSpec { items: vec![0], guests, ..VisitSpec::default() }).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    (scene, uid, path)
}

async fn change(scene: &Scene, items: &[usize]) -> Value {
    json!({ "offline_reservation": { "inventory_item_uids": scene.seats(items).await } })
}

/// The labels of the party's tables, and the number of joined ones.
fn tables(detail: &Value) -> (Vec<&str>, i64) {
    (labels(detail), detail["extra_items"].as_i64().expect("a number"))
}

#[tokio::test]
async fn a_table_is_joined_and_released() {
    let (scene, uid, path) = party_at_a_table(3).await;
    let Scene { app, owner, .. } = &scene;
    let joined = owner.put(&path, &change(&scene, &[0, 1]).await).await.data();
    assert_eq!(tables(&joined), (vec!["C1", "C2"], 1));
    app.verify().await;
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(7))).await.data();
    assert_eq!(day["items"][0]["extra_items"], 1, "{day}");
    let later = json!({ "offline_reservation": { "starts_at": "19:00", "ends_at": "21:00" } });
    let moved = owner.put(&path, &later).await.data();
    assert_eq!(tables(&moved), (vec!["C1", "C2"], 1), "another time keeps the joined table");
    let all = owner.put(&path, &change(&scene, &[1, 2, 3]).await).await.data();
    assert_eq!(tables(&all), (vec!["C2", "C3", "C4"], 2), "a table for each guest");
    owner.put(&path, &change(&scene, &[0, 1, 2, 3]).await).await.refused(400, "items_not_entered");
    app.verify().await;
    let fewer = json!({ "offline_reservation": { "new_guests_count": 2 } });
    let reduced = owner.put(&path, &fewer).await.data();
    assert_eq!(tables(&reduced), (vec!["C2"], 0), "another party size releases the joined tables");
    owner.put(&path, &change(&scene, &[1, 2]).await).await.is(200);
    let alone = owner.put(&path, &change(&scene, &[2]).await).await.data();
    assert_eq!(tables(&alone), (vec!["C3"], 0));
    assert_eq!(tables(&scene.detail(OFFLINE_RESERVATIONS, &uid).await), (vec!["C3"], 0));
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn restored_party_has_its_joined_table_again() {
    let (scene, uid, path) = party_at_a_table(2).await;
    let Scene { app, owner, .. } = &scene;
    owner.put(&path, &change(&scene, &[0, 1]).await).await.is(200);
    owner.delete(&path).await.is(200);
    app.verify().await;
    owner.post(&format!("{path}/restore"), &json!({})).await.is(200);
    assert_eq!(tables(&scene.detail(OFFLINE_RESERVATIONS, &uid).await), (vec!["C1", "C2"], 1));
    app.verify().await;
    scene.app.end().await;
}

/// A server of a release without joined tables gives a party the tables that its size needs, and leaves `extra_items` unchanged.
#[tokio::test]
async fn party_reseated_by_an_earlier_release_has_no_joined_table() {
    let (scene, uid, path) = party_at_a_table(2).await;
    let Scene { app, owner, .. } = &scene;
    owner.put(&path, &change(&scene, &[0, 1]).await).await.is(200);
    app.execute(
        "UPDATE reservation_seats SET released_at = lower(during) WHERE released_at IS NULL
         AND inventory_item_id = (SELECT max(inventory_item_id) FROM reservation_seats WHERE released_at IS NULL)",
    )
    .await;
    let stored = "SELECT extra_items::bigint FROM reservations";
    assert_eq!(app.count(stored).await, 1);
    app.verify().await;
    assert_eq!(tables(&scene.detail(OFFLINE_RESERVATIONS, &uid).await), (vec!["C1"], 0));
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(7))).await.data();
    assert_eq!(day["items"][0]["extra_items"], 0, "{day}");
    let later = json!({ "offline_reservation": { "starts_at": "19:00", "ends_at": "21:00" } });
    assert_eq!(tables(&owner.put(&path, &later).await.data()), (vec!["C1"], 0));
    assert_eq!(app.count(stored).await, 0, "the next change corrects it");
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn a_joined_table_moves_with_its_party_but_not_to_other_groups() {
    let (scene, uid, path) = party_at_a_table(2).await;
    let table = scene.add_table_group("個室", "P1").await;
    let Scene { app, owner, .. } = &scene;
    owner.put(&path, &change(&scene, &[0, 1]).await).await.is(200);
    let seats = format!("/owners/api/reservations/{uid}/seats");
    let onto =
        async |items: &[usize]| owner.put(&seats, &json!({ "inventory_item_uids": scene.seats(items).await })).await;
    assert_eq!(tables(&onto(&[2, 3]).await.data()), (vec!["C3", "C4"], 1));
    onto(&[2]).await.refused(400, "items_not_entered");
    let elsewhere = json!({ "offline_reservation": { "inventory_item_uids": [table] } });
    assert_eq!(tables(&owner.put(&path, &elsewhere).await.data()), (vec!["P1"], 0));
    app.verify().await;
    scene.app.end().await;
}

/// Only staff's own reservations have joined tables: the guests of others agreed to a place.
#[tokio::test]
async fn joined_tables_need_a_reservation_of_staff_and_a_free_table() {
    let (scene, _, path) = party_at_a_table(2).await;
    let Scene { app, restaurant, owner } = &scene;
    let slot = app.slot(restaurant, SlotSpec { items: vec![1], counts: vec![2], ..SlotSpec::default() }).await;
    let diner = app.diner("hanako").await;
    let held = diner.hold(restaurant, &slot, 2).await;
    owner.put(&path, &change(&scene, &[0, 1]).await).await.refused(400, "seat_held");
    diner.confirm(restaurant, &held).await.is(200);
    owner.put(&path, &change(&scene, &[0, 1]).await).await.refused(400, "seat_taken");
    let both = json!({ "inventory_item_uids": scene.seats(&[1, 2]).await });
    owner.put(&format!("/owners/api/reservations/{held}/seats"), &both).await.refused(400, "items_not_entered");
    let visit = VisitSpec { days: 8, items: vec![0, 1], guests: 2, ..VisitSpec::default() };
    owner.record_visit(app, restaurant, &visit).await.refused(400, "items_not_entered");
    app.verify().await;
    scene.app.end().await;
}
