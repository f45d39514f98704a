//! The sub-commands of `seki`, one module each.

pub mod postgres;
pub mod up;
