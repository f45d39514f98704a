//! Renewals, declines, disputes, and a provider that is slow, unavailable or repeats events.

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Utc};
use domain::ids::SubscriptionId;
use domain::payments::model::Subject;
use domain::settlement;
use serde_json::{Value, json};
use tests::{DAY, PLANS, Persona, TestApp, cards, eventually};

const CHARGES: &str = "SELECT count(*) FROM charges WHERE kind = 'subscription_fee' AND status = 'succeeded'";
const PAST_DUE: &str = "SELECT count(*) FROM subscriptions WHERE status = 'past_due'";
const ACTIVE: &str = "SELECT count(*) FROM subscriptions WHERE status = 'active'";
const ENDED: &str = "SELECT count(*) FROM subscriptions WHERE status = 'ended'";

async fn subscriber(card: &str) -> (TestApp, Persona, String) {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, card).await;
    diner.subscribe("green", &price, json!({})).await.is(200);
    (app, diner, price)
}

async fn is_open(app: &TestApp, diner: &Persona) -> bool {
    app.back(diner).await.get("/users/premium").await.status == 200
}

/// Returns the renewals that the page of the card names.
async fn unpaid_renewals(diner: &Persona) -> Value {
    diner.get("/users/profile/credit_card/edit").await.data()["unpaid_renewals"].clone()
}

async fn succeeded(app: &TestApp, diner: &Persona) -> usize {
    let customer = sqlx::query_scalar("SELECT gateway_customer_fid FROM users WHERE id = $1").bind(diner.id().0);
    let customer: String = customer.fetch_one(&app.pool).await.expect("a customer");
    let intents = app.outside.intents(&customer).await;
    intents
        .iter()
        .filter(|intent| {
            intent.amount.0 == 980 && intent.status == domain::clients::stripe::PaymentIntentStatus::Succeeded
        })
        .count()
}

/// Waits for `charges` charges while time passes: a renewal that the provider had not made yet is queried again some minutes later.
async fn booked_in_time(app: &TestApp, charges: i64) {
    let checks = AtomicI64::new(0);
    eventually("the renewal is booked", async || {
        let is_booked = app.count(CHARGES).await == charges;
        // One minute for every ten checks.
        if !is_booked && checks.fetch_add(1, Ordering::Relaxed) % 10 == 9 {
            app.advance(60);
        }
        is_booked
    })
    .await;
}

#[tokio::test]
async fn renewal_is_recorded_once_with_repeated_late_or_lost_webhooks() {
    let (app, diner, _) = subscriber(cards::GOOD).await;
    let worker = app.start_job_runner();
    let faults = [
        json!({ "duplicate_webhooks": true }),
        json!({ "duplicate_webhooks": false, "delay_webhooks_ms": 1500 }),
        json!({ "delay_webhooks_ms": 0, "drop_webhooks": true }),
    ];
    for (renewals, fault) in (1..).zip(faults) {
        app.outside.faults(fault).await;
        // One minute more, because the provider's clock ran while the test did.
        app.advance(31 * DAY + 60);
        booked_in_time(&app, renewals + 1).await;
        assert!(is_open(&app, &diner).await);
    }
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!((app.count(CHARGES).await, succeeded(&app, &diner).await), (4, 4));
    let receipts = app.outside.booking_mails("kenji@seki.test").await;
    assert_eq!(receipts.iter().filter(|mail| mail["subject"].as_str().unwrap().contains("お支払いが完了")).count(), 4);
    app.end().await;
}

