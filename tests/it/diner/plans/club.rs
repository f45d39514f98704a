//! The club, by invitation (F108, F109; gaps G136).

use serde_json::json;
use tests::{DAY, TestApp, cards};

/// F108, F109
#[tokio::test]
async fn the_club_is_joined_by_invitation_and_left_with_a_reason() {
    let app = TestApp::start().await;
    let price = app.plan_price("ohc", 3_000).await;
    let diner = app.diner("ren").await.with_card(&app.outside, cards::GOOD).await;
    let other = app.diner("other").await.with_card(&app.outside, cards::GOOD).await;
    sqlx::query("UPDATE users SET is_ohc_invited = true WHERE id = $1")
        .bind(diner.id().0)
        .execute(&app.pool)
        .await
        .expect("an invitation");
    for outside in [&app.anonymous(), &other] {
        let page = outside.get("/ohc").await.data();
        assert_eq!(
            (&page["is_member"], &page["is_invited"], &page["offer"]),
            (&json!(false), &json!(false), &json!(null))
        );
    }
    other.subscribe("ohc", &price, json!({})).await.refused(403, "plan_by_invitation");
    let before = diner.get("/ohc").await.json();
    assert_eq!(before["data"]["offer"]["amount"], 3_000);
    assert_eq!(before["config"]["concierge_phone"], "03-5555-0147");
    let joined = diner.subscribe("ohc", &price, json!({})).await.is(200).json();
    assert_eq!((&joined["status"], &joined["redirect_to"]), (&json!("active"), &json!("/ohc")));
    let member = diner.get("/ohc").await.json();
    assert_eq!(member["data"]["is_member"], true);
    assert_eq!(member["config"]["concierge_phone"], "03-5555-0148", "the club has a separate phone number");
    let path = format!("/users/ohc/subscriptions/{}", joined["stripe_subscription_id"].as_str().unwrap());
    let leave = |reason: &'static str| {
        let (diner, path) = (&diner, path.clone());
        async move { diner.call(reqwest::Method::DELETE, &path).json(&json!({ "cancel_reason": reason })).send().await }
    };
    leave("x").await.refused(422, "plan_reason_missing");
    other
        .call(reqwest::Method::DELETE, &path)
        .json(&json!({ "cancel_reason": "xx" }))
        .send()
        .await
        .refused(404, "not_found");
    assert_eq!(leave("引越し").await.is(200).json()["redirect_to"], "/users/profile");
    let page = diner.get("/ohc").await.data();
    assert_eq!((&page["is_member"], &page["subscription"]["is_cancelled"]), (&json!(true), &json!(true)));
    // Resumed before its end, although the invitation is gone and the price is no longer sold: the plan continues, and nothing is charged.
    app.execute("UPDATE users SET is_ohc_invited = false; UPDATE plan_prices SET is_active = false").await;
    assert_eq!(diner.get("/ohc").await.data()["offer"]["stripe_price_id"], price.as_str());
    let again = diner.subscribe("ohc", &price, json!({})).await.is(200).json();
    assert_eq!(again["stripe_subscription_id"], joined["stripe_subscription_id"]);
    assert_eq!(again["redirect_to"], "/ohc");
    assert!(again["message"].as_str().unwrap().contains("3,000円"), "{again}");
    assert_eq!(diner.get("/ohc").await.data()["subscription"]["is_cancelled"], false);
    let id = joined["stripe_subscription_id"].as_str().unwrap();
    assert!(!app.outside.stripe.retrieve_subscription(id).await.expect("a subscription").cancel_at_period_end);
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM charges").await, 1);
    app.execute("UPDATE users SET is_ohc_invited = true").await;
    assert_eq!(other.get("/ohc").await.data()["offer"], json!(null), "it is offered to no one else");
    other.subscribe("ohc", &price, json!({})).await.refused(400, "plan_price_unknown");
    leave("やはり").await.is(200);
    app.advance(31 * DAY + 60);
    let diner = app.back(&diner).await;
    assert_eq!(diner.get("/ohc").await.data()["is_member"], false);
    app.end().await;
}
