//! Indexes that an interrupted `CREATE INDEX CONCURRENTLY` left invalid. `IF NOT EXISTS` skips an invalid index, so a repeated migration
//! would not build it.

use sqlx::{AssertSqlSafe, Executor, PgPool};

/// Returns the names of the invalid indexes, as SQL writes them, without indexes that are being built.
pub async fn list_invalid(pool: &PgPool) -> sqlx::Result<Vec<String>> {
    let invalid = sqlx::query_scalar(
        "SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND NOT i.indisvalid
           AND NOT EXISTS (SELECT 1 FROM pg_stat_progress_create_index p
                           WHERE p.datname = current_database() AND p.index_relid = i.indexrelid)
         ORDER BY 1",
    );
    invalid.fetch_all(pool).await
}

/// Builds each invalid index again, without a lock against writes. The remains of an interrupted `REINDEX CONCURRENTLY` are dropped: the
/// index that it should have replaced exists.
pub async fn rebuild_invalid(pool: &PgPool) -> sqlx::Result<()> {
    for index in list_invalid(pool).await? {
        let is_remains = index.contains("_ccnew") || index.contains("_ccold");
        let statement = if is_remains { "DROP INDEX CONCURRENTLY IF EXISTS" } else { "REINDEX INDEX CONCURRENTLY" };
        tracing::info!(%index, statement, "an index is invalid");
        pool.execute(AssertSqlSafe(format!("{statement} {index}"))).await?;
    }
    Ok(())
}
