//! Availability for diners: the month from summaries, the day from its stocks, both by the rules of gaps G050 to G060.

pub mod access;
pub mod actions;
pub mod changes;
pub mod day;
pub mod queries;
mod rows;
pub mod token;
pub mod vacancies;
pub mod viewer;
