//! What is done by the calendar: rows of `cron_schedules`, each fired once by whichever worker holds its row.

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;

use super::MaintenanceJob;
use super::cron::{Missed, TickAction, Timing, with_seconds};
use crate::progress::Failures;
use crate::rng::Rng;

/// Drops what has run out.
pub const PRUNE: &str = "prune";
/// Makes the slots of coming days from the refill templates (gaps G105).
pub const REFILL: &str = "refill";
/// Books what restaurants earned and are charged, and issues their charge invoices (gaps G167).
pub const LEDGER: &str = "ledger";
/// Makes the rounds of periodic plans that run out.
pub const ROUNDS: &str = "rounds";
/// Checks what must always be true of the data.
pub const VERIFY: &str = "verify";

/// A schedule as a new database gets it.
#[derive(Clone, Copy, Debug)]
pub struct StandardSchedule {
    /// The duty, and the payload of its job.
    pub name: &'static str,
    pub expression: &'static str,
    pub missed: Missed,
}

/// All on the wall clock of Japan, where the restaurants sleep at these hours.
pub const STANDARD: [StandardSchedule; 5] = [
    // Refills go as far as the rounds do.
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
    /// Nothing when it never comes up.
    pub next_tick: Option<DateTime<Utc>>,
    pub last_tick: Option<DateTime<Utc>>,
    /// The latest tick that was left out because no worker was there.
    pub skipped_tick: Option<DateTime<Utc>>,
    /// Of the last run: when it began, how long it took, how much it did, and what was wrong.
    pub ran_at: Option<DateTime<Utc>>,
    pub ran_millis: Option<i64>,
    pub ran_done: Option<i64>,
    pub ran_error: Option<String>,
}

/// How a run came out. `error` is nothing when it went well, and holds nothing personal.
#[derive(Clone, Debug)]
pub struct ScheduleRun {
    pub began_at: DateTime<Utc>,
    pub millis: i64,
    pub done: i64,
    pub error: Option<String>,
}

/// Inserts the schedules that have no row yet. A row that was changed by hand stays.
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

/// All rows, by name.
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

/// Fires what has come up until `now`, once for each tick however many workers look; the names of what was fired. A row that
/// cannot be read does not keep the others from firing. Its error is returned after them.
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

/// False when another worker holds the row or has seen to it, or when its tick is left out.
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

/// Switches a schedule on or off; one that is switched on comes up next after `now`. False when there is none of the name.
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

/// What of a schedule's timing is to be another.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScheduleChange<'a> {
    pub expression: Option<&'a str>,
    pub time_zone: Option<&'a str>,
    pub missed: Option<Missed>,
}

/// Changes when a schedule comes up; false when there is none of the name.
///
/// # Errors
/// `TimingError` when the expression or the zone cannot be read.
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

/// One row.
pub async fn find(conn: &mut PgConnection, name: &str) -> sqlx::Result<Option<Schedule>> {
    Ok(list(conn).await?.into_iter().find(|schedule| schedule.name == name))
}

/// Writes down how a run came out, of a tick or by hand.
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
