//! Raffles: the rounds in which diners take part, and who has won (gaps G053, G120, G190).

pub mod actions;
pub mod error;
pub mod mails;
pub mod model;
pub mod queries;
