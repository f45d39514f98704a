//! Days as a whole (owner §2, §4): the monthly calendar, closed days, tags and memos.

use crate::http::calls::{Calls, routes};

mod holidays;
pub mod month;
mod writes;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(month::show))
        .routes(routes!(holidays::show))
        .routes(routes!(writes::create_is_closed))
        .routes(routes!(writes::update_is_closed))
        .routes(routes!(writes::bulk_update_is_closed))
        .routes(routes!(writes::update_memo))
        .routes(routes!(writes::attach_tag, writes::detach_tag))
        .routes(routes!(writes::bulk_update_tags))
        .routes(routes!(writes::bulk_destroy_tags))
}
