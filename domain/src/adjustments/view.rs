//! The facts of a mail about an adjustment.

use serde::Serialize;

/// Key of the adjustment in the context of a mail.
pub(super) const ADJUSTMENT_ID: &str = "payment_adjustment_id";

/// All fields are text in the mail's language.
#[derive(Clone, Debug, Serialize)]
pub(super) struct View {
    pub(super) subject: String,
    pub(super) lead: String,
    pub(super) lines: Vec<(String, String)>,
    pub(super) note: String,
    pub(super) link: String,
    pub(super) button: String,
}

#[cfg(test)]
pub(super) mod tests {
    use crate::adjustments::model::{Adjustment, AdjustmentKind, AdjustmentStatus, BorneBy};
    use crate::ids::{AdjustmentId, AdminUserId, ChargeId, ReservationId, RestaurantId, UserId};
    use crate::money::Yen;

    pub fn adjustment(kind: AdjustmentKind) -> Adjustment {
        Adjustment {
            id: AdjustmentId(1),
            uid: "Uadjustment".into(),
            restaurant: RestaurantId(1),
            kind,
            charge: Some(ChargeId(12)),
            charge_uid: Some("Ucharge".into()),
            reservation: Some(ReservationId(3)),
            diner: UserId(4),
            amount: Yen(5_000),
            borne_by: BorneBy::Operator,
            reason: "お料理の提供が遅れたため".into(),
            status: AdjustmentStatus::Succeeded,
            needs_approval: false,
            requested_by: AdminUserId(5),
            is_by_command_line: false,
            awaits_confirmation: false,
            failure_code: None,
        }
    }
}
