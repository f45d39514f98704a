//! Days off (owner §4, gaps G110): a closed day hides its web slots and keeps its reservations.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor};
use crate::ids::{CalendarDateId, RestaurantId};
use crate::inventory;

/// Reservations that remain if days are closed: bookings, and invitations without an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemainingReservations {
    pub reservations: i64,
    pub guests: i64,
}

pub async fn count_staying(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    dates: &[NaiveDate],
) -> sqlx::Result<RemainingReservations> {
    sqlx::query_as!(
        RemainingReservations,
        r#"SELECT count(*) AS "reservations!", coalesce(sum(guests_count), 0) AS "guests!" FROM reservations
           WHERE restaurant_id = $1 AND date = ANY ($2)
             AND (status = 'accepted' OR status = 'pending' AND coalesce(held_until > $3, true))"#,
        restaurant.0,
        dates,
        now,
    )
    .fetch_one(conn)
    .await
}

/// Opens or closes days, and creates missing day records. Returns the ids of the days' records, in the order of the days.
pub async fn set_closed(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    dates: &[NaiveDate],
    is_closed: bool,
) -> sqlx::Result<Vec<CalendarDateId>> {
    let ids = sqlx::query_scalar!(
        "INSERT INTO restaurant_calendar_dates (restaurant_id, date, is_closed)
         SELECT $1, day, $3 FROM unnest($2::date[]) AS day GROUP BY day ORDER BY day
         ON CONFLICT (restaurant_id, date) DO UPDATE SET is_closed = excluded.is_closed RETURNING id",
        restaurant.0,
        dates,
        is_closed,
    )
    .fetch_all(&mut *conn)
    .await?;
    let event = audit::Event {
        actor,
        action: if is_closed { "days_closed" } else { "days_opened" },
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "dates": dates }),
    };
    audit::record(conn, now, event).await?;
    inventory::queries::refresh_days(conn, restaurant, dates).await?;
    Ok(ids.into_iter().map(CalendarDateId).collect())
}

/// Returns the day of a record; None for a record of another restaurant.
pub async fn find_date(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: CalendarDateId,
) -> sqlx::Result<Option<NaiveDate>> {
    sqlx::query_scalar!(
        "SELECT date FROM restaurant_calendar_dates WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0
    )
    .fetch_optional(conn)
    .await
}
