//! Premium: subscribing, trials, codes, cancelling, the pages and the teaser (F093, F094, F095, F098, F101; gaps G133 to G135).

use serde_json::{Value, json};
use tests::{DAY, PLANS, Persona, TestApp, cards};

async fn scene(card: &str) -> (TestApp, Persona, String) {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, card).await;
    (app, diner, price)
}

/// Whether the subscribers' page does not redirect a diner.
async fn is_member(diner: &Persona) -> bool {
    let page = diner.get("/users/premium").await;
    match page.status {
        200 => true,
        303 => {
            assert_eq!(page.location(), "/premium/green");
            false
        }
        other => panic!("{other}: {}", page.body),
    }
}

async fn subscriptions(app: &TestApp, diner: &Persona) -> Vec<domain::clients::stripe::ProviderSubscription> {
    let customer = sqlx::query_scalar("SELECT gateway_customer_fid FROM users WHERE id = $1").bind(diner.id().0);
    let customer: String = customer.fetch_one(&app.pool).await.expect("a customer");
    app.outside.stripe.list_subscriptions(&customer).await.expect("the list of subscriptions")
}

/// F093
#[tokio::test]
async fn subscription_unlocks_benefits_immediately() {
    let (app, diner, price) = scene(cards::GOOD).await;
    assert!(!is_member(&diner).await);
    let page = diner.get("/premium/green").await.data();
    assert_eq!(page["prices"][0]["stripe_price_id"], price);
    assert_eq!((&page["trial_months"], &page["has_card"]), (&json!(1), &json!(true)));
    let answer = diner.subscribe("green", &price, json!({})).await.is(200).json();
    assert_eq!((&answer["status"], &answer["data"]["status"]), (&json!("active"), &json!("active")));
    assert_eq!(answer["redirect_to"], "/users/premium.welcome");
    assert!(answer["stripe_subscription_id"].as_str().is_some_and(|id| id.starts_with("sub_")));
    assert!(is_member(&diner).await);
    let page = diner.get("/users/premium").await.is(200).json();
    assert_eq!(page["session"]["user"]["is_premium"], true);
    assert_eq!(page["data"]["subscriptions"][0]["amount"], 980);
    for address in ["/users/premium.welcome", "/users/premium/welcome"] {
        assert_eq!(diner.get(address).await.is(200).json()["page"], "premium_welcome");
    }
    let paid = "SELECT count(*) FROM charges WHERE kind = 'subscription_fee' AND status = 'succeeded' AND amount = 980";
    assert_eq!(app.count(paid).await, 1);
    diner.subscribe("green", &price, json!({})).await.refused(400, "plan_already_subscribed");
    app.drain_jobs().await;
    let mails = app.outside.booking_mails("kenji@seki.test").await;
    let subjects: Vec<_> = mails.iter().filter_map(|mail| mail["subject"].as_str()).collect();
    assert!(subjects.iter().any(|subject| subject.contains("ようこそ")), "{subjects:?}");
    assert!(subjects.iter().any(|subject| subject.contains("お支払いが完了")), "{subjects:?}");
    assert_eq!(subjects.len(), 2);
    assert_eq!(app.count(paid).await, 1);
    assert_eq!(app.count("SELECT count(*) FROM users WHERE premium_grade = 'green'").await, 1);
    app.end().await;
}

/// F094
#[tokio::test]
async fn card_is_authenticated_and_call_repeated() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    let asked = diner.subscribe("green", &price, json!({})).await.is(200).json();
    assert_eq!(asked["status"], "requires_action");
    assert!(asked["stripe_payment_method"].as_str().is_some_and(|id| id.starts_with("pm_")));
    assert!(!is_member(&diner).await);
    let secret = asked["stripe_client_secret"].as_str().unwrap();
    let id = json!({ "stripe_subscription_id": asked["stripe_subscription_id"] });
    // Abandoned: the same subscription waits, with or without its id in the request.
    app.outside.card_form(secret, cards::ALWAYS_CHALLENGED, "leave").await;
    for more in [json!({}), id.clone()] {
        let again = diner.subscribe("green", &price, more).await.is(200).json();
        assert_eq!((&again["status"], &again["stripe_client_secret"]), (&json!("requires_action"), &json!(secret)));
    }
    let other = app.diner("other").await;
    other.subscribe("green", &price, id.clone()).await.refused(404, "not_found");
    assert_eq!(app.outside.card_form(secret, cards::ALWAYS_CHALLENGED, "success").await, "succeeded");
    assert_eq!(diner.subscribe("green", &price, id).await.is(200).json()["status"], "active");
    assert!(is_member(&diner).await);
    assert_eq!(subscriptions(&app, &diner).await.len(), 1);
    assert_eq!(app.count("SELECT count(*) FROM charges").await, 1);
    app.end().await;
}

