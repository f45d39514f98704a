//! Checks of the database: connection, version, migrations, and the workers' jobs.

use domain::config::Environment;
use domain::db;
use domain::jobs::queries::{self, Triggers};
use domain::legal::{self, DocumentKind};
use domain::restaurants::search;
use sqlx::PgPool;

use super::health;
use super::result::CheckResult;
use crate::commands::installation::Installation;
use crate::output::{UsageError, error_text};

const VERSIONS: std::ops::RangeInclusive<i32> = 15..=18;
const EXTENSIONS: [&str; 5] = ["btree_gist", "citext", "hstore", "pg_trgm", "pgcrypto"];

pub(super) async fn check(installation: &Installation, replica: Option<&str>) -> anyhow::Result<Vec<CheckResult>> {
    let shell = match installation.open().await {
        Ok(shell) => shell,
        Err(error) if error.is::<UsageError>() => return Err(error),
        Err(error) => {
            let hint = "check DATABASE_URL, and that the server runs and accepts connections from this machine";
            return Ok(vec![CheckResult::fail("database", error_text(&error), hint)]);
        }
    };
    let mut lines = vec![version(&shell.pool).await?, migrations(&shell.pool).await?, extensions(&shell.pool).await?];
    let triggers = queries::triggers(&mut *shell.pool.acquire().await?).await?;
    lines.push(job_table(triggers));
    lines.push(search_texts(&shell.pool).await?);
    if db::migration_state(&shell.pool).await?.is_current() {
        lines.push(change_marks(&shell.pool).await?);
        lines.push(documents(&shell.pool, installation).await?);
        lines.extend(health::check_health(&shell, installation, replica).await?);
    }
    Ok(lines)
}

async fn version(pool: &PgPool) -> sqlx::Result<CheckResult> {
    let number: i32 =
        sqlx::query_scalar("SELECT current_setting('server_version_num')::integer / 10000").fetch_one(pool).await?;
    let answer = format!("PostgreSQL {number} answers");
    Ok(match number {
        _ if VERSIONS.contains(&number) => CheckResult::ok("database", answer),
        _ if number > *VERSIONS.end() => {
            CheckResult::warn("database", answer, "newer than the tested versions 15 to 18")
        }
        _ => CheckResult::fail("database", answer, "too old: version 15 to 18 is required"),
    })
}

async fn migrations(pool: &PgPool) -> sqlx::Result<CheckResult> {
    const SUBJECT: &str = "migrations";
    let state = db::migration_state(pool).await?;
    if !state.pending.is_empty() {
        return Ok(CheckResult::fail(SUBJECT, format!("{} not applied", state.pending.len()), "seki migrate"));
    }
    if !state.stale_functions.is_empty() {
        let names = state.stale_functions.join(", ");
        return Ok(CheckResult::fail(
            SUBJECT,
            format!("functions differ from this program's: {names}"),
            "seki migrate",
        ));
    }
    if !state.invalid_indexes.is_empty() {
        let names = state.invalid_indexes.join(", ");
        return Ok(CheckResult::fail(SUBJECT, format!("indexes whose build was interrupted: {names}"), "seki migrate"));
    }
    if !state.changed.is_empty() {
        let hint = "a migration is never edited: this program and the database come from different sources";
        return Ok(CheckResult::fail(SUBJECT, format!("differ from those applied: {:?}", state.changed), hint));
    }
    if !state.unknown.is_empty() {
        let hint = "the database belongs to a newer version: update this program";
        return Ok(CheckResult::warn(SUBJECT, format!("{} unknown to this program", state.unknown.len()), hint));
    }
    Ok(CheckResult::ok(SUBJECT, format!("all {} applied", state.applied)))
}

