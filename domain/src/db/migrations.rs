//! The schema: apalis's job tables, then the numbered files of `migrations/`, then the functions of `migrations/functions/`.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use apalis_postgres::PostgresStorage;
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection, PgPool};

use super::{functions, indexes};
use crate::signing::fingerprint;

static TABLES: Migrator = sqlx::migrate!("../migrations");
/// Only the files are used: sorted by number, each identified by the object that it creates.
static FUNCTIONS: Migrator = sqlx::migrate!("../migrations/functions");
/// Advisory lock held while the schema is migrated; a number that nothing else on the database uses.
const LOCK: i64 = 0x5ee_f0c6;
const LOCK_INTERVAL: Duration = Duration::from_millis(200);

/// Returns a short name for the migrations and functions of this build.
pub fn schema_name() -> String {
    let files = TABLES.iter().chain(FUNCTIONS.iter());
    let sums: String = files.flat_map(|file| file.checksum.iter().map(|byte| format!("{byte:02x}"))).collect();
    fingerprint(&sums).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Migrates an empty or older database. Returns the names of the changed functions. Safe to run in several processes.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<Vec<String>> {
    apply(pool, &TABLES, &FUNCTIONS).await
}

/// As `migrate`, with the files of a folder instead of the embedded ones.
pub async fn migrate_from(pool: &PgPool, folder: &Path) -> anyhow::Result<Vec<String>> {
    apply(pool, &Migrator::new(folder).await?, &Migrator::new(folder.join("functions")).await?).await
}

async fn apply(pool: &PgPool, tables: &Migrator, functions: &Migrator) -> anyhow::Result<Vec<String>> {
    let lock = lock(pool).await?;
    PostgresStorage::setup(pool).await?;
    indexes::rebuild_invalid(pool).await?;
    tables.run(pool).await?;
    let changed = functions::apply(pool, &functions::files(functions)).await?;
    lock.close().await?;
    Ok(changed)
}

/// Waits until no other process migrates the database. The returned connection holds the lock until it is closed.
///
/// The locks of sqlx and of the functions are then free. A process that waited for one of them would hold a snapshot meanwhile, for which
/// `CREATE INDEX CONCURRENTLY` waits: a deadlock, which leaves the index invalid. Polling holds none between two attempts.
async fn lock(pool: &PgPool) -> sqlx::Result<PgConnection> {
    let mut conn = pool.acquire().await?.detach();
    while !sqlx::query_scalar::<_, bool>("SELECT pg_try_advisory_lock($1)").bind(LOCK).fetch_one(&mut conn).await? {
        tokio::time::sleep(LOCK_INTERVAL).await;
    }
    Ok(conn)
}

/// Difference between a database's schema and this program's migrations and functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MigrationState {
    pub applied: usize,
    /// Known to the program and not applied yet.
    pub pending: Vec<i64>,
    /// Applied with different contents.
    pub changed: Vec<i64>,
    /// Applied by a newer program.
    pub unknown: Vec<i64>,
    /// Functions and types that differ in the database.
    pub stale_functions: Vec<String>,
    /// Indexes whose build was interrupted: writes maintain them, and no query uses them.
    pub invalid_indexes: Vec<String>,
}

impl MigrationState {
    pub fn is_current(&self) -> bool {
        self.pending.is_empty()
            && self.changed.is_empty()
            && self.stale_functions.is_empty()
            && self.invalid_indexes.is_empty()
    }
}

pub async fn migration_state(pool: &PgPool) -> sqlx::Result<MigrationState> {
    let applied = applied_migrations(pool).await?;
    let known: HashMap<_, _> = TABLES.iter().map(|known| (known.version, &known.checksum)).collect();
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
        stale_functions: functions::stale(&mut *pool.acquire().await?, &functions::files(&FUNCTIONS)).await?,
        invalid_indexes: indexes::list_invalid(pool).await?,
    })
}

/// Logs what the database's schema lacks for this program, which continues and works once the schema is migrated.
pub async fn warn_of_old_schema(pool: &PgPool) -> sqlx::Result<()> {
    let state = migration_state(pool).await?;
    if !state.is_current() {
        tracing::warn!(
            pending = ?state.pending, changed = ?state.changed, functions = ?state.stale_functions,
            invalid_indexes = ?state.invalid_indexes,
            "the database's schema differs from this program's: run seki migrate",
        );
    }
    Ok(())
}

/// Returns versions and checksums of the numbered files that were applied to the database.
async fn applied_migrations(pool: &PgPool) -> sqlx::Result<Vec<(i64, Vec<u8>)>> {
    let is_old: bool =
        sqlx::query_scalar("SELECT to_regclass('public._sqlx_migrations') IS NOT NULL").fetch_one(pool).await?;
    if !is_old {
        return Ok(Vec::new());
    }
    sqlx::query_as("SELECT version, checksum FROM public._sqlx_migrations WHERE success ORDER BY version")
        .fetch_all(pool)
        .await
}