#[tokio::test]
async fn declined_renewal_is_notified_and_paid_by_another_card() {
    let (app, diner, _) = subscriber(cards::GOOD).await;
    let worker = app.start_job_runner();
    let diner = diner.with_card(&app.outside, cards::SAVES_BUT_DECLINES).await;
    app.advance(31 * DAY + 60);
    app.becomes(PAST_DUE, 1).await;
    assert!(is_open(&app, &diner).await, "a grace is given");
    eventually("the diner is notified", async || {
        let mails = app.outside.booking_mails("kenji@seki.test").await;
        mails.iter().any(|mail| mail["subject"].as_str().unwrap().contains("お支払いができませんでした"))
    })
    .await;
    let diner = app.back(&diner).await;
    let unpaid = unpaid_renewals(&diner).await;
    assert_eq!(unpaid.as_array().map(Vec::len), Some(1), "{unpaid}");
    let page = diner.get("/users/premium").await.data();
    assert_eq!((&unpaid[0]["grade"], &unpaid[0]["amount"]), (&json!("green"), &json!(980)));
    assert_eq!(
        (&unpaid[0]["path"], &unpaid[0]["pay_by"]),
        (&json!("/users/premium"), &page["subscriptions"][0]["pay_by"])
    );
    let diner = diner.with_card(&app.outside, cards::GOOD).await;
    app.becomes(ACTIVE, 1).await;
    app.becomes(CHARGES, 2).await;
    worker.stop().await;
    assert_eq!(succeeded(&app, &diner).await, 2);
    assert_eq!(unpaid_renewals(&diner).await, json!([]));
    app.end().await;
}

#[tokio::test]
async fn card_registered_before_decline_webhook_pays() {
    let (app, diner, _) = subscriber(cards::GOOD).await;
    let diner = diner.with_card(&app.outside, cards::SAVES_BUT_DECLINES).await;
    app.advance(31 * DAY + 60);
    app.becomes("SELECT count(*) FROM provider_events WHERE type = 'invoice.payment_failed'", 1).await;
    let diner = app.back(&diner).await.with_card(&app.outside, cards::GOOD).await;
    let worker = app.start_job_runner();
    app.becomes(CHARGES, 2).await;
    app.becomes(ACTIVE, 1).await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!(succeeded(&app, &diner).await, 2);
    app.end().await;
}

#[tokio::test]
async fn renewal_is_recorded_despite_minute_of_provider_silence() {
    let (app, diner, _) = subscriber(cards::GOOD).await;
    let worker = app.start_job_runner();
    app.jobs_done().await;
    app.outside.faults(json!({ "fail_next": 100_000 })).await;
    app.advance(31 * DAY + 60);
    app.becomes("SELECT count(*) FROM provider_events WHERE type = 'invoice.paid'", 2).await;
    assert!(is_open(&app, &diner).await, "a paying diner keeps access");
    assert_eq!(app.count(CHARGES).await, 1);
    app.advance(60);
    app.outside.faults(json!({ "fail_next": 0 })).await;
    app.becomes(CHARGES, 2).await;
    app.becomes(ACTIVE, 1).await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!(succeeded(&app, &diner).await, 2);
    app.end().await;
}

#[tokio::test]
async fn renewal_that_needs_authentication_is_paid_by_the_diner() {
    let (app, diner, price) = subscriber(cards::GOOD).await;
    let worker = app.start_job_runner();
    let diner = diner.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    app.advance(31 * DAY + 60);
    app.becomes(PAST_DUE, 1).await;
    let diner = app.back(&diner).await;
    let page = diner.get("/users/premium").await.data();
    let id = json!({ "stripe_subscription_id": page["subscriptions"][0]["stripe_subscription_id"] });
    let asked = diner.subscribe("green", &price, id.clone()).await.is(200).json();
    assert_eq!(asked["status"], "requires_action");
    app.outside.card_form(asked["stripe_client_secret"].as_str().unwrap(), cards::ALWAYS_CHALLENGED, "success").await;
    assert_eq!(diner.subscribe("green", &price, id).await.is(200).json()["status"], "active");
    assert_eq!(app.count(CHARGES).await, 2);
    worker.stop().await;
    app.end().await;
}