async fn extensions(pool: &PgPool) -> sqlx::Result<CheckResult> {
    let present: Vec<String> = sqlx::query_scalar("SELECT extname FROM pg_extension").fetch_all(pool).await?;
    let missing: Vec<_> = EXTENSIONS.into_iter().filter(|name| !present.iter().any(|there| there == name)).collect();
    Ok(match missing.as_slice() {
        [] => CheckResult::ok("extensions", EXTENSIONS.join(", ")),
        _ => {
            let hint = "seki migrate creates them; some servers require CREATE on the database, or an administrator";
            CheckResult::fail("extensions", format!("missing: {}", missing.join(", ")), hint)
        }
    })
}

fn job_table(triggers: Triggers) -> CheckResult {
    const SUBJECT: &str = "job table";
    match triggers {
        Triggers { has_table: false, .. } => CheckResult::fail(SUBJECT, "missing", "seki migrate"),
        Triggers { has_retry_policy: false, .. } => {
            let hint = "failed jobs would be retried immediately, and panicked jobs would never end: seki migrate";
            CheckResult::fail(SUBJECT, "the trigger apalis_retry_policy is missing or disabled", hint)
        }
        Triggers { has_notify: true, .. } => {
            let hint = "it locks the whole cluster at each commit: DROP TRIGGER notify_workers ON apalis.jobs";
            CheckResult::warn(SUBJECT, "the trigger notify_workers of apalis exists", hint)
        }
        _ => CheckResult::ok(SUBJECT, "with its retry policy"),
    }
}

async fn search_texts(pool: &PgPool) -> sqlx::Result<CheckResult> {
    const SUBJECT: &str = "search";
    let missing = search::count_unwritten(&mut *pool.acquire().await?).await;
    Ok(match missing {
        Ok(0) => CheckResult::ok(SUBJECT, "complete"),
        Ok(missing) => CheckResult::warn(
            SUBJECT,
            format!("{missing} restaurants cannot be found by search terms"),
            "seki search rebuild",
        ),
        Err(_) => CheckResult::fail(SUBJECT, "its tables are missing", "seki migrate"),
    })
}

/// Checks the operator's documents. They are required by law, so a production installation without one is an error.
async fn documents(pool: &PgPool, installation: &Installation) -> sqlx::Result<CheckResult> {
    const SUBJECT: &str = "documents";
    let is_playground = installation.environment().is_ok_and(Environment::is_playground);
    let current = legal::list_current(&mut *pool.acquire().await?).await?;
    let is_lacking = |kind: &DocumentKind| {
        !current.iter().any(|document| document.kind == *kind && (is_playground || !document.is_example))
    };
    let lacking: Vec<_> = DocumentKind::ALL.into_iter().filter(is_lacking).map(DocumentKind::as_str).collect();
    if lacking.is_empty() {
        return Ok(CheckResult::ok(SUBJECT, "terms, privacy policy, commercial disclosure and contact are published"));
    }
    let hint = "seki legal publish KIND --ja FILE --en FILE; required by law";
    let message = format!("not published: {}", lacking.join(", "));
    Ok(if is_playground {
        CheckResult::warn(SUBJECT, message, hint)
    } else {
        CheckResult::fail(SUBJECT, message, hint)
    })
}

/// Checks the counter of change marks. A restore of the rows alone leaves the counter behind. New changes then get marks below
/// existing ones, and the caches do not receive them.
async fn change_marks(pool: &PgPool) -> sqlx::Result<CheckResult> {
    const SUBJECT: &str = "change marks";
    let (counter, highest): (i64, i64) = sqlx::query_as(
        "SELECT (SELECT last_value FROM change_no),
                greatest((SELECT max(changed_no) FROM restaurant_days), (SELECT max(changed_no) FROM restaurant_settings_versions),
                         (SELECT max(done_no) FROM audit_events), 0)",
    )
    .fetch_one(pool)
    .await?;
    Ok(if highest > counter {
        let hint = "a restore did not restore the counter: SELECT setval('change_no', THE HIGHEST MARK), then restart the web servers";
        CheckResult::fail(SUBJECT, format!("the highest mark is {highest}, but the counter is at {counter}"), hint)
    } else {
        CheckResult::ok(SUBJECT, format!("the counter is at {counter}"))
    })
}
