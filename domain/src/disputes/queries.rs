//! SQL of disputes.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::DisputeRow;
use crate::ids::{ChargeId, DisputeId, ReservationId, RestaurantId, UserId};
use crate::money::Yen;
use crate::payments::disputes::DisputeBearer;
use crate::payments::model::ChargeKind;
use crate::text_enum::text_enum;
use crate::zone::Zone;

text_enum! {
    /// Selection of a list.
    pub enum DisputeFilter {
        /// Not decided.
        Open = "open",
        Closed = "closed",
        All = "all",
    }
}

/// Maximum number of disputes in a list.
const MAX_ROWS: i64 = 500;

macro_rules! select {
    ($rest:literal $(, $arg:expr)* $(,)?) => {
        sqlx::query_as!(
            DisputeRow,
            r#"SELECT d.id AS "id: DisputeId", d.gateway_fid AS fid, d.restaurant_id AS "restaurant: RestaurantId", coalesce(t.slug, '') AS "restaurant_slug!",
                      coalesce(t.name_ja, '') AS "restaurant_ja!", coalesce(t.name_en, '') AS "restaurant_en!",
                      t.time_zone AS "zone?: Zone", d.charge_id AS "charge: ChargeId", c.kind AS "charge_kind: ChargeKind",
                      c.amount AS "charge_amount: Yen", c.refunded_amount AS "refunded_amount: Yen", c.refund_due AS "refund_due: Yen",
                      c.succeeded_at AS paid_at, c.gateway_fid AS payment_fid, c.user_id AS "user: UserId", u.uid AS user_uid,
                      c.reservation_id AS "reservation: ReservationId", r.uid AS "reservation_uid?",
                      r.reservation_code AS "reservation_code?", r.starts_at AS "starts_at?", d.amount AS "amount: Yen", d.reason, d.status,
                      d.opened_at, d.evidence_due_at, d.answered_at, d.closed_at, d.borne_by AS "borne_by: DisputeBearer", d.note
               FROM charge_disputes d
               JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id
               JOIN users u ON u.id = c.user_id
               LEFT JOIN restaurants t ON t.id = d.restaurant_id
               LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id "# + $rest
            $(, $arg)*
        )
    };
}

/// Returns disputes: unanswered ones first, by deadline, then the others, newest first.
pub async fn list(conn: &mut PgConnection, shown: DisputeFilter) -> sqlx::Result<Vec<DisputeRow>> {
    select!(
        "WHERE ($1 = 'all' OR ($1 = 'open') = (d.closed_at IS NULL))
         ORDER BY d.closed_at IS NOT NULL, d.answered_at IS NOT NULL, CASE WHEN d.closed_at IS NULL THEN d.evidence_due_at END NULLS LAST,
                  d.opened_at DESC, d.id DESC LIMIT $2",
        shown.as_str(),
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

pub async fn find(conn: &mut PgConnection, fid: &str) -> sqlx::Result<Option<DisputeRow>> {
    select!("WHERE d.gateway_fid = $1", fid).fetch_optional(conn).await
}

/// Returns the dispute of a mail.
pub(super) async fn find_by_id(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: DisputeId,
) -> sqlx::Result<Option<DisputeRow>> {
    select!("WHERE d.restaurant_id = $1 AND d.id = $2", restaurant.0, id.0).fetch_optional(conn).await
}

/// Returns the lost disputes of a restaurant's charges, newest first.
pub async fn list_lost_of(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<DisputeRow>> {
    select!(
        "WHERE d.restaurant_id = $1 AND d.status = 'lost' AND c.kind IN ('prepaid_course', 'cancellation_fee', 'correction')
         ORDER BY d.closed_at DESC, d.id DESC LIMIT $2",
        restaurant.0,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

/// Returns the provider's id of the latest dispute of each disputed charge of a reservation.
pub async fn list_ids_of(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
) -> sqlx::Result<BTreeMap<ChargeId, String>> {
    let rows = sqlx::query!(
        r#"SELECT d.charge_id AS "charge: ChargeId", d.gateway_fid FROM charge_disputes d
           JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id
           WHERE c.restaurant_id = $1 AND c.reservation_id = $2 ORDER BY d.id"#,
        restaurant.0,
        reservation.0
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.charge, row.gateway_fid)).collect())
}

/// Disputes that wait for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingDisputes {
    pub count: i64,
    /// The nearest deadline.
    pub due_at: Option<DateTime<Utc>>,
}

pub async fn count_waiting(conn: &mut PgConnection) -> sqlx::Result<WaitingDisputes> {
    sqlx::query_as!(
        WaitingDisputes,
        r#"SELECT count(*) AS "count!", min(evidence_due_at) AS due_at FROM charge_disputes
           WHERE closed_at IS NULL AND answered_at IS NULL AND status LIKE '%needs_response'"#
    )
    .fetch_one(conn)
    .await
}

/// Locks a dispute; None if the id is unknown. A Citus cluster locks the rows of one node only.
pub(super) async fn lock(conn: &mut PgConnection, fid: &str) -> sqlx::Result<Option<DisputeRow>> {
    let restaurant = sqlx::query_scalar!("SELECT restaurant_id FROM charge_disputes WHERE gateway_fid = $1", fid);
    let Some(restaurant) = restaurant.fetch_optional(&mut *conn).await? else { return Ok(None) };
    select!("WHERE d.restaurant_id = $1 AND d.gateway_fid = $2 FOR NO KEY UPDATE OF d", restaurant, fid)
        .fetch_optional(conn)
        .await
}

pub(super) async fn set_note(conn: &mut PgConnection, dispute: &DisputeRow, note: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charge_disputes SET note = $3 WHERE restaurant_id = $1 AND id = $2",
        dispute.restaurant.0,
        dispute.id.0,
        note
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks a dispute as answered, or as not answered.
pub(super) async fn set_answered(
    conn: &mut PgConnection,
    dispute: &DisputeRow,
    at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charge_disputes SET answered_at = $3 WHERE restaurant_id = $1 AND id = $2",
        dispute.restaurant.0,
        dispute.id.0,
        at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the name of a diner.
pub(super) async fn find_diner_name(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"SELECT concat_ws(' ', name_last, name_first) AS "name!" FROM profiles WHERE user_id = $1"#,
        diner.0
    )
    .fetch_optional(conn)
    .await
}

/// Returns the addresses of the enabled admins.
pub(super) async fn list_admin_addresses(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(r#"SELECT email::text AS "email!" FROM admin_users WHERE disabled_at IS NULL ORDER BY id"#)
        .fetch_all(conn)
        .await
}
