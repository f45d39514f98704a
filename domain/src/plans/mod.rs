//! Paid tiers of diners, and what makes them cheaper.

pub mod coupons;
