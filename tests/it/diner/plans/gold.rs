//! Gold: visibility, subscribing and cancelling (F102, F103, F104; gaps G041, G130, G132).

use serde_json::json;
use tests::{DAY, PLANS, Persona, TestApp, cards};

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
async fn gold_starts_immediately_or_after_authentication() {
    let (app, diner) = invited(cards::GOOD).await;
    let done = diner.post(SIGN_UP, &json!({})).await.is(200).json();
    assert_eq!((&done["status"], &done["redirect_to"]), (&json!("active"), &json!("/users/gold/gold_rounds")));
    let user = diner.get("/gold").await.is(200).json();
    assert_eq!(
        (&user["session"]["user"]["is_gold"], &user["session"]["user"]["is_premium"]),
        (&json!(true), &json!(true))
    );
    diner.post(SIGN_UP, &json!({})).await.refused(400, "plan_already_subscribed");
    // A diner whom a gold diner recommends may join too, but no one may join alone.
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
    // The browser's statement does not count.
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

/// F104
#[tokio::test]
async fn resumed_gold_keeps_its_price_and_is_charged_once() {
    let (app, diner) = invited(cards::GOOD).await;
    let begun = diner.post(SIGN_UP, &json!({})).await.is(200).json();
    let id = begun["stripe_subscription_id"].as_str().unwrap();
    let path = format!("{CANCEL}{id}");
    let reason = json!({ "cancel_reason": "x" });
    diner.call(reqwest::Method::DELETE, &path).json(&reason).send().await.is(200);
    assert!(app.outside.stripe.retrieve_subscription(id).await.expect("a subscription").cancel_at_period_end);
    // A subscriber is offered their own price, whatever else is sold, and needs no invitation.
    let cheaper = app.plan_price("gold", 5_000).await;
    app.execute("UPDATE users SET is_gold_invited = false").await;
    let page = diner.get("/gold").await.data();
    assert_eq!(page["offer"]["stripe_price_id"], page["subscription"]["stripe_price_id"]);
    assert_ne!(page["offer"]["stripe_price_id"], cheaper.as_str());
    // The price need not be sold any more, either.
    app.execute("UPDATE plan_prices SET is_active = false WHERE amount = 9800").await;
    let page = diner.get("/gold").await.data();
    assert_eq!(page["offer"]["stripe_price_id"], page["subscription"]["stripe_price_id"]);
    let again = diner.post(SIGN_UP, &json!({})).await.is(200).json();
    assert_eq!((&again["status"], &again["stripe_subscription_id"]), (&json!("active"), &json!(id)));
    assert!(again["message"].as_str().unwrap().contains("9,800円") && begun["message"].is_null(), "{again}");
    assert_eq!(diner.get("/gold").await.data()["subscription"]["is_cancelled"], false);
    assert!(!app.outside.stripe.retrieve_subscription(id).await.expect("a subscription").cancel_at_period_end);
    diner.post(SIGN_UP, &json!({})).await.refused(400, "plan_already_subscribed");
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM charges").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'subscription.continued'").await, 1);
    // The next period is paid as usual.
    let worker = app.start_job_runner();
    app.advance(31 * DAY + 60);
    app.becomes("SELECT count(*) FROM charges WHERE amount = 9800 AND status = 'succeeded'", 2).await;
    worker.stop().await;
    assert_eq!(app.back(&diner).await.get("/gold").await.data()["subscription"]["is_cancelled"], false);
    app.end().await;
}

/// G134
#[tokio::test]
async fn withdrawn_price_is_kept_by_subscribers_only() {
    let (app, diner) = invited(cards::GOOD).await;
    let begun = diner.post(SIGN_UP, &json!({})).await.is(200).json();
    let other = app.diner("other").await.with_card(&app.outside, cards::GOOD).await;
    app.execute("UPDATE plan_prices SET is_active = false; UPDATE users SET is_gold_invited = true").await;
    assert_eq!(other.get("/gold").await.data()["offer"], json!(null));
    other.post(SIGN_UP, &json!({})).await.refused(400, "plan_price_unknown");
    diner.post(SIGN_UP, &json!({})).await.refused(400, "plan_already_subscribed");
    // No one can resume an ended plan, not even its previous diner.
    let path = format!("{CANCEL}{}", begun["stripe_subscription_id"].as_str().unwrap());
    diner.call(reqwest::Method::DELETE, &path).json(&json!({ "cancel_reason": "x" })).send().await.is(200);
    app.advance(31 * DAY + 60);
    let diner = app.back(&diner).await;
    assert_eq!(diner.get("/gold").await.data()["offer"], json!(null), "though no worker has ended it");
    diner.post(SIGN_UP, &json!({})).await.refused(400, "plan_price_unknown");
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM subscriptions WHERE status = 'ended'", 1).await;
    worker.stop().await;
    diner.post(SIGN_UP, &json!({})).await.refused(400, "plan_price_unknown");
    assert_eq!(app.count("SELECT count(*) FROM subscriptions").await, 1);
    app.end().await;
}

/// Every tier includes premium, so other subscribers are not offered premium in addition.
#[tokio::test]
async fn a_gold_diner_is_not_offered_premium_and_is_not_charged_for_it() {
    let (app, diner) = invited(cards::GOOD).await;
    let green = app.plan_price("green", 980).await;
    let pages = ["/premium/green", "/users/premium/plans/new"];
    for page in pages {
        let offer = diner.get(page).await.data();
        assert_eq!((&offer["is_included"], &offer["prices"][0]["amount"]), (&json!(false), &json!(980)), "{page}");
    }
    diner.post(SIGN_UP, &json!({})).await.is(200);
    for page in pages {
        let offer = diner.get(page).await.data();
        assert_eq!((&offer["is_included"], &offer["prices"]), (&json!(true), &json!([])), "{page}");
    }
    diner.get("/users/premium").await.is(200);
    // A page that was open before.
    let late = diner.subscribe("green", &green, json!({})).await.refused(400, "plan_already_subscribed");
    assert_eq!(late["force_reload"], true);
    assert_eq!(app.count("SELECT count(*) FROM subscriptions").await, 1);
    // An earlier premium plan continues next to gold.
    let kenji = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    app.execute("UPDATE users SET is_gold_invited = true").await;
    kenji.subscribe("green", &green, json!({})).await.is(200);
    kenji.post(SIGN_UP, &json!({})).await.is(200);
    kenji.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200);
    assert_eq!(kenji.get("/users/premium/plans/new").await.data()["is_included"], false);
    kenji.subscribe("green", &green, json!({})).await.is(200);
    app.end().await;
}
