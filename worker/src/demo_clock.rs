//! In the demo and in tests the clock can be set ahead; every process follows the same row. The stand-ins are told: subscriptions are
//! renewed by the same time.

use std::time::Duration;

use domain::clients::http;
use domain::clock::{self, Clock};
use serde_json::json;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::pause;

/// `stand_ins` is where they answer, if there are any.
pub async fn follow(pool: PgPool, clock: Clock, stand_ins: Option<String>, mut stopped: watch::Receiver<bool>) {
    let mut told: Option<i64> = None;
    loop {
        match read(&pool).await {
            Ok(seconds) => {
                clock.set_offset(seconds);
                let lead = (clock.now() - clock.wall()).num_seconds();
                let is_news = told.is_none_or(|told| told.abs_diff(lead) > 1);
                if let Some(url) = stand_ins.as_deref().filter(|_| is_news) {
                    told = tell(url, lead).await.then_some(lead);
                }
            }
            Err(error) => tracing::warn!(%error, "the demo clock cannot be read"),
        }
        if !pause(&mut stopped, Duration::from_millis(250)).await {
            return;
        }
    }
}

/// Whether they heard it.
async fn tell(stand_ins: &str, offset_seconds: i64) -> bool {
    let request = http::client().post(format!("{stand_ins}/clock"));
    let answer = request.json(&json!({ "offset_seconds": offset_seconds })).send().await;
    answer.is_ok_and(|answer| answer.status().is_success())
}

/// Seconds that the demo clock is ahead.
pub async fn read(pool: &PgPool) -> sqlx::Result<i64> {
    clock::demo_offset(&mut *pool.acquire().await?).await
}