#[tokio::test]
async fn a_renewal_that_is_never_paid_ends_the_tier_after_its_grace() {
    let (app, diner, _) = subscriber(cards::GOOD).await;
    let worker = app.start_job_runner();
    let diner = diner.with_card(&app.outside, cards::SAVES_BUT_DECLINES).await;
    app.advance(31 * DAY + 60);
    app.becomes(PAST_DUE, 1).await;
    app.advance(7 * DAY + 60);
    assert!(!is_open(&app, &diner).await);
    app.becomes(ENDED, 1).await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!((app.count(CHARGES).await, succeeded(&app, &diner).await), (1, 1));
    app.end().await;
}

#[tokio::test]
async fn unavailable_provider_or_lost_response_charges_once() {
    for fault in [
        json!({ "fail_next": 1 }),
        json!({ "skip_next": 1, "fail_next": 1 }),
        json!({ "skip_next": 2, "lose_next": 1 }),
    ] {
        let app = TestApp::start().await;
        let price = app.plan_price("green", 980).await;
        let diner = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
        app.outside.faults(fault.clone()).await;
        let first = diner.subscribe("green", &price, json!({})).await;
        first.refused(502, "payment_provider");
        // Whether the diner retries or the worker continues: the subscription starts once.
        if fault["lose_next"].is_number() {
            let worker = app.start_job_runner();
            app.advance(120);
            app.becomes(ACTIVE, 1).await;
            worker.stop().await;
        } else {
            diner.subscribe("green", &price, json!({})).await.is(200);
        }
        assert_eq!((app.count(CHARGES).await, succeeded(&app, &diner).await), (1, 1), "{fault}");
        assert!(is_open(&app, &diner).await);
        app.end().await;
    }
}

#[tokio::test]
async fn abandoned_subscription_is_not_created() {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    app.outside.faults(json!({ "skip_next": 1, "fail_next": 1 })).await;
    diner.subscribe("green", &price, json!({})).await.refused(502, "payment_provider");
    app.advance(700);
    let worker = app.start_job_runner();
    app.becomes(ENDED, 1).await;
    worker.stop().await;
    assert_eq!(succeeded(&app, &diner).await, 0);
    diner.subscribe("green", &price, json!({})).await.is(200);
    app.end().await;
}

/// The dialog showed the dates of the day before.
#[tokio::test]
async fn subscription_is_not_created_on_the_day_after_its_request() {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    let late: DateTime<Utc> = "2026-12-01T23:59:00+09:00".parse().expect("a time");
    app.advance((late - app.now()).num_seconds());
    app.outside.faults(json!({ "skip_next": 1, "fail_next": 1 })).await;
    diner.subscribe("green", &price, json!({})).await.refused(502, "payment_provider");
    app.advance(120);
    let worker = app.start_job_runner();
    app.becomes(ENDED, 1).await;
    worker.stop().await;
    assert_eq!((app.count(CHARGES).await, succeeded(&app, &diner).await), (0, 0));
    diner.subscribe("green", &price, json!({})).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn cancellation_is_recorded_while_provider_is_unavailable() {
    let (app, diner, _) = subscriber(cards::GOOD).await;
    app.outside.faults(json!({ "fail_next": 1 })).await;
    diner.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200);
    app.outside.clear_faults().await;
    // The provider was not notified before it renewed: the payment is refunded, and no further one is made.
    app.advance(31 * DAY + 60);
    assert!(!is_open(&app, &diner).await);
    let worker = app.start_job_runner();
    app.becomes(ENDED, 1).await;
    app.becomes("SELECT count(*) FROM charges WHERE refunded_amount = amount", 1).await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!(app.count(CHARGES).await, 2);
    app.end().await;
}

