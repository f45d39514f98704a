//! A diner's data export and account deletion, and both by an admin, also for a restaurant's guest without an account (gaps G214).
//! docs/PRIVACY.md states which data remain, and why.

mod actions;
mod error;
mod export;
mod guests;
mod holdings;
pub mod mails;
mod messages;
mod obstacles;
mod requests;
mod subject;

pub use actions::{delete_account, prune};
pub use error::PrivacyError;
pub use export::export;
pub use holdings::{Holding, HoldingFate, list_holdings};
pub use obstacles::{DeletionObstacle, ObstacleRecord, ObstacleRecordKind, list as list_obstacles};
pub use requests::{
    ErasureForm, ErasureReason, PrivacyOperator, erase_subject, export_subject, list_subject_obstacles, record_view,
};
pub use subject::{
    GuestKey, PrivacySubject, PrivacySubjectKind, SubjectView, find as find_subject, find_exact as find_exact_subjects,
    search as search_subjects,
};
