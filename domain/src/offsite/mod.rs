//! Off-site reservations: imports the lists of other services, repeatedly if necessary (gaps G104, G160).

mod cells;
pub mod decoding;
mod error;
pub mod format;
pub mod import;
pub mod report;
mod row;
