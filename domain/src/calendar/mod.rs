//! The calendars of the back office (owner §2): what stands on a day, how a day is cut into columns, what is said of days
//! as a whole, and a month at a glance.

pub mod closed;
pub mod columns;
pub mod day;
pub mod day_queries;
pub mod holidays;
pub mod marks;
pub mod marks_queries;
pub mod memo;
pub mod month;
pub mod tags;
