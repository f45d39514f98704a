//! The nightly close: books what restaurants have earned and are charged in the ledger, and issues a charge invoice for each past month.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use super::{losses, statement};
use crate::ids::RestaurantId;

/// Numbers of booked entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CloseResult {
    /// Courses served, fees of cancelled bookings, and compensations for manual refunds.
    pub earned: u64,
    /// Lost disputes: refunds that banks made, and losses that restaurants bear.
    pub lost: u64,
    /// Reservations that restaurants are charged for.
    pub charged: u64,
    pub invoices: u64,
}

impl CloseResult {
    pub const fn total(self) -> u64 {
        self.earned + self.lost + self.charged + self.invoices
    }
}

/// Closes past days and months; idempotent. A dry run changes nothing.
pub async fn close(pool: &PgPool, now: DateTime<Utc>, is_dry: bool) -> sqlx::Result<CloseResult> {
    let mut tx = pool.begin().await?;
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *tx).await?;
    // With two concurrent closes, one would issue an invoice without the charges that the other has just booked.
    sqlx::query("LOCK TABLE restaurant_charge_invoices IN SHARE ROW EXCLUSIVE MODE").execute(&mut *tx).await?;
    let mut closed = CloseResult::default();
    // By restaurant: a Citus cluster locks the rows of one node only.
    for restaurant in list_unbooked(&mut tx).await? {
        closed.lost += losses::book(&mut tx, now, restaurant).await?;
        closed.earned += book_earned(&mut tx, now, restaurant).await? + book_goodwill(&mut tx, now, restaurant).await?;
    }
    closed.charged = book_charges(&mut tx, now).await?;
    closed.invoices = issue(&mut tx, now).await?;
    statement::store_missing(&mut tx).await?;
    if is_dry {
        tx.rollback().await?
    } else {
        tx.commit().await?
    }
    Ok(closed)
}

/// Lists the restaurants with payments that may have to be booked; 0 is the platform.
async fn list_unbooked(conn: &mut PgConnection) -> sqlx::Result<Vec<RestaurantId>> {
    sqlx::query_scalar!(
        r#"SELECT DISTINCT c.restaurant_id AS "id: RestaurantId" FROM charges c
           WHERE c.status = 'succeeded' AND (c.lost_amount > 0 OR c.goodwill_due > 0 OR c.amount > c.refund_due AND NOT EXISTS (
               SELECT 1 FROM ledger_transfers l WHERE l.restaurant_id = c.restaurant_id AND l.key = 'earned:' || c.uid))
           ORDER BY c.restaurant_id"#
    )
    .fetch_all(conn)
    .await
}

/// Books earnings: a booking's payment is the restaurant's once the booking has ended and its refund is complete, less its part of a lost
/// dispute (`losses`). Money that is disputed, or that an open cancel request may refund, waits. The kept part of a course that was not
/// served is a cancellation fee. The charges are locked, because a refund checks whether they are earned.
async fn book_earned(conn: &mut PgConnection, now: DateTime<Utc>, restaurant: RestaurantId) -> sqlx::Result<u64> {
    let booked = sqlx::query!(
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id,
             booked_at)
         SELECT c.restaurant_id, 'earned:' || c.uid, e.kind, e.account, 'restaurant_payable', c.amount - c.refund_due - x.recovered, c.id,
                c.reservation_id, $1
         FROM charges c
         CROSS JOIN LATERAL (
             SELECT coalesce(sum(l.amount), 0)::integer AS recovered FROM ledger_transfers l
             WHERE l.restaurant_id = $2 AND l.charge_id = c.id AND l.kind = 'dispute_recovered') x
         LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         LEFT JOIN reservation_no_shows n ON n.restaurant_id = $2 AND n.reservation_id = r.id
         CROSS JOIN LATERAL (
             SELECT CASE WHEN c.kind = 'correction' THEN 'correction_earned'
                         WHEN c.kind = 'prepaid_course' AND r.status = 'accepted' AND n.reservation_id IS NULL THEN 'course_earned'
                         ELSE 'cancellation_fee_earned' END AS kind,
                    CASE c.kind WHEN 'correction' THEN 'corrections' WHEN 'prepaid_course' THEN 'prepaid_courses'
                                ELSE 'cancellation_fees' END AS account) e
         WHERE c.restaurant_id = $2 AND c.restaurant_id > 0 AND c.kind IN ('prepaid_course', 'cancellation_fee', 'correction') AND c.status = 'succeeded'
           AND c.refund_due BETWEEN c.refunded_amount AND c.refunded_amount + c.lost_amount AND c.amount > c.refund_due + x.recovered
           AND NOT EXISTS (SELECT 1 FROM payment_adjustments a WHERE a.restaurant_id = $2 AND a.charge_id = c.id
                             AND a.kind = 'correction' AND a.borne_by = 'operator')
           -- A payment that came late for a hold is paid back, or seats it: until then it is nobody's.
           AND (c.kind = 'correction' OR r.accepted_at IS NOT NULL)
           AND (c.kind = 'correction' OR r.status NOT IN ('pending', 'accepted') OR r.status = 'accepted' AND r.ends_at <= $1)
           AND (c.dispute_state IS NULL OR c.dispute_state IN ('won', 'lost'))
           AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = $2
                             AND q.reservation_id = c.reservation_id AND q.status = 'pending')
           AND NOT EXISTS (SELECT 1 FROM ledger_transfers l WHERE l.restaurant_id = $2 AND l.key = 'earned:' || c.uid)
         FOR NO KEY UPDATE OF c
         ON CONFLICT (restaurant_id, key) DO NOTHING",
        now,
        restaurant.0
    );
    Ok(booked.execute(conn).await?.rows_affected())
}

