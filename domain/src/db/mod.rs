//! Connections, and what the database refuses. The schema is brought up to date by `migrations`.

mod functions;
mod migrations;
mod tls;

use std::time::Duration;

use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};

pub use migrations::{MigrationState, migrate, migrate_from, migration_state, schema_name, warn_of_old_schema};

/// The constraint that refused a write: they are named, and an action asks which one it was. On a node of a Citus cluster the name
/// is a shard's (`reservations_one_hold_key_102008`), and is told in the message alone.
pub fn violated(error: &sqlx::Error) -> Option<&str> {
    let refused = error.as_database_error()?;
    let is_refusal = refused.code().is_some_and(|code| code.starts_with("23"));
    let told = || named_in(refused.message()).filter(|_| is_refusal);
    refused.constraint().or_else(told).map(without_shard)
}

fn named_in(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("constraint \"")?;
    Some(rest.split_once('"')?.0)
}

fn without_shard(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((constraint, shard)) if !shard.is_empty() && shard.bytes().all(|byte| byte.is_ascii_digit()) => constraint,
        _ => name,
    }
}

/// A deadlock or a serialisation failure: the same transaction may succeed when tried again.
pub fn is_transient(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| matches!(code.as_ref(), "40001" | "40P01" | "55P03"))
}

/// A pool whose sessions give up rather than hang: on a lock after 15 s, on a statement after 30 s.
pub async fn connect(url: &str, application: &str, max_connections: u32) -> sqlx::Result<PgPool> {
    pool(impatient(url, application)?, max_connections).await
}

fn impatient(url: &str, application: &str) -> sqlx::Result<PgConnectOptions> {
    Ok(url.parse::<PgConnectOptions>()?.application_name(application).options([
        ("statement_timeout", "30s"),
        ("lock_timeout", "15s"),
        ("idle_in_transaction_session_timeout", "30s"),
    ]))
}

/// How the sessions of `connect_planned` are set up.
pub const PLANNED: [(&str, &str); 2] = [("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off")];

/// A pool whose statements are planned once for each connection: for bookings, whose queries find their rows by keys
/// whatever the keys are. A plan that was made while a table was small must serve when it has grown, so no plan may
/// read a whole table.
pub async fn connect_planned(url: &str, application: &str, max_connections: u32) -> sqlx::Result<PgPool> {
    pool(impatient(url, application)?.options(PLANNED), max_connections).await
}

/// A pool for work that takes as long as it takes: migrations, loads, checks of everything.
pub async fn connect_patiently(url: &str, application: &str, max_connections: u32) -> sqlx::Result<PgPool> {
    pool(url.parse::<PgConnectOptions>()?.application_name(application), max_connections).await
}

async fn pool(options: PgConnectOptions, max_connections: u32) -> sqlx::Result<PgPool> {
    PgPoolOptions::new()
        .max_connections(max_connections)
        .acquire_timeout(Duration::from_secs(25))
        .test_before_acquire(false)
        .before_acquire(|conn, state| Box::pin(is_alive(conn, state)))
        .connect_with(options)
        .await
        .map_err(tls::explain)
}

/// One connection, which fails at once where a pool tries again, and says why.
pub async fn connect_once(url: &str) -> sqlx::Result<PgConnection> {
    PgConnection::connect(url).await.map_err(tls::explain)
}

/// A connection that has just served is trusted. One that was idle, perhaps through a failover, is pinged first.
async fn is_alive(conn: &mut PgConnection, state: PoolConnectionMetadata) -> sqlx::Result<bool> {
    if state.idle_for < Duration::from_secs(1) {
        return Ok(true);
    }
    Ok(conn.ping().await.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shards_constraint_has_the_name_of_its_tables() {
        let told = [
            "duplicate key value violates unique constraint \"reservations_one_hold_key_102008\"",
            "conflicting key value violates exclusion constraint \"reservation_seats_no_overlap_102850\"",
            "new row for relation \"osg_times_102\" violates check constraint \"osg_times_span_check\"",
        ];
        let names: Vec<_> = told.iter().filter_map(|message| named_in(message)).map(without_shard).collect();
        assert_eq!(names, ["reservations_one_hold_key", "reservation_seats_no_overlap", "osg_times_span_check"]);
        assert_eq!(named_in("deadlock detected"), None);
        assert_eq!(without_shard("courses_uid_key"), "courses_uid_key");
    }
}
