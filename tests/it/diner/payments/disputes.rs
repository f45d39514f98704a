//! Disputed payments: nothing is refunded while the bank decides, and no diner has the money back twice (gaps G210).

use domain::charge_invoices::close::close;
use domain::clients::stripe::Dispute;
use domain::disputes::actions;
use domain::ledger::queries;
use domain::payments::disputes::RecordTimes;
use domain::settlement;
use serde_json::{Value, json};
use tests::{DAY, HOUR, Persona, Restaurant, TestApp, cards};

use super::prepaid_restaurant;

const DISPUTES: &str = "SELECT count(*) FROM charge_disputes";

/// A booking of Hanako's with a fee of 390 yen and a course of 24,000 yen.
struct Booked {
    app: TestApp,
    restaurant: Restaurant,
    hanako: Persona,
    uid: String,
    /// The provider's id of the course's payment.
    course: String,
}

async fn booked() -> Booked {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    let course = app.intents(&hanako).await.pop().expect("a payment").id;
    Booked { app, restaurant, hanako, uid, course }
}

impl Booked {
    async fn dispute(&self, reason: &str) -> String {
        let dispute = self.app.outside.dispute(&self.course, &[("reason", reason)]).await;
        self.app.drain_jobs().await;
        dispute
    }

    async fn decide(&self, dispute: &str, is_won: bool) {
        self.app.outside.decide(dispute, is_won).await;
        self.app.drain_jobs().await;
    }

    /// Records a state of a dispute that the provider does not report now.
    async fn record(&self, dispute: &Dispute) {
        let mut tx = self.app.pool.begin().await.expect("a transaction");
        let times = RecordTimes { now: self.app.now(), ahead: chrono::TimeDelta::zero() };
        domain::payments::disputes::record(&mut tx, times, dispute).await.expect("a record");
        tx.commit().await.expect("recorded");
    }

    async fn course_charge(&self) -> Value {
        self.hanako.reservation(&self.uid).await["charges"][1].clone()
    }

    async fn payable(&self) -> i64 {
        let mut conn = self.app.pool.acquire().await.expect("a connection");
        queries::payable(&mut conn, self.restaurant.id).await.expect("a sum").0
    }

    async fn balance(&self, account: &str) -> i64 {
        let sum = sqlx::query_scalar(
            "SELECT coalesce(sum(CASE WHEN debit_account = $1 THEN amount ELSE -amount END), 0)::bigint FROM ledger_transfers
             WHERE $1 IN (debit_account, credit_account)",
        );
        sum.bind(account).fetch_one(&self.app.pool).await.expect("a sum")
    }
}

/// R07
#[tokio::test]
async fn refund_waits_for_the_decision_of_a_dispute() {
    for is_won in [true, false] {
        let booked = booked().await;
        let dispute = booked.dispute("fraudulent").await;
        let page = booked.hanako.reservation(&booked.uid).await;
        assert!(page["cancellation"]["text"].as_str().expect("a text").contains("異議申し立て"), "{page}");
        booked.hanako.cancel(&booked.uid).await.is(204);
        booked.app.drain_jobs().await;
        assert_eq!(booked.app.kept_of(&booked.hanako).await, 24_390, "nothing is refunded");
        let charge = booked.course_charge().await;
        let shown = (&charge["refund_due"], &charge["refunded_amount"], &charge["dispute"]);
        assert_eq!(shown, (&json!(24_000), &json!(0), &json!("open")));
        let mail = booked.app.outside.booking_mails("hanako@seki.test").await[0].clone();
        assert!(mail["text"].as_str().expect("a text").contains("異議申し立ての審査中"), "{mail}");
        booked.app.drain_jobs().await;
        booked.app.verify().await;

        booked.decide(&dispute, is_won).await;
        let charge = booked.course_charge().await;
        let shown = (&charge["refunded_amount"], &charge["lost_amount"]);
        let wanted = if is_won { (24_000, 0) } else { (0, 24_000) };
        assert_eq!(shown, (&json!(wanted.0), &json!(wanted.1)), "won: {is_won}");
        assert_eq!(booked.app.kept_of(&booked.hanako).await, 24_390 - wanted.0);
        booked.app.end().await;
    }
}

