//! Stripe's REST API, the part that we use.
//!
//! Written on reqwest rather than on async-stripe: that crate's decoding refuses an answer that lacks any field of the
//! newest API version, so it can run neither against an account pinned to an older one nor against other people's
//! doubles of Stripe, which is how this client is proven right. Every call that may move money takes an idempotency key.

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, Mac};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::http;
use crate::config::StripeConfig;

/// How old a webhook's signature may be.
const TOLERANCE: Duration = Duration::minutes(5);

#[derive(Clone)]
pub struct Stripe {
    http: reqwest::Client,
    base: String,
    key: String,
    webhook_secret: String,
}

#[derive(Debug, thiserror::Error)]
pub enum StripeError {
    /// The card was refused; nothing was taken.
    #[error("card error {}", .0.code)]
    Card(CardError),
    #[error("invalid request: {code:?} {message}")]
    InvalidRequest { code: Option<String>, message: String },
    #[error("the idempotency key was used for another request")]
    Idempotency,
    #[error("too many requests")]
    RateLimited,
    #[error("the provider failed with status {0}")]
    Server(u16),
    #[error("the provider could not be reached: {0}")]
    Network(#[source] reqwest::Error),
    #[error("the provider's answer could not be read: {0}")]
    Decode(#[source] serde_json::Error),
}

impl StripeError {
    /// Whether the same call, key included, may succeed later.
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::RateLimited | Self::Server(_) | Self::Network(_))
    }
}

