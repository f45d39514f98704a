//! What programs tell of themselves: logs, metrics and readiness at a private address, and traces for a collector; and when they stop.
//!
//! Nothing is recorded without an address: `metrics`' macros and handles do nothing then. Labels are names of ours (route templates,
//! queues, pools), never anything that a client sends.

mod listener;
mod recorder;
mod stop;
mod traces;

pub use listener::{Readiness, listen};
pub use recorder::{Exporter, install};
pub use stop::{PARENT_PIPE_VARIABLE, shutdown_signal};
pub use traces::{Format, SPANS, Traces, are_traced, start};
