//! The calendars of the owner's console (owner §2): what stands on a day, how a day is cut into columns, marks and
//! memos of days, and a month at a glance.

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
