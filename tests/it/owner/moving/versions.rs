//! A change that names the version it saw gets 409 if another user was faster, with the current reservation and that user's name.

use serde_json::{Value, json};
use tests::{DAY, HOUR, OFFLINE_RESERVATIONS, RestaurantSpec, SlotSpec, VisitSpec};

use super::{Scene, labels};

const ONLINE_RESERVATIONS: &str = "/owners/api/online_reservations";

/// Builds the change of a party that was seen as `seen`.
fn change(seen: &Value, mut fields: Value) -> Value {
    fields["expected_version"] = seen["version"].clone();
    json!({ "offline_reservation": fields })
}

fn later() -> Value {
    json!({ "starts_at": "19:00", "ends_at": "21:00" })
}

async fn opened() -> Scene {
    let scene = Scene::new(RestaurantSpec::default()).await;
    scene.app.execute("UPDATE owners SET nickname = '佐藤'").await;
    scene
}

#[tokio::test]
async fn stale_course_change_gets_conflict() {
    let scene = opened().await;
    let pine = scene.add_course("dinner", "松", None).await;
    let bamboo = scene.add_course("dinner", "竹", None).await;
    let uid = scene.party(&VisitSpec::default()).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let seen = scene.detail(OFFLINE_RESERVATIONS, &uid).await;
    scene.owner.put(&path, &change(&seen, json!({ "course_uid": pine }))).await.is(200);
    let stale = change(&seen, json!({ "course_uid": bamboo }));
    let current = scene.owner.put(&path, &stale).await.refused(409, "reservation_moved")["current"].clone();
    assert_eq!((&current["course_name"], &current["changed_by"]), (&json!("松"), &json!("佐藤")), "{current}");
    scene.owner.put(&path, &change(&current, json!({ "course_uid": bamboo }))).await.is(200);
    scene.app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn stale_deletion_gets_conflict() {
    let scene = opened().await;
    let uid = scene.party(&VisitSpec::default()).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let deletion = |seen: &Value| format!("{path}?expected_version={}", seen["version"]);
    let seen = scene.detail(OFFLINE_RESERVATIONS, &uid).await;
    let moved = scene.owner.put(&path, &change(&seen, later())).await.data();
    let current = scene.owner.delete(&deletion(&seen)).await.refused(409, "reservation_moved")["current"].clone();
    assert_eq!((&current["start_time"], &current["changed_by"]), (&json!("19:00"), &json!("佐藤")), "{current}");
    scene.owner.delete(&deletion(&moved)).await.is(200);

    let again = scene.owner.put(&path, &change(&moved, later())).await.refused(409, "reservation_moved");
    let current = &again["current"];
    assert_eq!((&current["status"], &current["changed_by"]), (&json!("owner_delete"), &json!("佐藤")), "{again}");
    scene.owner.put(&path, &json!({ "offline_reservation": later() })).await.refused(400, "reservation_ended");
    scene.owner.post(&format!("{path}/restore"), &json!({})).await.is(200);
    scene.owner.put(&path, &change(&moved, later())).await.refused(409, "reservation_moved");
    // A call without the version works as the specification describes it.
    scene.owner.delete(&path).await.is(200);
    scene.app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn moving_a_party_of_the_web_raises_its_version() {
    let scene = opened().await;
    let slot = scene.app.slot(&scene.restaurant, SlotSpec::default()).await;
    let diner = scene.app.diner("hanako").await;
    let uid = diner.book(&scene.restaurant, &slot, 2).await;
    let onto = async |items: &[usize], seen: &Value| {
        let body = json!({ "inventory_item_uids": scene.seats(items).await, "expected_version": seen["version"] });
        scene.owner.put(&format!("/owners/api/reservations/{uid}/seats"), &body).await
    };
    let seen = scene.detail(ONLINE_RESERVATIONS, &uid).await;
    let moved = onto(&[2, 3], &seen).await.data();
    assert_ne!(moved["version"], seen["version"]);
    let current = onto(&[1, 2], &seen).await.refused(409, "reservation_moved")["current"].clone();
    assert_eq!((labels(&current), &current["changed_by"]), (vec!["C3", "C4"], &json!("佐藤")), "{current}");
    let stays = onto(&[2, 3], &moved).await.data();
    assert_eq!(stays["version"], moved["version"], "the party keeps its seats");
    let day = scene.owner.get(&format!("/owners/daily_calendars/{}", scene.app.day(7))).await.data();
    let items = day["items"].as_array().expect("items");
    let versions: Vec<_> = items.iter().filter(|item| item["uid"] == *uid).map(|item| &item["version"]).collect();
    assert_eq!(versions, [&moved["version"]]);

    let fewer = json!({ "reservation": { "guests_count": 1 } });
    diner.patch(&format!("/users/reservations/{uid}"), &fewer).await.is(200);
    let current = onto(&[0], &moved).await.refused(409, "reservation_moved")["current"].clone();
    assert_eq!((&current["guests_count"], &current["changed_by"]), (&json!(1), &Value::Null), "the diner changed it");
    scene.app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn memo_and_steps_keep_the_version() {
    let scene = opened().await;
    let uid = scene.party(&VisitSpec { days: 1, ..VisitSpec::default() }).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let seen = scene.detail(OFFLINE_RESERVATIONS, &uid).await;
    let moved = scene.owner.put(&path, &change(&seen, later())).await.data();
    let changed_at = async || {
        let stale = scene.owner.put(&path, &change(&seen, later())).await.refused(409, "reservation_moved");
        stale["current"]["changed_at"].as_str().expect("a time").to_owned()
    };
    let moved_at = changed_at().await;
    scene.app.advance(DAY + 9 * HOUR);
    scene.owner.put(&path, &json!({ "offline_reservation": { "internal_memo": "窓側" } })).await.is(200);
    for state in ["arrived", "seated", "bill"] {
        let step = format!("/owners/api/reservations/{uid}/service_state");
        scene.owner.put(&step, &json!({ "state": state })).await.is(200);
    }
    assert_eq!(scene.detail(OFFLINE_RESERVATIONS, &uid).await["version"], moved["version"]);
    assert_eq!(changed_at().await, moved_at, "the memo has not changed the place");
    scene.app.end().await;
}

#[tokio::test]
async fn malformed_version_changes_nothing() {
    let scene = opened().await;
    let uid = scene.party(&VisitSpec::default()).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let before = scene.detail(OFFLINE_RESERVATIONS, &uid).await;
    for (bad, text) in [(json!("x"), "x"), (json!(0.5), "0.5"), (json!(i64::MAX), "9223372036854775807")] {
        let seen = json!({ "version": bad });
        let seats = json!({ "inventory_item_uids": scene.seats(&[2, 3]).await, "expected_version": bad });
        let replies = [
            scene.owner.put(&path, &change(&seen, later())).await,
            scene.owner.put(&format!("/owners/api/reservations/{uid}/seats"), &seats).await,
            scene.owner.delete(&format!("{path}?expected_version={text}")).await,
        ];
        for reply in replies {
            assert!((400..500).contains(&reply.status), "{text}: {} {}", reply.status, reply.body);
        }
    }
    let after = scene.detail(OFFLINE_RESERVATIONS, &uid).await;
    assert_eq!((&after["version"], &after["status"]), (&before["version"], &before["status"]));
    assert_eq!((labels(&after), &after["start_time"]), (labels(&before), &before["start_time"]));
    scene.app.end().await;
}
