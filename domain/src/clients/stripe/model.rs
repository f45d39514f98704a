//! The fields of Stripe's objects that we read. Unknown fields and unknown status values are accepted.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::money::Yen;

#[derive(Clone, Debug, Deserialize)]
pub struct Customer {
    pub id: String,
    #[serde(default, deserialize_with = "null_as_default")]
    pub metadata: HashMap<String, String>,
}

/// Saving of a card.
#[derive(Clone, Debug, Deserialize)]
pub struct SetupIntent {
    pub id: String,
    pub status: SetupIntentStatus,
    pub client_secret: Option<String>,
    #[serde(default, deserialize_with = "id_of")]
    pub customer: Option<String>,
    #[serde(default, deserialize_with = "id_of")]
    pub payment_method: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum SetupIntentStatus {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    Processing,
    Succeeded,
    Canceled,
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    #[serde(default, deserialize_with = "id_of")]
    pub customer: Option<String>,
    pub card: Option<StripeCard>,
    #[serde(default, deserialize_with = "null_as_default")]
    pub billing_details: BillingDetails,
}

/// The printed details of a card.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct StripeCard {
    pub brand: String,
    pub last4: String,
    pub exp_month: i32,
    pub exp_year: i32,
    pub fingerprint: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct BillingDetails {
    pub name: Option<String>,
}

/// A payment.
#[derive(Clone, Debug, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    pub status: PaymentIntentStatus,
    pub amount: Yen,
    pub client_secret: Option<String>,
    #[serde(default, deserialize_with = "id_of")]
    pub customer: Option<String>,
    /// Removed after a decline; `last_payment_error` still has it.
    #[serde(default, deserialize_with = "id_of")]
    pub payment_method: Option<String>,
    /// localstripe returns the whole charge where Stripe returns its id.
    #[serde(default, deserialize_with = "id_of")]
    pub latest_charge: Option<String>,
    pub last_payment_error: Option<PaymentFailure>,
    #[serde(default, deserialize_with = "null_as_default")]
    pub metadata: HashMap<String, String>,
}

impl PaymentIntent {
    /// Returns the reason of the last failed attempt: the bank's reason if it gave one, otherwise Stripe's code.
    pub fn failure_code(&self) -> Option<&str> {
        let failure = self.last_payment_error.as_ref()?;
        failure.decline_code.as_deref().or(failure.code.as_deref())
    }

    /// Returns the card that was declined in the last attempt.
    pub fn declined_card(&self) -> Option<&str> {
        self.last_payment_error.as_ref()?.payment_method.as_ref().map(|method| method.id.as_str())
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum PaymentIntentStatus {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    Processing,
    RequiresCapture,
    Succeeded,
    Canceled,
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
pub struct PaymentFailure {
    pub code: Option<String>,
    pub decline_code: Option<String>,
    pub message: Option<String>,
    pub payment_method: Option<PaymentMethod>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Refund {
    pub id: String,
    pub amount: Yen,
    pub status: RefundStatus,
    #[serde(default, deserialize_with = "id_of")]
    pub payment_intent: Option<String>,
    /// Our refunds name the charge (`charge_uid`); refunds of the provider's dashboard do not.
    #[serde(default, deserialize_with = "null_as_default")]
    pub metadata: HashMap<String, String>,
}

impl Refund {
    /// Whether this system made the refund.
    pub fn is_ours(&self) -> bool {
        self.metadata.contains_key("charge_uid")
    }

    /// Whether the money was refunded, or the refund is in progress.
    pub fn is_effective(&self) -> bool {
        !matches!(self.status, RefundStatus::Failed | RefundStatus::Canceled)
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    Pending,
    RequiresAction,
    Succeeded,
    Failed,
    Canceled,
    #[serde(other)]
    Other,
}

/// An event, as webhooks and the list of events report it.
#[derive(Clone, Debug, Deserialize)]
pub struct WebhookEvent {
    pub id: String,
    /// `payment_intent.succeeded`, `charge.refunded`, …
    #[serde(rename = "type")]
    pub kind: String,
    pub created: i64,
    pub data: EventData,
}

#[derive(Clone, Debug, Deserialize)]
pub struct EventData {
    /// The object at that time, which may differ from its present state.
    pub object: Value,
}

/// One page of a list.
#[derive(Clone, Debug, Deserialize)]
pub struct StripeList<T> {
    pub data: Vec<T>,
    #[serde(default)]
    pub has_more: bool,
}

/// Deserialises a reference: an id, or the object itself if it was expanded.
pub(super) fn id_of<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Reference {
        Id(String),
        Object { id: String },
    }
    Ok(Option::<Reference>::deserialize(deserializer)?.map(|reference| match reference {
        Reference::Id(id) | Reference::Object { id } => id,
    }))
}

pub(super) fn null_as_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_intent_with_unknown_status_is_read() {
        let intent: PaymentIntent = serde_json::from_str(
            r#"{"id":"pi_1","status":"requires_moonlight","amount":390,"latest_charge":{"id":"ch_1"},"metadata":null,
                "last_payment_error":{"code":"card_declined","decline_code":"insufficient_funds"}}"#,
        )
        .unwrap();
        assert_eq!(intent.status, PaymentIntentStatus::Other);
        assert_eq!(intent.latest_charge.as_deref(), Some("ch_1"));
        assert_eq!(intent.failure_code(), Some("insufficient_funds"));
    }
}
