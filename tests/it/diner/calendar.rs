//! The calendar's calls: months, days, and how soon every server knows.

mod day;
mod month;
mod replica;
mod servers;
mod widget;
