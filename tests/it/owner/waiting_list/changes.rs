//! Changes of waiting parties' requests, and edits of the same entry or contact by two members of staff (gaps G330).

use serde_json::json;
use tests::{GuestSpec, RestaurantSpec};

use super::{LIST, Scene, seats_of};

#[tokio::test]
async fn changed_party_keeps_its_place_and_is_seated_as_changed() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let uid = scene.add().await;
    let mut later = scene.entry();
    later["guests_count"] = json!(1);
    owner.post(LIST, &later).await.is(201);
    let path = format!("{LIST}/{uid}");
    let change = json!({
        "starts_from": "18:30", "starts_till": "19:30", "guests_count": 1, "internal_memo": "窓側希望",
        "expected": { "starts_from": "18:00", "starts_till": "19:00", "guests_count": 2, "internal_memo": "カウンター希望" },
    });
    let saved = owner.put(&path, &change).await.is(200).json();
    assert_eq!(saved["message"], "空席待ちの内容を変更しました。");
    let first = scene.shown().await[0].clone();
    assert_eq!(first["uid"], json!(uid), "it is still the first party");
    assert_eq!((&first["from_time"], &first["till_time"]), (&json!("18:30"), &json!("19:30")));
    assert_eq!((&first["guests_count"], &first["internal_memo"]), (&json!(1), &json!("窓側希望")));
    let latest = json!(format!("{}T19:30:00+09:00", scene.date));
    assert_eq!(first["waits_until"], latest, "it waited until its latest start");
    owner.put(&path, &json!({ "waits_until": "18:00" })).await.is(200);
    owner.put(&path, &json!({ "guests_count": 2 })).await.is(200);
    let first = scene.shown().await[0].clone();
    assert_eq!(first["waits_until"], json!(format!("{}T18:00:00+09:00", scene.date)), "an absent field stays");
    owner.put(&path, &json!({ "waits_until": "" })).await.is(200);
    assert_eq!(scene.shown().await[0]["waits_until"], latest);

    scene.free_the_seats().await;
    owner.post(&seats_of(&uid), &json!({})).await.is(200);
    let offered = scene.shown().await[0].clone();
    assert_eq!((&offered["state"], &offered["reservation_time"]), (&json!("offered"), &json!("18:30")));
    owner.put(&path, &json!({ "guests_count": 1 })).await.refused(409, "party_not_waiting");
    let changes = "SELECT count(*) FROM audit_events WHERE action = 'waiting_list.changed'";
    assert_eq!(app.count(changes).await, 4);
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn party_moves_to_another_day_at_its_times() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let uid = scene.add().await;
    let next = app.day(8);
    owner.put(&format!("{LIST}/{uid}"), &json!({ "date": next })).await.is(200);
    assert_eq!(scene.shown().await, json!([]));
    let list = owner.get(&format!("{LIST}?date={next}")).await.is(200).json()["data"].clone();
    assert_eq!((&list[0]["uid"], &list[0]["from_time"]), (&json!(uid), &json!("18:00")));
    assert_eq!(list[0]["waits_until"], json!(format!("{next}T19:00:00+09:00")));
    scene.app.end().await;
}

