//! Offers of the waiting list: their choice of time and seats, their messages, their end, and the seats that they took off the web.

use serde_json::{Value, json};
use tests::{GuestSpec, RestaurantSpec, SlotSpec};

use super::{LIST, Scene, seats_of};

/// G308
#[tokio::test]
async fn declined_and_expired_offers_stay_on_the_entry_and_open_on_the_web_on_request() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, date, .. } = &scene;
    let slot = app.slot(restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    let web_stocks = "SELECT count(*) FROM online_stocks k JOIN online_stock_groups o ON o.id = k.online_stock_group_id
         WHERE o.deleted_at IS NULL";
    let hanako = app.diner("hanako").await;
    let mut entry = scene.entry();
    entry["customer_uid"] = json!(app.customer_of(restaurant, &hanako).await);
    let uid = owner.post(LIST, &entry).await.is(201).json()["data"]["uid"].as_str().expect("a uid").to_owned();
    scene.free_the_seats().await;
    assert_eq!((scene.shown().await[0]["last_offer"].clone(), app.count(web_stocks).await), (Value::Null, 2));

    owner.post(&seats_of(&uid), &json!({})).await.is(200);
    let offered = scene.shown().await[0].clone();
    assert_eq!(offered["last_offer"], Value::Null, "it is open");
    let invitation = offered["reservation_uid"].as_str().expect("a uid").to_owned();
    let path = format!("/owners/api/invited_reservations/{invitation}/web_seats");
    owner.post(&path, &json!({})).await.refused(400, "invitation_not_ended");
    hanako.post(&format!("/users/invited_reservations/{invitation}/decline"), &json!({})).await.is(200);
    let declined = scene.shown().await[0].clone();
    let last = &declined["last_offer"];
    assert_eq!((&declined["state"], &last["end"]), (&json!("waiting"), &json!("declined")), "{declined}");
    assert_eq!((&last["start_time"], &last["labels"]), (&json!("18:00"), &json!(["C1", "C2"])));
    assert_eq!((&last["may_open_web_seats"], app.count(web_stocks).await), (&json!(true), 0), "never by itself");
    let bell = async || owner.get("/owners/api/notifications?type=edit_or_cancel").await.is(200).json()[0].clone();
    let notified = bell().await;
    assert_eq!(
        (&notified["reason"], &notified["invitation_end"], &notified["may_open_web_seats"]),
        (&json!("ivr_close"), &json!("declined"), &json!(true))
    );
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.owner(&elsewhere).await.post(&path, &json!({})).await.refused(404, "not_found");
    let answers = [owner.post(&path, &json!({})).await, owner.post(&path, &json!({})).await];
    let messages: Vec<_> = answers.iter().map(|answer| answer.is(200).json()["message"].clone()).collect();
    assert_eq!(messages, ["席をWebに再公開しました。", "Webに再公開する席はありません。"]);
    assert_eq!(app.count(web_stocks).await, 2);
    assert_eq!(scene.shown().await[0]["last_offer"]["may_open_web_seats"], false);
    assert_eq!(bell().await["may_open_web_seats"], false);

    owner.post(&seats_of(&uid), &json!({ "deadline_minutes": 30 })).await.is(200);
    app.advance(31 * 60);
    let expired = scene.shown().await[0]["last_offer"].clone();
    assert_eq!((&expired["end"], &expired["may_open_web_seats"]), (&json!("expired"), &json!(false)), "not swept yet");
    assert_eq!(app.sweep_holds().await, 1);
    let expired = scene.shown().await[0]["last_offer"].clone();
    assert_eq!((&expired["end"], &expired["may_open_web_seats"]), (&json!("expired"), &json!(true)));
    assert_eq!(bell().await["invitation_end"], "expired");
    let invitation = expired["reservation_uid"].as_str().expect("a uid");
    owner.post(&format!("/owners/api/invited_reservations/{invitation}/web_seats"), &json!({})).await.is(200);
    app.diner("kenji").await.hold(restaurant, &slot, 2).await;
    assert_eq!(slot.date, *date);
    app.verify().await;
    scene.app.end().await;
}