/// Compensates restaurants for manual refunds that the operator bears, under the conditions of `book_earned`. A refund after the close is
/// compensated when it is made.
async fn book_goodwill(conn: &mut PgConnection, now: DateTime<Utc>, restaurant: RestaurantId) -> sqlx::Result<u64> {
    let booked = sqlx::query!(
        "WITH due AS (
             SELECT c.restaurant_id, c.id, c.uid, c.reservation_id, c.refunded_amount, c.goodwill_due FROM charges c
             LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
             WHERE c.restaurant_id = $2 AND c.goodwill_due > 0 AND c.restaurant_id > 0 AND c.status = 'succeeded'
               AND c.refund_due BETWEEN c.refunded_amount AND c.refunded_amount + c.lost_amount
               AND (c.kind = 'correction' OR r.status NOT IN ('pending', 'accepted') OR r.status = 'accepted' AND r.ends_at <= $1)
               AND (c.dispute_state IS NULL OR c.dispute_state IN ('won', 'lost'))
               AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = $2
                                 AND q.reservation_id = c.reservation_id AND q.status = 'pending')
             FOR NO KEY UPDATE OF c),
         booked AS (
             INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id,
                 booked_at)
             SELECT restaurant_id, 'goodwill:' || uid || ':' || refunded_amount, 'goodwill', 'goodwill', 'restaurant_payable',
                    goodwill_due, id, reservation_id, $1 FROM due
             ON CONFLICT (restaurant_id, key) DO NOTHING)
         UPDATE charges c SET goodwill_due = 0 FROM due d WHERE c.restaurant_id = $2 AND c.id = d.id",
        now,
        restaurant.0
    );
    Ok(booked.execute(conn).await?.rows_affected())
}

/// Charges each ended online or invited booking without an open cancel request by the rate of its day. The charge is in the invoice of its
/// month or, if that one is issued already, in the next one.
async fn book_charges(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let booked = sqlx::query!(
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, reservation_id, invoice_month,
             booked_at)
         SELECT r.restaurant_id, 'charge:' || r.id, 'restaurant_charge', 'restaurant_payable', 'restaurant_charges', rate.amount, r.id,
                greatest(date_trunc('month', r.date)::date, issued.next), $1
         FROM reservations r
         CROSS JOIN LATERAL (
             SELECT amount FROM restaurant_charge_rates c WHERE c.restaurant_id = r.restaurant_id AND c.valid_from <= r.date
             ORDER BY c.valid_from DESC LIMIT 1) rate
         CROSS JOIN LATERAL (
             SELECT (max(i.month) + interval '1 month')::date AS next FROM restaurant_charge_invoices i
             WHERE i.restaurant_id = r.restaurant_id) issued
         WHERE r.type IN ('online_reservation', 'invited_reservation') AND r.status = 'accepted' AND r.ends_at <= $1 AND rate.amount > 0
           AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = r.restaurant_id
                             AND q.reservation_id = r.id AND q.status = 'pending')
           AND NOT EXISTS (SELECT 1 FROM ledger_transfers l WHERE l.restaurant_id = r.restaurant_id AND l.key = 'charge:' || r.id)
         ON CONFLICT (restaurant_id, key) DO NOTHING",
        now
    );
    Ok(booked.execute(conn).await?.rows_affected())
}

/// Issues one invoice for each restaurant and month that is past in the restaurant's zone. An invoice is paid immediately if the restaurant
/// is owed as much: the charge is deducted from that amount.
async fn issue(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let issued = sqlx::query!(
        r#"INSERT INTO restaurant_charge_invoices (restaurant_id, month, reservations_count, amount, status, issued_at)
         SELECT l.restaurant_id, l.invoice_month, count(*), sum(l.amount),
                CASE WHEN (SELECT sum(CASE WHEN p.credit_account = 'restaurant_payable' THEN p.amount ELSE -p.amount END)
                           FROM ledger_transfers p
                           WHERE p.restaurant_id = l.restaurant_id AND 'restaurant_payable' IN (p.debit_account, p.credit_account)) >= 0
                     THEN 'paid' ELSE 'issued' END, $1
         FROM ledger_transfers l JOIN restaurants t ON t.id = l.restaurant_id
         WHERE l.invoice_month < date_trunc('month', $1 AT TIME ZONE t.time_zone)::date
           AND NOT EXISTS (SELECT 1 FROM restaurant_charge_invoices i
                           WHERE i.restaurant_id = l.restaurant_id AND i.month = l.invoice_month)
         GROUP BY l.restaurant_id, l.invoice_month
         ON CONFLICT (restaurant_id, month) DO NOTHING
         RETURNING restaurant_id AS "restaurant: RestaurantId", month"#,
        now
    );
    let issued = issued.fetch_all(&mut *conn).await?;
    for invoice in &issued {
        statement::store(conn, invoice.restaurant, invoice.month).await?;
    }
    Ok(u64::try_from(issued.len()).unwrap_or(u64::MAX))
}
