//! Verification of Stripe's webhooks.

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::model::WebhookEvent;

/// Maximum difference between Stripe's clock and ours, and therefore the time for which a captured webhook can be replayed.
const TOLERANCE_SECONDS: u64 = 300;

#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    #[error("the webhook has no readable signature")]
    Unsigned,
    #[error("the webhook's signature is wrong")]
    WrongSignature,
    #[error("the webhook is too old or from the future")]
    Stale,
    #[error("the webhook's body was not understood")]
    Decode(#[source] serde_json::Error),
}

/// Verifies the header `Stripe-Signature` (`t=SECONDS,v1=HEX`, several `v1` while a secret is being changed) and parses the event.
///
/// `now` is the real time, not the time of a demo clock.
pub fn verify_webhook(
    body: &[u8],
    signature: &str,
    secret: &str,
    now: DateTime<Utc>,
) -> Result<WebhookEvent, WebhookError> {
    let signed_at =
        signature.split(',').find_map(|part| part.trim().strip_prefix("t=")).ok_or(WebhookError::Unsigned)?;
    let expected = sign(body, signed_at, secret);
    let mut candidates = signature.split(',').filter_map(|part| part.trim().strip_prefix("v1=")).peekable();
    if candidates.peek().is_none() {
        return Err(WebhookError::Unsigned);
    }
    if !candidates.any(|given| given.as_bytes().ct_eq(expected.as_bytes()).into()) {
        return Err(WebhookError::WrongSignature);
    }
    let seconds: i64 = signed_at.parse().map_err(|_| WebhookError::Unsigned)?;
    if now.timestamp().abs_diff(seconds) > TOLERANCE_SECONDS {
        return Err(WebhookError::Stale);
    }
    serde_json::from_slice(body).map_err(WebhookError::Decode)
}

fn sign(body: &[u8], signed_at: &str, secret: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(signed_at.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] =
        br#"{"id":"evt_1","type":"payment_intent.succeeded","created":1700000000,"data":{"object":{}}}"#;
    const SECRET: &str = "whsec_test";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn header() -> String {
        format!("t=1700000000,v1={}", sign(BODY, "1700000000", SECRET))
    }

    #[test]
    fn signature_matches_stripe_documentation() {
        // echo -n '1700000000.{}' | openssl dgst -sha256 -hmac whsec_test
        assert_eq!(
            sign(b"{}", "1700000000", SECRET),
            "35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91"
        );
    }

    #[test]
    fn webhook_verifies_among_signatures_of_old_secrets() {
        let event = verify_webhook(BODY, &header(), SECRET, at(1_700_000_299)).unwrap();
        assert_eq!((event.id.as_str(), event.kind.as_str()), ("evt_1", "payment_intent.succeeded"));
        let changing = format!("t=1700000000,v1=00,v0=ff,{}", header().split(',').nth(1).unwrap());
        assert!(verify_webhook(BODY, &changing, SECRET, at(1_700_000_000)).is_ok());
    }

    #[test]
    fn invalid_webhooks_are_rejected() {
        let now = at(1_700_000_000);
        let check =
            |body: &[u8], header: &str, secret: &str, now| verify_webhook(body, header, secret, now).unwrap_err();
        assert!(matches!(check(b"{}", &header(), SECRET, now), WebhookError::WrongSignature));
        assert!(matches!(check(BODY, &header(), "whsec_other", now), WebhookError::WrongSignature));
        assert!(matches!(check(BODY, &header(), SECRET, at(1_700_000_301)), WebhookError::Stale));
        assert!(matches!(check(BODY, &header(), SECRET, at(1_699_999_699)), WebhookError::Stale));
        assert!(matches!(check(BODY, "v1=abc", SECRET, now), WebhookError::Unsigned));
        assert!(matches!(check(BODY, "t=1700000000", SECRET, now), WebhookError::Unsigned));
        assert!(matches!(check(BODY, "", SECRET, now), WebhookError::Unsigned));
    }
}
