//! The card provider's webhooks: verified, stored raw under their id, acknowledged. A job processes them.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::clients::stripe::verify_webhook;
use domain::payments::events;

use crate::http::error::ApiError;
use crate::state::App;

/// 200 for an event stored now or before; 400 when it is not signed by the provider.
#[utoipa::path(post, path = "/webhooks/stripe", tag = "operations",
    request_body(content = String, content_type = "application/json"), responses((status = 200), (status = 400)))]
pub async fn stripe(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<StatusCode, ApiError> {
    let refused = || ApiError::bad_request("webhook_signature");
    let body = std::str::from_utf8(&body).map_err(|_| refused())?;
    let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).ok_or_else(refused)?;
    let event = verify_webhook(body.as_bytes(), signature, &app.config.stripe.webhook_secret, app.clock.wall())
        .map_err(|_| refused())?;
    app.transaction(async |tx| events::store(tx, &app.rng, app.clock.now(), &event, body).await).await?;
    Ok(StatusCode::OK)
}
