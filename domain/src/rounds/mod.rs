//! Rounds, which decide how far ahead a customer group can book (gaps G051 to G054c).

pub mod actions;
mod audit_fields;
pub mod error;
pub mod lint;
pub mod plan;
pub mod preview;
pub mod queries;
pub mod rrules;
pub mod schedule;
pub mod today;
pub mod window;
pub mod wins;