/// G305
#[tokio::test]
async fn amount_that_the_bank_returned_is_no_refund() {
    let booked = booked().await;
    let dispute = booked.dispute("fraudulent").await;
    booked.decide(&dispute, false).await;
    let owner = booked.app.owner(&booked.restaurant).await;
    let form = owner.get(&format!("/owners/reservation_cancel_requests/new?uid={}", booked.uid)).await.data();
    let shown = [&form["paid"], &form["refund"], &form["kept"], &form["returned_by_bank"]];
    assert_eq!(shown, [&json!(390), &json!(0), &json!(390), &json!(24_000)]);
    let cancellation = async || booked.hanako.reservation(&booked.uid).await["cancellation"].clone();
    let before = cancellation().await;
    assert_eq!((&before["refund"], &before["returned_by_bank"]), (&json!(0), &json!(24_000)));
    let text = before["text"].as_str().expect("a text");
    assert!(text.contains("ご返金額 0円") && text.contains("24,000円はカード会社から返還"), "{text}");

    booked.hanako.cancel(&booked.uid).await.is(204);
    booked.app.drain_jobs().await;
    let mail = booked.app.outside.booking_mails("hanako@seki.test").await[0].clone();
    let text = mail["text"].as_str().expect("a text");
    assert!(text.contains("カード会社からの返還額（異議申し立て）: 24,000円"), "{text}");
    assert!(!text.contains("返金額:"), "{text}");
    let after = cancellation().await;
    assert_eq!((&after["refund"], &after["returned_by_bank"]), (&json!(0), &json!(24_000)));
    booked.app.end().await;
}

/// G305
#[tokio::test]
async fn spending_leaves_out_lost_payments() {
    let booked = booked().await;
    booked.app.advance(8 * DAY);
    let owner = booked.app.owner(&booked.restaurant).await;
    let guest = format!("/owners/customers/{}", booked.app.count("SELECT id FROM customers").await);
    let spent = async || {
        let page = owner.get(&guest).await.data();
        (page["spent"].clone(), page["visits"][0]["spent"].clone())
    };
    assert_eq!(spent().await, (json!(24_000), json!(24_000)));
    close(&booked.app.pool, booked.app.now(), false).await.expect("a close");
    let dispute = booked.dispute("product_unacceptable").await;
    assert_eq!(spent().await, (json!(24_000), json!(24_000)), "the bank has not decided");
    booked.decide(&dispute, false).await;
    assert_eq!(spent().await, (json!(0), json!(0)));
    close(&booked.app.pool, booked.app.now(), false).await.expect("a close");
    booked.app.end().await;
}

/// A payment that the diner has back twice, from us and from the bank, lowers the spending to zero and no further.
#[tokio::test]
async fn spending_is_not_negative_after_a_refund_and_a_lost_dispute() {
    let booked = booked().await;
    booked.hanako.cancel(&booked.uid).await.is(204);
    booked.app.drain_jobs().await;
    let dispute = booked.dispute("product_unacceptable").await;
    booked.decide(&dispute, false).await;
    let double = "SELECT count(*) FROM charges WHERE refunded_amount = amount AND lost_amount = amount";
    assert_eq!(booked.app.count(double).await, 1);
    let owner = booked.app.owner(&booked.restaurant).await;
    let guest = format!("/owners/customers/{}", booked.app.count("SELECT id FROM customers").await);
    let page = owner.get(&guest).await.data();
    assert_eq!((&page["spent"], &page["visits"][0]["spent"]), (&json!(0), &json!(0)));
    booked.app.end().await;
}

#[tokio::test]
async fn a_dispute_that_only_the_provider_knows_defers_the_refund() {
    let booked = booked().await;
    booked.app.outside.faults(json!({ "drop_webhooks": true })).await;
    let dispute = booked.app.outside.dispute(&booked.course, &[]).await;
    booked.hanako.cancel(&booked.uid).await.is(204);
    booked.app.drain_jobs().await;
    assert_eq!((booked.app.count(DISPUTES).await, booked.app.kept_of(&booked.hanako).await), (1, 24_390));
    booked.app.outside.clear_faults().await;
    booked.decide(&dispute, true).await;
    assert_eq!(booked.app.kept_of(&booked.hanako).await, 390);
    booked.app.end().await;
}

