//! Gold: who sees it, signing up and cancelling (F102, F103, F104; gaps G041, G130, G132).

use serde_json::json;
use tests::{Persona, TestApp, cards};

const SIGN_UP: &str = "/users/gold/subscriptions";
const CANCEL: &str = "/users/profile/gold_subscriptions?stripe_subscription_id=";

async fn invited(card: &str) -> (TestApp, Persona) {
    let app = TestApp::start().await;
    app.plan_price("gold", 9_800).await;
    let diner = app.diner("aoi").await.with_card(&app.outside, card).await;
    app.execute("UPDATE users SET is_gold_invited = true").await;
    (app, diner)
}

/// F102
#[tokio::test]
async fn gold_is_seen_by_who_is_invited_and_by_no_agent() {
    let (app, diner) = invited(cards::GOOD).await;
    assert_eq!(diner.get("/gold").await.data()["offer"]["amount"], 9_800);
    let other = app.diner("other").await;
    other.get("/gold").await.refused(404, "not_found");
    other.post(SIGN_UP, &json!({})).await.refused(403, "plan_by_invitation");
    app.anonymous().get("/gold").await.refused(401, "sign_in_required");
    app.execute("UPDATE users SET is_agent = true WHERE is_gold_invited").await;
    diner.get("/gold").await.refused(404, "not_found");
    diner.post(SIGN_UP, &json!({})).await.refused(404, "not_found");
    assert_eq!(app.count("SELECT count(*) FROM subscriptions").await, 0);
    app.end().await;
}

/// F103
#[tokio::test]
async fn gold_begins_at_once_or_after_the_card_s_authentication() {
    let (app, diner) = invited(cards::GOOD).await;
    let done = diner.post(SIGN_UP, &json!({})).await.is(200).json();
    assert_eq!((&done["status"], &done["redirect_to"]), (&json!("active"), &json!("/users/gold/gold_rounds")));
    let user = diner.get("/gold").await.is(200).json();
    assert_eq!(
        (&user["session"]["user"]["is_gold"], &user["session"]["user"]["is_premium"]),
        (&json!(true), &json!(true))
    );
    diner.post(SIGN_UP, &json!({})).await.refused(400, "plan_already_subscribed");
    // Who is recommended by a gold diner may come in too, but nobody by themselves.
    let promotion = user["data"]["own_promotion"].as_str().unwrap().to_owned();
    let uid = promotion.rsplit_once("promote_uid=").unwrap().1;
    let friend = app.diner("friend").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    friend.post(SIGN_UP, &json!({ "promote_uid": "none" })).await.refused(403, "plan_by_invitation");
    assert_eq!(friend.get(&format!("/gold?promote_uid={uid}")).await.data()["promote_uid"], uid);
    let asked = friend.post(SIGN_UP, &json!({ "promote_uid": uid })).await.is(200).json();
    assert_eq!(asked["status"], "requires_action");
    let (confirm, id) = (asked["confirm_url"].as_str().unwrap(), asked["stripe_subscription_id"].as_str().unwrap());
    assert_eq!(confirm, "/users/gold/subscriptions/confirm");
    let result = [("result", "succeeded"), ("stripe_subscription_id", id)];
    // The browser's word does not count.
    let early = friend.call(reqwest::Method::POST, confirm).form(&result).send().await;
    early.refused(422, "card.authentication_required");
    app.outside.card_form(asked["client_secret"].as_str().unwrap(), cards::ALWAYS_CHALLENGED, "success").await;
    diner.call(reqwest::Method::POST, confirm).form(&result).send().await.refused(404, "not_found");
    let done = friend.call(reqwest::Method::POST, confirm).form(&result).send().await.is(200).json();
    assert_eq!(done["redirect_to"], "/users/gold/gold_rounds");
    app.end().await;
}

/// F104
#[tokio::test]
async fn gold_is_cancelled_with_any_reason_but_none() {
    let (app, diner) = invited(cards::GOOD).await;
    let id =
        diner.post(SIGN_UP, &json!({})).await.is(200).json()["stripe_subscription_id"].as_str().unwrap().to_owned();
    let cancel = |reason: &'static str| {
        let (diner, path) = (&diner, format!("{CANCEL}{id}"));
        async move {
            let fields = [("_method", "delete"), ("cancel_reason", reason)];
            diner.call(reqwest::Method::POST, &path).form(&fields).send().await
        }
    };
    cancel(" ").await.refused(422, "plan_reason_missing");
    let other = app.diner("other").await;
    let reason = json!({ "cancel_reason": "x" });
    let foreign = other.call(reqwest::Method::DELETE, &format!("{CANCEL}{id}")).json(&reason).send().await;
    foreign.refused(404, "not_found");
    assert_eq!(cancel("x").await.is(200).json()["redirect_to"], "/users/profile");
    assert_eq!(diner.get("/gold").await.data()["subscription"]["is_cancelled"], true);
    app.end().await;
}
