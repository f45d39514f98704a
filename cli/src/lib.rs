//! What an operator does from a shell or a cron line.

pub mod commands;
pub mod generate;
pub mod output;
pub mod postgres;
pub mod seed;
pub mod up;
