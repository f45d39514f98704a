//! Days whose reservations have changed are summed up anew.
//!
//! A change of a day's stock raises the day's mark, and every action leaves a row of the audit with a mark (`availability::changes`). Both are
//! there for caches and live screens. What is told here besides is whose first visit a change may have moved.

use chrono::NaiveDate;
use sqlx::{PgConnection, PgPool};

use super::model::RestaurantDay;
use super::{queries, totals};
use crate::ids::RestaurantId;
use crate::jobs::WaitingJobs;

/// Days that are summed up at a time.
const BATCH: usize = 500;

/// Sums up what has changed since the last look, and on the first one everything. Answers how many days were. Of several workers one
/// looks at a time.
pub async fn sweep(pool: &PgPool) -> sqlx::Result<usize> {
    let mut tx = pool.begin().await?;
    let progress = sqlx::query_scalar!("SELECT seen_no FROM report_progress FOR UPDATE SKIP LOCKED");
    let progress = progress.fetch_optional(&mut *tx).await?;
    let next = horizon(&mut tx).await?;
    let days = match progress {
        // Numbers that went back are those of another database.
        Some(seen) if seen.is_none_or(|seen| seen > next) => {
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
    sqlx::query!("UPDATE report_progress SET seen_no = $1", next).execute(&mut *tx).await?;
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

/// Everything up to this mark has been committed; what commits later has a higher one.
async fn horizon(conn: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"SELECT change_horizon() AS "mark!""#).fetch_one(conn).await
}

/// The days whose sums may be wrong since a mark: those that changed or on which something was done, and the first visits of everybody
/// whose reservation it was, one more than reservations: one of them may have become or ceased to be the first. Where customers became
/// one, or several again, all their days.
pub async fn stale_days(conn: &mut PgConnection, seen: i64) -> sqlx::Result<Vec<RestaurantDay>> {
    let rows = sqlx::query!(
        r#"WITH done AS MATERIALIZED (
               SELECT e.restaurant_id, e.reservation_id, e.action, e.detail FROM audit_events e
               WHERE e.done_no > $1 AND e.restaurant_id <> 0),
           touched AS MATERIALIZED (
               SELECT DISTINCT r.restaurant_id, r.id, r.date, r.customer_id FROM done d
               JOIN reservations r ON r.restaurant_id = d.restaurant_id AND r.id = d.reservation_id)
           SELECT restaurant_id AS "restaurant_id!", date AS "date!" FROM restaurant_days WHERE changed_no > $1
           UNION SELECT restaurant_id, date FROM touched
           UNION SELECT c.restaurant_id, visit.date
           FROM (SELECT restaurant_id, customer_id, count(*) AS touched FROM touched
                 WHERE customer_id IS NOT NULL GROUP BY 1, 2) c
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

/// Sums up every day of every restaurant anew, one restaurant a transaction. Answers how many days were.
pub async fn rebuild_all(pool: &PgPool) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let before = horizon(&mut conn).await?;
    let restaurants = sqlx::query_scalar!(r#"SELECT id AS "id: RestaurantId" FROM restaurants ORDER BY id"#);
    let restaurants = restaurants.fetch_all(&mut *conn).await?;
    drop(conn);
    let mut days = 0;
    for restaurant in restaurants {
        days += rebuild(pool, restaurant).await?;
    }
    // What changed meanwhile has a higher mark than the one from before, and is looked at by the next sweep.
    sqlx::query!(
        "UPDATE report_progress SET seen_no = $1 WHERE seen_no IS NULL OR seen_no > $2",
        before,
        horizon(&mut *pool.acquire().await?).await?,
    )
    .execute(pool)
    .await?;
    Ok(days)
}

/// Sums up every day of a restaurant anew. Sweeps wait for the next look meanwhile.
pub async fn rebuild(pool: &PgPool, restaurant: RestaurantId) -> sqlx::Result<usize> {
    let mut tx = pool.begin().await?;
    sqlx::query!("SELECT seen_no FROM report_progress FOR UPDATE").fetch_optional(&mut *tx).await?;
    let dates = queries::list_days(&mut tx, restaurant).await?;
    let days: Vec<_> = dates.into_iter().map(|date| (restaurant, date)).collect();
    store_totals(&mut tx, &days).await?;
    tx.commit().await?;
    Ok(days.len())
}

/// Up to which mark the sums are right; nothing before all of them have been written once.
pub async fn save_horizon(conn: &mut PgConnection) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("SELECT seen_no FROM report_progress").fetch_one(conn).await
}

/// How many actions are not in the sums yet, and since when.
pub async fn count_due(conn: &mut PgConnection) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(at) AS since FROM audit_events WHERE done_no > (SELECT seen_no FROM report_progress)"#
    )
    .fetch_one(conn)
    .await
}

/// Whether a restaurant's day has changed since its sums were written. A worker that is away shows in this.
pub async fn is_behind(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    (from, till): (NaiveDate, NaiveDate),
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT p.seen_no IS NULL OR EXISTS (
               SELECT 1 FROM restaurant_days d
               WHERE d.restaurant_id = $1 AND d.date BETWEEN $2 AND $3 AND d.changed_no > p.seen_no) AS "is_behind!"
           FROM report_progress p"#,
        restaurant.0,
        from,
        till,
    )
    .fetch_one(conn)
    .await
}
