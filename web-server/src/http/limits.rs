//! Rate limits for each client.

use chrono::Duration;
use domain::accounts::local_path;
use domain::limits::{self, LimitError, challenges};
use sqlx::PgConnection;

use crate::http::client_address;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// A passed captcha challenge raises a limit to this multiple.
const RAISED: i32 = 5;
/// The limit of a block of IPv6 addresses, as a multiple of the limit of one of its clients.
const CLIENTS_OF_BLOCK: i32 = 16;

/// Counts a request of this client for `name`: above `limit` in a minute it gets 429 (gaps G025). A client that is rejected repeatedly is
/// redirected to a captcha challenge, which raises these limits for an hour (G034). A site with IPv6 has 65,536 clients: its whole block
/// gets the limit of sixteen.
pub async fn limit_client(app: &App, context: &Context, name: &str, limit: i32) -> Result<(), ApiError> {
    limit_bucket(app, context, &limits::personal_bucket(name, context.client()), limit).await?;
    match client_address::block_of(context.client()) {
        Some(block) => {
            let bucket = limits::personal_bucket(&format!("{name}_block"), &block);
            limit_bucket(app, context, &bucket, limit * CLIENTS_OF_BLOCK).await
        }
        None => Ok(()),
    }
}

/// Refunds a request that `limit_client` has counted.
pub async fn refund_client(app: &App, context: &Context, name: &str) -> Result<(), ApiError> {
    let mut conn = app.pool.acquire().await?;
    limits::refund_hit(&mut conn, &limits::personal_bucket(name, context.client())).await?;
    if let Some(block) = client_address::block_of(context.client()) {
        limits::refund_hit(&mut conn, &limits::personal_bucket(&format!("{name}_block"), &block)).await?;
    }
    Ok(())
}

/// The same as `limit_client` for a separate counter of the client.
pub async fn limit_bucket(app: &App, context: &Context, bucket: &str, limit: i32) -> Result<(), ApiError> {
    let (now, window) = (app.clock.now(), Duration::minutes(1));
    let mut conn = app.pool.acquire().await?;
    let wait = match limits::hit(&mut conn, bucket, limit, window, now).await {
        Ok(()) => return Ok(()),
        Err(LimitError::TooMany(wait)) => wait,
        Err(error) => return Err(error.into()),
    };
    reject_unless_lifted(app, context, &mut conn, wait.retry_after_seconds).await?;
    // Until here the client used up its own limit in this window.
    let raised = limits::hit(&mut conn, &format!("{bucket}:raised"), limit * (RAISED - 1), window, now).await;
    Ok(raised?)
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
