//! What the platform charges a restaurant, a statement a month (gaps G167).

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::ids::RestaurantId;
use crate::zone::YearMonth;

#[derive(Clone, Debug)]
pub struct Invoice {
    pub id: i64,
    /// The first day of its month.
    pub month: NaiveDate,
    pub reservations_count: i32,
    pub amount: i32,
    /// issued or paid.
    pub status: String,
    pub issued_at: DateTime<Utc>,
}

/// The statements of a restaurant, the latest first; of one month, or all.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    month: Option<YearMonth>,
    (limit, offset): (i64, i64),
) -> sqlx::Result<Vec<Invoice>> {
    sqlx::query_as!(
        Invoice,
        "SELECT id, month, reservations_count, amount, status, issued_at FROM restaurant_charge_invoices
         WHERE restaurant_id = $1 AND ($2::date IS NULL OR month = $2) ORDER BY month DESC LIMIT $3 OFFSET $4",
        restaurant.0,
        month.map(YearMonth::first_day),
        limit,
        offset,
    )
    .fetch_all(conn)
    .await
}

/// The months that have a statement, the latest first.
pub async fn list_months(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<NaiveDate>> {
    sqlx::query_scalar!(
        "SELECT month FROM restaurant_charge_invoices WHERE restaurant_id = $1 ORDER BY month DESC",
        restaurant.0
    )
    .fetch_all(conn)
    .await
}
