//! A diner's reservations: held, listed, looked at and given back.

pub mod cancel;
pub mod create;
pub mod detail;
pub mod edit;
pub mod history;
pub mod list;
pub mod new;
pub mod reminder;
pub mod summary;