/// RX3
#[tokio::test]
async fn ledger_check_names_a_charge_that_is_refunded_and_disputed() {
    let booked = booked().await;
    booked.hanako.cancel(&booked.uid).await.is(204);
    booked.app.drain_jobs().await;
    let dispute = booked.dispute("fraudulent").await;
    let charge = booked.app.count("SELECT id FROM charges WHERE kind = 'prepaid_course'").await;
    let found = booked.app.findings().await;
    let wanted = format!("charge {charge}: 24000 yen are refunded and 24000 yen are disputed, of 24000 yen paid");
    assert!(found.iter().any(|finding| finding.contains(&wanted)), "{found:?}");
    booked.decide(&dispute, true).await;
    booked.app.end().await;
}

#[tokio::test]
async fn inquiry_defers_nothing() {
    let booked = booked().await;
    booked.app.outside.dispute(&booked.course, &[("inquiry", "true")]).await;
    booked.app.drain_jobs().await;
    assert_eq!(booked.course_charge().await["dispute"], "inquiry");
    booked.hanako.cancel(&booked.uid).await.is(204);
    booked.app.drain_jobs().await;
    assert_eq!(booked.app.kept_of(&booked.hanako).await, 390);
    booked.app.end().await;
}

#[tokio::test]
async fn repeated_and_late_reports_change_no_decision() {
    let booked = booked().await;
    booked.app.outside.faults(json!({ "duplicate_webhooks": true })).await;
    let dispute = booked.dispute("fraudulent").await;
    let undecided = booked.app.outside.stripe.retrieve_dispute(&dispute).await.expect("a dispute");
    booked.decide(&dispute, false).await;
    let transfers = booked.app.count("SELECT count(*) FROM ledger_transfers").await;
    actions::record(booked.app.payments(), &dispute).await.expect("a record");
    // The read of another worker that was overtaken by the decision.
    booked.record(&undecided).await;
    let state = "SELECT count(*) FROM charge_disputes d JOIN charges c ON c.id = d.charge_id
                 WHERE d.status = 'lost' AND c.dispute_state = 'lost' AND c.lost_amount = 24000 AND d.borne_by = 'platform'";
    assert_eq!((booked.app.count(DISPUTES).await, booked.app.count(state).await), (1, 1));
    assert_eq!(booked.app.count("SELECT count(*) FROM ledger_transfers").await, transfers, "booked once");
    let audited = "SELECT count(*) FROM audit_events WHERE action IN ('dispute.opened', 'dispute.lost')";
    assert_eq!(booked.app.count(audited).await, 2);
    booked.app.end().await;
}

#[tokio::test]
async fn prevented_dispute_is_settled_without_loss() {
    let booked = booked().await;
    let dispute = booked.dispute("fraudulent").await;
    let mut prevented = booked.app.outside.stripe.retrieve_dispute(&dispute).await.expect("a dispute");
    prevented.status = "prevented".to_owned();
    booked.record(&prevented).await;
    assert_eq!((booked.balance("disputes").await, &booked.course_charge().await["dispute"]), (0, &Value::Null));
    let mut conn = booked.app.pool.acquire().await.expect("a connection");
    let subject = booked.app.only_reservation().await;
    assert!(!domain::payments::disputes::has_any(&mut conn, subject).await.expect("an answer"));
    drop(conn);
    booked.app.advance(8 * DAY);
    assert_eq!(close(&booked.app.pool, booked.app.now(), false).await.expect("a close").earned, 1);
    booked.app.end().await;
}

