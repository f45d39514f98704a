//! What is switched on for a restaurant.

pub mod delivery;
pub mod features;
