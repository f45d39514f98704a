//! `seki verify`: each check finds its planted fault, and finds nothing without one.

use std::collections::BTreeSet;

use domain::clients::stripe::NewPaymentIntent;
use domain::ids::UserId;
use domain::money::Yen;
use domain::payments::{cards, events, orphans};
use domain::verify;
use serde_json::json;
use tests::TestApp;

use super::{SMALL, with_world};

/// A charge of the first reservation.
macro_rules! charge {
    ($columns:literal, $values:literal) => {
        concat!(
            "INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, position, amount, created_at, updated_at, ",
            $columns,
            ") SELECT 'ch', restaurant_id, 'reservation', id, id, user_id, 'prepaid_course', 1, 1000, created_at, created_at, ",
            $values,
            " FROM reservations WHERE id = (SELECT min(id) FROM reservations);"
        )
    };
}

/// One more seat for the first reservation, and the number of its joined ones.
macro_rules! further_seat {
    ($joined:literal) => {
        concat!(
            "INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
             SELECT restaurant_id, reservation_id, inventory_item_id, tstzrange(lower(during) - interval '1 year', upper(during) - interval '1 year')
             FROM reservation_seats WHERE reservation_id = (SELECT min(id) FROM reservations) LIMIT 1;
             UPDATE reservations SET extra_items = ",
            $joined,
            " WHERE id = (SELECT min(id) FROM reservations)"
        )
    };
}

const ENDED: &str = "UPDATE reservations SET status = 'expired', accepted_at = NULL, ended_at = created_at
                     WHERE id = (SELECT min(id) FROM reservations);";

