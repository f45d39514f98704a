//! SQL of the charges to settle: they have no final state at the provider, or a refund is due.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, Postgres, QueryBuilder};

use crate::ids::RestaurantId;
use crate::listing::push_condition;
use crate::payments::model::{Subject, SubjectKind};

/// A subject to settle, and the time of its last change.
#[derive(Clone, Copy, Debug)]
pub struct Unsettled {
    pub subject: Subject,
    pub moved_at: DateTime<Utc>,
}

/// The SQL of whether a charge `c` is unsettled and has not changed since `$before`: it has no final state, or its refund is due. False for
/// charges to collect off-session that were declined, or whose diner has no card, and for refunds that wait for the decision of a dispute.
/// If the bank requires authentication for such a charge, its payment is retrieved once an hour.
macro_rules! unsettled_since {
    ($before:literal) => {
        concat!(
            "(c.status NOT IN ('succeeded', 'canceled') OR c.refund_due > c.refunded_amount) AND c.updated_at < ",
            $before,
            " AND (c.status NOT IN ('succeeded', 'canceled')
                   OR c.refund_due > c.refunded_amount + c.lost_amount AND c.dispute_state IS DISTINCT FROM 'open')
              AND (c.kind NOT IN ('cancellation_fee', 'subscription_fee', 'correction') AND c.position <= 2
                   OR c.refund_due > c.refunded_amount OR c.voided_at IS NOT NULL
                   OR c.failure_code IS NULL
                      AND (c.status <> 'requires_action' OR c.updated_at < ",
            $before,
            " - interval '1 hour')
                      AND EXISTS (SELECT 1 FROM payment_methods m WHERE m.user_id = c.user_id AND m.replaced_at IS NULL))"
        )
    };
}

const NEEDS_SETTLEMENT: &str = unsettled_since!("{now}");

/// The SQL of whether the settlement of a charge `c` is overdue and needs an admin: the sweeper, which checks an unsettled charge every few
/// seconds, has not succeeded for ten minutes. The health check of the payments has the same threshold.
pub const IS_SETTLEMENT_OVERDUE: &str = unsettled_since!("({now} - interval '10 minutes')");

/// Returns subjects with charges that are unsettled and have not changed since `before`.
pub async fn list_unsettled(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<Unsettled>> {
    let mut sql = QueryBuilder::<Postgres>::default();
    sql.push("SELECT c.restaurant_id, c.subject_kind, c.subject_id, max(c.updated_at) FROM charges c WHERE ");
    push_condition(&mut sql, NEEDS_SETTLEMENT, before);
    sql.push(" GROUP BY c.restaurant_id, c.subject_kind, c.subject_id ORDER BY min(c.updated_at) LIMIT ");
    sql.push_bind(limit);
    let rows: Vec<(RestaurantId, SubjectKind, i64, DateTime<Utc>)> = sql.build_query_as().fetch_all(conn).await?;
    let subjects = rows.into_iter().map(|(restaurant, kind, subject_id, moved_at)| Unsettled {
        subject: Subject::from_parts(kind, restaurant, subject_id),
        moved_at,
    });
    Ok(subjects.collect())
}

/// Counts the charges whose settlement is overdue.
pub async fn count_overdue(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<i64> {
    let mut sql = QueryBuilder::<Postgres>::default();
    sql.push("SELECT count(*) FROM charges c WHERE ");
    push_condition(&mut sql, IS_SETTLEMENT_OVERDUE, now);
    sql.build_query_scalar().fetch_one(conn).await
}

/// Marks a subject's charges as just checked, so that the sweeper skips them for a while.
pub async fn touch(conn: &mut PgConnection, subject: Subject, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charges SET updated_at = $4 WHERE restaurant_id = $1 AND subject_kind = $2 AND subject_id = $3",
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
