//! One free trial for a person: by account, confirmed number and card, also after the account was deleted (gaps G135).

use chrono::Months;
use domain::plans::trials;
use reqwest::Method;
use serde_json::{Value, json};
use tests::{DAY, PASSWORD, PLANS, Persona, Reply, TestApp, cards};

const TRIALS: &str = "SELECT count(*) FROM subscriptions WHERE trial_months IS NOT NULL";
const CLAIMS: &str = "SELECT count(*) FROM trial_claims";
/// Numbers of cards that no other diner has.
const THIRD_CARD: &str = "4242420000000026";

async fn scene() -> (TestApp, Persona, String) {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    (app, diner, price)
}

async fn try_it(diner: &Persona, price: &str) -> Reply {
    diner.subscribe("green", price, json!({ "is_monthly_green_trial": true })).await
}

/// The page's reason for no trial, and today's amount.
async fn shown(diner: &Persona) -> (Value, i64) {
    let page = diner.get("/premium/green").await.data();
    assert_eq!(page["trial_months"].is_null(), !page["trial_refusal"].is_null());
    let today = page["prices"][0]["quote"]["amount_today"].as_i64().expect("an amount");
    (page["trial_refusal"].clone(), today)
}

/// Moves a confirmed number to another diner, as a verified call does.
async fn move_number(app: &TestApp, from: &Persona, to: &Persona) {
    let given_up =
        sqlx::query_scalar("UPDATE profiles SET phone_confirmed_at = NULL WHERE user_id = $1 RETURNING phone_e164");
    let number: String = given_up.bind(from.id().0).fetch_one(&app.pool).await.expect("a number");
    sqlx::query("UPDATE profiles SET phone_e164 = $2, phone_confirmed_at = $3 WHERE user_id = $1")
        .bind(to.id().0)
        .bind(number)
        .bind(app.now())
        .execute(&app.pool)
        .await
        .expect("a moved number");
}

/// RX2
#[tokio::test]
async fn moved_number_brings_no_second_trial() {
    let (app, diner, price) = scene().await;
    assert_eq!(shown(&diner).await, (Value::Null, 0));
    assert_eq!(try_it(&diner, &price).await.is(200).json()["status"], "trialing");
    assert_eq!(app.count(CLAIMS).await, 2);
    let other = app.diner("other").await.with_card(&app.outside, cards::ALSO_GOOD).await;
    assert_eq!(shown(&other).await, (Value::Null, 0));
    move_number(&app, &diner, &other).await;
    assert_eq!(shown(&other).await, (json!("used"), 980));
    try_it(&other, &price).await.refused(400, "plan_trial_used");
    assert_eq!(app.count(TRIALS).await, 1);
    app.end().await;
}

#[tokio::test]
async fn same_card_brings_no_second_trial() {
    let (app, diner, price) = scene().await;
    try_it(&diner, &price).await.is(200);
    let other = app.diner("other").await.with_card(&app.outside, cards::GOOD).await;
    assert_eq!(shown(&other).await, (json!("used"), 980));
    try_it(&other, &price).await.refused(400, "plan_trial_used");
    // A campaign's months are a trial, too.
    sqlx::query(
        "INSERT INTO campaign_codes (code, title, grade, trial_months, created_at) VALUES ('SPRING', '春', 'green', 2, $1)",
    )
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("a campaign");
    let page = other.get("/premium/green?campaign_code=SPRING").await.data();
    assert_eq!((&page["campaign_code"], &page["trial_refusal"]), (&Value::Null, &json!("used")));
    assert_eq!(page["is_code_unknown"], false);
    let code = json!({ "campaign_code": "SPRING" });
    other.subscribe("green", &price, code).await.refused(400, "plan_trial_used");
    // Another card and another number are another person.
    let third = app.diner("third").await.with_card(&app.outside, THIRD_CARD).await;
    try_it(&third, &price).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn card_of_an_earlier_release_is_recognised() {
    let (app, diner, price) = scene().await;
    try_it(&diner, &price).await.is(200);
    let other = app.diner("other").await.with_card(&app.outside, cards::GOOD).await;
    app.execute("UPDATE payment_methods SET fingerprint = NULL").await;
    try_it(&other, &price).await.refused(400, "plan_trial_used");
    app.end().await;
}

/// The previous release wrote no claims.
#[tokio::test]
async fn trial_before_an_upgrade_is_remembered_once() {
    let (app, diner, price) = scene().await;
    try_it(&diner, &price).await.is(200);
    let remember =
        async || trials::remember_earlier(&app.pool, &app.signer, app.now()).await.expect("the database answers");
    assert_eq!(remember().await, 0, "its own request remembered it");
    app.execute("DELETE FROM trial_claims; UPDATE subscriptions SET trial_remembered_at = NULL").await;
    assert_eq!((remember().await, app.count(CLAIMS).await), (1, 2));
    let other = app.diner("other").await.with_card(&app.outside, cards::ALSO_GOOD).await;
    move_number(&app, &diner, &other).await;
    try_it(&other, &price).await.refused(400, "plan_trial_used");
    // A claim that an operator released does not return.
    app.execute("DELETE FROM trial_claims").await;
    assert_eq!((remember().await, app.count(CLAIMS).await), (0, 0));
    app.end().await;
}

#[tokio::test]
async fn deleted_account_does_not_forget_its_trial() {
    let (app, diner, price) = scene().await;
    try_it(&diner, &price).await.is(200);
    diner.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200);
    app.advance(32 * DAY);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM subscriptions WHERE status = 'ended'", 1).await;
    app.jobs_done().await;
    worker.stop().await;
    let diner = app.back(&diner).await;
    let proof = json!({ "current_password": PASSWORD });
    let number: String = sqlx::query_scalar("SELECT phone_e164 FROM profiles WHERE user_id = $1")
        .bind(diner.id().0)
        .fetch_one(&app.pool)
        .await
        .expect("a number");
    diner.call(Method::DELETE, "/users/profile").json(&proof).send().await.is(200);
    let anonymous = "SELECT count(*) FROM trial_claims WHERE subscription_id IS NULL";
    assert_eq!((app.count(CLAIMS).await, app.count(anonymous).await), (2, 2));
    assert_eq!(app.count("SELECT count(*) FROM payment_methods WHERE fingerprint IS NOT NULL").await, 0);
    // The person comes back with the number, and with the card.
    let by_number = app.diner("number").await.with_card(&app.outside, cards::ALSO_GOOD).await;
    sqlx::query("UPDATE profiles SET phone_e164 = $2 WHERE user_id = $1")
        .bind(by_number.id().0)
        .bind(number)
        .execute(&app.pool)
        .await
        .expect("the number");
    let by_card = app.diner("card").await.with_card(&app.outside, cards::GOOD).await;
    for again in [&by_number, &by_card] {
        assert_eq!(shown(again).await, (json!("used"), 980));
        try_it(again, &price).await.refused(400, "plan_trial_used");
    }
    // After the retention period the claims are deleted.
    let mut conn = app.pool.acquire().await.expect("a connection");
    assert_eq!(trials::prune(&mut conn, app.now()).await.expect("nothing expired"), 0);
    let later = app.now().checked_add_months(Months::new(61)).expect("a later day");
    assert_eq!(trials::prune(&mut conn, later).await.expect("expired claims"), 2);
    drop(conn);
    app.end().await;
}

