//! Restaurants: their lists, and their settings for admins (admin §2).

use crate::http::calls::{Calls, routes};

pub mod list;
pub mod marks;
pub mod show;
pub mod subscriptions;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(list::page))
        .routes(routes!(list::list))
        .routes(routes!(marks::pin, marks::unpin))
        .routes(routes!(marks::set_online_start))
        .merge(show::calls())
        .merge(subscriptions::calls())
}
