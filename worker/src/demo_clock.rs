//! In the demo and in tests the clock can be moved and stopped; every process follows the same row. The worker passes the time on to
//! the stand-ins, which renew subscriptions by it.

use std::time::Duration;

use domain::clients::http;
use domain::clock::{self, Clock, Pace};
use serde_json::json;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::pause::pause;

/// `stand_ins` is where they answer, if there are any.
pub async fn follow(pool: PgPool, clock: Clock, stand_ins: Option<String>, mut stopped: watch::Receiver<bool>) {
    let mut told: Option<i64> = None;
    loop {
        match read(&pool).await {
            Ok(pace) => {
                clock.set_pace(pace);
                let lead = (clock.now() - clock.wall()).num_seconds();
                let is_news = told.is_none_or(|told| told.abs_diff(lead) > 1);
                if let Some(url) = stand_ins.as_deref().filter(|_| is_news) {
                    told = send_offset(url, lead).await.then_some(lead);
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
async fn send_offset(stand_ins: &str, offset_seconds: i64) -> bool {
    let request = http::client().post(format!("{stand_ins}/clock"));
    let answer = request.json(&json!({ "offset_seconds": offset_seconds })).send().await;
    answer.is_ok_and(|answer| answer.status().is_success())
}

/// The pace that the demo's clock has now.
///
/// # Errors
/// The database does not answer.
pub async fn read(pool: &PgPool) -> sqlx::Result<Pace> {
    clock::demo_pace(&mut *pool.acquire().await?).await
}
