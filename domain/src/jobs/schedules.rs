//! What is done by the calendar: rows of `cron_schedules`, each fired once by whichever worker holds its row.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::{MaintenanceJob, Queue};
use crate::rng::Rng;

/// Name, cron expression (with seconds), zone. The name is the job's payload.
pub const SCHEDULES: &[(&str, &str, &str)] =
    &[(REFILL, "0 0 3 * * *", "Asia/Tokyo"), (PRUNE, "0 30 4 * * *", "Asia/Tokyo")];

/// Makes the slots of coming days from the refill templates (gaps G105).
pub const REFILL: &str = "refill";

/// Drops what has run out: sessions, counters, links, numbers, done jobs.
pub const PRUNE: &str = "prune";

#[derive(Clone, Debug)]
pub struct Schedule {
    pub name: String,
    pub expression: String,
    pub time_zone: String,
    pub last_tick: DateTime<Utc>,
}

/// Inserts the schedules that have no row yet. A row that was changed by hand stays.
pub async fn ensure(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<()> {
    for (name, expression, zone) in SCHEDULES {
        sqlx::query!(
            "INSERT INTO cron_schedules (name, expression, time_zone, queue, last_tick) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (name) DO NOTHING",
            name,
            expression,
            zone,
            Queue::Maintenance.as_str(),
            now,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Schedule>> {
    sqlx::query_as!(Schedule, "SELECT name, expression, time_zone, last_tick FROM cron_schedules ORDER BY name")
        .fetch_all(conn)
        .await
}

/// The row, for this transaction alone; nothing while another worker has it.
pub async fn lock(conn: &mut PgConnection, name: &str) -> sqlx::Result<Option<Schedule>> {
    sqlx::query_as!(
        Schedule,
        "SELECT name, expression, time_zone, last_tick FROM cron_schedules WHERE name = $1 FOR UPDATE SKIP LOCKED",
        name,
    )
    .fetch_optional(conn)
    .await
}

/// Pushes the schedule's job for a tick, once however often it is asked for.
pub async fn fire(conn: &mut PgConnection, rng: &Rng, schedule: &Schedule, tick: DateTime<Utc>) -> sqlx::Result<()> {
    let job = MaintenanceJob { schedule: schedule.name.clone() };
    let key = format!("cron:{}:{}", schedule.name, tick.timestamp());
    super::push(conn, rng, &job, Some(&key)).await?;
    sqlx::query!("UPDATE cron_schedules SET last_tick = $2 WHERE name = $1", schedule.name, tick).execute(conn).await?;
    Ok(())
}
