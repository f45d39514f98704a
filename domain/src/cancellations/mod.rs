//! Slots freed by a cancellation: they open to one customer group after the other, or wait for the restaurant's word
//! (owner §2, gaps G100 to G104).

pub mod actions;
pub mod error;
pub mod mails;
pub mod model;
pub mod queries;
pub mod release;
pub mod settings;
pub mod sweep;

pub use actions::after_cancellation;
pub use error::CancellationError;
