//! The rows of the consoles' lists (`listing`): one file for each kind, with the fields that the list shows, sorts and filters by. The
//! web server decides who may read a list.

mod admins;
mod announcements;
mod audit_events;
mod blacklist;
mod charges;
mod disputes;
mod guests;
mod jobs;
mod ledger;
mod raffles;
mod requests;
mod reservations;
mod restaurants;
mod staff;
mod users;

pub use admins::AdminEntry;
pub use announcements::AnnouncementEntry;
pub use audit_events::AuditEventEntry;
pub use blacklist::BlacklistedNumberEntry;
pub use charges::{AdjustmentEntry, ChargeEntry};
pub use disputes::DisputeEntry;
pub use guests::{OwnerCustomerEntry, OwnerReservationEntry, OwnerReviewEntry};
pub use jobs::{DeadLetterEntry, JobEntry, ScheduleEntry};
pub use ledger::{PayoutEntry, RefundEntry, TransferEntry};
pub use raffles::RaffleRoundEntry;
pub use requests::{CancelRequestEntry, NoShowFeeEntry, PlanChangeRequestEntry};
pub use reservations::ReservationEntry;
pub use restaurants::RestaurantEntry;
pub use staff::{OwnerStaffEntry, StaffEntry};
pub use users::UserEntry;

/// The SQL of the name of a restaurant `t` in the reader's language.
const RESTAURANT_NAME: &str = "CASE WHEN {english} AND t.name_en <> '' THEN t.name_en ELSE t.name_ja END";
/// The SQL of the title of the course of a reservation `r` in the reader's language.
const COURSE_TITLE: &str =
    "CASE WHEN {english} AND r.course_title_en <> '' THEN r.course_title_en ELSE r.course_title_ja END";
