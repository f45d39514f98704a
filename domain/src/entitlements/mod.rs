//! Who may book what beside the rounds, and which paid tiers they have.

pub mod gold;
pub mod tickets;
pub mod tiers;
