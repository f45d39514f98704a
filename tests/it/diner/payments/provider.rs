//! Movements of the provider without our call: refunds in its dashboard, failed refunds, fees and payouts (gaps G211).

use std::collections::HashMap;

use axum::extract::Query;
use axum::routing::get;
use axum::{Json, Router};
use chrono::DateTime;
use domain::charge_invoices::close::close;
use domain::clients::stripe::Stripe;
use domain::ledger::queries;
use domain::payments::model::PaymentContext;
use domain::payments::{events, statement};
use domain::receipts::refunds;
use domain::{reconciliation, verify};
use serde_json::{Value, json};
use tests::{DAY, Persona, Restaurant, TestApp, cards, waiting_intents};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::prepaid_restaurant;

/// The balance of the provider in the ledger, less that of its statement.
const DIFFERENCE: &str = "
    SELECT (SELECT coalesce(sum(CASE WHEN debit_account = 'card_provider' THEN amount ELSE -amount END), 0) FROM ledger_transfers
            WHERE 'card_provider' IN (debit_account, credit_account))
           - (SELECT coalesce(sum(net), 0) FROM provider_balance_transactions)";

async fn booked() -> (TestApp, Restaurant, Persona, String) {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    (app, restaurant, hanako, uid)
}

async fn course_of(app: &TestApp, diner: &Persona) -> String {
    app.intents(diner).await.pop().expect("a payment").id
}

async fn read_provider(app: &TestApp) -> usize {
    let found = reconciliation::read_all(app.payments(), None).await.expect("the provider answers");
    app.drain_jobs().await;
    found
}

async fn agrees_with_provider(app: &TestApp) {
    assert_eq!(verify::check_provider(&app.pool, &app.outside.stripe).await.expect("the provider answers"), []);
}

/// Returns the amounts of the refunds in a diner's payment history.
async fn refunds_in_history(diner: &Persona) -> Vec<Value> {
    let history = diner.get("/users/profile/payment_histories").await.is(200).data();
    let charges = history["charges"].as_array().expect("charges");
    let refunds = charges.iter().flat_map(|charge| charge["refunds"].as_array().expect("refunds"));
    refunds.map(|refund| refund["amount"].clone()).collect()
}

#[tokio::test]
async fn refund_in_the_dashboard_is_booked_and_the_restaurant_is_not_paid_again() {
    for faults in [json!({}), json!({ "duplicate_webhooks": true }), json!({ "drop_webhooks": true })] {
        let (app, restaurant, hanako, uid) = booked().await;
        let course = course_of(&app, &hanako).await;
        app.outside.faults(faults.clone()).await;
        app.outside.dashboard("refunds", &[("payment_intent", &course), ("amount", "24000")]).await;
        app.drain_jobs().await;
        if faults["drop_webhooks"] == true {
            assert_eq!(hanako.reservation(&uid).await["charges"][1]["refunded_amount"], 0, "no webhook came");
        }
        read_provider(&app).await;
        assert_eq!(read_provider(&app).await, 0, "everything is read once");
        assert_eq!(hanako.reservation(&uid).await["charges"][1]["refunded_amount"], 24_000);
        let transfers = "SELECT count(*) FROM ledger_transfers WHERE kind = 'provider_refund' AND amount = 24000";
        assert_eq!(app.count(transfers).await, 1, "{faults}");
        assert_eq!(refunds_in_history(&hanako).await, [json!(24_000)], "its document is offered");
        agrees_with_provider(&app).await;
        app.advance(8 * DAY);
        assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").earned, 0);
        let mut conn = app.pool.acquire().await.expect("a connection");
        assert_eq!(queries::payable(&mut conn, restaurant.id).await.expect("a sum").0, 0);
        drop(conn);
        app.end().await;
    }
}

#[tokio::test]
async fn cancellation_refunds_only_what_the_dashboard_did_not() {
    let (app, _, hanako, uid) = booked().await;
    let course = course_of(&app, &hanako).await;
    app.outside.dashboard("refunds", &[("payment_intent", &course), ("amount", "5000")]).await;
    app.drain_jobs().await;
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 390);
    agrees_with_provider(&app).await;
    app.end().await;
}

