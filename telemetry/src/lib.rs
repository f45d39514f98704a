//! Observability of the programs: logs, metrics and readiness at a private address, and traces for a collector; and the shutdown signal.
//!
//! Without an address nothing is recorded: the macros and handles of `metrics` then do nothing. Labels are our own names (route templates,
//! queues, pools), never client input.

mod listener;
mod recorder;
mod stop;
mod traces;

pub use listener::{Readiness, listen};
pub use recorder::{Exporter, install};
pub use stop::{PARENT_PIPE_VARIABLE, shutdown_signal};
pub use traces::{Format, SPANS, Traces, are_traced, start};
