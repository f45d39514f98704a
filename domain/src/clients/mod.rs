//! External services: one real client each, configured by base URL and key. The demo and the tests point them at stand-ins that speak the
//! same HTTP.

pub mod apple;
pub mod beacon;
pub mod captcha;
pub mod http;
pub mod pictures;
pub mod stripe;
pub mod twilio;
