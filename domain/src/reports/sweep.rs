//! Recomputes the totals of days whose reservations have changed.
//!
//! A change of a day's stock increases the day's mark, and every action writes an audit row with a mark (`availability::changes`). Both
//! exist for caches and live screens. In addition, this module determines the customers whose first visit a change may have moved.

use chrono::NaiveDate;
use sqlx::{PgConnection, PgPool};

use super::model::RestaurantDay;
use super::{queries, totals};
use crate::ids::RestaurantId;
use crate::jobs::WaitingJobs;
use crate::progress::Failures;

/// Number of days that one statement recomputes.
const BATCH: usize = 500;

/// The marks of changes up to which the totals are correct; None before all of them have been written once.
#[derive(Clone, Copy, Debug)]
pub struct SweptMarks {
    /// Of all totals except the following ones.
    pub totals: Option<i64>,
    /// Of the turn times. Workers of the release before the turn times write all other totals, and increase only their mark.
    pub turn_times: Option<i64>,
    /// Of the cancellations. Workers of the release before count those by restaurants, too, and increase only the other marks.
    pub cancellations: Option<i64>,
    /// Of the walk-ins. Workers of the release before count them as bookings in person with a lead time, and increase only the other marks.
    pub walk_ins: Option<i64>,
}

impl SweptMarks {
    /// Returns the mark up to which all totals are correct. None if some were never written, or if a mark exceeds `horizon`: decreased
    /// numbers mean a different database.
    fn common(self, horizon: i64) -> Option<i64> {
        let marks = [self.totals?, self.turn_times?, self.cancellations?, self.walk_ins?];
        let is_within = marks.iter().all(|mark| *mark <= horizon);
        marks.into_iter().min().filter(|_| is_within)
    }

    /// Whether the turn times, the cancellations or the walk-ins lack changes that the other totals include.
    pub fn is_part_behind(self) -> bool {
        self.turn_times.min(self.cancellations).min(self.walk_ins) < self.totals
    }

    /// Returns the mark up to which the totals of days and channels are correct, with their cancellations and walk-ins.
    pub fn channels(self) -> Option<i64> {
        self.lead_times().min(self.cancellations)
    }

    /// Returns the mark up to which the lead times are correct, without walk-ins.
    pub fn lead_times(self) -> Option<i64> {
        self.totals.min(self.walk_ins)
    }
}

