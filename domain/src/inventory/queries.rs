//! SQL of stocks.

use sqlx::PgConnection;

use crate::ids::OnlineStockGroupId;

/// Stocks of a slot that no reservation holds.
pub async fn count_free_stocks(conn: &mut PgConnection, slot: OnlineStockGroupId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM online_stocks WHERE online_stock_group_id = $1 AND online_reservable_id IS NULL"#,
        slot.0
    )
    .fetch_one(conn)
    .await
}
