//! System health, for the operator's page, `seki doctor` and the metrics.
//!
//! A check consists of about fifteen short reads over partial indexes. It contains counts, ages and our own names, and no personal data.

mod check;
mod facts;
mod levels;
mod model;

pub use check::{HealthContext, check_health};
pub use model::{CheckSubject, Health, HealthCheck, Level, SweepHealth, Versions};
