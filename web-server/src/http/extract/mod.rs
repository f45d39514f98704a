//! Extractors: the data that handlers take from a request.

pub mod context;
pub mod form;
mod known_fields;
