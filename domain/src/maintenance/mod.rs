//! The duties that schedules ask for: each by its name, for the worker's jobs and for `seki schedule run`.
//!
//! A duty works in small transactions and may be repeated, or be run twice at once, without harm.

mod duties;
pub mod jobs;
mod prune;

pub use duties::{DUTIES, Duty, DutyError, DutyReport, run};