/// Recomputes the totals of days that have changed since the last sweep, on the first sweep of all days. Returns the number of days. Only
/// one worker sweeps at a time.
pub async fn sweep(pool: &PgPool) -> sqlx::Result<usize> {
    let mut tx = pool.begin().await?;
    let marks = sqlx::query_as!(
        SweptMarks,
        "SELECT seen_no AS totals, turn_times_seen_no AS turn_times, cancellations_seen_no AS cancellations, walk_ins_seen_no AS walk_ins
         FROM report_progress FOR UPDATE SKIP LOCKED"
    );
    let marks = marks.fetch_optional(&mut *tx).await?;
    let next = horizon(&mut tx).await?;
    let days = match marks.map(|marks| marks.common(next)) {
        Some(None) => {
            tx.rollback().await?;
            return rebuild_all(pool).await;
        }
        Some(Some(seen)) if seen < next => stale_days(&mut tx, seen).await?,
        _ => {
            tx.rollback().await?;
            return Ok(0);
        }
    };
    store_totals(&mut tx, &days).await?;
    sqlx::query!(
        "UPDATE report_progress
         SET seen_no = $1, turn_times_seen_no = $1, cancellations_seen_no = $1, walk_ins_seen_no = $1",
        next
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(days.len())
}

async fn store_totals(conn: &mut PgConnection, days: &[RestaurantDay]) -> sqlx::Result<()> {
    for days in days.chunks(BATCH) {
        let summed = totals::compute_totals(conn, days).await?;
        queries::replace(conn, days, &summed).await?;
    }
    Ok(())
}

/// Returns the mark up to which everything is committed; later commits have a higher one.
async fn horizon(conn: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"SELECT change_horizon() AS "mark!""#).fetch_one(conn).await
}

/// Returns the days whose totals may be wrong since a mark. These are days that changed or have actions, and the first visits of the
/// customers of affected reservations, one more than affected reservations: one of them may have become the first visit or ceased to be it.
/// For customers that were merged or unmerged, and the previous guests of reservations, they are all days. The affected reservations are read a second time for the first visits: a
/// Citus cluster rejects a lateral join with rows that it has already collected.
pub async fn stale_days(conn: &mut PgConnection, seen: i64) -> sqlx::Result<Vec<RestaurantDay>> {
    let rows = sqlx::query!(
        r#"WITH done AS MATERIALIZED (
               SELECT e.restaurant_id, e.reservation_id, e.action, e.detail FROM audit_events e
               WHERE e.done_no > $1 AND e.restaurant_id <> 0)
           SELECT restaurant_id AS "restaurant_id!", date AS "date!" FROM restaurant_days WHERE changed_no > $1
           UNION SELECT r.restaurant_id, r.date FROM done d
           JOIN reservations r ON r.restaurant_id = d.restaurant_id AND r.id = d.reservation_id
           UNION SELECT c.restaurant_id, visit.date
           FROM (SELECT r.restaurant_id, r.customer_id, count(DISTINCT r.id) AS touched FROM audit_events e
                 JOIN reservations r ON r.restaurant_id = e.restaurant_id AND r.id = e.reservation_id
                 WHERE e.done_no > $1 AND e.restaurant_id <> 0 AND r.customer_id IS NOT NULL GROUP BY r.restaurant_id, r.customer_id) c
           CROSS JOIN LATERAL (
               SELECT v.date, row_number() OVER (ORDER BY v.starts_at, v.id) AS place FROM reservations v
               WHERE v.restaurant_id = c.restaurant_id AND v.customer_id = c.customer_id AND v.status = 'accepted'
                 AND NOT EXISTS (SELECT 1 FROM reservation_no_shows n WHERE n.restaurant_id = v.restaurant_id
                     AND n.reservation_id = v.id)) visit
           WHERE visit.place <= c.touched + 1
           UNION SELECT r.restaurant_id, r.date
           FROM (SELECT restaurant_id, (detail->>'primary_customer_id')::bigint AS customer_id FROM done
                 WHERE action IN ('customers.merged', 'customers.unmerged')
                 UNION SELECT restaurant_id, coalesce(detail->>'merged_into_id', detail->>'customer_id')::bigint FROM done
                 WHERE action = 'invitation_claimed'
                 UNION SELECT restaurant_id, (detail->>'customer_id')::bigint FROM done WHERE action = 'reservation_guest_changed'
                 UNION SELECT d.restaurant_id, freed.id::bigint FROM done d
                 CROSS JOIN LATERAL jsonb_array_elements_text(d.detail->'merged_customer_ids') AS freed (id)
                 WHERE d.action = 'customers.unmerged') m
           JOIN reservations r ON r.restaurant_id = m.restaurant_id AND r.customer_id = m.customer_id
           ORDER BY 1, 2"#,
        seen,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (RestaurantId(row.restaurant_id), row.date)).collect())
}

/// Recomputes all totals, one restaurant in each transaction. Returns the number of days. A failing restaurant does not stop the others; its
/// error is returned after them, and the next sweep recomputes all again.
pub async fn rebuild_all(pool: &PgPool) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let before = horizon(&mut conn).await?;
    let restaurants = sqlx::query_scalar!(r#"SELECT id AS "id: RestaurantId" FROM restaurants ORDER BY id"#);
    let restaurants = restaurants.fetch_all(&mut *conn).await?;
    drop(conn);
    let (mut days, mut failures) = (0, Failures::none());
    for restaurant in restaurants {
        let rebuilt = rebuild(pool, restaurant).await;
        days += failures.pass(format_args!("totals of restaurant {restaurant}"), rebuilt).unwrap_or_default();
    }
    let days = failures.or(days)?;
    // A change during the rebuild has a higher mark than the one read before, so the next sweep processes it.
    sqlx::query!(
        "UPDATE report_progress
         SET seen_no = $1, turn_times_seen_no = $1, cancellations_seen_no = $1, walk_ins_seen_no = $1
         WHERE seen_no IS NULL OR turn_times_seen_no IS NULL OR cancellations_seen_no IS NULL OR walk_ins_seen_no IS NULL
            OR greatest(seen_no, turn_times_seen_no, cancellations_seen_no, walk_ins_seen_no) > $2",
        before,
        horizon(&mut *pool.acquire().await?).await?,
    )
    .execute(pool)
    .await?;
    Ok(days)
}

