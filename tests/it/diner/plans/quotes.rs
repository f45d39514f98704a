//! A subscription charges the sums that its last dialog shows, on the same days (gaps G135b).

use chrono::{DateTime, Utc};
use domain::clients::stripe::PaymentIntentStatus;
use serde_json::{Value, json};
use tests::{DAY, PLANS, Persona, RestaurantSpec, TestApp, cards, shown_quote};

const GREEN: &str = "/premium/green";
const WAITING: &str = "SELECT count(*) FROM subscriptions WHERE status = 'incomplete'";
const TAKEN: &str = "SELECT count(*) FROM charges WHERE status = 'succeeded'";
const USED_CODES: &str = "SELECT count(*) FROM user_coupon_codes WHERE used_at IS NOT NULL";

async fn scene(card: &str) -> (TestApp, Persona, String) {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    codes(&app).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, card).await;
    (app, diner, price)
}

/// HALF takes 490 yen off two months, SPRING makes two months free, WINTER is over.
async fn codes(app: &TestApp) {
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    sqlx::query(
        "WITH coupon AS (INSERT INTO coupons (uid, title, amount_off, duration_in_months, created_at)
             VALUES ('coupon-490', '半額', 490, 2, $2) RETURNING id)
         INSERT INTO user_coupon_codes (restaurant_id, coupon_id, code, created_at) SELECT $1, id, 'HALF', $2 FROM coupon",
    )
    .bind(restaurant.id.0)
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("a coupon");
    sqlx::query(
        "INSERT INTO campaign_codes (code, title, grade, trial_months, valid_till, created_at)
         VALUES ('SPRING', '春', 'green', 2, NULL, $1), ('WINTER', '冬', 'green', 3, '2026-11-30', $1)",
    )
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("campaigns");
}

/// The quote of the first price on a page.
async fn quote_on(diner: &Persona, page: &str) -> Value {
    diner.get(page).await.data()["prices"][0]["quote"].clone()
}

/// A request as the last dialog sends it.
fn agreeing(quote: &Value, code: Option<&str>) -> Value {
    json!({
        "is_monthly_green_trial": !quote["trial_months"].is_null(),
        "campaign_code": code,
        "quote": shown_quote(quote),
    })
}

/// Today's amount, and day and amount of the first payment and of the renewal.
fn sums(quote: &Value) -> (i64, String, i64, String) {
    let text = |name: &str| quote[name].as_str().unwrap_or_default().to_owned();
    let amount = |name: &str| quote[name].as_i64().expect("an amount");
    (amount("amount_today"), text("first_payment_on"), amount("first_payment_amount"), text("renews_on"))
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("a constant")
}

fn move_to(app: &TestApp, instant: &str) {
    app.advance((at(instant) - app.now()).num_seconds());
}

#[tokio::test]
async fn page_quotes_trials_codes_and_coupons() {
    let (app, diner, _) = scene(cards::GOOD).await;
    for (address, quote) in [
        (GREEN, (0, "2027-01-01", 980, "2027-02-01")),
        ("/premium/green?campaign_code=SPRING", (0, "2027-02-01", 980, "2027-03-01")),
        ("/premium/green?campaign_code=half", (490, "2026-12-01", 490, "2027-01-01")),
        // A code without effect changes nothing, and the page reports it.
        ("/premium/green?campaign_code=WINTER", (0, "2027-01-01", 980, "2027-02-01")),
        ("/premium/green?campaign_code=NONSENSE", (0, "2027-01-01", 980, "2027-02-01")),
    ] {
        let (today, first, amount, renewal) = quote;
        let expected = (today, first.to_owned(), amount, renewal.to_owned());
        for visitor in [&diner, &app.anonymous()] {
            assert_eq!(sums(&quote_on(visitor, address).await), expected, "{address}");
        }
    }
    let page = diner.get("/premium/green?campaign_code=half").await.data();
    let following = json!([{ "on": "2027-01-01", "amount": 490 }, { "on": "2027-02-01", "amount": 980 }]);
    assert_eq!(page["prices"][0]["quote"]["following"], following);
    assert_eq!((&page["trial_refusal"], &page["trial_months"]), (&json!("with_coupon"), &Value::Null));
    assert_eq!(diner.get("/premium/green?campaign_code=WINTER").await.data()["is_code_unknown"], true);
    app.end().await;
}