#[tokio::test]
async fn dispute_of_an_unknown_payment_is_ignored() {
    let app = TestApp::start().await;
    let stripe = &app.outside.stripe;
    let customer = stripe.create_customer(&[], "stranger").await.expect("a customer").id;
    let wanted = domain::clients::stripe::NewPaymentIntent {
        amount: domain::money::Yen(1_000),
        customer: &customer,
        metadata: &[],
    };
    let paid = stripe.create_confirmed_payment_intent(&wanted, "pm_card_visa", false, "stranger:payment").await;
    app.outside.dispute(&paid.expect("a payment").id, &[]).await;
    app.webhooks_delivered().await;
    // Its charge could still be booked within an hour.
    app.advance(HOUR + 1);
    app.drain_jobs().await;
    assert_eq!(app.count(DISPUTES).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM provider_events WHERE processed_at IS NULL").await, 0);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refunds_disputes_and_cancellations_race_without_double_payment() {
    for _ in 0..6 {
        let booked = booked().await;
        let subject = booked.app.only_reservation().await;
        let worker = booked.app.start_job_runner();
        let (cancelled, dispute, settled) = tokio::join!(
            booked.hanako.cancel(&booked.uid),
            booked.app.outside.dispute(&booked.course, &[]),
            settlement::settle_subject(booked.app.payments(), subject),
        );
        cancelled.is(204);
        settled.expect("it is settled");
        booked.app.becomes(DISPUTES, 1).await;
        booked.app.jobs_done().await;
        worker.stop().await;
        booked.decide(&dispute, true).await;
        assert_eq!(booked.app.kept_of(&booked.hanako).await, 390, "refunded once, before or after the dispute");
        booked.app.end().await;
    }
}

#[tokio::test]
async fn loss_is_borne_by_its_reason_and_clears_the_course() {
    for (reason, payable, losses) in [("fraudulent", 24_000, 24_000), ("product_not_received", 0, 0)] {
        let booked = booked().await;
        let dispute = booked.dispute(reason).await;
        booked.app.advance(8 * DAY);
        assert_eq!(
            close(&booked.app.pool, booked.app.now(), false).await.expect("a close").earned,
            0,
            "it is disputed"
        );
        booked.decide(&dispute, false).await;
        for _ in 0..2 {
            close(&booked.app.pool, booked.app.now(), false).await.expect("a close, which can be repeated");
        }
        let balances = (booked.payable().await, booked.balance("dispute_losses").await);
        assert_eq!(balances, (payable, losses), "{reason}");
        assert_eq!((booked.balance("prepaid_courses").await, booked.balance("disputes").await), (0, 0), "{reason}");
        booked.app.end().await;
    }
}

#[tokio::test]
async fn loss_after_the_visit_is_deducted_from_the_restaurant() {
    let booked = booked().await;
    booked.app.advance(8 * DAY);
    assert_eq!(close(&booked.app.pool, booked.app.now(), false).await.expect("a close").earned, 1);
    let owner = booked.app.owner(&booked.restaurant).await;
    let dispute = booked.dispute("product_unacceptable").await;
    booked.decide(&dispute, false).await;
    assert_eq!(close(&booked.app.pool, booked.app.now(), false).await.expect("a close").lost, 1);
    let balances = (booked.payable().await, booked.balance("dispute_losses").await);
    assert_eq!(balances, (0, 0));
    let page = owner.get("/owners/restaurant_charge_invoices").await.data();
    let lost = &page["lost_disputes"][0];
    assert_eq!((&lost["amount"], &lost["borne_by"]), (&json!(24_000), &json!("restaurant")), "{page}");
    let mailed = "SELECT count(*) FROM mail_deliveries WHERE template = 'dispute_lost' AND sent_at IS NOT NULL";
    assert_eq!(booked.app.count(mailed).await, 1);
    booked.app.end().await;
}

#[tokio::test]
async fn loss_of_a_cancelled_booking_is_the_refund() {
    let booked = booked().await;
    // On the day before the visit, half of the course is the restaurant's.
    booked.app.advance(6 * DAY);
    let dispute = booked.dispute("fraudulent").await;
    let hanako = booked.app.back(&booked.hanako).await;
    hanako.cancel(&booked.uid).await.is(204);
    booked.decide(&dispute, false).await;
    close(&booked.app.pool, booked.app.now(), false).await.expect("a close");
    assert_eq!(booked.payable().await, 12_000);
    assert_eq!((booked.balance("dispute_losses").await, booked.balance("prepaid_courses").await), (12_000, 0));
    booked.app.end().await;
}
