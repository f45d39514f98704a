//! The gold section of a new slot: an admin's (F152, gaps G172b).

use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp, cards};

use crate::owner::slots::{SLOTS, bookable, create, made, seats, shown, slot_form};

/// F152: only diners of the gold tier see the slot; an owner's session without an admin has no gold section.
#[tokio::test]
async fn only_an_admin_sets_slots_aside_for_gold_diners() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let seats = seats(&app, &restaurant).await;
    sqlx::query("INSERT INTO gold_rounds (title, slug, created_at) VALUES ('12月', 'december', $1)")
        .bind(app.now())
        .execute(&app.pool)
        .await
        .expect("a round");
    let gold = |round: Value, listed: &str| {
        let mut slot = slot_form(&app, &restaurant, &seats, 7);
        slot["gold_round"] = round;
        slot["gold_allocations"] =
            json!([{ "listed_from": listed, "available_as_second_from": "2027-01-01T10:00:00+09:00" }]);
        slot
    };
    let valid = gold(json!("december"), "2026-01-01T10:00");
    create(&owner, &valid).await.refused(403, "admin_only");
    let choices = format!("{SLOTS}/new?date={}&operation=dinner&inventory_group_uid={}", app.day(7), seats.group);
    assert_eq!(owner.get(&choices).await.data()["gold_rounds"], json!([]));
    app.sign_in_admin_as_well(&owner).await;
    let offered = owner.get(&choices).await.data();
    assert_eq!((&offered["can_make_gold"], &offered["gold_rounds"][0]["slug"]), (&json!(true), &json!("december")));
    create(&owner, &gold(Value::Null, "")).await.refused(400, "slot_gold_round_missing");
    create(&owner, &gold(json!("january"), "")).await.refused(400, "slot_gold_round_unknown");
    create(&owner, &gold(json!("december"), "tomorrow")).await.refused(400, "slot_gold_time_invalid");
    create(&owner, &gold(json!("december"), "2028-01-01T10:00")).await.refused(400, "slot_gold_time_invalid");
    let uid = made(&owner, &valid).await;
    let detail = shown(&owner, &uid).await;
    assert_eq!((&detail["is_gold"], &detail["gold_allocation"]["round_slug"]), (&json!(true), &json!("december")));
    assert_eq!(detail["gold_allocation"]["listed_from"], "2026-01-01T10:00:00+09:00");
    // The pane that changes the allocation is in the admin console.
    let allocation = detail["gold_allocation"]["uid"].as_str().expect("an allocation");
    owner.get(&format!("/admin/r/sushi-test/online_stock_groups/{uid}/gold_allocations/{allocation}")).await.is(200);
    let slot = bookable(&app, &uid).await;
    let plain = app.diner("d").await;
    assert!(plain.guests_options(&restaurant, &slot).await.is_empty(), "it is for gold diners only");
    app.plan_price("gold", 9_800).await;
    let member = app.diner("member").await.with_card(&app.outside, cards::GOOD).await;
    app.execute("UPDATE users SET is_gold_invited = email = 'member@seki.test'").await;
    member.post("/users/gold/subscriptions", &json!({})).await.is(200);
    let page = member.get("/users/gold/gold_rounds").await.data();
    let listed = page["slots"].as_array().expect("slots");
    assert_eq!(
        (listed.len(), &listed[0]["is_bookable"], &page["round"]["slug"]),
        (1, &json!(true), &json!("december")),
        "{page}"
    );
    let left = plain.get("/users/gold/gold_rounds").await;
    assert_eq!((left.status, left.location()), (303, "/gold"));
    plain.try_hold(&restaurant, &slot, 1).await.refused(422, "slot_gone");
    member.try_hold(&restaurant, &slot, 1).await.is(201);
    owner.forget_cookie(web_server::http::cookies::ADMIN_COOKIE);
    let detail = shown(&owner, &uid).await;
    assert_eq!((&detail["is_gold"], &detail["gold_allocation"]), (&json!(true), &Value::Null));
    app.end().await;
}
