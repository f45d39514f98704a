//! Twilio's REST API: incoming calls and outgoing text messages.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::http;
use crate::config::TwilioConfig;

#[derive(Clone)]
pub struct Twilio {
    http: reqwest::Client,
    base: String,
    account_sid: String,
    auth_token: String,
    phone_numbers: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum TwilioError {
    #[error("the phone provider could not be reached: {0}")]
    Network(#[source] reqwest::Error),
    /// A permanent error, described by its code; a retry does not help.
    #[error("the phone provider rejected the request: status {status}, code {code:?}")]
    Rejected { status: u16, code: Option<i64> },
    #[error("the phone provider failed with status {0}")]
    Server(u16),
}

impl From<reqwest::Error> for TwilioError {
    /// Drops the address, because it contains phone numbers.
    fn from(error: reqwest::Error) -> Self {
        Self::Network(error.without_url())
    }
}

impl TwilioError {
    pub fn is_retryable(&self) -> bool {
        !matches!(self, Self::Rejected { .. })
    }
}

#[derive(Clone, Deserialize)]
pub struct TwilioCall {
    pub sid: String,
    /// E.164.
    pub from: String,
    pub to: String,
    /// RFC 2822, as the provider writes it.
    pub start_time: Option<String>,
}

impl TwilioCall {
    pub fn started_at(&self) -> Option<DateTime<Utc>> {
        DateTime::parse_from_rfc2822(self.start_time.as_deref()?).ok().map(|at| at.with_timezone(&Utc))
    }
}

#[derive(Deserialize)]
struct TwilioCalls {
    calls: Vec<TwilioCall>,
}

#[derive(Deserialize)]
struct TwilioMessage {
    sid: String,
    #[serde(default)]
    status: String,
}

/// The provider's report about a text message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageReport {
    Pending,
    Delivered,
    Undelivered,
}

#[derive(Deserialize)]
struct TwilioErrorBody {
    code: Option<i64>,
}

impl Twilio {
    pub fn new(config: &TwilioConfig) -> Self {
        Self {
            http: http::client(),
            base: config.api_url.trim_end_matches('/').to_owned(),
            account_sid: config.account_sid.clone(),
            auth_token: config.auth_token.clone(),
            phone_numbers: config.phone_numbers.clone(),
        }
    }

    /// Returns the number from which our messages are sent.
    pub fn sender(&self) -> &str {
        self.phone_numbers.first().map_or("", String::as_str)
    }

    /// Returns incoming calls to our number `to` since `since` (the provider's time), newest first.
    pub async fn list_incoming_calls(&self, to: &str, since: DateTime<Utc>) -> Result<Vec<TwilioCall>, TwilioError> {
        // The provider filters by whole days; the rest is filtered here.
        let day = since.format("%Y-%m-%d").to_string();
        let query = [("To", to), ("StartTime>", day.as_str()), ("PageSize", "200")];
        let calls: TwilioCalls = self.send(self.http.get(self.url("Calls")).query(&query)).await?;
        let is_recent = |call: &TwilioCall| call.started_at().is_none_or(|at| at.timestamp() >= since.timestamp());
        Ok(calls.calls.into_iter().filter(is_recent).collect())
    }

    /// Sends a text message and returns the provider's id of it.
    pub async fn send_sms(&self, to: &str, body: &str) -> Result<String, TwilioError> {
        let form = [("To", to), ("From", self.sender()), ("Body", body)];
        let message: TwilioMessage = self.send(self.http.post(self.url("Messages")).form(&form)).await?;
        Ok(message.sid)
    }

    /// Returns the provider's report about a text message with its id `fid`.
    pub async fn message_report(&self, fid: &str) -> Result<MessageReport, TwilioError> {
        let message: TwilioMessage = self.send(self.http.get(self.url(&format!("Messages/{fid}")))).await?;
        Ok(match message.status.as_str() {
            "delivered" | "read" => MessageReport::Delivered,
            "undelivered" | "failed" | "canceled" => MessageReport::Undelivered,
            _ => MessageReport::Pending,
        })
    }

    fn url(&self, resource: &str) -> String {
        format!("{}/2010-04-01/Accounts/{}/{resource}.json", self.base, self.account_sid)
    }

    async fn send<T: serde::de::DeserializeOwned>(&self, request: reqwest::RequestBuilder) -> Result<T, TwilioError> {
        let response = request.basic_auth(&self.account_sid, Some(&self.auth_token)).send().await?;
        let status = response.status().as_u16();
        match status {
            200..300 => Ok(response.json().await?),
            400..500 => {
                let code = response.json::<TwilioErrorBody>().await.ok().and_then(|refusal| refusal.code);
                Err(TwilioError::Rejected { status, code })
            }
            _ => Err(TwilioError::Server(status)),
        }
    }
}
