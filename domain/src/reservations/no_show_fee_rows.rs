//! The fee of a no-show: its states, the rule for its amount, and its SQL (gaps G086).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{OwnerId, ReservationId, RestaurantId};
use crate::jobs::WaitingJobs;
use crate::money::Yen;
use crate::payments::model::ChargeStatus;
use crate::restaurants::model::Bilingual;
use crate::text_enum::text_enum;

text_enum! {
    pub enum NoShowFeeStatus of "reservation_no_show_fees.status" {
        /// Staff have requested it. It can still be withdrawn.
        Requested = "requested",
        /// Its charge is planned. The card may still decline.
        Charged = "charged",
        /// Staff have withdrawn it, or the guest came.
        Withdrawn = "withdrawn",
        /// The operator has refused it. A payment is refunded.
        Waived = "waived",
    }
}

/// A requested fee.
#[derive(Clone, Debug)]
pub struct NoShowFee {
    pub amount: Yen,
    pub status: NoShowFeeStatus,
    /// Whether the charge is planned and not paid: the card has declined, or is still being charged.
    pub is_owed: bool,
    pub requested_at: DateTime<Utc>,
    /// The time at which the card is charged.
    pub charge_due_at: DateTime<Utc>,
    pub decided_at: Option<DateTime<Utc>>,
    /// The operator's reason for a waiver.
    pub reason: String,
}

/// Returns the fee of a no-show: the percentage of the policy that the guest agreed to, less what is already charged for the course.
pub fn amount(percent: i64, course_total: Yen, charged: Yen) -> Yen {
    (course_total.percent(percent) - charged).max(Yen::ZERO)
}

pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<Option<NoShowFee>> {
    sqlx::query_as!(
        NoShowFee,
        r#"SELECT f.amount AS "amount: Yen", f.status AS "status: NoShowFeeStatus", f.requested_at, f.charge_due_at, f.decided_at, f.reason,
                  f.status = 'charged' AND NOT EXISTS (
                      SELECT 1 FROM charges c WHERE c.restaurant_id = f.restaurant_id AND c.reservation_id = f.reservation_id
                        AND c.kind = 'cancellation_fee' AND c.status = 'succeeded') AS "is_owed!"
           FROM reservation_no_show_fees f WHERE f.restaurant_id = $1 AND f.reservation_id = $2"#,
        restaurant.0,
        id.0,
    )
    .fetch_optional(conn)
    .await
}

/// Returns the percentage of the course total that the guest was shown for a no-show, and agreed to. 0 for a guest who was shown none, as
/// before the policy named it.
pub async fn agreed_percent(conn: &mut PgConnection, restaurant: RestaurantId, id: ReservationId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT coalesce((consent->>'no_show_percent')::bigint, 0) AS "percent!" FROM reservations
           WHERE restaurant_id = $1 AND id = $2"#,
        restaurant.0,
        id.0,
    )
    .fetch_one(conn)
    .await
}

pub async fn is_no_show(conn: &mut PgConnection, restaurant: RestaurantId, id: ReservationId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM reservation_no_shows WHERE restaurant_id = $1 AND reservation_id = $2) AS "any!""#,
        restaurant.0,
        id.0,
    )
    .fetch_one(conn)
    .await
}

/// Writes a request. It replaces a withdrawn one.
pub async fn upsert_request(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    owner: OwnerId,
    amount: Yen,
    now: DateTime<Utc>,
    charge_due_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO reservation_no_show_fees (restaurant_id, reservation_id, amount, status, owner_id, requested_at, charge_due_at)
         VALUES ($1, $2, $3, 'requested', $4, $5, $6)
         ON CONFLICT (restaurant_id, reservation_id) DO UPDATE SET amount = excluded.amount, status = 'requested',
             owner_id = excluded.owner_id, requested_at = excluded.requested_at, charge_due_at = excluded.charge_due_at,
             decided_at = NULL, reason = ''
         WHERE reservation_no_show_fees.status = 'withdrawn'",
        restaurant.0,
        id.0,
        amount.to_db()?,
        owner.0,
        now,
        charge_due_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Sets the state of a fee whose reservation is locked.
pub async fn mark(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    status: NoShowFeeStatus,
    now: DateTime<Utc>,
    reason: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservation_no_show_fees SET status = $3, decided_at = $4, reason = $5
         WHERE restaurant_id = $1 AND reservation_id = $2",
        restaurant.0,
        id.0,
        status.as_str(),
        now,
        reason,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Lists requested fees whose time has come. An open cancel request delays a fee.
pub async fn list_due(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<(RestaurantId, ReservationId)>> {
    let rows = sqlx::query!(
        r#"SELECT f.restaurant_id AS "restaurant: RestaurantId", f.reservation_id AS "id: ReservationId"
           FROM reservation_no_show_fees f
           WHERE f.status = 'requested' AND f.charge_due_at <= $1
             AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = f.restaurant_id
                 AND q.reservation_id = f.reservation_id AND q.status = 'pending')
           ORDER BY f.charge_due_at, f.reservation_id LIMIT $2"#,
        now,
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.restaurant, row.id)).collect())
}

