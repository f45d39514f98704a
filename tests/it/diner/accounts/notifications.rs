//! The mails that a diner accepts from a restaurant (diner §6).

use serde_json::{Value, json};
use tests::{Result, TestRestaurant, Visitor, World, place};

use super::people::{signed_up, signed_up_from};

/// A favourite, and the address of its switches.
async fn favourite(world: &World, visitor: &Visitor) -> Result<String> {
    place(&world.pool, TestRestaurant::default()).await?;
    let body = json!({ "restaurant_slug": "sushi-kagura", "customer": { "shop_notification": true } });
    let added = visitor.post("/users/api/customers", body).await?;
    Ok(format!("/users/api/customers/{}", added.json["id"]))
}

async fn switches(visitor: &Visitor) -> Result<Value> {
    Ok(visitor.get("/users/customers").await?.json["data"]["restaurants"][0]["notifications"].clone())
}

fn change(fields: &Value) -> Value {
    json!({ "online_customer": fields })
}

/// F042: the three switches are kept; another's record is not found.
#[tokio::test]
async fn switches_are_stored() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
    let path = favourite(&world, &visitor).await?;
    world.execute("UPDATE restaurants SET allow_cancellation_waiting = true").await;
    let expected = |announcements: bool, standby: bool, calendar: bool| {
        json!({ "subscribe_to_announcements": announcements, "subscribe_to_standby": standby,
                "show_in_premium_calendar": calendar, "allow_cancellation_waiting": true })
    };
    assert_eq!(switches(&visitor).await?, expected(true, true, true));
    let off = json!({ "subscribe_to_announcements": false, "subscribe_to_standby": false, "show_in_premium_calendar": false });
    let done = visitor.patch(&path, change(&off)).await?;
    assert!(done.status == 200 && done.json["message"].is_string(), "{}", done.text);
    assert_eq!(switches(&visitor).await?, expected(false, false, false));
    visitor.patch(&path, change(&json!({ "subscribe_to_standby": true }))).await?;
    assert_eq!(switches(&visitor).await?, expected(false, true, false), "what is not named stays");

    let kenji = signed_up_from(&world, "kenji@seki.test", "9010000001").await?;
    assert_eq!(kenji.patch(&path, change(&off)).await?.status, 404);
    assert_eq!(world.visitor().patch(&path, change(&off)).await?.status, 401);
    for bad in ["/users/api/customers/0", "/users/api/customers/none"] {
        assert_eq!(visitor.patch(bad, change(&off)).await?.status, 404);
    }
    assert_eq!(visitor.patch(&path, change(&json!({ "subscribe_to_standby": "maybe" }))).await?.status, 422);
    assert_eq!(switches(&visitor).await?, expected(false, true, false));
    world.end().await
}

/// F043: standby cannot be switched on if the restaurant does not announce freed slots.
#[tokio::test]
async fn standby_is_offered_by_the_restaurant_only() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
    let path = favourite(&world, &visitor).await?;
    visitor.patch(&path, change(&json!({ "subscribe_to_standby": false }))).await?;
    world.execute("UPDATE restaurants SET allow_cancellation_waiting = false").await;
    assert_eq!(switches(&visitor).await?["allow_cancellation_waiting"], false);
    let refused = visitor.patch(&path, change(&json!({ "subscribe_to_standby": true }))).await?;
    assert_eq!((refused.status, refused.bad_fields()), (422, vec!["subscribe_to_standby"]), "{}", refused.text);
    assert_eq!(world.count("SELECT count(*) FROM customers WHERE subscribe_to_standby").await?, 0);
    world.end().await
}

#[tokio::test]
async fn a_switch_is_the_consent_to_its_own_mails() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
    let path = favourite(&world, &visitor).await?;
    world.execute("UPDATE restaurants SET allow_cancellation_waiting = true").await;
    world.execute("UPDATE customers SET shop_notification = false").await;
    assert_eq!(switches(&visitor).await?["subscribe_to_announcements"], false, "without consent nothing is sent");
    visitor.patch(&path, change(&json!({ "subscribe_to_standby": true }))).await?;
    let shown = switches(&visitor).await?;
    assert_eq!((&shown["subscribe_to_announcements"], &shown["subscribe_to_standby"]), (&json!(false), &json!(true)));
    world.end().await
}

/// Without an answer, a guest in Japan consents, and no other diner.
#[tokio::test]
async fn switches_without_an_answer_match_the_mail_audience() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
    let path = favourite(&world, &visitor).await?;
    world.execute("UPDATE restaurants SET allow_cancellation_waiting = true").await;
    world.execute("UPDATE users SET email_confirmed_at = created_at").await;
    world.execute("UPDATE customers SET shop_notification = NULL").await;
    let switched_on = async || {
        let shown = switches(&visitor).await?;
        let sent = "SELECT count(*) FILTER (WHERE wants_announcements) FROM mail_audience";
        assert_eq!(shown["subscribe_to_announcements"], world.count(sent).await? > 0, "{shown}");
        Ok::<_, tests::Failure>((shown["subscribe_to_announcements"] == true, shown["subscribe_to_standby"] == true))
    };
    assert_eq!(switched_on().await?, (false, false), "no guest yet");
    visitor.patch(&path, change(&json!({ "subscribe_to_standby": true }))).await?;
    assert_eq!(switched_on().await?, (false, true), "each switch is the consent to its own mails");

    world
        .execute(
            "WITH regulars AS (INSERT INTO customer_groups (uid, restaurant_id, label, label_short)
                 SELECT 'regulars', id, '常連', '常' FROM restaurants RETURNING id)
             UPDATE customers SET customer_group_id = regulars.id, shop_notification = NULL, subscribe_to_announcements = true FROM regulars",
        )
        .await;
    assert_eq!(switched_on().await?, (true, true), "a guest in Japan");
    visitor.patch(&path, change(&json!({ "show_in_premium_calendar": false }))).await?;
    assert_eq!(switched_on().await?, (true, true));
    world.execute("UPDATE profiles SET phone_country = 'US'").await;
    assert_eq!(switched_on().await?, (false, false), "a guest abroad");
    world.end().await
}
