//! Paid tiers for diners: their pages, subscribing and cancelling (diner §2, §7; gaps G130, G133 to G136).

use crate::http::calls::{Calls, routes};

pub mod calendar;
pub mod club;
pub mod gold;
pub mod gold_profile;
pub mod gold_rounds;
pub mod offer;
pub mod pages;
pub mod quote;
pub mod search;
pub mod subscribe;
pub mod teasers;
mod tiers;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(pages::green))
        .routes(routes!(pages::plans_new))
        .routes(routes!(pages::premium))
        .routes(routes!(pages::welcome))
        .routes(routes!(pages::welcome_by_dot))
        .routes(routes!(subscribe::subscribe, subscribe::cancel))
        .routes(routes!(search::page))
        .routes(routes!(search::vacancies))
        .routes(routes!(calendar::page))
        .routes(routes!(calendar::ics))
        .routes(routes!(calendar::secret))
        .routes(routes!(gold_rounds::page))
        .routes(routes!(gold_rounds::request_plan_change))
        .routes(routes!(teasers::record))
        .routes(routes!(gold::page))
        .routes(routes!(gold::subscribe))
        .routes(routes!(gold::confirm))
        .routes(routes!(gold::cancel))
        .routes(routes!(gold_profile::update))
        .routes(routes!(club::page))
        .routes(routes!(club::cancel))
}
