//! Reverts increases of a party that their diner did not pay in time (gaps G316).

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use super::change::restore_size;
use crate::ids::{ReservationId, RestaurantId};
use crate::inventory;
use crate::jobs::WaitingJobs;
use crate::payments;
use crate::payments::model::{Charge, ChargeStatus};
use crate::progress::Failures;
use crate::reservations::increases::{PAY_WITHIN, UnpaidIncrease, is_of_increase};
use crate::reservations::model::Status;
use crate::reservations::unpaid_fees::open_payments;
use crate::reservations::{charges, mails, queries};
use crate::rng::Rng;

const BATCH: i64 = 100;

/// Reverts the overdue increases, one transaction each, and returns their number. A failed one does not stop the rest; its error is returned
/// after them.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let (mut reverted, mut failures) = (0, Failures::none());
    let due = list_due(&mut *pool.acquire().await?, now).await?;
    for (restaurant, id) in due {
        let done = revert_one(pool, rng, now, restaurant, id).await;
        reverted += usize::from(failures.pass(format_args!("unpaid increase of {id}"), done).unwrap_or_default());
    }
    failures.or(reverted)
}

/// Lists future bookings with an unpaid increase whose time is over; `UnpaidIncrease` has the same rule.
async fn list_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<(RestaurantId, ReservationId)>> {
    let rows = sqlx::query!(
        r#"SELECT DISTINCT r.restaurant_id AS "restaurant: RestaurantId", r.id AS "id: ReservationId"
           FROM charges c
           JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           WHERE c.status NOT IN ('succeeded', 'canceled') AND c.status <> 'processing' AND c.voided_at IS NULL
             AND c.position > 2 AND c.kind IN ('reservation_fee', 'prepaid_course')
             AND c.created_at <= $1 AND c.created_at + interval '12 hours' <= r.starts_at
             AND r.status = 'accepted' AND r.starts_at > $2
             AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = r.restaurant_id
                 AND q.reservation_id = r.id AND q.status = 'pending')
           ORDER BY 1, 2 LIMIT $3"#,
        now - PAY_WITHIN,
        now,
        BATCH,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.restaurant, row.id)).collect())
}

/// Counts the bookings that `list_due` lists, with the oldest deadline.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(DISTINCT r.id) AS "count!", min(c.created_at) + interval '12 hours' AS since
           FROM charges c
           JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           WHERE c.status NOT IN ('succeeded', 'canceled') AND c.status <> 'processing' AND c.voided_at IS NULL
             AND c.position > 2 AND c.kind IN ('reservation_fee', 'prepaid_course')
             AND c.created_at <= $1 AND c.created_at + interval '12 hours' <= r.starts_at
             AND r.status = 'accepted' AND r.starts_at > $2
             AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = r.restaurant_id
                 AND q.reservation_id = r.id AND q.status = 'pending')"#,
        now - PAY_WITHIN,
        now,
    )
    .fetch_one(conn)
    .await
}

async fn revert_one(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_reverted = revert(&mut tx, rng, now, restaurant, id).await?;
    tx.commit().await?;
    Ok(is_reverted)
}

/// Restores the party size that is paid, refunds what was paid of the increase, and notifies the diner and the restaurant. Returns false, and
/// changes nothing, if the increase was paid, changed or ended meanwhile, if its payment does not wait for the diner, or while a cancel request
/// is open.
async fn revert(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<bool> {
    let Some(found) = queries::find(conn, id).await? else { return Ok(false) };
    inventory::queries::lock_slots_to_take(conn, restaurant, found.online_stock_group_id.as_slice()).await?;
    let reservation = queries::lock(conn, restaurant, id).await?;
    let is_to_come = reservation.status == Status::Accepted && reservation.starts_at > now;
    let Some(diner) = reservation.user_id.filter(|_| is_to_come) else { return Ok(false) };
    if queries::is_locked(conn, restaurant, id).await? {
        return Ok(false);
    }
    let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
    let is_processing = |charge: &Charge| is_of_increase(charge) && charge.status == ChargeStatus::Processing;
    if charges.iter().any(is_processing) {
        return Ok(false);
    }
    let card = payments::queries::find_card(conn, diner).await?;
    let increase = UnpaidIncrease::find(&reservation, &charges);
    let increase = increase.filter(|increase| increase.is_lapsed(&reservation, now));
    let (Some(increase), Some(_)) = (increase, open_payments(&charges, card.as_ref())) else { return Ok(false) };
    let costs = restore_size(conn, now, &reservation, increase.paid_guests).await?;
    charges::void_unpaid_increases(conn, now, &charges).await?;
    charges::adjust(conn, rng, now, &reservation, diner, costs).await?;
    let key = reservation.calendar_sequence.to_string();
    mails::queue_once(conn, rng, now, mails::INCREASE_REVERTED, id, &key).await?;
    Ok(true)
}
