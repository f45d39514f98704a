//! Every yen is in the ledger, and `seki ledger check` finds one that is missing.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use domain::charge_invoices::close::{CloseResult, close};
use domain::charge_invoices::error::ChargeInvoiceError;
use domain::charge_invoices::statement::{self, StatementKey};
use domain::charge_invoices::{bank, rates};
use domain::ids::{ReservationId, RestaurantId};
use domain::jobs::schedules;
use domain::ledger::queries::{self, TransferFilter};
use domain::money::Yen;
use domain::payments::model::Subject;
use domain::payments::queries::{list_charges, set_refund_due};
use domain::zone::YearMonth;
use domain::{settlement, verify};
use serde_json::{Value, json};
use tests::{DAY, Restaurant, SlotSpec, TestApp, cards, seki, variables};

use crate::diner::payments::prepaid_restaurant;

const TRANSFERS: &str = "SELECT count(*) FROM ledger_transfers";

/// A restaurant with a charge of 300 yen per reservation. Hanako visits, Kenji cancels on the day before, Emma's bank reclaims her payment.
/// The month is over.
async fn month_of_a_restaurant() -> (TestApp, Restaurant) {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 8).await;
    let today = app.day(0);
    let mut conn = app.pool.acquire().await.expect("a connection");
    // Only closes that a test runs happen.
    schedules::ensure(&mut conn, app.now()).await.expect("schedules");
    assert!(schedules::set_enabled(&mut conn, app.now(), "ledger", false).await.expect("a row"));
    rates::set(&mut conn, app.now(), today, restaurant.id, Yen(300), today).await.expect("a rate");
    drop(conn);
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let kenji = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    let emma = app.diner("emma").await.with_card(&app.outside, cards::DISPUTED).await;
    hanako.book(&restaurant, &slot, 2).await;
    let cancelled = kenji.book(&restaurant, &slot, 1).await;
    let worker = app.start_job_runner();
    emma.book(&restaurant, &slot, 1).await;
    app.becomes("SELECT count(*) FROM charge_disputes WHERE status = 'needs_response'", 2).await;
    app.jobs_done().await;
    worker.stop().await;
    app.advance(6 * DAY);
    app.back(&kenji).await.cancel(&cancelled).await.is(204);
    app.drain_jobs().await;
    app.advance(26 * DAY);
    (app, restaurant)
}

/// Debits less credits of each account.
async fn balances(app: &TestApp) -> BTreeMap<&'static str, i64> {
    let mut conn = app.pool.acquire().await.expect("a connection");
    let rows = queries::balances(&mut conn, TransferFilter::default()).await.expect("balances");
    let balance = |row: &domain::ledger::model::Balance| (row.account.as_str(), row.debits - row.credits);
    rows.iter().map(balance).filter(|(_, balance)| *balance != 0).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn monthly_invoice_has_earnings_and_charges() {
    let (app, restaurant) = month_of_a_restaurant().await;
    let before = [
        ("card_provider", 780 + 48_000 + 390 + 12_000),
        ("disputes", 390 + 24_000),
        ("prepaid_courses", -(48_000 + 12_000 + 24_000)),
        ("reservation_fees", -(780 + 390 + 390)),
    ];
    assert_eq!(balances(&app).await, BTreeMap::from(before));
    let booked = app.count(TRANSFERS).await;
    let wanted = CloseResult { earned: 2, lost: 0, charged: 2, invoices: 1 };
    assert_eq!(close(&app.pool, app.now(), true).await.expect("a dry run"), wanted);
    assert_eq!(app.count(TRANSFERS).await, booked, "a dry run books nothing");
    let closes = tokio::join!(close(&app.pool, app.now(), false), close(&app.pool, app.now(), false));
    let closes = [closes.0, closes.1].map(|closed| closed.expect("a close").total());
    assert_eq!((closes.iter().sum::<u64>(), closes.contains(&0)), (wanted.total(), true), "each once: {closes:?}");
    let after = [
        ("card_provider", before[0].1),
        ("disputes", before[1].1),
        ("prepaid_courses", -24_000),
        ("reservation_fees", before[3].1),
        ("restaurant_charges", -600),
        ("restaurant_payable", -(48_000 + 12_000 - 600)),
    ];
    assert_eq!(balances(&app).await, BTreeMap::from(after));
    let invoice = sqlx::query_as::<_, (NaiveDate, i32, i32, String)>(
        "SELECT month, reservations_count, amount, status FROM restaurant_charge_invoices",
    );
    let invoice = invoice.fetch_all(&app.pool).await.expect("invoices");
    let month = NaiveDate::from_ymd_opt(2026, 12, 1).expect("a day");
    assert_eq!(invoice, [(month, 2, 600, "paid".to_owned())], "taken from what is owed");

    let mut conn = app.pool.acquire().await.expect("a connection");
    let mut pay = async |part, reference| bank::pay_out(&mut conn, app.now(), restaurant.id, part, reference).await;
    assert!(matches!(pay(Some(Yen(59_401)), "R1").await, Err(ChargeInvoiceError::MoreThanOwed(Yen(59_400)))));
    assert!(matches!(pay(None, " ").await, Err(ChargeInvoiceError::NoReference)));
    assert_eq!(pay(Some(Yen(400)), "R1").await.expect("a payout"), Yen(400));
    assert!(matches!(pay(Some(Yen(400)), "R1").await, Err(ChargeInvoiceError::BookedBefore)));
    assert_eq!(pay(None, "R2").await.expect("a payout"), Yen(59_000));
    assert!(matches!(pay(None, "R3").await, Err(ChargeInvoiceError::NothingOwed)));
    drop(conn);
    app.end().await;
}