#[tokio::test]
async fn declined_or_unauthenticated_card_leaves_nothing_behind() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    let asked = diner.subscribe("green", &price, json!({})).await.is(200).json();
    app.outside.card_form(asked["stripe_client_secret"].as_str().unwrap(), cards::ALWAYS_CHALLENGED, "fail").await;
    let id = json!({ "stripe_subscription_id": asked["stripe_subscription_id"] });
    diner.subscribe("green", &price, id).await.refused(422, "plan_authentication_failed");
    let diner = diner.with_card(&app.outside, cards::SAVES_BUT_DECLINES).await;
    let trial = json!({ "campaign_code": code(&app, "HALF").await });
    diner.subscribe("green", &price, trial.clone()).await.refused(422, "card.card_declined");
    assert!(!is_member(&diner).await);
    let left = "SELECT count(*) FROM subscriptions WHERE status <> 'ended' OR trial_months IS NOT NULL";
    assert_eq!(app.count(left).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM user_coupon_codes WHERE used_at IS NOT NULL").await, 0);
    // The code works with another card.
    let diner = diner.with_card(&app.outside, cards::GOOD).await;
    assert_eq!(diner.subscribe("green", &price, trial).await.is(200).json()["status"], "active");
    let live = subscriptions(&app, &diner).await;
    assert_eq!(live.iter().filter(|one| one.cancel_at_period_end).count(), 0);
    assert_eq!(app.count("SELECT sum(amount) FROM charges WHERE status = 'succeeded'").await, 490);
    app.end().await;
}

/// F101
#[tokio::test]
async fn coupon_is_redeemed_only_after_authentication() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    let half = json!({ "campaign_code": code(&app, "HALF").await });
    let asked = diner.subscribe("green", &price, half.clone()).await.is(200).json();
    assert_eq!(asked["status"], "requires_action");
    let secret = asked["stripe_client_secret"].as_str().unwrap();
    let id = json!({ "stripe_subscription_id": asked["stripe_subscription_id"] });
    // Abandoned at the bank's page: the subscription waits with its coupon, and others cannot use the code.
    app.outside.card_form(secret, cards::ALWAYS_CHALLENGED, "leave").await;
    let other = app.diner("other").await.with_card(&app.outside, cards::GOOD).await;
    other.subscribe("green", &price, half.clone()).await.refused(400, "campaign_code_unknown");
    let again = diner.subscribe("green", &price, half.clone()).await.is(200).json();
    assert_eq!((&again["status"], &again["stripe_client_secret"]), (&json!("requires_action"), &json!(secret)));
    // Authentication failed: nothing was paid, and the code is free again.
    app.outside.card_form(secret, cards::ALWAYS_CHALLENGED, "fail").await;
    diner.subscribe("green", &price, id).await.refused(422, "plan_authentication_failed");
    assert!(!is_member(&diner).await);
    assert_eq!(app.count("SELECT count(*) FROM user_coupon_codes WHERE used_at IS NOT NULL").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM charges WHERE status = 'succeeded'").await, 0);
    // Started again and abandoned for good: it ends by itself, and frees the code, too.
    diner.subscribe("green", &price, half.clone()).await.is(200);
    let worker = app.start_job_runner();
    app.advance(2 * DAY);
    app.becomes("SELECT count(*) FROM subscriptions WHERE status <> 'ended'", 0).await;
    worker.stop().await;
    let other = app.back(&other).await;
    assert_eq!(other.subscribe("green", &price, half).await.is(200).json()["status"], "active");
    assert_eq!(app.count("SELECT sum(amount) FROM charges WHERE status = 'succeeded'").await, 490);
    app.end().await;
}

/// A coupon of 490 yen for two months, and its code.
async fn code(app: &TestApp, code: &str) -> Value {
    let restaurant = app.restaurant(tests::RestaurantSpec::default()).await;
    sqlx::query(
        "WITH coupon AS (INSERT INTO coupons (uid, title, amount_off, duration_in_months, created_at)
             VALUES ('coupon-490', '半額', 490, 2, $3) RETURNING id)
         INSERT INTO user_coupon_codes (restaurant_id, coupon_id, code, created_at) SELECT $1, id, $2, $3 FROM coupon",
    )
    .bind(restaurant.id.0)
    .bind(code)
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("a code");
    code.into()
}

#[tokio::test]
async fn guesses_of_codes_are_limited() {
    let (app, diner, _) = scene(cards::GOOD).await;
    let visitor = app.anonymous();
    code(&app, "HALF").await;
    for _ in 0..25 {
        // A link of a campaign, opened by many people behind one address.
        visitor.get("/premium/green?campaign_code=half").await.is(200);
    }
    for _ in 0..20 {
        visitor.get("/premium/green?campaign_code=guess").await.is(200);
    }
    visitor.get("/premium/green?campaign_code=half").await.refused(429, "too_many_requests");
    visitor.get("/premium/green?campaign_code=guess").await.refused(429, "too_many_requests");
    diner.get("/users/premium/plans/new?campaign_code=guess").await.refused(429, "too_many_requests");
    visitor.get("/premium/green").await.is(200);
    app.end().await;
}

