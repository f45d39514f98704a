//! Connections and migrations.

use std::time::Duration;

use apalis_postgres::PostgresStorage;
use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool, migrate::Migrator};

use crate::signing::fingerprint;

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// Constraints are named, and an action asks which one refused its write.
pub fn violated(error: &sqlx::Error) -> Option<&str> {
    error.as_database_error()?.constraint()
}

/// A deadlock or a serialisation failure: the same transaction may succeed when tried again.
pub fn is_transient(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| matches!(code.as_ref(), "40001" | "40P01" | "55P03"))
}

/// A pool whose sessions give up rather than hang: on a lock after 5 s, on a statement after 30 s.
pub async fn connect(url: &str, application: &str, max_connections: u32) -> sqlx::Result<PgPool> {
    let options = url.parse::<PgConnectOptions>()?.application_name(application).options([
        ("statement_timeout", "30s"),
        ("lock_timeout", "5s"),
        ("idle_in_transaction_session_timeout", "30s"),
    ]);
    PgPoolOptions::new()
        .max_connections(max_connections)
        .acquire_timeout(Duration::from_secs(10))
        .test_before_acquire(false)
        .before_acquire(|conn, state| Box::pin(is_alive(conn, state)))
        .connect_with(options)
        .await
}

/// What the migrations of this build come to, as a short name.
pub fn schema_name() -> String {
    let sums: String = MIGRATIONS.iter().flat_map(|m| m.checksum.iter().map(|byte| format!("{byte:02x}"))).collect();
    fingerprint(&sums).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A connection that has just served is trusted; one that lay idle, perhaps through a failover, is asked first.
async fn is_alive(conn: &mut PgConnection, state: PoolConnectionMetadata) -> sqlx::Result<bool> {
    if state.idle_for < Duration::from_secs(1) {
        return Ok(true);
    }
    Ok(conn.ping().await.is_ok())
}

/// Brings an empty or older database up to date: the job tables first, then ours. Safe to run from several processes.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    PostgresStorage::setup(pool).await?;
    MIGRATIONS.run(pool).await?;
    Ok(())
}