#[tokio::test]
async fn negative_balance_is_invoiced_and_late_charges_roll_over() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(tests::RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    hanako.book(&restaurant, &slot, 2).await;
    let kenji = app.diner("kenji").await;
    kenji.book(&restaurant, &slot, 2).await;
    let today = app.day(0);
    let mut conn = app.pool.acquire().await.expect("a connection");
    let set = async |conn: &mut _, amount, day| rates::set(conn, app.now(), today, restaurant.id, amount, day).await;
    assert!(matches!(set(&mut conn, Yen(1), app.day(-1)).await, Err(ChargeInvoiceError::RateInThePast)));
    assert!(matches!(set(&mut conn, Yen(-1), today).await, Err(ChargeInvoiceError::RateOutOfRange)));
    set(&mut conn, Yen(200), today).await.expect("a rate");
    // From the day after the visit another rate applies, which does not affect this one.
    set(&mut conn, Yen(900), app.day(8)).await.expect("a rate");
    drop(conn);
    app.owner(&restaurant).await;
    // The restaurant requests the cancellation of one of the two, and the decision comes after the month.
    app.execute(
        "INSERT INTO reservation_cancel_requests (uid, restaurant_id, reservation_id, reason, delete_os, owner_id, created_at)
         SELECT 'rq', r.restaurant_id, r.id, 'customer', false,
                (SELECT min(id) FROM owners), r.created_at
         FROM reservations r WHERE r.id = (SELECT max(id) FROM reservations)",
    )
    .await;
    app.advance(32 * DAY);
    let closed = close(&app.pool, app.now(), false).await.expect("a close");
    assert_eq!(closed, CloseResult { earned: 0, lost: 0, charged: 1, invoices: 1 });
    app.execute("UPDATE reservation_cancel_requests SET status = 'rejected'").await;
    let closed = close(&app.pool, app.now(), false).await.expect("a close");
    assert_eq!(closed, CloseResult { earned: 0, lost: 0, charged: 1, invoices: 0 }, "its month is issued");
    app.advance(31 * DAY);
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").invoices, 1);
    let months = "SELECT count(*) FROM restaurant_charge_invoices
                  WHERE (month, reservations_count, amount, status) IN (('2026-12-01', 1, 200, 'issued'), ('2027-01-01', 1, 200, 'issued'))";
    assert_eq!(app.count(months).await, 2);
    let mut conn = app.pool.acquire().await.expect("a connection");
    let month = NaiveDate::from_ymd_opt(2026, 12, 1).expect("a day");
    let received = bank::record_payment(&mut conn, app.now(), restaurant.id, month, "振込").await;
    assert_eq!(received.expect("a receipt"), Yen(200));
    let twice = bank::record_payment(&mut conn, app.now(), restaurant.id, month, "振込").await;
    assert!(matches!(twice, Err(ChargeInvoiceError::NoSuchInvoice)));
    let owed = bank::list_payable(&mut conn).await.expect("a list");
    assert_eq!(owed.iter().map(|one| one.amount).collect::<Vec<_>>(), [Yen(-200)]);
    drop(conn);
    app.end().await;
}

