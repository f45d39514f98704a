//! In-memory state that is valid until something changes. One pull of the changes, a few times a second, feeds the availability cache, the
//! admission gate and the open event streams.

use std::time::Duration;

use domain::availability::changes::{self, Horizon};
use domain::config::TimeoutFactor;
use domain::db;
use sqlx::PgPool;

use self::availability_cache::AvailabilityCache;
use self::events::Events;
use self::vacancies::Vacancies;
use crate::booking::Booking;

pub mod availability_cache;
pub mod events;
pub mod feed_cache;
pub mod streams;
pub mod vacancies;

const PULL_INTERVAL: Duration = Duration::from_millis(200);
/// Timeout of the pull, which is the first query to detect an unresponsive database. Cached answers have expired by then.
const PULL_TIMEOUT: Duration = Duration::from_secs(2);

/// Pulls changes while the future is polled.
pub async fn follow(
    pool: &PgPool,
    cache: &AvailabilityCache,
    booking: &Booking,
    events: &Events,
    vacancies: &Vacancies,
    timeouts: TimeoutFactor,
) {
    let pull_timeout = timeouts.times(PULL_TIMEOUT);
    let mut horizon = None;
    loop {
        let pulled = db::with_timeout(pull_timeout, pull(pool, cache, booking, events, vacancies, &mut horizon)).await;
        match pulled.unwrap_or_else(|unresponsive| Err(unresponsive.into())) {
            Ok(()) => {
                cache.record_pull();
                events.record_pull();
            }
            Err(error) => tracing::warn!(%error, "cannot pull the changes of availability"),
        }
        tokio::time::sleep(PULL_INTERVAL).await;
    }
}

async fn pull(
    pool: &PgPool,
    cache: &AvailabilityCache,
    booking: &Booking,
    events: &Events,
    vacancies: &Vacancies,
    horizon: &mut Option<Horizon>,
) -> sqlx::Result<()> {
    let mut conn = pool.acquire().await?;
    let Some(seen) = *horizon else {
        *horizon = Some(changes::horizon(&mut conn).await?);
        return Ok(());
    };
    let pulled = changes::since(&mut conn, seen, events.has_listeners()).await?;
    if pulled.is_another {
        tracing::warn!("connected to a different database; all cached state is dropped");
        cache.invalidate_all();
        vacancies.invalidate_all();
        booking.invalidate_all();
        events.restart_streams();
    }
    for change in &pulled.changes {
        cache.invalidate(change);
        vacancies.mark(change);
    }
    let restaurants = pulled.changes.iter().map(|change| change.restaurant).collect();
    booking.invalidate(&restaurants);
    events.send(&pulled.changes, false);
    events.send(&pulled.actions, true);
    *horizon = Some(pulled.horizon);
    Ok(())
}
