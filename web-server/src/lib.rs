//! Web server: HTTP requests, domain calls and responses; and the pages of both front ends.

pub mod account_security;
mod admin;
pub mod assets;
pub mod booking;
pub mod changes;
pub mod connections;
pub mod console;
pub mod dev;
pub mod diner;
pub mod error_pages;
pub mod external_lists;
pub mod feeds;
pub mod first_screens;
pub mod health;
pub mod http;
pub mod instrumentation;
pub mod owner;
pub mod pictures;
pub mod readiness;
pub mod reads;
pub mod robots;
pub mod router;
pub mod serve;
pub mod state;
#[cfg(test)]
mod test_config;
pub mod webhooks;
