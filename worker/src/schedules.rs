//! Checks the schedules every second, and enqueues a job for each one that is due.

use std::time::Duration;

use domain::clock::Clock;
use domain::jobs::schedules;
use domain::rng::Rng;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::pause::pause;

pub async fn follow(pool: PgPool, rng: Rng, clock: Clock, mut stopped: watch::Receiver<bool>) {
    while pause(&mut stopped, Duration::from_secs(1)).await {
        match schedules::fire_due(&pool, &rng, clock.now()).await {
            Ok(fired) => fired.iter().for_each(|schedule| tracing::info!(schedule, "fired")),
            Err(error) => tracing::warn!(error = format!("{error:#}"), "the due schedules cannot be fired"),
        }
    }
}
