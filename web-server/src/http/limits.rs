//! Rate limits for each client.

use chrono::Duration;
use domain::accounts::local_path;
use domain::limits::{self, LimitError, challenges};
use sqlx::PgConnection;

use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Counts a request of this client for `name`: above `limit` in a minute it gets 429 (gaps G025). A client that is rejected repeatedly is
/// redirected to a captcha challenge, which lifts these limits for an hour (G034).
pub async fn limit_client(app: &App, context: &Context, name: &str, limit: i32) -> Result<(), ApiError> {
    limit_bucket(app, context, &limits::personal_bucket(name, context.client()), limit).await
}

/// The same for a separate counter of the client.
pub async fn limit_bucket(app: &App, context: &Context, bucket: &str, limit: i32) -> Result<(), ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let wait = match limits::hit(&mut conn, bucket, limit, Duration::minutes(1), now).await {
        Ok(()) => return Ok(()),
        Err(LimitError::TooMany(wait)) => wait,
        Err(error) => return Err(error.into()),
    };
    reject_unless_lifted(app, context, &mut conn, wait.retry_after_seconds).await
}

/// Lets a client past a limit continue if it passed a captcha challenge within the hour; otherwise returns 429. For a client that is
/// rejected repeatedly, the 429 redirects to a challenge, if a captcha is configured.
pub async fn reject_unless_lifted(
    app: &App,
    context: &Context,
    conn: &mut PgConnection,
    retry_after_seconds: i64,
) -> Result<(), ApiError> {
    let (client, now) = (context.client(), app.clock.now());
    if challenges::is_lifted(conn, client, now).await? {
        return Ok(());
    }
    let refusal = ApiError::too_many(retry_after_seconds);
    let is_habit = challenges::record_rejection(conn, client, now).await?;
    if !is_habit || app.config.captcha.secret.is_empty() {
        return Err(refusal);
    }
    let referrer = local_path(&app.config.base_url, context.referrer()).unwrap_or_else(|| "/".to_owned());
    let key = challenges::open(conn, &app.rng, now, client, &referrer).await?;
    Err(refusal.redirecting_to(format!("/captcha_challenge/{key}")))
}
