//! How the house stands, in one look: for the operator's page, `seki doctor` and the metrics alike.
//!
//! A look is some fifteen short reads over partial indexes. It holds counts, ages and names of ours, nothing personal.

mod facts;
mod judgement;
mod look;
mod model;

pub use look::{Tools, look};
pub use model::{Check, Health, Level, Subject, Sweep, Versions};