/// R01, R03 of the field reports: the trial is charged on the day that was shown.
#[tokio::test]
async fn trial_is_charged_on_the_day_that_was_shown() {
    let (app, _, price) = scene(cards::GOOD).await;
    move_to(&app, "2027-03-01T00:30:00+09:00");
    let diner = app.diner("hanako").await.with_card(&app.outside, cards::ALSO_GOOD).await;
    let quote = quote_on(&diner, GREEN).await;
    assert_eq!(sums(&quote), (0, "2027-04-01".to_owned(), 980, "2027-05-01".to_owned()));
    let begun = diner.subscribe("green", &price, agreeing(&quote, None)).await.is(200).json();
    assert_eq!(begun["status"], "trialing");
    let id = begun["stripe_subscription_id"].as_str().expect("an id");
    let theirs = app.outside.stripe.retrieve_subscription(id).await.expect("a subscription");
    assert_eq!(theirs.current_period_end(), Some(at("2027-04-01T00:30:00+09:00").timestamp()));
    let paid = async || {
        let invoices = app.outside.stripe.list_invoices(id).await.expect("invoices");
        invoices.iter().map(|invoice| invoice.amount_paid.0).sum::<i64>()
    };
    move_to(&app, "2027-03-29T01:00:00+09:00");
    assert_eq!(paid().await, 0);
    move_to(&app, "2027-04-01T00:31:00+09:00");
    assert_eq!(paid().await, 980);
    app.end().await;
}

