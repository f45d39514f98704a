//! In the demo and in tests the clock can be set ahead; every process follows the same row.

use std::time::Duration;

use domain::clock;
use tokio::sync::watch;

use crate::{Worker, pause};

pub async fn follow(worker: Worker, mut stopped: watch::Receiver<bool>) {
    loop {
        match read(&worker).await {
            Ok(seconds) => worker.clock.set_offset(seconds),
            Err(error) => tracing::warn!(%error, "the demo clock cannot be read"),
        }
        if !pause(&mut stopped, Duration::from_millis(250)).await {
            return;
        }
    }
}

async fn read(worker: &Worker) -> sqlx::Result<i64> {
    clock::demo_offset(&mut *worker.pool.acquire().await?).await
}
