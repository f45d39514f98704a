//! The owner's side: pages and calls of one restaurant at a time.

use crate::http::calls::{Calls, routes};

pub mod announcements;
pub mod blacklist;
pub mod cancellation_slots;
pub mod customers;
pub mod daily_calendar;
pub mod days;
pub mod delivery;
pub mod floor_plan;
pub mod home;
pub mod impersonation;
pub mod invoices;
pub mod lists;
pub mod notifications;
pub mod number;
pub mod offline;
pub mod pacing;
pub mod page_order;
pub mod reach;
pub mod reports;
pub mod reservations;
pub mod resources;
pub mod reviews;
pub mod security;
pub mod settings;
pub mod sign_in;
pub mod slots;
pub mod staff_accounts;
pub mod staff_invitation;
pub mod stays;
pub mod terms;
pub mod waiting_changes;
pub mod waiting_list;
pub mod waiting_room;

/// Returns all calls of the owner console.
pub fn calls<C: Calls>() -> C {
    C::new()
        .merge(sign_in::calls())
        .routes(routes!(staff_invitation::page, staff_invitation::accept))
        .merge(staff_accounts::calls())
        .routes(routes!(security::page))
        .merge(security::calls())
        .routes(routes!(offline::page))
        .routes(routes!(home::home))
        .routes(routes!(home::products))
        .routes(routes!(terms::agree))
        .routes(routes!(impersonation::end))
        .routes(routes!(settings::feature_availability))
        .routes(routes!(settings::active_operations))
        .merge(customers::calls())
        .merge(blacklist::calls())
        .merge(announcements::calls())
        .merge(reviews::calls())
        .merge(delivery::calls())
        .merge(pacing::calls())
        .merge(stays::calls())
        .merge(reach::calls())
        .merge(invoices::calls())
        .merge(reports::calls())
        .merge(daily_calendar::calls())
        .merge(floor_plan::calls())
        .merge(notifications::calls())
        .merge(reservations::calls())
        .merge(slots::calls())
        .merge(cancellation_slots::calls())
        .merge(days::calls())
        .merge(waiting_list::calls())
        .routes(routes!(waiting_changes::change))
        .routes(routes!(waiting_room::update))
        .merge(resources::calls())
        .merge(lists::calls())
        .merge(lists::blacklist::calls())
}