/// Counts the fees that [`list_due`] lists, with the oldest time.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(f.charge_due_at) AS since
           FROM reservation_no_show_fees f
           WHERE f.status = 'requested' AND f.charge_due_at <= $1
             AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = f.restaurant_id
                 AND q.reservation_id = f.reservation_id AND q.status = 'pending')"#,
        now,
    )
    .fetch_one(conn)
    .await
}

/// A fee in the operator's list.
#[derive(Clone, Debug)]
pub struct NoShowFeeRow {
    pub restaurant_id: RestaurantId,
    /// Slug of the restaurant.
    pub restaurant: String,
    pub restaurant_name: Bilingual,
    pub reservation_id: ReservationId,
    pub reservation_uid: String,
    pub reservation_code: String,
    pub user_uid: Option<String>,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub amount: Yen,
    pub status: NoShowFeeStatus,
    pub requested_at: DateTime<Utc>,
    pub charge_due_at: DateTime<Utc>,
    pub reason: String,
    /// Status of the charge; `None` before it is planned.
    pub charge_status: Option<ChargeStatus>,
}

/// The fees that the operator lists.
#[derive(Clone, Copy, Debug)]
pub enum NoShowFeeFilter {
    /// Requested, and not charged yet.
    Open,
    /// Also the 500 latest others.
    All,
    Of(RestaurantId, ReservationId),
}

/// Lists fees, oldest first.
pub async fn list(conn: &mut PgConnection, filter: NoShowFeeFilter) -> sqlx::Result<Vec<NoShowFeeRow>> {
    let only = match filter {
        NoShowFeeFilter::Of(restaurant, id) => Some((restaurant.0, id.0)),
        NoShowFeeFilter::Open | NoShowFeeFilter::All => None,
    };
    let (restaurant, id) = only.unzip();
    let rows = sqlx::query!(
        r#"SELECT f.restaurant_id AS "restaurant_id: RestaurantId", t.slug, t.name_ja, t.name_en,
                  f.reservation_id AS "reservation_id: ReservationId", r.uid, r.reservation_code, u.uid AS "user_uid?", r.starts_at,
                  r.guests_count, f.amount AS "amount: Yen", f.status AS "status: NoShowFeeStatus", f.requested_at, f.charge_due_at, f.reason,
                  c.status AS "charge_status?: ChargeStatus"
           FROM reservation_no_show_fees f
           JOIN reservations r ON r.restaurant_id = f.restaurant_id AND r.id = f.reservation_id
           JOIN restaurants t ON t.id = f.restaurant_id
           LEFT JOIN users u ON u.id = r.user_id
           LEFT JOIN charges c ON c.restaurant_id = f.restaurant_id AND c.reservation_id = f.reservation_id
               AND c.kind = 'cancellation_fee'
           WHERE CASE WHEN $2::bigint IS NULL
               THEN f.status = 'requested' OR $1 AND (f.restaurant_id, f.reservation_id) IN (
                   SELECT d.restaurant_id, d.reservation_id FROM reservation_no_show_fees d WHERE d.status <> 'requested'
                   ORDER BY d.decided_at DESC NULLS LAST, d.reservation_id LIMIT 500)
               ELSE f.restaurant_id = $2 AND f.reservation_id = $3 END
           ORDER BY f.requested_at, f.reservation_id"#,
        matches!(filter, NoShowFeeFilter::All),
        restaurant,
        id,
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| NoShowFeeRow {
        restaurant_id: row.restaurant_id,
        restaurant: row.slug,
        restaurant_name: Bilingual::new(row.name_ja, row.name_en),
        reservation_id: row.reservation_id,
        reservation_uid: row.uid,
        reservation_code: row.reservation_code,
        user_uid: row.user_uid,
        starts_at: row.starts_at,
        guests_count: row.guests_count,
        amount: row.amount,
        status: row.status,
        requested_at: row.requested_at,
        charge_due_at: row.charge_due_at,
        reason: row.reason,
        charge_status: row.charge_status,
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fee_is_the_agreed_percentage_less_the_prepayment() {
        assert_eq!(amount(100, Yen(39_600), Yen::ZERO), Yen(39_600));
        assert_eq!(amount(50, Yen(39_601), Yen::ZERO), Yen(19_800), "rounded down");
        assert_eq!(amount(100, Yen(48_000), Yen(48_000)), Yen::ZERO, "a prepaid course is the fee");
        assert_eq!(amount(50, Yen(48_000), Yen(48_000)), Yen::ZERO, "never a refund");
    }
}
