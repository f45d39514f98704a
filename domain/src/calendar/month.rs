//! The overview of a month: bookings and offers on each day.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::ids::{CalendarDateId, RestaurantId};
use crate::restaurants::model::OperationName;

/// The restaurant's record of a day.
#[derive(Clone, Debug)]
pub struct DayRecord {
    pub id: CalendarDateId,
    pub date: NaiveDate,
    pub is_closed: bool,
    pub daily_memo: String,
    /// Time at which an admin reviewed the day (gaps G109).
    pub checked_at: Option<DateTime<Utc>>,
}

pub async fn list_records(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: NaiveDate,
    till: NaiveDate,
) -> sqlx::Result<Vec<DayRecord>> {
    sqlx::query_as!(
        DayRecord,
        r#"SELECT id AS "id: CalendarDateId", date, is_closed, daily_memo, checked_at FROM restaurant_calendar_dates
         WHERE restaurant_id = $1 AND date BETWEEN $2 AND $3 ORDER BY date"#,
        restaurant.0,
        from,
        till,
    )
    .fetch_all(conn)
    .await
}

/// Numbers of a meal on a day.
#[derive(Clone, Debug)]
pub struct MealCount {
    pub date: NaiveDate,
    pub operation: OperationName,
    /// Bookings, and their guests.
    pub reservations: i64,
    pub guests: i64,
    /// Invitations without an answer.
    pub invitations: i64,
    /// Seats offered online, and the number of them that are not taken.
    pub web_stocks: i64,
    pub free_web_stocks: i64,
}

/// Returns the meals of some days that have reservations or web slots.
pub async fn list_counts(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: NaiveDate,
    till: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<MealCount>> {
    sqlx::query_as!(
        MealCount,
        r#"WITH booked AS (
               SELECT r.date, r.operation, count(*) FILTER (WHERE r.status = 'accepted') AS reservations,
                      sum(r.guests_count) FILTER (WHERE r.status = 'accepted') AS guests,
                      count(*) FILTER (WHERE r.status = 'pending') AS invitations
               FROM reservations r
               WHERE r.restaurant_id = $1 AND r.date BETWEEN $2 AND $3
                 AND (r.status = 'accepted' OR r.status = 'pending' AND r.type <> 'online_reservation'
                   AND coalesce(r.held_until > $4, true))
               GROUP BY r.date, r.operation),
           offered AS (
               SELECT o.date, o.operation, count(*) AS stocks, count(*) FILTER (
                   WHERE (r.id IS NULL OR r.status = 'pending' AND coalesce(r.held_until <= $4, false)) AND EXISTS (
                       SELECT 1 FROM osg_times t WHERE t.restaurant_id = $1 AND t.online_stock_group_id = o.id
                           AND (SELECT true FROM reservation_seats taken
                                WHERE taken.restaurant_id = $1 AND taken.inventory_item_id = k.inventory_item_id
                                  AND taken.released_at IS NULL AND seat_overlaps(taken.during, t.starts_at, t.ends_at) LIMIT 1)
                               IS NULL)) AS free
               FROM online_stock_groups o
               JOIN online_stocks k ON k.restaurant_id = o.restaurant_id AND k.online_stock_group_id = o.id
               LEFT JOIN reservations r ON r.restaurant_id = k.restaurant_id AND r.id = k.online_reservable_id
               WHERE o.restaurant_id = $1 AND o.date BETWEEN $2 AND $3 AND o.deleted_at IS NULL
               GROUP BY o.date, o.operation)
           SELECT coalesce(b.date, o.date) AS "date!", coalesce(b.operation, o.operation) AS "operation!: OperationName",
                  coalesce(b.reservations, 0) AS "reservations!", coalesce(b.guests, 0) AS "guests!",
                  coalesce(b.invitations, 0) AS "invitations!",
                  coalesce(o.stocks, 0) AS "web_stocks!", coalesce(o.free, 0) AS "free_web_stocks!"
           FROM booked b FULL JOIN offered o ON o.date = b.date AND o.operation = b.operation
           ORDER BY 1, array_position('{lunch,dinner,takeaway}', coalesce(b.operation, o.operation))"#,
        restaurant.0,
        from,
        till,
        now,
    )
    .fetch_all(conn)
    .await
}