#[tokio::test]
async fn trial_requires_a_confirmed_number() {
    let (app, _, price) = scene().await;
    let diner = app.unconfirmed("hanako").await.with_card(&app.outside, cards::ALSO_GOOD).await;
    assert_eq!(shown(&diner).await, (json!("phone_unconfirmed"), 980));
    let problem = try_it(&diner, &price).await.refused(422, "plan_trial_needs_phone");
    assert_eq!(problem["redirect_to"], "/users/profile/account/tel/edit");
    assert_eq!(app.count("SELECT count(*) FROM subscriptions").await, 0);
    // Without a trial no number is needed.
    assert_eq!(diner.subscribe("green", &price, json!({})).await.is(200).json()["status"], "active");
    app.end().await;
}

#[tokio::test]
async fn trial_that_never_began_can_be_used_again() {
    let (app, diner, price) = scene().await;
    // The provider is unavailable after its response about the price.
    app.outside.faults(json!({ "skip_next": 1, "fail_next": 1 })).await;
    try_it(&diner, &price).await.refused(502, "payment_provider");
    assert_eq!(app.count(CLAIMS).await, 2);
    assert_eq!(shown(&diner).await, (Value::Null, 0), "the diner's own attempt does not count");
    // The provider may be creating it: other terms must wait.
    diner.subscribe("green", &price, json!({})).await.refused(400, "plan_under_way");
    app.advance(700);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM subscriptions WHERE status = 'ended'", 1).await;
    worker.stop().await;
    assert_eq!(app.count(CLAIMS).await, 0);
    assert_eq!(try_it(&diner, &price).await.is(200).json()["status"], "trialing");
    app.end().await;
}

/// Both requests read that the card is new; the database lets one of them claim it.
#[tokio::test]
async fn concurrent_requests_with_one_card_get_one_trial() {
    let (app, diner, price) = scene().await;
    let other = app.diner("other").await.with_card(&app.outside, cards::GOOD).await;
    // Both transactions insert their claims while this one holds the card's, which it then gives up.
    let mut blocker = app.pool.begin().await.expect("a transaction");
    let mac = app.signer.mac("trial_card", card_fingerprint(&app).await.as_bytes()).to_vec();
    sqlx::query("INSERT INTO trial_claims (kind, mac, created_at) VALUES ('card', $1, $2)")
        .bind(mac)
        .bind(app.now())
        .execute(&mut *blocker)
        .await
        .expect("a claim");
    let waiting = "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO trial_claims%'";
    let releasing = async {
        app.becomes(waiting, 2).await;
        blocker.rollback().await.expect("the card is free");
    };
    let (first, second, ()) = tokio::join!(try_it(&diner, &price), try_it(&other, &price), releasing);
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400], "{} {}", first.body, second.body);
    assert_eq!((app.count(TRIALS).await, app.count(CLAIMS).await), (1, 2));
    app.end().await;
}

async fn card_fingerprint(app: &TestApp) -> String {
    let fingerprint = sqlx::query_scalar("SELECT fingerprint FROM payment_methods LIMIT 1");
    fingerprint.fetch_one(&app.pool).await.expect("a card's fingerprint")
}
