//! Parts that all calls share.

pub mod calls;
pub mod captcha;
pub mod client_address;
pub mod cookies;
pub mod csrf;
pub mod device;
pub mod error;
pub mod etag;
pub mod extract;
pub mod limits;
pub mod menu;
pub mod middleware;
pub mod openapi;
pub mod page;
pub mod text;
pub mod write_response;
