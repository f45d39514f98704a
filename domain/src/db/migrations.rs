//! The schema: apalis's job tables, then the numbered files of `migrations/`, then the functions of `migrations/functions/`.

use std::collections::HashMap;
use std::path::Path;

use apalis_postgres::PostgresStorage;
use sqlx::{PgPool, migrate::Migrator};

use super::functions;
use crate::signing::fingerprint;

static TABLES: Migrator = sqlx::migrate!("../migrations");
/// Only the files are used: sorted by number, each identified by the object that it creates.
static FUNCTIONS: Migrator = sqlx::migrate!("../migrations/functions");

/// Returns a short name for the migrations and functions of this build.
pub fn schema_name() -> String {
    let files = TABLES.iter().chain(FUNCTIONS.iter());
    let sums: String = files.flat_map(|file| file.checksum.iter().map(|byte| format!("{byte:02x}"))).collect();
    fingerprint(&sums).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Migrates an empty or older database. Returns the names of the changed functions. Safe to run in several processes.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<Vec<String>> {
    PostgresStorage::setup(pool).await?;
    TABLES.run(pool).await?;
    functions::apply(pool, &functions::files(&FUNCTIONS)).await
}

/// As `migrate`, with the files of a folder instead of the embedded ones.
pub async fn migrate_from(pool: &PgPool, folder: &Path) -> anyhow::Result<Vec<String>> {
    let tables = Migrator::new(folder).await?;
    let functions = Migrator::new(folder.join("functions")).await?;
    PostgresStorage::setup(pool).await?;
    tables.run(pool).await?;
    functions::apply(pool, &functions::files(&functions)).await
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
}

impl MigrationState {
    pub fn is_current(&self) -> bool {
        self.pending.is_empty() && self.changed.is_empty() && self.stale_functions.is_empty()
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
    })
}

/// Logs what the database's schema lacks for this program, which continues and works once the schema is migrated.
pub async fn warn_of_old_schema(pool: &PgPool) -> sqlx::Result<()> {
    let state = migration_state(pool).await?;
    if !state.is_current() {
        tracing::warn!(
            pending = ?state.pending, changed = ?state.changed, functions = ?state.stale_functions,
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
