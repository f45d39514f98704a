//! Refill templates, and the slots of future days that are made from them (admin §3, §5, gaps G105, G106, G188).

pub mod actions;
pub mod day;
pub mod error;
pub mod model;
pub mod nightly;
pub mod plan;
pub mod queries;
pub mod refill;
pub mod schedule;
pub mod selection;
pub mod selectors;
