//! Raffles: rounds with diners' entries, and their winners (gaps G053, G120, G190).

pub mod actions;
pub mod chain;
pub mod draw;
pub mod entries;
pub mod error;
pub mod losers;
pub mod mails;
pub mod model;
pub mod participation;
pub mod proof;
pub mod publication;
pub mod queries;
pub mod questionnaire;
pub mod sweep;
