//! Fires the schedules whose time has come. What was missed while no worker ran is made up for once, not tick by tick.

use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use domain::clock::Clock;
use domain::jobs::schedules::{self, Schedule};
use domain::rng::Rng;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::pause;

/// Writes down the schedules that a new database lacks.
pub async fn prepare(pool: &PgPool, now: DateTime<Utc>) -> sqlx::Result<()> {
    schedules::ensure(&mut *pool.acquire().await?, now).await
}

pub async fn follow(pool: PgPool, rng: Rng, clock: Clock, mut stopped: watch::Receiver<bool>) {
    while pause(&mut stopped, Duration::from_secs(1)).await {
        if let Err(error) = fire_due(&pool, &rng, clock.now()).await {
            tracing::warn!(%error, "the schedules cannot be kept");
        }
    }
}

async fn fire_due(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> anyhow::Result<()> {
    let rows = schedules::all(&mut *pool.acquire().await?).await?;
    for row in rows {
        if latest_tick(&row, now)?.is_none() {
            continue;
        }
        let mut tx = pool.begin().await?;
        let Some(held) = schedules::lock(&mut tx, &row.name).await? else { continue };
        if let Some(tick) = latest_tick(&held, now)? {
            schedules::fire(&mut tx, rng, &held, tick).await?;
            tx.commit().await?;
            tracing::info!(schedule = held.name, "fired");
        }
    }
    Ok(())
}

/// The last time the schedule came up after it was last fired, until `now`.
fn latest_tick(schedule: &Schedule, now: DateTime<Utc>) -> anyhow::Result<Option<DateTime<Utc>>> {
    let zone: Tz = schedule.time_zone.parse().with_context(|| format!("zone of {}", schedule.name))?;
    let cron = cron::Schedule::from_str(&schedule.expression).with_context(|| format!("cron of {}", schedule.name))?;
    let ticks = cron.after(&schedule.last_tick.with_timezone(&zone)).take_while(|tick| *tick <= now);
    // A clock set a year ahead must not be walked through second by second.
    Ok(ticks.take(1000).last().map(|tick| tick.with_timezone(&Utc)))
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    fn nightly(last_tick: DateTime<Utc>) -> Schedule {
        Schedule { name: "prune".into(), expression: "0 30 4 * * *".into(), time_zone: "Asia/Tokyo".into(), last_tick }
    }

    #[test]
    fn a_schedule_comes_up_on_its_own_wall_clock() {
        let noon = Utc.with_ymd_and_hms(2026, 11, 21, 3, 0, 0).unwrap();
        let half_past_four = Utc.with_ymd_and_hms(2026, 11, 21, 19, 30, 0).unwrap();
        assert_eq!(latest_tick(&nightly(noon), half_past_four - chrono::Duration::seconds(1)).unwrap(), None);
        assert_eq!(latest_tick(&nightly(noon), half_past_four).unwrap(), Some(half_past_four));
        assert_eq!(latest_tick(&nightly(half_past_four), half_past_four).unwrap(), None);
    }

    #[test]
    fn missed_nights_are_made_up_for_once() {
        let start = Utc.with_ymd_and_hms(2026, 11, 21, 3, 0, 0).unwrap();
        let tick = latest_tick(&nightly(start), start + chrono::Duration::days(30)).unwrap().unwrap();
        assert_eq!(tick, Utc.with_ymd_and_hms(2026, 12, 20, 19, 30, 0).unwrap());
    }

    #[test]
    fn every_schedule_of_ours_can_be_read() {
        for (name, expression, zone) in schedules::SCHEDULES {
            assert!(cron::Schedule::from_str(expression).is_ok(), "{name}");
            assert!(zone.parse::<Tz>().is_ok(), "{name}");
        }
    }
}
