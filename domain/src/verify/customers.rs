//! Merged customer records.

use sqlx::PgConnection;

/// Checks that a merged customer has no reservations, its target is not merged itself, and every member of a merge is merged.
pub(super) async fn merged(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"SELECT format('customer %s is merged into %s, who is merged too', c.id, p.id) AS "detail!"
           FROM customers c JOIN customers p ON p.restaurant_id = c.restaurant_id AND p.id = c.merged_into_id
           WHERE p.merged_into_id IS NOT NULL
           UNION ALL
           SELECT format('reservation %s is of customer %s, who is merged', r.id, c.id)
           FROM customers c JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.customer_id = c.id
           WHERE c.merged_into_id IS NOT NULL
           UNION ALL
           SELECT format('customer %s is of merge %s and stands', c.id, m.customer_merge_id)
           FROM customer_merge_members m JOIN customers c ON c.restaurant_id = m.restaurant_id AND c.id = m.customer_id
           WHERE c.merged_into_id IS NULL"#
    )
    .fetch_all(conn)
    .await
}