#[derive(Debug)]
pub struct CardError {
    pub code: String,
    pub decline_code: Option<String>,
    pub message: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Customer {
    pub id: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct SetupIntent {
    pub id: String,
    pub client_secret: Option<String>,
    pub status: String,
    pub payment_method: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    pub customer: Option<String>,
    pub card: Option<PrintedCard>,
    #[serde(default)]
    pub billing_details: BillingDetails,
}

#[derive(Clone, Debug, Deserialize)]
pub struct PrintedCard {
    pub brand: String,
    pub last4: String,
    pub exp_month: i32,
    pub exp_year: i32,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct BillingDetails {
    pub name: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentIntentStatus {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    Processing,
    RequiresCapture,
    Succeeded,
    Canceled,
    /// A status that did not exist when this was written.
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    pub client_secret: Option<String>,
    pub status: PaymentIntentStatus,
    pub amount: i64,
    pub payment_method: Option<String>,
    #[serde(default)]
    pub last_payment_error: Option<LastPaymentError>,
}

impl PaymentIntent {
    /// Why the last card was refused: the bank's reason, else Stripe's.
    pub fn failure_code(&self) -> Option<&str> {
        let error = self.last_payment_error.as_ref()?;
        error.decline_code.as_deref().or(error.code.as_deref())
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct LastPaymentError {
    pub code: Option<String>,
    pub decline_code: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Refund {
    pub id: String,
    pub amount: i64,
    pub status: Option<String>,
}

/// A webhook's envelope; the object inside is read again from the API, never believed.
#[derive(Clone, Debug, Deserialize)]
pub struct Event {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
}

pub struct NewPaymentIntent<'a> {
    pub amount: i64,
    pub customer: &'a str,
    pub metadata: &'a [(&'a str, &'a str)],
}

#[derive(Deserialize)]
struct ErrorBody {
    error: ErrorObject,
}

#[derive(Deserialize)]
struct ErrorObject {
    #[serde(rename = "type")]
    kind: Option<String>,
    code: Option<String>,
    decline_code: Option<String>,
    #[serde(default)]
    message: String,
}

type Params<'a> = Vec<(String, &'a str)>;

impl Stripe {
    pub fn new(config: &StripeConfig) -> Self {
        Self {
            http: http::client(),
            base: config.api_url.trim_end_matches('/').to_owned(),
            key: config.secret_key.clone(),
            webhook_secret: config.webhook_secret.clone(),
        }
    }

    pub async fn create_customer(&self, metadata: &[(&str, &str)], key: &str) -> Result<Customer, StripeError> {
        self.post("customers", metadata_params(metadata), Some(key)).await
    }

    pub async fn create_setup_intent(&self, customer: &str, key: &str) -> Result<SetupIntent, StripeError> {
        let params = vec![
            ("customer".into(), customer),
            ("payment_method_types[]".into(), "card"),
            ("usage".into(), "off_session"),
        ];
        self.post("setup_intents", params, Some(key)).await
    }

    pub async fn retrieve_setup_intent(&self, id: &str) -> Result<SetupIntent, StripeError> {
        self.get(&format!("setup_intents/{id}")).await
    }

    pub async fn retrieve_payment_method(&self, id: &str) -> Result<PaymentMethod, StripeError> {
        self.get(&format!("payment_methods/{id}")).await
    }

    pub async fn attach_payment_method(&self, id: &str, customer: &str, key: &str) -> Result<PaymentMethod, StripeError> {
        self.post(&format!("payment_methods/{id}/attach"), vec![("customer".into(), customer)], Some(key)).await
    }

    /// An intent that waits for a card: nothing is taken yet.
    pub async fn create_payment_intent(&self, new: &NewPaymentIntent<'_>, key: &str) -> Result<PaymentIntent, StripeError> {
        let amount = new.amount.to_string();
        let mut params = metadata_params(new.metadata);
        params.extend([
            ("amount".into(), amount.as_str()),
            ("currency".into(), "jpy"),
            ("customer".into(), new.customer),
            ("payment_method_types[]".into(), "card"),
        ]);
        self.post("payment_intents", params, Some(key)).await
    }

    pub async fn retrieve_payment_intent(&self, id: &str) -> Result<PaymentIntent, StripeError> {
        self.get(&format!("payment_intents/{id}")).await
    }

    /// Asks the card. A refusal is `StripeError::Card`; the intent then waits for another card.
    pub async fn confirm_payment_intent(
        &self,
        id: &str,
        payment_method: &str,
        off_session: bool,
        key: &str,
    ) -> Result<PaymentIntent, StripeError> {
        let mut params: Params = vec![("payment_method".into(), payment_method)];
        if off_session {
            params.push(("off_session".into(), "true"));
        }
        self.post(&format!("payment_intents/{id}/confirm"), params, Some(key)).await
    }

    pub async fn cancel_payment_intent(&self, id: &str, key: &str) -> Result<PaymentIntent, StripeError> {
        self.post(&format!("payment_intents/{id}/cancel"), Vec::new(), Some(key)).await
    }

    pub async fn create_refund(&self, payment_intent: &str, amount: i64, key: &str) -> Result<Refund, StripeError> {
        let amount = amount.to_string();
        let params = vec![("payment_intent".into(), payment_intent), ("amount".into(), amount.as_str())];
        self.post("refunds", params, Some(key)).await
    }

    /// The event in a webhook's body, when the signature is genuine and young at `now` (the provider's time).
    pub fn verify_webhook(&self, body: &str, signature: &str, now: DateTime<Utc>) -> Option<Event> {
        let timestamp = fields(signature, "t").next()?;
        let signed_at = DateTime::from_timestamp(timestamp.parse().ok()?, 0)?;
        let expected = sign(&self.webhook_secret, timestamp, body);
        let is_genuine = fields(signature, "v1").any(|hex| bool::from(hex.as_bytes().ct_eq(expected.as_bytes())));
        let is_young = (now - signed_at).abs() <= TOLERANCE;
        (is_genuine && is_young).then(|| serde_json::from_str(body).ok()).flatten()
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, StripeError> {
        self.send(self.http.get(self.url(path))).await
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, params: Params<'_>, key: Option<&str>) -> Result<T, StripeError> {
        let mut request = self.http.post(self.url(path)).form(&params);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        self.send(request).await
    }

    fn url(&self, path: &str) -> String {
        format!("{}/v1/{path}", self.base)
    }

    async fn send<T: DeserializeOwned>(&self, request: reqwest::RequestBuilder) -> Result<T, StripeError> {
        let response = request.bearer_auth(&self.key).send().await.map_err(StripeError::Network)?;
        let status = response.status().as_u16();
        let body = response.bytes().await.map_err(StripeError::Network)?;
        if (200..300).contains(&status) {
            return serde_json::from_slice(&body).map_err(StripeError::Decode);
        }
        Err(refusal(status, &body))
    }
}

fn refusal(status: u16, body: &[u8]) -> StripeError {
    if status == 429 {
        return StripeError::RateLimited;
    }
    if status >= 500 {
        return StripeError::Server(status);
    }
    let error = match serde_json::from_slice::<ErrorBody>(body) {
        Ok(body) => body.error,
        Err(error) => return StripeError::Decode(error),
    };
    match error.kind.as_deref() {
        Some("idempotency_error") => StripeError::Idempotency,
        Some("card_error") => StripeError::Card(CardError {
            code: error.code.unwrap_or_else(|| "card_declined".into()),
            decline_code: error.decline_code,
            message: error.message,
        }),
        _ if status == 402 => StripeError::Card(CardError {
            code: error.code.unwrap_or_else(|| "card_declined".into()),
            decline_code: error.decline_code,
            message: error.message,
        }),
        _ => StripeError::InvalidRequest { code: error.code, message: error.message },
    }
}

fn metadata_params<'a>(metadata: &[(&str, &'a str)]) -> Params<'a> {
    metadata.iter().map(|(name, value)| (format!("metadata[{name}]"), *value)).collect()
}

/// The values of one name in a signature header, `t=…,v1=…,v1=…`.
fn fields<'a>(signature: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    signature.split(',').filter_map(|part| part.split_once('=')).filter(move |(key, _)| *key == name).map(|(_, value)| value)
}

/// The hex HMAC-SHA256 over `timestamp.body`.
fn sign(secret: &str, timestamp: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("{timestamp}.{body}").as_bytes());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripe() -> Stripe {
        Stripe::new(&StripeConfig {
            api_url: "http://127.0.0.1:1/".into(),
            secret_key: "sk_test".into(),
            publishable_key: "pk_test".into(),
            webhook_secret: "whsec_test".into(),
            script_url: String::new(),
        })
    }

