//! Connections and migrations.

use std::collections::HashMap;
use std::path::Path;
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

/// A pool whose statements are planned once per connection: for the path on which everybody waits, whose queries find their
/// rows by keys whatever the keys are. A plan made while a table was still small must do when it has grown, so none may read
/// a whole table.
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

/// The same with the files of a folder in place of those this program was built with.
pub async fn migrate_from(pool: &PgPool, folder: &Path) -> anyhow::Result<()> {
    let migrations = Migrator::new(folder).await?;
    PostgresStorage::setup(pool).await?;
    migrations.run(pool).await?;
    Ok(())
}

/// How a database's schema stands to this program's migrations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MigrationState {
    pub applied: usize,
    /// Known to the program and not yet applied.
    pub pending: Vec<i64>,
    /// Applied with other contents than the program knows.
    pub changed: Vec<i64>,
    /// Applied by a newer program.
    pub unknown: Vec<i64>,
}

impl MigrationState {
    pub fn is_current(&self) -> bool {
        self.pending.is_empty() && self.changed.is_empty()
    }
}

pub async fn migration_state(pool: &PgPool) -> sqlx::Result<MigrationState> {
    let is_old: bool =
        sqlx::query_scalar("SELECT to_regclass('public._sqlx_migrations') IS NOT NULL").fetch_one(pool).await?;
    let applied: Vec<(i64, Vec<u8>)> = match is_old {
        true => {
            let rows =
                sqlx::query_as("SELECT version, checksum FROM public._sqlx_migrations WHERE success ORDER BY version");
            rows.fetch_all(pool).await?
        }
        false => Vec::new(),
    };
    let known: HashMap<_, _> = MIGRATIONS.iter().map(|known| (known.version, &known.checksum)).collect();
    let is_applied = |version: &i64| applied.iter().any(|(applied, _)| applied == version);
    let mut pending: Vec<_> = known.keys().copied().filter(|version| !is_applied(version)).collect();
    pending.sort_unstable();
    let versions = |test: &dyn Fn(&i64, &[u8]) -> bool| {
        applied.iter().filter(|(version, sum)| test(version, sum)).map(|(version, _)| *version).collect()
    };
    Ok(MigrationState {
        applied: applied.len(),
        pending,
        changed: versions(&|version, sum| known.get(version).is_some_and(|known| known.as_ref() != sum)),
        unknown: versions(&|version, _| !known.contains_key(version)),
    })
}