/// The statement is a qualified invoice: number, rate and tax, rounded once; a no-show and its fee have separate lines.
#[tokio::test(flavor = "multi_thread")]
async fn statement_is_a_qualified_invoice() {
    let (app, restaurant) = month_of_a_restaurant().await;
    note_no_show(&app, "hanako@seki.test").await;
    // The nightly closes of the month book the fee, that of the next month issues the statement.
    close(&app.pool, app.now() - chrono::TimeDelta::days(10), false).await.expect("a close");
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").invoices, 1);
    let owner = app.owner(&restaurant).await;
    let page = owner.get("/owners/restaurant_charge_invoices").await.data();
    assert_eq!((&page["registration_number"], &page["tax_percent"]), (&json!("T1234567890123"), &json!(10)));
    let invoice = &page["invoices"][0];
    assert_eq!((&invoice["amount"], &invoice["tax"], &invoice["no_shows_count"]), (&json!(600), &json!(54), &json!(1)));
    assert_eq!(invoice["no_show_fees"], 48_000, "what is kept of a no-show's course");
    let document = owner.open(invoice["document_path"].as_str().expect("a path")).await;
    assert_eq!(document.status, 200);
    let number = invoice["number"].as_str().expect("a number");
    for expected in
        [number, "登録番号: T1234567890123", "10%", "600円", "54円", "無断キャンセル料", "48,000円", "不課税"]
    {
        assert!(document.body.contains(expected), "{expected} in {}", document.body);
    }
    let path = invoice["document_path"].as_str().expect("a path");
    let elsewhere = app.restaurant(tests::RestaurantSpec { slug: "tempura-test", ..Default::default() }).await;
    app.owner(&elsewhere).await.get(path).await.refused(404, "not_found");
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let month = invoice["month"].as_str().expect("a month");
    let (is_fine, text) =
        seki(&["ledger", "statement", restaurant.slug, "--month", month, "--json"], &environment).await;
    assert!(is_fine, "{text}");
    let rows: Vec<Value> = serde_json::from_str(&text).expect("rows");
    let shown: Vec<_> =
        rows.iter().map(|row| (row["line"].as_str().expect("a line"), row["amount"].as_i64())).collect();
    assert_eq!(
        shown,
        [("visits", Some(300)), ("no_shows", Some(300)), ("tax", Some(54)), ("no_show_fees", Some(48_000))]
    );
    app.end_unverified().await;
}

/// Records that the guest of a booking did not come.
async fn note_no_show(app: &TestApp, email: &str) -> Subject {
    let noted = sqlx::query_as::<_, (i64, i64)>(
        "INSERT INTO reservation_no_shows (restaurant_id, reservation_id, recorded_at)
         SELECT r.restaurant_id, r.id, r.starts_at FROM reservations r JOIN users u ON u.id = r.user_id
         WHERE r.status = 'accepted' AND u.email = $1 RETURNING restaurant_id, reservation_id",
    );
    let (restaurant, id) = noted.bind(email).fetch_one(&app.pool).await.expect("a booking");
    Subject::Reservation(RestaurantId(restaurant), ReservationId(id))
}

/// Returns the line of the no-show fees in the statement of a month, issued or not.
async fn no_show_fees(app: &TestApp, restaurant: &Restaurant, month: &str) -> (i64, i64) {
    let mut conn = app.pool.acquire().await.expect("a connection");
    let month = YearMonth::parse(month).expect("a month");
    let content = match statement::find(&mut conn, restaurant.id, StatementKey::Month(month)).await.expect("a query") {
        Some(statement) => statement.content,
        None => statement::compute(&mut conn, restaurant.id, month.first_day()).await.expect("a statement"),
    };
    (content.no_show_fees.count, content.no_show_fees.amount.0)
}

