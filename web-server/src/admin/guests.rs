//! The guests of reservations that an admin may see. A diner's account is open to every admin; what a restaurant knows of other guests
//! needs the permission of the section that lists them (gaps G186, G212).

use domain::accounts::admins::{AdminFlag, AdminFlags};
use domain::reservations::model::Kind;

/// Returns the permission for the guests of a kind without an account; None for online reservations, whose guests have one.
const fn flag_of(kind: Kind) -> Option<AdminFlag> {
    match kind {
        Kind::OnlineReservation => None,
        Kind::InvitedReservation | Kind::InvitedTemporaryReservation | Kind::OfflineReservation => Some(AdminFlag::Ivr),
        Kind::OffsiteReservation => Some(AdminFlag::Ofsr),
    }
}

/// Reports whether an admin may see the guest of a reservation.
pub fn is_visible(flags: AdminFlags, kind: Kind, has_account: bool) -> bool {
    has_account || flag_of(kind).is_none_or(|flag| flags.has(flag))
}

/// Returns the kinds of reservations whose guests an admin may search by number or address.
pub fn searchable_kinds(flags: AdminFlags) -> Vec<Kind> {
    Kind::ALL.into_iter().filter(|kind| is_visible(flags, *kind, false)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_without_account_need_the_permission_of_their_section() {
        let none = AdminFlags::default();
        assert_eq!(searchable_kinds(none), [Kind::OnlineReservation]);
        assert!(is_visible(none, Kind::InvitedReservation, true));
        let offsite = AdminFlags { ofsr: true, ..none };
        assert_eq!(searchable_kinds(offsite), [Kind::OnlineReservation, Kind::OffsiteReservation]);
        assert!(!is_visible(offsite, Kind::OfflineReservation, false));
    }
}
