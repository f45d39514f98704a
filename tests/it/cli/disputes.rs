//! `seki disputes`, run as operators run it, and one-yen differences that `seki verify --provider` and `seki ledger check` find.

use domain::reconciliation;
use domain::verify::{self, Finding};
use serde_json::Value;
use tests::{TestApp, cards, seki};

use crate::diner::payments::prepaid_restaurant;

/// A booking whose course is disputed, read into the provider's statement with a payout.
async fn disputed() -> (TestApp, String) {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    hanako.book(&restaurant, &slot, 1).await;
    let kenji = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    let cancelled = kenji.book(&restaurant, &slot, 1).await;
    kenji.cancel(&cancelled).await.is(204);
    // The bank withdraws the course and a fee; a payout needs what others paid.
    let aoi = app.diner("aoi").await.with_card(&app.outside, cards::GOOD).await;
    aoi.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    let course = app.intents(&hanako).await.pop().expect("a payment").id;
    let dispute = app.outside.dispute(&course, &[]).await;
    app.outside.dashboard("payouts", &[("amount", "100"), ("currency", "jpy")]).await;
    app.drain_jobs().await;
    reconciliation::read_all(app.payments(), None).await.expect("the provider answers");
    app.drain_jobs().await;
    (app, dispute)
}

#[tokio::test(flavor = "multi_thread")]
async fn operator_lists_disputes_and_prints_evidence() {
    let (app, dispute) = disputed().await;
    let environment = app.variables();
    let run = async |arguments: &[&str]| seki(&[&["disputes"], arguments].concat(), &environment).await;
    let json = async |arguments: &[&str]| -> Value {
        let (is_fine, text) = run(&[arguments, &["--json"]].concat()).await;
        assert!(is_fine, "{arguments:?}: {text}");
        serde_json::from_str(&text).expect("JSON")
    };
    let open = json(&["list"]).await;
    assert_eq!((&open[0]["id"], &open[0]["stage"]), (&Value::from(dispute.as_str()), &Value::from("needs_response")));
    assert_eq!(json(&["show", &dispute]).await[0]["amount"], 24_000);
    let (is_fine, text) = run(&["evidence", &dispute, "--locale", "en"]).await;
    assert!(is_fine && text.contains("hanako@seki.test") && text.contains("Cancellation policy"), "{text}");
    assert!(json(&["evidence", &dispute]).await["sections"].is_array());
    let printed =
        "SELECT count(*) FROM audit_events WHERE actor = 'command_line' AND action = 'dispute.evidence_downloaded'";
    assert_eq!(app.count(printed).await, 2);
    assert_eq!(run(&["note", &dispute, "evidence sent"]).await, (true, "note saved\n".to_owned()));
    assert_eq!(run(&["answered", &dispute]).await, (true, "marked as answered\n".to_owned()));
    let answered = json(&["list"]).await;
    assert_eq!((&answered[0]["stage"], &answered[0]["note"]), (&"under_review".into(), &"evidence sent".into()));
    assert_eq!(run(&["answered", &dispute, "--undo"]).await, (true, "marked as not answered\n".to_owned()));
    assert_eq!(run(&["list", "--state", "closed"]).await, (true, "no such disputes\n".to_owned()));
    for (wrong, message) in [
        (&["show", "dp_none"][..], "there is no dispute dp_none"),
        (&["answered", "dp_none"], "there is no dispute dp_none"),
        (&["list", "--state", "none"], "invalid value"),
    ] {
        let (is_fine, text) = run(wrong).await;
        assert!(!is_fine && text.contains(message), "{wrong:?}: {text}");
    }
    let (is_fine, text) = seki(&["payments", "catch-up", "--json"], &environment).await;
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((is_fine, &report["count"]), (true, &Value::from(0)), "everything is read");
    let (is_fine, text) = seki(&["payments", "catch-up", "--since", "2999-01-01"], &environment).await;
    assert!(!is_fine && text.contains("--since is in the future"), "{text}");
    app.end().await;
}

/// Planted differences, each of one yen, in our rows and not at the provider, and the check that finds each without calling the provider.
pub(super) const PLANTED: &[(&str, &str)] = &[
    (
        "ledger_provider",
        "UPDATE provider_balance_transactions SET amount = amount + 1, net = net + 1 WHERE kind = 'charge'",
    ),
    (
        "ledger_provider",
        "UPDATE provider_balance_transactions SET amount = amount - 1, net = net - 1 WHERE kind = 'refund'",
    ),
    ("ledger_provider", "UPDATE provider_balance_transactions SET fee = fee + 1, net = net - 1 WHERE kind = 'charge'"),
    (
        "ledger_provider",
        "UPDATE provider_balance_transactions SET amount = amount - 1, net = net - 1 WHERE kind = 'payout'",
    ),
    (
        "ledger_provider",
        "UPDATE provider_balance_transactions SET amount = amount - 1, net = net - 1 WHERE kind = 'adjustment'",
    ),
    (
        "ledger_provider",
        "UPDATE provider_balance_transactions SET amount = amount + 1, net = net + 1 WHERE kind = 'adjustment' AND amount > 0",
    ),
    (
        "ledger_provider",
        "DELETE FROM provider_balance_transactions WHERE kind = 'adjustment' AND amount > 0;
         UPDATE provider_balance_transactions SET recorded_at = recorded_at + interval '1 hour'",
    ),
    (
        "ledger_provider",
        "DELETE FROM provider_balance_transactions WHERE kind = 'refund';
         UPDATE provider_balance_transactions SET recorded_at = recorded_at + interval '1 hour'",
    ),
    ("ledger_provider", "UPDATE ledger_transfers SET amount = amount + 1 WHERE kind = 'provider_payout'"),
    ("ledger_provider", "UPDATE ledger_transfers SET amount = amount + 1 WHERE kind = 'dispute_fee'"),
    ("ledger_provider", "DELETE FROM ledger_transfers WHERE kind = 'processing_fee'"),
    ("ledger_provider", "DELETE FROM provider_balance_transactions WHERE kind = 'payout'"),
    ("ledger_charges", "UPDATE ledger_transfers SET amount = amount - 1 WHERE kind = 'charge_refunded'"),
    ("ledger_disputes", "UPDATE charge_disputes SET amount = amount + 1"),
    ("ledger_disputes", "UPDATE charges SET lost_amount = 1 WHERE dispute_state = 'open'"),
    ("ledger_disputes", "UPDATE charges SET refunded_amount = 1, refund_due = 1 WHERE dispute_state = 'open'"),
];