#[tokio::test]
async fn invalid_foreign_and_unauthorised_changes_are_rejected() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let uid = scene.add().await;
    let before = scene.shown().await;
    let path = format!("{LIST}/{uid}");
    for (change, field) in [
        (json!({ "date": "2026-02-30" }), "date"),
        (json!({ "starts_from": "25h" }), "starts_from"),
        (json!({ "starts_from": "03:00" }), "starts_from"),
        (json!({ "starts_till": "17:30" }), "starts_till"),
        (json!({ "guests_count": 0 }), "guests_count"),
        (json!({ "waits_until": "20:00" }), "waits_until"),
        (json!({ "waits_until": "2026-11-30T12:00" }), "waits_until"),
        (json!({ "internal_memo": "あ".repeat(5_001) }), "internal_memo"),
    ] {
        assert_eq!(owner.put(&path, &change).await.is(422).bad_fields(), [field], "{field}");
    }
    owner.put(&path, &json!({})).await.refused(422, "no_known_field");
    let memo = json!({ "internal_memo": "窓側希望" });
    owner.put(&format!("{LIST}/nobody"), &memo).await.refused(404, "not_found");
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.owner(&elsewhere).await.put(&path, &memo).await.refused(404, "not_found");
    app.anonymous().put(&path, &memo).await.refused(401, "sign_in_required");
    assert_eq!(scene.shown().await, before);
    owner.delete(&path).await.is(200);
    owner.put(&path, &memo).await.refused(409, "party_not_waiting");
    app.execute("UPDATE restaurant_owners SET role = 'read_only'").await;
    owner.put(&path, &memo).await.refused(403, "right_missing");
    scene.app.end().await;
}

#[tokio::test]
async fn value_of_a_colleague_is_not_overwritten_unseen() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, .. } = &scene;
    let uid = scene.add().await;
    let path = format!("{LIST}/{uid}");
    let colleague = app.owner(restaurant).await;
    let three = json!({ "guests_count": 3, "expected": { "guests_count": 2 } });
    colleague.put(&path, &three).await.is(200);
    let four = json!({ "guests_count": 4, "internal_memo": "窓側希望", "expected": {
        "guests_count": 2, "internal_memo": "カウンター希望" } });
    let refused = owner.put(&path, &four).await.refused(409, "edited_meanwhile");
    assert_eq!(refused["current"]["fields"], json!({ "guests_count": 3 }));
    let shown = scene.shown().await[0].clone();
    assert_eq!((&shown["guests_count"], &shown["internal_memo"]), (&json!(3), &json!("カウンター希望")));
    owner.put(&path, &three).await.is(200);
    let memo = json!({ "internal_memo": "窓側希望", "expected": { "internal_memo": "カウンター希望" } });
    owner.put(&path, &memo).await.is(200);
    assert_eq!(scene.shown().await[0]["guests_count"], 3, "other fields stay");
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn contact_of_a_colleague_is_not_overwritten_unseen() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, .. } = &scene;
    let guest =
        app.guest(restaurant, GuestSpec { nickname: "電話 一", phone: "9087654321", ..GuestSpec::default() }).await;
    let mut entry = scene.entry();
    entry["customer_uid"] = json!(guest);
    owner.post(LIST, &entry).await.is(201);
    let shown = scene.shown().await[0].clone();
    assert_eq!((&shown["phone_display"], &shown["invitation_email"]), (&json!("09087654321"), &json!(null)));
    let contact = format!("/owners/api/customers/{guest}/contact");
    let by_text = |number: &str| {
        json!({ "allow_send_ivr_sms": true, "phone_country": "JP", "phone_local_number": number,
            "expected": { "phone_local_number": "09087654321" } })
    };
    owner.put(&contact, &by_text("09087654322")).await.is(200);
    owner.put(&contact, &by_text("09087654322")).await.is(200);
    let refused = owner.put(&contact, &by_text("09087654323")).await.refused(409, "edited_meanwhile");
    assert_eq!(refused["current"]["fields"], json!({ "phone_local_number": "09087654322" }));
    let by_mail = |address: &str| json!({ "invitation_email": address, "expected": { "invitation_email": null } });
    owner.put(&contact, &by_mail("first@example.jp")).await.is(200);
    let refused = owner.put(&contact, &by_mail("second@example.jp")).await.refused(409, "edited_meanwhile");
    assert_eq!(refused["current"]["fields"], json!({ "invitation_email": "first@example.jp" }));
    let shown = scene.shown().await[0].clone();
    assert_eq!(shown["phone_display"], "09087654322");
    assert_eq!(shown["invitation_email"], "first@example.jp");
    scene.app.end().await;
}
