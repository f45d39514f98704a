//! Lost disputes in the accounts of charges (docs/decisions/0014). The amount that the bank returned covers first a refund that is due; the
//! rest is a loss, of the platform or of the restaurant.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::RestaurantId;

/// Books lost disputes of a restaurant's charges whose booking has ended and whose other disputes are decided; returns the number of
/// transfers. A part that is due later, because more of the booking was refunded, is booked then.
pub(super) async fn book(conn: &mut PgConnection, now: DateTime<Utc>, restaurant: RestaurantId) -> sqlx::Result<u64> {
    Ok(book_refunds(conn, now, restaurant).await? + book_recovered(conn, now, restaurant).await?)
}

/// Books the part of the due refunds that banks made: it leaves the account of the charge, and is no loss.
async fn book_refunds(conn: &mut PgConnection, now: DateTime<Utc>, restaurant: RestaurantId) -> sqlx::Result<u64> {
    let booked = sqlx::query!(
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id,
             booked_at)
         SELECT c.restaurant_id, 'dispute_refund:' || c.uid || ':' || p.total, 'dispute_refund', h.account, 'dispute_losses',
                p.total - b.refunds, c.id, c.reservation_id, $1
         FROM charges c
         LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         CROSS JOIN LATERAL (
             SELECT coalesce(sum(l.amount) FILTER (WHERE l.kind = 'dispute_refund'), 0)::integer AS refunds,
                    coalesce(sum(l.amount) FILTER (WHERE l.kind = 'dispute_recovered'), 0)::integer AS recovered,
                    bool_or(l.key = 'earned:' || c.uid) AS is_earned
             FROM ledger_transfers l WHERE l.restaurant_id = $2 AND l.charge_id = c.id) b
         CROSS JOIN LATERAL (SELECT least(c.refund_due - c.refunded_amount, c.lost_amount - b.recovered) AS total) p
         CROSS JOIN LATERAL (SELECT CASE WHEN b.is_earned THEN 'restaurant_payable'
             ELSE CASE c.kind WHEN 'prepaid_course' THEN 'prepaid_courses' WHEN 'cancellation_fee' THEN 'cancellation_fees'
                 WHEN 'reservation_fee' THEN 'reservation_fees' WHEN 'subscription_fee' THEN 'subscription_fees' ELSE 'corrections' END
             END AS account) h
         WHERE c.restaurant_id = $2 AND c.lost_amount > 0 AND c.status = 'succeeded' AND c.dispute_state = 'lost' AND p.total > b.refunds
           AND (r.id IS NULL OR r.status NOT IN ('pending', 'accepted') OR r.status = 'accepted' AND r.ends_at <= $1)
         FOR NO KEY UPDATE OF c
         ON CONFLICT (restaurant_id, key) DO NOTHING",
        now,
        restaurant.0
    );
    Ok(booked.execute(conn).await?.rows_affected())
}

/// Books the part of a loss that the restaurant bears: at most what it would have earned.
async fn book_recovered(conn: &mut PgConnection, now: DateTime<Utc>, restaurant: RestaurantId) -> sqlx::Result<u64> {
    let booked = sqlx::query!(
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id,
             booked_at)
         SELECT c.restaurant_id, 'dispute_recovered:' || c.uid || ':' || p.total, 'dispute_recovered', h.account, 'dispute_losses',
                p.total - b.recovered, c.id, c.reservation_id, $1
         FROM charges c
         LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         CROSS JOIN LATERAL (
             SELECT coalesce(sum(l.amount) FILTER (WHERE l.kind = 'dispute_refund'), 0)::integer AS refunds,
                    coalesce(sum(l.amount) FILTER (WHERE l.kind = 'dispute_recovered'), 0)::integer AS recovered,
                    bool_or(l.key = 'earned:' || c.uid) AS is_earned
             FROM ledger_transfers l WHERE l.restaurant_id = $2 AND l.charge_id = c.id) b
         CROSS JOIN LATERAL (
             SELECT coalesce(sum(d.amount), 0)::integer AS borne FROM charge_disputes d
             WHERE d.restaurant_id = $2 AND d.charge_id = c.id AND d.borne_by = 'restaurant') d
         CROSS JOIN LATERAL (SELECT least(d.borne, c.lost_amount - b.refunds, c.amount - c.refund_due) AS total) p
         CROSS JOIN LATERAL (SELECT CASE WHEN b.is_earned THEN 'restaurant_payable'
             ELSE CASE c.kind WHEN 'prepaid_course' THEN 'prepaid_courses' WHEN 'cancellation_fee' THEN 'cancellation_fees'
                 ELSE 'corrections' END
             END AS account) h
         WHERE c.restaurant_id = $2 AND c.lost_amount > 0 AND c.status = 'succeeded' AND c.dispute_state = 'lost' AND p.total > b.recovered
           AND c.restaurant_id > 0 AND c.kind IN ('prepaid_course', 'cancellation_fee', 'correction')
           AND (r.id IS NULL OR r.status NOT IN ('pending', 'accepted') OR r.status = 'accepted' AND r.ends_at <= $1)
         FOR NO KEY UPDATE OF c
         ON CONFLICT (restaurant_id, key) DO NOTHING",
        now,
        restaurant.0
    );
    Ok(booked.execute(conn).await?.rows_affected())
}