#[tokio::test]
async fn failed_refund_is_reversed_and_made_again() {
    let (app, _, hanako, uid) = booked().await;
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    let course = course_of(&app, &hanako).await;
    let made = app.outside.stripe.list_refunds(&course).await.expect("refunds").remove(0);
    app.outside.dashboard(&format!("refunds/{}/cancel", made.id), &[]).await;
    app.drain_jobs().await;
    let refunds = app.outside.stripe.list_refunds(&course).await.expect("refunds");
    let effective: i64 = refunds.iter().filter(|refund| refund.is_effective()).map(|refund| refund.amount.0).sum();
    assert_eq!((refunds.len(), effective), (2, 24_000));
    let transfers = "SELECT count(*) FROM ledger_transfers WHERE kind IN ('charge_refunded', 'refund_failed')";
    assert_eq!(app.count(transfers).await, 3, "refunded, failed and refunded again");
    read_provider(&app).await;
    app.drain_jobs().await;
    assert_eq!(refunds_in_history(&hanako).await, [json!(24_000)]);
    assert_eq!(app.count("SELECT count(*) FROM charge_documents WHERE type = 'refund'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'refund_document'").await, 1);
    let mut conn = app.pool.acquire().await.expect("a connection");
    assert_eq!(refunds::count_due(&mut conn, app.now()).await.expect("a count").count, 0);
    drop(conn);
    assert_eq!(app.count(DIFFERENCE).await, 0);
    agrees_with_provider(&app).await;
    app.end().await;
}

#[tokio::test]
async fn refund_cancelled_in_the_dashboard_is_made_again_only_if_the_rules_demand_it() {
    for is_cancelled in [false, true] {
        let (app, _, hanako, uid) = booked().await;
        let course = course_of(&app, &hanako).await;
        let refund =
            app.outside.dashboard("refunds", &[("payment_intent", &course), ("amount", "24000")]).await["id"].clone();
        app.drain_jobs().await;
        if is_cancelled {
            hanako.cancel(&uid).await.is(204);
            app.drain_jobs().await;
        }
        app.outside.dashboard(&format!("refunds/{}/cancel", refund.as_str().expect("an id")), &[]).await;
        app.drain_jobs().await;
        let due = if is_cancelled { 24_000 } else { 0 };
        let refunds = app.outside.stripe.list_refunds(&course).await.expect("refunds");
        assert_eq!((refunds.len(), app.kept_of(&hanako).await), (if is_cancelled { 2 } else { 1 }, 24_390 - due));
        let charge = hanako.reservation(&uid).await["charges"][1].clone();
        assert_eq!((&charge["refund_due"], &charge["refunded_amount"]), (&json!(due), &json!(due)));
        read_provider(&app).await;
        assert_eq!(app.count(DIFFERENCE).await, 0);
        agrees_with_provider(&app).await;
        app.end().await;
    }
}

#[tokio::test]
async fn refund_whose_event_precedes_the_booking_of_its_payment_is_recorded() {
    let app = TestApp::start().await;
    app.outside.faults(json!({ "drop_webhooks": true })).await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let intents = waiting_intents(&hanako.confirm(&restaurant, &uid).await.is(200).json());
    for (_, secret) in &intents {
        assert_eq!(app.outside.card_form(secret, "", "success").await, "succeeded");
    }
    app.outside.dashboard("refunds", &[("payment_intent", &intents[1].0), ("amount", "5000")]).await;
    let events = app.outside.stripe.list_events(DateTime::UNIX_EPOCH).read_all().await.expect("events");
    let event = events.iter().find(|event| event.kind == "refund.created").expect("the event of the refund");
    let body = json!({ "id": event.id, "type": event.kind, "data": { "object": event.data.object } }).to_string();
    let mut tx = app.pool.begin().await.expect("a transaction");
    assert!(events::store(&mut tx, &app.rng, app.now(), event, &body).await.expect("stored"));
    tx.commit().await.expect("stored");
    app.drain_jobs().await;
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(hanako.reservation(&uid).await["charges"][1]["refunded_amount"], 5_000);
    agrees_with_provider(&app).await;
    app.end().await;
}

#[tokio::test]
async fn refund_that_only_the_statement_contains_is_recorded() {
    let (app, _, hanako, uid) = booked().await;
    app.outside.faults(json!({ "drop_webhooks": true })).await;
    let course = course_of(&app, &hanako).await;
    app.outside.dashboard("refunds", &[("payment_intent", &course), ("amount", "5000")]).await;
    statement::read(app.payments()).await.expect("the provider answers");
    app.drain_jobs().await;
    assert_eq!(hanako.reservation(&uid).await["charges"][1]["refunded_amount"], 5_000);
    agrees_with_provider(&app).await;
    app.end().await;
}

