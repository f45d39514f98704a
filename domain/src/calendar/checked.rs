//! Days whose calendar an admin has reviewed (gaps G109).

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor, Event};
use crate::ids::{AdminUserId, RestaurantId};

/// Maximum number of days that one call marks.
pub const MAX_DAYS: usize = 366;

/// A checked day, with the admin and the time.
#[derive(Clone, Debug)]
pub struct CheckedDay {
    pub date: NaiveDate,
    pub checked_at: DateTime<Utc>,
    pub nickname: String,
}

/// Returns the checked days of a range, in order.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: NaiveDate,
    till: NaiveDate,
) -> sqlx::Result<Vec<CheckedDay>> {
    sqlx::query_as!(
        CheckedDay,
        r#"SELECT d.date, d.checked_at AS "checked_at!", a.nickname
           FROM restaurant_calendar_dates d JOIN admin_users a ON a.id = d.checked_by
           WHERE d.restaurant_id = $1 AND d.date BETWEEN $2 AND $3 AND d.checked_at IS NOT NULL ORDER BY d.date"#,
        restaurant.0,
        from,
        till,
    )
    .fetch_all(conn)
    .await
}

/// Marks days as checked or removes the marks. A day that is already in that state keeps its admin. Returns the number of changed days.
pub async fn set(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: AdminUserId,
    restaurant: RestaurantId,
    dates: &[NaiveDate],
    is_checked: bool,
) -> sqlx::Result<u64> {
    let changed = if is_checked {
        sqlx::query!(
            "INSERT INTO restaurant_calendar_dates (restaurant_id, date, checked_at, checked_by)
             SELECT $1, day, $3, $4 FROM unnest($2::date[]) AS day GROUP BY day ORDER BY day
             ON CONFLICT (restaurant_id, date) DO UPDATE SET checked_at = excluded.checked_at, checked_by = excluded.checked_by
             WHERE restaurant_calendar_dates.checked_at IS NULL",
            restaurant.0,
            dates,
            now,
            admin.0,
        )
        .execute(&mut *conn)
        .await?
    } else {
        sqlx::query!(
            "UPDATE restaurant_calendar_dates SET checked_at = NULL, checked_by = NULL
             WHERE restaurant_id = $1 AND date = ANY ($2) AND checked_at IS NOT NULL",
            restaurant.0,
            dates,
        )
        .execute(&mut *conn)
        .await?
    };
    let event = Event {
        actor: Actor::Admin(admin),
        action: if is_checked { "days_checked" } else { "days_unchecked" },
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "dates": dates }),
    };
    audit::record(conn, now, event).await?;
    Ok(changed.rows_affected())
}
