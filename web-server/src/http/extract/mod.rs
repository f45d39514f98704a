//! What handlers take out of a request.

pub mod context;
pub mod form;