#[tokio::test]
async fn resumed_subscription_reaches_recovered_provider() {
    let (app, diner, price) = subscriber(cards::GOOD).await;
    diner.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200);
    let id: String =
        sqlx::query_scalar("SELECT gateway_fid FROM subscriptions").fetch_one(&app.pool).await.expect("a subscription");
    // The call for its price succeeds, and later calls fail.
    app.outside.faults(json!({ "skip_next": 1, "fail_next": 1 })).await;
    diner.subscribe("green", &price, json!({})).await.refused(502, "payment_provider");
    app.outside.clear_faults().await;
    let ends = async || app.outside.stripe.retrieve_subscription(&id).await.expect("it answers").cancel_at_period_end;
    assert!(ends().await);
    let worker = app.start_job_runner();
    app.advance(5 * 60);
    eventually("the provider renews it again", async || !ends().await).await;
    app.advance(31 * DAY);
    app.becomes(CHARGES, 2).await;
    worker.stop().await;
    assert!(is_open(&app, &diner).await);
    app.end().await;
}

#[tokio::test]
async fn disputed_payment_is_recorded_and_not_repeated() {
    let (app, diner, _) = subscriber(cards::DISPUTED).await;
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM charge_disputes WHERE amount = 980 AND status = 'needs_response'", 1).await;
    app.becomes("SELECT count(*) FROM subscriptions WHERE cancel_reason = 'dispute'", 1).await;
    app.jobs_done().await;
    assert!(is_open(&app, &diner).await, "what is paid for stays open");
    app.advance(31 * DAY + 60);
    app.becomes(ENDED, 1).await;
    worker.stop().await;
    assert_eq!(app.count(CHARGES).await, 1);
    app.end().await;
}

#[tokio::test]
async fn dispute_before_payment_record_is_kept() {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, cards::DISPUTED).await;
    // The subscription starts, and the response to the query of its invoices is lost.
    app.outside.faults(json!({ "skip_next": 3, "lose_next": 1 })).await;
    diner.subscribe("green", &price, json!({})).await.refused(502, "payment_provider");
    assert_eq!(app.count(CHARGES).await, 0, "nothing is booked yet");
    // Events arrive one by one; an event that arrived after the others were deleted would book the payment.
    let events = app.outside.stripe.list_events(DateTime::UNIX_EPOCH).read_all().await.expect("the provider's events");
    app.becomes("SELECT count(*) FROM provider_events", events.len().try_into().expect("a few")).await;
    let others = "DELETE FROM apalis.jobs WHERE convert_from(job, 'UTF8')::json ->> 'provider_event_id' NOT IN
                  (SELECT id::text FROM provider_events WHERE type = 'charge.dispute.created')";
    sqlx::query(others).execute(&app.pool).await.expect("other news are lost");
    let undo_delivery = "UPDATE provider_events SET processed_at = received_at WHERE type <> 'charge.dispute.created'";
    app.execute(undo_delivery).await;
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE attempts > 0 AND status = 'Failed'", 1).await;
    diner.subscribe("green", &price, json!({})).await.is(200);
    app.advance(120);
    app.becomes("SELECT count(*) FROM charge_disputes WHERE amount = 980", 1).await;
    app.becomes("SELECT count(*) FROM subscriptions WHERE cancel_reason = 'dispute'", 1).await;
    worker.stop().await;
    app.end().await;
}

#[tokio::test]
async fn cancellation_survives_concurrent_provider_read() {
    let (app, diner, _) = subscriber(cards::GOOD).await;
    let (id, fid): (i64, String) =
        sqlx::query_as("SELECT id, gateway_fid FROM subscriptions").fetch_one(&app.pool).await.expect("a subscription");
    app.outside.faults(json!({ "hold_next": 1 })).await;
    let asking = async {
        settlement::settle_subject(app.payments(), Subject::Subscription(SubscriptionId(id)))
            .await
            .expect("it is settled");
    };
    let cancelling = async {
        app.outside.holds(1).await;
        diner.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200);
        app.outside.release().await;
    };
    tokio::join!(asking, cancelling);
    assert!(app.payments().stripe.retrieve_subscription(&fid).await.expect("an answer").cancel_at_period_end);
    app.end().await;
}
