//! A dispute with its charge and booking.

use chrono::{DateTime, Utc};

use crate::i18n::{self, Locale, t};
use crate::ids::{ChargeId, DisputeId, ReservationId, RestaurantId, UserId};
use crate::money::Yen;
use crate::payments::disputes::DisputeBearer;
use crate::payments::model::ChargeKind;
use crate::text_enum::text_enum;
use crate::zone::Zone;

text_enum! {
    /// Progress of a dispute.
    pub enum DisputeStage {
        /// Evidence, until its deadline.
        NeedsResponse = "needs_response",
        /// The bank's decision.
        UnderReview = "under_review",
        Won = "won",
        Lost = "lost",
        /// An inquiry that ended without a dispute, or a prevented dispute.
        Closed = "closed",
    }
}

impl DisputeStage {
    pub fn label(self, locale: Locale) -> String {
        t(locale, &format!("dispute.stage.{self}"), &[])
    }
}

/// A dispute for lists and its page.
#[derive(Clone, Debug)]
pub struct DisputeRow {
    pub id: DisputeId,
    /// The provider's id; it names the dispute in addresses.
    pub fid: String,
    pub restaurant: RestaurantId,
    /// Blank if the platform itself was paid.
    pub restaurant_slug: String,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub zone: Option<Zone>,
    pub charge: ChargeId,
    pub charge_kind: ChargeKind,
    pub charge_amount: Yen,
    pub refunded_amount: Yen,
    pub refund_due: Yen,
    pub paid_at: Option<DateTime<Utc>>,
    pub payment_fid: Option<String>,
    pub user: UserId,
    pub user_uid: String,
    pub reservation: Option<ReservationId>,
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
    pub starts_at: Option<DateTime<Utc>>,
    pub amount: Yen,
    /// The provider's name.
    pub reason: String,
    /// The provider's name.
    pub status: String,
    pub opened_at: DateTime<Utc>,
    pub evidence_due_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    pub borne_by: Option<DisputeBearer>,
    pub note: String,
}

impl DisputeRow {
    pub fn stage(&self) -> DisputeStage {
        match self.status.as_str() {
            "won" => DisputeStage::Won,
            "lost" => DisputeStage::Lost,
            _ if self.closed_at.is_some() => DisputeStage::Closed,
            status if status.ends_with("needs_response") && self.answered_at.is_none() => DisputeStage::NeedsResponse,
            _ => DisputeStage::UnderReview,
        }
    }

    /// Whether the bank only asks, and has withdrawn nothing.
    pub fn is_inquiry(&self) -> bool {
        self.status.starts_with("warning")
    }

    pub fn reason_label(&self, locale: Locale) -> String {
        reason_label(locale, &self.reason)
    }

    pub fn restaurant_name(&self, locale: Locale) -> &str {
        locale.pick(&self.restaurant_ja, &self.restaurant_en)
    }
}

/// Returns the text of the provider's reason. A reason without a text is shown as another reason, with the provider's code.
pub fn reason_label(locale: Locale, reason: &str) -> String {
    let key = format!("dispute.reason.{reason}");
    match reason {
        "" => t(locale, "dispute.reason.general", &[]),
        _ if i18n::has(&key) => t(locale, &key, &[]),
        reason => t(locale, "dispute.reason.other", &[("code", &reason)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reason_without_text_is_shown_with_its_code() {
        assert_eq!(reason_label(Locale::En, "fraudulent"), "The cardholder did not authorise the payment");
        assert_eq!(reason_label(Locale::En, "moonlight"), "Another reason (code: moonlight)");
        assert_eq!(reason_label(Locale::En, ""), reason_label(Locale::En, "general"));
    }
}
