//! Scheduled work: rows of `cron_schedules`. One worker fires each tick, the one that locks the row.

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;

use super::MaintenanceJob;
use super::cron::{Missed, TickAction, Timing, with_seconds};
use crate::progress::Failures;
use crate::rng::Rng;

/// Deletes expired rows.
pub const PRUNE: &str = "prune";
/// Creates the slots of future days from the refill templates (gaps G105).
pub const REFILL: &str = "refill";
/// Books earnings and charges of restaurants, and issues their charge invoices (gaps G167).
pub const LEDGER: &str = "ledger";
/// Creates further rounds of periodic plans.
pub const ROUNDS: &str = "rounds";
/// Verifies the invariants of the data.
pub const VERIFY: &str = "verify";

/// A schedule of a new database.
#[derive(Clone, Copy, Debug)]
pub struct StandardSchedule {
    /// Name of the duty, and payload of its job.
    pub name: &'static str,
    pub expression: &'static str,
    pub missed: Missed,
}

/// All on the wall clock of Japan, where the restaurants are closed at these hours.
pub const STANDARD: [StandardSchedule; 5] = [
    // Refills reach as far as the rounds.
    StandardSchedule { name: ROUNDS, expression: "0 40 2 * * *", missed: Missed::Once },
    StandardSchedule { name: REFILL, expression: "0 0 3 * * *", missed: Missed::Once },
    StandardSchedule { name: LEDGER, expression: "0 0 4 * * *", missed: Missed::Once },
    StandardSchedule { name: PRUNE, expression: "0 30 4 * * *", missed: Missed::Once },
    StandardSchedule { name: VERIFY, expression: "0 50 4 * * *", missed: Missed::Skip },
];
const TIME_ZONE: &str = "Asia/Tokyo";

/// A row of the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Schedule {
    pub name: String,
    pub expression: String,
    pub time_zone: String,
    pub missed: Missed,
    pub is_enabled: bool,
    /// None if it has no further tick.
    pub next_tick: Option<DateTime<Utc>>,
    pub last_tick: Option<DateTime<Utc>>,
    /// The last tick that was skipped because no worker was running.
    pub skipped_tick: Option<DateTime<Utc>>,
    /// Of the last run: its start, duration, amount of work and error.
    pub ran_at: Option<DateTime<Utc>>,
    pub ran_millis: Option<i64>,
    pub ran_done: Option<i64>,
    pub ran_error: Option<String>,
}

/// Outcome of a run. A success has no `error`. An error contains no personal data.
#[derive(Clone, Debug)]
pub struct ScheduleRun {
    pub began_at: DateTime<Utc>,
    pub millis: i64,
    pub done: i64,
    pub error: Option<String>,
}

