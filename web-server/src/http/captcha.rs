//! Captcha checks.

use crate::http::error::ApiError;
use crate::state::App;

/// Returns 422 unless the token was issued for this action, and 502 when the captcha provider does not respond. Without a configured
/// captcha, every request passes.
pub async fn require(app: &App, token: Option<&str>, action: &str) -> Result<(), ApiError> {
    if app.config.captcha.secret.is_empty() {
        return Ok(());
    }
    let token = token.filter(|token| !token.is_empty() && token.len() <= 8_192);
    let token = token.ok_or_else(|| ApiError::unprocessable("captcha_missing"))?;
    let verified = app.captcha.verify(token, action).await.map_err(|error| {
        tracing::warn!(%error, "the captcha provider did not answer");
        ApiError::bad_gateway("captcha_unreachable")
    })?;
    if verified { Ok(()) } else { Err(ApiError::unprocessable("captcha_refused")) }
}