    #[test]
    fn a_webhook_is_believed_only_with_a_young_genuine_signature() {
        let body = r#"{"id":"evt_1","type":"payment_intent.succeeded"}"#;
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let header = |t: i64, body: &str| format!("t={t},v1={}", sign("whsec_test", &t.to_string(), body));
        let verify = |header: String| stripe().verify_webhook(body, &header, now);
        assert_eq!(verify(header(1_800_000_000, body)).unwrap().id, "evt_1");
        assert_eq!(verify(format!("v1=00,{}", header(1_800_000_000, body))).unwrap().kind, "payment_intent.succeeded");
        assert!(verify(header(1_800_000_000 - 301, body)).is_none());
        assert!(verify(header(1_800_000_000, "another body")).is_none());
        assert!(verify("t=1800000000".into()).is_none());
        assert!(verify(String::new()).is_none());
    }

    #[test]
    fn refusals_are_told_apart() {
        let card = br#"{"error":{"type":"card_error","code":"card_declined","decline_code":"insufficient_funds"}}"#;
        assert!(matches!(refusal(402, card), StripeError::Card(e) if e.decline_code.as_deref() == Some("insufficient_funds")));
        assert!(matches!(refusal(400, br#"{"error":{"type":"idempotency_error"}}"#), StripeError::Idempotency));
        assert!(refusal(503, b"").is_retryable());
        assert!(!refusal(404, br#"{"error":{"type":"invalid_request_error","code":"resource_missing"}}"#).is_retryable());
    }

    #[test]
    fn a_status_from_the_future_is_no_error() {
        let intent: PaymentIntent = serde_json::from_str(r#"{"id":"pi","status":"requires_magic","amount":1}"#).unwrap();
        assert_eq!(intent.status, PaymentIntentStatus::Other);
    }
}