/// Inserts the schedules that have no row yet. A row that an operator changed stays.
pub async fn ensure(conn: &mut PgConnection, now: DateTime<Utc>) -> anyhow::Result<()> {
    for schedule in STANDARD {
        let next = Timing::parse(schedule.expression, TIME_ZONE)?.next_after(now);
        sqlx::query!(
            "INSERT INTO cron_schedules (name, expression, time_zone, missed, next_tick) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (name) DO NOTHING",
            schedule.name,
            schedule.expression,
            TIME_ZONE,
            schedule.missed.as_str(),
            next,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Returns all rows, by name.
pub async fn list(conn: &mut PgConnection) -> sqlx::Result<Vec<Schedule>> {
    sqlx::query_as!(
        Schedule,
        r#"SELECT name, expression, time_zone, missed AS "missed: Missed", is_enabled, next_tick, last_tick, skipped_tick,
                  ran_at, ran_millis, ran_done, ran_error
           FROM cron_schedules ORDER BY name"#
    )
    .fetch_all(conn)
    .await
}

/// Fires schedules that are due at `now`, once for each tick however many workers run. Returns the names of fired schedules. An invalid row
/// does not stop the others; its error is returned after them.
pub async fn fire_due(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> anyhow::Result<Vec<String>> {
    let due = sqlx::query_scalar!(
        "SELECT name FROM cron_schedules WHERE is_enabled AND next_tick <= $1 ORDER BY next_tick, name",
        now
    );
    let due = due.fetch_all(&mut *pool.acquire().await?).await?;
    let (mut fired, mut failures) = (Vec::new(), Failures::none());
    for name in due {
        let is_fired = fire_one(pool, rng, now, &name).await;
        let is_fired = is_fired.with_context(|| format!("schedule {name}"));
        if failures.pass(format_args!("schedule {name}"), is_fired).unwrap_or_default() {
            fired.push(name);
        }
    }
    failures.or(fired)
}

struct LockedSchedule {
    expression: String,
    time_zone: String,
    missed: Missed,
    next_tick: DateTime<Utc>,
}

/// Fires a schedule. False if another worker locks the row or has fired it, or if its tick is skipped.
async fn fire_one(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, name: &str) -> anyhow::Result<bool> {
    let mut tx = pool.begin().await?;
    let held = sqlx::query_as!(
        LockedSchedule,
        r#"SELECT expression, time_zone, missed AS "missed: Missed", next_tick AS "next_tick!"
           FROM cron_schedules WHERE name = $1 AND is_enabled AND next_tick <= $2 FOR UPDATE SKIP LOCKED"#,
        name,
        now,
    );
    let Some(held) = held.fetch_optional(&mut *tx).await? else { return Ok(false) };
    let timing = Timing::parse(&held.expression, &held.time_zone)?;
    let turn = timing.turn(held.missed, held.next_tick, now);
    let (fired, left_out) = match turn {
        TickAction::Fire(tick) => (Some(tick), None),
        TickAction::LeaveOut(tick) => (None, Some(tick)),
        TickAction::Wait => (None, None),
    };
    if let Some(tick) = fired {
        let key = format!("cron:{name}:{}", tick.timestamp());
        super::push(&mut tx, rng, &MaintenanceJob { schedule: name.to_owned() }, Some(&key)).await?;
    }
    sqlx::query!(
        "UPDATE cron_schedules SET next_tick = $2, last_tick = coalesce($3, last_tick), skipped_tick = coalesce($4, skipped_tick)
         WHERE name = $1",
        name,
        timing.next_after(now),
        fired,
        left_out,
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(fired.is_some())
}

/// Enables or disables a schedule. The next tick of an enabled one is after `now`. False if there is no schedule of this name.
pub async fn set_enabled(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    name: &str,
    is_enabled: bool,
) -> anyhow::Result<bool> {
    let Some(row) = find(conn, name).await? else { return Ok(false) };
    let next = Timing::parse(&row.expression, &row.time_zone)?.next_after(now);
    let next = if is_enabled && !row.is_enabled { next } else { row.next_tick };
    let written = sqlx::query!(
        "UPDATE cron_schedules SET is_enabled = $2, next_tick = $3 WHERE name = $1",
        name,
        is_enabled,
        next
    );
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// Changes of a schedule's timing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScheduleChange<'a> {
    pub expression: Option<&'a str>,
    pub time_zone: Option<&'a str>,
    pub missed: Option<Missed>,
}

/// Changes the timing of a schedule. False if there is no schedule of this name.
///
/// # Errors
/// `TimingError` if the expression or the zone is invalid.
pub async fn set_timing(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    name: &str,
    change: ScheduleChange<'_>,
) -> anyhow::Result<bool> {
    let Some(row) = find(conn, name).await? else { return Ok(false) };
    let expression = change.expression.map_or(row.expression, with_seconds);
    let time_zone = change.time_zone.unwrap_or(&row.time_zone);
    let timing = Timing::parse(&expression, time_zone)?;
    let written = sqlx::query!(
        "UPDATE cron_schedules SET expression = $2, time_zone = $3, missed = $4, next_tick = $5 WHERE name = $1",
        name,
        expression,
        time_zone,
        change.missed.unwrap_or(row.missed).as_str(),
        timing.next_after(now),
    );
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// Returns one row.
pub async fn find(conn: &mut PgConnection, name: &str) -> sqlx::Result<Option<Schedule>> {
    Ok(list(conn).await?.into_iter().find(|schedule| schedule.name == name))
}

/// Records the outcome of a run, of a tick or a manual one.
pub async fn record_run(conn: &mut PgConnection, name: &str, run: &ScheduleRun) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE cron_schedules SET ran_at = $2, ran_millis = $3, ran_done = $4, ran_error = $5 WHERE name = $1",
        name,
        run.began_at,
        run.millis,
        run.done,
        run.error,
    )
    .execute(conn)
    .await?;
    Ok(())
}