/// A week before its first payment a trial is announced once, with its day and sum, unless it was cancelled.
#[tokio::test]
async fn end_of_a_trial_is_announced_a_week_before() {
    let (app, diner, price) = scene(cards::GOOD).await;
    let quote = quote_on(&diner, GREEN).await;
    diner.subscribe("green", &price, agreeing(&quote, None)).await.is(200);
    let worker = app.start_job_runner();
    let notices = async || {
        let mails = app.outside.booking_mails("kenji@seki.test").await;
        let about_end = mails.iter().filter(|mail| mail["subject"].as_str().unwrap().contains("無料期間がまもなく"));
        about_end.map(|mail| mail["text"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    for (advance, checked, expected) in [
        (20 * DAY, "SELECT count(*) FROM subscriptions WHERE check_at > '2026-12-21 12:00+09'", 0),
        (5 * DAY, "SELECT count(*) FROM subscriptions WHERE check_at > '2026-12-26 12:00+09'", 1),
        (2 * DAY, "SELECT count(*) FROM subscriptions WHERE check_at > '2026-12-28 12:00+09'", 1),
    ] {
        app.advance(advance);
        app.becomes(checked, 1).await;
        app.jobs_done().await;
        assert_eq!(notices().await.len(), expected, "after {} more days", advance / DAY);
    }
    worker.stop().await;
    let text = notices().await.remove(0);
    assert!(text.contains("2027年01月01日") && text.contains("980円"), "{text}");
    app.end().await;
}

#[tokio::test]
async fn campaign_code_is_charged_as_shown() {
    let (app, diner, price) = scene(cards::GOOD).await;
    let quote = quote_on(&diner, "/premium/green?campaign_code=SPRING").await;
    let begun = diner.subscribe("green", &price, agreeing(&quote, Some("SPRING"))).await.is(200).json();
    assert_eq!(begun["status"], "trialing");
    assert_eq!(app.count("SELECT count(*) FROM subscriptions WHERE trial_months = 2").await, 1);
    assert_eq!(app.count(TAKEN).await, 0);
    app.drain_jobs().await;
    let mails = app.outside.booking_mails("kenji@seki.test").await;
    let welcome = mails.iter().find(|mail| mail["subject"].as_str().is_some_and(|it| it.contains("ようこそ")));
    let text = welcome.expect("a welcome")["text"].as_str().expect("a text").to_owned();
    assert!(text.contains("2027年02月01日") && text.contains("980円") && text.contains("0円"), "{text}");
    app.end().await;
}

/// The page was opened on another day, or another diner has used its code.
#[tokio::test]
async fn other_charge_than_shown_is_rejected_with_the_new_quote() {
    let (app, diner, price) = scene(cards::GOOD).await;
    let (trial, half) = (quote_on(&diner, GREEN).await, quote_on(&diner, "/premium/green?campaign_code=half").await);
    for wrong in
        [json!({ "amount_today": 1 }), json!({ "first_payment_amount": 979 }), json!({ "renews_on": "2027-01-31" })]
    {
        let mut body = agreeing(&trial, None);
        body["quote"].as_object_mut().expect("a quote").extend(wrong.as_object().cloned().expect("a change"));
        let problem = diner.subscribe("green", &price, body).await.refused(409, "plan_quote_differs");
        assert_eq!(problem["current"], trial, "{wrong}");
    }
    app.advance(DAY);
    let stale = diner.subscribe("green", &price, agreeing(&trial, None)).await;
    let problem = stale.refused(409, "plan_quote_differs");
    assert_eq!(sums(&problem["current"]), (0, "2027-01-02".to_owned(), 980, "2027-02-02".to_owned()));
    assert!(problem["force_reload"].is_null(), "the dialog shows the new quote");
    assert_eq!(app.count("SELECT count(*) FROM subscriptions").await, 0, "nothing was written");
    // Another diner uses the code; nothing reaches the bank.
    let other = app.diner("other").await.with_card(&app.outside, cards::ALSO_GOOD).await;
    other.subscribe("green", &price, json!({ "campaign_code": "HALF" })).await.is(200);
    diner.subscribe("green", &price, agreeing(&half, Some("HALF"))).await.refused(400, "campaign_code_unknown");
    assert_eq!(app.intents(&diner).await.len(), 0);
    let again = diner.subscribe("green", &price, agreeing(&problem["current"], None)).await;
    assert_eq!(again.is(200).json()["status"], "trialing");
    app.end().await;
}

/// R02: a coupon on the second attempt replaces the attempt that was left at the bank.
#[tokio::test]
async fn coupon_on_second_attempt_is_what_is_charged() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    let first = diner.subscribe("green", &price, json!({})).await.is(200).json();
    let previous = first["stripe_client_secret"].as_str().expect("a secret");
    app.outside.card_form(previous, cards::ALWAYS_CHALLENGED, "leave").await;
    // Nonsense is rejected with a text, and the attempt still waits.
    let nonsense = diner.subscribe("green", &price, json!({ "campaign_code": "NONSENSE" })).await;
    nonsense.refused(400, "campaign_code_unknown");
    assert_eq!(app.count(WAITING).await, 1);
    let quote = quote_on(&diner, "/premium/green?campaign_code=HALF").await;
    assert_eq!(sums(&quote).0, 490);
    let asked = diner.subscribe("green", &price, agreeing(&quote, Some("HALF"))).await.is(200).json();
    assert_eq!(asked["status"], "requires_action");
    let amounts: Vec<_> = app.intents(&diner).await.iter().map(|intent| (intent.amount.0, intent.status)).collect();
    assert_eq!(amounts, [(980, PaymentIntentStatus::Canceled), (490, PaymentIntentStatus::RequiresAction)]);
    let id = json!({ "stripe_subscription_id": first["stripe_subscription_id"] });
    diner.subscribe("green", &price, id).await.refused(409, "plan_replaced");
    let secret = asked["stripe_client_secret"].as_str().expect("a secret");
    assert_eq!(app.outside.card_form(secret, cards::ALWAYS_CHALLENGED, "success").await, "succeeded");
    let id = json!({ "stripe_subscription_id": asked["stripe_subscription_id"] });
    assert_eq!(diner.subscribe("green", &price, id).await.is(200).json()["status"], "active");
    assert_eq!((app.count("SELECT sum(amount) FROM charges").await, app.count(USED_CODES).await), (490, 1));
    app.end().await;
}

/// RX1: the page shows a trial, so the price less the previous attempt's coupon is not charged.
#[tokio::test]
async fn trial_on_second_attempt_charges_nothing_and_frees_the_coupon() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    let half = quote_on(&diner, "/premium/green?campaign_code=HALF").await;
    diner.subscribe("green", &price, agreeing(&half, Some("HALF"))).await.is(200);
    assert_eq!((app.count(WAITING).await, app.count(USED_CODES).await), (1, 1));
    // The page may be opened again with the same code: it is the diner's own.
    assert_eq!(quote_on(&diner, "/premium/green?campaign_code=HALF").await, half);
    let trial = quote_on(&diner, GREEN).await;
    assert_eq!(sums(&trial), (0, "2027-01-01".to_owned(), 980, "2027-02-01".to_owned()));
    let begun = diner.subscribe("green", &price, agreeing(&trial, None)).await.is(200).json();
    assert_eq!(begun["status"], "trialing");
    assert_eq!((app.count(TAKEN).await, app.count(USED_CODES).await), (0, 0));
    let open = app.intents(&diner).await.into_iter().filter(|intent| intent.status != PaymentIntentStatus::Canceled);
    assert_eq!(open.count(), 0, "the bank can charge nothing any more");
    app.end().await;
}

/// The attempt of yesterday would renew a day earlier than the page of today shows.
#[tokio::test]
async fn attempt_of_another_day_is_replaced() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    let first = diner.subscribe("green", &price, json!({})).await.is(200).json();
    let again = diner.subscribe("green", &price, json!({})).await.is(200).json();
    assert_eq!(again["stripe_subscription_id"], first["stripe_subscription_id"], "the same day: the same attempt");
    move_to(&app, "2026-12-02T01:00:00+09:00");
    let later = diner.subscribe("green", &price, json!({})).await.is(200).json();
    assert_ne!(later["stripe_subscription_id"], first["stripe_subscription_id"]);
    assert_eq!(app.count(WAITING).await, 1);
    app.end().await;
}

