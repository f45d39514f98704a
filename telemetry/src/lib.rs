//! What programs tell of themselves: metrics and readiness, at a private address of their own.
//!
//! Nothing is recorded without an address: `metrics`' macros and handles do nothing then. Labels are names of ours (route templates,
//! queues, pools), never anything that a client sends.

mod listener;
mod recorder;

pub use listener::{Readiness, listen};
pub use recorder::{Exporter, install};
