//! Changes since the last poll, for caches and live screens. Readers pull; a booking never notifies them.

use std::ops::RangeInclusive;

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::ids::RestaurantId;

/// A day whose stock changed or, without a date, a restaurant whose settings changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedDay {
    pub restaurant: RestaurantId,
    pub date: Option<NaiveDate>,
    pub version: i64,
}

/// The mark up to which all changes have been read (`change_horizon` in SQL).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon(i64);

/// Returns the current mark, from which a new reader starts.
pub async fn horizon(conn: &mut PgConnection) -> sqlx::Result<Horizon> {
    let mark = sqlx::query_scalar!(r#"SELECT change_horizon() AS "mark!""#).fetch_one(conn).await?;
    Ok(Horizon(mark))
}

/// Result of one poll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PulledChanges {
    pub changes: Vec<ChangedDay>,
    /// Days with actions of staff, for screens that show more than stock; without a date, the whole restaurant. `version` is the number of
    /// the last action.
    pub actions: Vec<ChangedDay>,
    pub horizon: Horizon,
    /// The numbers decreased: this is a different database from the one of the previous poll, so everything cached is invalid.
    pub is_another: bool,
}

/// Returns the changes since `seen`, and the next horizon. A separate statement reads the horizon first: a transaction that commits later
/// has a higher mark, so no change is missed. Some changes are returned twice. Reads actions only if `with_actions` is set.
pub async fn since(conn: &mut PgConnection, seen: Horizon, with_actions: bool) -> sqlx::Result<PulledChanges> {
    let next = horizon(conn).await?;
    let changes = sqlx::query!(
        r#"SELECT restaurant_id AS "restaurant_id!", date, stock_version AS "version!" FROM restaurant_days WHERE changed_no > $1
           UNION ALL
           SELECT restaurant_id, NULL, version FROM restaurant_settings_versions WHERE changed_no > $1"#,
        seen.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    let changes = changes.into_iter().map(|row| ChangedDay {
        restaurant: RestaurantId(row.restaurant_id),
        date: row.date,
        version: row.version,
    });
    let actions = if with_actions { actions_since(conn, seen).await? } else { Vec::new() };
    Ok(PulledChanges { changes: changes.collect(), actions, horizon: next, is_another: next.0 < seen.0 })
}

async fn actions_since(conn: &mut PgConnection, seen: Horizon) -> sqlx::Result<Vec<ChangedDay>> {
    let rows = sqlx::query!(
        r#"SELECT e.restaurant_id AS "restaurant_id!", r.date AS "date?", max(e.id) AS "version!"
           FROM audit_events e LEFT JOIN reservations r ON r.restaurant_id = e.restaurant_id AND r.id = e.reservation_id
           WHERE e.done_no > $1 AND e.restaurant_id <> 0 GROUP BY 1, 2"#,
        seen.0,
    )
    .fetch_all(conn)
    .await?;
    let changes = rows.into_iter().map(|row| ChangedDay {
        restaurant: RestaurantId(row.restaurant_id),
        date: row.date,
        version: row.version,
    });
    Ok(changes.collect())
}

/// Returns a number that increases with every change of the restaurant's settings, and of its stock on `days`. A replica whose number is
/// not below the primary's has replayed everything that the primary had committed.
pub async fn version(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    days: Option<RangeInclusive<NaiveDate>>,
) -> sqlx::Result<i64> {
    let (from, till) = days.map(RangeInclusive::into_inner).unzip();
    sqlx::query_scalar!(
        r#"SELECT coalesce((SELECT version FROM restaurant_settings_versions WHERE restaurant_id = $1), 0)
               + coalesce((SELECT sum(stock_version) FROM restaurant_days WHERE restaurant_id = $1 AND date BETWEEN $2 AND $3), 0)::bigint
               AS "version!""#,
        restaurant.0,
        from,
        till,
    )
    .fetch_one(conn)
    .await
}
