//! SQL of adjustments.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{
    Adjustment, AdjustmentKind, AdjustmentRow, AdjustmentStatus, BorneBy, MadeAdjustment, Requester, ValidForm,
};
use crate::ids::{AdjustmentId, AdminUserId, ChargeId, ReservationId, RestaurantId, UserId};
use crate::jobs::WaitingJobs;
use crate::ledger::model::PLATFORM;
use crate::money::Yen;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus, Subject, SubjectKind};
use crate::payments::queries::settlement::Unsettled;

/// Maximum number of rows of a list.
const MAX_ROWS: i64 = 500;

macro_rules! select {
    ($rest:literal, $($arg:expr),+ $(,)?) => {
        sqlx::query_as!(
            Adjustment,
            r#"SELECT a.id AS "id!: AdjustmentId", a.uid AS "uid!", a.restaurant_id AS "restaurant!: RestaurantId",
                      a.kind AS "kind!: AdjustmentKind", a.charge_id AS "charge: ChargeId", c.uid AS "charge_uid?",
                      a.reservation_id AS "reservation: ReservationId", a.user_id AS "diner!: UserId", a.amount AS "amount!: Yen",
                      a.borne_by AS "borne_by!: BorneBy", a.reason AS "reason!", a.status AS "status!: AdjustmentStatus",
                      a.needs_approval AS "needs_approval!", a.requested_by AS "requested_by!: AdminUserId",
                      a.is_by_command_line AS "is_by_command_line!",
                      a.is_by_command_line AND a.needs_approval AND a.confirmed_at IS NULL AND a.status = 'awaiting_approval'
                          AS "awaits_confirmation!", a.failure_code
               FROM payment_adjustments a
               LEFT JOIN charges c ON c.restaurant_id = a.restaurant_id AND c.id = a.charge_id "# + $rest,
            $($arg),+
        )
    };
}

pub async fn find(conn: &mut PgConnection, uid: &str) -> sqlx::Result<Option<Adjustment>> {
    select!("WHERE a.uid = $1", uid).fetch_optional(conn).await
}

/// Finds an adjustment by its id, which is unique over all restaurants.
pub(super) async fn find_by_id(conn: &mut PgConnection, id: AdjustmentId) -> sqlx::Result<Option<Adjustment>> {
    select!("WHERE a.id = $1", id.0).fetch_optional(conn).await
}

pub(super) async fn find_by_key(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    key: &str,
) -> sqlx::Result<Option<Adjustment>> {
    select!("WHERE a.restaurant_id = $1 AND a.idempotency_key = $2", restaurant.0, key).fetch_optional(conn).await
}

/// The subject of a request, and its diner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    pub kind: AdjustmentKind,
    pub restaurant: RestaurantId,
    /// The charge to refund.
    pub charge: Option<&'a Charge>,
    pub reservation: Option<ReservationId>,
    pub diner: UserId,
}