/// A fee and the kept course of one no-show are one no-show. Their refunds are in a statement, also after the no-show was reverted.
#[tokio::test]
async fn statement_has_refunds_of_reverted_no_shows() {
    let (app, restaurant) = month_of_a_restaurant().await;
    let subject = note_no_show(&app, "hanako@seki.test").await;
    app.execute(
        "INSERT INTO charges (uid, restaurant_id, reservation_id, subject_kind, subject_id, user_id, kind, position, amount, status,
             created_at, updated_at, succeeded_at)
         SELECT 'fee', restaurant_id, reservation_id, subject_kind, subject_id, user_id, 'cancellation_fee', 2, 1000, status,
                created_at, updated_at, succeeded_at
         FROM charges WHERE kind = 'prepaid_course' AND amount = 48000",
    )
    .await;
    close(&app.pool, app.now() - chrono::TimeDelta::days(10), false).await.expect("a close");
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").invoices, 1);
    assert_eq!(no_show_fees(&app, &restaurant, "2026-12").await, (1, 49_000));
    app.execute("DELETE FROM reservation_no_shows").await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let charges = list_charges(&mut conn, subject).await.expect("charges");
    let course = charges.iter().find(|charge| charge.amount == Yen(48_000)).expect("the course");
    set_refund_due(&mut conn, course, Yen(8_000), app.now()).await.expect("a refund");
    drop(conn);
    settlement::settle_subject(app.payments(), subject).await.expect("settled");
    assert_eq!(no_show_fees(&app, &restaurant, "2027-01").await, (0, -8_000));
    app.end_unverified().await;
}

/// A month without visits has no statement. The fee that is earned in it is in the next statement, once.
#[tokio::test]
async fn statement_has_fees_of_months_without_statement() {
    let (app, restaurant) = month_of_a_restaurant().await;
    note_no_show(&app, "emma@seki.test").await;
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").invoices, 1);
    assert_eq!(no_show_fees(&app, &restaurant, "2026-12").await, (0, 0), "the money is disputed");
    app.execute("UPDATE charges SET dispute_state = 'won' WHERE dispute_state = 'open'").await;
    let closed = close(&app.pool, app.now(), false).await.expect("a close");
    assert_eq!((closed.earned, closed.invoices), (1, 0));
    let slot = app.slot(&restaurant, SlotSpec { days: 35, counts: vec![1, 2], ..SlotSpec::default() }).await;
    let sora = app.diner("sora").await.with_card(&app.outside, cards::GOOD).await;
    sora.book(&restaurant, &slot, 1).await;
    app.advance(62 * DAY);
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").invoices, 1);
    assert_eq!(no_show_fees(&app, &restaurant, "2026-12").await, (0, 0));
    assert_eq!(no_show_fees(&app, &restaurant, "2027-02").await, (1, 24_000));
    app.end_unverified().await;
}

/// A statement from before the contents were stored: the list shows no figures that its paper would contradict.
#[tokio::test]
async fn contents_of_older_statements_are_fixed_by_the_next_close() {
    let (app, restaurant) = month_of_a_restaurant().await;
    note_no_show(&app, "hanako@seki.test").await;
    close(&app.pool, app.now() - chrono::TimeDelta::days(10), false).await.expect("a close");
    close(&app.pool, app.now(), false).await.expect("a close");
    let owner = app.owner(&restaurant).await;
    let listed = async || {
        let invoice = owner.get("/owners/restaurant_charge_invoices").await.data()["invoices"][0].clone();
        (invoice["no_shows_count"].clone(), invoice["no_show_fees"].clone(), invoice["tax"].clone())
    };
    let fixed = listed().await;
    assert_eq!(fixed, (json!(1), json!(48_000), json!(54)));
    app.execute("UPDATE restaurant_charge_invoices SET content = NULL").await;
    assert_eq!(listed().await, (Value::Null, Value::Null, json!(54)));
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").total(), 0);
    assert_eq!(listed().await, fixed);
    app.end_unverified().await;
}

