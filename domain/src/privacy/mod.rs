//! A diner's data export and account deletion. docs/PRIVACY.md states which data remain, and why.

mod actions;
mod error;
mod export;
pub mod mails;
mod obstacles;

pub use actions::{delete_account, prune};
pub use error::PrivacyError;
pub use export::export;
pub use obstacles::{DeletionObstacle, list as list_obstacles};
