//! The admin's side: pages and calls for signed-in admins.

use crate::http::calls::{Calls, routes};

pub mod adjustments;
pub mod announcement_release;
pub mod announcements;
pub mod audit_events;
pub mod cancel_requests;
pub mod disputes;
pub mod features;
mod guests;
pub mod health;
pub mod home;
pub mod impersonation;
pub mod jobs;
mod justification;
pub mod list_pages;
pub mod lists;
mod master_list;
pub mod masters;
pub mod no_show_fees;
pub mod operation_slots;
pub mod pictures;
pub mod plan_change_requests;
pub mod privacy;
pub mod raffle_rounds;
pub mod refills;
mod reservation_view;
pub mod reservations;
pub mod resource_pages;
mod restaurant;
pub mod restaurants;
pub mod risky_settings;
pub mod round_plans;
pub mod round_plans_page;
pub mod search;
pub mod sections;
pub mod security;
pub mod sign_in;
pub mod staff_accounts;
mod user_view;
pub mod users;

pub fn calls<C: Calls>() -> C {
    C::new()
        .merge(sign_in::calls())
        .routes(routes!(security::page))
        .merge(security::calls())
        .merge(users::calls())
        .routes(routes!(audit_events::index))
        .merge(adjustments::calls())
        .merge(cancel_requests::calls())
        .merge(disputes::calls())
        .merge(no_show_fees::calls())
        .merge(plan_change_requests::calls())
        .merge(privacy::calls())
        .routes(routes!(impersonation::page, impersonation::begin))
        .merge(reservations::calls())
        .merge(announcement_release::calls())
        .routes(routes!(announcements::index))
        .routes(routes!(health::show))
        .routes(routes!(home::show))
        .merge(jobs::calls())
        .merge(features::calls())
        .merge(lists::calls())
        .merge(list_pages::calls())
        .merge(masters::calls())
        .merge(operation_slots::calls())
        .merge(pictures::calls())
        .merge(raffle_rounds::calls())
        .merge(refills::calls())
        .merge(resource_pages::calls())
        .merge(risky_settings::calls())
        .merge(restaurants::calls())
        .merge(round_plans::calls())
        .routes(routes!(search::search))
        .merge(sections::calls())
        .merge(staff_accounts::calls())
        .merge(round_plans_page::calls())
}