#[tokio::test]
async fn refunds_after_earning_reduce_the_payout() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    hanako.book(&restaurant, &slot, 1).await;
    let subject = app.only_reservation().await;
    app.advance(8 * DAY);
    assert_eq!(close(&app.pool, app.now(), false).await.expect("a close").earned, 1);
    let mut conn = app.pool.acquire().await.expect("a connection");
    let course = list_charges(&mut conn, subject).await.expect("charges").remove(1);
    for due in [1_000, 2_500] {
        set_refund_due(&mut conn, &course, Yen(due), app.now()).await.expect("a refund");
        settlement::settle_subject(app.payments(), subject).await.expect("settled");
        settlement::settle_subject(app.payments(), subject).await.expect("settled once more");
        assert_eq!(queries::payable(&mut conn, restaurant.id).await.expect("a sum"), Yen(24_000 - due));
    }
    drop(conn);
    assert_eq!(verify::ledger(&app.pool).await.expect("the checks run"), []);
    // No active booking costs less than its original price: only the ledger must agree.
    app.end_unverified().await;
}

/// Planted faults, and the check that finds each.
pub const PLANTED: &[(&str, &str)] = &[
    (
        "ledger_charges",
        "UPDATE ledger_transfers SET amount = amount + 1 WHERE id = (SELECT min(id) FROM ledger_transfers WHERE kind = 'charge_paid')",
    ),
    ("ledger_charges", "UPDATE ledger_transfers SET amount = amount - 1 WHERE kind = 'charge_refunded'"),
    (
        "ledger_charges",
        "UPDATE ledger_transfers SET credit_account = 'reservation_fees' WHERE kind = 'charge_paid' AND credit_account = 'prepaid_courses'",
    ),
    ("ledger_charges", "DELETE FROM ledger_transfers WHERE kind = 'charge_refunded'"),
    ("ledger_charges", "UPDATE charges SET amount = amount + 1 WHERE id = (SELECT min(id) FROM charges)"),
    ("ledger_earned", "UPDATE ledger_transfers SET amount = amount + 1 WHERE kind = 'course_earned'"),
    ("ledger_earned", "UPDATE ledger_transfers SET amount = amount - 1 WHERE kind = 'cancellation_fee_earned'"),
    (
        "ledger_earned",
        "UPDATE charges SET manually_refunded = 1, goodwill_due = 1 WHERE kind = 'prepaid_course' AND refunded_amount > 0",
    ),
    (
        "ledger_disputes",
        "UPDATE ledger_transfers SET amount = amount + 1 WHERE id = (SELECT min(id) FROM ledger_transfers WHERE kind = 'dispute_opened')",
    ),
    ("ledger_disputes", "UPDATE charge_disputes SET status = 'lost'"),
    (
        "ledger_invoices",
        "UPDATE ledger_transfers SET amount = amount + 1 WHERE id = (SELECT min(id) FROM ledger_transfers WHERE kind = 'restaurant_charge')",
    ),
    ("ledger_invoices", "UPDATE restaurant_charge_invoices SET amount = amount + 1"),
    ("ledger_invoices", "UPDATE restaurant_charge_rates SET amount = amount - 1"),
    ("ledger_bank", "UPDATE ledger_transfers SET amount = amount + 1 WHERE kind = 'payout'"),
    ("ledger_bank", "UPDATE ledger_transfers SET reference = '' WHERE kind = 'payout'"),
];

