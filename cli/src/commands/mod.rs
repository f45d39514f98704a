//! The sub-commands of `seki`, one module each.

pub mod config;
pub mod installation;
pub mod migrate;
pub mod postgres;
pub mod programs;
pub mod seed;
pub mod up;
pub mod verify;
