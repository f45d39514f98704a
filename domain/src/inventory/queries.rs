//! SQL of stocks.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::OnlineStockGroupId;

/// Stocks of a slot that no live reservation holds at `now`, and when the next hold on one ends.
pub async fn count_free_stocks(
    conn: &mut PgConnection,
    slot: OnlineStockGroupId,
    now: DateTime<Utc>,
) -> sqlx::Result<(i64, Option<DateTime<Utc>>)> {
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE r.id IS NULL OR r.status = 'pending' AND r.held_until <= $2) AS "free!",
                  min(r.held_until) FILTER (WHERE r.status = 'pending' AND r.held_until > $2) AS "until?"
           FROM online_stocks s LEFT JOIN reservations r ON r.id = s.online_reservable_id
           WHERE s.online_stock_group_id = $1"#,
        slot.0,
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok((row.free, row.until))
}
