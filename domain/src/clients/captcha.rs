//! reCAPTCHA's `siteverify`, or anything that speaks it.

use serde::Deserialize;

use super::http;
use crate::config::CaptchaConfig;

#[derive(Clone)]
pub struct Captcha {
    http: reqwest::Client,
    verify_url: String,
    secret: String,
    host: Option<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("the captcha provider could not be asked: {0}")]
pub struct CaptchaError(#[from] reqwest::Error);

#[derive(Deserialize)]
struct Verdict {
    success: bool,
    action: Option<String>,
}

impl Captcha {
    pub fn new(config: &CaptchaConfig) -> Self {
        let CaptchaConfig { verify_url, secret, host, .. } = config.clone();
        Self { http: http::client(), verify_url, secret, host }
    }

    /// Whether the token was earned by a person, for this action where the provider names one.
    pub async fn verify(&self, token: &str, action: &str) -> Result<bool, CaptchaError> {
        if token.is_empty() {
            return Ok(false);
        }
        let form = [("secret", self.secret.as_str()), ("response", token)];
        let response = self.http.post(&self.verify_url).form(&form).send().await?.error_for_status()?;
        let verdict: Verdict = response.json().await?;
        Ok(verdict.success && verdict.action.is_none_or(|named| named == action))
    }
}