/// F101
#[tokio::test]
async fn coupon_discount_is_shown_and_applied() {
    let (app, diner, price) = scene(cards::GOOD).await;
    code(&app, "HALF").await;
    let page = diner.get("/premium/green?campaign_code=half").await.data();
    let spans = json!([{ "from_month": 1, "till_month": 2, "amount": 490 }, { "from_month": 3, "till_month": null, "amount": 980 }]);
    assert_eq!(page["prices"][0]["spans"], spans);
    assert_eq!(page["coupon"], json!({ "amount_off": 490, "duration_in_months": 2 }));
    assert_eq!(diner.get("/premium/green?campaign_code=none-such").await.data()["is_code_unknown"], true);
    diner.subscribe("green", &price, json!({ "campaign_code": "HALF" })).await.is(200);
    let worker = app.start_job_runner();
    for (days, charges) in [(32, 2), (31, 3)] {
        app.advance(days * DAY);
        app.becomes("SELECT count(*) FROM charges", charges).await;
    }
    let amounts: Vec<i32> =
        sqlx::query_scalar("SELECT amount FROM charges ORDER BY id").fetch_all(&app.pool).await.expect("charges");
    assert_eq!(amounts, [490, 490, 980]);
    // One diner has used it once.
    let other = app.diner("other").await.with_card(&app.outside, cards::GOOD).await;
    let used = other.subscribe("green", &price, json!({ "campaign_code": "HALF" })).await;
    used.refused(400, "campaign_code_unknown");
    worker.stop().await;
    app.end().await;
}

#[tokio::test]
async fn trial_is_free_once_per_diner() {
    let (app, diner, price) = scene(cards::GOOD).await;
    sqlx::query(
        "INSERT INTO campaign_codes (code, title, grade, trial_months, created_at) VALUES ('SPRING', '春', 'green', 2, $1),
             ('GOLD-SPRING', '春', 'gold', 3, $1)",
    )
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("codes");
    assert_eq!(diner.get("/premium/green?campaign_code=spring").await.data()["trial_months"], 2);
    for unknown in ["NOPE-1234", "GOLD-SPRING", "桜"] {
        let refused = diner.subscribe("green", &price, json!({ "campaign_code": unknown })).await;
        let problem = refused.refused(400, "campaign_code_unknown");
        assert!(problem["force_reload"].is_null(), "the page is not out of date: {problem}");
    }
    let begun = diner.subscribe("green", &price, json!({ "campaign_code": "SPRING" })).await.is(200).json();
    assert_eq!(begun["status"], "trialing");
    assert!(is_member(&diner).await);
    assert_eq!(app.count("SELECT count(*) FROM charges").await, 0);
    assert_eq!(diner.get("/premium/green").await.data()["trial_months"], Value::Null);
    let worker = app.start_job_runner();
    app.advance(63 * DAY);
    app.becomes("SELECT count(*) FROM charges WHERE amount = 980", 1).await;
    let diner = app.back(&diner).await;
    diner.delete(&format!("{PLANS}?cancel_reason=もう使わない")).await.is(200);
    app.advance(31 * DAY + 60);
    app.becomes("SELECT count(*) FROM subscriptions WHERE status = 'ended'", 1).await;
    let diner = app.back(&diner).await;
    let again = json!({ "is_monthly_green_trial": true });
    let problem = diner.subscribe("green", &price, again).await.refused(400, "plan_trial_used");
    assert_eq!(problem["force_reload"], true);
    worker.stop().await;
    app.end().await;
}

