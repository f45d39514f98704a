//! The diners' side: its pages and calls.

use crate::http::calls::{Calls, routes};

pub mod account;
pub mod after_registrations;
pub mod announcement_subscription;
pub mod apple;
pub mod availability;
pub mod captcha_challenge;
pub(crate) mod card_limits;
pub mod cards;
pub mod catalogue;
pub mod completion;
pub mod cookies;
pub mod deletion;
pub mod delivery;
pub mod external_lists;
pub mod favourites;
pub mod help;
pub mod home;
mod intent;
pub mod interest_tags;
pub mod invitations;
pub mod legal;
pub mod notifications;
mod pagination;
pub mod password;
pub mod payment_histories;
pub mod phone;
pub mod phone_edit;
pub mod plans;
pub mod preferences;
pub mod profile;
pub mod proof;
mod query_values;
pub mod raffles;
pub mod reservations;
pub mod restaurants;
pub mod review;
pub mod security;
pub mod session;
pub mod sign_in;
pub mod sign_up;
pub(crate) mod signed_in;
pub mod two_factor;
pub mod waiting_rooms;
pub mod widget;

/// Returns all calls of the diners' side.
pub fn calls<C: Calls>() -> C {
    bookings::<C>().merge(accounts()).merge(plans::calls())
}

fn bookings<C: Calls>() -> C {
    C::new()
        .routes(routes!(home::home))
        .routes(routes!(restaurants::restaurant))
        .routes(routes!(widget::page))
        .routes(routes!(availability::month))
        .routes(routes!(availability::day))
        .routes(routes!(reservations::new::page))
        .routes(routes!(reservations::create::create))
        .routes(routes!(reservations::cancel::delete))
        .routes(routes!(reservations::list::upcoming))
        .routes(routes!(reservations::detail::detail, reservations::edit::update))
        .routes(routes!(reservations::edit::page))
        .routes(routes!(reservations::edit::answer))
        .routes(routes!(reservations::reminder::calendar_file))
        .routes(routes!(reservations::reminder::update))
        .routes(routes!(review::page))
        .routes(routes!(invitations::list))
        .routes(routes!(invitations::show))
        .routes(routes!(invitations::accept))
        .routes(routes!(invitations::decline))
        .routes(routes!(invitations::three_d_secure_result))
        .routes(routes!(invitations::retry))
        .routes(routes!(invitations::request_fewer_guests))
        .routes(routes!(completion::submit))
        .routes(routes!(completion::three_d_secure_result))
        .routes(routes!(completion::retry))
        .routes(routes!(external_lists::takeaway_stores))
        .routes(routes!(external_lists::guide_restaurants))
        .merge(raffles::calls())
        .merge(waiting_rooms::calls())
        .routes(routes!(payment_histories::page))
        .routes(routes!(payment_histories::issue))
        .routes(routes!(payment_histories::issue_refund))
        .routes(routes!(payment_histories::send))
        .routes(routes!(payment_histories::show))
        .routes(routes!(cards::page))
        .routes(routes!(cards::setup_intent))
        .routes(routes!(cards::payment_method))
}

fn accounts<C: Calls>() -> C {
    C::new()
        .routes(routes!(sign_up::page))
        .routes(routes!(sign_up::create))
        .routes(routes!(sign_in::page, sign_in::create))
        .routes(routes!(sign_in::destroy))
        .routes(routes!(password::new_page))
        .routes(routes!(password::edit_page))
        .routes(routes!(password::create, password::update))
        .routes(routes!(two_factor::page))
        .routes(routes!(two_factor::resend))
        .routes(routes!(two_factor::verify))
        .routes(routes!(two_factor::begin_passkey))
        .routes(routes!(two_factor::verify_passkey))
        .routes(routes!(phone::request_call))
        .routes(routes!(phone::call_status))
        .routes(routes!(phone::request_sms))
        .routes(routes!(phone::confirm_sms))
        .routes(routes!(after_registrations::pick_restaurants))
        .routes(routes!(after_registrations::after_pickup_restaurants))
        .routes(routes!(after_registrations::confirm_email, after_registrations::resend_confirmation))
        .routes(routes!(after_registrations::confirmation))
        .routes(routes!(favourites::status))
        .routes(routes!(favourites::add))
        .routes(routes!(favourites::hide))
        .routes(routes!(notifications::update))
        .routes(routes!(favourites::page))
        .routes(routes!(announcement_subscription::page, announcement_subscription::update))
        .routes(routes!(announcement_subscription::one_click))
        .routes(routes!(legal::page))
        .routes(routes!(help::page))
        .routes(routes!(profile::page, profile::update_preferences, deletion::delete))
        .routes(routes!(account::page))
        .routes(routes!(account::change_password))
        .routes(routes!(account::email_edit))
        .routes(routes!(account::change_email))
        .routes(routes!(proof::send_code))
        .routes(routes!(interest_tags::index, interest_tags::choose))
        .routes(routes!(interest_tags::new_page))
        .routes(routes!(interest_tags::edit))
        .routes(routes!(apple::begin))
        .routes(routes!(apple::receive_response))
        .routes(routes!(apple::finish))
        .routes(routes!(deletion::export))
        .routes(routes!(deletion::page))
        .routes(routes!(captcha_challenge::page))
        .routes(routes!(captcha_challenge::verify))
        .routes(routes!(cookies::agree))
        .routes(routes!(phone_edit::page))
        .routes(routes!(phone_edit::update))
        .routes(routes!(profile::security_settings))
        .routes(routes!(profile::update_security_settings))
        .merge(security::calls())
}
