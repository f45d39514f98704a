//! An adjustment, its states and its form.

use chrono::{DateTime, Utc};

use super::error::AdjustmentError;
use crate::audit::Actor;
use crate::ids::{AdjustmentId, AdminUserId, ChargeId, ReservationId, RestaurantId, UserId};
use crate::money::Yen;
use crate::payments::model::{ChargeKind, ChargeStatus};
use crate::rng::Rng;
use crate::text_enum::text_enum;

pub const MAX_REASON_LENGTH: usize = 500;
const KEY_LENGTHS: std::ops::RangeInclusive<usize> = 16..=64;

text_enum! {
    pub enum AdjustmentKind of "payment_adjustments.kind" {
        /// Money goes back to the card.
        Refund = "refund",
        /// The card is charged off-session.
        Correction = "correction",
    }
}

text_enum! {
    /// The party that bears a refund, or receives a correction.
    pub enum BorneBy of "payment_adjustments.borne_by" {
        Restaurant = "restaurant",
        Operator = "operator",
    }
}

text_enum! {
    pub enum AdjustmentStatus of "payment_adjustments.status" {
        AwaitingApproval = "awaiting_approval",
        /// Approved; the provider has not refunded or collected it yet. A declined correction remains here as an unpaid fee.
        Processing = "processing",
        Succeeded = "succeeded",
        /// The provider rejects the refund permanently.
        Failed = "failed",
        Rejected = "rejected",
        /// Withdrawn by the admin who requested it.
        Withdrawn = "withdrawn",
    }
}

#[derive(Clone, Debug)]
pub struct Adjustment {
    pub id: AdjustmentId,
    pub uid: String,
    pub restaurant: RestaurantId,
    pub kind: AdjustmentKind,
    /// The charge to refund; the charge of a correction once it is approved.
    pub charge: Option<ChargeId>,
    pub charge_uid: Option<String>,
    pub reservation: Option<ReservationId>,
    pub diner: UserId,
    pub amount: Yen,
    pub borne_by: BorneBy,
    pub reason: String,
    pub status: AdjustmentStatus,
    pub needs_approval: bool,
    pub requested_by: AdminUserId,
    /// Requested at the command line, in the name of `requested_by`.
    pub is_by_command_line: bool,
    /// Whether `requested_by` must confirm it in the console before another admin can approve it.
    pub awaits_confirmation: bool,
    /// The provider's code, if it rejects the refund permanently.
    pub failure_code: Option<String>,
}

/// An adjustment in the admins' lists.
#[derive(Clone, Debug)]
pub struct AdjustmentRow {
    pub uid: String,
    pub kind: AdjustmentKind,
    pub amount: Yen,
    pub borne_by: BorneBy,
    pub reason: String,
    pub status: AdjustmentStatus,
    pub needs_approval: bool,
    pub requested_by: AdminUserId,
    pub requested_by_name: String,
    pub is_by_command_line: bool,
    /// As of `Adjustment`.
    pub awaits_confirmation: bool,
    pub decided_by_name: Option<String>,
    pub decision_reason: String,
    pub failure_code: Option<String>,
    /// Of the refunded charge, or of the correction's own.
    pub charge_uid: Option<String>,
    pub charge_kind: Option<ChargeKind>,
    pub charge_status: Option<ChargeStatus>,
    pub restaurant_ja: Option<String>,
    pub restaurant_en: Option<String>,
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
    pub user_uid: String,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// An adjustment that was made, for the restaurant's owners.
#[derive(Clone, Debug)]
pub struct MadeAdjustment {
    pub kind: AdjustmentKind,
    pub reservation_code: Option<String>,
    /// Of the refunded charge, or of the correction.
    pub charge_kind: ChargeKind,
    pub amount: Yen,
    pub borne_by: BorneBy,
    pub reason: String,
    pub finished_at: Option<DateTime<Utc>>,
}

impl AdjustmentRow {
    /// Whether it is a correction that waits for its diner: the card was declined, or is missing.
    pub fn is_unpaid(&self) -> bool {
        self.kind == AdjustmentKind::Correction
            && self.status == AdjustmentStatus::Processing
            && !matches!(self.charge_status, None | Some(ChargeStatus::Succeeded | ChargeStatus::Processing))
    }
}

/// Returns what is left of a charge to refund, less the refunds that await approval.
pub fn left_to_refund(charge_uid: &str, refundable: Yen, rows: &[AdjustmentRow]) -> Yen {
    let awaits = |row: &&AdjustmentRow| {
        row.kind == AdjustmentKind::Refund
            && row.status == AdjustmentStatus::AwaitingApproval
            && row.charge_uid.as_deref() == Some(charge_uid)
    };
    let awaiting: Yen = rows.iter().filter(awaits).map(|row| row.amount).sum();
    (refundable - awaiting).max(Yen::ZERO)
}

/// Resources and settings of a request or a decision.
#[derive(Clone, Copy)]
pub struct AdjustmentContext<'a> {
    pub rng: &'a Rng,
    pub now: DateTime<Utc>,
    /// Sums above it need a second admin. All adjustments of a kind for one booking count together.
    pub approval_above: Yen,
}