/// The check that finds each fault.
const SABOTAGES: &[(&str, &str)] = &[
    ("constraints", "ALTER TABLE reservation_seats DROP CONSTRAINT reservation_seats_no_overlap"),
    ("constraints", "ALTER TABLE provider_events DROP CONSTRAINT provider_events_event_key"),
    ("constraints", "ALTER TABLE charges DROP CONSTRAINT charges_amount_check, ADD CONSTRAINT charges_amount_check CHECK (true) NOT VALID"),
    ("constraints", "ALTER TABLE ledger_transfers DISABLE TRIGGER ledger_transfers_append_only"),
    (
        "seats_overlap",
        "ALTER TABLE reservation_seats DROP CONSTRAINT reservation_seats_no_overlap;
         UPDATE reservation_seats s SET inventory_item_id = (SELECT min(id) FROM inventory_items i WHERE i.restaurant_id = s.restaurant_id)",
    ),
    (
        "seats_of_the_living",
        "UPDATE reservation_seats SET released_at = lower(during) WHERE ctid = (SELECT min(ctid) FROM reservation_seats)",
    ),
    (
        "seats_of_the_living",
        "UPDATE online_stocks SET online_reservable_id = NULL WHERE id = (SELECT min(id) FROM online_stocks WHERE online_reservable_id > 0)",
    ),
    ("seats_of_the_living", further_seat!("0")),
    ("seats_of_the_living", further_seat!("2")),
    (
        "seats_span",
        "UPDATE reservation_seats SET during = tstzrange(lower(during), upper(during) - interval '1 minute')
         WHERE ctid = (SELECT min(ctid) FROM reservation_seats)",
    ),
    (
        "seats_of_the_dead",
        "UPDATE reservations SET status = 'void', ended_at = created_at WHERE id = (SELECT min(id) FROM reservations)",
    ),
    (
        "stock_holders",
        "UPDATE online_stocks SET online_reservable_id = (SELECT min(id) FROM reservations) WHERE id = (
             SELECT max(s.id) FROM online_stocks s JOIN reservations r ON r.restaurant_id = s.restaurant_id
             WHERE r.id = (SELECT min(id) FROM reservations) AND s.online_reservable_id IS NULL)",
    ),
    (
        "customers_merged",
        "INSERT INTO customers (uid, restaurant_id, type, created_at) SELECT 'one', id, 'OfflineCustomer', created_at FROM restaurants;
         UPDATE customers c SET merged_into_id = p.id FROM customers p
         WHERE p.restaurant_id = c.restaurant_id AND p.uid = 'one' AND c.id = (SELECT min(customer_id) FROM reservations)",
    ),
    (
        "customers_merged",
        "INSERT INTO customers (uid, restaurant_id, type, created_at)
         SELECT uid, id, 'OfflineCustomer', created_at FROM restaurants, unnest(ARRAY['one', 'two', 'three']) AS uid;
         UPDATE customers c SET merged_into_id = p.id FROM customers p WHERE p.restaurant_id = c.restaurant_id
             AND (c.uid, p.uid) IN (('one', 'two'), ('two', 'three'))",
    ),
    (
        "customers_merged",
        "WITH merge AS (
             INSERT INTO customer_merges (restaurant_id, primary_customer_id, taken, merged_at)
             SELECT restaurant_id, id, '{}', created_at FROM customers WHERE id = (SELECT min(id) FROM customers)
             RETURNING restaurant_id, id, primary_customer_id)
         INSERT INTO customer_merge_members (restaurant_id, customer_merge_id, customer_id)
         SELECT restaurant_id, id, primary_customer_id FROM merge",
    ),
    ("course_days", "UPDATE course_days SET guests_count = guests_count - 1 WHERE ctid = (SELECT min(ctid) FROM course_days)"),
    ("course_units", "UPDATE courses SET custom_unit_ja = '2名様', custom_unit_en = 'per pair'"),
    ("course_days", "DELETE FROM course_days WHERE ctid = (SELECT min(ctid) FROM course_days)"),
    (
        "availability_days",
        "UPDATE availability_days SET bookable_until = NULL WHERE (restaurant_id, date) = (
             SELECT restaurant_id, date FROM availability_days WHERE bookable_until IS NOT NULL ORDER BY date DESC LIMIT 1)",
    ),
    ("availability_days", "UPDATE availability_days SET has_slots = false WHERE date = (SELECT max(date) FROM availability_days)"),
    ("availability_days", "DELETE FROM availability_days WHERE date = (SELECT max(date) FROM availability_days)"),
    ("availability_days", "UPDATE operations SET cutoff_hours = 30 WHERE name = 'dinner'"),
    ("availability_days", "UPDATE courses SET is_active = false WHERE operation = 'dinner'"),
    (
        "availability_days",
        "INSERT INTO restaurant_calendar_dates (restaurant_id, date, is_closed) SELECT restaurant_id, max(date), true
         FROM availability_days GROUP BY restaurant_id",
    ),
    ("availability_days", "UPDATE online_stocks SET access_control = 'whitelist'"),
    (
        "money_missing",
        "UPDATE reservations SET reservation_fee = 780 WHERE id = (SELECT min(id) FROM reservations)",
    ),
    ("money_missing", charge!("status", "'requires_action'")),
    (
        "provider_events",
        "INSERT INTO provider_events (provider, event_id, type, body, received_at)
         SELECT 'stripe', 'evt_1', 'payment_intent.succeeded', '{}', min(created_at) FROM reservations",
    ),
    ("refunds", charge!("status, refund_due, refunded_amount", "'succeeded', 400, 500")),
    ("refunds", charge!("status, refund_due", "'requires_action', 400")),
    ("announcements", "DELETE FROM notifications WHERE id = (SELECT min(id) FROM notifications)"),
    ("announcements", "DELETE FROM mail_deliveries WHERE id = (SELECT min(id) FROM mail_deliveries)"),
    ("report_sums", "UPDATE report_progress SET seen_no = (SELECT last_value FROM change_no)"),
];

