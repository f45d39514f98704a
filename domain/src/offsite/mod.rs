//! Reservations of other services: their lists are read and brought in, as often as somebody likes (gaps G104, G160).

pub mod format;
pub mod import;
pub mod report;
mod row;
