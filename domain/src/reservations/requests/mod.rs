//! Requests of a restaurant to cancel a diner's booking, on which an admin decides (gaps G088, G089).

pub mod actions;
pub mod model;
pub mod queries;

pub use actions::{approve, create, reject};
pub use model::{CancelDecision, CancelRequest, CancelRequestForm};
pub use queries::{list, list_of};
