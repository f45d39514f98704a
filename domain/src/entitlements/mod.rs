//! Rights to book outside the rounds, and the paid tiers of diners.

pub mod gold;
pub mod tickets;
pub mod tiers;
