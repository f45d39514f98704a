//! Announcements of a restaurant to its customers: drafted, confirmed, then sent by the worker (owner §4, gaps G161).

pub mod actions;
pub mod admin_list;
pub mod error;
pub mod mails;
pub mod model;
pub mod progress;
pub mod queries;
pub mod release;
pub mod send;
pub mod stop;

pub use error::AnnouncementError;