/// The bank accepts the previous attempt after the server has retrieved it and before it ends: the money is refunded.
#[tokio::test]
async fn payment_of_a_replaced_attempt_is_refunded() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    let first = diner.subscribe("green", &price, json!({})).await.is(200).json();
    let previous = first["stripe_client_secret"].as_str().expect("a secret");
    // The calls for the price and for the subscription pass, and its end waits.
    app.outside.faults(json!({ "skip_next": 2, "hold_next": 1 })).await;
    let paying = async {
        app.outside.holds(1).await;
        assert_eq!(app.outside.card_form(previous, cards::ALWAYS_CHALLENGED, "success").await, "succeeded");
        app.outside.release().await;
    };
    let code = json!({ "campaign_code": "HALF" });
    let (asked, ()) = tokio::join!(diner.subscribe("green", &price, code), paying);
    assert_eq!(asked.is(200).json()["status"], "requires_action");
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM charges WHERE amount = 980 AND refunded_amount = 980", 1).await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!(app.kept_of(&diner).await, 0);
    app.end().await;
}

/// The bank accepted the previous attempt before the second request: the diner has the plan of that dialog.
#[tokio::test]
async fn paid_attempt_is_not_replaced() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    let first = diner.subscribe("green", &price, json!({})).await.is(200).json();
    let secret = first["stripe_client_secret"].as_str().expect("a secret");
    app.outside.card_form(secret, cards::ALWAYS_CHALLENGED, "success").await;
    let second = diner.subscribe("green", &price, json!({ "campaign_code": "HALF" })).await;
    second.refused(400, "plan_already_subscribed");
    assert_eq!((app.count("SELECT sum(amount) FROM charges").await, app.count(USED_CODES).await), (980, 0));
    diner.get("/users/premium").await.is(200);
    app.end().await;
}

#[tokio::test]
async fn resumed_subscription_quotes_its_next_period() {
    let (app, diner, price) = scene(cards::GOOD).await;
    diner.subscribe("green", &price, json!({ "campaign_code": "HALF" })).await.is(200);
    app.advance(10 * DAY);
    diner.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200);
    let quote = quote_on(&diner, "/users/premium/plans/new").await;
    assert_eq!(sums(&quote), (0, "2027-01-01".to_owned(), 490, "2027-02-01".to_owned()));
    assert_eq!(quote["following"], json!([{ "on": "2027-02-01", "amount": 980 }]));
    let mut wrong = agreeing(&quote, None);
    wrong["quote"]["first_payment_amount"] = json!(980);
    diner.subscribe("green", &price, wrong).await.refused(409, "plan_quote_differs");
    assert_eq!(diner.get("/users/premium/plans/new").await.data()["subscription"]["is_cancelled"], true);
    diner.subscribe("green", &price, agreeing(&quote, None)).await.is(200);
    assert_eq!(diner.get("/users/premium/plans/new").await.data()["subscription"]["is_cancelled"], false);
    app.end().await;
}

