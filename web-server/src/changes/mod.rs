//! What is kept in memory for as long as nothing changes.

pub mod availability_cache;
pub mod events;