/// A refunded payment whose dispute is answered.
const ANSWERED_REFUND: &str = "UPDATE charges SET refunded_amount = 1, refund_due = 1 WHERE dispute_state = 'open';
     UPDATE charge_disputes SET answered_at = updated_at WHERE closed_at IS NULL";

#[tokio::test(flavor = "multi_thread")]
async fn ledger_check_finds_each_difference_to_the_statement() {
    let (app, _) = disputed().await;
    let fee = "SELECT gateway_fid FROM charges WHERE kind = 'reservation_fee' ORDER BY id LIMIT 1";
    let fee: String = sqlx::query_scalar(fee).fetch_one(&app.pool).await.expect("a payment");
    let won = app.outside.dispute(&fee, &[]).await;
    app.outside.decide(&won, true).await;
    app.drain_jobs().await;
    reconciliation::read_all(app.payments(), None).await.expect("the provider answers");
    app.drain_jobs().await;
    app.verify().await;
    for (check, statement) in PLANTED {
        let findings = found_after(&app, statement).await;
        assert!(findings.iter().any(|finding| finding.check == *check), "{check} misses {statement}: {findings:?}");
    }
    let findings = found_after(&app, ANSWERED_REFUND).await;
    assert!(findings.iter().all(|finding| finding.check != "ledger_disputes"), "the bank decides: {findings:?}");
    app.end().await;
}

/// Returns the findings after a statement that the ledger's guard does not see, which is then undone.
async fn found_after(app: &TestApp, statement: &'static str) -> Vec<Finding> {
    let mut tx = app.pool.begin().await.expect("a transaction");
    sqlx::raw_sql("ALTER TABLE ledger_transfers DISABLE TRIGGER ledger_transfers_append_only")
        .execute(&mut *tx)
        .await
        .expect("no guard");
    let planted =
        sqlx::raw_sql(statement).execute(&mut *tx).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    assert!(planted.rows_affected() > 0, "nothing is planted by: {statement}");
    let findings = verify::run_in(&mut tx).await.expect("the checks run");
    tx.rollback().await.expect("undone");
    findings
}

/// Differences between our rows and the provider, and a part of the finding.
const AT_THE_PROVIDER: &[(&str, &str)] = &[
    ("UPDATE charges SET amount = amount + 1 WHERE kind = 'prepaid_course'", "yen, while charge"),
    (
        "UPDATE charges SET refunded_amount = refunded_amount - 1 WHERE refunded_amount > 0",
        "24000 yen due for refund; refunded are 23999 yen here and 24000 yen at the provider",
    ),
    ("UPDATE charge_disputes SET amount = amount - 1", "24000 yen (needs_response) at the provider, 23999 yen"),
    ("UPDATE charge_disputes SET status = 'under_review'", "24000 yen (under_review) here"),
    ("DELETE FROM charge_disputes", "of 24000 yen is unknown here"),
    (
        "UPDATE provider_balance_transactions SET amount = amount - 1, net = net - 1 WHERE kind = 'payout'",
        "-100 yen and a fee of 0 yen at the provider, -101 and 0 here",
    ),
    ("DELETE FROM provider_balance_transactions WHERE kind = 'payout'", "of 100 yen is unknown here"),
    (
        "UPDATE provider_balance_transactions SET gateway_fid = 'txn_none' WHERE kind = 'payout'",
        "the provider does not know it",
    ),
    (
        "DELETE FROM provider_balance_transactions
         WHERE id = (SELECT max(id) FROM provider_balance_transactions WHERE kind = 'charge');
         UPDATE provider_cursors SET read_until = read_until + interval '1 hour'",
        "(charge) of 24000 yen is unknown here",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn verify_finds_each_difference_to_the_provider() {
    let (app, _) = disputed().await;
    let findings = async || verify::check_provider(&app.pool, &app.outside.stripe).await.expect("the provider answers");
    assert_eq!(findings().await, []);
    let tables = "CREATE TABLE kept_charges AS TABLE charges; CREATE TABLE kept_disputes AS TABLE charge_disputes;
                  CREATE TABLE kept_movements AS TABLE provider_balance_transactions;";
    app.execute(tables).await;
    for (statement, wanted) in AT_THE_PROVIDER {
        app.execute(statement).await;
        let found = findings().await;
        assert!(found.iter().any(|finding| finding.detail.contains(wanted)), "{statement}: {found:?}");
        app.execute(
            "UPDATE charges c SET amount = k.amount, refunded_amount = k.refunded_amount FROM kept_charges k WHERE k.id = c.id;
             DELETE FROM charge_disputes; INSERT INTO charge_disputes SELECT * FROM kept_disputes;
             DELETE FROM provider_balance_transactions; INSERT INTO provider_balance_transactions SELECT * FROM kept_movements;",
        )
        .await;
        assert_eq!(findings().await, [], "undone after: {statement}");
    }
    app.execute("DROP TABLE kept_charges, kept_disputes, kept_movements").await;
    app.end().await;
}
