//! A request to cancel: its form, as an admin sees it, and while it waits.

use chrono::{DateTime, Utc};

use crate::audit::Actor;
use crate::ids::{ReservationId, RestaurantId};
use crate::reservations::model::{Cause, Kind};
use crate::reservations::staff::StaffError;

/// The form: all four are needed, the last one not for an invitation.
#[derive(Clone, Copy, Debug)]
pub struct CancelRequestForm {
    pub fee_waived: bool,
    pub agreed_with_customer: bool,
    pub cause: Option<Cause>,
    /// Whether the stocks leave the web for good.
    pub delete_os: Option<bool>,
}

impl CancelRequestForm {
    /// Whether the stocks are deleted: always on the restaurant's own account, never for an invitation, which has none.
    ///
    /// # Errors
    /// The name of the first field that is missing.
    pub fn check(&self, kind: Kind) -> Result<(Cause, bool), StaffError> {
        let missing = |field| StaffError::Field(field, "confirmation_missing");
        if !self.fee_waived {
            return Err(missing("fee_waived"));
        }
        if !self.agreed_with_customer {
            return Err(missing("agreed_with_customer"));
        }
        let cause = self.cause.ok_or(StaffError::Field("reason", "choose_one"))?;
        let delete_os = match cause {
            _ if kind.is_invited() => false,
            Cause::Restaurant => true,
            Cause::Customer => self.delete_os.ok_or(StaffError::Field("delete_os", "choose_one"))?,
        };
        Ok((cause, delete_os))
    }
}

/// A request as an admin sees it.
#[derive(Clone, Debug)]
pub struct Request {
    pub id: i64,
    pub uid: String,
    pub restaurant: String,
    pub reservation: ReservationId,
    pub reservation_uid: String,
    pub reservation_code: String,
    pub kind: Kind,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub reason: Cause,
    pub delete_os: bool,
    pub status: String,
    pub created_at: DateTime<Utc>,
}

/// What an admin decides with.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    pub now: DateTime<Utc>,
    pub actor: Actor,
    /// Why; the audit keeps it.
    pub reason: Option<&'a str>,
}

/// A request that waits for its decision.
#[derive(Debug)]
pub struct Open {
    pub id: i64,
    pub restaurant: RestaurantId,
    pub reservation: ReservationId,
    pub reason: Cause,
    pub delete_os: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: CancelRequestForm = CancelRequestForm {
        fee_waived: true,
        agreed_with_customer: true,
        cause: Some(Cause::Customer),
        delete_os: Some(false),
    };

    #[test]
    fn all_four_are_needed() {
        let refused = |form: CancelRequestForm| match form.check(Kind::OnlineReservation) {
            Err(StaffError::Field(field, _)) => field,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(CancelRequestForm { fee_waived: false, ..WHOLE }), "fee_waived");
        assert_eq!(refused(CancelRequestForm { agreed_with_customer: false, ..WHOLE }), "agreed_with_customer");
        assert_eq!(refused(CancelRequestForm { cause: None, ..WHOLE }), "reason");
        assert_eq!(refused(CancelRequestForm { delete_os: None, ..WHOLE }), "delete_os");
        assert!(matches!(WHOLE.check(Kind::OnlineReservation), Ok((Cause::Customer, false))));
    }

    #[test]
    fn the_restaurants_own_account_deletes_and_an_invitation_is_never_reopened() {
        let own = CancelRequestForm { cause: Some(Cause::Restaurant), delete_os: Some(false), ..WHOLE };
        assert!(matches!(own.check(Kind::OnlineReservation), Ok((_, true))));
        let invited = CancelRequestForm { delete_os: None, ..WHOLE };
        assert!(matches!(invited.check(Kind::InvitedReservation), Ok((_, false))));
    }
}
