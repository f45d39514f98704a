//! HTTP in, domain call, answer out; and the pages of both front ends.

pub mod admin;
pub mod answer;
pub mod assets;
pub mod bursts;
pub mod cache;
pub mod captcha;
pub mod context;
pub mod desk;
pub mod dev;
pub mod diner;
pub mod document;
pub mod error;
pub mod finish;
pub mod form;
pub mod gate;
pub mod health;
pub mod intake;
pub mod live;
pub mod owner;
pub mod page;
pub mod router;
pub mod serve;
pub mod session;
pub mod state;
pub mod text;
pub mod webhooks;