/// A fee of a diner without a card.
const UNPAID_FEE: &str =
    "DELETE FROM payment_methods;
     INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, position, amount, created_at, updated_at, status)
     SELECT 'ch', restaurant_id, 'reservation', id, id, user_id, 'cancellation_fee', 2, 1000, created_at, created_at, 'planned'
     FROM reservations WHERE id = (SELECT min(id) FROM reservations)";

/// The checks that find something after some statements, which are then undone.
async fn found_after(app: &TestApp, statements: &[&'static str]) -> BTreeSet<&'static str> {
    let mut tx = app.pool.begin().await.expect("a transaction");
    for statement in statements {
        sqlx::raw_sql(*statement).execute(&mut *tx).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
    let findings = verify::run_in(&mut tx).await.expect("the checks run");
    tx.rollback().await.expect("undone");
    assert!(findings.iter().all(|finding| !finding.action.is_empty()), "{findings:?}");
    findings.into_iter().map(|finding| finding.check).collect()
}

#[tokio::test]
async fn every_check_finds_what_it_is_for() {
    let (app, _) = with_world(SMALL).await;
    assert!(found_after(&app, &[]).await.is_empty());
    for (check, statement) in SABOTAGES {
        let found = found_after(&app, &[statement]).await;
        assert!(found.contains(check), "{check} does not see: {statement}; seen by {found:?}");
    }
    assert!(
        found_after(&app, &[UNPAID_FEE]).await.is_empty(),
        "a fee that waits for its diner's card needs no operator"
    );
    let left_behind = "UPDATE reservations SET extra_items = 1 WHERE id = (SELECT min(id) FROM reservations)";
    for joined in [further_seat!("1"), left_behind] {
        let found = found_after(&app, &[joined]).await;
        assert!(!found.contains("seats_of_the_living"), "with its joined seat, or reseated without it: {joined}");
    }
    let kept = charge!("status, gateway_fid", "'succeeded', 'pi_1'");
    assert!(found_after(&app, &[ENDED, kept]).await.contains("money_kept"));
    let ledger = super::ledger::PLANTED;
    let raffles = super::raffle::PLANTED.iter().map(|(check, ..)| *check);
    let tried = SABOTAGES
        .iter()
        .chain(ledger)
        .chain(super::disputes::PLANTED)
        .map(|(check, _)| *check)
        .chain(raffles)
        .chain(["money_kept"]);
    let tried: BTreeSet<_> = tried.collect();
    assert_eq!(tried, verify::CHECKS.iter().map(|check| check.name).collect());
    app.end().await;
}

/// A waiting room of January that ended at this time.
macro_rules! waiting_room {
    ($ended_at:literal) => {
        concat!(
            "INSERT INTO waiting_rooms (uid, restaurant_id, opens_at, first_date, last_date, seed, beacon_round, per_second, ended_at,
                 created_at)
             SELECT 'room', min(id), '2026-01-01T00:00:00Z', '2026-01-01', '2026-01-31', 'seed', 1, 20, ",
            $ended_at,
            ", '2026-01-01T00:00:00Z' FROM restaurants"
        )
    };
}

/// The overdue check that finds each fault.
const OVERDUE: &[(&str, &str)] = &[
    (
        "refunds_overdue",
        concat!(
            charge!("status, refund_due", "'succeeded', 400"),
            "UPDATE charges SET updated_at = '2026-01-01T00:00:00Z' WHERE uid = 'ch'"
        ),
    ),
    (
        "messages_overdue",
        "UPDATE mail_deliveries SET sent_at = NULL, created_at = '2026-01-01T00:00:00Z'
         WHERE id = (SELECT min(id) FROM mail_deliveries)",
    ),
    (
        "messages_overdue",
        "INSERT INTO sms_deliveries (uid, template, locale, phone_e164, created_at)
         VALUES ('text', 'invitation', 'ja', '+819012345678', '2026-01-01T00:00:00Z')",
    ),
    (
        "holds_overdue",
        "UPDATE reservations SET status = 'pending', held_until = '2026-01-01T00:00:00Z' WHERE id = (SELECT min(id) FROM reservations)",
    ),
    ("waiting_rooms_overdue", waiting_room!("NULL")),
];

/// Work that waits as it should.
const PUNCTUAL: &[&str] = &[
    concat!(
        charge!("status, refund_due", "'succeeded', 400"),
        "UPDATE charges SET updated_at = '2030-01-01T00:00:00Z' WHERE uid = 'ch'"
    ),
    concat!(
        charge!("status, refund_due, dispute_state", "'succeeded', 400, 'open'"),
        "UPDATE charges SET updated_at = '2026-01-01T00:00:00Z' WHERE uid = 'ch'"
    ),
    "UPDATE mail_deliveries SET sent_at = NULL, send_after = '2030-01-01T00:00:00Z' WHERE id = (SELECT min(id) FROM mail_deliveries)",
    "UPDATE mail_deliveries SET sent_at = NULL, dropped_at = created_at WHERE id = (SELECT min(id) FROM mail_deliveries)",
    waiting_room!("'2026-01-01T02:00:00Z'"),
];

#[tokio::test]
async fn overdue_work_is_found_and_punctual_work_is_not() {
    let (app, _) = with_world(SMALL).await;
    for (wanted, statement) in OVERDUE.iter().copied().chain(PUNCTUAL.iter().map(|statement| ("", *statement))) {
        let mut tx = app.pool.begin().await.expect("a transaction");
        sqlx::raw_sql(statement).execute(&mut *tx).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
        let found = verify::overdue_in(&mut tx, app.now()).await.expect("the checks run");
        tx.rollback().await.expect("undone");
        let names: BTreeSet<_> = found.iter().map(|finding| finding.check).collect();
        let wanted: BTreeSet<_> = Some(wanted).into_iter().filter(|name| !name.is_empty()).collect();
        assert_eq!(names, wanted, "{statement}: {found:?}");
    }
    let tried: BTreeSet<_> = OVERDUE.iter().map(|(check, _)| *check).collect();
    assert_eq!(tried, verify::OVERDUE.iter().map(|check| check.name).collect());
    app.end().await;
}

/// The checks expect exactly the constraints that the migrations create.
#[tokio::test]
async fn every_constraint_of_the_migrations_is_expected() {
    let app = TestApp::start().await;
    let existing =
        verify::schema::existing_constraints(&mut app.pool.acquire().await.expect("a connection")).await.expect("read");
    let expected = verify::schema::expected();
    let lines = |only: &BTreeSet<String>, not: &BTreeSet<String>| only.difference(not).cloned().collect::<Vec<_>>();
    assert_eq!(lines(&existing, &expected), [""; 0], "lines for domain/src/verify/constraints.txt");
    assert_eq!(lines(&expected, &existing), [""; 0], "lines that no migration makes");
    app.end().await;
}

/// An event that a pending job will process is no finding.
#[tokio::test]
async fn an_event_of_the_provider_is_acted_on_or_waits_for_its_job() {
    let (app, _) = with_world(SMALL).await;
    let event = json!({ "id": "evt_1", "type": "payment_intent.succeeded", "created": 0, "data": { "object": {} } });
    let parsed = serde_json::from_value(event.clone()).expect("an event");
    let mut tx = app.pool.begin().await.expect("a transaction");
    assert!(events::store(&mut tx, &app.rng, app.now(), &parsed, &event.to_string()).await.expect("stored"));
    assert!(!verify::run_in(&mut tx).await.expect("read").iter().any(|finding| finding.check == "provider_events"));
    let dead = "UPDATE apalis.jobs SET status = 'Killed' WHERE convert_from(job, 'UTF8')::jsonb ? 'provider_event_id'";
    assert_eq!(sqlx::query(dead).execute(&mut *tx).await.expect("a dead job").rows_affected(), 1);
    assert!(verify::run_in(&mut tx).await.expect("read").iter().any(|finding| finding.check == "provider_events"));
    tx.rollback().await.expect("undone");
    app.end().await;
}

#[tokio::test]
async fn money_that_is_on_its_way_back_or_kept_as_a_fee_is_no_finding() {
    let (app, _) = with_world(SMALL).await;
    let job = "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts)
               SELECT '01JOB', 'payment', convert_to(jsonb_build_object('type', 'settle', 'subject_kind', 'reservation',
                          'restaurant_id', restaurant_id, 'subject_id', id)::text, 'UTF8'), 'Failed', 3, 14
               FROM reservations ORDER BY id LIMIT 1;";
    let event = "INSERT INTO provider_events (id, provider, event_id, type, body, received_at)
                 VALUES (77, 'stripe', 'evt_1', 'payment_intent.succeeded', '{\"id\":\"pi_1\"}', '2026-12-01T00:00:00Z');
                 INSERT INTO apalis.jobs (id, job_type, job, status)
                 VALUES ('01EVENT', 'payment', '{\"type\":\"provider_event\",\"provider_event_id\":77}'::bytea, 'Running');";
    let paid = charge!("status, gateway_fid", "'succeeded', 'pi_1'");
    let due = charge!("status, gateway_fid, refund_due", "'succeeded', 'pi_1', 1000");
    let dead = "UPDATE apalis.jobs SET status = 'Killed';";
    for fine in [&[ENDED, paid, job][..], &[ENDED, paid, event], &[ENDED, due]] {
        assert!(!found_after(&app, fine).await.contains("money_kept"), "{fine:?}");
    }
    assert!(found_after(&app, &[ENDED, paid, job, dead]).await.contains("money_kept"));
    let cancelled = "UPDATE reservations SET status = 'void', cancellation_fee = 300, ended_at = created_at
                     WHERE id = (SELECT min(id) FROM reservations);";
    let fair = charge!("status, gateway_fid, refund_due", "'succeeded', 'pi_1', 700");
    let greedy = charge!("status, gateway_fid, refund_due", "'succeeded', 'pi_1', 699");
    assert!(!found_after(&app, &[cancelled, fair]).await.contains("money_kept"));
    assert!(found_after(&app, &[cancelled, greedy]).await.contains("money_kept"));
    app.end().await;
}

#[tokio::test]
async fn a_payment_at_the_provider_without_a_charge_is_found() {
    let (app, _) = with_world(SMALL).await;
    let user = sqlx::query_scalar("SELECT user_id FROM reservations WHERE id = (SELECT min(id) FROM reservations)");
    let user = UserId(user.fetch_one(&app.pool).await.expect("a diner"));
    let stripe = &app.outside.stripe;
    let customer = cards::ensure_customer(&app.pool, stripe, user).await.expect("a customer");
    let method = stripe.attach_payment_method("pm_card_visa", &customer).await.expect("a card");
    for (uid, key) in [("known", "1"), ("orphan", "2")] {
        let wanted = NewPaymentIntent { amount: Yen(1000), customer: &customer, metadata: &[("charge_uid", uid)] };
        let intent = stripe.create_payment_intent(&wanted, key).await.expect("an intent");
        stripe.confirm_payment_intent(&intent.id, &method.id, false, &format!("{key}c")).await.expect("a payment");
        if uid == "known" {
            sqlx::query(
                "INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, amount, status, gateway_fid,
                     created_at, updated_at)
                 SELECT 'known', restaurant_id, 'reservation', id, id, user_id, 'prepaid_course', 1000, 'succeeded', $1, created_at, created_at
                 FROM reservations WHERE id = (SELECT min(id) FROM reservations)",
            )
            .bind(intent.id)
            .execute(&app.pool)
            .await
            .expect("a charge");
            app.execute(tests::BOOKED).await;
        }
    }
    let findings = verify::check_provider(&app.pool, stripe).await.expect("the provider answers");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].detail.ends_with("1000 yen, known to no charge"), "{}", findings[0].detail);

    let orphan = findings[0].detail.split(' ').nth(1).expect("a payment").to_owned();
    let known = sqlx::query_scalar::<_, String>("SELECT gateway_fid FROM charges WHERE uid = 'known'");
    let known = known.fetch_one(&app.pool).await.expect("a payment");
    let (admin, _) = app.admin_with_password(&["refunds"]).await;
    let refund = async |payment: &str| {
        let wanted = orphans::OrphanRefund { payment, admin, reason: "二重の支払い" };
        orphans::refund_orphan(&app.pool, stripe, app.now(), wanted).await.map_err(|error| error.to_string())
    };
    assert!(refund(&known).await.is_err_and(|why| why.contains("accounts for it")));
    app.execute("UPDATE charges SET amount = 900 WHERE uid = 'known'").await;
    assert!(refund(&known).await.is_err_and(|why| why.contains("accounts for it")), "whatever their amounts");
    app.execute("UPDATE charges SET amount = 1000 WHERE uid = 'known'").await;
    assert!(refund("pi_nobody").await.is_err_and(|why| why.contains("knows no such payment")));
    assert_eq!(refund(&orphan).await, Ok(Yen(1000)));
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'command_line' AND action = 'orphan_payment_refunded'
                   AND detail->>'reason' = '二重の支払い' AND (detail->>'admin_user_id')::bigint = (SELECT max(id) FROM admin_users)";
    assert_eq!(app.count(audited).await, 1);
    assert!(refund(&orphan).await.is_err_and(|why| why.contains("refunded completely")));
    let made = stripe.list_refunds(&orphan).await.expect("the provider answers").remove(0);
    let cancel = format!("{}/v1/refunds/{}/cancel", app.config.stripe.api_url, made.id);
    let cancelled = app.http.post(cancel).bearer_auth(&app.config.stripe.secret_key).send().await.expect("an answer");
    assert!(cancelled.status().is_success(), "{cancelled:?}");
    assert_eq!(refund(&orphan).await, Ok(Yen(1000)));
    let refunds = stripe.list_refunds(&orphan).await.expect("the provider answers");
    let effective = refunds.iter().filter(|refund| refund.is_effective()).map(|refund| refund.amount);
    assert_eq!(effective.sum::<Yen>(), Yen(1000), "a refund after one that failed is a new one");
    assert_eq!(verify::check_provider(&app.pool, stripe).await.expect("the provider answers"), []);

    app.execute(
        "UPDATE charges SET refund_due = 300 WHERE uid = 'known';
         INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, position, amount, status,
             gateway_fid, created_at, updated_at)
         SELECT 'gone', restaurant_id, 'reservation', id, id, user_id, 'reservation_fee', 1, 390, 'succeeded', 'pi_gone',
             created_at, created_at
         FROM reservations WHERE id = (SELECT min(id) FROM reservations);",
    )
    .await;
    let findings = verify::check_provider(&app.pool, stripe).await.expect("the provider answers");
    for lacks in [
        "300 yen due for refund; refunded are 0 yen here and 0 yen at the provider",
        "390 yen were paid by pi_gone, which the provider does not know",
    ] {
        assert!(findings.iter().any(|finding| finding.detail.ends_with(lacks)), "{lacks}: {findings:?}");
    }
    app.execute("DELETE FROM charges WHERE uid = 'gone'; UPDATE charges SET refund_due = 0").await;
    stripe.create_refund(&known, Yen(200), "by hand").await.expect("a refund that only the provider knows");
    let findings = verify::check_provider(&app.pool, stripe).await.expect("the provider answers");
    let lacks = "0 yen due for refund; refunded are 0 yen here and 200 yen at the provider";
    assert!(findings.len() == 1 && findings[0].detail.ends_with(lacks), "{findings:?}");
    app.end().await;
}