/// Stocks that are open to a customer group only are opened for the same group.
#[tokio::test]
async fn reopened_web_seats_keep_their_customer_groups() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, .. } = &scene;
    app.slot(restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    app.customer_group(restaurant, "常連", false).await;
    app.execute(
        "UPDATE online_stocks SET access_control = 'whitelist';
         INSERT INTO online_stock_customer_groups (restaurant_id, online_stock_id, customer_group_id)
         SELECT k.restaurant_id, k.id, g.id FROM online_stocks k JOIN customer_groups g ON g.restaurant_id = k.restaurant_id",
    )
    .await;
    scene.free_the_seats().await;
    let uid = scene.add().await;
    owner.post(&seats_of(&uid), &json!({})).await.is(200);
    let invitation = scene.shown().await[0]["reservation_uid"].as_str().expect("a uid").to_owned();
    owner.delete(&format!("/owners/api/invited_reservations/{invitation}")).await.is(200);
    assert_eq!(scene.shown().await[0]["last_offer"]["end"], "withdrawn");
    owner.post(&format!("/owners/api/invited_reservations/{invitation}/web_seats"), &json!({})).await.is(200);
    let listed = "SELECT count(*) FROM online_stocks k JOIN online_stock_customer_groups g ON g.online_stock_id = k.id
         WHERE k.access_control = 'whitelist'";
    assert_eq!(app.count(listed).await, 2);
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn chosen_time_and_seats_are_given_within_the_times_of_the_party() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    scene.free_the_seats().await;
    let mut single = scene.entry();
    single["guests_count"] = json!(1);
    let uid = owner.post(LIST, &single).await.is(201).json()["data"]["uid"].as_str().expect("a uid").to_owned();
    let seat = scene.shown().await[0]["seat"].clone();
    assert_eq!((&seat["labels"], &seat["start_time"]), (&json!(["C1"]), &json!("18:00")), "the first ones");
    let proposals = format!("/owners/api/seat_proposals?date={}&guests_count=1&starts_at=18:45", scene.date);
    let seats = owner.get(&proposals).await.data()["seats"].clone();
    let other =
        seats.as_array().into_iter().flatten().find(|seat| seat["labels"] == json!(["C2"])).expect("C2").clone();
    let chosen = |time: &str| {
        json!({ "by": "telephone", "start_time": time, "inventory_group_uid": other["inventory_group_uid"],
            "inventory_item_uids": other["inventory_item_uids"] })
    };
    for unsuitable in ["17:45", "19:15", "soon"] {
        let refused = owner.post(&seats_of(&uid), &chosen(unsuitable)).await;
        assert_eq!(refused.is(422).bad_fields(), ["start_time"], "{unsuitable}");
    }
    owner.post(&seats_of(&uid), &chosen("18:45")).await.is(200);
    let seated = scene.shown().await[0].clone();
    assert_eq!((&seated["state"], &seated["reservation_time"]), (&json!("seated"), &json!("18:45")));
    let path = format!("/owners/api/offline_reservations/{}", seated["reservation_uid"].as_str().expect("a uid"));
    let detail = owner.get(&path).await.data();
    assert_eq!(detail["inventory_items"][0]["label"], "C2", "{detail}");
    let second = owner.post(LIST, &single).await.is(201).json()["data"]["uid"].as_str().expect("a uid").to_owned();
    owner.post(&seats_of(&second), &chosen("18:30")).await.refused(400, "seat_taken");
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn mail_and_text_of_an_offer_name_the_waiting_list() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, .. } = &scene;
    scene.free_the_seats().await;
    let texted =
        GuestSpec {
            kind: "InvitedCustomer", nickname: "電話 花子", email: None, phone: "9087654321", takes_sms: true
        };
    let mut by_text = scene.entry();
    by_text["customer_uid"] = json!(app.guest(restaurant, texted).await);
    let mut by_mail = scene.entry();
    for entry in [&mut by_text, &mut by_mail] {
        entry["guests_count"] = json!(1);
        let added = owner.post(LIST, entry).await.is(201).json();
        owner.post(&seats_of(added["data"]["uid"].as_str().expect("a uid")), &json!({})).await.is(200);
    }
    app.drain_jobs().await;
    app.drain_jobs().await;
    for reader in ["machida@example.jp", "+819087654321"] {
        let messages = app.outside.inbox(reader).await;
        assert_eq!(messages.len(), 1, "{reader}");
        let text = messages[0]["text"].as_str().unwrap_or_default();
        assert!(text.contains("空席待ち") && text.contains("お席が空きました"), "{text}");
    }
    scene.app.end().await;
}
