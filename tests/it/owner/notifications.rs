//! The bell (F172, F173, O-057 to O-060).

use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const CALLS: &str = "/owners/api/notifications";

async fn unseen(owner: &Persona) -> (Value, Value) {
    let count = async |kind: &str| owner.get(&format!("{CALLS}/count?type={kind}")).await.is(200).json();
    (count("new_reservation").await, count("edit_or_cancel").await)
}

async fn list(owner: &Persona, kind: &str) -> Vec<Value> {
    let reply = owner.get(&format!("{CALLS}?type={kind}")).await;
    reply.is(200).json().as_array().expect("a list").clone()
}

/// F172
#[tokio::test]
async fn bookings_and_cancellations_ring_until_they_are_seen() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let foreign = app.slot(&other, SlotSpec::default()).await;
    let (owner, colleague) = (app.owner(&restaurant).await, app.owner(&restaurant).await);
    let stranger = app.owner(&other).await;
    assert_eq!(unseen(&owner).await, (json!(0), json!(0)));

    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    hanako.book(&other, &foreign, 1).await;
    assert_eq!(unseen(&owner).await, (json!(1), json!(0)));
    let rung = list(&owner, "new_reservation").await;
    assert_eq!(rung.len(), 1, "{rung:?}");
    assert_eq!(
        (&rung[0]["uid"], &rung[0]["reason"], &rung[0]["is_confirmed"]),
        (&json!(uid), &json!("new_onr"), &json!(false))
    );
    assert_eq!((&rung[0]["title"], &rung[0]["date"]), (&json!("hanako 太郎"), &json!(slot.date.to_string())));
    owner.get(&format!("/owners/daily_calendars/{}", rung[0]["date"].as_str().expect("a date"))).await.is(200);
    hanako.cancel(&uid).await.is(204);
    assert_eq!(unseen(&owner).await, (json!(1), json!(1)));

    let seen = json!({ "type": "new_reservation", "ids": [rung[0]["id"], list(&stranger, "new_reservation").await[0]["id"], 0] });
    assert_eq!(owner.post(&format!("{CALLS}/confirmed"), &seen).await.is(200).json()["confirmed"], 1);
    assert_eq!(owner.post(&format!("{CALLS}/confirmed"), &seen).await.is(200).json()["confirmed"], 0, "once is enough");
    assert_eq!(unseen(&owner).await, (json!(0), json!(1)));
    assert_eq!(list(&owner, "new_reservation").await[0]["is_confirmed"], true);
    assert_eq!(unseen(&colleague).await, (json!(1), json!(1)), "each has their own unseen count");
    assert_eq!(unseen(&stranger).await, (json!(1), json!(0)), "staff cannot confirm for another restaurant");
    app.end().await;
}

#[tokio::test]
async fn all_that_is_unseen_is_counted() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    app.diner("hanako").await.book(&restaurant, &slot, 1).await;
    app.execute(
        "INSERT INTO notifications (restaurant_id, reservation_id, reason, title, notification_sent_at)
         SELECT restaurant_id, reservation_id, reason, title, notification_sent_at FROM notifications, generate_series(1, 1200)",
    )
    .await;
    assert_eq!(unseen(&owner).await, (json!(1_201), json!(0)));
    app.end_unverified().await;
}

#[tokio::test]
async fn sent_invitation_is_not_notified_as_accepted() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, hanako) = (app.owner(&restaurant).await, app.diner("hanako").await);
    let uid = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    let notices = async || {
        let rung = list(&owner, "new_reservation").await;
        rung.iter().map(|row| (row["reason"].clone(), row["is_accepted"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(notices().await, [(json!("new_ivr"), json!(false))]);
    app.advance(60);
    let consent = json!({ "date_confirmed": true, "no_proxy": true, "policy_agreed": true });
    hanako.post(&format!("/users/invited_reservations/{uid}/accept"), &consent).await.is(200);
    assert_eq!(notices().await, [(json!("new_ivr"), json!(true)), (json!("new_ivr"), json!(false))]);
    app.end().await;
}

/// F173
#[tokio::test]
async fn impersonating_admin_acknowledges_nothing() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    app.diner("hanako").await.book(&restaurant, &slot, 1).await;
    app.sign_in_admin_as_well(&owner).await;
    let ids: Vec<_> = list(&owner, "new_reservation").await.iter().map(|row| row["id"].clone()).collect();
    let seen = json!({ "type": "new_reservation", "ids": ids });
    assert_eq!(owner.post(&format!("{CALLS}/confirmed"), &seen).await.is(200).json()["confirmed"], 0);
    assert_eq!(unseen(&owner).await, (json!(1), json!(0)));
    app.end().await;
}

#[tokio::test]
async fn the_list_has_pages_and_a_mode() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    let uid = app.diner("hanako").await.book(&restaurant, &slot, 1).await;
    app.execute(
        "INSERT INTO notifications (restaurant_id, reservation_id, reason, title, notification_sent_at)
         SELECT r.restaurant_id, r.id, 'ivr_close', '', r.created_at FROM reservations r, generate_series(1, 21)",
    )
    .await;
    let page = owner.get("/owners/notifications?mode=new_reservation").await.is(200).json();
    assert_eq!((&page["page"], &page["data"]["mode"]), (&json!("owner_notifications"), &json!("new_reservation")));
    assert_eq!(page["data"]["notifications"][0]["uid"], uid);
    let rows = async |query: &str| {
        let data = owner.get(&format!("/owners/notifications?{query}")).await.data();
        let rows = data["notifications"].as_array().map(Vec::len);
        (rows.expect("rows"), data["current_page"].clone(), data["total_pages"].clone())
    };
    assert_eq!(rows("mode=edit_or_cancel").await, (20, json!(1), json!(2)));
    assert_eq!(rows("mode=edit_or_cancel&page=2").await, (1, json!(2), json!(2)));
    assert_eq!(rows("mode=edit_or_cancel&page=99").await.1, 2);
    for odd in ["", "mode=", "mode=x&page=x", "page=-1", "page=99999999999999999999"] {
        assert_eq!(rows(odd).await, (1, json!(1), json!(1)), "{odd}");
    }
    app.end().await;
}

#[tokio::test]
async fn strangers_and_nonsense_are_refused() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let calls = [
        format!("{CALLS}/count?type=new_reservation"),
        format!("{CALLS}?type=new_reservation"),
        "/owners/notifications".into(),
    ];
    for path in &calls {
        app.anonymous().get(path).await.refused(401, "sign_in_required");
    }
    let seen = format!("{CALLS}/confirmed");
    app.anonymous()
        .post(&seen, &json!({ "type": "new_reservation", "ids": [] }))
        .await
        .refused(401, "sign_in_required");
    for kind in ["", "?type=", "?type=all", "?type=new_onr"] {
        owner.get(&format!("{CALLS}/count{kind}")).await.refused(422, "invalid_input");
        owner.get(&format!("{CALLS}{kind}")).await.refused(422, "invalid_input");
    }
    let many: Vec<_> = (0..1001).collect();
    let bodies = [
        json!({}),
        json!({ "type": "x", "ids": [] }),
        json!({ "type": "new_reservation" }),
        json!({ "type": "new_reservation", "ids": "1" }),
        json!({ "type": "new_reservation", "ids": ["x"] }),
        json!({ "type": "new_reservation", "ids": many }),
    ];
    for body in bodies {
        owner.post(&seen, &body).await.refused(422, "invalid_input");
    }
    owner.submit(&seen, &[("type", "edit_or_cancel"), ("ids[]", "1")]).await.is(200);
    app.end().await;
}
