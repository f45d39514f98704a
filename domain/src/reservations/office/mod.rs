//! What a restaurant's staff do with reservations (owner §2 to §7): those written down by hand, invitations, bookings of
//! other channels, memos, lists, and requests to cancel.

pub mod cancel_request;
pub mod create;
pub mod detail;
pub mod edit;
pub mod error;
pub mod form;
pub mod list;
pub mod queries;
pub mod reseat;

pub use error::OfficeError;
