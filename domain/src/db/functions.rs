//! SQL functions and the composite types that they use: one file each, with the current text, applied when it changes.
//!
//! `204_refresh_availability_days.sql` creates `refresh_availability_days`, and nothing else except triggers that call it. The numbers
//! define the order: everything that a file uses when it is created (types, functions in the body of an SQL function) has a lower number.

use anyhow::Context;
use sqlx::migrate::{Migration, Migrator};
use sqlx::{AssertSqlSafe, Executor, PgConnection, PgPool};

/// Advisory lock held while functions are applied; a number that nothing else on the database uses.
const LOCK: i64 = 0x5ee_f0c5;

/// A file: the name of the function or type that it creates, and its text.
#[derive(Clone, Debug)]
pub struct Function {
    name: String,
    sql: String,
    checksum: Vec<u8>,
}

/// Returns the files in the order of their numbers.
pub fn files(migrator: &Migrator) -> Vec<Function> {
    let mut files: Vec<&Migration> = migrator.iter().collect();
    files.sort_by_key(|file| file.version);
    let function = |file: &Migration| Function {
        name: file.description.replace(' ', "_"),
        sql: file.sql.as_str().to_owned(),
        checksum: file.checksum.to_vec(),
    };
    files.into_iter().map(function).collect()
}

/// Applies, in one transaction, the files that changed or whose function does not exist, and drops the functions whose file was deleted.
/// Returns the names of the applied ones.
///
/// # Errors
/// The error names the file that PostgreSQL rejects; the database stays unchanged.
pub async fn apply(pool: &PgPool, files: &[Function]) -> anyhow::Result<Vec<String>> {
    let mut tx = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *tx).await?;
    let known = applied(&mut tx).await?;
    let mut done = Vec::new();
    for (name, _) in known.iter().filter(|(name, _)| !files.iter().any(|file| file.name == *name)) {
        let previous = existing(&mut tx, name).await?;
        drop_all(&mut tx, &previous).await?;
        sqlx::query("DELETE FROM schema_functions WHERE name = $1").bind(name).execute(&mut *tx).await?;
    }
    for file in files {
        // Queried for each file in turn, because replacing a type also drops the functions that use it.
        let previous = existing(&mut tx, &file.name).await?;
        let is_same = known.iter().any(|(name, sum)| *name == file.name && *sum == file.checksum);
        if !is_same || previous.is_empty() {
            replace(&mut tx, file, &previous).await.with_context(|| format!("function {}", file.name))?;
            done.push(file.name.clone());
        }
    }
    tx.commit().await?;
    Ok(done)
}

/// Returns the names of the files that the database lacks, or has with another text.
pub async fn stale(conn: &mut PgConnection, files: &[Function]) -> sqlx::Result<Vec<String>> {
    let is_there: bool =
        sqlx::query_scalar("SELECT to_regclass('public.schema_functions') IS NOT NULL").fetch_one(&mut *conn).await?;
    let known = if is_there { applied(conn).await? } else { Vec::new() };
    let mut stale = Vec::new();
    for file in files {
        let is_same = known.iter().any(|(name, sum)| *name == file.name && *sum == file.checksum);
        if !is_same || existing(conn, &file.name).await?.is_empty() {
            stale.push(file.name.clone());
        }
    }
    Ok(stale)
}

/// Returns the functions in the database, with the checksums of their files.
async fn applied(conn: &mut PgConnection) -> sqlx::Result<Vec<(String, Vec<u8>)>> {
    sqlx::query_as("SELECT name, checksum FROM public.schema_functions ORDER BY name").fetch_all(conn).await
}

/// Returns the objects of this name in the schema `public`: their names for `DROP`, and their ids in the catalogue.
async fn existing(conn: &mut PgConnection, name: &str) -> sqlx::Result<Vec<(String, i64)>> {
    let found = sqlx::query_as(
        "SELECT 'FUNCTION IF EXISTS ' || oid::regprocedure::text, oid::bigint FROM pg_proc
         WHERE proname = $1 AND pronamespace = 'public'::regnamespace
         UNION ALL
         SELECT 'TYPE IF EXISTS ' || t.oid::regtype::text, t.oid::bigint FROM pg_type t JOIN pg_class c ON c.oid = t.typrelid
         WHERE t.typname = $1 AND t.typnamespace = 'public'::regnamespace AND c.relkind = 'c'",
    );
    found.bind(name).fetch_all(conn).await
}

/// Replaces a function in place if PostgreSQL can, so that prepared statements remain valid. Otherwise (other arguments, another result, a
/// type), the old one is dropped first, with everything that depends on it.
async fn replace(conn: &mut PgConnection, file: &Function, previous: &[(String, i64)]) -> anyhow::Result<()> {
    conn.execute("SAVEPOINT previous").await?;
    let done = conn.execute(AssertSqlSafe(file.sql.clone())).await;
    if done.is_err() && !previous.is_empty() {
        conn.execute("ROLLBACK TO SAVEPOINT previous").await?;
        drop_all(conn, previous).await?;
        conn.execute(AssertSqlSafe(file.sql.clone())).await?;
    } else {
        done?;
    }
    let now = existing(conn, &file.name).await?;
    let (kept, made): (Vec<_>, Vec<_>) = now.into_iter().partition(|object| previous.contains(object));
    anyhow::ensure!(kept.len() + made.len() > 0, "the file creates nothing of that name");
    if !made.is_empty() {
        drop_all(conn, &kept).await?;
    }
    let noted = sqlx::query(
        "INSERT INTO public.schema_functions (name, checksum) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum",
    );
    noted.bind(&file.name).bind(&file.checksum).execute(conn).await?;
    Ok(())
}

async fn drop_all(conn: &mut PgConnection, objects: &[(String, i64)]) -> sqlx::Result<()> {
    for (object, _) in objects {
        conn.execute(AssertSqlSafe(format!("DROP {object} CASCADE"))).await?;
    }
    Ok(())
}