/// The checks that find something after a statement that the ledger's guard does not see, which is then undone.
async fn found_after(app: &TestApp, statement: &'static str) -> BTreeSet<&'static str> {
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
    findings.into_iter().map(|finding| finding.check).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn ledger_check_finds_one_yen_and_rows_are_immutable() {
    let (app, restaurant) = month_of_a_restaurant().await;
    close(&app.pool, app.now(), false).await.expect("a close");
    let mut conn = app.pool.acquire().await.expect("a connection");
    bank::pay_out(&mut conn, app.now(), restaurant.id, None, "振込 1月").await.expect("a payout");
    drop(conn);
    app.verify().await;
    for (check, statement) in PLANTED {
        let found = found_after(&app, statement).await;
        assert!(found.contains(check), "{check} does not see: {statement}; seen by {found:?}");
    }
    for change in
        ["UPDATE ledger_transfers SET amount = 1", "DELETE FROM ledger_transfers", "TRUNCATE ledger_transfers CASCADE"]
    {
        let refused = sqlx::raw_sql(change).execute(&app.pool).await.expect_err("refused");
        assert!(refused.to_string().contains("are never changed"), "{change}: {refused}");
    }

    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let run = async |arguments: &[&str]| seki(&[&["ledger"], arguments].concat(), &environment).await;
    assert_eq!(run(&["check"]).await, (true, "the ledger balances to the yen\n".to_owned()));
    app.execute("ALTER TABLE ledger_transfers DISABLE TRIGGER ledger_transfers_append_only").await;
    app.execute("UPDATE ledger_transfers SET amount = amount + 1 WHERE kind = 'course_earned'").await;
    let (is_fine, text) = run(&["check", "--json"]).await;
    let found: Value = serde_json::from_str(&text).expect("a list");
    assert_eq!((is_fine, &found[0]["check"]), (false, &Value::from("ledger_earned")), "{text}");
    app.execute("UPDATE ledger_transfers SET amount = amount - 1 WHERE kind = 'course_earned'").await;
    app.execute("ALTER TABLE ledger_transfers ENABLE TRIGGER ledger_transfers_append_only").await;
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_reads_and_keeps_the_ledger_from_a_shell() {
    let (app, restaurant) = month_of_a_restaurant().await;
    close(&app.pool, app.now(), false).await.expect("a close");
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let run = async |arguments: &[&str]| seki(&[&["ledger"], arguments].concat(), &environment).await;
    let json = async |arguments: &[&str]| -> Value {
        let (is_fine, text) = run(&[arguments, &["--json"]].concat()).await;
        assert!(is_fine, "{arguments:?}: {text}");
        serde_json::from_str(&text).expect("a list")
    };
    let slug = restaurant.slug;
    assert_eq!(json(&["owed"]).await[0]["amount"], 59_400);
    assert_eq!(json(&["rates", slug]).await[0]["amount"], 300);
    let listed = json(&["list", "--restaurant", slug, "--limit", "1000"]).await;
    assert_eq!(listed.as_array().map(Vec::len), Some(usize::try_from(app.count(TRANSFERS).await).expect("a count")));
    assert_eq!(json(&["list", "--month", "2020-01"]).await, Value::Array(Vec::new()));
    let sum: i64 =
        json(&["balances"]).await.as_array().expect("a list").iter().filter_map(|row| row["balance"].as_i64()).sum();
    assert_eq!(sum, 0, "the accounts balance");
    let (is_fine, text) = run(&["balances", "--restaurant", slug]).await;
    assert!(is_fine && text.contains("Payable to restaurants") && text.contains("-59,400"), "{text}");
    let (is_fine, text) = run(&["close", "--dry-run"]).await;
    assert!(is_fine && text.contains("would be booked"), "{text}");
    assert!(run(&["rate", slug, "--yen", "350", "--from", "2090-01-01"]).await.0);
    assert_eq!(json(&["rates", slug]).await[0]["valid_from"], "2090-01-01");
    let paid = run(&["pay-out", slug, "--yen", "400", "--reference", "FB-1", "--yes"]).await;
    assert_eq!(paid, (true, format!("400 yen booked as paid to {slug}.\n")));
    assert_eq!(json(&["owed"]).await[0]["amount"], 59_000);
    for (wrong, message) in [
        (&["pay-out", slug, "--reference", "FB-2"][..], "--yes"),
        (&["pay-out", slug, "--yen", "400", "--reference", "FB-1", "--yes"], "already booked"),
        (&["pay-out", slug, "--yen", "90000", "--reference", "FB-3", "--yes"], "59,000 yen are owed"),
        (&["receive", slug, "--month", "2026-12", "--reference", "FB-4", "--yes"], "no unpaid charge invoice"),
        (&["receive", slug, "--month", "2026-13", "--reference", "FB-4", "--yes"], "is not a month"),
        (&["rate", slug, "--yen", "350", "--from", "2020-01-01"], "today or later"),
        (&["rates", "no-such-house"], "there is no restaurant"),
    ] {
        let (is_fine, text) = run(wrong).await;
        assert!(!is_fine && text.contains(message), "{wrong:?}: {text}");
    }
    app.end().await;
}
