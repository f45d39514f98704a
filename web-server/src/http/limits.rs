//! Limits for each client.

use chrono::Duration;
use domain::limits;

use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Counts a request of this client for `name`: past `limit` in a minute it is refused with 429 (gaps G025).
pub async fn limit_client(app: &App, context: &Context, name: &str, limit: i32) -> Result<(), ApiError> {
    let bucket = limits::personal_bucket(name, context.client());
    let mut conn = app.pool.acquire().await?;
    Ok(limits::hit(&mut conn, &bucket, limit, Duration::minutes(1), app.clock.now()).await?)
}
