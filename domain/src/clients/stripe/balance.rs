//! Disputes, fees and payouts, which the provider moves by itself and reports as balance transactions.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer};

use super::model::id_of;
use super::{Stripe, StripeError, StripeForm, StripePages, form, segment};
use crate::money::Yen;
use crate::text_enum::text_enum;

/// A bank's dispute for a cardholder who does not recognise a payment.
#[derive(Clone, Debug, Deserialize)]
pub struct Dispute {
    pub id: String,
    pub amount: Yen,
    /// `warning_needs_response`, `needs_response`, `under_review`, `won`, `lost`, …
    pub status: String,
    #[serde(default)]
    pub reason: Option<String>,
    #[serde(default, deserialize_with = "id_of")]
    pub payment_intent: Option<String>,
    #[serde(default)]
    evidence_details: Option<EvidenceDetails>,
}

#[derive(Clone, Debug, Deserialize)]
struct EvidenceDetails {
    #[serde(default)]
    due_by: Option<i64>,
    #[serde(default)]
    submission_count: i64,
}

impl Dispute {
    /// Returns the time by which evidence must be submitted; `None` after the decision.
    pub fn due_by(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.evidence_details.as_ref()?.due_by?, 0)
    }

    /// Whether evidence was submitted, and the bank wants no more. The count includes the answer to an earlier inquiry.
    pub fn is_answered(&self) -> bool {
        let is_submitted = self.evidence_details.as_ref().is_some_and(|details| details.submission_count > 0);
        is_submitted && !self.status.ends_with("needs_response")
    }
}

/// A movement of the platform's balance at the provider.
#[derive(Clone, Debug, Deserialize)]
pub struct BalanceTransaction {
    pub id: String,
    #[serde(rename = "type", deserialize_with = "kind_of")]
    pub kind: BalanceKind,
    /// Negative if the balance decreases.
    pub amount: Yen,
    /// The provider's fee; negative if it is returned.
    pub fee: Yen,
    /// The amount less the fee.
    pub net: Yen,
    /// Seconds since 1970.
    pub created: i64,
    /// The whole object, because `list_balance_transactions` expands it.
    #[serde(default, deserialize_with = "source_of")]
    pub source: Option<BalanceSource>,
}

text_enum! {
    /// Reason of a movement, by the provider's name. Names that Seki does not know become `other`.
    pub enum BalanceKind of "provider_balance_transactions.kind" {
        Charge = "charge",
        Refund = "refund",
        RefundFailure = "refund_failure",
        /// A disputed payment is withdrawn or returned.
        Adjustment = "adjustment",
        Payout = "payout",
        PayoutFailure = "payout_failure",
        /// A fee without a payment, such as a monthly one.
        StripeFee = "stripe_fee",
        Other = "other",
    }
}

impl BalanceKind {
    /// Returns the kind of a name of the provider's, of which some have two.
    fn of_provider(name: &str) -> Self {
        match name {
            "payment" => Self::Charge,
            "payment_refund" => Self::Refund,
            "payment_failure_refund" => Self::RefundFailure,
            "payout_cancel" => Self::PayoutFailure,
            "application_fee" | "network_cost" | "tax_fee" => Self::StripeFee,
            name => Self::named(name).unwrap_or(Self::Other),
        }
    }
}

/// The object that moved the balance: a charge, refund, dispute or payout.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct BalanceSource {
    pub id: String,
    /// `charge`, `refund`, `dispute`, `payout`, …; blank if the object was not expanded.
    #[serde(default)]
    pub object: String,
    #[serde(default, deserialize_with = "id_of")]
    pub payment_intent: Option<String>,
}

fn kind_of<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BalanceKind, D::Error> {
    Ok(BalanceKind::of_provider(&String::deserialize(deserializer)?))
}

fn source_of<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BalanceSource>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Source {
        Id(String),
        Whole(BalanceSource),
    }
    Ok(Option::<Source>::deserialize(deserializer)?.map(|source| match source {
        Source::Id(id) => BalanceSource { id, ..BalanceSource::default() },
        Source::Whole(whole) => whole,
    }))
}

impl Stripe {
    pub async fn retrieve_dispute(&self, id: &str) -> Result<Dispute, StripeError> {
        self.get(&format!("disputes/{}", segment(id)), StripeForm::new()).await
    }

    /// Returns the disputes of a payment.
    pub async fn list_disputes(&self, payment_intent: &str) -> Result<Vec<Dispute>, StripeError> {
        self.list("disputes", form([("payment_intent", payment_intent)]), |dispute: &Dispute| &dispute.id).await
    }

    /// Returns the disputes that were opened at `since` or later.
    pub async fn list_disputes_since(&self, since: DateTime<Utc>) -> Result<Vec<Dispute>, StripeError> {
        let form = form([("created[gte]", since.timestamp().to_string().as_str())]);
        self.list("disputes", form, |dispute: &Dispute| &dispute.id).await
    }

    /// Returns the movements of the balance at `since` or later, newest first, each with its source.
    pub fn list_balance_transactions(&self, since: DateTime<Utc>) -> StripePages<'_, BalanceTransaction> {
        let form = form([("created[gte]", since.timestamp().to_string().as_str()), ("expand[]", "data.source")]);
        self.pages("balance_transactions", form, |moved: &BalanceTransaction| &moved.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movement_names_its_payment() {
        let read = |json: &str| serde_json::from_str::<BalanceTransaction>(json).unwrap();
        let charge = read(
            r#"{"id":"txn_1","type":"payment","amount":17600,"fee":633,"net":16967,"created":5,"reporting_category":"charge",
                "source":{"id":"ch_1","object":"charge","payment_intent":"pi_1"}}"#,
        );
        assert_eq!(charge.kind, BalanceKind::Charge);
        assert_eq!(charge.source.unwrap().payment_intent.as_deref(), Some("pi_1"));
        let payout =
            read(r#"{"id":"txn_2","type":"payout","amount":-9000,"fee":0,"net":-9000,"created":6,"source":"po_1"}"#);
        assert_eq!((payout.kind, payout.source.unwrap().id.as_str()), (BalanceKind::Payout, "po_1"));
        let unknown = read(r#"{"id":"txn_3","type":"topup","amount":1,"fee":0,"net":1,"created":6,"source":null}"#);
        assert_eq!(unknown.kind, BalanceKind::Other);
        assert!(unknown.source.is_none());
    }

    #[test]
    fn dispute_has_deadline_until_it_is_decided() {
        let read = |status: &str, details: &str| -> Dispute {
            let json = format!(r#"{{"id":"dp_1","amount":390,"status":"{status}","evidence_details":{details}}}"#);
            serde_json::from_str(&json).unwrap()
        };
        let open = read("under_review", r#"{"due_by":1700000000,"submission_count":1}"#);
        assert_eq!(open.due_by().unwrap().timestamp(), 1_700_000_000);
        assert!(open.is_answered());
        assert!(!read("needs_response", r#"{"due_by":1700000000,"submission_count":1}"#).is_answered());
        let decided = read("lost", r#"{"due_by":null,"submission_count":0}"#);
        assert!(decided.due_by().is_none() && !decided.is_answered());
        assert!(read("needs_response", "null").due_by().is_none());
    }
}
