//! Requests of a restaurant to cancel a diner's booking, which an admin decides on (gaps G088, G089).

pub mod actions;