/// Recomputes all totals of a restaurant. Concurrent sweeps do nothing meanwhile. Returns the number of days.
pub async fn rebuild(pool: &PgPool, restaurant: RestaurantId) -> sqlx::Result<usize> {
    let mut tx = pool.begin().await?;
    sqlx::query!("SELECT seen_no FROM report_progress FOR UPDATE").fetch_optional(&mut *tx).await?;
    let dates = queries::list_days(&mut tx, restaurant).await?;
    let days: Vec<_> = dates.into_iter().map(|date| (restaurant, date)).collect();
    store_totals(&mut tx, &days).await?;
    tx.commit().await?;
    Ok(days.len())
}

/// Returns the marks up to which the totals are correct.
pub async fn find_marks(conn: &mut PgConnection) -> sqlx::Result<SweptMarks> {
    sqlx::query_as!(
        SweptMarks,
        "SELECT seen_no AS totals, turn_times_seen_no AS turn_times, cancellations_seen_no AS cancellations, walk_ins_seen_no AS walk_ins
         FROM report_progress"
    )
    .fetch_one(conn)
    .await
}

/// Counts actions that the totals do not include yet, with the oldest time.
pub async fn count_due(conn: &mut PgConnection) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(at) AS since FROM audit_events
           WHERE done_no > (SELECT least(seen_no, turn_times_seen_no, cancellations_seen_no, walk_ins_seen_no) FROM report_progress)"#
    )
    .fetch_one(conn)
    .await
}

/// Whether a restaurant's day has changed since its totals were written, for example because the worker is down.
pub async fn is_behind(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: NaiveDate,
    till: NaiveDate,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT (SELECT seen_no FROM report_progress) IS NULL OR EXISTS (
               SELECT 1 FROM restaurant_days d
               WHERE d.restaurant_id = $1 AND d.date BETWEEN $2 AND $3
                 AND d.changed_no > (SELECT seen_no FROM report_progress)) AS "is_behind!""#,
        restaurant.0,
        from,
        till,
    )
    .fetch_one(conn)
    .await
}

/// Whether any restaurant's day among these has changed since its totals were written.
pub async fn is_platform_behind(conn: &mut PgConnection, days: [NaiveDate; 2]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT (SELECT seen_no FROM report_progress) IS NULL OR EXISTS (
               SELECT 1 FROM restaurant_days d
               WHERE d.changed_no > (SELECT seen_no FROM report_progress) AND d.date = ANY ($1)) AS "is_behind!""#,
        &days,
    )
    .fetch_one(conn)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_mark_is_the_lower_one_within_the_horizon() {
        let marks = |totals, turn_times| SweptMarks { totals, turn_times, cancellations: totals, walk_ins: totals };
        assert_eq!(marks(Some(7), Some(7)).common(7), Some(7));
        assert_eq!(marks(Some(9), Some(7)).common(9), Some(7), "a worker of the previous release has swept");
        assert_eq!(marks(Some(9), None).common(9), None, "turn times were never written");
        assert_eq!(marks(None, None).common(9), None);
        assert_eq!(marks(Some(9), Some(7)).common(8), None, "a different database");
        let cancellations = |mark| SweptMarks { cancellations: mark, ..marks(Some(9), Some(9)) };
        assert_eq!((cancellations(Some(5)).common(9), cancellations(None).common(9)), (Some(5), None));
        let walk_ins = |mark| SweptMarks { walk_ins: mark, ..marks(Some(9), Some(9)) };
        assert_eq!((walk_ins(Some(5)).common(9), walk_ins(None).common(9)), (Some(5), None));
        assert_eq!((walk_ins(Some(5)).channels(), walk_ins(Some(5)).lead_times()), (Some(5), Some(5)));
        assert_eq!((cancellations(Some(5)).channels(), cancellations(Some(5)).lead_times()), (Some(5), Some(9)));
    }

    #[test]
    fn parts_are_behind_until_they_have_the_mark_of_the_totals() {
        let is_behind = |totals, part| {
            let swept = SweptMarks { totals, turn_times: totals, cancellations: totals, walk_ins: totals };
            let turn_times = SweptMarks { turn_times: part, ..swept }.is_part_behind();
            assert_eq!(turn_times, SweptMarks { cancellations: part, ..swept }.is_part_behind());
            assert_eq!(turn_times, SweptMarks { walk_ins: part, ..swept }.is_part_behind());
            turn_times
        };
        assert!(is_behind(Some(7), None) && is_behind(Some(7), Some(6)));
        assert!(!is_behind(Some(7), Some(7)) && !is_behind(None, None));
    }
}
