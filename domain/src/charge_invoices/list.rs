//! The platform's charges to a restaurant, one statement a month (gaps G167).

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::statement::{self, StatementContent};
use crate::ids::{ChargeInvoiceId, RestaurantId};
use crate::money::Yen;
use crate::pagination::PageWindow;
use crate::zone::YearMonth;

#[derive(Clone, Debug)]
pub struct InvoiceRow {
    pub id: ChargeInvoiceId,
    /// The first day of its month.
    pub month: NaiveDate,
    pub reservations_count: i32,
    pub amount: Yen,
    /// `issued` or `paid`.
    pub status: String,
    pub issued_at: DateTime<Utc>,
    /// `None` if it was issued without, and no close has fixed them yet: `tax` is then computed.
    pub content: Option<Json<StatementContent>>,
}

impl InvoiceRow {
    /// Returns the tax within its amount, rounded once.
    pub fn tax(&self) -> Yen {
        self.content.as_ref().map_or_else(|| statement::RATE.tax_within(self.amount), |content| content.tax)
    }
}

/// Fields by which statements can be sorted; there is one statement a month.
pub const SORTS: [&str; 5] = ["month", "id", "reservations_count", "amount", "status"];

/// Returns the statements of a restaurant, of one month or of all.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    month: Option<YearMonth>,
    window: PageWindow,
) -> sqlx::Result<Vec<InvoiceRow>> {
    sqlx::query_as!(
        InvoiceRow,
        r#"SELECT id AS "id: ChargeInvoiceId", month, reservations_count, amount AS "amount: Yen", status, issued_at,
                content AS "content: Json<StatementContent>"
         FROM restaurant_charge_invoices
         WHERE restaurant_id = $1 AND ($2::date IS NULL OR month = $2)
         ORDER BY CASE WHEN NOT $4 THEN CASE $3 WHEN 'amount' THEN amount WHEN 'reservations_count' THEN reservations_count END END,
                  CASE WHEN $4 THEN CASE $3 WHEN 'amount' THEN amount WHEN 'reservations_count' THEN reservations_count END END
                      DESC,
                  CASE WHEN $3 = 'status' AND NOT $4 THEN status END, CASE WHEN $3 = 'status' AND $4 THEN status END DESC,
                  CASE WHEN $4 THEN month END DESC, month
         LIMIT $5 OFFSET $6"#,
        restaurant.0,
        month.map(YearMonth::first_day),
        window.sort,
        window.is_descending,
        window.limit,
        window.offset,
    )
    .fetch_all(conn)
    .await
}

/// Counts the statements, of one month or of all.
pub async fn count(conn: &mut PgConnection, restaurant: RestaurantId, month: Option<YearMonth>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM restaurant_charge_invoices
           WHERE restaurant_id = $1 AND ($2::date IS NULL OR month = $2)"#,
        restaurant.0,
        month.map(YearMonth::first_day),
    )
    .fetch_one(conn)
    .await
}

/// Returns the months that have a statement, newest first.
pub async fn list_months(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<NaiveDate>> {
    sqlx::query_scalar!(
        "SELECT month FROM restaurant_charge_invoices WHERE restaurant_id = $1 ORDER BY month DESC",
        restaurant.0
    )
    .fetch_all(conn)
    .await
}
