//! The clock of the demo and of tests, which can be moved and stopped. Every process follows the same row of the database. The
//! worker also passes the time to the stand-ins, which renew subscriptions by it.

use std::time::Duration;

use domain::clients::http;
use domain::clock::{self, Clock, Pace};
use serde_json::json;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::pause::pause;

/// Follows the clock's row until the worker stops. `stand_ins` is the address of the stand-ins, if they run.
pub async fn follow(pool: PgPool, clock: Clock, stand_ins: Option<String>, mut stopped: watch::Receiver<bool>) {
    let mut sent: Option<i64> = None;
    loop {
        match read(&pool).await {
            Ok(pace) => {
                clock.set_pace(pace);
                let lead = (clock.now() - clock.wall()).num_seconds();
                let has_changed = sent.is_none_or(|sent| sent.abs_diff(lead) > 1);
                if let Some(url) = stand_ins.as_deref().filter(|_| has_changed) {
                    sent = send_offset(url, lead).await.then_some(lead);
                }
            }
            Err(error) => tracing::warn!(%error, "the demo clock cannot be read"),
        }
        if !pause(&mut stopped, Duration::from_millis(250)).await {
            return;
        }
    }
}

/// Sends the clock's offset to the stand-ins. Reports whether they accepted it.
async fn send_offset(stand_ins: &str, offset_seconds: i64) -> bool {
    let request = http::client().post(format!("{stand_ins}/clock"));
    let answer = request.json(&json!({ "offset_seconds": offset_seconds })).send().await;
    answer.is_ok_and(|answer| answer.status().is_success())
}

/// Returns the current pace of the demo's clock.
///
/// # Errors
/// The database query failed.
pub async fn read(pool: &PgPool) -> sqlx::Result<Pace> {
    clock::demo_pace(&mut *pool.acquire().await?).await
}
