//! Paid tiers of diners: prices, start, renewal and end of subscriptions, and discounts.

pub mod cancel;
pub mod change_requests;
pub mod coupons;
pub mod error;
pub mod feed;
pub mod mails;
pub mod model;
pub mod offers;
pub mod openings;
pub mod queries;
pub mod quote;
pub mod reconcile;
mod record;
pub mod subscribe;
pub mod teasers;
pub mod trials;
