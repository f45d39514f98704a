//! SQL of the calendars.

pub mod day;
pub mod marks;
