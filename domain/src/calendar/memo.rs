//! What staff write about a day (gaps G111).

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor};
use crate::ids::RestaurantId;

/// Characters of a memo at most.
pub const MOST_CHARACTERS: usize = 2_000;

/// Writes a day's memo, blank to take it away; the number of the day's record.
pub async fn set_memo(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    date: NaiveDate,
    memo: &str,
) -> sqlx::Result<i64> {
    let id = sqlx::query_scalar!(
        "INSERT INTO restaurant_calendar_dates (restaurant_id, date, daily_memo) VALUES ($1, $2, $3)
         ON CONFLICT (restaurant_id, date) DO UPDATE SET daily_memo = excluded.daily_memo RETURNING id",
        restaurant.0,
        date,
        memo,
    )
    .fetch_one(&mut *conn)
    .await?;
    let event = audit::Event {
        actor,
        action: "daily_memo_written",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "date": date }),
    };
    audit::record(conn, now, event).await?;
    Ok(id)
}
