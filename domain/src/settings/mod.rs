//! Feature flags and delivery settings of a restaurant.

pub mod delivery;
pub mod features;
