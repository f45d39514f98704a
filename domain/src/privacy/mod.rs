//! What a diner may ask of us about themselves: everything the house holds of them in one file, and the end of their account.
//! docs/PRIVACY.md says what stays, and why.

mod actions;
mod error;
mod export;
pub mod mails;
mod obstacles;

pub use actions::{delete_account, prune};
pub use error::PrivacyError;
pub use export::export;
pub use obstacles::{DeletionObstacle, list as list_obstacles};
