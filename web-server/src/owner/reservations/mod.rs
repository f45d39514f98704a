//! Reservations (owner §2 to §7): one representation for all kinds, and the calls that read and change them.

use crate::http::calls::{Calls, routes};

pub mod cancel_requests;
pub mod code;
pub mod create;
pub mod detail;
pub mod edit;
mod kinds;
pub mod list;
pub mod no_show_fees;
pub mod page;
pub mod seats;
pub mod service;
pub mod staff_writes;
pub mod walk_ins;

pub use detail::ReservationDetail;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(list::page))
        .routes(routes!(list::table))
        .routes(routes!(list::workbook))
        .routes(routes!(page::show))
        .routes(routes!(cancel_requests::new_page))
        .routes(routes!(cancel_requests::create))
        .routes(routes!(create::offline))
        .routes(routes!(create::invited))
        .routes(routes!(detail::online, edit::online))
        .routes(routes!(detail::offline, edit::offline, edit::delete_offline))
        .routes(routes!(edit::restore_offline))
        .routes(routes!(code::by_code))
        .routes(routes!(seats::choices))
        .routes(routes!(seats::update))
        .routes(routes!(service::update))
        .routes(routes!(no_show_fees::request, no_show_fees::withdraw))
        .routes(routes!(walk_ins::create))
        .routes(routes!(walk_ins::name))
        .routes(routes!(walk_ins::propose))
        .routes(routes!(detail::offsite, edit::offsite))
        .routes(routes!(detail::invited, edit::invited, edit::withdraw))
        .routes(routes!(edit::open_web_seats))
        .routes(routes!(edit::decide_guests))
        .routes(routes!(detail::invite))
}
