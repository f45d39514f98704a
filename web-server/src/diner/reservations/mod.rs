//! A diner's reservations: holding, listing, viewing and releasing them.

pub mod cancel;
pub mod create;
pub mod detail;
pub mod edit;
pub mod history;
pub mod list;
pub mod new;
pub mod reminder;
pub mod summary;