/// Inserts a request that awaits approval.
pub(super) async fn insert(
    conn: &mut PgConnection,
    uid: &str,
    target: Target<'_>,
    form: ValidForm<'_>,
    requester: Requester,
    needs_approval: bool,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO payment_adjustments (uid, restaurant_id, kind, charge_id, reservation_id, user_id, amount, borne_by, reason, status,
               needs_approval, requested_by, is_by_command_line, idempotency_key, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'awaiting_approval', $10, $11, $12, $13, $14)",
        uid,
        target.restaurant.0,
        target.kind.as_str(),
        target.charge.map(|charge| charge.id.0),
        target.reservation.map(|id| id.0),
        target.diner.0,
        form.amount.to_db()?,
        form.borne_by.as_str(),
        form.reason,
        needs_approval,
        requester.admin.0,
        requester.is_command_line(),
        form.key,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the sum of all adjustments of a kind for one booking, or for one charge without a booking, that were not rejected or withdrawn,
/// and have not failed.
pub(super) async fn sum_of(conn: &mut PgConnection, target: Target<'_>) -> sqlx::Result<Yen> {
    sqlx::query_scalar!(
        r#"SELECT coalesce(sum(amount), 0)::bigint AS "sum!: Yen" FROM payment_adjustments
           WHERE restaurant_id = $1 AND kind = $2 AND status NOT IN ('failed', 'rejected', 'withdrawn')
             AND CASE WHEN $3::bigint IS NULL THEN charge_id = $4 ELSE reservation_id = $3 END"#,
        target.restaurant.0,
        target.kind.as_str(),
        target.reservation.map(|id| id.0),
        target.charge.map(|charge| charge.id.0),
    )
    .fetch_one(conn)
    .await
}

/// Returns the sum of the refunds of a charge that await approval.
pub async fn sum_awaiting(conn: &mut PgConnection, charge: &Charge) -> sqlx::Result<Yen> {
    sqlx::query_scalar!(
        r#"SELECT coalesce(sum(amount), 0)::bigint AS "sum!: Yen" FROM payment_adjustments
           WHERE restaurant_id = $1 AND charge_id = $2 AND kind = 'refund' AND status = 'awaiting_approval'"#,
        charge.subject.restaurant().0,
        charge.id.0,
    )
    .fetch_one(conn)
    .await
}

/// Whether the money of a charge is the operator's: its own fees, and corrections that it receives.
pub(super) async fn is_operators(conn: &mut PgConnection, charge: &Charge) -> sqlx::Result<bool> {
    let is_fee = matches!(charge.kind, ChargeKind::ReservationFee | ChargeKind::SubscriptionFee);
    if is_fee || charge.subject.restaurant() == PLATFORM {
        return Ok(true);
    }
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM payment_adjustments WHERE restaurant_id = $1 AND charge_id = $2 AND kind = 'correction'
                          AND borne_by = 'operator') AS "any!""#,
        charge.subject.restaurant().0,
        charge.id.0,
    )
    .fetch_one(conn)
    .await
}

/// A decision on a request that awaits approval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision<'a> {
    pub status: AdjustmentStatus,
    pub admin: AdminUserId,
    pub reason: &'a str,
}

/// Marks a request as decided. Returns false if another decision came first.
pub(super) async fn mark_decided(
    conn: &mut PgConnection,
    adjustment: &Adjustment,
    decision: Decision<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let decided = sqlx::query!(
        "UPDATE payment_adjustments SET status = $3, decided_by = $4, decision_reason = $5, decided_at = $6
         WHERE restaurant_id = $1 AND id = $2 AND status = 'awaiting_approval'",
        adjustment.restaurant.0,
        adjustment.id.0,
        decision.status.as_str(),
        decision.admin.0,
        decision.reason,
        now,
    );
    Ok(decided.execute(conn).await?.rows_affected() == 1)
}

/// Marks a request of the command line as confirmed by the admin in whose name it was made. Returns false if it is confirmed or decided.
pub(super) async fn mark_confirmed(
    conn: &mut PgConnection,
    adjustment: &Adjustment,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let confirmed = sqlx::query!(
        "UPDATE payment_adjustments SET confirmed_at = $3
         WHERE restaurant_id = $1 AND id = $2 AND status = 'awaiting_approval' AND confirmed_at IS NULL",
        adjustment.restaurant.0,
        adjustment.id.0,
        now,
    );
    Ok(confirmed.execute(conn).await?.rows_affected() == 1)
}

/// Marks a correction that is not collected as withdrawn. Returns false if it is not being collected.
pub(super) async fn mark_correction_withdrawn(
    conn: &mut PgConnection,
    adjustment: &Adjustment,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let withdrawn = sqlx::query!(
        "UPDATE payment_adjustments SET status = 'withdrawn', finished_at = $3
         WHERE restaurant_id = $1 AND id = $2 AND kind = 'correction' AND status = 'processing'",
        adjustment.restaurant.0,
        adjustment.id.0,
        now,
    );
    Ok(withdrawn.execute(conn).await?.rows_affected() == 1)
}