/// The admin who acts.
#[derive(Clone, Copy, Debug)]
pub struct Requester {
    pub admin: AdminUserId,
    /// The admin, or the command line in the admin's name.
    pub actor: Actor,
}

impl Requester {
    pub const fn is_command_line(self) -> bool {
        matches!(self.actor, Actor::CommandLine)
    }
}

/// Outcome of an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approval {
    /// The admin in whose name the command line made the request confirmed it. Another admin must approve it.
    Confirmed,
    Approved,
}

/// The form of a request.
#[derive(Clone, Copy, Debug)]
pub struct AdjustmentForm<'a> {
    pub amount: Yen,
    pub borne_by: Option<BorneBy>,
    pub reason: &'a str,
    /// 16 to 64 letters, digits, hyphens and underscores; a second request with it is not another one.
    pub idempotency_key: &'a str,
}

/// A valid form.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValidForm<'a> {
    pub amount: Yen,
    pub borne_by: BorneBy,
    pub reason: &'a str,
    pub key: &'a str,
}

impl<'a> AdjustmentForm<'a> {
    /// # Errors
    /// Each missing or invalid field.
    pub(super) fn check(self) -> Result<ValidForm<'a>, AdjustmentError> {
        let reason = self.reason.trim();
        let key = self.idempotency_key;
        let is_key = KEY_LENGTHS.contains(&key.len())
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        let faults = [
            (self.amount <= Yen::ZERO || self.amount.to_db().is_err(), "amount", "amount_invalid"),
            (reason.is_empty(), "reason", "reason_missing"),
            (reason.chars().count() > MAX_REASON_LENGTH, "reason", "reason_too_long"),
            (self.borne_by.is_none(), "borne_by", "choose_one"),
            (!is_key, "idempotency_key", "field_invalid"),
        ];
        let faults: Vec<_> = faults.into_iter().filter(|(is, ..)| *is).map(|(_, field, code)| (field, code)).collect();
        match self.borne_by {
            Some(borne_by) if faults.is_empty() => Ok(ValidForm { amount: self.amount, borne_by, reason, key }),
            _ => Err(AdjustmentError::Fields(faults)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: AdjustmentForm = AdjustmentForm {
        amount: Yen(1_000),
        borne_by: Some(BorneBy::Operator),
        reason: " The course was cold. ",
        idempotency_key: "3f2b8c1e-7a44-4d0a",
    };

    fn fields(form: AdjustmentForm) -> Vec<&'static str> {
        match form.check() {
            Err(AdjustmentError::Fields(faults)) => faults.into_iter().map(|(field, _)| field).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_field_is_required() {
        assert_eq!(WHOLE.check().unwrap().reason, "The course was cold.");
        assert_eq!(fields(AdjustmentForm { amount: Yen::ZERO, ..WHOLE }), ["amount"]);
        assert_eq!(fields(AdjustmentForm { amount: Yen(i64::MAX), ..WHOLE }), ["amount"]);
        assert_eq!(fields(AdjustmentForm { reason: " ", ..WHOLE }), ["reason"]);
        assert_eq!(fields(AdjustmentForm { reason: &"あ".repeat(501), ..WHOLE }), ["reason"]);
        assert_eq!(fields(AdjustmentForm { borne_by: None, ..WHOLE }), ["borne_by"]);
        assert_eq!(fields(AdjustmentForm { idempotency_key: "short", ..WHOLE }), ["idempotency_key"]);
    }
}
