//! Cancellation slots: they open to one customer group after the other, or wait for a decision of staff (owner §2, gaps G100 to G104).

pub mod actions;
mod cancel;
pub mod error;
pub mod mails;
pub mod model;
pub mod queries;
pub mod release;
pub mod settings;
pub mod standby;
pub mod sweep;

pub use cancel::{CancelTarget, approve_request, cancel, cancel_by_admin, release_offsite_seats};
pub use error::CancellationError;
