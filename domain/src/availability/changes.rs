//! What changed since the last look, for caches and live screens. Readers pull; a booking never notifies.

use std::ops::RangeInclusive;

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::ids::RestaurantId;

/// A day whose stock changed, or, without a date, a restaurant whose settings did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub restaurant: RestaurantId,
    pub date: Option<NaiveDate>,
    pub version: i64,
}

/// Up to which transaction everything has been seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Horizon(String);

/// Where to start from: nothing older is of interest.
pub async fn horizon(conn: &mut PgConnection) -> sqlx::Result<Horizon> {
    let xmin = sqlx::query_scalar!(r#"SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS "xmin!""#)
        .fetch_one(conn)
        .await?;
    Ok(Horizon(xmin))
}

/// Everything that has changed since `horizon`, and the next horizon. A change that was not yet committed then has a
/// transaction id at or above that horizon, so none is missed. Some are answered twice.
pub async fn since(conn: &mut PgConnection, horizon: &Horizon) -> sqlx::Result<(Vec<Change>, Horizon)> {
    let rows = sqlx::query!(
        r#"WITH changes AS (
               SELECT restaurant_id, date, stock_version AS version FROM restaurant_days WHERE changed_xid >= $1::text::xid8
               UNION ALL
               SELECT restaurant_id, NULL, version FROM restaurant_settings_versions WHERE changed_xid >= $1::text::xid8)
           SELECT c.restaurant_id AS "restaurant_id?", c.date AS "date?", c.version AS "version?", s.xmin AS "xmin!"
           FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin) s LEFT JOIN changes c ON true"#,
        horizon.0,
    )
    .fetch_all(conn)
    .await?;
    let next = rows.first().map_or_else(|| horizon.clone(), |row| Horizon(row.xmin.clone()));
    let changes = rows.into_iter().filter_map(|row| {
        Some(Change { restaurant: RestaurantId(row.restaurant_id?), date: row.date, version: row.version? })
    });
    Ok((changes.collect(), next))
}

/// The days on which an action was done, for screens that show more than stock; without a date the whole restaurant. The
/// version is the number of the last action.
pub async fn actions_since(conn: &mut PgConnection, horizon: &Horizon) -> sqlx::Result<Vec<Change>> {
    let rows = sqlx::query!(
        r#"SELECT e.restaurant_id AS "restaurant_id!", r.date AS "date?", max(e.id) AS "version!"
           FROM audit_events e LEFT JOIN reservations r ON r.restaurant_id = e.restaurant_id AND r.id = e.reservation_id
           WHERE e.done_xid >= $1::text::xid8 AND e.restaurant_id <> 0 GROUP BY 1, 2"#,
        horizon.0,
    )
    .fetch_all(conn)
    .await?;
    let changes = rows.into_iter().map(|row| Change {
        restaurant: RestaurantId(row.restaurant_id),
        date: row.date,
        version: row.version,
    });
    Ok(changes.collect())
}

/// A number that every change of the restaurant's settings, and of its stock on `days`, raises. A replica whose number is not
/// below the primary's has replayed all that the primary had committed.
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
