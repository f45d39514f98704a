//! How a call to Stripe fails.

use reqwest::StatusCode;
use serde::Deserialize;

/// Stripe's messages are stored for people to read but not printed: they may repeat the input.
#[derive(Debug, thiserror::Error)]
pub enum StripeError {
    /// The card was declined, or its authentication failed. Another call with the same card is a new attempt.
    #[error("the card was refused: {}", .0.code)]
    Card(CardError),
    /// The request is impossible: an unknown id, a step that does not fit the intent's state, a wrong key.
    #[error("the card provider refuses the call: HTTP {status}, code {code:?}")]
    InvalidRequest { status: u16, code: Option<String>, message: String, intent: Option<FailedIntent> },
    /// A key was reused for a different call.
    #[error("an idempotency key was used for two different calls")]
    Idempotency { message: String },
    /// Too many calls, or another call with the same key is in progress.
    #[error("the card provider wants us to wait")]
    RateLimited,
    #[error("the card provider failed: HTTP {status}")]
    Server { status: u16 },
    #[error("the card provider did not answer")]
    Network(#[source] reqwest::Error),
    #[error("the card provider's answer was not understood")]
    Decode(#[source] serde_json::Error),
}

/// Why a card was declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardError {
    /// `card_declined`, `authentication_required`, `expired_card`, …
    pub code: String,
    /// With `card_declined`, the bank's reason: `insufficient_funds`, `generic_decline`, …
    pub decline_code: Option<String>,
    pub message: String,
    /// The intent after the decline.
    pub intent: Option<FailedIntent>,
}

/// The fields that we need of an intent inside an error.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct FailedIntent {
    pub id: String,
    pub status: String,
    pub client_secret: Option<String>,
}

/// `{"error": {type, code, decline_code, message, payment_intent | setup_intent}}`
#[derive(Deserialize)]
struct ErrorResponse {
    error: ErrorBody,
}

#[derive(Default, Deserialize)]
struct ErrorBody {
    #[serde(rename = "type", default)]
    kind: String,
    code: Option<String>,
    decline_code: Option<String>,
    message: Option<String>,
    payment_intent: Option<FailedIntent>,
    setup_intent: Option<FailedIntent>,
}

impl StripeError {
    /// Whether the same call, with the same key, may succeed later.
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::RateLimited | Self::Server { .. } | Self::Network(_))
    }

    /// Whether the provider rejects a refund because a dispute of the payment is open.
    pub fn is_disputed(&self) -> bool {
        matches!(self, Self::InvalidRequest { code: Some(code), .. } if code == "charge_disputed")
    }

    /// Whether the provider does not know this id.
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::InvalidRequest { status: 404, .. })
    }

    pub(super) fn network(error: reqwest::Error) -> Self {
        Self::Network(error.without_url())
    }

    pub(super) fn from_answer(status: StatusCode, body: &[u8]) -> Self {
        let error = serde_json::from_slice::<ErrorResponse>(body).map(|answer| answer.error).unwrap_or_default();
        let intent = error.payment_intent.or(error.setup_intent);
        let message = error.message.unwrap_or_default();
        // localstripe gives every error the type of an invalid request, so the status decides.
        match status {
            StatusCode::PAYMENT_REQUIRED => {
                let code = error.code.unwrap_or_else(|| "card_declined".into());
                Self::Card(CardError { code, decline_code: error.decline_code, message, intent })
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::CONFLICT => Self::RateLimited,
            _ if status.is_server_error() => Self::Server { status: status.as_u16() },
            _ if error.kind == "idempotency_error" => Self::Idempotency { message },
            _ => Self::InvalidRequest { status: status.as_u16(), code: error.code, message, intent },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(status: u16, body: &str) -> StripeError {
        StripeError::from_answer(StatusCode::from_u16(status).unwrap(), body.as_bytes())
    }

    #[test]
    fn decline_has_reason_and_intent() {
        let refused = error(
            402,
            r#"{"error":{"type":"card_error","code":"card_declined","decline_code":"insufficient_funds","message":"No.",
                "payment_intent":{"id":"pi_1","status":"requires_payment_method","client_secret":"s"}}}"#,
        );
        assert!(!refused.is_retryable());
        let StripeError::Card(card) = refused else { panic!("{refused:?}") };
        assert_eq!(card.decline_code.as_deref(), Some("insufficient_funds"));
        assert_eq!(card.intent.unwrap().status, "requires_payment_method");
    }

    #[test]
    fn only_temporary_errors_are_retryable() {
        assert!(error(500, "<html>").is_retryable());
        assert!(error(429, "{}").is_retryable());
        assert!(error(409, "{}").is_retryable());
        assert!(!error(404, r#"{"error":{"type":"invalid_request_error"}}"#).is_retryable());
        let reused = error(400, r#"{"error":{"type":"idempotency_error","message":"Keys…"}}"#);
        assert!(matches!(reused, StripeError::Idempotency { .. }) && !reused.is_retryable());
    }
}
