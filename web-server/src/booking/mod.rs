//! Holding seats.

pub mod admission_gate;
pub mod batcher;
pub mod holds;
pub mod rate_limit;
