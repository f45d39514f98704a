//! What is switched on for a restaurant.

pub mod features;
