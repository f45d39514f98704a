//! A cancel request: its form, its view for admins, and its open state.

use chrono::{DateTime, Utc};

use crate::audit::Actor;
use crate::ids::{CancelRequestId, ReservationId, RestaurantId};
use crate::reservations::model::{EndCause, Kind};
use crate::reservations::staff::StaffError;

/// The form. All four fields are required; the last one not for an invitation.
#[derive(Clone, Copy, Debug)]
pub struct CancelRequestForm {
    pub fee_waived: bool,
    pub agreed_with_customer: bool,
    pub cause: Option<EndCause>,
    /// Whether the stocks are permanently removed from the web.
    pub delete_os: Option<bool>,
}

impl CancelRequestForm {
    /// Validates the form. Returns the cause, and whether the stocks are deleted: always if the restaurant is the cause, never for an
    /// invitation, which has no stocks.
    ///
    /// # Errors
    /// Each missing field.
    pub fn check(&self, kind: Kind) -> Result<(EndCause, bool), StaffError> {
        let asks_stocks = !kind.is_invited() && self.cause != Some(EndCause::Restaurant);
        let missing = [
            (!self.fee_waived, "fee_waived", "confirmation_missing"),
            (!self.agreed_with_customer, "agreed_with_customer", "confirmation_missing"),
            (self.cause.is_none(), "reason", "choose_one"),
            (asks_stocks && self.delete_os.is_none(), "delete_os", "choose_one"),
        ];
        let faults: Vec<_> = missing.into_iter().filter(|(is, ..)| *is).map(|(_, field, code)| (field, code)).collect();
        let Some(cause) = self.cause.filter(|_| faults.is_empty()) else { return Err(StaffError::Fields(faults)) };
        let delete_os = match cause {
            _ if kind.is_invited() => false,
            EndCause::Restaurant => true,
            EndCause::Customer => self.delete_os.unwrap_or_default(),
        };
        Ok((cause, delete_os))
    }
}

/// A request in the admins' list.
#[derive(Clone, Debug)]
pub struct CancelRequest {
    pub id: CancelRequestId,
    pub uid: String,
    /// Slug of the restaurant.
    pub restaurant: String,
    pub name_ja: String,
    pub name_en: String,
    pub reservation: ReservationId,
    pub reservation_uid: String,
    pub reservation_code: String,
    pub kind: Kind,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub reason: EndCause,
    pub delete_os: bool,
    pub status: String,
    pub created_at: DateTime<Utc>,
}

/// An admin's decision.
#[derive(Clone, Copy, Debug)]
pub struct CancelDecision<'a> {
    pub now: DateTime<Utc>,
    pub actor: Actor,
    /// The reason, stored in the audit log.
    pub reason: Option<&'a str>,
}

/// An open request.
#[derive(Debug)]
pub struct OpenRequest {
    pub id: CancelRequestId,
    pub restaurant: RestaurantId,
    pub reservation: ReservationId,
    pub reason: EndCause,
    pub delete_os: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: CancelRequestForm = CancelRequestForm {
        fee_waived: true,
        agreed_with_customer: true,
        cause: Some(EndCause::Customer),
        delete_os: Some(false),
    };

    #[test]
    fn all_four_fields_are_required() {
        let refused = |form: CancelRequestForm| match form.check(Kind::OnlineReservation) {
            Err(StaffError::Fields(faults)) => faults.into_iter().map(|(field, _)| field).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(CancelRequestForm { fee_waived: false, ..WHOLE }), ["fee_waived"]);
        assert_eq!(refused(CancelRequestForm { agreed_with_customer: false, ..WHOLE }), ["agreed_with_customer"]);
        assert_eq!(refused(CancelRequestForm { cause: None, ..WHOLE }), ["reason"]);
        assert_eq!(refused(CancelRequestForm { delete_os: None, ..WHOLE }), ["delete_os"]);
        let none = CancelRequestForm { fee_waived: false, agreed_with_customer: false, cause: None, delete_os: None };
        assert_eq!(refused(none), ["fee_waived", "agreed_with_customer", "reason", "delete_os"]);
        assert!(matches!(WHOLE.check(Kind::OnlineReservation), Ok((EndCause::Customer, false))));
    }

    #[test]
    fn restaurant_account_deletes_and_invitations_never_reopen() {
        let own = CancelRequestForm { cause: Some(EndCause::Restaurant), delete_os: Some(false), ..WHOLE };
        assert!(matches!(own.check(Kind::OnlineReservation), Ok((_, true))));
        let invited = CancelRequestForm { delete_os: None, ..WHOLE };
        assert!(matches!(invited.check(Kind::InvitedReservation), Ok((_, false))));
    }
}
