//! System health, for the operator's pages, `seki doctor` and the metrics, and the tasks that result from it.
//!
//! A check consists of about fifteen short reads over partial indexes. It contains counts, ages and our own names, and no personal data.

mod check;
mod facts;
mod levels;
mod model;
pub mod tasks;

pub use check::{HealthContext, check_health};
pub use model::{CheckSubject, Health, HealthCheck, Level, SweepHealth, Versions};
