//! Commands for the operator, from a shell or a cron job.

pub mod app;
pub mod commands;
pub mod confirm;
pub mod generate;
pub mod lookup;
pub mod output;
pub mod ports;
pub mod postgres;
pub mod progress;
pub mod seed;
pub mod up;
pub mod words;