/// F095
#[tokio::test]
async fn premium_is_cancelled_with_a_reason_and_stays_until_its_period_ends() {
    let (app, diner, price) = scene(cards::GOOD).await;
    let none = diner.delete(&format!("{PLANS}?cancel_reason=高い")).await;
    assert_eq!(none.refused(422, "plan_cannot_cancel")["errorType"], "noRecognition");
    diner.subscribe("green", &price, json!({})).await.is(200);
    for short in ["", "?cancel_reason=x", "?cancel_reason=%20%20x%20"] {
        diner.delete(&format!("{PLANS}{short}")).await.refused(422, "plan_reason_missing");
    }
    let cancelled = diner.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200).json();
    assert_eq!(cancelled["redirect_to"], "/users/premium/plans/new");
    let page = diner.get("/users/premium/plans/new").await.data();
    assert_eq!(page["subscription"]["is_cancelled"], true);
    assert!(is_member(&diner).await);
    assert!(subscriptions(&app, &diner).await[0].cancel_at_period_end, "the provider has the cancellation");
    // The same plan again before its end: it is resumed.
    app.advance(60);
    let resumed = diner.subscribe("green", &price, json!({})).await.is(200).json();
    assert_eq!(resumed["redirect_to"], "/users/premium", "not the page that welcomes a new member");
    assert!(resumed["message"].as_str().unwrap().contains("解約を取り消しました"), "{resumed}");
    assert!(!subscriptions(&app, &diner).await[0].cancel_at_period_end);
    app.drain_jobs().await;
    let mails = app.outside.inbox("kenji@seki.test").await;
    let resumed = mails.iter().find(|mail| mail["subject"].as_str().unwrap().contains("プレミアム会員の継続"));
    let text = resumed.expect("a mail of the resumption")["text"].as_str().unwrap();
    assert!(text.contains("次回のお支払い") && text.contains("980円"), "{text}");
    diner.delete(&format!("{PLANS}?cancel_reason=やはり")).await.is(200);
    // The resumption works at a price that was withdrawn from sale, but only for this diner.
    app.execute("UPDATE plan_prices SET is_active = false").await;
    assert_eq!(diner.get("/users/premium/plans/new").await.data()["prices"][0]["stripe_price_id"], price.as_str());
    diner.subscribe("green", &price, json!({})).await.is(200);
    let other = app.diner("other").await.with_card(&app.outside, cards::GOOD).await;
    assert_eq!(other.get("/premium/green").await.data()["prices"], json!([]));
    other.subscribe("green", &price, json!({})).await.refused(400, "plan_price_unknown");
    diner.delete(&format!("{PLANS}?cancel_reason=最後")).await.is(200);
    // It closes at the scheduled end, however late the worker is.
    app.advance(31 * DAY + 60);
    assert!(!is_member(&app.back(&diner).await).await);
    app.drain_jobs().await;
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM subscriptions WHERE status = 'ended'", 1).await;
    app.becomes("SELECT count(*) FROM users WHERE premium_grade IS NOT NULL", 0).await;
    worker.stop().await;
    assert_eq!(app.count("SELECT count(*) FROM charges").await, 1);
    app.end().await;
}

/// F098
#[tokio::test]
async fn a_teaser_is_noted_and_leads_to_the_plan() {
    let (app, diner, _) = scene(cards::GOOD).await;
    let calls = "/users/api/teaser_users";
    for source in ["advanced_search", "vacant_seat_label", "premium_calendar", "priority_email"] {
        let noted = diner.post(calls, &json!({ "teaser_users": { "source": source } })).await.is(201).json();
        assert_eq!(noted["redirect_to"], format!("/premium/green?position=teasermodal&type={source}"));
    }
    for wrong in [json!({}), json!({ "teaser_users": { "source": "gold" } })] {
        diner.post(calls, &wrong).await.refused(422, "invalid_input");
    }
    app.anonymous().post(calls, &json!({})).await.refused(401, "sign_in_required");
    assert_eq!(app.count("SELECT count(*) FROM teaser_users").await, 4);
    let page = app.anonymous().get("/premium/green?position=teasermodal&type=premium_calendar").await.data();
    assert_eq!((&page["position"], &page["type"]), (&json!("teasermodal"), &json!("premium_calendar")));
    app.end().await;
}

#[tokio::test]
async fn unoffered_price_is_rejected() {
    let (app, diner, price) = scene(cards::GOOD).await;
    let poor = app.diner("poor").await;
    let needed = poor.subscribe("green", &price, json!({})).await.refused(422, "card_needed");
    assert_eq!(needed["redirect_to"], "/users/profile/credit_card/edit?next=/premium/green");
    app.anonymous().subscribe("green", &price, json!({})).await.refused(401, "sign_in_required");
    app.anonymous().delete(&format!("{PLANS}?cancel_reason=高い")).await.refused(401, "sign_in_required");
    for (grade, price) in [("green", "price_none"), ("silver", price.as_str()), ("gold", &price), ("green", "")] {
        let problem = diner.subscribe(grade, price, json!({})).await.refused(400, "plan_price_unknown");
        assert_eq!(problem["force_reload"], true);
    }
    diner.subscribe("ohc", &price, json!({})).await.refused(403, "plan_by_invitation");
    diner.post(PLANS, &json!({ "subscription": 7 })).await.is(422);
    // The provider's charge would differ from the displayed amount.
    app.execute("UPDATE plan_prices SET amount = 500").await;
    diner.subscribe("green", &price, json!({})).await.refused(400, "plan_price_unknown");
    app.execute("UPDATE plan_prices SET amount = 980, is_active = false").await;
    diner.subscribe("green", &price, json!({})).await.refused(400, "plan_price_unknown");
    assert_eq!(app.count("SELECT count(*) FROM subscriptions").await, 0);
    app.end().await;
}