/// Records the charge's total that is due for a refund including this one.
pub(super) async fn set_refund_total(conn: &mut PgConnection, adjustment: &Adjustment, total: Yen) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE payment_adjustments SET refund_total = $3 WHERE restaurant_id = $1 AND id = $2",
        adjustment.restaurant.0,
        adjustment.id.0,
        total.to_db()?,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Records the charge of a correction.
pub(super) async fn set_charge(conn: &mut PgConnection, adjustment: &Adjustment, charge_uid: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE payment_adjustments a SET charge_id = c.id FROM charges c
         WHERE a.restaurant_id = $1 AND a.id = $2 AND c.restaurant_id = $1 AND c.uid = $3",
        adjustment.restaurant.0,
        adjustment.id.0,
        charge_uid,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks the corrections of a subject that were paid as succeeded.
pub(super) async fn complete_corrections(
    conn: &mut PgConnection,
    subject: Subject,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE payment_adjustments a SET status = 'succeeded', finished_at = $4 FROM charges c
         WHERE a.restaurant_id = $1 AND a.kind = 'correction' AND a.status = 'processing' AND c.restaurant_id = $1
           AND c.id = a.charge_id AND c.subject_kind = $2 AND c.subject_id = $3 AND c.status = 'succeeded'",
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Claims the succeeded and failed adjustments of a subject whose mails are not queued, and returns their ids.
pub(super) async fn claim_unnotified(
    conn: &mut PgConnection,
    subject: Subject,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<AdjustmentId>> {
    sqlx::query_scalar!(
        r#"UPDATE payment_adjustments a SET notified_at = $4 FROM charges c
           WHERE a.restaurant_id = $1 AND a.status IN ('succeeded', 'failed') AND a.notified_at IS NULL AND c.restaurant_id = $1
             AND c.id = a.charge_id AND c.subject_kind = $2 AND c.subject_id = $3
           RETURNING a.id AS "id: AdjustmentId""#,
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
        now,
    )
    .fetch_all(conn)
    .await
}

/// Returns the subjects whose adjustments are made or rejected, and not recorded or announced as such. Only an interrupted settlement leaves any.
pub(super) async fn list_interrupted(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<Unsettled>> {
    let rows = sqlx::query!(
        r#"SELECT c.restaurant_id AS "restaurant: RestaurantId", c.subject_kind AS "kind: SubjectKind", c.subject_id,
                  max(c.updated_at) AS "moved_at!"
           FROM payment_adjustments a JOIN charges c ON c.restaurant_id = a.restaurant_id AND c.id = a.charge_id
           WHERE c.updated_at < $1 AND (a.status IN ('succeeded', 'failed') AND a.notified_at IS NULL
                                        OR a.status = 'processing' AND a.kind = 'correction' AND c.status = 'succeeded')
           GROUP BY c.restaurant_id, c.subject_kind, c.subject_id ORDER BY min(c.updated_at) LIMIT $2"#,
        before,
        limit,
    );
    let subjects = rows.fetch_all(conn).await?.into_iter().map(|row| Unsettled {
        subject: Subject::from_parts(row.kind, row.restaurant, row.subject_id),
        moved_at: row.moved_at,
    });
    Ok(subjects.collect())
}

/// The adjustments that a list shows.
#[derive(Clone, Copy, Debug)]
pub enum Shown {
    /// Adjustments that await approval, are being made, or failed in the last 30 days.
    Open,
    All,
    Reservation(RestaurantId, ReservationId),
    Diner(UserId),
    One(AdjustmentId),
}

/// Returns adjustments, newest first; at most 500.
pub async fn list(conn: &mut PgConnection, shown: Shown, now: DateTime<Utc>) -> sqlx::Result<Vec<AdjustmentRow>> {
    let (restaurant, reservation) = match shown {
        Shown::Reservation(restaurant, reservation) => (Some(restaurant.0), Some(reservation.0)),
        Shown::Open | Shown::All | Shown::Diner(_) | Shown::One(_) => (None, None),
    };
    let diner = if let Shown::Diner(id) = shown { Some(id.0) } else { None };
    let one = if let Shown::One(id) = shown { Some(id.0) } else { None };
    let is_open_only = matches!(shown, Shown::Open);
    sqlx::query_as!(
        AdjustmentRow,
        r#"SELECT a.uid, a.kind AS "kind: AdjustmentKind", a.amount AS "amount: Yen", a.borne_by AS "borne_by: BorneBy", a.reason,
                  a.status AS "status: AdjustmentStatus", a.needs_approval, a.requested_by AS "requested_by: AdminUserId",
                  q.nickname AS "requested_by_name!", a.is_by_command_line,
                  a.is_by_command_line AND a.needs_approval AND a.confirmed_at IS NULL AND a.status = 'awaiting_approval'
                      AS "awaits_confirmation!", d.nickname AS "decided_by_name?", a.decision_reason, a.failure_code,
                  c.uid AS "charge_uid?", c.kind AS "charge_kind?: ChargeKind", c.status AS "charge_status?: ChargeStatus", t.name_ja AS "restaurant_ja?",
                  t.name_en AS "restaurant_en?", r.uid AS "reservation_uid?", r.reservation_code AS "reservation_code?",
                  u.uid AS "user_uid!", a.created_at, a.finished_at
           FROM payment_adjustments a
           JOIN users u ON u.id = a.user_id
           JOIN admin_users q ON q.id = a.requested_by
           LEFT JOIN admin_users d ON d.id = a.decided_by
           LEFT JOIN charges c ON c.restaurant_id = a.restaurant_id AND c.id = a.charge_id
           LEFT JOIN reservations r ON r.restaurant_id = a.restaurant_id AND r.id = a.reservation_id
           LEFT JOIN restaurants t ON t.id = a.restaurant_id
           WHERE ($1::bigint IS NULL OR a.restaurant_id = $1 AND a.reservation_id = $2) AND ($3::bigint IS NULL OR a.user_id = $3)
             AND (NOT $4 OR a.status IN ('awaiting_approval', 'processing')
                  OR a.status = 'failed' AND a.finished_at > $5::timestamptz - interval '30 days')
             AND ($7::bigint IS NULL OR a.id = $7)
           ORDER BY a.id DESC LIMIT $6"#,
        restaurant,
        reservation,
        diner,
        is_open_only,
        now,
        MAX_ROWS,
        one,
    )
    .fetch_all(conn)
    .await
}

/// Counts the adjustments that wait for another admin's approval, with the oldest time.
pub async fn count_awaiting_approval(conn: &mut PgConnection) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(created_at) AS since FROM payment_adjustments WHERE status = 'awaiting_approval'"#
    )
    .fetch_one(conn)
    .await
}

/// Returns the adjustments of a restaurant's bookings that were made, newest first; at most 500.
pub async fn list_made_of(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<MadeAdjustment>> {
    sqlx::query_as!(
        MadeAdjustment,
        r#"SELECT a.kind AS "kind: AdjustmentKind", r.reservation_code AS "reservation_code?", c.kind AS "charge_kind: ChargeKind",
                  a.amount AS "amount: Yen", a.borne_by AS "borne_by: BorneBy", a.reason, a.finished_at
           FROM payment_adjustments a
           JOIN charges c ON c.restaurant_id = a.restaurant_id AND c.id = a.charge_id
           LEFT JOIN reservations r ON r.restaurant_id = a.restaurant_id AND r.id = a.reservation_id
           WHERE a.restaurant_id = $1 AND a.status = 'succeeded' ORDER BY a.finished_at DESC, a.id DESC LIMIT $2"#,
        restaurant.0,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}
