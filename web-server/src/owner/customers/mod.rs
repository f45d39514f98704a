//! Customers (owner §2 to §7): search, creation, changes, merges and lists.

use crate::http::calls::{Calls, routes};

pub mod bulk;
mod card;
mod contact;
pub mod detail;
pub mod export;
pub mod filter;
pub mod list;
pub mod merges;
pub mod search;
pub mod write;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(search::search, write::create))
        .routes(routes!(search::count_all))
        .routes(routes!(search::only_offsite_customers))
        .routes(routes!(search::phone_countries))
        .routes(routes!(write::update))
        .routes(routes!(contact::set))
        .routes(routes!(merges::merge))
        .routes(routes!(merges::unmerge))
        .routes(routes!(search::customer_tags))
        .routes(routes!(bulk::update_groups))
        .routes(routes!(list::page))
        .routes(routes!(list::csv))
        .routes(routes!(list::workbook))
        .routes(routes!(detail::page))
        .routes(routes!(detail::note_no_show))
        .routes(routes!(export::json))
        .routes(routes!(export::csv))
}