/// A provider whose list of movements has 51 pages of one fee each, newest first.
async fn provider_of_51_pages() -> (Stripe, JoinHandle<()>) {
    async fn page(Query(form): Query<HashMap<String, String>>) -> Json<Value> {
        let after = form.get("starting_after").and_then(|id| id.strip_prefix("txn_")?.parse::<i64>().ok());
        let created = after.unwrap_or(52) - 1;
        let id = format!("txn_{created}");
        let moved = json!({ "id": id, "type": "stripe_fee", "amount": -1, "fee": 0, "net": -1, "created": created });
        Json(json!({ "data": [moved], "has_more": created > 1 }))
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let stripe = Stripe::new(&format!("http://{}", listener.local_addr().expect("a bound port")), "sk_test");
    let router = Router::new().route("/v1/balance_transactions", get(page));
    let served = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
    (stripe, served)
}

#[tokio::test]
async fn long_list_is_read_to_its_end() {
    let app = TestApp::start().await;
    let (stripe, served) = provider_of_51_pages().await;
    let cx = PaymentContext { stripe: &stripe, ..app.payments() };
    assert_eq!(statement::read_since(cx, DateTime::UNIX_EPOCH).await.expect("the provider answers"), 51);
    assert_eq!(
        app.count("SELECT extract(epoch FROM min(moved_at))::bigint FROM provider_balance_transactions").await,
        1
    );
    served.abort();
    app.end().await;
}

/// Two refunds that were recorded together, one of which failed later.
#[tokio::test]
async fn failed_part_of_a_refund_is_in_no_document() {
    let (app, _, hanako, _) = booked().await;
    app.execute(
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id, booked_at)
         SELECT c.restaurant_id, b.kind, b.kind, b.debit, b.credit, b.amount, c.id, c.reservation_id, c.succeeded_at
         FROM charges c
         CROSS JOIN (VALUES (1, 'charge_refunded', 'prepaid_courses', 'card_provider', 48000),
                            (2, 'refund_failed', 'card_provider', 'prepaid_courses', 24000)) AS b (n, kind, debit, credit, amount)
         WHERE c.kind = 'prepaid_course' ORDER BY b.n",
    )
    .await;
    assert_eq!(refunds_in_history(&hanako).await, [json!(24_000)]);
    let mut conn = app.pool.acquire().await.expect("a connection");
    assert_eq!(refunds::count_due(&mut conn, app.now()).await.expect("a count").count, 1);
    drop(conn);
    // No payment of this charge was refunded.
    app.end_unverified().await;
}

/// R45
#[tokio::test]
async fn fees_and_payouts_bring_the_provider_to_zero() {
    let (app, _, hanako, _) = booked().await;
    let course = course_of(&app, &hanako).await;
    let dispute = app.outside.dispute(&course, &[]).await;
    app.drain_jobs().await;
    app.outside.decide(&dispute, true).await;
    app.drain_jobs().await;
    read_provider(&app).await;
    assert_eq!(app.count(DIFFERENCE).await, 0);
    let fees = "SELECT coalesce(sum(amount), 0) FROM ledger_transfers WHERE debit_account = 'provider_fees'";
    assert_eq!(app.count(fees).await, 14 + 864 + 1_500, "3.6 % of each payment, and the dispute");

    let balance = 390 + 24_000 - 14 - 864 - 1_500;
    let amount = balance.to_string();
    let payout = app.outside.dashboard("payouts", &[("amount", amount.as_str()), ("currency", "jpy")]).await;
    app.drain_jobs().await;
    let held =
        "SELECT sum(CASE WHEN debit_account = 'card_provider' THEN amount ELSE -amount END) FROM ledger_transfers
                WHERE 'card_provider' IN (debit_account, credit_account)";
    assert_eq!(app.count(held).await, 0, "the webhook of the payout is enough");
    app.outside.dashboard(&format!("payouts/{}/fail", payout["id"].as_str().expect("an id")), &[]).await;
    app.drain_jobs().await;
    assert_eq!(app.count(held).await, balance);
    assert_eq!(app.count(DIFFERENCE).await, 0);
    agrees_with_provider(&app).await;
    app.end().await;
}

#[tokio::test]
async fn workers_read_the_lists_of_the_provider_once_a_minute() {
    let (app, _, _, _) = booked().await;
    app.execute("UPDATE provider_cursors SET read_at = read_at - interval '2 minutes'").await;
    let sweeps = tokio::join!(reconciliation::sweep(app.payments()), reconciliation::sweep(app.payments()));
    let found = [sweeps.0, sweeps.1].map(|sweep| sweep.expect("the provider answers"));
    assert!(found.contains(&0) && found.iter().sum::<usize>() > 0, "one of two reads: {found:?}");
    assert_eq!(reconciliation::sweep(app.payments()).await.expect("nothing is due"), 0);
    app.drain_jobs().await;
    app.end().await;
}
