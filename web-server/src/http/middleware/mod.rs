//! Middleware before routing, and for the response.

pub mod completion;
pub mod compression;
pub mod request;
pub mod response;
