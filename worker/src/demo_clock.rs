//! In the demo and in tests the clock can be set ahead; every process follows the same row.

use std::time::Duration;

use domain::clock::{self, Clock};
use sqlx::PgPool;
use tokio::sync::watch;

use crate::pause;

pub async fn follow(pool: PgPool, clock: Clock, mut stopped: watch::Receiver<bool>) {
    loop {
        match read(&pool).await {
            Ok(seconds) => clock.set_offset(seconds),
            Err(error) => tracing::warn!(%error, "the demo clock cannot be read"),
        }
        if !pause(&mut stopped, Duration::from_millis(250)).await {
            return;
        }
    }
}

async fn read(pool: &PgPool) -> sqlx::Result<i64> {
    clock::demo_offset(&mut *pool.acquire().await?).await
}
