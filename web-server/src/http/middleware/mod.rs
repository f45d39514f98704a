//! What happens before a request is routed, and to its answer.

pub mod completion;
pub mod compression;
pub mod request;
pub mod response;