/// A premium diner is asked before gold, which includes premium, is charged in addition.
#[tokio::test]
async fn overlapping_tier_needs_the_diners_agreement() {
    let (app, diner, price) = scene(cards::GOOD).await;
    app.plan_price("gold", 9_800).await;
    app.execute("UPDATE users SET is_gold_invited = true").await;
    diner.subscribe("green", &price, json!({})).await.is(200);
    let quote = diner.get("/gold").await.data()["offer"]["quote"].clone();
    let premium = json!({
        "grade": "green", "is_wider": false, "amount": 980, "interval": "month", "interval_count": 1,
        "renews_on": "2027-01-01",
    });
    assert_eq!((&quote["overlaps"], &quote["amount_today"]), (&json!([premium]), &json!(9_800)));
    let mut silent = shown_quote(&quote);
    silent["overlaps"] = json!([]);
    let refused = diner.post("/users/gold/subscriptions", &json!({ "quote": silent })).await;
    assert_eq!(refused.refused(409, "plan_quote_differs")["current"], quote);
    assert_eq!(app.count("SELECT count(*) FROM subscriptions").await, 1);
    diner.post("/users/gold/subscriptions", &json!({ "quote": shown_quote(&quote) })).await.is(200);
    assert_eq!(diner.get("/gold").await.data()["subscription"]["status"], "active");
    // A cancelled plan is not charged any more, and is no overlap.
    let other = app.diner("other").await.with_card(&app.outside, cards::ALSO_GOOD).await;
    app.execute("UPDATE users SET is_gold_invited = true").await;
    other.subscribe("green", &price, json!({})).await.is(200);
    other.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200);
    assert_eq!(other.get("/gold").await.data()["offer"]["quote"]["overlaps"], json!([]));
    app.end().await;
}

#[tokio::test]
async fn overlap_has_the_amount_of_its_next_payment() {
    let (app, diner, price) = scene(cards::GOOD).await;
    app.plan_price("gold", 9_800).await;
    app.execute("UPDATE users SET is_gold_invited = true").await;
    diner.subscribe("green", &price, json!({ "campaign_code": "HALF" })).await.is(200);
    let overlap = diner.get("/gold").await.data()["offer"]["quote"]["overlaps"][0].clone();
    assert_eq!((&overlap["amount"], &overlap["renews_on"]), (&json!(490), &json!("2027-01-01")));
    app.end().await;
}

/// The bank can accept it after the diner has requested gold.
#[tokio::test]
async fn attempt_at_the_bank_is_an_overlap() {
    let (app, diner, price) = scene(cards::ALWAYS_CHALLENGED).await;
    app.plan_price("gold", 9_800).await;
    app.execute("UPDATE users SET is_gold_invited = true").await;
    diner.subscribe("green", &price, json!({})).await.is(200);
    assert_eq!(app.count(WAITING).await, 1);
    let quote = diner.get("/gold").await.data()["offer"]["quote"].clone();
    assert_eq!((&quote["overlaps"][0]["grade"], &quote["overlaps"][0]["renews_on"]), (&json!("green"), &Value::Null));
    let mut silent = shown_quote(&quote);
    silent["overlaps"] = json!([]);
    let refused = diner.post("/users/gold/subscriptions", &json!({ "quote": silent })).await;
    assert_eq!(refused.refused(409, "plan_quote_differs")["current"], quote);
    assert_eq!(app.count("SELECT count(*) FROM subscriptions").await, 1);
    diner.post("/users/gold/subscriptions", &json!({ "quote": shown_quote(&quote) })).await.is(200);
    app.end().await;
}

/// A card that its bank authenticated when it was saved pays without another dialog.
#[tokio::test]
async fn authenticated_card_pays_without_another_dialog() {
    let (app, diner, price) = scene(cards::CHALLENGED_ONCE).await;
    let begun = diner.subscribe("green", &price, json!({})).await.is(200).json();
    assert_eq!(begun["status"], "active");
    assert_eq!(app.count("SELECT sum(amount) FROM charges").await, 980);
    app.end().await;
}
