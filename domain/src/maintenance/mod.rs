//! The duties of schedules, each by its name, for the worker's jobs and for `seki schedule run`.
//!
//! A duty works in small transactions. It may be repeated, and may run twice concurrently.

mod duties;
pub mod jobs;
mod prune;
pub mod subjects;

pub use duties::{DUTIES, Duty, DutyError, DutyReport, dispatch, run};
