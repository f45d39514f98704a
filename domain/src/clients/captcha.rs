//! reCAPTCHA's `siteverify`, or a compatible service.

use serde::Deserialize;

use super::http;
use crate::config::CaptchaConfig;

/// Initial threshold that the provider of version 3 recommends.
const MIN_SCORE: f64 = 0.5;

#[derive(Clone)]
pub struct Captcha {
    http: reqwest::Client,
    verify_url: String,
    secret: String,
    host: Option<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("the captcha provider could not be reached: {0}")]
pub struct CaptchaError(#[from] reqwest::Error);

#[derive(Deserialize)]
struct SiteverifyResponse {
    success: bool,
    action: Option<String>,
    /// Likelihood of a person, 0 to 1, if the provider reports one.
    score: Option<f64>,
    /// Host on which the captcha was solved.
    hostname: Option<String>,
}

impl Captcha {
    pub fn new(config: &CaptchaConfig) -> Self {
        let CaptchaConfig { verify_url, secret, host, .. } = config.clone();
        Self { http: http::client(), verify_url, secret, host }
    }

    /// Whether a person solved the captcha: on our host and for this action if the provider reports them, and with a sufficient score if it
    /// reports one.
    pub async fn verify(&self, token: &str, action: &str) -> Result<bool, CaptchaError> {
        if token.is_empty() {
            return Ok(false);
        }
        let form = [("secret", self.secret.as_str()), ("response", token)];
        let response = self.http.post(&self.verify_url).form(&form).send().await?.error_for_status()?;
        let verdict: SiteverifyResponse = response.json().await?;
        let is_likely = verdict.score.is_none_or(|score| score >= MIN_SCORE);
        let is_ours = match (&self.host, &verdict.hostname) {
            (Some(own), Some(named)) => own == named,
            _ => true,
        };
        Ok(verdict.success && is_likely && is_ours && verdict.action.is_none_or(|named| named == action))
    }
}
