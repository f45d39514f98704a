//! What programs tell of themselves: logs, metrics and readiness at a private address, and traces for a collector.
//!
//! Nothing is recorded without an address: `metrics`' macros and handles do nothing then. Labels are names of ours (route templates,
//! queues, pools), never anything that a client sends.

mod listener;
mod recorder;
mod traces;

pub use listener::{Readiness, listen};
pub use recorder::{Exporter, install};
pub use traces::{Format, SPANS, Traces, are_traced, start};
