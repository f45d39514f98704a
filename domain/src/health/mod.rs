//! How the house stands, in one look: for the operator's page, `seki doctor` and the metrics alike.
//!
//! A look is some fifteen short reads over partial indexes. It holds counts, ages and names of ours, nothing personal.

mod check;
mod facts;
mod judgement;
mod model;

pub use check::{HealthContext, check_health};
pub use model::{CheckSubject, Health, HealthCheck, Level, SweepHealth, Versions};
