//! Staff's memo of a day (gaps G111).

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor};
use crate::ids::{CalendarDateId, RestaurantId};

/// Maximum length of a memo in characters.
pub const MAX_MEMO_LENGTH: usize = 2_000;

/// Saves a day's memo; a blank memo deletes it. Returns the id of the day's record, or None if the memo has changed since the writer saw
/// it.
pub async fn set_memo(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    date: NaiveDate,
    memo: &str,
    seen: Option<&str>,
) -> sqlx::Result<Option<CalendarDateId>> {
    let id = sqlx::query_scalar!(
        "INSERT INTO restaurant_calendar_dates AS d (restaurant_id, date, daily_memo) VALUES ($1, $2, $3)
         ON CONFLICT (restaurant_id, date) DO UPDATE SET daily_memo = excluded.daily_memo
             WHERE coalesce($4, d.daily_memo) = d.daily_memo OR d.daily_memo = $3
         RETURNING id",
        restaurant.0,
        date,
        memo,
        seen,
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(id) = id else { return Ok(None) };
    let event = audit::Event {
        actor,
        action: "daily_memo_written",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "date": date }),
    };
    audit::record(conn, now, event).await?;
    Ok(Some(CalendarDateId(id)))
}
