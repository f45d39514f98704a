//! The calendars of the owner console (owner §2): the items of a day, its columns, circles and memos, and the overview of a month.

pub mod checked;
pub mod closed;
pub mod columns;
pub mod day;
pub mod marks;
pub mod memo;
pub mod month;
pub mod operation_slots;
pub mod queries;
pub mod tags;
