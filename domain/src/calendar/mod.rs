//! The calendars of the back office (owner §2): what stands on a day, and how a day is cut into columns.

pub mod columns;
pub mod day;
pub mod day_queries;
