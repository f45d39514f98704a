//! The sections of the "other" menu, each behind its permission flag (admin §2, §6, gaps G186), and the pane of a gold
//! allocation.

use crate::http::calls::{Calls, routes};

mod access;
pub mod checked_days;
pub mod coupon_codes;
pub mod destroyer;
pub mod gold;
pub mod offsite_import;
mod parts;
pub mod reservations;
pub mod slot;
pub mod slots;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(slots::page))
        .routes(routes!(slot::page))
        .routes(routes!(gold::pane, gold::update, gold::remove))
        .routes(routes!(reservations::online))
        .routes(routes!(reservations::offsite))
        .routes(routes!(offsite_import::import))
        .routes(routes!(reservations::invited))
        .routes(routes!(destroyer::page, destroyer::destroy))
        .routes(routes!(coupon_codes::page))
        .routes(routes!(coupon_codes::cancel))
        .routes(routes!(checked_days::page, checked_days::save))
}
